"""Parts of the page `isolate` about rare descriptions: what is tested, what was reached, and how rare it was."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import describing, figures, receiving, releasing, words
from dashboard.compute.describing import Described
from dashboard.describing import Clicks, Seen
from dashboard.widgets import base, isolate, match, picking, working

RARER = base.Span(1, 1000, 1, 1_000_000)
TRIES = base.Span(50, 2000, 50, 20_000)


def switches(seen: Seen, clicks: Clicks) -> None:
    """The part of the page; the release and the strangers, once there is something to test."""
    isolate.parts()
    if seen.missing is not None or not seen.chosen.name:
        return
    with st.popover(words.WHAT_IS_TESTED, icon=":material/rule:", on_change="rerun", key="isolate what") as shown:
        if shown.open:
            what(clicks)
            _how_often(seen, clicks)


def what(clicks: Clicks) -> None:
    """The release, and the strangers; the same ones as on `match`."""
    names, now = [one.name for one in releasing.offered()], releasing.origin().name
    again = {"after": clicks.forget_pair, "help": words.WHICH_MATCHED_HELP}
    picking.pick(st.selectbox, words.WHICH_MATCHED, "match origin", now, names, **again)
    if now == words.UPLOADED_RELEASE:
        match.upload(receiving.RELEASE, words.UPLOAD_ONE, None, clicks)
    if receiving.has_strangers() and receiving.HOLDOUT not in receiving.kept():
        match.strangers(clicks, "isolate")
    match.upload(receiving.HOLDOUT, words.UPLOAD_STRANGERS, words.STRANGERS_HELP, clicks)


def _how_often(seen: Seen, clicks: Clicks) -> None:
    if seen.asked is not None:
        put = partial(clicks.put, "tries")
        base.number(words.TRIES, "isolate rare tries", seen.asked.tries, TRIES, put, words.TRIES_HELP)
        picking.seed(words.SEED_OF_TRIES, "isolate rare seed", seen.asked.seed)


def nothing_yet(seen: Seen, clicks: Clicks) -> None:
    """The missing step as one link, and the other releases there are."""
    base.to_first(seen.link)
    base.how_first(seen.chosen.hint, words.AS_IT_IS_INSTEAD)
    if seen.chosen.name:
        with st.columns([1.4, 1.2])[0]:
            what(clicks)


def settings(seen: Seen, clicks: Clicks) -> None:
    """How a person is described, what counts as rare, three numbers, strangers."""
    if seen.asked is None:
        return
    asked, put = seen.asked, clicks.put
    box, shown = st.selectbox, {"help": words.RARE_WAY_HELP}
    picking.pick(box, words.RARE_WAY, "isolate rare way", words.RARE_WAYS[seen.at], words.RARE_WAYS, **shown)
    most = max(len(seen.columns), 2)
    span, several = base.Span(1, most, 1, most), partial(put, "together")
    follows = seen.at != words.RARE_WAYS.index(words.SEVERAL_COLUMNS)  # its place is kept, so that nothing jumps
    base.number(words.TOGETHER, "isolate rare together", asked.together, span, several, words.TOGETHER_HELP, follows)
    base.number(words.RARER, "isolate rare rarer", seen.rarer, RARER, partial(put, "rarer"), words.RARER_HELP)
    if seen.reached is not None:
        base.metrics(words.rare_metrics(seen.reached), "rare")
    if seen.holdout is None:
        base.small(words.NEEDS_STRANGERS)
        if receiving.has_strangers():
            match.strangers(clicks, "isolate page")


def luck(seen: Seen) -> None:
    """Success against weight above the curve of luck; while it is tried, how far that is."""
    if seen.found is not None:
        _luck(seen)
    else:
        working.meanwhile(seen.job, Described, lambda old: _luck(seen.showing(old)))


def _luck(seen: Seen) -> None:
    tries = seen.tries
    if tries is None:
        base.small_if(None if seen.reached is None else words.NO_WEIGHTS)
        _compared(seen.found)
    else:
        base.key(words.rare_lead(seen), None)
        marks, frame = describing.picture(seen, tries)
        said = words.RARE_AXIS, words.RARE_UP, words.rare_message(seen)
        base.figure(partial(figures.luck, marks, frame, said), "rare luck")
    st.markdown(words.rare_outcome(seen))
    if seen.reached is not None:
        base.small_if(words.rare_fewer(seen.reached.main, seen.found.asked.tries))
    base.small_if(words.rare_legal(seen))
    base.small(words.RARE_ASSUMED)


def _compared(found: Described | None) -> None:
    if found is not None:
        base.key(words.TRIES_KEY, None)
        said = words.TRIES_AXIS, words.rare_messages(found)
        base.figure(partial(figures.tries, describing.tried(found), said), "rare tries")


def several(seen: Seen) -> None:
    """Three ways to describe one person, each beside strangers and luck, where they do not stand above already."""
    if seen.found is None or seen.tries is None:
        return
    st.subheader(words.SEVERAL_TITLE, anchor=False)
    hero, outcomes = base.columns()
    with hero:
        _compared(seen.found)
    with outcomes:
        base.lines(words.rare_outcomes(seen.found))
        base.small(words.OUTCOME_HELP)


def table(seen: Seen) -> None:
    """Counts, weights, columns and assumptions; made once it is open."""
    shown = st.expander(words.RARE_TABLE, icon=":material/table_rows:", on_change="rerun", key="rare table")
    with shown:
        found = seen.found
        if not shown.open or found is None:
            return
        base.table(words.rare_rows(found), "rare rows", height="content")
        if seen.crowds is not None:
            base.small(words.rare_weights(seen.crowds))
        mix = words.mix_rows(found)
        if mix is not None:
            base.table(mix, "rare mix", height="content")
        base.lines([f":small[{one}]" for one in words.rare_told(found)])
