"""Parts of the page `isolate` about totals: how many, how much noise, what was reached, and how much is luck."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import figures, totalling, words
from dashboard.compute.totalling import MOST, Luck
from dashboard.totalling import LEAST, Clicks, Seen, setting
from dashboard.widgets import base, isolate, picking, working

COUNTS = base.Span(0, MOST, 1, MOST)
BITS = base.Span(1, 40, 1, 200)
EPSILON = base.Span(0.01, 10.0, 0.01, 1000.0)
ROWS = base.Span(10, 10_000, 10, 100_000)
TRIALS = base.Span(100, 2000, 100, 10_000)
LUCK_ROWS = base.Span(1, 10_000, 1, 1_000_000_000)
WEIGHT = base.Span(LEAST, 0.0, 0.1, 0.0, "%.1f")


def settings(seen: Seen, clicks: Clicks) -> None:
    """Totals, noise, rarity, and what tries reached."""
    asked, put = seen.asked, clicks.put
    base.number(words.COUNTS, "totals counts", asked.counts, COUNTS, partial(put, "counts"), words.COUNTS_HELP)
    base.number(words.EPSILON, "totals epsilon", asked.epsilon, EPSILON, partial(put, "epsilon"), words.EPSILON_HELP)
    base.number(words.BITS, "totals bits", asked.bits, BITS, partial(put, "bits"), words.BITS_HELP)
    control, ways = st.segmented_control, (words.AT_ONE_TIME, words.ONE_BY_ONE)
    now = words.ONE_BY_ONE if asked.adaptive else words.AT_ONE_TIME
    picking.pick(control, words.ASKED, "lab asked", now, ways, required=True, help=words.ASKED_HELP)
    base.metrics(words.totals_metrics(seen), "totals")


def switches(seen: Seen, clicks: Clicks) -> None:
    """The parts; and how tables are drawn: rows, tries, seed."""
    isolate.parts()
    asked, put = seen.asked, clicks.put
    with st.popover(words.COUNTED, icon=":material/tune:", on_change="rerun", key="lab counted") as shown:
        if shown.open:
            base.number(words.TOTAL_ROWS, "totals rows", asked.rows, ROWS, partial(put, "rows"), None)
            base.number(words.TRIALS, "totals trials", asked.trials, TRIALS, partial(put, "trials"), words.TRIALS_HELP)
            picking.seed(words.LAB_SEED, "lab set seed", asked.seed)


def climbing(seen: Seen) -> None:
    """The lines over the number of totals, and what tries came to."""
    base.key(words.TOTALS_LEAD, None)
    said = words.TOTALS_AXIS, words.TOTALS_UP, words.totals_message(seen)
    lines, tried = totalling.picture(seen)
    cut = seen.asked.counts, words.totals_cut(seen.asked)
    base.figure(partial(figures.totals, lines, tried, cut, said), "totals")
    st.markdown(words.totals_outcomes(seen))
    base.small(words.totals_legal(seen))
    base.small(words.totals_bound(seen))
    base.small(words.totals_assumed(seen.asked))


def luck(found: Luck, clicks: Clicks) -> None:
    """Blind luck under two sliders."""
    st.subheader(words.LUCK_TITLE, anchor=False)
    hero, controls = base.columns()
    with controls:
        put = partial(clicks.put, "luck rows")
        base.number(words.LUCK_ROWS, "luck rows", found.rows, LUCK_ROWS, put, None)
        put, at = partial(clicks.put, "luck weight"), setting("luck weight")
        base.number(words.LUCK_WEIGHT, "luck weight", at, WEIGHT, put, words.LUCK_WEIGHT_HELP)
        with base.changing("luck", words.blind_sentence(found)):
            st.markdown(words.blind_sentence(found))
    with hero:
        base.key(words.LUCK_LEAD, None)
        marks, frame = totalling.luck_picture(found)
        said = words.LUCK_AXIS, words.LUCK_UP, words.luck_message(found)
        base.figure(partial(figures.luck, marks, frame, said, height=320), "luck")
        st.markdown(words.luck_tried(found))
        base.small(words.LUCK_ASSUMED)


def table(seen: Seen) -> None:
    """The lines as numbers and the attack in steps; made once it is open."""
    shown = st.expander(words.TOTALS_TABLE, icon=":material/table_rows:", on_change="rerun", key="totals table")
    with shown:
        if shown.open:
            base.lines(words.totals_steps(seen.asked))
            base.table(words.totals_rows(seen), "totals rows table", height="content")


def awaited(seen: Seen) -> None:
    """Show the page again when the tries have ended; it stands last, so that nothing moves."""
    if seen.job is not None and not seen.job.ended:
        working.quietly(seen.job)
