"""Many models on one table with one grouping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from privacy_core.attackers import Attacker
from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.counting import Contingency, contingency
from privacy_core.errors import ParameterError
from privacy_core.hierarchies import Hierarchy
from privacy_core.models import (
    KAnonymity,
    Measurement,
    NTCloseness,
    Secret,
    TCloseness,
    Thresholds,
    Value,
    Verdict,
    measure,
    promises,
)
from privacy_core.models.base import undefined
from privacy_core.models.t_closeness import endless_numbers
from privacy_core.policies import Missing, Policies, Prior, Unit
from privacy_core.population import Population
from privacy_core.risk import Risk, risks
from privacy_core.roles import Roles
from privacy_core.supersets import Supersets, supersets
from privacy_core.tables import Table
from privacy_core.units import in_histories, in_persons


@dataclass(frozen=True, eq=False)
class Assessment:
    """What one table has: every model's measurement, the risks, and how doubtful rows were counted.

    Parameters
    ----------
    classes : EquivalenceClasses
    counts : contingency of each sensitive column
    measurements : k-anonymity first (in rows; with a person column also in persons and in histories),
        then every model of each sensitive column
    risk : Risk
    policies : Policies
    unused : columns in no role
    """

    classes: EquivalenceClasses
    counts: Mapping[str, Contingency]
    measurements: tuple[Measurement, ...]
    risk: Risk
    policies: Policies
    unused: tuple[str, ...]

    @property
    def findings(self) -> list[str]:
        """One plain sentence per measurement, then warnings about columns that say nothing."""
        said = [m.model.sentence(m) for m in self.measurements if m.value is not None]
        said += list(_switched_off(self))
        said += [warning for counted in self.counts.values() for warning in warnings(counted)]
        return said + list(_about_people(self))

    @property
    def headline(self) -> Measurement:
        """The k that a threshold is judged by: in persons once a person column is given, else in rows."""
        several = [m for m in self.measurements if isinstance(m.model, KAnonymity)]
        return next(m for m in several if m.policies.unit == self.policies.unit)

    @property
    def holds(self) -> bool:
        """Whether every threshold given is kept and something was left to judge."""
        kept = all(m.verdict in (None, Verdict.HOLDS) for m in self.measurements)
        return kept and len(self.classes) > 0 and not self.risk.rows_above


def assess(
    table: Table,
    roles: Roles,
    asked: Thresholds | None = None,
    secrets: Sequence[Secret] | None = None,
    policies: Policies | None = None,
    original: Table | None = None,
    population: Population | None = None,
    generator: np.random.Generator | None = None,
    hierarchies: Mapping[str, Hierarchy] | None = None,
) -> Assessment:
    """Measure every model of every sensitive column on one grouping.

    Parameters
    ----------
    table : the table to be judged
    roles : at least one quasi-identifier
    asked : thresholds; a model without one is only measured
    secrets : ground distance and hierarchy per sensitive column; default each column's own
    policies : how doubtful rows count
    original : table whose distribution is the prior for t, β and δ-disclosure
    population : a population table or a sampling fraction, for the journalist's risk
    generator : source of randomness for bootstrap intervals of population uniqueness; None gives none of these
    hierarchies : of every quasi-identifier, where (n, t)-closeness is asked for

    Raises
    ------
    RoleError, UnknownColumn
        The roles do not fit the table.
    TableError
        Weights, person or household ids, or the population table cannot be used.
    ParameterError
        A threshold on t is asked for by value where numbers are infinite, or one that is not defined
        where missing values match anything, or a unit without a person column.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"q": ["a", "a", "b", "b"], "s": ["x", "y", "x", "x"]}))
    >>> found = assess(people, Roles(("q",), ("s",)), Thresholds(k=2, l=2))
    >>> [(m.model.name, m.value) for m in found.measurements[:3]]
    [('k-anonymity', 2.0), ('distinct-l', 1.0), ('entropy-l', 1.0)]
    """
    roles.check(table.names)
    _refuse_perturbed(table, roles, asked or Thresholds())
    asked, policies = asked or Thresholds(), policies or Policies()
    if original is not None:
        policies = replace(policies, prior=Prior.ORIGINAL)
    secrets = [Secret(name) for name in roles.sensitive] if secrets is None else secrets
    policies = replace(policies, unit=_unit(roles, asked, policies))
    classes = equivalence_classes(table, roles.quasi_identifiers, policies)
    counts = {s.column: contingency(table, classes, s.column, policies, original) for s in secrets}
    crowds, people = _headcounts(table, classes, roles, asked, policies)
    around = None
    if asked.n is not None and policies.missing is not Missing.WILDCARD:
        around = supersets(table, classes, hierarchies or {}, policies)
    found = [m for secret in secrets for m in _measured(secret, counts[secret.column], asked, around, original)]
    counted = Unit.ROWS if people is classes else Unit.PERSONS
    risk = risks(table, people, roles, asked.risk, population, counted, generator)
    return Assessment(classes, counts, (*crowds, *found), risk, policies, tuple(roles.unused(table.names)))


NOT_DEFINED = "not defined under wildcard"


def _unit(roles: Roles, asked: Thresholds, policies: Policies) -> Unit:
    """The unit k is judged in; refuses promises that the policies leave undefined."""
    wildcard = policies.missing is Missing.WILDCARD
    if wildcard and asked != Thresholds(k=asked.k, risk=asked.risk):
        raise ParameterError(
            "Where missing matches anything (wildcard), ℓ, α, t, β and δ-disclosure are not defined: classes overlap. "
            "Only k and risk can have a threshold."
        )
    if roles.person is None:
        if policies.unit is not Unit.ROWS:
            raise ParameterError(f"k in {policies.unit.value} needs a column that says which person a row belongs to.")
        return Unit.ROWS
    if wildcard and asked.k is not None:
        raise ParameterError(
            "Where missing matches anything (wildcard), k in persons is not defined: leave out the person column "
            "or the threshold on k."
        )
    return Unit.PERSONS if policies.unit is Unit.ROWS else policies.unit


def _refuse_perturbed(table: Table, roles: Roles, asked: Thresholds) -> None:
    """Refuse promises about what was changed at random: no number could show that they are kept."""
    crowds, secrets = table.perturbed & set(roles.quasi_identifiers), table.perturbed & set(roles.sensitive)
    about_crowds = Thresholds(k=asked.k, risk=asked.risk, recursive_l=asked.recursive_l)
    nothing = Thresholds(recursive_l=asked.recursive_l)
    if (crowds and asked != nothing) or (secrets and asked != about_crowds):
        names = ", ".join(map(repr, sorted(crowds | secrets)))
        raise ParameterError(
            f"Values of {names} were changed at random (noise, PRAM or swapping): counting rows that look the same is "
            "not valid there, so no threshold can be judged. Leave the thresholds out and measure linkage instead."
        )


def _headcounts(
    table: Table, classes: EquivalenceClasses, roles: Roles, asked: Thresholds, policies: Policies
) -> tuple[list[Measurement], EquivalenceClasses]:
    """K in every unit there is, and the classes whose crowds the risks are read off."""
    units = {Unit.ROWS: classes}
    if roles.person is not None and policies.missing is not Missing.WILDCARD:
        units[Unit.PERSONS] = in_persons(table, classes, roles.person)
        units[Unit.HISTORIES] = in_histories(table, classes, roles.person)
    found = []
    for unit in Unit if roles.person is not None else (Unit.ROWS,):
        model = KAnonymity(asked.k if unit is policies.unit else None)
        counted = contingency(table, units.get(unit, classes), None, replace(policies, unit=unit))
        found.append(measure(model, counted) if unit in units else undefined(model, counted, NOT_DEFINED))
    return found, units.get(Unit.PERSONS, classes)


def _measured(
    secret: Secret, counted: Contingency, asked: Thresholds, around: Supersets | None, original: Table | None
) -> Iterator[Measurement]:
    for model in promises(secret, counted.scale, asked):
        by_value = isinstance(model, TCloseness) and isinstance(model.ground, Value)
        if counted.policies.missing is Missing.WILDCARD:
            yield undefined(model, counted, NOT_DEFINED)
        elif by_value and model.threshold is None and (endless := endless_numbers(counted)):
            yield undefined(model, counted, endless)
        elif isinstance(model, NTCloseness) and around is not None:
            coarser = around.counted(secret.column, original)
            yield measure(model, counted, model.per_class(counted, coarser, around.parent))
        else:
            yield measure(model, counted)


def _switched_off(found: Assessment) -> Iterator[str]:
    """What is not counted because values were changed at random."""
    for attribute in (None, *found.counts):
        reason = found.classes.not_valid(attribute)
        if reason is not None and (attribute is None or found.classes.not_valid() is None):
            yield f"{'Crowds and risks' if attribute is None else attribute}: {reason}."


def _about_people(found: Assessment) -> Iterator[str]:
    """What the risks beyond the prosecutor's say, each with the attacker's knowledge."""
    risk = found.risk
    yield from (one.sentence for one in risk.attackers[1:])
    for one in risk.attackers[1:]:
        if one.short_rows and one.attacker is not Attacker.HOUSEHOLD:
            yield (
                f"{one.short_rows:,} rows look like fewer people in the population than in the table itself "
                f"({one.attacker.value} risk); the table's own crowd is counted for them."
            )
    if risk.population is not None:
        yield risk.population.sentence
    if risk.household is not None:
        yield (
            f"The size of a household can be counted back from its rows; {len(risk.rare_sizes):,} households are the "
            "only one of their size. Add the counted size to the quasi-identifiers to see what it gives away."
        )
    if found.policies.missing is Missing.WILDCARD and found.counts:
        yield "A missing value matches anything: ℓ, α, t, β and δ-disclosure are not defined under wildcard."


def warnings(counted: Contingency) -> Iterator[str]:
    """What the numbers of a column would hide: one value for everyone, missing or infinite values."""
    name, rows = counted.attribute, int(counted.total.sum())
    missing = int(counted.total[counted.missing]) if counted.missing is not None else 0
    if not rows:
        yield f"Column {name!r}: no row of {counted.classes.n_rows:,} has a value that counts; nothing is judged."
    elif missing == rows:
        yield f"Column {name!r}: all {rows:,} rows are missing; there is no value to give away or to judge."
    elif np.count_nonzero(counted.total) == 1:
        yield f"Column {name!r} has one value in all {rows:,} rows: everybody's value is known, whatever t says."
    elif missing:
        yield (
            f"Column {name!r}: {missing:,} of {rows:,} rows are missing; they count as a value of their own, and are "
            "left out of ordered and by-value distances."
        )
    if endless := endless_numbers(counted):
        yield f"Column {name!r}: {endless}; distance by value is not defined."
