"""Ways to protect a table, each of one kind and one strength, so that what they leave can be compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

import numpy as np

from privacy_core.anonymizers import (
    Anonymization,
    FullDomain,
    Limits,
    LocalSuppression,
    Microaggregation,
    add_noise,
    swap,
)
from privacy_core.errors import ParameterError
from privacy_core.hierarchies import Hierarchy, build, suggest_hierarchy
from privacy_core.models import KAnonymity
from privacy_core.progress import Progress, unwatched
from privacy_core.protections.synthesis import synthesized
from privacy_core.roles import Roles
from privacy_core.tables import Scale, Table


class Family(StrEnum):
    """What kind of protection it is; strengths compare within one kind only."""

    NONE = "as it is"
    K_ANONYMITY = "k-anonymity"
    NOISE = "noise"
    SWAPPING = "swapping"
    MICROAGGREGATION = "microaggregation"
    SUPPRESSION = "suppression"
    SYNTHESIS = "synthetic table"


@dataclass(frozen=True, eq=False)
class Original:
    """What a protection starts from.

    Parameters
    ----------
    table, roles : the people and what others could know of them
    random : where chance comes from
    hierarchies : of quasi-identifiers; a suggested one where there is none
    progress : told how far the work is
    """

    table: Table
    roles: Roles
    random: np.random.Generator
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict)
    progress: Progress = unwatched

    @property
    def trees(self) -> dict[str, Hierarchy]:
        """A hierarchy for every quasi-identifier."""
        columns = [self.table[name] for name in self.roles.quasi_identifiers if name not in self.hierarchies]
        return {**self.hierarchies, **{c.name: build(suggest_hierarchy(c)[0], c) for c in columns}}


@dataclass(frozen=True)
class Protection:
    """One protection configuration.

    Parameters
    ----------
    name : a few words, unique within the grid
    family : kind
    strength : grows with the protection within its family; None where there is only one
    make : protects a table, or refuses with the reason
    keeps_people : whether row i of the answer is about the person of row i
    """

    name: str
    family: Family
    strength: float | None
    make: Callable[[Original], Table]
    keeps_people: bool = True


def matchable(table: Table, roles: Roles) -> list[str]:
    """Columns an attacker may match on: all but the secrets, names of people, weights and households."""
    apart = {*roles.sensitive, *roles.identifiers, roles.person, roles.weight, roles.household}
    return [name for name in table.names if name not in apart]


def _numbers(original: Original) -> list[str]:
    table = original.table
    found = [name for name in matchable(table, original.roles) if table[name].scale is Scale.NUMERIC]
    if not found:
        raise ParameterError("No column that could be matched holds numbers.")
    return found


def _released(answer: Anonymization) -> Table:
    if answer.table is None:
        raise ParameterError(answer.reason or "There is no such release.")
    return answer.table


def generalized(k: int, original: Original) -> Table:
    """Publish the best full-domain generalization that keeps k, with at most 2 of 100 rows withheld."""
    roles = Roles(original.roles.quasi_identifiers, original.roles.sensitive)
    asked = [KAnonymity(k)]
    return _released(
        FullDomain().anonymize(original.table, roles, original.trees, asked, Limits(0.02), original.progress)
    )


def noisy(amount: float, original: Original) -> Table:
    """Add normal noise to every number that could be matched: a share of each column's standard deviation."""
    return add_noise(original.table, _numbers(original), original.random, amount).table


def swapped(reach: float, original: Original) -> Table:
    """Trade values between rows in every column that could be matched, within this share of the ranks."""
    return swap(original.table, matchable(original.table, original.roles), original.random, reach).table


def averaged(size: int, original: Original) -> Table:
    """Replace every number that could be matched by the mean of at least so many rows that lie near."""
    roles, asked = Roles(tuple(_numbers(original))), [KAnonymity(size)]
    near = Microaggregation(size=size)
    return _released(near.anonymize(original.table, roles, {}, asked, Limits(), original.progress))


def withheld(k: int, original: Original) -> Table:
    """Withhold single cells of the quasi-identifiers until every crowd has k rows."""
    roles, asked = Roles(original.roles.quasi_identifiers), [KAnonymity(k)]
    return _released(LocalSuppression().anonymize(original.table, roles, {}, asked, Limits(), original.progress))


def synthetic(original: Original) -> Table:
    """Draw new rows from a Gaussian copula; no row is about anybody, so there is no right match."""
    roles = original.roles
    apart = {*roles.identifiers, roles.person, roles.weight, roles.household}
    names = [name for name in original.table.names if name not in apart]
    return synthesized(original.table, names, original.random)


GRID: tuple[Protection, ...] = (
    Protection("as it is", Family.NONE, None, lambda original: original.table),
    *(Protection(f"k = {k}", Family.K_ANONYMITY, k, partial(generalized, k)) for k in (2, 5, 10, 20, 50)),
    *(Protection(f"noise {a:g} sd", Family.NOISE, a, partial(noisy, a)) for a in (0.1, 0.25, 0.5, 1.0)),
    *(Protection(f"swapped within {r:g} of ranks", Family.SWAPPING, r, partial(swapped, r)) for r in (0.02, 0.1, 0.3)),
    *(Protection(f"means of {n} rows", Family.MICROAGGREGATION, n, partial(averaged, n)) for n in (3, 5, 10)),
    *(Protection(f"cells withheld to k = {k}", Family.SUPPRESSION, k, partial(withheld, k)) for k in (3, 5)),
    Protection("synthetic rows", Family.SYNTHESIS, None, synthetic, keeps_people=False),
)
"""Nineteen configurations. Ours: the paper's own nineteen are not at hand."""
