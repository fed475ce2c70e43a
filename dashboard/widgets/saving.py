"""The download of a release: which columns and rows, the files, how to check them."""

from __future__ import annotations

import streamlit as st

from dashboard import comparing, compute, state, words
from dashboard.blurring import View
from dashboard.widgets import base
from privacy_core import WORKSHEET_ROWS, InternalError, PrivacyError, Roles, Study, publishing

TYPES = {"csv": "text/csv", "xlsx": words.XLSX_TYPE, "parquet": "application/vnd.apache.parquet"}


def download(seen: View | None, found: compute.Searched | None = None) -> None:
    """The release of the chosen way, or of the one a search found, as files; made once it is open."""
    with st.popover(words.RELEASE, icon=":material/download:", on_change="rerun", key="download release") as shown:
        if not shown.open:
            return
        if seen is not None and comparing.saveable(seen):
            title = st.selectbox(words.WHICH_RELEASE, comparing.saveable(seen), key="which release")
            _release(state.study(), seen.cut, comparing.release(seen, title))
        elif found is not None:
            _release(state.study(), found.cut, comparing.searched(found))
        else:
            base.small(words.NOTHING_TO_SAVE)


def _release(study: Study, chosen: compute.Cut, found: comparing.Release | None) -> None:
    """One release: what goes into the file, then the files."""
    if found is None:
        base.small(words.NO_RELEASE)
        return
    salt, rows, columns = _choices(study.roles, compute.table(chosen).names)
    keep = publishing.Keep(columns, rows)
    wanted = compute.Wanted(found.promise, found.method, found.levels, found.parameters, keep, bool(salt))
    try:
        offered = compute.offer(study, chosen, found.answer, wanted, salt)
    except (PrivacyError, InternalError) as refused:
        base.refusal(words.plain(str(refused)))
        return
    _files(offered)
    _script(study, chosen, offered, wanted)


def _script(study: Study, chosen: compute.Cut, offered: compute.Offered, wanted: compute.Wanted) -> None:
    """The script that makes the CSV again, with the hierarchies it reads."""
    content = compute.packed(study, chosen, offered.published, wanted)
    icon = ":material/code:"
    st.download_button(words.SCRIPT, content, "make_release.zip", "application/zip", icon=icon, on_click="ignore")
    base.small(words.script_note(study.source, wanted.salted))


def _choices(roles: Roles, names: list[str]) -> tuple[str, bool, tuple[str, ...]]:
    """Salt, whether left-out rows stay, and further columns."""
    base.small(words.RELEASE_NOTE)
    salt = ""
    if roles.identifiers or roles.person or roles.household:
        salt = st.text_input(words.SALT, type="password", key="salt", help=words.SALT_HELP)
        base.small(words.SALT_NOTE)
    spare = [*roles.unused(names), *([roles.weight] if roles.weight else [])]
    columns = st.multiselect(words.KEEP_COLUMNS, spare, key=state.key("keep columns")) if spare else []
    without = st.toggle(words.WITHOUT, key="without left out")
    if without:
        base.warning(words.WITHOUT_NOTE)
    return salt, not without, tuple(columns)


def _files(offered: compute.Offered) -> None:
    """A button per kind of file, what was decided, and the command that judges the file again."""
    with st.container(horizontal=True):
        for kind, mime in TYPES.items():
            if kind == "xlsx" and offered.published.table.n_rows >= WORKSHEET_ROWS:
                base.small(words.TOO_LONG)
                continue
            name = f"release.{kind}"
            st.download_button(
                words.SAVE_AS[kind], offered.save(name), name, mime, icon=":material/download:", on_click="ignore"
            )
    for note in offered.published.notes:
        base.small(words.plain(note))
    if offered.check is not None:
        base.small(words.CHECK_NOTE)
        st.code(offered.check, language="bash", wrap_lines=True)
        for name, content in offered.files.items():
            st.download_button(name, content, name, "text/csv", icon=":material/download:", on_click="ignore")
