"""Parts of the page `crowd`: the table of crowds."""

from __future__ import annotations

import streamlit as st

from dashboard import compute, words
from dashboard.widgets import base

K_SPAN = base.Span(1, 50, 1, 1_000_000)


def crowd_table(chosen: compute.Cut) -> None:
    """The smallest crowds, their looks hidden until asked for; all of them as a file."""
    shown = st.expander(
        words.crowds_title(len(compute.classes(chosen))),
        icon=":material/table_rows:",
        on_change="rerun",
        key="all crowds",
    )
    with shown:
        if not shown.open:
            return
        reveal = st.toggle(words.REVEAL, key="reveal crowds")
        rows = compute.smallest(chosen, reveal)
        base.table(rows, "crowd rows")
        base.small(words.crowds_note(len(rows["crowd"]), len(compute.classes(chosen))))
        st.download_button(
            words.SAVE_CSV,
            compute.sizes_csv(chosen, reveal),
            "crowds.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
        )
