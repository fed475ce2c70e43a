"""Parts of the page `isolate`: the switch between them, every set of columns, what the attacker knows of them."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import figures, isolating, words
from dashboard.compute.isolating import FAR, Asked, Scanned
from dashboard.isolating import Clicks, Seen
from dashboard.widgets import base, counted, picking, working

K = base.Span(2, FAR, 1, 1000)


def parts() -> None:
    """Which part of the page."""
    hidden = {"required": True, "label_visibility": "collapsed"}
    now, several = isolating.part(), words.ISOLATE_PARTS
    picking.pick(st.segmented_control, words.ISOLATE_PART, "isolate part", now, several, **hidden)


def switches(seen: Seen, clicks: Clicks) -> None:
    """The parts, and how rows are counted."""
    parts()
    if seen.asked is not None:
        counted.counted_as(clicks.count)


def controls(seen: Seen, clicks: Clicks) -> None:
    """Facts known, which of them surely, what alone means."""
    asked = seen.asked
    if asked is None:
        return
    if asked.most > 1:
        span, put = base.Span(1, asked.most, 1, asked.most), partial(clicks.put, "facts")
        base.number(words.FACTS_KNOWN, "isolate facts", seen.size, span, put, words.FACTS_HELP)
    shown = {"placeholder": words.SURELY_NOTHING, "help": words.SURELY_HELP}
    picking.pick(st.multiselect, words.SURELY, "isolate surely", list(seen.surely), asked.cut.known, **shown)
    base.number(words.ALONE_MEANS, "isolate k", asked.k, K, partial(clicks.put, "k"), words.ALONE_HELP)
    if isolating.may_be_capped(asked):
        _too_many(asked, clicks)
    base.metrics(words.isolate_metrics(seen), "isolate")


def _too_many(asked: Asked, clicks: Clicks) -> None:
    """So many columns that not every set of them is measured: larger sets are left out, or some are drawn."""
    picking.pick(st.toggle, words.DRAW_SETS, "isolate drawn", asked.drawn, help=words.DRAW_SETS_HELP)
    if not asked.drawn:
        n = len(asked.cut.known)
        span, put = base.Span(1, n, 1, n), partial(clicks.put, "most")
        base.number(words.UP_TO, "isolate most", asked.most, span, put, words.UP_TO_HELP)


def hero(seen: Seen, clicks: Clicks) -> None:
    """Every set a mark; while they are measured, how far that is."""
    if seen.found is not None:
        _marks(seen, seen.found, clicks)
        return
    same = lambda old: old.scan.columns == seen.asked.cut.known  # noqa: E731
    working.meanwhile(seen.job, Scanned, partial(_drawn, seen), same, figures.FACTS_HEIGHT)


def _marks(seen: Seen, found: Scanned, clicks: Clicks) -> None:
    base.key(f":small[:gray[{words.facts_lead(seen)}]]  \n{words.facts_key(seen)}", None)
    _drawn(seen, found)
    base.small(words.worst_line(seen))
    base.small(words.isolate_assumed(seen))
    if found.scan.partial:
        st.button(words.LONGER, icon=":material/timer:", key="isolate longer", on_click=clicks.longer)


def _drawn(seen: Seen, found: Scanned) -> None:
    middle = found.scan.middle(seen.size, seen.surely)
    message = words.facts_message(seen, middle)
    said = words.facts_line_label(seen.size), words.FACTS_ACROSS, words.FACTS_UP, words.FACTS_DASHED, message
    base.figure(partial(figures.facts, isolating.picture(seen, found), said), "facts")
