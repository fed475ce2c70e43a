"""Parts of the page `match` about protection settings: a row each as they come, the sorting, the table."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import figures, jobs, receiving, words
from dashboard.protecting import Clicks, Seen
from dashboard.widgets import base, match, picking, working


def settings(seen: Seen, clicks: Clicks) -> None:
    """How the attacker sorts, the numbers of the setting that leaves least, strangers."""
    if seen.levels:
        now, called = seen.levels[seen.level], words.sweep_level
        box, help_ = st.selectbox, words.SWEEP_SORTED_HELP
        picking.pick(box, words.SWEEP_SORTED, "match sweep level", now, seen.levels, format_func=called, help=help_)
    if seen.several:
        base.warning(words.SEVERAL_ROWS)
    if seen.whole and seen.best is not None:
        st.markdown(words.protection_head(seen.best))
        base.metrics(words.protection_metrics(seen), "sweep")
    base.small(words.SWEEP_MEANS)
    if receiving.has_strangers() and seen.holdout is None:
        match.strangers(clicks, "sweep")


def settings_compared(seen: Seen) -> None:
    """The rows that are done; while more come, how far that is, with a cancel."""
    base.key(words.SWEEP_LEAD, None)
    base.key(words.REACHED_KEY, None)
    if seen.running:
        _coming(seen)
        return
    _rows(seen)
    if seen.job is not None and seen.job.stopped and not seen.whole:
        working.stopped(seen.job)


def _rows(seen: Seen) -> None:
    said = words.SWEEP_AXIS, words.protection_message(seen)
    base.figure(partial(figures.reached, seen.chart, said, heads=words.SWEEP_HEADS), "sweep rows")


def _coming(seen: Seen) -> None:
    @st.fragment(run_every=0.5)
    def look() -> None:
        if seen.job.over:
            st.rerun()
        done = words.sweep_progress(len(seen.rows), seen.job.doing)
        st.progress(min(seen.job.share, 1.0), text=done)
        st.button(words.CANCEL, icon=":material/close:", key="cancel sweep", on_click=jobs.cancel)
        if seen.rows:
            _rows(seen)

    look()


def table(seen: Seen) -> None:
    """The same as a table, made once it is open."""
    shown = st.expander(words.SWEEP_TABLE, icon=":material/table_rows:", on_change="rerun", key="sweep table")
    with shown:
        if shown.open and seen.rows:
            base.table(words.protection_rows(seen), "sweep table rows", height="content")
