"""Choices that outlast a turn of the page: the widget shows what the session remembers, a change is remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from dashboard import state

MOST_SEED = 2**31 - 1


def pick(
    draw: Callable[..., Any],
    label: str,
    name: str,
    now: Any,
    *options: Any,
    after: Callable[[], None] | None = None,
    **settings: Any,
) -> None:
    """Draw a widget for something the session remembers by this name; `after` a change something else may follow."""
    key = f"{name} widget"
    if state.recall(key, draw) != now:  # set again it would undo what is being chosen while the page runs
        state.remember(key, now)

    def taken() -> None:
        state.remember(name, state.recall(key))
        if after is not None:
            after()

    draw(label, *options, key=key, on_change=taken, **settings)


def seed(label: str, name: str, now: int, **settings: Any) -> None:
    """A box for the number that chance begins with."""
    pick(st.number_input, label, name, now, min_value=0, max_value=MOST_SEED, step=1, **settings)
