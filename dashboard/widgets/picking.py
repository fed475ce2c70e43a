"""Choices that are also made elsewhere: the widget shows what is set, a choice in it is given to who sets it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from dashboard import state

MOST_SEED = 2**31 - 1
INDEXED, SEVERAL = ("selectbox", "radio"), ("multiselect", "segmented_control")
"""Widgets that begin with the place of an option, and with options."""


def held(
    draw: Callable[..., Any],
    label: str,
    name: str,
    now: Any,
    *options: Sequence[Any],
    save: Callable[[Any], None],
    **settings: Any,
) -> None:
    """Draw a widget that shows what is set now; what is chosen in it is given to `save`."""
    begins, kind = _offered(now, *options), draw.__name__
    key = state.widget(name, begins)
    if kind in INDEXED:
        several = list(*options)
        first = {"index": several.index(begins) if begins in several else None}
    else:
        first = {"default" if kind in SEVERAL else "value": begins}
    draw(label, *options, key=key, on_change=lambda: save(state.recall(key)), **first, **settings)


def _offered(now: Any, *options: Sequence[Any]) -> Any:
    """What is set, as far as it is among the options, if there are any."""
    if not options or now is None:
        return now
    (offered,) = options
    if isinstance(now, list):
        return [one for one in now if one in offered]
    return now if now in offered else next(iter(offered), None)


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

    def taken(chosen: Any) -> None:
        state.remember(name, chosen)
        if after is not None:
            after()

    held(draw, label, f"{name} widget", now, *options, save=taken, **settings)


def seed(label: str, name: str, now: int, **settings: Any) -> None:
    """A box for the number that chance begins with."""
    pick(st.number_input, label, name, now, min_value=0, max_value=MOST_SEED, step=1, **settings)
