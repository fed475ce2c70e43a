"""Sentences of `isolate` about what does hold against singling out, and whether the open table varies enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dashboard.words.outcomes import badge, chance, raised
from dashboard.words.phrases import counted, plain
from privacy_core import attacks

if TYPE_CHECKING:
    from dashboard.demonstrating import Varied

HOLDS_TABLE = "What does hold, and on which conditions"
HOLDS_LEAD = "None of this says that a release singles nobody out; each line says what one kind of release adds to luck, as long as its conditions hold."


def claim_lines(claims: Sequence[attacks.singling_out.Claim]) -> list[str]:
    """What is proved: name, statement, conditions, number, who says so."""
    return [_claim(one) for one in claims]


def _claim(one: attacks.singling_out.Claim) -> str:
    number = "" if one.bound is None else f" At these settings: **{_at_most(one.bound)}**."
    whose = "ours" if one.origin.value == "ours" else "the paper’s"
    conditions = " ".join(plain(condition) for condition in one.conditions)
    return f"**{plain(one.name).capitalize()}** ({whose}). {plain(one.statement)}{number} :small[:gray[Conditions: {conditions} Source: {plain(one.source)}.]]"


def _at_most(bound: attacks.singling_out.Bound) -> str:
    return bound.words if bound.vacuous else f"in at most {chance(bound.value)} releases"


def claims_settings(rows: int, bits: int, epsilon: float) -> str:
    """Which settings the numbers are for."""
    return f"Numbers for {rows:,} rows, descriptions at least as rare as 1 in {rows:,} × 2{raised(bits)}, and ε = {epsilon:g}, as set under *Totals and noise*."


PREMISE_TITLE = "Does your own table vary enough?"
PREMISE_RARE = "A description that fits 1 person in"
PREMISE_HELP = "Blind attackers reach their curve, and attacks their theory, only where no combination of values is itself commoner than the description."
PREMISE_NO_TABLE = "No table is open, so how much its rows vary is not measured."
PREMISE_NO_ROLES = "Say first which columns others could know; then it is measured how much the rows vary in them."


def premise_sentence(seen: Varied) -> str:
    """The core's sentence, or why there is none."""
    if seen.found is None:
        return seen.missing or PREMISE_NO_TABLE
    return plain(seen.found.sentence(1 / seen.one_in))


def premise_outcome(seen: Varied) -> str:
    """Whether the premise holds, in one word."""
    enough = None if seen.found is None else seen.found.enough(1 / seen.one_in)
    if enough is None:
        return badge(attacks.Outcome.NOT_MEASURED)
    return "● **premise holds**" if enough else badge(attacks.Outcome.PREMISE_FAILS)


def premise_assumed(seen: Varied) -> str:
    """How it is estimated."""
    if seen.found is None or seen.study.source is None:
        return "Min-entropy: −log₂ of the share of the most frequent combination of values."
    found = seen.found
    left = f", {found.left_out:,} left out" if found.left_out else ""
    return (
        f"{plain(seen.study.source.name)}: {found.rows:,} rows{left}, {found.classes:,} combinations of {counted(len(found.columns), 'column')}; min-entropy estimated at "
        f"{found.bits:.1f} bits, with 95 of 100 sureness at least {found.low:.1f} and, apart from that, at most {found.high:.1f}. **Assumed:** rows are independent draws from the population."
    )
