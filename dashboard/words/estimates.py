"""Sentences of `again` about what a mechanism rests on: a wrong estimate, its limits, records needed, a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dashboard.words.mechanism import odds
from dashboard.words.phrases import beyond, counted, numeral, plain
from privacy_core import share

if TYPE_CHECKING:
    from dashboard.compute import Limits, Planned, Repaired
    from dashboard.promising import Wrong

WRONG_TITLE = "When the distribution was only estimated"
ERROR_LABEL = "Error of the estimate (ε)"
ERROR_HELP = (
    "Total variation distance: the largest difference between the estimated and the true chance of any set of records."
)


def wrong_title(seen: Wrong) -> str:
    """Promised against real."""
    return f"Estimated, not known: promised {share(seen.found.promised)}, really {_real(seen)}"


def _real(seen: Wrong) -> str:
    return "every time" if seen.found.real >= 1 else share(seen.found.real)


def wrong_picture(seen: Wrong) -> tuple[str, str, str, str]:
    """Words of both marks, title of the axis, message."""
    promised = f"promised: {share(seen.found.promised)}"
    real = f"real: {_real(seen)}"
    return (
        promised,
        real,
        "releases that fail, of 100",
        f"The promise was {share(seen.found.promised)}; the true chance is {_real(seen)}.",
    )


def wrong_line(seen: Wrong) -> str:
    """The example in words."""
    found = seen.found
    if seen.error >= seen.p:
        return (
            f"An error of {seen.error:g} can empty a cell of estimated chance {seen.p:g}: then {beyond('every release fails')}, and no number "
            "of records helps."
        )
    return (
        f"One class, two values, the rarer estimated at {seen.p:g}: {found.records:,} records promise failure in {share(seen.delta)}. Its true "
        f"chance is {seen.p - seen.error:g}, so {beyond(f'{share(found.real)} releases')} fail."
    )


WRONG_ASSUMED = (
    "**Assumed:** the error falls on the rarest cell, which is the worst it can do. **Not shown:** a typical error; but nobody can "
    "promise that it is typical. (Our counterexample to a claim of the paper.)"
)
REPAIRS = "Three repairs for the mechanism above, at this error"


def repair_rows(seen: Repaired) -> dict[str, list[str]]:
    """Repairs, the records they need, and what they rest on."""
    found = seen.records
    none = "none: the error is not below p"
    rows = [
        (
            "as planned",
            f"{seen.planned:,}",
            "may fail every time" if seen.bound >= 1 else f"fails in up to {odds(seen.bound)}",
        ),
        ("every cell lowered by ε (naive)", f"{found.naive:,}" if found else none, "correct, and wasteful"),
        ("ε spent once (least N)", f"{found.budget:,}" if found else none, "the error can drain one cell only"),
        ("ε spent once (closed form)", f"{found.closed:,}" if found else none, "a formula that suffices"),
    ]
    if seen.redesigned is not None:
        classes, records = seen.redesigned
        rows.append(
            (
                f"classes made with p + ε: {counted(classes, 'class')}",
                f"{records:,}",
                "fewer classes, no more records",
            )
        )
    heads = ("repair", "records", "what it rests on")
    return {head: [row[i] for row in rows] for i, head in enumerate(heads)}


def breakdown_line(seen: Repaired) -> str:
    """From which error on nothing helps."""
    return f"From an error of {seen.breakdown:.3g} on, some true distribution never shows ℓ values in one of these classes, whatever N."


LIMITS_TITLE = "Four things the promise is not"


def limit_lines(seen: Limits) -> list[tuple[str, str]]:
    """Head and text of each."""
    alone, drift, close = seen.alone, seen.drift, seen.close
    sets = " and ".join("{" + ", ".join(sorted(one)) + "}" for one in alone.shown)
    return [
        (
            "The property alone does not compose; the mechanism does",
            f"A release that always shows {plain(sets.split(' and ')[0])} and one that always shows {plain(sets.split(' and ')[1])} are each "
            f"({alone.ell}, 0)-diverse; linked they leave {plain(', '.join(sorted(alone.left)))}. Common classes and a common target set are what composes.",
        ),
        (
            "Sets compose, frequencies drift",
            f"Two releases that each show {' and '.join(map(str, seen.counts))} of {sum(seen.counts)} rule nothing out, yet belief rises from "
            f"{drift.highest_before[0]:.2g} to {drift.highest[0]:.3f} and entropy ℓ falls from {drift.ell_before[0]:.2f} to "
            f"{drift.ell[0]:.2f}. So it is false that whatever holds "
            "with chance 1 − δ composes.",
        ),
        (
            "t-closeness does not stop linkage",
            f"{numeral(close.releases, capital=True)} releases, each within t = {close.t:.2g} of the table and showing {close.ell} values, "
            f"leave {numeral(close.left)}. A constant column is even 0-close, and everyone is pinned.",
        ),
        (
            "Like differential privacy, and unlike it",
            "As with (ε, δ), chances of failure add up over releases: t·δ. But here the chance is over the data's draw, a known "
            "distribution is needed, and it descends from probabilistic k-anonymity: no noise, no promise against other knowledge.",
        ),
    ]


CURVES = "How many records: against δ, ℓ, p and the number of releases"
CURVES_NOTE = (
    "With as many classes as p allows; δ is shared by all releases. The curves are ours: they evaluate the formula."
)
CURVE_TITLES = {
    "delta_in_all": "chance of failure, all releases (δ)",
    "ell": "values every class shows (ℓ)",
    "p": "least chance of a target cell (p)",
    "releases": "linked releases (t)",
}


def curve_message(name: str, now: int) -> str:
    """For those who cannot see it."""
    return f"Records a release needs against {CURVE_TITLES[name]}; at the present settings {now:,}."


SAID_WRONGLY = "What is often said wrongly"
PLAN = "A plan for your own table"
PLAN_NOTE = (
    "Classes of neighbours in the order of the known columns, made for the shares of this table, ℓ, δ and t as above. "
    "Another owner applies the file to their own table and so has the same classes."
)
PLAN_P, PLAN_SECRET = "Rarest value that counts: 1 record in (1/p)", "Secret of the plan"
NO_KNOWN = "No column is known to others, so there is nothing to group by."
PLAN_FILE, CERTIFIED_FILE = "Plan (TOML)", "Certified plan (TOML)"
PLAN_WAITS = "The plan is made as soon as the simulation above has ended."
PLAN_RECORDS = "It publishes every row of the table with the plan's classes: draw the records of a release before, at least as many as the plan says."
PLAN_COMMAND = "kelt release TABLE.csv --plan plan.toml --out release.csv"
LEARNT = "What more classes buy: error of the estimated shares of the secret at this number of records"


def plan_title(seen: Planned) -> str:
    """Classes and records of the plan, and on what they rest."""
    said = seen.guarantee
    return f"**{said.classes:,} classes, {said.records:,} records a release** · basis: {said.basis.value}"


def plan_sentence(seen: Planned) -> str:
    """The promise in the core's words; an estimate says so."""
    return plain(seen.guarantee.sentence)


def certified_line(seen: Planned) -> str:
    """What a held-out half certifies, or why nothing."""
    if seen.certified is None:
        return f"**Not certified.** {plain(seen.refused or '')}"
    made, counted_ = seen.halves or (0, 0)
    return (
        f"**Another plan, certified.** Its classes were made from {made:,} records and counted on the {counted_:,} others (halves drawn "
        f"with seed 1). {plain(seen.certified.sentence)} Neither half may be one of the releases."
    )


def learnt_rows(seen: Planned) -> dict[str, list[Any]]:
    """Greedy, equal-size and one class at the same number of records."""
    return {
        "grouping": [one.name for one in seen.learnt],
        "classes": [one.classes for one in seen.learnt],
        "keeps ℓ values of chance p": ["yes" if one.keeps else "no" for one in seen.learnt],
        "error": [f"{one.error:.4f}" for one in seen.learnt],
        "of it, people of a class differ": [f"{one.blur:.4f}" for one in seen.learnt],
        "of it, few records": [f"{one.luck:.4f}" for one in seen.learnt],
    }
