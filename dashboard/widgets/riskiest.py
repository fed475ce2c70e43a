"""Parts of the page `isolate` below its picture: riskiest and smallest sets, their scores, table and population."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard import isolating, words
from dashboard.compute.isolating import Smallest
from dashboard.isolating import Seen, setting
from dashboard.widgets import base, picking, working

FEW_ROWS, TALL = 7, 300
"""Rows that a table shows whole, and the height of those that have more."""


def details(seen: Seen) -> None:
    """Everything below the picture; made once it is open."""
    if seen.found is None:
        return
    icon = ":material/table_rows:"
    with st.expander(words.RISKIEST, icon=icon, on_change="rerun", key="isolate details") as shown:
        if not shown.open:
            return
        left, right = st.columns(2, gap="large")
        with left:
            _riskiest(seen)
        with right:
            _unicity(seen)
        _smallest(seen)
        _population(seen)


def _listed(rows: Mapping[str, Sequence[Any]], key: str) -> None:
    """A table as high as its rows, up to where it scrolls."""
    base.table(rows, key, height="content" if len(next(iter(rows.values()))) <= FEW_ROWS else TALL)


def _riskiest(seen: Seen) -> None:
    st.subheader(words.SETS_TITLE, anchor=False)
    _listed(words.riskiest_rows(seen), "riskiest rows")
    base.small(words.riskiest_note(seen))


def _unicity(seen: Seen) -> None:
    st.subheader(words.UNICITY_TITLE, anchor=False)
    _listed(words.unicity_rows(seen.found.scan), "unicity rows")
    base.small(words.UNICITY_NOTE)


def _smallest(seen: Seen) -> None:
    st.subheader(words.SMALLEST_TITLE, anchor=False)
    job = isolating.smallest(seen)
    if job is None:
        base.small(words.OTHER_WORK)
        return
    working.worked(job, lambda found: _scores(seen, found), 160)


def _scores(seen: Seen, found: Smallest) -> None:
    st.markdown(f":small[{words.smallest_line(found, seen.asked.cut.person is None)}]")
    if not found.found.with_any:
        return
    left, right = st.columns(2, gap="large")
    with left:
        _listed(words.smallest_rows(found), "smallest rows")
        base.saved(isolating.per_row(found), found.found.n_rows, "scores")
        base.small(words.SAVE_SCORES_NOTE)
    with right:
        _listed(words.score_rows(found), "score rows")
        base.small(words.SCORES_NOTE)
        _by_value(found)


def _by_value(found: Smallest) -> None:
    """Values belong to few people, so they are shown to who asks for them only."""
    picking.pick(st.toggle, words.SHOW_SCORED_VALUES, "isolate values", bool(setting("values", False)))
    if setting("values", False):
        names = found.by_part
        at = setting("column", names[0])
        at = at if at in names else names[0]
        picking.pick(st.selectbox, words.VALUES_OF, "isolate column", at, names)
        _listed(words.score_value_rows(found, at), "score values")


def _population(seen: Seen) -> None:
    """Who is alone in the table, and in a population it was drawn from."""
    st.subheader(words.POPULATION_TITLE, anchor=False)
    left, right = st.columns([1, 2.55], gap="large")
    with left:
        bounds: dict[str, Any] = {"min_value": 0.001, "max_value": 100.0, "step": 1.0, "format": "%.3f"}
        shown = {**bounds, "help": words.FRACTION_HELP, "placeholder": words.NOBODY_SAID}
        picking.pick(st.number_input, words.FRACTION_OF, "isolate of 100", setting("of 100", None), **shown)
    with right:
        sets, job = isolating.alone(seen)
        if job is None:
            base.small(words.OTHER_WORK)
            return
        working.worked(job, lambda found: base.lines(words.population_lines(sets, found, seen)), 80)
        scores = isolating.kept_smallest(seen)
        base.small_if(None if scores is None else words.dis_line(scores))
