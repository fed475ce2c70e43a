"""One file under all regimes: each published number beside the number of the table it limits.

P(identification) = P(identification, given an attempt) × P(attempt); a public release has P(attempt) = 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from privacy_core.classes import EquivalenceClasses
from privacy_core.errors import in_range
from privacy_core.norms import Measure, Norm, Over, all_norms
from privacy_core.policies import TOLERANCE
from privacy_core.tables import IntArray

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
    classes: EquivalenceClasses,
    population_unique: float | None = None,
    expected_share: float | None = None,
) -> Facts:
    """Read off the crowds what norms limit; where persons are counted, each counts once, by their smallest crowd.

    Parameters
    ----------
    classes : with their crowds in rows or in persons
    population_unique, expected_share : results of the risk models, where there are any

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import equivalence_classes, from_frame
    >>> people = from_frame(pd.DataFrame({"age": [20, *[30] * 4, *[41] * 5]}))
    >>> found = facts(equivalence_classes(people, ["age"]))
    >>> found.smallest, found.highest, found.average, found.at_risk
    (1, 1.0, 0.3, 0.5)
    """
    unit, more = "rows" if classes.persons is None else "persons", (population_unique, expected_share)
    if not classes.people:
        return Facts(unit, None, None, None, None, *more)
    highest, average = highest_chance(classes), average_chance(classes)
    return Facts(unit, int(classes.crowd.min()), highest, average, share_at_risk(classes), *more)


def highest_chance(classes: EquivalenceClasses) -> float:
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
    return 1 / int(classes.crowd.min())


def average_chance(classes: EquivalenceClasses) -> float:
    """The share of rows, or persons, an attacker picks right who tries everyone.

    The mean of the single chances, and the marketer's success.

    Notes
    -----
    Formula: mean of 1/f over rows, f the crowd of the row: classes/rows. Where persons are counted, the mean over
    persons, f the smallest crowd of the person.

    Edge cases: one person alone hardly moves it: print the highest chance beside it. Where missing matches anything
    classes overlap, and it is no longer classes/rows.

    Does not say: who is at risk.

    Source: El Emam & Dankar, JAMIA 15(5), 2008; Dankar & El Emam, marketer re-identification risk, PAIS 2010.
    """
    crowd, n = _counts(classes)
    return float(n @ (1 / crowd)) / classes.people


def share_at_risk(classes: EquivalenceClasses) -> float:
    """The share of rows, or persons, whose chance to be picked right is above 0.2.

    Notes
    -----
    Formula: rows with 1/f > 0.2 over all rows, f the crowd of the row; persons by the smallest of their crowds.

    Edge cases: classes of exactly 5 are not above.

    Does not say: how far above; 0.2 is a default of a program, not a law.

    Source: ARX, ModelRisk.java (records at risk).
    """
    crowd, n = _counts(classes)
    return int(n[1 / crowd > AT_RISK + TOLERANCE].sum()) / classes.people


def _counts(classes: EquivalenceClasses) -> tuple[IntArray, IntArray]:
    """Crowds, ascending, and how many rows, or persons, hide in each."""
    crowd, up_to = classes.ascending
    return crowd, np.diff(up_to, prepend=0)


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
    >>> import pandas as pd
    >>> from privacy_core import equivalence_classes, from_frame
    >>> elevens = from_frame(pd.DataFrame({"q": np.repeat(np.arange(10), 11)}))
    >>> found = facts(equivalence_classes(elevens, ["q"]))
    >>> judged = judge_norms(found, listed=[named_norm("ema-0070"), named_norm("cms-cells")])
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
            smallest = ", each by the smallest of their crowds" if found.unit == "persons" else ""
            return f"average chance over {found.unit}{smallest}", found.average, EMPTY
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
