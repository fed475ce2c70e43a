"""Parts of the page `giveaway` that teach: three attacks, three beliefs, a merger, where t is the wrong tool."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dashboard import compute, words
from dashboard.telling import Look
from dashboard.widgets import base
from privacy_core import cautions


def taught(seen: Look, show: Callable[[int], None]) -> None:
    """What all crowds teach, and the chosen one; made once it is open."""
    shown = st.expander(words.TAUGHT, icon=":material/school:", on_change="rerun", key="taught")
    with shown:
        if not shown.open:
            return
        found = compute.taught(seen.cut, seen.secret)
        base.lines(words.taught_lines(found, seen.cut.secrets))
        if seen.selected is not None:
            _of_one(seen, show)
        if len(seen.cut.secrets) > 1:
            base.small(words.all_together(*compute.all_together(seen.cut)))
            base.table(words.knowing_more_rows(compute.knowing_more(seen.cut)), "knowing", height="content")


def _of_one(seen: Look, show: Callable[[int], None]) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(f"**{words.place(seen)}**")
        base.lines(words.taught_here(compute.taught(seen.cut, seen.secret), seen.selected))
        merger = compute.merger(seen.cut, seen.secret, seen.ground, seen.selected)
        base.small(words.merger_line(merger))
        if merger is not None:
            st.button(words.SHOW_PARTNER, icon=":material/merge:", on_click=show, args=(merger.partner,))
    with right:
        st.markdown(f"**{words.BELIEFS}**")
        base.lines(words.belief_lines(compute.believed(seen.cut, seen.secret, seen.selected)))


def wrong_tool(seen: Look) -> None:
    """Where t-closeness does not help, and claims about it that do not hold."""
    shown = st.expander(words.WRONG_TOOL, icon=":material/report:", on_change="rerun", key="wrong tool")
    with shown:
        if shown.open:
            base.lines([words.plain(one.sentence) for one in cautions(compute.counts(seen.cut, seen.secret))])
            base.lines(words.correction_lines())
