"""Parts of the page `isolate` about several lists of facts: each a row, the lists themselves, what people post."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import figures, listing, words
from dashboard.listing import Clicks, Seen
from dashboard.widgets import base, crowd, isolate, picking, working
from privacy_core import attacks


def switches() -> None:
    """The parts of the page; this one has its own reading of a gap beside its picture."""
    isolate.parts()


def controls(seen: Seen, clicks: Clicks) -> None:
    """The line, how a gap is read, the list that can be changed, four numbers."""
    base.number(words.LISTS_LINE, "k", seen.k, crowd.K_SPAN, lambda k: clicks.line(int(k)), words.LISTS_LINE_HELP)
    cells = words.MISSING_CELLS
    shown = {"format_func": cells.__getitem__, "help": words.MISSING_CELL_HELP}
    picking.pick(st.selectbox, words.MISSING_CELL, "isolate missing", seen.policies.missing, [*cells], **shown)
    if seen.courses:
        picking.pick(st.toggle, words.MENDED, "isolate mended", seen.mended, help=words.MENDED_HELP)
    if seen.found is not None:
        base.metrics(words.lists_metrics(seen.found), "lists")


def change(seen: Seen, clicks: Clicks) -> None:
    """One list at a time: its name, its columns; lists added and removed."""
    icon = ":material/checklist:"
    with st.expander(words.CHANGE_LISTS, icon=icon, on_change="rerun", key="isolate change lists") as shown:
        if not shown.open:
            return
        places, names = range(len(seen.lists)), [name for name, _ in seen.lists]
        left, middle, right = st.columns([1, 1, 2])
        with left:
            picking.pick(st.selectbox, words.WHICH_LIST, "isolate list", seen.at, places, format_func=names.__getitem__)
        name, columns = seen.lists[seen.at]
        with middle:
            picking.held(st.text_input, words.ITS_NAME, "isolate list name widget", name, save=clicks.rename)
        with right:
            of = "isolate list columns widget", list(columns), seen.columns
            picking.held(st.multiselect, words.ITS_COLUMNS, *of, save=clicks.fill)
        with st.container(horizontal=True):
            st.button(words.ADD_LIST, icon=":material/add:", on_click=clicks.add)
            st.button(words.REMOVE_LIST, icon=":material/remove:", on_click=clicks.remove, disabled=len(names) < 2)
            st.button(words.FIRST_LISTS, icon=":material/undo:", on_click=clicks.begin_again)


def hero(seen: Seen) -> None:
    """Every list a row; while they are judged, how far that is."""
    if seen.found is not None:
        _rows(seen.found)
    else:
        working.meanwhile(seen.job, attacks.subsets.Overlapping, _rows)


def _rows(found: attacks.subsets.Overlapping) -> None:
    base.key(f":small[:gray[{words.LISTS_LEAD}]]  \n{words.LISTS_KEY}", None)
    said = words.LISTS_AXIS, words.lists_message(found)
    base.figure(partial(figures.lists, listing.picture(found), said), "lists")
    base.small(words.LISTS_ASSUMED)


def table(seen: Seen) -> None:
    """The lists in numbers; made once it is open."""
    with st.expander(words.LISTS_TABLE, icon=":material/table_rows:", on_change="rerun", key="lists table") as shown:
        if shown.open and seen.found is not None:
            base.table(words.list_rows(seen.found), "list rows", height="content")


def posting(seen: Seen) -> None:
    """What people post and what that gives away; asked once it is open."""
    if seen.found is None:
        return
    with st.expander(words.POSTING, icon=":material/badge:", on_change="rerun", key="isolate posting") as shown:
        if not shown.open:
            return
        posted = listing.posted(seen)
        left, right = st.columns(2, gap="large")
        with left:
            help_ = words.POSTED_HELP
            picking.pick(
                st.multiselect, words.POSTED, "isolate posted", list(posted.asked.posted), posted.columns, help=help_
            )
            others = [name for name in posted.columns if name not in posted.asked.posted]
            help_ = words.NOT_POSTED_HELP
            picking.pick(
                st.multiselect, words.NOT_POSTED, "isolate hidden", list(posted.asked.hidden), others, help=help_
            )
            base.small_if(words.RESUME if posted.resume else None)
        with right:
            base.refusal(posted.refused)
            if posted.job is not None:
                working.worked(posted.job, _posted, 160)
            elif posted.refused is None:
                base.small(words.POST_FIRST)


def _posted(found: attacks.subsets.Posting) -> None:
    st.markdown(words.posting_line(found))
    base.metrics(words.posting_metrics(found), "posting")
    base.small(words.POSTING_NOTE)
