"""Columns changed at random on the page `blur`: a file, and that nothing can be counted in it."""

from __future__ import annotations

from functools import partial
from secrets import randbelow

import streamlit as st

from dashboard import compute, state, words
from dashboard.widgets import base
from privacy_core import Study, publishing

MOST_SEED = 2**53 - 1
"""The largest whole number a box of the browser holds exactly."""


def _drawn() -> int:
    """A seed that nobody can guess: who knows it can undo the change."""
    return randbelow(MOST_SEED)


def at_random(study: Study, chosen: compute.Cut) -> None:
    """Noise and PRAM; made once it is open and columns are chosen."""
    shown = st.expander(words.AT_RANDOM, icon=":material/casino:", on_change="rerun", key="at random")
    with shown:
        if not shown.open:
            return
        base.small(words.AT_RANDOM_NOTE)
        names = st.multiselect(words.CHANGE_WHAT, (*chosen.known, *chosen.secrets), key="change what")
        cells = st.columns(3, gap="large")
        stay = cells[0].number_input(words.STAY, 0.0, 100.0, 80.0, 1.0, key="pram stay", help=words.STAY_HELP)
        noise = cells[1].number_input(words.NOISE, 0.0, 1000.0, 10.0, 1.0, key="noise amount", help=words.NOISE_HELP)
        first, box = state.slot("first seed", _drawn), cells[2]
        seed = box.number_input(words.SEED_LABEL, 0, MOST_SEED, first, key="change seed", help=words.SEED_HELP)
        if names:
            done = compute.changed(chosen, study.roles, tuple(names), stay / 100, noise / 100, seed)
            _offered(done)


def _offered(done: compute.Changed) -> None:
    """What was changed, what can no longer be counted, and the file."""
    st.markdown(words.plain(done.sentence))
    if done.not_valid is not None:
        base.warning(words.plain(done.not_valid))
    content = partial(_csv, done.published)
    icon = ":material/download:"
    st.download_button(words.SAVE_AS["csv"], content, "changed.csv", "text/csv", icon=icon, on_click="ignore")


def _csv(published: publishing.Publication) -> bytes:
    return publishing.written(published, "changed.csv").content
