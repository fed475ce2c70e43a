"""A release as an attacker reads it: its classes, and the values each class shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.counting import Contingency, contingency
from privacy_core.errors import ParameterError, TableError
from privacy_core.policies import Missing, MissingSensitive, Policies, Suppressed
from privacy_core.roles import Roles
from privacy_core.tables import Codes, Column, IntArray, Scale, Table


@dataclass(frozen=True, eq=False, slots=True)
class Publication:
    """One release: its name, its rows, and the columns that others could know.

    Parameters
    ----------
    name : what it is called in sentences, such as the name of its file
    table : Table
    quasi_identifiers : a class is what shares these columns within this release
    """

    name: str
    table: Table
    quasi_identifiers: tuple[str, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """A release, grouped and counted.

    Parameters
    ----------
    publication : what was read
    classes : its classes
    counts : how often each class shows each value
    value : int64 (n_kept,), each kept row's value as a position in the domain of `counts`
    valued : bool (n_kept,), rows that show a value; all unless missing values are left out
    """

    publication: Publication
    classes: EquivalenceClasses
    counts: Contingency
    value: IntArray
    valued: NDArray[np.bool_]

    @property
    def name(self) -> str:
        """The release's name."""
        return self.publication.name


def seen(publication: Publication, attribute: str, policies: Policies) -> Seen:
    """Group and count one release.

    Raises
    ------
    UnknownColumn, RoleError
        A column is not there, has two roles, or there is no quasi-identifier.
    ParameterError
        Missing matches anything: the values of overlapping classes are not defined.
    TableError
        A column was changed at random, or no row is left.
    """
    if policies.missing is Missing.WILDCARD:
        raise ParameterError(
            "Where missing matches anything (wildcard), the values of a class are not defined, for classes overlap: "
            "let a missing value be a value of its own, or leave its row out."
        )
    if policies.suppressed is Suppressed.CLASS:
        raise ParameterError("Suppressed records are no class that a person could be found in: leave them out.")
    released, name = publication.table, publication.name
    Roles(publication.quasi_identifiers, (attribute,)).check(released.names)
    classes = equivalence_classes(released, publication.quasi_identifiers, policies)
    if (reason := classes.not_valid(attribute)) is not None:
        raise TableError(f"Release {name!r}: {reason}.")
    if not len(classes.kept):
        raise TableError(f"Release {name!r}: all {released.n_rows:,} rows are suppressed or left out.")
    column = released[attribute]
    codes = column.codes[classes.kept]
    left_out = column.missing if policies.missing_sensitive is MissingSensitive.OUT else None
    valued = np.ones(len(codes), bool) if left_out is None else codes != left_out
    if not valued.any():
        raise TableError(f"Column {attribute!r} of release {name!r} has no value in any of {len(valued):,} rows.")
    counts = contingency(released, classes, attribute, policies)
    return Seen(publication, classes, counts, _in_domain(column, codes)[codes], valued)


def _in_domain(column: Column, codes: Codes) -> IntArray:
    """Position of each code in the domain that is counted: declared levels, else the values that occur."""
    occurs = np.bincount(codes, minlength=column.n_codes) > 0
    return np.cumsum(occurs | (column.scale is Scale.ORDINAL)) - 1
