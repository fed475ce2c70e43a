"""One hierarchy on the page `blur`, changed one step at a time: groups, levels, values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from dashboard import grading, keeping, words
from dashboard.choosing import Panel
from dashboard.widgets import base
from privacy_core import Hierarchy


def changes(seen: Panel, column: str, made: Hierarchy) -> None:
    """What to change, with the controls of that change alone; undo and redo beside it."""
    what = st.segmented_control(
        words.CHANGE,
        list(words.CHANGES),
        format_func=words.CHANGES.__getitem__,
        default="move",
        key="change tree",
        required=True,
    )
    _CHANGES[what](column, made)
    base.refusal(grading.why_not_changed(column))
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        undo, redo = ":material/undo:", ":material/redo:"
        st.button(words.UNDO, icon=undo, key="undo tree", disabled=not seen.can_undo, on_click=keeping.undo)
        st.button(words.REDO, icon=redo, key="redo tree", disabled=not seen.can_redo, on_click=keeping.redo)
        base.small(words.CHANGE_NOTE)


def _move(column: str, made: Hierarchy) -> None:
    """A value or a group goes to another group of the next level."""
    if made.n_levels == 1:
        base.small(words.ONE_LEVEL)
        return
    left, middle, right = st.columns(3, vertical_alignment="bottom")
    level = left.selectbox(
        words.MOVE_WHAT,
        range(made.n_levels - 1),
        format_func=partial(words.level_with_labels, made),
        key=f"move level {column}",
    )
    label = middle.selectbox(words.MOVE_FROM, made.labels[level], key=f"move label {column} {level}")
    parent = right.selectbox(
        words.MOVE_TO,
        made.labels[level + 1],
        index=None,
        accept_new_options=True,
        key=f"move to {column} {level}",
        help=words.MOVE_HELP,
    )
    click = partial(grading.move, column, level, label, parent or "")
    _button(words.MOVE, ":material/drive_file_move:", click, bool(parent and parent.strip()))


def _add_level(column: str, made: Hierarchy) -> None:
    """A level between two others, or above the last."""
    several = range(1, made.n_levels + 1)
    at = st.selectbox(words.ADD_LEVEL_AT, several, key=f"add level {column}", help=words.ADD_LEVEL_HELP, width=320)
    _button(words.ADD_LEVEL, ":material/add:", partial(grading.add_level, column, at))


def _drop_level(column: str, made: Hierarchy) -> None:
    """A level that is not wanted; the values themselves stay."""
    if made.n_levels == 1:
        base.small(words.ONE_LEVEL)
        return
    named = partial(words.level_with_labels, made)
    several, key = range(1, made.n_levels), f"drop level {column}"
    at = st.selectbox(words.DROP_LEVEL_AT, several, format_func=named, key=key, width=320)
    _button(words.DROP_LEVEL, ":material/remove:", partial(grading.leave_level_out, column, at))


def _add_value(column: str, made: Hierarchy) -> None:
    """A value that the table may hold later, or that a file left out."""
    left, right = st.columns(2, vertical_alignment="bottom")
    value = left.text_input(words.ADD_VALUE_TEXT, key=f"add value {column}")
    group = None
    if made.n_levels > 1:
        group = right.selectbox(words.ADD_VALUE_TO, made.labels[1], key=f"add value to {column}")
    _button(words.ADD_VALUE, ":material/add:", partial(grading.add_value, column, value, group), bool(value.strip()))


def _drop_value(column: str, made: Hierarchy) -> None:
    """A value that no row holds."""
    value = st.selectbox(words.ADD_VALUE_TEXT, made.labels[0], key=f"drop value {column}", width=320)
    _button(words.DROP_VALUE, ":material/remove:", partial(grading.leave_value_out, column, value))


def _button(label: str, icon: str, click: Callable[[], None], ready: bool = True) -> None:
    st.button(label, icon=icon, disabled=not ready, on_click=click)


_CHANGES: Mapping[str, Callable[[str, Hierarchy], None]] = {
    "move": _move,
    "add level": _add_level,
    "drop level": _drop_level,
    "add value": _add_value,
    "drop value": _drop_value,
}
