"""Parts of the page `match` about other ways to match: Fellegi–Sunter, one pair's weights, distances, a shift."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import figures, weighing, words
from dashboard.compute.weighing import Beside
from dashboard.weighing import Clicks, Seen
from dashboard.widgets import base, picking, working
from privacy_core import linkage

K = base.Span(2, 50, 1, 200)


def settings(seen: Seen) -> None:
    """How records are sorted, and what compares with what."""
    found = seen.matched.found
    if found is None:
        return
    called = {name: words.sorting(found, level, 60) for level, name in enumerate(found.levels)}
    now, help_ = found.levels[seen.level], words.BESIDE_SORTED_HELP
    how = {"format_func": called.__getitem__, "help": help_}
    picking.pick(st.selectbox, words.BESIDE_SORTED, "match beside level", now, found.levels, **how)
    base.small(words.BESIDE_MEANS)


def methods(seen: Seen) -> None:
    """Both ways to match on one scale; while they are worked out, how far that is."""
    if seen.found is None:
        if seen.waits is not None and not seen.waits.ended:
            working.waiting(seen.waits, 260)
        elif seen.waits is not None and seen.waits.stopped:
            working.stopped(seen.waits)
        return
    base.key(words.BESIDE_LEAD, None)
    base.key(words.REACHED_KEY, None)
    said = words.BESIDE_AXIS, words.beside_message(seen)
    base.figure(partial(figures.reached, weighing.methods(seen.found, seen.level), said), "beside rows")


def below(seen: Seen, clicks: Clicks) -> None:
    """One pair's weights, the experiment, distances, membership."""
    if seen.found is None:
        return
    base.table(words.beside_rows(seen.found), "beside table", height="content")
    _weights(seen, seen.found, clicks)
    _shift(seen, clicks)
    left, right = st.columns([1.6, 1], gap="large")
    with left:
        st.subheader(words.NEAR_TITLE, anchor=False)
        base.table(words.near_rows(seen.found), "near table", height="content")
        base.small(words.NEAR_MEANS)
    with right:
        st.subheader(words.MEMBERSHIP_TITLE, anchor=False)
        st.markdown(linkage.MEMBERSHIP)
    _quoted()


def _quoted() -> None:
    """The paper's own figures, apart from ours."""
    with st.container(border=True):
        st.markdown(f"**{words.QUOTED}**")
        st.markdown(f":small[{words.QUOTE_LINES}]")
        base.small(words.QUOTE_SOURCE)


def _weights(seen: Seen, found: Beside, clicks: Clicks) -> None:
    """Made once it is open: which columns of a pair agree is told on request only."""
    shown = st.expander(words.SHOW_WEIGHTS, icon=":material/balance:", on_change="rerun", key="one pair weighed")
    with shown:
        if not shown.open:
            return
        one = found.baselines.fields[seen.level]
        if one.model is None:
            base.small(words.no_model(one))
            return
        left, right = st.columns([1.3, 1], gap="large")
        with left:
            _fall(seen, clicks)
        with right:
            st.markdown(words.IDENTITY)
            base.table(words.weight_rows(found, seen.level), "weights table", height="content")


def _fall(seen: Seen, clicks: Clicks) -> None:
    st.subheader(words.FALL_TITLE, anchor=False)
    pair = seen.weights
    if pair is None:
        base.small(words.NO_WEIGHED)
        return
    place, several, one = pair
    st.markdown(words.fall_line(place, several, one))
    parts = [figures.Fall(*step) for step in words.fall_steps(one)]
    line, said = (one.line, words.FALL_LINE), (words.FALL_AXIS, words.fall_message(one))
    base.figure(partial(figures.falls, parts, line, words.FALL_SUM, said), "falls")
    with st.container(horizontal=True):
        back, on = ":material/arrow_back:", ":material/arrow_forward:"
        st.button(words.BEFORE_WEIGHED, icon=back, key="weighed back", on_click=clicks.walk, args=(-1,))
        st.button(words.NEXT_WEIGHED, icon=on, key="weighed on", on_click=clicks.walk, args=(1,))


def _shift(seen: Seen, clicks: Clicks) -> None:
    st.subheader(words.SHIFT_TITLE, anchor=False)
    left, right = base.columns()
    with right:
        put = partial(clicks.put, "k")
        base.number(words.SHIFT_K, "match shift k", seen.k, K, put, words.SHIFT_K_HELP)
    job = seen.shift
    if seen.moved is None:
        with left:
            if job is not None and not job.ended:
                working.waiting(job, 200)
            elif job is not None and job.stopped:
                working.stopped(job)
            elif job is not None:
                base.small(words.no_shift(job.refused))
        return
    with right:
        st.markdown(words.shift_line(seen.moved))
        base.small(words.shift_assumed(seen.moved))
    with left:
        base.key(words.SHIFT_LEAD, None)
        base.key(words.REACHED_KEY, None)
        said = words.BESIDE_AXIS, words.shift_message(seen.moved)
        base.figure(partial(figures.reached, weighing.experiment(seen.moved), said), "shift rows")
    shown = st.expander(words.SHIFT_TABLE, icon=":material/table_rows:", on_change="rerun", key="shift table")
    with shown:
        if shown.open:
            base.table(words.shift_rows(seen.moved), "shift table rows", height="content")
