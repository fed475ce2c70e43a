"""How likely an attacker is to pick the right row, by what each attacker knows.

Prosecutor: the person is known to be in the table. Journalist: only in the population. Marketer: the
average over everyone. Which risks there are depends on what is known: a population, weights, households.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from privacy_core.attackers import Attacker, Reidentification, persons_above
from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.households import rare_sizes
from privacy_core.individual import household_risk, individual_risk
from privacy_core.numbering import identified
from privacy_core.policies import Missing, Policies, Unit
from privacy_core.population import Population, apart, journalist, weighted_crowd, weights
from privacy_core.roles import Roles
from privacy_core.tables import FloatArray, IntArray, Table
from privacy_core.uniqueness import Uniqueness, dankar


def prosecutor_risk(classes: EquivalenceClasses) -> FloatArray:
    """Chance that an attacker who knows a person is in the table picks their row.

    The attacker knows the person's quasi-identifiers exactly and guesses uniformly within the
    matching class, so the chance is one over the class size.

    Parameters
    ----------
    classes : EquivalenceClasses
        Classes of the published table; suppressed records excluded.

    Returns
    -------
    risk : float64 (n_classes,), each in (0, 1]
        A probability, the same for every row of a class.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> ages = from_frame(pd.DataFrame({"age": [30, 30, 30, 41]}))
    >>> prosecutor_risk(equivalence_classes(ages, ["age"])).round(3).tolist()     # the 41-year-old is certain
    [0.333, 1.0]
    """
    return 1 / classes.crowd


PROSECUTOR = "The attacker knows a person's quasi-identifiers and that the person is in the table."


def prosecutor(classes: EquivalenceClasses, unit: Unit = Unit.ROWS) -> Reidentification:
    """Prosecutor risk with its counts and the attacker's knowledge in words (see `prosecutor_risk`)."""
    crowd, risk = classes.crowd.astype(float), prosecutor_risk(classes)
    persons = classes.worst_of_persons(risk)
    return Reidentification(Attacker.PROSECUTOR, PROSECUTOR, unit, risk, classes.size, crowd, persons=persons)


@dataclass(frozen=True, slots=True, eq=False)
class Risk:
    """Every risk of one table; None where no row is left to judge or nothing is known about the population.

    Parameters
    ----------
    highest : largest prosecutor risk
    average : mean prosecutor risk over rows (= classes / rows); where persons are counted the mean over persons,
        each by the smallest of their crowds
    marketer : expected share of rows, or persons, an attacker links right when linking everyone; equal to the average
    unique_rows : rows whose crowd is one: no other row, or no other person, looks the same
    median_crowd : half of the rows, or persons, hide in a crowd of at least this size
    threshold : largest risk the user accepts, or None
    rows_above : rows whose prosecutor risk is above it, or None
    persons_above : distinct persons with such a row, or None without a person column or threshold
    unit : what crowds count: rows, or distinct persons once a person column is given
    prosecutor, journalist, individual, household : the same kind of result for every attacker, each with
        the attacker's knowledge in words; `journalist.average` is the journalist-marketer's rate
    population : estimate (or count) of the people alone in the population
    rare_sizes : household sizes that one household alone has, to be counted back from its rows that take part
    reason : why there is no risk to be counted (a column was changed at random), else None
    """

    highest: float | None
    average: float | None
    marketer: float | None
    unique_rows: int | None
    median_crowd: int | None
    threshold: float | None = None
    rows_above: int | None = None
    persons_above: int | None = None
    unit: Unit = Unit.ROWS
    prosecutor: Reidentification | None = None
    journalist: Reidentification | None = None
    individual: Reidentification | None = None
    household: Reidentification | None = None
    population: Uniqueness | None = None
    rare_sizes: tuple[int, ...] = ()
    reason: str | None = None

    @property
    def attackers(self) -> tuple[Reidentification, ...]:
        """Every risk there is, the prosecutor's first."""
        several = (self.prosecutor, self.journalist, self.individual, self.household)
        return tuple(found for found in several if found is not None)


def basic_risk(classes: EquivalenceClasses, threshold: float | None = None, unit: Unit = Unit.ROWS) -> Risk:
    """Prosecutor and marketer risk from the crowds alone."""
    if (reason := classes.not_valid()) is not None:
        return Risk(None, None, None, None, None, threshold, unit=unit, reason=reason)
    found, alone = prosecutor(classes, unit), int(classes.size[classes.crowd == 1].sum())
    above = None if threshold is None else found.rows_above(threshold)
    median = median_crowd(classes) if found.n_rows else None
    average = found.average
    return Risk(found.highest, average, average, alone, median, threshold, above, unit=unit, prosecutor=found)


def risks(
    table: Table,
    classes: EquivalenceClasses,
    roles: Roles,
    threshold: float | None = None,
    population: Population | None = None,
    unit: Unit = Unit.ROWS,
    generator: np.random.Generator | None = None,
) -> Risk:
    """Every risk that the roles and what is known about the population allow.

    Parameters
    ----------
    table : Table
    classes : of `table`; their crowds in persons when `unit` is persons
    roles : weight and household are read, and person to count the persons above the threshold
    threshold : largest prosecutor risk that is accepted
    population : a population table or a sampling fraction
    unit : what the crowds count
    generator : source of randomness for bootstrap intervals of the people alone in the population; None: without

    Raises
    ------
    TableError
        Weights, ids or a population file that cannot be used; the column and the rows are named.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> homes = from_frame(pd.DataFrame({"age": [30, 30, 41], "w": [70, 40, 17], "home": [1, 2, 2]}))
    >>> found = risks(homes, equivalence_classes(homes, ["age"]), Roles(("age",), weight="w", household="home"))
    >>> [(one.attacker.value, round(one.highest, 4)) for one in found.attackers]
    [('prosecutor', 1.0), ('journalist', 0.0588), ('individual', 0.1771), ('household', 0.1912)]
    """
    outside, found = population or Population(), basic_risk(classes, threshold, unit)
    if found.reason is not None:
        return found
    if outside.table is not None and roles.household is not None:
        apart(table, outside.table, roles.household)
    each = None if roles.weight is None else individual_risk(table, classes, roles.weight, unit=unit)
    found = replace(
        found,
        persons_above=_persons_above(table, classes, roles, threshold),
        journalist=journalist(table, classes, outside, roles.weight, unit),
        individual=each,
        population=_alone_outside(table, classes, roles, outside, generator),
    )
    if roles.household is None:
        return found
    homes = household_risk(table, classes, roles.household, each or prosecutor(classes, unit))
    return replace(
        found, household=homes, rare_sizes=tuple(rare_sizes(table, roles.household, rows=classes.kept).tolist())
    )


def _persons_above(table: Table, classes: EquivalenceClasses, roles: Roles, threshold: float | None) -> int | None:
    if roles.person is None or threshold is None:
        return None
    who = identified(table, roles.person, classes.kept)
    return persons_above(prosecutor_risk(classes), classes.of_row, who, threshold)


def _alone_outside(
    table: Table,
    classes: EquivalenceClasses,
    roles: Roles,
    outside: Population,
    generator: np.random.Generator | None,
) -> Uniqueness | None:
    """Count or estimate the people alone in the population; classes that overlap allow neither."""
    if classes.missing is Missing.WILDCARD or not len(classes):
        return None
    if outside.table is not None:
        policies = Policies(classes.missing)
        return _counted(classes, equivalence_classes(outside.table, classes.quasi_identifiers, policies).size)
    fraction = outside.fraction
    if fraction is None and roles.weight is not None:
        everyone = weighted_crowd(table, classes, weights(table, roles.weight, classes.kept))
        fraction = min(float(classes.crowd.sum() / everyone.sum()), 1.0)
    return None if fraction is None else estimated(classes, fraction, generator)


def _counted(classes: EquivalenceClasses, everyone: IntArray) -> Uniqueness:
    """Count the people alone in a population table, from the rows of each of its classes: no model is needed."""
    alone, people = float(np.count_nonzero(everyone == 1)), int(everyone.sum())
    sample = classes.people, people, classes.below(2)
    if not people:
        return Uniqueness("census", *sample, reason="no row of the population table is left")
    return Uniqueness("census", *sample, alone)


def estimated(classes: EquivalenceClasses, fraction: float, generator: np.random.Generator | None = None) -> Uniqueness:
    """Estimate by Dankar's rule from the crowds of a table, in rows or in persons.

    The models read how a sample falls apart into classes. Persons who are in several classes make no such parts: their
    number, and the population's, is said and no estimate.

    Parameters
    ----------
    classes : of the judged table, not under wildcard
    fraction, generator : as in `dankar`

    Raises
    ------
    ParameterError
        The fraction is out of its range or no row is left.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import equivalence_classes, from_frame, in_persons
    >>> visits = from_frame(pd.DataFrame({"who": [1, 2, 3, 3], "q": list("xyxy")}))
    >>> found = estimated(in_persons(visits, equivalence_classes(visits, ["q"]), "who"), 0.5)
    >>> found.sample, found.population, found.reason
    (3, 6, 'not defined where persons are in several classes, as 1 of 3 are')
    """
    several = classes.n_in_several
    if not several:
        return dankar(classes.crowd, fraction, generator)
    reason = f"not defined where persons are in several classes, as {several:,} of {classes.people:,} are"
    people = round(classes.people / fraction)
    return Uniqueness("no model", classes.people, people, classes.below(2), reason=reason)


def median_crowd(classes: EquivalenceClasses) -> int:
    """Crowd that the middle row, or person, is in, ordered by their crowds."""
    crowd, up_to = classes.ascending
    return int(crowd[np.searchsorted(up_to, up_to[-1] / 2)])
