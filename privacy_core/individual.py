"""Risk of each sampled row and household, the population's crowd estimated from survey weights.

Benedetti & Franconi 1998; Franconi & Polettini, Individual risk estimation in μ-Argus, PSD 2004.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from privacy_core.attackers import Attacker, Reidentification
from privacy_core.classes import EquivalenceClasses, largest_of_each
from privacy_core.numbering import grouped, identified
from privacy_core.policies import Unit
from privacy_core.population import weighted_crowd, weights
from privacy_core.tables import Codes, FloatArray, Table


class Formula(StrEnum):
    """The expectation itself, or sdcMicro's shortcut p/(f − 1 + p) for classes above two rows."""

    EXACT = "exact"
    APPROXIMATE = "approximate"


def chance_of_one(f: NDArray[np.integer], p: FloatArray, formula: Formula = Formula.EXACT) -> FloatArray:
    """Expected 1/F of a class with f rows in the sample, F in the population unknown.

    F given f follows a negative binomial with success chance p, so
    r = E[1/F | f] = p ∫₀¹ w^(f−1) / (p + (1 − p) w) dw.

    Parameters
    ----------
    f : (n,), rows of each class in the sample, at least 1
    p : float64 (n,), share of the class that was sampled, f over the summed weights; above 1 counts as 1
    formula : exact, or sdcMicro's approximation

    Returns
    -------
    risk : float64 (n,), each in (0, 1/f]; 1/f where everyone was sampled

    Notes
    -----
    Sources as in the module; the approximation is Franconi & Polettini's (2004), section 3. Written
    out, the integral is sdcMicro's `indivRisk(method = "exact")`, whose alternating sum loses all
    digits for large f; here p ≥ 1/2 and large f go by a series of positive terms.

    Examples
    --------
    >>> f, p = np.array([1, 2, 3]), np.array([1 / 17, 2 / 110, 0.1])
    >>> chance_of_one(f, p).round(6).tolist()       # alone among about 17: riskier than 1/17
    [0.177076, 0.017144, 0.046368]
    >>> chance_of_one(f, p, Formula.APPROXIMATE).round(6).tolist()
    [0.177076, 0.017144, 0.047619]
    """
    p = np.minimum(p, 1.0)
    if formula is Formula.APPROXIMATE:
        return np.where(f > 2, p / (f - 1 + p), _exact(np.minimum(f, 2), p))
    return _exact(f, p)


def _exact(f: NDArray[np.integer], p: FloatArray) -> FloatArray:
    risk, climbs = np.empty(len(p)), (p < 0.5) & (f < _LONG)
    risk[climbs] = _climbed(f[climbs], p[climbs])
    risk[~climbs] = _summed(f[~climbs].astype(float), p[~climbs])
    return risk


_LONG = 50


def _climbed(f: NDArray[np.integer], p: FloatArray) -> FloatArray:
    # I(f) = ∫ w^(f−1)/(p + q w) dw: I(1) = ln(1/p)/q, I(f+1) = (1/f − p I(f))/q. Errors grow by p/q < 1.
    q, integral = 1 - p, -np.log(p) / (1 - p)
    for step in range(1, int(f.max(initial=1))):
        integral = np.where(f > step, (1 / step - p * integral) / q, integral)
    return p * integral


def _summed(f: FloatArray, p: FloatArray) -> FloatArray:
    # p/f · Σ_j Π_{i≤j} q i/(f + i): terms fall at least like 2^−j.
    q, term, total = 1 - p, np.ones(len(p)), np.ones(len(p))
    for i in range(1, 61):
        term = term * (q * i / (f + i))
        total += term
    return p / f * total


def individual_risk(
    table: Table,
    classes: EquivalenceClasses,
    weight: str,
    formula: Formula = Formula.EXACT,
    unit: Unit = Unit.ROWS,
) -> Reidentification:
    """Chance that a sampled row is linked right to a person of the population, from survey weights.

    The attacker knows the quasi-identifiers of everyone in the population, but not who was sampled,
    and picks one of the F people who look like the row. F is unknown; its distribution is estimated
    from the summed weights of the class (see `chance_of_one`).

    Parameters
    ----------
    table : Table
    classes : of `table`, under any policy for missing values
    weight : column that says how many people a row stands for, each above 0
    formula : exact, or sdcMicro's approximation
    unit : what the classes' crowds count

    Returns
    -------
    risk : Reidentification, per class, each in (0, 1]; `average` is the global risk, `expected` the
        expected re-identifications

    Raises
    ------
    TableError
        Weights that are missing, infinite, zero or negative.

    Notes
    -----
    Formula: f rows of a class whose weights add up to f/p: r = p ∫ w^(f−1) / (p + (1−p) w) dw from w = 0 to 1;
    for f = 1 it is p/(1−p) · ln(1/p).

    Edge cases: weights that add up to less than f count as f, and r is 1/f; how many such rows there are is said.

    Does not say: anything about outliers within a class, or about an attacker who knows who was sampled
    (prosecutor risk).

    Source: Benedetti and Franconi (1998), as in sdcMicro; the integral is evaluated exactly.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import equivalence_classes, from_frame
    >>> sample = from_frame(pd.DataFrame({"age": [30, 30, 41], "w": [70, 40, 17]}))
    >>> found = individual_risk(sample, equivalence_classes(sample, ["age"]), "w")
    >>> found.risk.round(4).tolist(), round(found.expected, 4)
    ([0.0171, 0.1771], 0.2114)
    """
    said = weighted_crowd(table, classes, weights(table, weight, classes.kept))
    risk = chance_of_one(classes.crowd, classes.crowd / said, formula)
    knowledge = (
        "The attacker knows the quasi-identifiers of everyone in the population but not who was sampled; how many look "
        f"the same is estimated from the weights in {weight!r} ({formula.value} Benedetti–Franconi risk)."
    )
    short = int(classes.size[said < classes.crowd - 1e-9].sum())
    persons = classes.worst_of_persons(risk)
    return Reidentification(Attacker.INDIVIDUAL, knowledge, unit, risk, classes.size, said, short, persons)


def household_risk(
    table: Table, classes: EquivalenceClasses, household: str, each: Reidentification
) -> Reidentification:
    """Chance that at least one member of a household is found: 1 − Π(1 − r) over its members.

    Who finds one member has found them all. Members are taken to be found independently. Every row is a member;
    where persons are counted, every person, by the largest risk of their rows in the household.

    Parameters
    ----------
    table : Table
    classes : the classes `each` speaks of
    household : column that says which household a row belongs to
    each : risk of every class

    Returns
    -------
    risk : Reidentification, one group per household of the rows that take part, each in [0, 1]

    Raises
    ------
    TableError
        Rows that take part have no household id.

    Notes
    -----
    Formula: 1 − Π (1 − r) over the rows of the household, r the risk of a row; over its persons where persons are
    counted, r the largest risk of a person's rows in it.

    Edge cases: a household with one member has that member's risk; one certain member makes 1.

    Does not say: how much larger the risk is because members resemble each other; they are taken to be found
    independently.

    Source: Hundepool et al., Statistical Disclosure Control (2012); sdcMicro.

    Examples
    --------
    >>> together(np.array([0.02, 0.03, 0.03, 0.5]), np.array([0, 0, 0, 1])).round(4).tolist()
    [0.0779, 0.5]
    """
    codes = identified(table, household, classes.kept, "household")
    home, n = grouped([codes], [table[household].n_codes], len(codes))
    risk, persons = together(each.risk[classes.of_row], home), None
    if classes.who is not None:
        risk = together(*_members(each.risk[classes.of_row], home, classes.who))
        persons = largest_of_each(risk[home], classes.who)
    knowledge = f"{each.knowledge} Finding one member of a household in {household!r} finds all of them."
    rows = np.bincount(home, minlength=n)
    found = replace(each, attacker=Attacker.HOUSEHOLD, knowledge=knowledge, risk=risk, rows=rows, crowd=None)
    return replace(found, persons=persons)


def _members(risk: FloatArray, home: Codes, who: Codes) -> tuple[FloatArray, Codes]:
    """Largest risk of each person's rows in each household, and the household."""
    member, n = grouped([home, who], [int(part.max(initial=0)) + 1 for part in (home, who)], len(who))
    place = np.zeros(n, np.int32)
    place[member] = home
    return largest_of_each(risk, member), place


def together(risk: FloatArray, home: NDArray[np.integer]) -> FloatArray:
    """Risk of each household from the risks of its rows: 1 − Π(1 − r)."""
    with np.errstate(divide="ignore"):
        spared = np.log1p(-np.minimum(risk, 1.0))
    return -np.expm1(np.bincount(home, spared)) if len(home) else np.zeros(0)
