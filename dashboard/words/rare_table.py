"""Sentences of `isolate` about rare descriptions, in detail: counts, weights, columns, and what was assumed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dashboard.words.attacked import NOT_TRIED, with_interval
from dashboard.words.outcomes import chance
from dashboard.words.phrases import counted, plain
from dashboard.words.rare import RARE_WAYS
from privacy_core import attacks

if TYPE_CHECKING:
    from dashboard.compute.describing import Described, Reached

RARE_ASSUMED = (
    "**Assumed:** rows drawn independently; the attacker knows the release and nothing of the people in it. A description must fit exactly one row, "
    "and luck does that to common ones. Releases of few columns usually pass the attack by crowds. **Not shown:** other attacks; passing one approves nothing."
)


def rare_rows(found: Described) -> dict[str, Sequence[Any]]:
    """Counts with intervals as a table."""
    cells = [_cells(*both) for both in zip(found.several, found.counts, strict=True)]
    heads = "people in the release", "strangers", "guessing", "outcome"
    return {"description": [*RARE_WAYS], **{head: [row[i] for row in cells] for i, head in enumerate(heads)}}


def _cells(one: Any, counts: Reached | None) -> tuple[str, str, str, str]:
    if counts is None:
        return NOT_TRIED, NOT_TRIED, NOT_TRIED, attacks.Outcome.NOT_MEASURED.value
    several = counts.main, counts.control, counts.blind
    return *(NOT_TRIED if held is None else with_interval(held) for held in several), one.outcome.value


def rare_weights(found: attacks.ClassPredicates) -> str:
    """How rare the descriptions are, and how much commoner in the release than among people."""
    middle, over = found.median_weight, found.median_overfit
    if middle is None:
        return f"{len(found.sizes):,} crowds; without strangers no weights."
    return (
        f"{len(found.sizes):,} crowds; the description in the middle fits {chance(middle)} strangers and is {over:.2g} times as common in the release (over-fit). "
        f"{_rare_crowds(found)} {found.unresolved:,} descriptions fit no stranger at all: they are rarer than {chance(2 * found.resolution)}, not impossible."
    )


def _rare_crowds(found: attacks.ClassPredicates) -> str:
    if found.below is None:
        return "Whether a crowd is rarer than your line cannot be told: there are too few strangers."
    most = chance(attacks.singling_out.expected_success(found.eta))
    return f"{found.below:,} crowds are rarer than your line; where so many are, the attack on crowds reaches about {most} (η/e)."


def mix_rows(found: Described) -> dict[str, Sequence[Any]] | None:
    """Which columns the descriptions of records use, and which of them hit."""
    one, several = found.records
    held = [record for record in (one, several) if hasattr(record, "by_column")]
    if not held:
        return None
    names = list(held[0].by_column)
    rows: dict[str, Sequence[Any]] = {"column": names}
    for head, record in zip(("one column", "several columns"), (one, several), strict=True):
        if hasattr(record, "by_column"):
            rows[f"{head}: tries"] = [record.by_column.get(name, 0) for name in names]
            rows[f"{head}: hits"] = [record.hits_by_column.get(name, 0) for name in names]
    return rows


def rare_fewer(counts: attacks.Counts, wanted: int) -> str | None:
    """Why there are fewer tries than were asked for; None where there are not."""
    if counts.attempts >= wanted:
        return None
    found = "no description" if not counts.attempts else f"only {counted(counts.attempts, 'description')}"
    fit = "fit" if counts.attempts > 1 else "fits"
    return f"Of up to {wanted:,} tries {found} {fit} exactly one released row; only such a description is tried."


def rare_told(found: Described) -> list[str]:
    """What each attack assumed and how the release was read, escaped."""
    lines = []
    for name, one, counts in zip(RARE_WAYS, found.several, found.counts, strict=True):
        if not hasattr(one, "outcome"):
            lines.append(f"**{name}.** {plain(one.reason)}")
            continue
        told = getattr(one, "assumptions", ()) or one.evidence.assumptions
        fewer = rare_fewer(counts.main, found.asked.tries)
        several = (*told, *one.notes, *(() if fewer is None else (fewer,)))
        lines.append(f"**{name}.** {plain(' '.join(several))}")
    return lines
