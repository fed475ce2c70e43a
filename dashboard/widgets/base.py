"""The parts pages are made of: each shows one thing, and gives back a typed value where it has one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import pyarrow as pa
import streamlit as st

from dashboard import state, theme, words
from dashboard.figures import Figure
from privacy_core import WORKSHEET_ROWS, Missing, csv_text, xlsx_bytes
from privacy_core import methods as core_methods

STYLE = """<style>
@keyframes flash { from { background: var(--flash); } to { background: transparent; } }
[class*="st-key-changed-"] { animation: flash 1s ease-out 1; border-radius: 4px; }
.stApp { --flash: %s; }
[class*="st-key-dimmed-"] { opacity: .4; }
[data-testid="stPopoverBody"] table { display: block; overflow-x: auto; font-size: 0.875rem; }
[data-testid="stPopoverBody"] :is(td, th) { padding: 0.125rem 0.5rem; white-space: nowrap; }
[class*="st-key-number-"] [data-testid="stHorizontalBlock"] { overflow: visible; }
[class*="st-key-number-"] [data-testid="stColumn"] { min-width: 0; }
[class*="st-key-number-"] [data-testid="stColumn"]:last-child { min-width: 126px; }
@media (max-width: 640px) { [data-testid="stButtonGroup"] [role="radiogroup"] { flex-wrap: wrap; } }
@media (max-width: 640px) { div:has(> [class*="st-key-turned-"]) { flex-basis: 330px !important; } }
@media (max-width: 1240px) { .st-key-wide { display: none; } }
@media (prefers-reduced-motion: reduce) { [class*="st-key-changed-"] { animation: none; } }
@media print { header, [data-testid="stToolbar"], .stPopover, .stButton { display: none !important; } }
@media print { .stMain { zoom: .62; } .stExpander:has(details:not([open])) { display: none; } }
@media print { .stHorizontalBlock { display: flex !important; flex-wrap: nowrap !important; break-inside: avoid; } }
@media print { .stColumn { min-width: 0; } .stHeading { break-after: avoid; } }
</style>"""


def heading(
    question: str, answer: str | None, source: str, beside: Callable[[], None] | None = None, width: float = 1.6
) -> Any:
    """Question, answer, source line with its switches beside; the place of the answer, filled unless it is None."""
    st.html(STYLE % theme.palette(st.context.theme.type).wash)
    with st.container(gap="xxsmall"):
        st.title(f":gray[{question}]", anchor=False)
        place = st.container(gap="xxsmall")
        if answer is not None:
            answered(place, answer)
        text, switches = st.columns([4, width])
        text.markdown(f":small[:gray[{source}]]")
        if beside is not None:
            with switches.container(horizontal=True, horizontal_alignment="right", gap="xsmall"):
                beside()
    return place


def answered(place: Any, answer: str) -> None:
    """Put an answer in its place; it flashes when it changes."""
    with place, changing("answer", answer):
        st.header(answer, anchor=False)


def changing(name: str, content: str) -> Any:
    """A container that is washed for a second when its content is not what it was."""
    mark = crc32(content.encode())
    before = state.recall(f"shown {name}")
    state.remember(f"shown {name}", mark)
    flashing = before is not None and before != mark
    return st.container(key=f"{'changed' if flashing else 'calm'}-{name}-{mark}", gap="xxsmall")


def small(text: str) -> None:
    """Small grey text; Markdown, so names in it must be escaped."""
    st.markdown(f":small[:gray[{text}]]")


def small_if(text: str | None) -> None:
    """Small grey text, where there is something to say."""
    if text:
        small(text)


def lines(texts: Sequence[str]) -> None:
    """A list of sentences."""
    st.markdown("\n".join(f"- {text}" for text in texts))


def key(text: str, on_wide: str | None) -> None:
    """What the marks of a picture are; a line apart for marks that a narrow picture leaves out, if it has any."""
    with st.container(gap="xxsmall"):
        st.markdown(text)
        if on_wide is not None:
            with st.container(key="wide"):
                st.markdown(on_wide)


def figure(draw: Callable[[theme.Palette], Figure], key: str, picked: Callable[[int], None] | None = None) -> None:
    """Draw a figure in the colours of the theme; `picked` is called with the id of a mark that is clicked."""
    drawn = draw(theme.palette(st.context.theme.type))

    def on_select() -> None:
        chosen = state.recall(key).selection.get("mark")
        if chosen:
            picked(int(chosen[0]["id"]))

    st.vega_lite_chart(
        {**drawn.spec, "datasets": {name: pa.Table.from_pylist(list(rows)) for name, rows in drawn.rows.items()}},
        theme=None,
        key=key,
        alt=drawn.message,
        on_select=on_select if picked else "ignore",
        selection_mode="mark" if picked else None,
    )


def columns() -> tuple[Any, Any]:
    """Hero at the left, controls at its right."""
    hero, controls = st.columns([2.55, 1], gap="large")
    return hero, controls


@dataclass(frozen=True, slots=True)
class Span:
    """What a slider offers, and how far its number box goes beyond it."""

    low: float
    high: float
    step: float
    far: float
    shown: str = "%.2f"


def number(
    label: str,
    name: str,
    value: float,
    span: Span,
    save: Callable[[float], None],
    help: str | None,
    follows: bool = False,
) -> None:
    """A slider with a number box; both show one value, either sets it, unless it follows from something else."""
    kind = type(span.step)
    here, typed = kind(min(max(value, span.low), span.high)), kind(value)
    slider, box = state.widget(f"{name} slider", here), state.widget(f"{name} box", typed)
    shared: dict[str, Any] = {
        "step": span.step,
        "format": "%d" if kind is int else span.shown,
        "label_visibility": "collapsed",
        "disabled": follows,
    }
    st.markdown(label, help=help)
    with st.container(key=f"number-{name.replace(' ', '-')}"):
        left, right = st.columns([3, 1.7], wrap=False, vertical_alignment="center")
    left.slider(label, span.low, span.high, here, key=slider, on_change=lambda: save(state.recall(slider)), **shared)
    right.number_input(label, span.low, span.far, typed, key=box, on_change=lambda: save(state.recall(box)), **shared)


def metrics(numbers: Sequence[tuple[str, str, str | None]], name: str, across: int = 2) -> None:
    """Four numbers two by two, or in one line where there is room: label, value, help."""
    with st.container(key=f"metrics-{name}"):
        for at in range(0, len(numbers), across):
            for cell, (label, value, help_) in zip(_cells(across), numbers[at : at + across], strict=False):
                with cell, changing(f"metric {label}".replace(" ", "-"), value):
                    st.metric(label, value, help=help_)


def _cells(across: int) -> list[Any]:
    """Places beside one another; four are two pairs, which a phone puts one under the other."""
    if across == 2:
        return list(st.columns(2, wrap=False))
    return [cell for pair in st.columns(across // 2) for cell in pair.columns(2, wrap=False)]


def notes(texts: Sequence[str], link: str | None = None, label: str = "") -> None:
    """Three notes of at most two sentences; the third ends in the one next step."""
    st.space("small")
    for cell, head, text in zip(st.columns(3, gap="large"), words.NOTE_HEADS, texts, strict=True):
        with cell:
            st.subheader(head, anchor=False)
            st.markdown(text)
            if link and head == words.NOTE_HEADS[-1]:
                to_page(link, label)


def to_page(name: str, label: str) -> None:
    """A link to another page."""
    st.page_link(f"views/{name}.py", label=label, icon=":material/arrow_forward:", icon_position="right")


def to_first(name: str | None) -> None:
    """A link to the page where the missing step is, where it is on another one."""
    if name is not None:
        to_page(name, words.NEXT_PUBLISH if name == "publish" else words.NEXT_BLUR)


def how_first(hint: str | None, instead: str = "") -> None:
    """How the missing step is done, where it has to be said, and what may be looked at without it."""
    small_if(None if hint is None else f"{hint} {instead}")


def ready(
    question: str,
    page: Callable[[Callable[[], bool]], None],
    switches: Callable[[], None],
    secret: bool = False,
    beyond_crowds: bool = True,
) -> None:
    """Run a page once it has what it needs: a table, accepted roles, a secret; else say what is missing.

    Columns that were changed at random are not counted; a page about crowds alone does not mind those among secrets.
    """
    missing = _missing(secret, beyond_crowds)
    if missing is None:
        page(lambda: _missing(secret, beyond_crowds) is None)
    elif missing in (words.WILDCARD, words.NOT_VALID):
        heading(question, missing, words.policy_line(state.study()), switches)
    else:
        heading(question, missing, words.EMPTY_SOURCE)
        to_page("publish", words.PUBLISH)


def _missing(secret: bool, beyond_crowds: bool) -> str | None:
    """What a page lacks, or why nothing is counted; None where it has what it needs."""
    study = state.study()
    if study.source is None:
        return words.LOAD_FIRST
    if study.roles is None:
        return words.ROLES_FIRST
    if secret and not study.roles.sensitive:
        return words.SECRET_FIRST
    if secret and study.policies.missing is Missing.WILDCARD:
        return words.WILDCARD
    return words.NOT_VALID if (study.touched if beyond_crowds else study.crowds_touched) else None


def refusal(text: str | None) -> None:
    """The tool could not do something: one red sentence, its names escaped."""
    if text:
        st.error(text, icon=":material/error:")


def warning(text: str | None) -> None:
    """A finding that a number alone would hide."""
    if text:
        st.markdown(f":orange[◆ {text}]")


def table(
    rows: Mapping[str, Sequence[Any]], key: str, height: int | str = 360, picked: Callable[[int], None] | None = None
) -> None:
    """A table of text and numbers, shown as they are; `picked` is called with the position of a selected row."""

    def on_select() -> None:
        chosen = state.recall(key).selection.rows
        if chosen:
            picked(chosen[0])

    st.dataframe(
        pa.table(dict(rows)),
        hide_index=True,
        height=height,
        key=key,
        on_select=on_select if picked else "ignore",
        selection_mode="single-row",
    )


def steps(name: str, walk: Callable[[int], None]) -> None:
    """Buttons that go to the person before and to the next one."""
    st.button(words.PREVIOUS, icon=":material/arrow_back:", key=f"{name} back", on_click=walk, args=(-1,))
    st.button(words.NEXT_PERSON, icon=":material/arrow_forward:", key=f"{name} on", on_click=walk, args=(1,))


def methods(names: Sequence[str]) -> None:
    """What stands behind each number of the page, from the docstrings; made once it is open."""
    shown = st.expander(words.METHODS, icon=":material/functions:", on_change="rerun", key="methods")
    with shown:
        if shown.open:
            for name in names:
                st.markdown(words.method(core_methods.note(name)))


def saved(columns: Callable[[], Mapping[str, Sequence[Any]]], rows: int, name: str) -> None:
    """Buttons that save a table as CSV and, where a worksheet holds it, as XLSX; made on a click."""
    with st.container(horizontal=True, vertical_alignment="center"):
        text, icon = (lambda: csv_text(columns())[0]), ":material/download:"
        st.download_button(words.SAVE_CSV, text, f"{name}.csv", "text/csv", icon=icon, on_click="ignore")
        if rows >= WORKSHEET_ROWS:
            small(words.TOO_LONG)
            return
        book = lambda: xlsx_bytes(columns())[0]  # noqa: E731
        st.download_button(words.SAVE_XLSX, book, f"{name}.xlsx", words.XLSX_TYPE, icon=icon, on_click="ignore")
