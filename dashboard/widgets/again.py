"""Parts of the page `again`: values struck out release by release, and three small demonstrations."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import compute, figures, words
from dashboard.repeating import Clicks, Demo, Nine, Square, Thousand, case, part, setting
from dashboard.widgets import base, picking
from privacy_core import PrivacyError

RELEASES = base.Span(1, 9, 1, 20)
VALUES = base.Span(2, 12, 1, 100)
K = base.Span(1, 50, 1, 1000)


def parts() -> None:
    """Which half of the page."""
    picking.pick(
        st.segmented_control, words.PART, "again part", part(), words.PARTS, required=True, label_visibility="collapsed"
    )


def cases() -> None:
    """Worst, random or the user's own releases."""
    picking.pick(
        st.segmented_control, words.CASE, "again case", case(), words.CASES, required=True, help=words.CASE_HELP
    )


def sliders(seen: Demo, clicks: Clicks) -> None:
    """Releases, ℓ, values, and what a move does."""
    fit = base.Span(1, seen.n_values, 1, seen.n_values)
    base.number(words.RELEASES, "again releases", seen.releases, RELEASES, partial(clicks.put, "releases"), None)
    base.number(words.SHOWS, "again ell", seen.ell, fit, partial(clicks.put, "ell"), words.SHOWS_HELP)
    base.number(words.VALUES, "again values", seen.n_values, VALUES, partial(clicks.put, "values"), None)
    base.small(words.demo_note(seen))
    if seen.case == words.RANDOM:
        st.button(words.ANOTHER, icon=":material/casino:", on_click=clicks.draw_again)
    base.metrics(words.demo_metrics(seen), "again")


def struck(seen: Demo) -> None:
    """The chips."""
    base.small(words.demo_lead(seen))
    base.figure(
        partial(figures.chips, *seen.picture, words.heads(seen), words.demo_message(seen), figures.HEIGHT), "chips"
    )
    base.small(words.DEMO_ASSUMED)


def demonstrations(pair: Nine, many: Thousand, few: Square, clicks: Clicks) -> None:
    """Two published tables, a thousand people, nine in a square."""
    left, right = st.columns(2, gap="large")
    with left:
        _nine(pair, clicks)
    with right:
        _thousand(many, clicks)
    left, right = st.columns(2, gap="large")
    with left:
        _square(few)
    with right:
        _aside(few)


def _nine(seen: Nine, clicks: Clicks) -> None:
    st.subheader(words.nine_title(seen), anchor=False)
    control, now = st.segmented_control, seen.found.attribute
    picking.pick(control, words.NINE_SECRET, "again nine", now, words.NINE_SECRETS, required=True)
    sets = [seen.found.candidates(person) for person in range(seen.found.people)]
    shown, left = [one.shown for one in sets], [one.left for one in sets]
    said = words.nine_axis(seen), words.nine_message(seen)
    base.figure(partial(figures.nine, shown, left, seen.found.labels, seen.person, said), "nine", clicks.person)
    with base.changing("nine-person", words.nine_person(seen)):
        st.markdown(words.nine_person(seen))
    with st.container(horizontal=True):
        st.button("Previous", icon=":material/arrow_back:", key="nine back", on_click=clicks.walk, args=(-1,))
        st.button("Next person", icon=":material/arrow_forward:", key="nine on", on_click=clicks.walk, args=(1,))
    base.small(words.NINE_KEY)
    base.small(words.NINE_ASSUMED)


def _thousand(seen: Thousand, clicks: Clicks) -> None:
    st.subheader(words.thousand_title(seen), anchor=False)
    span = base.Span(1, compute.MOST_RELEASES, 1, compute.MOST_RELEASES)
    base.number(words.THOUSAND_AT, "again at", seen.at, span, partial(clicks.put, "at"), None)
    found, said = seen.found, words.thousand_picture(seen)
    base.figure(partial(figures.thousand, found.apart, found.common, seen.at, found.people, said), "thousand")
    with base.changing("thousand", words.thousand_line(seen)):
        st.markdown(words.thousand_line(seen))
    base.small(words.thousand_assumed(seen))


def _square(seen: Square) -> None:
    st.subheader(words.square_title(seen), anchor=False)
    kinds, control = words.SQUARES, st.segmented_control
    called = kinds.__getitem__
    picking.pick(control, words.SQUARE, "again square", seen.kind, [*kinds], format_func=called, required=True)
    base.figure(partial(figures.square, seen.secrets, seen.left, words.square_message(seen)), "square")


def _aside(seen: Square) -> None:
    st.subheader(words.square_aside(seen), anchor=False)
    with base.changing("square", words.square_line(seen)):
        st.markdown(words.square_line(seen))
    base.small(words.SQUARE_KEY)
    base.small(words.SQUARE_ASSUMED)


def calculator(seen: Demo) -> None:
    """What different ℓ can leave, before anything is released; made once it is open."""
    shown = st.expander(words.CALCULATOR, icon=":material/calculate:", on_change="rerun", key="calculator")
    with shown:
        if not shown.open:
            return
        base.small(words.CALCULATOR_NOTE)
        base.lines(words.correction_lines("releases", "power"))
        given = st.text_input(
            words.ELLS, " ".join([str(seen.ell)] * seen.releases), key="ells", placeholder=words.ELLS_EXAMPLE
        )
        try:
            found, two = compute.forecast(seen.n_values, words.whole_numbers(given))
        except PrivacyError as refused:
            base.refusal(words.plain(str(refused)))
            return
        base.table(words.calculator_rows(found), "calculator rows", height="content")
        base.small(words.calculator_line(found, two))


def attained(seen: Demo, clicks: Clicks) -> None:
    """Tables that attain the worst case, at any k; made once it is open."""
    shown = st.expander(words.TABLES, icon=":material/table_rows:", on_change="rerun", key="attained")
    with shown:
        if not shown.open:
            return
        base.small(words.TABLES_NOTE)
        base.number(words.SMALLEST_CROWD, "again k", setting("k"), K, partial(clicks.put, "k"), None)
        found, made = compute.attained(seen.n_values, seen.ell, seen.releases, setting("k"))
        base.small(words.tables_line(found))
        for tab, one in zip(st.tabs([one.name for one in made]), made, strict=True):
            with tab:
                base.table(compute.first_rows(one), f"attained {one.name}", 240)
