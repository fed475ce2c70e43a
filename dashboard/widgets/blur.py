"""Parts of the page `blur`: the map of all ways, the lines beside it, settings side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from dashboard import choosing, compute, figures, grading, keeping, server, state, words
from dashboard.blurring import View
from dashboard.choosing import Panel, Work
from dashboard.comparing import Card, top
from dashboard.widgets import base, picking, saving, working

RANGES = {
    "k": base.Span(1, 50, 1, 1_000_000_000),
    "l": base.Span(1, 20, 1, 20),
    "t": base.Span(0.0, 1.0, 0.01, 1.0),
    "entropy_l": base.Span(1.0, 20.0, 0.1, 20.0),
    "beta": base.Span(0.0, 20.0, 0.1, 1e6),
    "enhanced_beta": base.Span(0.0, 20.0, 0.1, 1e6),
    "delta_disclosure": base.Span(0.0, 6.0, 0.05, 1e6),
}
LEFT_OUT_SPAN = base.Span(0.0, 20.0, 0.5, 100.0, "%g")
WEIGHT_SPAN = base.Span(0.0, 1.0, 0.05, 1.0)
ROW = 4
"""Small pictures in one row."""


def nothing_yet(work: Work) -> None:
    """Nothing can be blurred: why, or the way out, one click away."""
    if work.crowded:
        base.small(words.SEVERAL_NOTE if work.way_out else words.SEVERAL_ELSEWHERE)
        if work.way_out is not None:
            label, click = words.repair_label(work.way_out), partial(keeping.mend, work.way_out)
            st.button(label, icon=":material/build:", help=words.plain(work.way_out.sentence), on_click=click)
        return
    if work.undefined:
        base.small(words.UNDEFINED_NOTE)
        return
    base.refusal(state.recall("tree refused"))
    st.button(words.USE_SUGGESTED, icon=":material/account_tree:", on_click=grading.use_suggested)
    upload()


def upload() -> None:
    """Hierarchies from files, several at once."""
    key = state.key("tree files")
    st.file_uploader(words.UPLOAD_TREES, ["csv", "txt"], True, key=key, on_change=grading.upload)
    base.small(words.UPLOAD_TREES_NOTE)


def measured(work: Work, look: Callable[[Any], View]) -> None:
    """The map of the lattice; while it is measured again the older one stays, dimmed."""
    if work.job is not None:
        base.small_if(words.about_kernels(server.kernels(), work.job.ended))
    if work.job is not None:
        show = _searched if work.large else (lambda found: _map(look(found)))
        working.worked(work.job, show)


def _searched(found: compute.Searched) -> None:
    """Where there is no map: what a search found."""
    for line in words.search_lines(found):
        base.small(line)


def _map(seen: View) -> None:
    """Every way to blur as a mark; a click chooses it, or says why it breaks the promise."""
    base.small(words.ways_lead(seen))
    base.figure(partial(figures.ways, seen.chart, words.ways_picture(seen)), state.key("ways"), choosing.pick)
    _aside(seen)


def _aside(seen: View) -> None:
    """Why the way that was clicked is no answer; or the way back from a way chosen by hand."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if seen.failure is not None:
            base.warning(words.why_not(seen.failure, seen.study))
            st.button(words.CLOSE, key="close why not", on_click=choosing.forget_failure, type="tertiary")
        elif seen.by_hand:
            base.small(words.BY_HAND)
            st.button(words.BACK, icon=":material/undo:", on_click=choosing.back)


def lines(study_line: Callable[[str], float], most: int, secrets: bool) -> None:
    """The lines beside the map: k, ℓ, t and what may be left out."""
    base.number(words.SHORT["k"], "blur k", study_line("k"), RANGES["k"], choosing.own_k, words.HELPS["k"])
    if secrets:
        _line("l", study_line("l"), most)
        _line("t", study_line("t"), most)
    else:
        base.small(words.NO_SECRET)
    left = study_line("suppression")
    base.number(words.LEFT_OUT, "blur left out", left, LEFT_OUT_SPAN, choosing.limit, words.LEFT_OUT_HELP)


def _line(model: str, now: float, most: int) -> None:
    span = RANGES[model]
    if model in ("l", "entropy_l"):  # more different secrets than there are can never be promised
        high = type(span.high)(max(most, 2))
        span = replace(span, high=high, far=high)
    label = words.SHORT.get(model, words.LABELS[model])
    base.number(label, f"blur {model}", min(now, span.far), span, partial(choosing.promise, model), words.HELPS[model])


def more(seen: Panel) -> None:
    """The other promises, the distance of t, and what counts as cost; made once it is open."""
    shown = st.popover(
        words.MORE_BLUR, icon=":material/handshake:", width="stretch", on_change="rerun", key="more blur"
    )
    with shown:
        if not shown.open:
            return
        _choice(words.QUALITY, "quality", list(compute.QUALITIES), seen.study.blur.quality, words.cost_name)
        save = lambda weight: choosing.change(gs=weight)  # noqa: E731
        base.number(words.WEIGHT, "blur gs", seen.study.blur.gs, WEIGHT_SPAN, save, words.WEIGHT_HELP)
        if not seen.grounds:
            return
        grounds = list(dict.fromkeys(["", *seen.grounds, seen.study.blur.ground]))
        _choice(words.GROUND, "ground", grounds, seen.study.blur.ground, words.ground_name)
        for model in ("entropy_l", "beta", "enhanced_beta", "delta_disclosure"):
            now = getattr(seen.study.thresholds, model)
            shown = {"help": words.HELPS[model], "save": partial(choosing.switch, model)}
            picking.held(st.toggle, words.LABELS[model], f"promise {model}", now is not None, **shown)
            if now is not None:
                _line(model, now, seen.most_secrets)


def _choice(label: str, name: str, options: Sequence[str], now: str, called: Callable[[str], str]) -> None:
    shown = {"format_func": called, "save": lambda chosen: choosing.change(**{name: chosen})}
    picking.held(st.selectbox, label, f"blur {name}", now, options, **shown)


def steps(seen: Panel, view: View | None, found: compute.Searched | None) -> None:
    """Undo, redo, pin and download."""
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            words.UNDO, icon=":material/undo:", key="undo blur", disabled=not seen.can_undo, on_click=keeping.undo
        )
        st.button(
            words.REDO, icon=":material/redo:", key="redo blur", disabled=not seen.can_redo, on_click=keeping.redo
        )
        st.button(words.PIN, icon=":material/keep:", disabled=not seen.can_pin, on_click=choosing.pin)
        saving.download(view, found)


def compared(cards: Sequence[Card]) -> None:
    """Settings as small pictures on one scale, and as a table."""
    if not cards:
        return
    st.subheader(words.side_by_side(len(cards)), anchor=False)
    for first in range(0, len(cards), ROW):
        for cell, card in zip(st.columns(ROW), cards[first : first + ROW], strict=False):
            with cell.container(border=True, gap="xsmall", height="stretch"):
                _card(card, top(cards))
    if len(cards) < 3:
        base.small(words.PIN_NOTE)
    with st.expander(words.CARDS_TABLE, icon=":material/table_rows:", on_change="rerun", key="cards table"):
        base.table(words.card_rows(cards), "card rows", height="content")
        base.small(words.CARDS_NOTE)


def _card(card: Card, highest: int) -> None:
    """One setting: a small picture, what it costs, its worst crowds; while it is worked out, how far that is."""
    st.markdown(words.card_title(card))
    if card.found is None:
        _unfinished(card)
    else:
        if card.found.crowd is not None:
            drawn = partial(
                figures.profile, card.found.crowd.columns, card.found.k, highest, words.profile_message(card)
            )
            base.figure(drawn, f"profile {card.letter}")
        lost, worst = words.card_lines(card)
        st.markdown(lost)
        base.small(worst)
    if card.pin is not None:
        click = partial(choosing.unpin, card.pin)
        st.button(words.UNPIN, key=f"unpin {card.letter}", type="tertiary", on_click=click, help=words.UNPIN_HELP)


def _unfinished(card: Card) -> None:
    if card.job is not None and not card.job.ended:
        working.waiting(card.job, 120)
    elif card.reason:
        base.small(words.plain(card.reason))
