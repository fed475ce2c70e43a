"""Parts of the page `again`: the user's own releases, linked."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from dashboard import compute, figures, linking, state, uploading, words
from dashboard.linking import Clicks, Person, Releases
from dashboard.widgets import base, picking, working


def choices(seen: Releases, clicks: Clicks) -> None:
    """Where the releases come from, and which they are."""
    fresh = {"after": clicks.forget_person}
    picking.pick(st.selectbox, words.RELEASES_FROM, "own origin", seen.origin, words.ORIGINS, **fresh)
    base.refusal(seen.said)
    if seen.origin == words.ORIGINS[1]:
        _uploads(clicks)
    elif seen.missing is None:
        _ways(clicks)
    else:
        st.page_link("views/publish.py", label=words.NEXT_PUBLISH, icon=":material/arrow_forward:")
    picking.pick(st.toggle, words.SPELLING, "own apart", state.recall("own apart", False), help=words.SPELLING_HELP)


def _ways(clicks: Clicks) -> None:
    every, key = linking.offered(), "own ways chosen"
    state.remember(key, [way.name for way in linking.chosen_ways()])
    names = [way.name for way in every]
    changed = lambda: clicks.choose_ways(state.recall(key))  # noqa: E731
    st.multiselect(words.WAYS, names, key=key, help=words.WAYS_HELP, on_change=changed)
    with st.popover(words.ANOTHER_WAY, icon=":material/add:", on_change="rerun", key="another way") as shown:
        if shown.open:
            _another_way(clicks)
    secrets = compute.cut(state.study()).secrets
    if len(secrets) > 1:
        fresh = {"after": clicks.forget_person}
        picking.pick(st.selectbox, words.SECRET_OF_WAYS, "own secret", linking.secret(secrets), secrets, **fresh)


def _another_way(clicks: Clicks) -> None:
    study = state.study()
    cut = compute.cut(study)
    columns = st.multiselect(words.WAY_COLUMNS, cut.known, key="way columns")
    levels: dict[str, int] = {}
    if study.blur.trees:
        base.small(words.WAY_NOTE)
        for name in columns:
            top = compute.tree_of(cut, study.blur.trees, name).n_levels - 1
            levels[name] = int(st.number_input(words.plain(name), 0, top, key=f"way level {name}"))
    st.button(words.ADD_WAY, icon=":material/add:", on_click=clicks.add_way, args=(columns, levels))


def _uploads(clicks: Clicks) -> None:
    kinds = ["csv", "tsv", "txt", "xlsx", "parquet", "dta"]
    st.file_uploader(words.UPLOAD_RELEASES, kinds, True, key=state.key("release upload"), on_change=clicks.upload)
    for key, name in uploading.uploaded().items():
        with st.container(horizontal=True, vertical_alignment="center"):
            base.small(words.plain(name))
            st.button("Remove", key=f"remove {key}", type="tertiary", on_click=clicks.let_go, args=(key,))
    columns = uploading.common()
    if len(uploading.uploaded()) < 2 or not columns:
        return
    seen, fresh = uploading.file_choice(), {"after": clicks.forget_person}
    picking.pick(st.selectbox, words.FILE_SECRET, "own file secret", seen.secret, columns, index=None, **fresh)
    others = [name for name in columns if name != seen.secret]
    picking.pick(st.multiselect, words.FILE_KNOWN, "own file known", list(seen.known), others, **fresh)
    picking.pick(st.selectbox, words.JOIN, "own join", seen.join, seen.joins, **fresh)
    if seen.join == words.BY_LIST:
        st.file_uploader(words.UPLOAD_LIST, kinds, key=state.key("list upload"), on_change=clicks.upload_list)
        base.small(words.plain(uploading.everyone() or words.NO_LIST))


def linked(seen: Releases, clicks: Clicks) -> None:
    """The histogram, its numbers, one person; while it is worked out, how far that is."""
    if seen.job is not None:
        working.worked(seen.job, partial(_linked, clicks))


def _linked(clicks: Clicks, found: Any) -> None:
    if not isinstance(found, compute.Own):
        return
    base.small(words.own_lead(found))
    drawn = partial(figures.candidates, found.bars, found.found.empty, words.own_lines(found), words.own_picture(found))
    base.figure(drawn, "candidates")
    base.small(words.own_lines_said(found))


def numbers(seen: Releases) -> None:
    """Four numbers of the linkage."""
    if seen.own is not None:
        base.metrics(words.own_metrics(seen.own), "own")
        base.warning(words.belief_note(seen.own))


def person(seen: Releases, clicks: Clicks) -> None:
    """The chips of one person, after a click; who it is after a second one."""
    if seen.own is None or not len(seen.own.order):
        return
    chosen = linking.person(seen.own)
    if chosen is None:
        st.button(words.find_label(seen.own), icon=":material/person_search:", on_click=clicks.walk, args=(0,))
        return
    _person(chosen, clicks)


def _person(seen: Person, clicks: Clicks) -> None:
    with base.changing("own-person", words.person_title(seen)):
        st.subheader(words.person_title(seen), anchor=False)
    base.small(words.person_place(seen))
    heads, height = (words.LEFT, words.GUESS), figures.fitting(len(seen.values), len(seen.candidates.shown) + 1)
    base.figure(partial(figures.chips, *seen.picture, heads, words.person_message(seen), height), "own chips")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Previous", icon=":material/arrow_back:", key="own back", on_click=clicks.walk, args=(-1,))
        st.button("Next person", icon=":material/arrow_forward:", key="own on", on_click=clicks.walk, args=(1,))
        picking.pick(st.toggle, words.REVEAL_PERSON, "own reveal", seen.shown)
        st.button(words.CLOSE_PERSON, key="own close", type="tertiary", on_click=clicks.forget_person)


def details(seen: Releases) -> None:
    """Sentences and the table; made once they are open."""
    if seen.own is None:
        return
    with st.expander(words.FINDINGS, icon=":material/notes:", on_change="rerun", key="own findings") as shown:
        if shown.open:
            st.markdown("\n".join(f"- {text}" for text in words.finding_lines(seen.own)))
    with st.expander(words.BARS_TABLE, icon=":material/table_rows:", on_change="rerun", key="own bars") as shown:
        if shown.open:
            base.table(words.bar_rows(seen.own), "bar rows", height="content")
