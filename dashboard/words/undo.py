"""Sentences of `undo`: its question, and two rows whose blur is undone by logic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dashboard.words.outcomes import chance
from dashboard.words.phrases import beyond, chosen, counted, numeral

if TYPE_CHECKING:
    from dashboard.recovering import Smallest

UNDO_QUESTION = "Can the blur be undone?"
NEXT_ISOLATE = "Can one person be singled out?"
UNDO_PART = "What is looked at"
TWO_ROWS, TEN_ROWS, UNDO_OWN = "Two rows", "Ten rows", "Your release"
UNDO_PARTS = (TWO_ROWS, TEN_ROWS, UNDO_OWN)

CROWD_SIZE, CROWD_SIZE_HELP = (
    "Crowd size (k)",
    "How many people must look alike in what is published: the promise of k-anonymity.",
)
RARE, RARE_HELP = (
    "People of 100 who are 30–39",
    "How common the second kind is among everybody. The attacker knows that much, as anybody may.",
)
FRUGAL, FRUGAL_HELP = (
    "The method never blurs needlessly",
    "On: the method is minimal, which most promise as a virtue, and the attacker knows it. Off: it may blur needlessly, so nothing can be ruled out.",
)
ONE_ODD_NOW = "… method known"
ONE_ODD_HELP = "How likely it is, before anybody thinks about the method, that exactly one person of the crowd is of the rarer band: m q (1 − q)^(m − 1)."
ONE_ODD_NOW_HELP = "The same once tables that would have been published finer are ruled out: m q (1 − q)^(m − 1) / (1 − (1 − q)^m − q^m)."
SEEN_HEAD, SEEN_NOTE, SEEN_SHORT = "this was published", "nobody told apart", "published"
WORLD_HEADS = "people", "published by the method", "possible?"


def two_rows_answer(seen: Smallest) -> str:
    """How many tables fit and how many are left; in larger crowds how surely just one person is odd."""
    people, every = numeral(seen.k, capital=True), numeral(len(seen.found.worlds))
    if not seen.frugal:
        return f"{people} people blurred to 20–39 could be any of {every} tables, and {chosen('all of them')} are left."
    if seen.found.left == 1:
        return f"{people} people blurred to 20–39 could be any of {every} tables; logic leaves {beyond('one')}."
    coloured = beyond if seen.tells else chosen
    return f"Of {numeral(seen.k)} people blurred to 20–39, just one is {seen.found.rarer} in {coloured(_crowds(seen.found.one_odd[1]))} such crowds."


def two_rows_line(seen: Smallest) -> str:
    """What was published, what the attacker knows, and that nothing is drawn."""
    method = "that the method never blurs more than it must" if seen.frugal else "nothing about the method"
    return (
        f"Teaching data: {counted(seen.k, 'person')}, one column, k = {seen.k} · the attacker knows the bands 20–29, 30–39 and 20–39, and "
        f"{method} · every table is counted, nothing is drawn: no seed, no interval"
    )


def two_rows_lead(seen: Smallest) -> str:
    """What a line is, what the arrow is, why some are struck."""
    every = "**Every line is a table that fits what was published.**"
    if not seen.frugal:
        return f"{every} The method may blur needlessly, so it could have made the same of each: nothing can be struck out."
    return (
        f"{every} The arrow: what a method that never blurs needlessly makes of it. Struck: it would have been published finer, so it "
        "was not this one. Whoever was blurred had to be: **that is the leak**. At the right, how many of 100 such crowds are so."
    )


def world_verdict(left: bool, frugal: bool) -> str:
    """Why a table is left, or not."""
    if not frugal:
        return "could be: blurred needlessly"
    return "yes: this is what we see" if left else "no: it would stay finer"


def world_chance(before: float, now: float) -> str:
    """How likely a table is, before and after the method is thought about."""
    return chance(before) if world_now(now) == chance(before) else f"{chance(before)}, now {world_now(now)}"


def world_now(now: float) -> str:
    """How likely a table is once the method is thought about."""
    return "known" if now == 1 else "ruled out" if now == 0 else chance(now)


def one_odd_label(seen: Smallest) -> str:
    """Label of the chance that exactly one person is of the rarer band."""
    return f"Just one is {seen.found.rarer}"


def two_rows_metrics(seen: Smallest) -> list[tuple[str, str, str]]:
    """The same crowd before and after the method is known."""
    before, now = seen.found.one_odd
    return [
        (one_odd_label(seen), chance(before), ONE_ODD_HELP),
        (ONE_ODD_NOW, "certain" if now == 1 else chance(now), ONE_ODD_NOW_HELP),
    ]


def two_rows_message(seen: Smallest) -> str:
    """For those who cannot see it."""
    return f"Of {counted(len(seen.found.worlds), 'table')} that fit {counted(seen.k, 'row')} published as 20–39, {seen.found.left} would have been published so."


def two_rows_baseline(seen: Smallest) -> str:
    """The best guess with and without the method."""
    before, now = seen.found.best
    return f"Best guess at the table: right {_in(now)}; without knowing the method (baseline) {_in(before)}. {TEACHING_LEGAL}"


def _in(part: float) -> str:
    return "always" if part == 1 else f"in {_crowds(part)} such crowds"


def _crowds(part: float) -> str:
    """A chance as a number of crowds, to go on with "such crowds"."""
    return chance(part).replace("1 in ", "1 of ")


TEACHING_LEGAL = "Made up to teach: no evidence about your table, and not a legal conclusion (GDPR, recital 26)."
SMALLEST_ASSUMED = (
    "**Assumed:** people are drawn one by one, so many of 100 being 30–39; whoever attacks knows k, the bands and that share. "
    "**Not shown:** your table; nothing of it was looked at."
)


def two_rows_notes(seen: Smallest) -> tuple[str, str, str]:
    """What leaked, when it matters, what to ask."""
    first = (
        "The promise was kept: the rows look alike. What leaked is **why they were blurred**: people of one band would have stayed in "
        "it, so these are not of one band."
    )
    if not seen.frugal:
        first = (
            "A method that may blur needlessly could have published any of these tables so. That they were blurred then tells nothing, "
            "and nothing leaks beyond what is common anyway."
        )
    elif not seen.tells:
        first = (
            "Here too it leaked **that these people are not of one band**. But a crowd so mixed is of one band hardly ever, so "
            "whoever attacks learns next to nothing by it."
        )
    second = (
        "It names nobody, and in one column of a large, mixed crowd it says little. It matters where the method never blurs needlessly "
        "and **crowds are small, a value is rare, or one cause shows in many columns**, as an illness does in many tests."
    )
    third = (
        "Is your own method of this kind? Local recoding is built so, blurring whole columns alike seldom is: *Your release* finds out, "
        "and *Ten rows* shows how a whole person is given away."
    )
    return first, second, third


UNDO_METHODS: Mapping[str, tuple[str, ...]] = {
    TWO_ROWS: ("one odd row",),
    TEN_ROWS: ("downcoding", "yield of downcoding"),
    UNDO_OWN: ("minimal release", "blurred cells read", "one odd row"),
}
