"""Hierarchies on the page `blur`: each seen as a table or as a tree, built, uploaded, edited."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pyarrow as pa
import streamlit as st

from dashboard import compute, grading, state, words
from dashboard.choosing import Panel
from dashboard.widgets import base, blur, picking, regrouping
from privacy_core import Hierarchy, PrivacyError, hierarchies, write_hierarchy

ROWS = 500
"""Values shown of one hierarchy; the file has all."""


def editor(seen: Panel, chosen: compute.Cut) -> None:
    """The hierarchy of each column; made once it is open."""
    shown = st.expander(words.HIERARCHIES, icon=":material/account_tree:", on_change="rerun", key="hierarchies")
    with shown:
        if not shown.open:
            return
        base.refusal(state.recall("tree refused"))
        base.table(compute.tree_rows(chosen, seen.study.blur.trees), "tree rows", height="content")
        base.small(words.TREES_NOTE)
        blur.upload()
        column = st.selectbox(words.WHICH_TREE, (*chosen.known, *chosen.secrets), key="which tree")
        _one(seen, chosen, column)


def _one(seen: Panel, chosen: compute.Cut, column: str) -> None:
    """One column: limits, importance, labels, and how else its hierarchy could be made."""
    try:
        made = compute.tree_of(chosen, seen.study.blur.trees, column)
    except PrivacyError as refused:
        base.refusal(words.plain(str(refused)))
        made = None
    if column in chosen.secrets:
        base.small(words.SECRET_TREE)
    elif made is not None:
        _limits(seen, column, made)
    if made is not None:
        _labels(column, made)
        regrouping.changes(seen, column, made)
    _makers(chosen, column)


def _limits(seen: Panel, column: str, made: Hierarchy) -> None:
    """The coarsest level a column may have, and how much it matters."""
    left, right = st.columns(2, gap="large")
    top, highest = made.n_levels - 1, dict(seen.study.blur.max_level)
    level, weight = min(highest.get(column, top), top), float(dict(seen.study.blur.importance).get(column, 1.0))
    with left:
        shown = {"min_value": 0, "max_value": top, "help": words.HIGHEST_HELP}
        save = partial(grading.highest, column)
        picking.held(st.number_input, words.HIGHEST, f"highest {column}", level, save=save, **shown)
    with right:
        shown = {"min_value": 0.1, "max_value": 100.0, "step": 0.1, "help": words.IMPORTANCE_HELP}
        save = partial(grading.importance, column)
        picking.held(st.number_input, words.IMPORTANCE, f"importance {column}", weight, save=save, **shown)


def _labels(column: str, made: Hierarchy) -> None:
    """The labels of every level, as a table that can be edited or as a tree."""
    view = st.segmented_control(words.VIEW, words.VIEWS, default=words.VIEWS[0], key="tree view", required=True)
    if view == words.VIEWS[1]:
        st.markdown(words.tree_lines(made, ROWS))
        return
    rows = words.label_rows(made, ROWS)
    key = state.key(f"edit {column}")
    st.data_editor(pa.table(rows), key=key, hide_index=True, disabled=[words.level_head(0)], width="stretch")
    base.small(words.labels_note(made, ROWS))
    with st.container(horizontal=True):
        take = partial(_edited, column, key)
        st.button(words.TAKE_EDITS, icon=":material/check:", on_click=take)
        icon, name = ":material/download:", f"hierarchy_{column}.csv"
        st.download_button(words.SAVE_TREE, write_hierarchy(made), name, "text/csv", icon=icon, on_click="ignore")


def _edited(column: str, key: str) -> None:
    grading.edit(column, state.recall(key)["edited_rows"])


def _makers(chosen: compute.Cut, column: str) -> None:
    """Other ways to make the hierarchy: the suggested one, or a rule with its parameters."""
    kind = st.selectbox(words.MAKE, words.MAKERS, key=f"make {column}", format_func=words.MAKERS.__getitem__)
    given = _PARAMETERS[kind](column)
    st.button(words.BUILD, icon=":material/build:", on_click=partial(grading.build, column, kind, **given))


def _intervals(column: str) -> Mapping[str, Any]:
    left, right = st.columns(2, gap="large")
    return {
        "widths": _numbers(left, words.WIDTHS, "5 10 20", f"widths {column}", float),
        "origin": right.number_input(words.ORIGIN, value=0.0, key=f"origin {column}"),
        "bottom": left.number_input(words.BOTTOM, value=None, key=f"bottom {column}"),
        "top": right.number_input(words.TOP_END, value=None, key=f"top {column}"),
        "snap": left.number_input(words.SNAP, 0.0, value=0.0, key=f"snap {column}", help=words.SNAP_HELP),
    }


def _groups(column: str) -> Mapping[str, Any]:
    order = st.text_area(words.ORDER, key=f"order {column}", placeholder=words.ORDER_EXAMPLE, help=words.ORDER_HELP)
    return {
        "sizes": _numbers(st, words.SIZES, "2 4", f"sizes {column}", int),
        "order": [line.strip() for line in order.splitlines() if line.strip()],
    }


def _dates(column: str) -> Mapping[str, Any]:
    units = st.multiselect(
        words.UNITS,
        list(hierarchies.Unit),
        ["month", "year", "decade"],
        key=f"units {column}",
    )
    written = st.radio(words.WRITTEN, list(hierarchies.DayOrder), key=f"written {column}", horizontal=True)
    return {"units": [unit for unit in hierarchies.Unit if unit in units], "written": written}


def _masking(column: str) -> Mapping[str, Any]:
    left, right = st.columns(2, gap="large")
    return {
        "hidden": _numbers(left, words.HIDDEN_CHARACTERS, "", f"hidden {column}", int),
        "from_right": right.radio(words.FROM, [True, False], format_func=words.SIDES.__getitem__, key=f"from {column}"),
        "width": left.number_input(words.MASK_WIDTH, 1, 1000, value=None, key=f"width {column}"),
        "fill": right.text_input(words.FILL, key=f"fill {column}", max_chars=1),
    }


def _frequency(column: str) -> Mapping[str, Any]:
    return {"keep": _numbers(st, words.KEEP, "10 3", f"keep {column}", int)}


def _numbers(cell: Any, label: str, example: str, key: str, kind: Callable[[str], Any]) -> list[Any]:
    """Numbers separated by blanks; what is none is left out."""
    written: str = cell.text_input(label, value=example, key=key)
    return words.numbers_in(written, kind)


_PARAMETERS: Mapping[str, Callable[[str], Mapping[str, Any]]] = {
    compute.SUGGESTED: lambda column: {},
    "intervals": _intervals,
    "ordered groups": _groups,
    "dates": _dates,
    "masking": _masking,
    "by frequency": _frequency,
}
