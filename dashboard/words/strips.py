"""Sentences of `undo` about ten rows of which one stands alone: one crowd, many draws, what the theorem covers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dashboard.words.outcomes import chance, found_in, interval, rate
from dashboard.words.phrases import beyond, chosen, counted, numeral
from privacy_core import attacks, of_100, share

if TYPE_CHECKING:
    from dashboard.compute.recovering import Undone
    from dashboard.recovering import Ten

COLUMNS, COLUMNS_HELP = "Columns (D)", "More columns, more certainty: about half of them betray one odd person."
NEEDLESS, NEEDLESS_HELP = (
    "Needless blur (ρ)",
    "How often a fine cell is made coarse for no reason. The release is then no longer minimal, so whole rows are no longer right; single cells stay right much longer.",
)
EVERY_CROWD, EVERY_CROWD_HELP = (
    "Try every crowd",
    "Off: the paper's rule, clusters of exactly k people only, which holds whatever minimal method was used. On (ours): every crowd; more of them fall, without that guarantee.",
)
DRAW_SEED, DRAW_SEED_HELP = (
    "Draw (seed)",
    "The number that chance begins with: the same number draws the same people again.",
)
ANOTHER_DRAW, FIND_SEED = "Another draw", "Find me a draw that works"
COARSE_SHARE, DRAWS_WORK = "Coarse share", "Draws that work"
DRAWS_WORK_HELP = "Draws in which a crowd is given away and all that is said of it is right (ד)."
COARSE_SHARE_HELP = "Share of the crowd's columns that were made coarse. None odd: 0. One odd: about one half. Two: about three quarters."
STRIP_KEY = ":small[:gray[■ coarse cell · pale: fine cell, the value lies inside · :orange[■] outside: recovered by logic · × said wrongly]]"
STRIP_AXIS = "share of coarse cells; shaded: exactly one row is odd (3/8 to 5/8)"
ODD = "this one"
PLACES = ((0.0, "none odd"), (0.5, "one odd"), (0.75, "two odd"))
"""Where the share of coarse cells stands with so many odd rows."""
STRIP_ASSUMED = "**How people are made:** most lie inside the usual band of their cluster in every column. A few are odd: each of their cells lies outside about every second time, all for one hidden reason. **Not shown:** your table."


def ten_answer(seen: Ten) -> str:
    """One stands alone, or why not."""
    one = seen.found
    if one is None:
        return "One crowd is drawn, blurred, and its blur undone." if seen.said is None else "Nothing could be drawn."
    if one.right:
        return f"{numeral(one.rows, True)} rows nobody can tell apart; one step of logic later {beyond('one of them stands alone')}."
    if one.refined:
        right = f"{one.cells_right} of {one.raised}"
        why = "Needless blur misleads" if seen.asked.rho else "Logic errs here"
        if not one.cells_right:
            return f"{why}: {chosen('none')} of {one.raised} coarse columns is read rightly, nor is the row."
        return f"{why}: {chosen(right)} coarse columns are read rightly, the row is not."
    theory = seen.theory
    often = "" if theory is None else f"; about {share(theory.daleth)} draws give one away"
    return f"In this draw {chosen('no crowd')} can be undone{often}."


def ten_line(seen: Ten) -> str:
    """What is drawn, how it is blurred, what the attacker knows."""
    one = seen.settings
    method = "the method never blurs more than it must"
    if seen.asked.rho:
        method = f"the method makes {chance(seen.asked.rho)} fine cells coarse needlessly"
    return (
        f"Teaching data: {counted(one.n, 'person')} in {counted(one.clusters, 'cluster')}, {counted(one.dims, 'column')}, k = {one.k}, "
        f"seed {seen.seed} · {method} · the attacker sees the release alone, knows k, the bands and how people are spread"
    )


def ten_lead(one: Undone) -> str:
    """What a cell is, and why half of the columns being coarse tells that one person is odd."""
    every = "both" if one.rows == 2 else f"all {numeral(one.rows)}"
    return (
        f"**Every cell is one column of one person; these are the rows of one crowd.** A column stays fine while {every} lie in its usual "
        "band; whoever lies outside makes it coarse. An odd person is outside in about half of the columns, so half coarse means one."
    )


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
    lines = [f"{one.raised} of {one.dims} columns", "were made coarse:"]
    return [*lines, *(["near one half, so", _taken(one)] if one.refined else ["nothing follows"])]


def _taken(one: Undone) -> str:
    return "exactly one row is odd" if one.right else "one is taken to be odd"


def strip_message(one: Undone) -> str:
    """For those who cannot see it."""
    said = f"{one.raised} of {one.dims} columns of a crowd of {one.rows} were made coarse, a share of {one.share:.2f}"
    if not one.refined:
        return f"{said}: {_why_not(one)}, so nothing follows."
    return f"{said}: one row is said to lie outside in those columns, rightly in {one.cells_right} of them."


def binned_note(dims: int, most: int) -> str | None:
    """That cells were put together to be drawn."""
    return (
        None
        if dims <= most
        else f"Drawn in {most} cells of several columns each, filled by their share; the share itself is exact."
    )


def ten_metrics(one: Undone, found: attacks.downcoding.Trials | None) -> list[tuple[str, str, str]]:
    """Of this draw the share of coarse cells, and how many draws work: never one without the other."""
    works = "trying …" if found is None else rate(found.daleth)
    return [(COARSE_SHARE, f"{one.share:.2f}", COARSE_SHARE_HELP), (DRAWS_WORK, works, DRAWS_WORK_HELP)]


def searched_line(found: attacks.downcoding.Search | None, seed: int) -> str | None:
    """That the draw was looked for, and whether it was found."""
    if found is None:
        return None
    if found.seed is None:
        return f"None of {counted(found.tried, 'draw')} works with these settings."
    if found.seed != seed:
        return None
    return (
        f"Found after {counted(found.tried, 'draw')}: an example, not a typical draw. How often one works stands below."
    )


def trials_head(found: attacks.downcoding.Trials, stored: bool) -> str:
    """How many draws."""
    return f"**In {counted(found.trials, 'draw')}**{' (stored)' if stored else ''}"


def draws_line(found: attacks.downcoding.Trials) -> str:
    """Interval, baseline and seed of the draws that work, and what theory expects."""
    theory = found.theory
    expects = "No formula for these settings; only draws tell" if theory is None else f"Theory: {chance(theory.daleth)}"
    blind = found_in(found.without_minimality) if found.groups.attempts else "no crowd was attacked"
    return (
        f"95 % interval {interval(found.daleth)} draws; the same crowds without knowing the method (baseline): {blind}. "
        f"{expects}. Seed {found.seed}."
    )


def trials_line(found: attacks.downcoding.Trials) -> str:
    """How often a crowd falls, how many rows, how many crowds were right."""
    groups, daleth = found.groups, found.daleth
    fall = (
        f"{of_100(daleth.hits, daleth.attempts)} draws {_give(daleth)} a crowd away, all of it right"
        if daleth.hits
        else "No draw gives a crowd away that is all right"
    )
    if not groups.attempts:
        return f"{fall}; no crowd was attacked."
    blind = found.without_minimality
    baseline = f"{blind.hits:,}" if blind.hits else "none"
    if groups.hits == groups.attempts:
        right = f"all {groups.attempts:,} crowds attacked were right"
    else:
        right = f"{groups.hits:,} of {counted(groups.attempts, 'crowd')} attacked {'was' if groups.hits == 1 else 'were'} wholly right"
    if not groups.hits:
        right = f"none of {counted(groups.attempts, 'crowd')} attacked was wholly right"
    return (
        f"{fall}; {chance(found.records)} rows are attacked; {right}, without knowing the method (baseline) {baseline}."
    )


def _give(draws: attacks.Counts) -> str:
    return "gives" if of_100(draws.hits, draws.attempts).startswith("1 ") else "give"


def trials_interval(found: attacks.downcoding.Trials) -> str:
    """Where the rates may lie, what they are held against, what chance was made from."""
    return (
        f"Intervals: draws {interval(found.daleth)}, crowds right {interval(found.groups)} (Wilson, 95 %). Baseline, the same crowds read "
        f"without knowing the method: {found_in(found.without_minimality)}. Seed {found.seed}."
    )


def theory_line(theory: attacks.downcoding.Theory | None) -> str:
    """What is calculated instead of drawn."""
    if theory is None:
        return "No formula for these settings; only draws tell."
    return f"Theory: {chance(theory.daleth)} draws give a crowd away; {chance(theory.records)} rows fall."


def trials_awaited(n: int) -> str:
    """That draws are being made."""
    return f"{counted(n, 'draw')} are being made …"


def crowds_of_draw(one: Undone) -> str:
    """How many crowds of this draw were attacked, and which is shown."""
    if not one.crowds:
        return "Nothing follows for any crowd of this draw; shown is the one that comes nearest."
    if one.crowds == 1:
        return f"One crowd of this draw was attacked, {'rightly' if one.right else 'wrongly'}; all others stay as published."
    right = f"{numeral(one.crowds_right)} of them" if one.crowds_right else "none of them"
    if one.crowds_right == one.crowds:
        right = "both" if one.crowds == 2 else "all"
    return f"{numeral(one.crowds, True)} crowds of this draw were attacked, {right} rightly; shown is the first."


def assumed(several: Iterable[str]) -> str:
    """What the figures rest on."""
    return f"**Assumed:** {' '.join(several)}"


def ten_notes(seen: Ten) -> tuple[str, str, str]:
    """What it means, does not mean, and what comes next."""
    here = "Here it gives away one whole person of a crowd that kept its promise."
    if seen.found is None or not seen.found.right:
        here = "Where just one person of a crowd is odd, and nothing was blurred needlessly, that person is given away."
    first = f"A method that blurs *as little as possible* tells by its choices where it had to blur, and so what it hides. {here}"
    second = (
        "It says nothing yet about your table: the proof needs a method that never blurs needlessly (minimal) and many columns with one cause. Blurring a "
        "little more at random stops whole rows, not single cells, and promises nothing."
    )
    if seen.asked.every:
        second = (
            second.split(". ")[0] + ". Trying every crowd is ours, and another minimal method could be immune to it."
        )
    third = "Audit *Your release*: if it is not minimal, the premise fails and so does this attack. Then ask about single people."
    return first, second, third


DETAIL_NOTIONS = "Which promises the theorem covers"


def notion_rows() -> dict[str, list[str]]:
    """What the theorem says of each notion, as a table."""
    several = attacks.downcoding.NOTIONS
    return {
        "promise": [one.name for one in several],
        "the theorem": [one.covered.value for one in several],
        "why": [one.why for one in several],
    }


def undo_legal(found: attacks.Counts, blind: float) -> str:
    """What the draws may be called in an assessment: draws in which every description fits exactly one person."""
    return f"These tables are made up: no evidence about yours. {attacks.legal_line(found, blind)}"
