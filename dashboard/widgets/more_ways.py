"""Parts of the page `isolate` about more ways: rows made alike, two releases, half of every row, what does hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from dashboard import demonstrating, figures, words
from dashboard.compute.demonstrating import ENDS, ONE_BIT, Shown, needed
from dashboard.demonstrating import FIRST, SECOND, Clicks, Pair, Seen, Varied
from dashboard.widgets import base, isolate, picking, working
from privacy_core import attacks

Claim, FullSinglingOut = attacks.singling_out.Claim, attacks.singling_out.FullSinglingOut

K = base.Span(2, 20, 1, 200)
COLUMNS = base.Span(10, 2000, 10, 20_000)
ROWS = base.Span(10, 1000, 10, 10_000)
TRIALS = base.Span(100, 2000, 100, 10_000)
HALF = base.Span(2, 300, 1, 2000)
ONE_IN = base.Span(2, 1000, 1, 1_000_000)


def switches(seen: Seen, clicks: Clicks) -> None:
    """The parts; and how tables are drawn: rows, tries, seed."""
    isolate.parts()
    with st.popover(words.COUNTED, icon=":material/tune:", on_change="rerun", key="ways counted") as shown:
        if shown.open:
            put = clicks.put
            base.number(words.WAYS_ROWS, "ways rows", seen.asked.rows, ROWS, partial(put, "rows"), None)
            base.number(words.TRIALS, "ways trials", seen.asked.trials, TRIALS, partial(put, "trials"), None)
            picking.seed(words.LAB_SEED, "lab ways seed", seen.asked.seed)


def settings(seen: Seen, clicks: Clicks) -> None:
    """The way, k, columns, and four numbers."""
    asked, put = seen.asked, clicks.put
    ways = {"required": True, "help": words.WAY_HELP}
    now = words.WAYS_HERE[[*demonstrating.WAYS.values()].index(asked.way)]
    picking.pick(st.segmented_control, words.WAY_HERE, "lab way", now, words.WAYS_HERE, **ways)
    pair, ends = asked.way == ONE_BIT, asked.way == ENDS  # what has no say keeps its place, so that nothing jumps
    base.number(words.WAYS_K, "ways k", asked.k, K, partial(put, "k"), words.WAYS_K_HELP, pair)
    put = partial(put, "columns")
    base.number(words.WAYS_COLUMNS, "ways columns", asked.columns, COLUMNS, put, words.WAYS_COLUMNS_HELP, ends)
    most = None if ends else needed(asked.k, asked.rows)
    base.metrics(words.ways_metrics(seen, most), "ways")


def bars(seen: Seen) -> None:
    """The attack beside a blind one; while it is tried, how far that is."""
    if seen.found is not None:
        _bars(seen, seen.found)
    else:
        working.meanwhile(seen.job, Shown, lambda old: _bars(Seen(old.asked, seen.job), old))


def _bars(seen: Seen, found: Shown) -> None:
    base.key(words.WAYS_LEAD, None)
    said = words.ways_axis(seen), words.WAYS_UP, words.BLIND, words.EXPECTED, words.ways_message(seen)
    base.figure(partial(figures.bars, demonstrating.picture(found), said), "ways bars")
    st.markdown(words.ways_outcome(seen))
    base.small(words.ways_legal(seen))
    base.small(words.ways_assumed(seen))


def table(seen: Seen) -> None:
    """The bars as numbers; made once it is open."""
    shown = st.expander(words.WAYS_TABLE, icon=":material/table_rows:", on_change="rerun", key="ways table")
    with shown:
        if shown.open and seen.found is not None:
            base.table(words.ways_rows(seen), "ways rows table", height="content")


def demonstrations(pair: Pair, half: FullSinglingOut, varied: Varied, clicks: Clicks) -> None:
    """Two releases, half of every row; under them how much the open table varies."""
    left, right = st.columns(2, gap="large")
    with left:
        _pair(pair, clicks)
    with right:
        _half(half, clicks)
    _premise(varied, clicks)


def _pair(seen: Pair, clicks: Clicks) -> None:
    st.subheader(words.TWO_TITLE, anchor=False)
    with st.container(horizontal=True):
        for which in (FIRST, SECOND):
            label, icon = words.PUBLISH_THAT[which], ":material/publish:"
            if which in seen.out:
                label, icon = words.TAKE_BACK[which], ":material/undo:"
            st.button(label, icon=icon, key=f"release {which}", on_click=clicks.release, args=(which,))
    said = "", words.PAIR_UP, "", "", words.pair_message(seen)
    base.figure(partial(figures.bars, demonstrating.pair_picture(seen), said, height=230), "pair bars")
    _told("pair", words.pair_sentence(seen), words.pair_outcome(seen), words.pair_assumed(seen), words.pair_legal(seen))


def _half(found: FullSinglingOut, clicks: Clicks) -> None:
    st.subheader(words.HALF_TITLE, anchor=False)
    rows = int(demonstrating.setting("half rows"))
    base.number(words.HALF_ROWS, "ways half rows", rows, HALF, partial(clicks.put, "half rows"), None)
    said = "", words.HALF_UP, "", "", words.half_message(found)
    base.figure(partial(figures.bars, demonstrating.half_picture(found), said, height=230), "half bars")
    _told(
        "half",
        words.half_sentence(found),
        words.half_outcome(found),
        words.half_assumed(found),
        words.half_legal(found),
    )


def _told(name: str, sentence: str, outcome: str, assumed: str, legal: str | None = None) -> None:
    with base.changing(name, sentence):
        st.markdown(sentence)
    st.markdown(outcome)
    base.small_if(legal)
    base.small(assumed)


def _premise(seen: Varied, clicks: Clicks) -> None:
    st.subheader(words.PREMISE_TITLE, anchor=False)
    left, right = base.columns()
    with right:
        put = partial(clicks.put, "one in")
        base.number(words.PREMISE_RARE, "ways one in", seen.one_in, ONE_IN, put, words.PREMISE_HELP, seen.found is None)
    with left:
        _told("premise", words.premise_sentence(seen), words.premise_outcome(seen), words.premise_assumed(seen))
        if seen.found is None:
            base.to_first("publish")


def holds(claims: Sequence[Claim], settings: tuple[int, int, float]) -> None:
    """What does hold, with its conditions; made once it is open."""
    shown = st.expander(words.HOLDS_TABLE, icon=":material/balance:", on_change="rerun", key="what holds")
    with shown:
        if shown.open:
            base.small(words.HOLDS_LEAD)
            base.lines(words.claim_lines(claims))
            base.small(words.claims_settings(*settings))
