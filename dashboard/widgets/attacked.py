"""Parts of the page `match` about attackers: what they have, what they achieved, what was assumed."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import attacking, figures, receiving, words
from dashboard.attacking import Clicks, Seen
from dashboard.compute.attacking import Attacked
from dashboard.widgets import base, match, picking, working

TRIES = base.Span(50, 2000, 50, 20_000)


def settings(seen: Seen, clicks: Clicks) -> None:
    """Two halves, secrets, tries, seed, strangers."""
    if seen.asked is None:
        return
    asked, several = seen.asked, st.multiselect
    left = [name for name in seen.columns if name not in asked.right]
    right = [name for name in seen.columns if name not in asked.left]
    picking.pick(several, words.HALF_ONE, "match left half", list(asked.left), left, help=words.HALF_HELP)
    picking.pick(several, words.HALF_TWO, "match right half", list(asked.right), right)
    secrets = [name for name in seen.columns if name not in asked.left]
    picking.pick(several, words.SECRETS_GUESSED, "match secrets half", list(asked.secrets), secrets)
    put = partial(clicks.put, "tries")
    base.number(words.TRIES, "match tries", asked.attempts, TRIES, put, words.TRIES_HELP)
    picking.seed(words.SEED_OF_TRIES, "match seed", asked.seed)
    if receiving.has_strangers() and seen.holdout is None:
        match.strangers(clicks, "attack")


def tried(seen: Seen) -> None:
    """The counts of every attack on one scale; while they are tried, how far that is."""
    if seen.found is not None:
        _shown(seen.found)
    else:
        working.meanwhile(seen.job, Attacked, _shown)


def _shown(found: Attacked) -> None:
    base.key(words.TRIES_KEY, None)
    said = words.TRIES_AXIS, words.attack_message(found)
    base.figure(partial(figures.tries, attacking.picture(found), said), "tries")
    base.small(words.CRITERIA_TEXT)


def table(seen: Seen) -> None:
    """Counts, intervals, excess, assumptions; made once it is open."""
    shown = st.expander(words.TRIES_TABLE, icon=":material/table_rows:", on_change="rerun", key="tries table")
    with shown:
        if shown.open and seen.found is not None:
            base.table(words.attack_rows(seen.found), "tries table rows", height="content")
            st.markdown("\n".join(f"- :small[{one}]" for one in words.attack_assumed(seen.found)))
