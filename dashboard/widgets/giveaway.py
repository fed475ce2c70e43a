"""Parts of the page `giveaway`: the axis, the choices beside it, one crowd, the table of crowds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from dashboard import compute, figures, state, words
from dashboard.telling import WORST, Look, line
from dashboard.widgets import base, picking

RANGES = {
    "t": base.Span(0.0, 1.0, 0.01, 1.0),
    "k": base.Span(1, 50, 1, 1_000_000),
    "l": base.Span(1, 20, 1, 20),
    "entropy_l": base.Span(1.0, 20.0, 0.1, 20.0),
    "beta": base.Span(0.0, 20.0, 0.1, 1e6),
    "enhanced_beta": base.Span(0.0, 20.0, 0.1, 1e6),
    "delta_disclosure": base.Span(0.0, 6.0, 0.05, 1e6),
}
MORE = ("k", "l", "entropy_l", "beta", "enhanced_beta", "delta_disclosure")
AXIS_ENDS = {"t": 1.0}


def distances(seen: Look, pick: Callable[[int], None]) -> None:
    """Every crowd on the axis of the promise; a click on a mark picks a crowd."""
    marks = compute.drawn(
        ("swarm", seen.cut, seen.secret, seen.model, seen.ground),
        lambda: figures.swarm(seen.found.per_class, seen.found.size, seen.worst_high, AXIS_ENDS.get(seen.model)),
    )
    base.small(words.marks_lead(bool(marks.rows), seen.study))
    base.small(words.sides(seen))
    fails, at, said = seen.found.fails[marks.example], seen.threshold, words.picture(seen)
    drawn = partial(figures.distances, marks, fails, at, said, seen.selected, words.luck_stretch(seen.luck))
    base.figure(drawn, state.key("distances"), pick)


def secret(seen: Look, choose: Callable[[str], None]) -> None:
    """Which secret; names are shown as plain text."""
    picking.held(st.selectbox, "Secret", "choose secret", seen.secret, seen.secrets, save=choose)


def ground(seen: Look, measure_by: Callable[[str], None]) -> None:
    """How far apart two secrets are."""
    shown = {"help": words.GROUND_HELP, "save": measure_by, "required": True}
    picking.held(st.segmented_control, "Distance", "choose ground", seen.ground, seen.grounds, **shown)


def promise(seen: Look, model: str, save: Callable[[str, float], None]) -> None:
    """A slider with its box for the line of one promise."""
    span = RANGES[model]
    if model in ("l", "entropy_l"):  # more different secrets than there are can never be promised
        most = type(span.high)(max(seen.domain, 2))
        span = replace(span, high=most, far=most)
    now = min(line(seen.study, model), span.far)
    base.number(
        words.LABELS[model], f"giveaway {model}", now, span, lambda value: save(model, value), words.HELPS[model]
    )


def more_promises(seen: Look, save: Callable[[str, float], None]) -> None:
    """The other promises; the one that is moved takes the axis."""
    with st.popover(
        words.MORE_PROMISES, icon=":material/handshake:", width="stretch", on_change="rerun", key="more promises"
    ) as shown:
        if shown.open:
            base.small(words.MORE_NOTE)
            for model in MORE:
                promise(seen, model, save)
    if seen.model != "t":
        st.button(words.BACK_TO_T, icon=":material/undo:", on_click=save, args=("t", line(seen.study, "t")))


def one_crowd(seen: Look, walk: Callable[[int], None]) -> None:
    """The crowd that was chosen: its mix beside everyone's; before that, how to choose one."""
    if seen.mix is None:
        st.subheader(words.CLICK, anchor=False)
        st.button(words.MOST_TELLING, icon=":material/arrow_forward:", on_click=walk, args=(0,))
        return
    with base.changing("mix", words.mix_title(seen.mix, seen.secret)):
        st.subheader(words.mix_title(seen.mix, seen.secret), anchor=False)
    base.small(words.place(seen))
    _looks(seen)
    hero, side = base.columns()
    with hero:
        base.figure(partial(figures.mixes, seen.mix, words.mix_message(seen.mix)), "mix")
        base.small(words.moved(seen.mix, seen.ground))
    with side:
        base.key(words.MIX_KEY, words.ARC_KEY if seen.mix.mass else None)
        base.metrics(words.mix_metrics(seen.mix), "mix")
        st.toggle(words.LUCK, key="luck", help=words.LUCK_HELP)
        base.small(words.luck_sentence(seen.luck, compute.SEED))
        with st.container(horizontal=True):
            st.button("Previous", icon=":material/arrow_back:", on_click=walk, args=(-1,))
            st.button("Next worst", icon=":material/arrow_forward:", on_click=walk, args=(1,))


def _looks(seen: Look) -> None:
    """What the crowd looks like, on a second click only."""
    if state.recall("reveal"):
        looks = compute.keys(seen.cut, [seen.selected])
        base.small(" · ".join(words.plain("missing" if v[0] is None else str(v[0])) for v in looks.values()))
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        base.small(words.HIDDEN)
        st.button(words.SHOW_LOOKS, on_click=state.remember, args=("reveal", True), type="tertiary")


def class_table(seen: Look, pick: Callable[[int], None]) -> None:
    """The worst crowds, their looks hidden until asked for; all of them as a file."""
    shown = st.expander(words.table_title(seen), icon=":material/table_rows:", on_change="rerun", key="all classes")
    with shown:
        if not shown.open:
            return
        with st.container(horizontal=True, vertical_alignment="center"):
            over = st.toggle(words.ONLY_BEYOND, key="only beyond")
            reveal = st.toggle(words.REVEAL, key="reveal classes")
        rows, rest = seen.rows(WORST, over, reveal)
        name = f"class rows {over} {seen.model} {seen.ground} {seen.secret}"
        numbers = rows["crowd"]  # what a callback holds outlives the data, so it holds no looks
        base.table(rows, name, picked=lambda row: pick(numbers[row] - 1))
        base.small(words.table_note(len(rows["crowd"]), len(rows["crowd"]) + rest))
        columns = compute.numbers(seen.cut, seen.secret, seen.model, seen.ground, reveal)
        base.saved(columns, len(seen.classes), "crowds")


def bounds(seen: Look) -> None:
    """What the promises let the rarest secret fill."""
    with st.expander(words.BOUNDS, icon=":material/balance:"):
        base.small(words.BOUNDS_NOTE)
        base.table(words.bound_rows(seen), "bounds", height="content")
