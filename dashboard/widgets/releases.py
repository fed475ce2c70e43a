"""One way to blur on the page `blur`: all ways as a table, columns before and after, who is left out, the files."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import choosing, compute, words
from dashboard.blurring import View
from dashboard.widgets import base

WAYS = 5000
"""Ways listed in the table; the file has all."""


def all_ways(seen: View | None) -> None:
    """Every way as a table; a row chooses it, or says why it breaks the promise."""
    if seen is None:
        return
    title = words.all_ways(len(seen.ways.cost))
    with st.expander(title, icon=":material/table_rows:", on_change="rerun", key="all ways") as shown:
        if not shown.open:
            return
        order, head = seen.ways.order, words.cost_head(seen.asked.quality)
        picked = lambda row: choosing.pick(int(order[row]))  # noqa: E731
        base.table(words.way_rows(seen, head, order[:WAYS]), "way rows", picked=picked)
        base.small(words.ways_note(min(WAYS, len(order)), len(order)))
        base.saved(partial(words.way_rows, seen, head, order), len(order), "ways")


def before_after(seen: View | None) -> None:
    """Each column before and after, made once it is open; its values on request."""
    if seen is None or seen.chosen is None:
        return
    with st.expander(
        words.EACH_COLUMN, icon=":material/compare_arrows:", on_change="rerun", key="each column"
    ) as shown:
        if not shown.open:
            return
        found = compute.usefulness(*seen.key, seen.asked.gs).after.columns
        base.table(words.column_rows(found), "column rows", height="content")
        if not st.toggle(words.SHOW_VALUES, key="column values"):
            return
        name = st.selectbox(words.WHICH_TREE, seen.columns, key="which column")
        one = next(change for change in found if change.column == name)
        left, right = st.columns(2, gap="large")
        with left:
            base.table(words.value_rows(one.labels_before, one.rows_before.tolist(), words.BEFORE), "values before")
        with right:
            base.table(words.value_rows(one.labels_after, one.rows_after.tolist(), words.AFTER), "values after")


def left_out(seen: View | None) -> None:
    """Every left-out row with the promises its crowd breaks; what it looks like on a second request."""
    if seen is None or seen.chosen is None:
        return
    with st.expander(words.WITHHELD, icon=":material/person_off:", on_change="rerun", key="left out rows") as shown:
        if not shown.open:
            return
        reveal = st.toggle(words.REVEAL_ROWS, key="reveal left out")
        rows, total = compute.reasons(compute.carried_out(*seen.key), reveal)
        base.table(rows, "left out table")
        base.small(words.withheld_note(len(rows["row"]), total))
