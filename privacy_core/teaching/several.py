"""Several sensitive columns: each judged alone, then with the others known, then as one joint value."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from privacy_core.classes import equivalence_classes
from privacy_core.counting import Contingency, contingency
from privacy_core.crowds import with_the_same_rows
from privacy_core.models.t_closeness import EQUAL, distance
from privacy_core.policies import Missing, MissingSensitive, Policies
from privacy_core.roles import Roles
from privacy_core.tables import MISSING, Column, Scale, Table

JUDGED_ALONE = "Each sensitive column is judged alone: what one gives away about another is not in its numbers."


@dataclass(frozen=True, slots=True)
class Together:
    """One sensitive column when the attacker knows more.

    Parameters
    ----------
    column : the sensitive column
    alone : distinct ℓ, the column judged alone
    known : distinct ℓ when the other sensitive columns are known to the attacker
    classes : classes when they are
    one_value_rows : rows whose value is then certain
    rows : rows judged, those with a value that counts
    """

    column: str
    alone: int
    known: int
    classes: int
    one_value_rows: int
    rows: int

    @property
    def sentence(self) -> str:
        """What knowing the others does; the column's name is left to the page."""
        return (
            f"Alone every crowd holds at least {self.alone} different values; to someone who knows the other sensitive "
            f"columns at least {self.known}, and {self.one_value_rows:,} of {self.rows:,} rows show one value only."
        )


@dataclass(frozen=True, eq=False, slots=True)
class Joint:
    """All sensitive columns as one value.

    Parameters
    ----------
    column : name of the joint column
    table : the table with that column added
    distinct : distinct ℓ of the joint value
    distance : worst equal distance of the joint value
    values : different joint values
    """

    column: str
    table: Table
    distinct: int
    distance: float
    values: int


def together(table: Table, roles: Roles, policies: Policies | None = None) -> tuple[Together, ...]:
    """Recompute ℓ of each sensitive column with the others among the quasi-identifiers.

    Parameters
    ----------
    table : Table
    roles : with at least one sensitive column
    policies : how doubtful rows count

    Notes
    -----
    Formula: ℓ of column s with classes made by the quasi-identifiers and every other sensitive
    column, on the rows that take part with the quasi-identifiers alone. Never above ℓ with them alone.

    Edge cases: with one sensitive column both numbers are equal. Columns with many values make
    nearly every row a class of its own, and ℓ falls to 1.

    Does not say: that anyone knows the other columns; it says what follows if someone does.

    Source: Machanavajjhala et al., ℓ-diversity, TKDD 2007, section on multiple sensitive attributes.

    Examples
    --------
    >>> from privacy_core import samples
    >>> nine = samples.load("hospital-4")
    >>> [(found.column, found.alone, found.known) for found in together(nine.table, nine.roles)]
    [('salary', 3, 1), ('disease', 3, 1)]
    """
    policies = policies or Policies()
    same, policies = with_the_same_rows(table, roles.quasi_identifiers, policies)
    if policies.missing is Missing.DROP:
        policies = replace(policies, missing=Missing.OWN)
    return tuple(_together(same, roles, column, policies) for column in roles.sensitive)


def _together(table: Table, roles: Roles, column: str, policies: Policies) -> Together:
    others = tuple(name for name in roles.sensitive if name != column)
    alone = _counted(table, roles.quasi_identifiers, column, policies)
    known = _counted(table, (*roles.quasi_identifiers, *others), column, policies)
    certain, size = np.diff(known.start) == 1, known.size
    return Together(column, _least(alone), _least(known), len(size), int(size[certain].sum()), int(size.sum()))


def _counted(table: Table, known: Sequence[str], column: str, policies: Policies | None) -> Contingency:
    return contingency(table, equivalence_classes(table, known, policies), column, policies)


def _least(table: Contingency) -> int:
    values = np.diff(table.start)
    return int(values.min()) if len(values) else 0


def joint(table: Table, roles: Roles, policies: Policies | None = None) -> Joint:
    """Judge all sensitive columns as one value.

    Notes
    -----
    Formula: one value per combination that occurs; equal distance, since combinations have no order.

    Edge cases: a missing cell is a part like any other, or where missing secrets are left out everywhere
    it leaves the row out. Many combinations make the distance large by luck alone.

    Does not say: which of the columns is given away.

    Source: ours.

    Examples
    --------
    >>> from privacy_core import samples
    >>> nine = samples.load("hospital-4")
    >>> found = joint(nine.table, nine.roles)
    >>> found.column, found.distinct, found.values, round(found.distance, 3)
    ('salary + disease', 3, 9, 0.667)
    """
    column = joint_column(table, roles.sensitive, policies)
    wider = table.with_column(column)
    counted = _counted(wider, roles.quasi_identifiers, column.name, policies)
    return Joint(
        column.name,
        wider,
        _least(counted),
        float(distance(counted, EQUAL).max(initial=0)),
        counted.n_present,
    )


def joint_column(table: Table, names: Sequence[str], policies: Policies | None = None) -> Column:
    """One column whose values are the combinations of several; its name is new to the table.

    A combination with a missing part is missing where missing secrets are left out everywhere.
    """
    everyone = table.with_suppressed(np.zeros(table.n_rows, bool))
    combined = equivalence_classes(everyone, names)
    columns = [table[name] for name in names]
    whole = np.ones(len(combined), bool)
    if policies is not None and policies.missing_sensitive is MissingSensitive.OUT:
        gaps = [column.codes[combined.example] == len(column.categories) for column in columns]
        whole = ~np.logical_or.reduce(gaps)
    place = np.where(whole, np.cumsum(whole) - 1, whole.sum()).astype(np.int32)
    labels = np.array([*_joined(columns, combined.example), None], object)[:-1][whole]
    return Column(joint_name(table, names), place[combined.of_row], labels, Scale.NOMINAL, not whole.all())


def _joined(columns: Sequence[Column], rows: NDArray[np.intp]) -> list[str]:
    """The columns' values side by side; in quotes where two combinations would read alike."""
    plain = [" · ".join(words) for words in zip(*(column.texts(rows) for column in columns), strict=True)]
    return (
        plain if len(set(plain)) == len(plain) else [" · ".join(w) for w in zip(*_quoted(columns, rows), strict=True)]
    )


def _quoted(columns: Sequence[Column], rows: NDArray[np.intp]) -> Iterator[list[str]]:
    for column in columns:
        words = [json.dumps(word, ensure_ascii=False) for word in column.labels[: len(column.categories)]]
        yield [[*words, MISSING][code] for code in column.codes[rows]]


def joint_name(table: Table, names: Sequence[str]) -> str:
    """Name of the joint column, new to the table.

    Examples
    --------
    >>> from privacy_core import samples
    >>> joint_name(samples.load("hospital-4").table, ["salary", "disease"])
    'salary + disease'
    """
    name = " + ".join(names)
    while name in table.columns:
        name += " (joint)"
    return name
