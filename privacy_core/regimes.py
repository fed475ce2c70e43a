"""One file under all regimes: each published number beside the number of the table it limits.

P(identification) = P(identification, given an attempt) × P(attempt); a public release has P(attempt) = 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import in_range
from privacy_core.norms import Measure, Norm, Over, all_norms
from privacy_core.policies import TOLERANCE

AT_RISK = 0.2
"""A record is at risk, in the sense of ARX's default, when its chance is above this."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbers of one table that a norm can limit; None where they are not known.

    Parameters
    ----------
    unit : "rows" or "persons"
    smallest : smallest crowd
    highest, average : chance that an attacker who knows a person is in the table picks the right one
    at_risk : share of the units whose chance is above 0.2
    population_unique : share of the units that are alone in the population
    expected_share : expected re-identifications among all units, from sampling weights
    """

    unit: str
    smallest: int | None
    highest: float | None
    average: float | None
    at_risk: float | None
    population_unique: float | None = None
    expected_share: float | None = None


def facts(
    size: NDArray[np.integer],
    unit: str = "rows",
    population_unique: float | None = None,
    expected_share: float | None = None,
) -> Facts:
    """Read off crowd sizes what norms limit.

    Parameters
    ----------
    size : rows (or persons) of each class
    unit : what is counted
    population_unique, expected_share : results of the risk models, where there are any

    Examples
    --------
    >>> found = facts(np.array([1, 4, 5]))
    >>> found.smallest, found.highest, found.average, found.at_risk
    (1, 1.0, 0.3, 0.5)
    """
    if not size.sum():
        return Facts(unit, None, None, None, None, population_unique, expected_share)
    highest, average = highest_chance(size), average_chance(size)
    return Facts(unit, int(size.min()), highest, average, share_at_risk(size), population_unique, expected_share)


def highest_chance(size: NDArray[np.integer]) -> float:
    """The chance that an attacker picks the right row of the person who hides worst.

    The attacker knows the person's quasi-identifiers and that the person is in the table
    (prosecutor).

    Notes
    -----
    Formula: 1/k, k the smallest class.

    Edge cases: 1 when anybody stands alone. In persons where a person has several rows.

    Does not say: how likely anyone is to try; what is learned without picking the right row.

    Source: Sweeney 2002; the name prosecutor risk: El Emam & Dankar, JAMIA 15(5), 2008.
    """
    return 1 / int(size.min())


def average_chance(size: NDArray[np.integer]) -> float:
    """The share of rows an attacker picks right who tries everyone.

    The mean of the single chances, and the marketer's success.

    Notes
    -----
    Formula: Σ f·(1/f)/n = classes/rows.

    Edge cases: one person alone hardly moves it: print the highest chance beside it.

    Does not say: who is at risk.

    Source: El Emam & Dankar, JAMIA 15(5), 2008; Dankar & El Emam, marketer re-identification risk, PAIS 2010.
    """
    return len(size) / int(size.sum())


def share_at_risk(size: NDArray[np.integer]) -> float:
    """The share of rows whose chance to be picked right is above 0.2.

    Notes
    -----
    Formula: rows in classes with 1/f > 0.2, over all rows.

    Edge cases: classes of exactly 5 are not above.

    Does not say: how far above; 0.2 is a default of a program, not a law.

    Source: ARX, ModelRisk.java (records at risk).
    """
    return float(size[1 / size > AT_RISK + TOLERANCE].sum()) / float(size.sum())


class Standing(StrEnum):
    """Where a number stands with respect to a norm."""

    WITHIN = "within"
    BEYOND = "beyond"
    NOT_MEASURABLE = "not measurable here"


@dataclass(frozen=True, slots=True)
class Judgement:
    """One norm beside one table.

    Parameters
    ----------
    norm : Norm
    compared : which number is compared, in words
    number : that number, or None
    standing : within, beyond, or not measurable here
    reason : why it is not measurable, else what else must be said, or ""
    """

    norm: Norm
    compared: str
    number: float | None
    standing: Standing
    reason: str = ""


def judge_norms(found: Facts, attempt: float = 1.0, listed: Sequence[Norm] | None = None) -> tuple[Judgement, ...]:
    """Put one table beside every norm.

    Parameters
    ----------
    found : numbers of the table
    attempt : P(attempt), the chance that anyone tries, 0 to 1; enters only norms that ask for it
    listed : norms to look at (default: all)

    Raises
    ------
    ParameterError
        The chance of an attempt lies outside [0, 1].

    Examples
    --------
    >>> from privacy_core.norms import named_norm
    >>> judged = judge_norms(facts(np.full(10, 11)), listed=[named_norm("ema-0070"), named_norm("cms-cells")])
    >>> [(j.standing.value, j.compared) for j in judged][0]
    ('within', 'highest chance over rows, 1/k')
    >>> judged[1].reason
    'about the cells of a printed table; here are rows'
    """
    in_range(0, 1, attempt=attempt)
    return tuple(_judged(norm, found, attempt) for norm in (all_norms() if listed is None else listed))


def _judged(norm: Norm, found: Facts, attempt: float) -> Judgement:
    if norm.measure in ELSEWHERE:
        return Judgement(norm, norm.measure.value, None, Standing.NOT_MEASURABLE, ELSEWHERE[norm.measure])
    compared, number, lacking = _compared(norm, found, attempt)
    if number is None or norm.limit is None:
        return Judgement(norm, compared, None, Standing.NOT_MEASURABLE, lacking)
    return Judgement(norm, compared, number, _standing(norm, number), _also(norm, found))


ELSEWHERE = {
    Measure.CELL: "about the cells of a printed table; here are rows",
    Measure.ROUNDING: "about the cells of a printed table; here are rows",
    Measure.RULE: "a rule about single columns, not about crowds",
    Measure.WORDS: "the text gives no number to compare with",
}
EMPTY = "no row is left to judge"


def _compared(norm: Norm, found: Facts, attempt: float) -> tuple[str, float | None, str]:
    """Which number is compared, the number, and why there is none."""
    match norm.measure:
        case Measure.SMALLEST:
            return f"smallest crowd in {found.unit}", found.smallest, EMPTY
        case Measure.ATTEMPT:
            risk = None if found.highest is None else found.highest * attempt
            return f"highest chance over {found.unit}, 1/k, times P(attempt) = {attempt:g}", risk, EMPTY
        case Measure.AT_RISK:
            return f"share of {found.unit} whose chance is above {AT_RISK:g}", found.at_risk, EMPTY
        case Measure.POPULATION:
            return "share alone in the population", found.population_unique, "needs an estimate of the population"
        case Measure.EXPECTED:
            return f"expected re-identifications / {found.unit}", found.expected_share, "needs sampling weights"
        case _ if norm.over is Over.AVERAGE:
            return f"average chance over {found.unit}, classes / {found.unit}", found.average, EMPTY
        case _:
            return f"highest chance over {found.unit}, 1/k", found.highest, EMPTY


def _standing(norm: Norm, number: float) -> Standing:
    limit = norm.limit or 0.0
    kept = number >= limit - TOLERANCE if norm.over is Over.MINIMUM else number <= limit + TOLERANCE
    return Standing.WITHIN if kept else Standing.BEYOND


def _also(norm: Norm, found: Facts) -> str:
    """What must be said beside a comparison: outliers under an average, a number rounded in print."""
    highest = found.highest or 0.0
    if norm.measure is not Measure.PROBABILITY:
        return ""
    if norm.over is Over.AVERAGE:
        return f"an average hides single people: the highest chance here is {highest:.4g}"
    between = (norm.value or 0.0) + TOLERANCE < highest <= (norm.limit or 0.0) + TOLERANCE
    return f"{norm.number}: taken literally it would be beyond" if between else ""
