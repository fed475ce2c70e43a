"""Which row of the original each row of a release comes from: by order, by an id, or by an assignment that fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from privacy_core.attacks.minimality.reading import ReadColumn
from privacy_core.errors import TableError
from privacy_core.frequencies import rows_that
from privacy_core.numbering import grouped, identified
from privacy_core.tables import Codes, IntArray, Table

MOST_PAIRS = 20_000_000
"""Most pairs of different rows and classes that an assignment is looked for among."""


class Matched(StrEnum):
    """How rows of the release were matched to rows of the original."""

    ORDER = "both tables have them in the same order"
    ID = "by the id column"
    ASSIGNMENT = "by an assignment that fits, for the rows are not in the same order; another may fit as well"


@dataclass(frozen=True, eq=False)
class Matching:
    """Rows of a release with the rows they come from.

    Parameters
    ----------
    rows : int64 (n_judged,), rows of the release that are judged, ascending
    original : int64 (n_judged,), the row of the original for each, none twice
    by : how they were found
    """

    rows: IntArray
    original: IntArray
    by: Matched


def matched(original: Table, release: Table, columns: Sequence[ReadColumn], id_column: str | None = None) -> Matching:
    """Find the row of the original that each row of a release comes from.

    Suppressed rows of either table are left out. By order where both tables have as many rows and every row covers
    the one beside it; else any assignment in which every row of the release covers a row of its own.

    Raises
    ------
    TableError
        The release does not generalize the original: the first column at fault and the number of rows; ids twice,
        ids without a row of the original.
    """
    raise NotImplementedError
