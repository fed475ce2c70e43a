"""Parts of the page `isolate`: the switch between its parts, and the missing step."""

from __future__ import annotations

import streamlit as st

from dashboard import isolating, words
from dashboard.widgets import picking


def parts() -> None:
    """Which part of the page."""
    hidden = {"required": True, "label_visibility": "collapsed"}
    now, several = isolating.part(), words.ISOLATE_PARTS
    picking.pick(st.segmented_control, words.ISOLATE_PART, "isolate part", now, several, **hidden)


def to_publish() -> None:
    """The page where the missing step is."""
    arrow = {"icon": ":material/arrow_forward:", "icon_position": "right"}
    st.page_link("views/publish.py", label=words.NEXT_PUBLISH, **arrow)
