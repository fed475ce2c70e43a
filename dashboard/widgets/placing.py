"""Places that are filled from elsewhere, and surfaces that can be turned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from dashboard import theme
from dashboard.figures import Figure


def place() -> Any:
    """A place that a fragment made elsewhere fills, and fills again.

    It is a container: an `st.empty` does not remember which fragment it belongs to.
    """
    return st.container()


def sheet(draw: Callable[[theme.Palette], Figure], key: str) -> None:
    """Draw a surface that can be turned, in the colours of the theme."""
    drawn = draw(theme.palette(st.context.theme.type))
    config = {"displayModeBar": False, "scrollZoom": False}
    with st.container(key=f"turned-{key}", height=drawn.spec["layout"]["height"], border=False):
        st.plotly_chart(drawn.spec, theme=None, key=key, config=config, height="stretch", alt=drawn.message)
