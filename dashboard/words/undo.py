"""Sentences of `undo`: two rows whose blur is undone by logic, and ten of which one stands alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from dashboard.words.outcomes import interval, rate
from dashboard.words.phrases import beyond, chosen, counted, fitting, numeral
from privacy_core import attacks, of_100, share

if TYPE_CHECKING:
    from dashboard.compute.recovering import Undone
    from dashboard.recovering import Smallest, Ten
    from privacy_core.attacks import downcoding

UNDO = "Can the blur be undone?"
NEXT_UNDO = "Can the blur be undone?"
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
    "Never blurs more than it must",
    "On: the method is minimal, which most promise as a virtue, and the attacker knows it. Off: it may blur needlessly, so nothing can be ruled out.",
)
ONE_ODD_BEFORE, ONE_ODD_NOW, TABLES_LEFT = "Just one is 30–39", "Once the method is known", "Tables left"
ONE_ODD_HELP = "How likely it is, before anybody thinks about the method, that exactly one person of the crowd is 30–39: m q (1 − q)^(m − 1)."
ONE_ODD_NOW_HELP = "The same once tables that would have been published finer are ruled out: m q (1 − q)^(m − 1) / (1 − (1 − q)^m − q^m)."
TABLES_HELP = "Tables that fit what was published, and how many of them a method would really have published so."
SEEN_HEAD, SEEN_NOTE = "this was published", "nobody told apart"
WORLD_HEADS = ("people", "published by the method", "")


def smallest_answer(seen: Smallest) -> str:
    """How many tables fit, and how many are left."""
    people, every, left = numeral(seen.k), numeral(len(seen.worlds)), seen.left
    if not seen.frugal:
        return f"Blurred to 20–39, {people} people could be {every} tables, and {chosen('all of them')} are left."
    coloured = beyond(numeral(left)) if left == 1 else chosen(numeral(left))
    return f"Blurred to 20–39, {people} people could be {every} tables; logic leaves {coloured}."


def smallest_line(seen: Smallest) -> str:
    """What was published, what the attacker knows, and that nothing is drawn."""
    method = "that the method never blurs more than it must" if seen.frugal else "nothing about the method"
    return (
        f"Teaching data: {counted(seen.k, 'person')}, one column, k = {seen.k} · the attacker knows the bands 20–29, 30–39 and 20–39, and "
        f"{method} · every table is counted, so there is no draw, no seed and no interval"
    )


SMALLEST_LEAD = "**Every line is a table that fits what was published; the arrow shows what the method makes of it.** Struck: it would have been published finer, so it was not this one."


def world_verdict(left: bool, frugal: bool) -> str:
    """Why a table is left, or not."""
    if not frugal:
        return "could be: blurred needlessly"
    return "yes: this is what we see" if left else "no: it would stay finer"


def world_chance(before: float, now: float) -> str:
    """How likely a table is, before and after the method is thought about."""
    if now == before:
        return _chance(before)
    return f"{_chance(before)}, now {'known' if now == 1 else 'ruled out' if now == 0 else _chance(now)}"


def _chance(part: float) -> str:
    return share(part) if part else "never"


def smallest_metrics(seen: Smallest) -> list[tuple[str, str, str]]:
    """The same crowd before and after the method is known."""
    now = "known" if seen.one_odd_now == 1 else _chance(seen.one_odd_now)
    return [
        (ONE_ODD_BEFORE, _chance(seen.one_odd_before), ONE_ODD_HELP),
        (ONE_ODD_NOW, now, ONE_ODD_NOW_HELP),
        (TABLES_LEFT, f"{seen.left} of {len(seen.worlds)}", TABLES_HELP),
    ]


def smallest_message(seen: Smallest) -> str:
    """For those who cannot see it."""
    return f"Of {counted(len(seen.worlds), 'table')} that fit {counted(seen.k, 'row')} published as 20–39, {seen.left} would have been published so."


def smallest_baseline(seen: Smallest) -> str:
    """The best guess with and without the method."""
    return (
        f"Best guess at the table: right in {_chance(seen.best_now)} cases; without knowing the method (baseline) in "
        f"{_chance(seen.best_before)}."
    )


SMALLEST_ASSUMED = (
    "**Assumed:** people are drawn one by one, so many of 100 being 30–39; whoever attacks knows k, the bands and that share. "
    "**Not shown:** your table; nothing of it was looked at."
)


def smallest_notes(seen: Smallest) -> tuple[str, str, str]:
    """What leaked, when it matters, what to ask."""
    first = (
        "The promise was kept: the rows look alike. What leaked is **why they were blurred**: people of one band would have stayed in "
        "it, so these are not of one band."
    )
    second = (
        "It does not name anybody, and in one column of a large, well-mixed crowd it says little. It matters where **crowds are small, "
        "the odd value is rare, or many columns share one hidden cause**."
    )
    third = "Ask whoever blurs: does the method ever blur more than it must? Then look at *Ten rows*, and audit *Your release*."
    return first, second, third


COLUMNS, COLUMNS_HELP = "Columns (D)", "More columns, more certainty: about half of them betray one odd person."
NEEDLESS, NEEDLESS_HELP = (
    "Needless blur (ρ)",
    "How often a fine cell is made coarse for no reason. The release is then no longer minimal, so whole rows are no longer right; single cells stay right much longer.",
)
EVERY_CROWD, EVERY_CROWD_HELP = (
    "Try every crowd",
    "Off: the paper's rule, clusters of exactly k people only, which holds whatever minimal method was used. On (ours): every crowd; about five times the yield, without that guarantee.",
)
ANOTHER_DRAW, SEED_OF_DRAW, FIND_SEED = "Another draw", "Seed", "Find me a draw that works"
COARSE_UNDONE, COARSE_SHARE = "Coarse cells undone", "Coarse share"
COARSE_UNDONE_HELP = "Coarse cells of this crowd of which logic says rightly who is inside and who is outside."
COARSE_SHARE_HELP = "Share of the crowd's columns that were made coarse. None odd: 0. One odd: about one half. Two: about three quarters."
DRAWING_ROWS = "drawing people, blurring them, undoing it"
STRIP_KEY = ":small[:gray[■ coarse cell · pale: fine cell, the value lies inside · :orange[■] outside: recovered by logic · × said wrongly]]"
STRIP_AXIS = "share of coarse cells; shaded: exactly one row is odd (3/8 to 5/8)"
PLACES = ("none odd", "one odd", "two odd")
ODD = "this one"
STRIP_ASSUMED = "**How people are made:** most lie inside the usual band of their cluster in every column. A few are odd: each of their cells lies outside about every second time, all for one hidden reason. **Not shown:** your table."


def ten_answer(seen: Ten) -> str:
    """One stands alone, or why not."""
    one = seen.found
    if one is None:
        return "One crowd is drawn, blurred, and its blur undone." if seen.said is None else "Nothing could be drawn."
    if one.right:
        return f"{numeral(one.rows, True)} rows nobody can tell apart; one step of logic later {beyond('one of them stands alone')}."
    if one.refined:
        right = f"{one.cells_right} of {one.raised} coarse columns"
        return f"Needless blur misleads: logic reads {chosen(right)} rightly, so the row is wrong."
    theory = seen.theory
    often = "" if theory is None else f"; about {share(theory.daleth)} draws give one away"
    return f"In this draw {chosen('no crowd')} can be undone{often}."


def ten_line(seen: Ten) -> str:
    """What is drawn, how it is blurred, what the attacker knows."""
    one = seen.settings
    method = "the method never blurs more than it must"
    if seen.asked.rho:
        method = f"the method makes {_chance(seen.asked.rho)} fine cells coarse needlessly"
    return (
        f"Teaching data: {counted(one.n, 'person')} in {counted(one.clusters, 'cluster')}, {counted(one.dims, 'column')}, k = {one.k}, "
        f"seed {seen.seed} · {method} · the attacker sees the release alone, knows k, the bands and how people are spread"
    )


TEN_LEAD = "**Every cell is one column of one person; these are the rows of one crowd.**"


def published_head(one: Undone) -> tuple[str, str]:
    """Over the first strip, wide and on a phone."""
    return (
        f"What was published: {numeral(one.rows)} equal rows of {one.dims:,} cells",
        f"Published: {numeral(one.rows)} equal rows",
    )


def follows_head(one: Undone) -> tuple[str, str]:
    """Over the second strip, wide and on a phone."""
    if not one.refined:
        return f"What follows: nothing, {_why_not(one)}", "What follows: nothing"
    others = numeral(one.rows - 1)
    were = "row was" if one.rows == 2 else "rows were"
    return (
        f"What follows: {others} {were} inside everywhere, one was outside wherever the row is coarse",
        "What follows: one row is odd",
    )


def _why_not(one: Undone) -> str:
    return {
        attacks.downcoding.WhyNot.SIZE: "the cluster does not have exactly k people",
        attacks.downcoding.WhyNot.REST: "some cells say that all lie outside",
        attacks.downcoding.WhyNot.SHARE: "the share is not near one half",
    }[one.why_not]


def beside_strip(one: Undone) -> list[str]:
    """At the right of the first strip."""
    lines = [f"{one.raised} of {one.dims} cells", "were made coarse,", f"share {one.share:.2f}:"]
    return [*lines, *(["near one half, so", "exactly one row is odd"] if one.refined else ["nothing follows"])]


def strip_message(one: Undone) -> str:
    """For those who cannot see it."""
    said = f"{one.raised} of {one.dims} columns of a crowd of {one.rows} were made coarse, a share of {one.share:.2f}"
    if not one.refined:
        return f"{said}: {_why_not(one)}, so nothing follows."
    return f"{said}: one row is said to lie outside in those columns, rightly in {one.cells_right} of them."


def binned_note(dims: int, most: int) -> str | None:
    """That cells were put together to be drawn."""
    return None if dims <= most else f"Drawn in {most} cells of several columns each, filled by their share; the share itself is exact."


def ten_metrics(one: Undone) -> list[tuple[str, str, str]]:
    """Cells undone, share of coarse cells."""
    undone = f"{one.cells_right * one.rows:,} of {one.raised * one.rows:,}" if one.refined else "none"
    return [(COARSE_UNDONE, undone, COARSE_UNDONE_HELP), (COARSE_SHARE, f"{one.share:.2f}", COARSE_SHARE_HELP)]


def searched_line(tried: int | None) -> str | None:
    """That the draw was looked for."""
    if tried is None:
        return None
    return f"Found after {counted(tried, 'draw')}: an example, not a typical draw. How often one works stands below."


def none_found(most: int) -> str:
    """That no seed worked."""
    return f"None of {most} draws works with these settings."


def trials_head(found: downcoding.Trials, stored: bool) -> str:
    """How many draws, of whom."""
    return f"**In {counted(len(found), 'draw')} of {counted(found.settings.n, 'person')}**" + (" (stored)" if stored else "")


def trials_line(found: downcoding.Trials) -> str:
    """How often a crowd falls, how many rows, how many crowds were right, and the baseline."""
    groups, daleth = found.groups, found.daleth
    fall = f"{of_100(daleth.hits, daleth.attempts)} draws give a crowd away, all rightly" if daleth.hits else f"none found in {len(found)} draws that works"
    if not groups.attempts:
        return f"{fall}; no crowd was attacked."
    right = f"all {groups.attempts} crowds attacked were right" if groups.hits == groups.attempts else f"{groups.hits:,} of {groups.attempts:,} crowds attacked were wholly right"
    return f"{fall}; {_chance(found.records)} rows fall; {right} ({interval(groups)}). Without knowing the method (baseline): {rate(found.without_minimality)}."


def theory_line(theory: downcoding.Theory | None) -> str:
    """What is calculated instead of drawn."""
    if theory is None:
        return "No formula for these settings; only draws tell."
    return f"Theory: {_chance(theory.daleth)} draws give a crowd away; {_chance(theory.records)} rows fall."


TRIALS_AWAITED = "20 draws are being made …"


def assumed(several: Iterable[str]) -> str:
    """What the figures rest on."""
    return f"**Assumed:** {' '.join(several)}"


def ten_notes(seen: Ten) -> tuple[str, str, str]:
    """What it means, does not mean, and what comes next."""
    first = (
        "A method that blurs *as little as possible* tells by its choices where it had to blur, and so what it hides. Here it gives away "
        "one whole person of a crowd that kept its promise."
    )
    second = (
        "It says nothing yet about your table: the proof needs a minimal method and many columns with one hidden cause. Blurring a "
        "little more at random stops whole rows, not single cells, and promises nothing."
    )
    if seen.asked.every:
        second = second.split(". ")[0] + ". Trying every crowd is ours, and another minimal method could be immune to it."
    third = "Audit *Your release*: if it is not minimal, the premise fails and so does this attack. Then ask about single people."
    return first, second, third


UNDO_METHODS: tuple[str, ...] = ("downcoding", "chance of exactly one odd row")
DETAIL_TRIALS, DETAIL_COMPOUND, DETAIL_NOTIONS = (
    "Draws, theory and stored curves",
    "Many people at once: one description per crowd",
    "Which promises the theorem covers",
)


def key_values(*pairs: tuple[str, Any]) -> dict[str, list[str]]:
    """A table of two columns."""
    return {"what": [name for name, _ in pairs], "number": [str(value) for _, value in pairs]}


_ = fitting
