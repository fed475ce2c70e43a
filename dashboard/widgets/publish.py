"""Parts of the page `publish`: samples, the table of roles, the staircase, what was noticed, a preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pyarrow as pa
import streamlit as st

from dashboard import compute, figures, jobs, state, words
from dashboard.widgets import base
from privacy_core import Role, Roles, Staircase, intake, samples

CARDS = 3
HIDDEN = (Role.IDENTIFIER, Role.PERSON, Role.HOUSEHOLD)


def offers(several: Sequence[samples.Offer], open_one: Callable[[str], None]) -> None:
    """The samples, two by two, one click each."""
    for first in range(0, len(several), 2):
        for cell, offer in zip(st.columns(2), several[first : first + 2], strict=False):
            with cell.container(border=True, gap="xsmall", height="stretch"):
                st.markdown(words.offer(offer.title, offer.rows, offer.about))
                key = f"open {offer.name}"
                st.button("Open", key=key, icon=":material/arrow_forward:", on_click=open_one, args=(offer.name,))


def roles_table(
    found: state.Loaded, began: Mapping[str, Role | None], steps: Staircase | None, edited: Callable[[], None]
) -> None:
    """Column, role, reason, and how many rows stand alone without it; the role can be changed."""
    without = dict(zip(steps.columns, steps.alone_without, strict=True)) if steps else {}
    rows = {
        "Column": list(began),
        "Role": [words.ROLE_NAMES[role] if role else None for role in began.values()],
        "Alone without it": pa.array([without.get(name) for name in began], pa.int64()),
        "Why suggested": [words.reason(suggestion) for suggestion in found.suggestions],
    }
    st.data_editor(
        pa.table(rows),
        hide_index=True,
        disabled=["Column", "Why suggested", "Alone without it"],
        column_config={"Role": st.column_config.SelectboxColumn(options=list(words.ROLE_NAMES.values()), width=140)},
        height="content" if len(began) <= 14 else 530,
        key=state.key("roles"),
        on_change=edited,
        placeholder="–",
        alt="One row per column: its role, why that role was suggested, and how many people stand alone without it.",
    )


def acceptance(problem: str | None, accepted: Roles | None, n: int, accept: Callable[[], None]) -> None:
    """The one button that accepts the roles, or why it cannot be pressed."""
    if problem:
        base.refusal(problem)
    if accepted is not None:
        base.small(words.ACCEPTED_NOTE)
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(words.acceptance(n), icon=":material/check:", disabled=problem is not None, on_click=accept)
        base.small(words.ACCEPT_NOTE)


def staircase(job: jobs.Job | None) -> None:
    """The picture; before roles are accepted, or while it is made, what to wait for."""
    if job is None:
        base.small(words.STAIRS_EMPTY)
    elif job.stopped:
        base.stopped(job)
    elif not job.ended:
        base.waiting(job, 320)
    else:
        base.figure(partial(figures.stairs, job.result), "staircase")
        base.small(words.STAIRS_NOTE)


def noticed(notes: Sequence[intake.Note]) -> None:
    """What was noticed while reading, a card each; more than three behind one line."""
    if not notes:
        return
    st.subheader(words.noticed_title(len(notes)), anchor=False)
    _cards(notes[:CARDS])
    if len(notes) > CARDS:
        with st.expander(words.show_all(len(notes))):
            for first in range(CARDS, len(notes), CARDS):
                _cards(notes[first : first + CARDS])


def _cards(notes: Sequence[intake.Note]) -> None:
    for cell, note in zip(st.columns(CARDS), notes, strict=False):
        with cell.container(border=True, gap="xsmall"):
            st.markdown(words.note_title(note.column, note.count))
            base.small(words.plain(note.sentence))


def preview(draft: Mapping[str, Role | None]) -> None:
    """The first rows, only when asked for, identifiers masked."""
    shown = st.expander(words.PREVIEW, icon=":material/table_rows:", on_change="rerun", key="preview")
    with shown:
        if shown.open:
            hidden = [name for name, role in draft.items() if role in HIDDEN]
            base.table(compute.preview(state.study().source, hidden), "preview rows")
            base.small(words.PREVIEW_NOTE)
