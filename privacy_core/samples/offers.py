"""What a built-in table is, and what a list of them says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from privacy_core.exports import csv_text
from privacy_core.hierarchies import Hierarchy, hierarchy
from privacy_core.roles import Roles
from privacy_core.tables import Column, Scale, Table

MADE_UP = "made up by Kelt with a fixed seed; no real person"


@dataclass(frozen=True)
class Offer:
    """What a list of samples says before one is opened."""

    name: str
    title: str
    rows: int
    about: str


@dataclass(frozen=True, eq=False)
class Sample:
    """A built-in table with everything needed to look at it.

    Parameters
    ----------
    name : key for `load`
    title : a few words
    about : one sentence on what it shows
    origin : where the rows come from
    table, roles, hierarchies : ready to assess
    """

    name: str
    title: str
    about: str
    origin: str
    table: Table
    roles: Roles
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict)

    def as_csv(self) -> str:
        """The table as CSV text that no spreadsheet runs; missing cells are empty.

        Examples
        --------
        >>> from privacy_core import samples
        >>> samples.load("hospital-4").as_csv().splitlines()[:2]
        ['zip,age,salary,disease', '476**,2*,3,gastric ulcer']
        """
        return csv_text({name: cells_of(column) for name, column in self.table.columns.items()})[0]


def cells_of(column: Column) -> Sequence[object]:
    """Every row of a column: numbers as numbers, else text; None where missing."""
    numeric = column.scale is Scale.NUMERIC
    cells: list[object] = [*(column.categories.tolist() if numeric else column.labels[: len(column.categories)]), None]
    return [cells[code] for code in column.codes.tolist()]


def sample_of(
    offer: Offer, origin: str, table: Table, roles: Roles, trees: Mapping[str, Hierarchy] | None = None
) -> Sample:
    """Join an offer and its rows."""
    return Sample(offer.name, offer.title, offer.about, origin, table, roles, trees or {})


def tree(column: str, groups: Mapping[tuple[str, str], tuple[str, ...]]) -> Hierarchy:
    """A value tree of two levels and a root from groups of values."""
    return hierarchy(column, [(leaf, *path, "*") for path, leaves in groups.items() for leaf in leaves])
