"""Parts of the page `again`: the user's own releases, linked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from dashboard import compute, figures, joining, linking, state, uploading, words
from dashboard.linking import Clicks, Person, Releases
from dashboard.widgets import base, picking, working
from privacy_core import PrivacyError

KINDS = ["csv", "tsv", "txt", "xlsx", "parquet", "dta"]
"""Files of releases and of people."""


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
        base.to_first("publish")
        base.small(words.OR_UPLOAD)
    if seen.missing is None and len(seen.names) > 1:
        apart = state.recall("own apart", False)
        picking.pick(st.toggle, words.SPELLING, "own apart", apart, help=words.SPELLING_HELP)


def _ways(clicks: Clicks) -> None:
    names, now = ([way.name for way in ways] for ways in (linking.offered(), linking.chosen_ways()))
    shown = {"help": words.WAYS_HELP, "save": clicks.link_ways}
    picking.held(st.multiselect, words.WAYS, "own ways chosen", now, names, **shown)
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
    base.small(words.WAY_NOTE)
    levels: dict[str, int] = {}
    for name in columns:
        try:
            top = compute.tree_of(cut, study.blur.trees, name).n_levels - 1
        except PrivacyError as refused:
            base.refusal(words.plain(str(refused)))
            continue
        levels[name] = int(st.number_input(words.level_to_take(name), 0, top, key=f"way level {name}"))
    st.button(words.ADD_WAY, icon=":material/add:", on_click=clicks.add_way, args=(columns, levels))


def _uploads(clicks: Clicks) -> None:
    st.file_uploader(words.UPLOAD_RELEASES, KINDS, True, key=state.key("release upload"), on_change=clicks.upload)
    base.refusal(state.recall("releases dropped"))
    if uploading.may_open():
        st.button(words.TAKE_OPEN, icon=":material/add:", on_click=clicks.take_open)
    for key, name in uploading.uploaded().items():
        _held(name, f"remove {key}", partial(clicks.let_go, key))
    columns = joining.common()
    if len(uploading.uploaded()) < 2 or not columns:
        return
    seen, fresh = joining.file_choice(), {"after": clicks.forget_person}
    picking.pick(st.selectbox, words.FILE_SECRET, "own file secret", seen.secret, columns, **fresh)
    _known(seen, clicks)
    left_out = {"help": words.ROWS_LEFT_OUT_HELP, **fresh}
    picking.pick(st.selectbox, words.ROWS_LEFT_OUT, "own left out", seen.left_out, seen.flags, **left_out)
    picking.pick(st.selectbox, words.JOIN, "own join", seen.join, seen.joins, help=words.JOIN_HELP, **fresh)
    if seen.join == words.BY_LIST:
        _list(clicks)


def _held(name: str, key: str, remove: Callable[[], None]) -> None:
    """A file that is held, and a button that lets it go."""
    with st.container(horizontal=True, vertical_alignment="center"):
        base.small(words.plain(name))
        st.button(words.REMOVE, key=key, type="tertiary", on_click=remove)


def _known(seen: joining.FileChoice, clicks: Clicks) -> None:
    """Known columns: one set for all releases, or one for each."""
    fresh = {"after": clicks.forget_person}
    picking.pick(st.toggle, words.KNOWN_APART, "own known apart", joining.apart(), help=words.KNOWN_HELP, **fresh)
    every = list(zip(uploading.uploaded().items(), seen.known, strict=True))
    for (key, name), now in every if joining.apart() else every[:1]:
        label = words.known_in(name) if joining.apart() else words.FILE_KNOWN
        picking.pick(
            st.multiselect, label, joining.known_name(key), list(now), joining.offered(key, seen.secret), **fresh
        )


def _list(clicks: Clicks) -> None:
    """The list of people, and hierarchies for labels that it does not spell out."""
    st.file_uploader(words.UPLOAD_LIST, KINDS, key=state.key("list upload"), on_change=clicks.upload_list)
    base.small(words.plain(uploading.everyone() or words.NO_LIST))
    if uploading.everyone() is None:
        return
    key = state.key("list trees upload")
    st.file_uploader(
        words.LIST_TREES, ["csv", "txt"], True, key=key, help=words.LIST_TREES_HELP, on_change=clicks.upload_trees
    )
    base.refusal(state.recall("list trees refused"))
    for column, (name, _, tree) in uploading.trees().items():
        _held(
            words.tree_of_list(column, name, tree.n_levels),
            f"remove tree {column}",
            partial(clicks.let_go_tree, column),
        )


def linked(seen: Releases) -> None:
    """The histogram, its numbers, one person; while it is worked out, how far that is."""
    if seen.job is not None:
        working.worked(seen.job, _linked)


def _linked(found: Any) -> None:
    if not isinstance(found, compute.Own):
        return
    base.small(words.own_lead(found))
    drawn = partial(figures.candidates, found.bars, found.found.empty, words.own_lines(found), words.own_picture(found))
    base.figure(drawn, "candidates")
    base.small(words.own_lines_said(found))


def numbers(seen: Releases) -> None:
    """Four numbers of the linkage."""
    if seen.own is not None:
        base.metrics(words.own_metrics(seen.own), "own", 4)
        base.warning(words.belief_note(seen.own))


def person(seen: Releases, clicks: Clicks) -> None:
    """The chips of one person, after a click; who it is after a second one."""
    if seen.own is None or not len(seen.own.order):
        return
    chosen = linking.person(seen)
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
        base.steps("own", clicks.walk)
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
