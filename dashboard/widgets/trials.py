"""The page `blur`: the same promise kept by another method, with the settings of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pyarrow as pa
import streamlit as st

from dashboard import comparing, compute, words
from dashboard.blurring import PINS, View
from dashboard.widgets import base

Parameters = tuple[tuple[str, float], ...]


def other_methods(seen: View | None) -> None:
    """Keep the same promise by another method, to stand beside the others."""
    if seen is None:
        return
    with st.expander(words.OTHER_METHODS, icon=":material/science:", on_change="rerun", key="other methods") as shown:
        if not shown.open:
            return
        base.small(words.METHODS_NOTE)
        full = len(seen.study.blur.pinned) >= PINS
        for name in compute.METHODS:
            parameters = _SETTINGS[name](seen) if name in _SETTINGS else ()
            with st.container(horizontal=True, vertical_alignment="center"):
                click = partial(comparing.try_method, name, parameters)
                st.button(words.method_label(name), key=f"try {name}", disabled=full, on_click=click)
                base.small(words.METHOD_ABOUT[name])


def _ends(seen: View) -> Parameters:
    """Rows cut off at each end."""
    return ((compute.ENDS, st.number_input(words.ENDS, 0.5, 49.5, 5.0, 0.5, key="coded ends", width=260)),)


def _withholding(seen: View) -> Parameters:
    """What a withheld cell counts as, how many columns are known at once, and which columns matter most."""
    left, right = st.columns(2, gap="large")
    with left:
        anything = st.radio(
            words.WITHHELD_CELL, [False, True], format_func=words.WITHHELD_CELLS.__getitem__, key="cells match anything"
        )
        at_once = st.selectbox(
            words.AT_ONCE,
            [0, *range(len(seen.columns) - 1, 0, -1)],
            format_func=lambda n: f"{n}" if n else words.ALL_COLUMNS,
            key="known at once",
            help=words.AT_ONCE_HELP,
            disabled=not anything,
        )
    with right:
        weights = _weights(seen)
    return compute.parameters_of_withholding(anything, at_once or None, weights)


def _weights(seen: View) -> dict[str, float]:
    """Importance of each column, at first as it is in the cost of the map."""
    given = dict(seen.study.blur.importance)
    rows = {"column": list(seen.columns), "importance": [float(given.get(name, 1.0)) for name in seen.columns]}
    base.small(words.CELL_WEIGHTS)
    edited = st.data_editor(
        pa.table(rows),
        hide_index=True,
        disabled=["column"],
        column_config={"importance": st.column_config.NumberColumn(min_value=0.01, max_value=1000.0, required=True)},
        key="cell weights",
        height="content",
    )
    return dict(zip(edited["column"].to_pylist(), edited["importance"].to_pylist(), strict=True))


_SETTINGS: Mapping[str, Callable[[View], Parameters]] = {
    compute.CODING: _ends,
    compute.WITHHOLDING: _withholding,
}
