"""Parts of the page `publish`: samples, the table of roles, the staircase, what was noticed, a preview."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pyarrow as pa
import streamlit as st

from dashboard import compute, figures, jobs, state, words
from dashboard.guessing import Doubt
from dashboard.keeping import Keeping
from dashboard.widgets import base, picking, working
from privacy_core import Role, Roles, Staircase, Study, Suggestion, intake, samples

CARDS = 3
HIDDEN = (Role.IDENTIFIER, Role.PERSON, Role.HOUSEHOLD)


FIRST_OFFERS = 6


def offers(several: Sequence[samples.Offer], open_one: Callable[[str], None]) -> None:
    """The samples, two by two, one click each; the later ones behind one line."""
    _offers(several[:FIRST_OFFERS], open_one)
    if several[FIRST_OFFERS:]:
        with st.expander(words.MORE_SAMPLES):
            _offers(several[FIRST_OFFERS:], open_one)


def _offers(several: Sequence[samples.Offer], open_one: Callable[[str], None]) -> None:
    for first in range(0, len(several), 2):
        for cell, offer in zip(st.columns(2), several[first : first + 2], strict=False):
            with cell.container(border=True, gap="xsmall", height="stretch"):
                st.markdown(words.offer(offer.title, offer.rows, offer.about))
                key = f"open {offer.name}"
                st.button("Open", key=key, icon=":material/arrow_forward:", on_click=open_one, args=(offer.name,))


def roles_table(
    suggestions: Sequence[Suggestion],
    repairs: Sequence[intake.Repair],
    began: Mapping[str, Role | None],
    steps: Staircase | None,
    edited: Callable[[], None],
) -> None:
    """Column, role, reason, and how many rows stand alone without it; the role can be changed."""
    without = dict(zip(steps.columns, steps.alone_without, strict=True)) if steps else {}
    suggested = {one.column: one for one in suggestions}
    rows = {
        "Column": list(began),
        "Role": [words.ROLE_NAMES[role] if role else None for role in began.values()],
        "Alone without it": pa.array([without.get(name) for name in began], pa.int64()),
        "Why suggested": [words.why(name, suggested, repairs) for name in began],
    }
    st.data_editor(
        pa.table(rows),
        hide_index=True,
        disabled=["Column", "Why suggested", "Alone without it"],
        column_config={
            "Role": st.column_config.SelectboxColumn(options=list(words.ROLE_NAMES.values()), width=140),
            "Alone without it": st.column_config.NumberColumn(format="localized"),
            "Why suggested": st.column_config.TextColumn(help=words.WHY_HELP),
        },
        height="content" if len(began) <= 14 else 530,
        row_height=54,
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
        base.small(words.STAIRS_NOT_VALID if state.study().crowds_touched else words.STAIRS_EMPTY)
    else:
        working.worked(job, _stairs, 320)


def _stairs(steps: Staircase) -> None:
    base.figure(partial(figures.stairs, steps), "staircase")
    base.small(words.STAIRS_NOTE)


def uneven(held: state.Uneven | None, read: Callable[[str], None], drop: Callable[[], None]) -> None:
    """A file refused for its uneven rows, with one click for each way to read it all the same."""
    if held is None:
        return
    base.refusal(words.not_loaded(held.name, held.told))
    if held.content is None:
        base.small(words.NOT_KEPT)
        return
    with st.container(horizontal=True):
        for how, label, icon in words.uneven_ways(held.more, held.fewer):
            st.button(label, icon=icon, key=f"uneven {how}", on_click=read, args=(how,))
        st.button(words.DROP_UNEVEN, icon=":material/close:", on_click=drop)
    base.small(words.uneven_help(held.more, held.fewer))


def guesses(
    found: state.Loaded, doubts: Callable[[], Iterable[Doubt]], override: Callable[[str, str | int | bool], None]
) -> None:
    """How the file was read: each guess and its alternatives with previews, made once it is open."""
    if state.recall("content") is None or not any(guess.alternatives for guess in found.guesses):
        return
    key = state.key("how read")
    with st.popover(words.HOW_READ, icon=":material/plagiarism:", on_change="rerun", key=key) as shown:
        if shown.open:
            base.small(words.HOW_READ_NOTE)
            for doubt in doubts():
                _doubt(doubt, override)


def _doubt(doubt: Doubt, override: Callable[[str, str | int | bool], None]) -> None:
    guess = doubt.guess
    st.markdown(words.doubt_title(guess.what, guess.value))
    _glimpse(doubt.now, words.WHOLE_FILE if doubt.now is None else None)
    for choice in doubt.choices:
        label = words.take_instead(guess.option, choice.value)
        args = (guess.option, choice.value)
        st.button(
            label, icon=":material/swap_horiz:", key=f"take {guess.option} {args[1]}", on_click=override, args=args
        )
        _glimpse(choice.preview, choice.said)


def _glimpse(seen: intake.Preview | None, said: str | None) -> None:
    """The first rows as plain text, or why they are not shown."""
    if seen is not None:
        st.markdown(words.rows_shown(seen))
    if note := said or (seen and words.below_rows(seen)):
        base.small(note)


@dataclass(frozen=True)
class Mending:
    """What the cards can do: the repairs done, the columns as read, and what a click does.

    Parameters
    ----------
    done : repairs of the study
    names : columns of the table as it was read
    mend, unmend : do a repair, undo it
    """

    done: Sequence[intake.Repair]
    names: Sequence[str]
    mend: Callable[[intake.Repair], None]
    unmend: Callable[[intake.Repair], None]


def noticed(found: Sequence[intake.Finding], mending: Mending) -> None:
    """What was noticed, a card each with its repairs; more than three behind one line."""
    if not found:
        return
    st.subheader(words.noticed_title(len(found)), anchor=False)
    if any(repair.changes_rows for repair in mending.done):
        base.small(words.COUNTS_AS_READ)
    _cards(found[:CARDS], 0, mending)
    if len(found) > CARDS:
        with st.expander(words.show_all(len(found))):
            for first in range(CARDS, len(found), CARDS):
                _cards(found[first : first + CARDS], first, mending)


def _cards(found: Sequence[intake.Finding], first: int, mending: Mending) -> None:
    for place, (cell, one) in enumerate(zip(st.columns(CARDS), found, strict=False), start=first):
        with cell.container(border=True, gap="xsmall"):
            st.markdown(words.finding_title(one))
            base.small(words.plain(one.sentence))
            chosen = [_ordered(repair, mending) for repair in one.repairs]
            with st.container(horizontal=True, gap="xsmall"):
                for i, repair in enumerate(chosen):
                    _repair(repair, f"repair {place} {i}", mending)


def _ordered(repair: intake.Repair, mending: Mending) -> intake.Repair:
    """The repair; where it puts the rows of a person side by side, in the order that is chosen here."""
    kind = intake.RepairKind.ONE_PERSON
    if repair.kind is not kind:
        return repair
    did = next((one for one in mending.done if one.kind is kind and one.column == repair.column), None)
    name = state.key(f"order {repair.column}")
    first = next(iter((did or repair).parameters), None)
    now = first if did is not None else state.recall(f"{name} chosen", first)

    def by(column: str | None) -> intake.Repair:
        return replace(repair, parameters=() if column is None else (column,))

    def choose(column: str | None) -> None:
        state.remember(f"{name} chosen", column)
        if did is not None:
            mending.mend(by(column))

    several = [None, *(other for other in mending.names if other != repair.column)]
    picking.held(st.selectbox, words.IN_ORDER_OF, name, now, several, format_func=words.order_name, save=choose)
    return did or by(now)


def _repair(repair: intake.Repair, key: str, mending: Mending) -> None:
    is_done = repair in mending.done
    label = f"{words.repair_label(repair)}: {words.UNDO_REPAIR}" if is_done else words.repair_label(repair)
    icon = ":material/undo:" if is_done else ":material/build:"
    click = mending.unmend if is_done else mending.mend
    st.button(label, icon=icon, key=key, help=words.plain(repair.sentence), on_click=click, args=(repair,))


def study(offered: Callable[[], Keeping]) -> None:
    """Save, load, undo and redo the settings; a summary; made once it is open."""
    shown = st.popover(words.STUDY, icon=":material/bookmark:", on_change="rerun", key="study popover")
    with shown:
        if not shown.open:
            return
        keep = offered()
        with st.container(horizontal=True):
            st.button(words.UNDO, icon=":material/undo:", disabled=not keep.can_undo, on_click=keep.undo)
            st.button(words.REDO, icon=":material/redo:", disabled=not keep.can_redo, on_click=keep.redo)
        st.download_button(words.SAVE_STUDY, keep.text, "study.toml", icon=":material/download:", on_click="ignore")
        st.file_uploader(words.LOAD_STUDY, type="toml", key=state.key("study file"), on_change=keep.load)
        if keep.summary is not None:
            st.download_button(
                words.SAVE_SUMMARY, keep.summary, "summary.md", icon=":material/download:", on_click="ignore"
            )
        if keep.sample is not None:
            st.download_button(
                words.SAVE_SAMPLE, keep.sample, "sample.csv", icon=":material/download:", on_click="ignore"
            )


def context(study: Study, save: Callable[..., None]) -> None:
    """Four short questions about the release; text only."""
    with st.expander(words.CONTEXT, icon=":material/mail:"):
        cells = st.columns(len(words.CONTEXT_LABELS))
        for cell, (field, label) in zip(cells, words.CONTEXT_LABELS.items(), strict=True):
            with cell:
                now, put = getattr(study.context, field), partial(_saved, save, field)
                picking.held(st.text_input, label, f"context {field}", now, save=put)


def _saved(save: Callable[..., None], field: str, said: str) -> None:
    save(**{field: said})


def preview(draft: Mapping[str, Role | None]) -> None:
    """The first rows, only when asked for, identifiers masked."""
    shown = st.expander(words.PREVIEW, icon=":material/table_rows:", on_change="rerun", key="preview")
    with shown:
        if shown.open:
            hidden = [name for name, role in draft.items() if role in HIDDEN]
            base.table(compute.preview(state.study(), hidden), "preview rows")
            base.small(words.PREVIEW_NOTE)
