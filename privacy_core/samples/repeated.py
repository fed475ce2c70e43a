"""Several releases of the same people, small enough to see what linking does."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import numpy as np
import pandas as pd

from privacy_core.composition import Publication
from privacy_core.errors import in_range, whole_number
from privacy_core.frames import from_frame
from privacy_core.samples.offers import Offer
from privacy_core.samples.published import TABLE_4, TABLE_5, hospital


class Grid(Enum):
    """Secrets of nine people who stand in three rows and three columns, row by row.

    `DISTINCT`: nine different ones. `LATIN`: three, each once per row and column. `MIXED`: five.
    """

    DISTINCT = "abcdefghi"
    LATIN = "xyzyzxzxy"
    MIXED = "xyzxuvwyu"


def grid(kind: Grid) -> tuple[Publication, Publication]:
    """Nine people released by their row, and again by their column; the secret is `secret`.

    Distinct secrets and the Latin square have the same k and ℓ in both releases.

    Examples
    --------
    >>> from privacy_core.composition import link_rows
    >>> [link_rows(grid(kind), "secret").pinned for kind in Grid]
    [9, 0, 7]
    """
    row, column = np.divmod(np.arange(9), 3)
    frame = pd.DataFrame({"person": np.arange(1, 10), "row": row + 1, "column": column + 1, "secret": list(kind.value)})
    people = from_frame(frame)
    return Publication("by row", people, ("row",)), Publication("by column", people, ("column",))


PEOPLE, VALUES, CROWD, SEED = 1000, 10, 8, 2


def thousand(releases: int, coordinated: bool) -> tuple[Publication, ...]:
    """A thousand made-up people in crowds of eight, with one of ten secrets each; the secret is `secret`.

    Uncoordinated, every release draws its crowds anew; coordinated, all use the crowds of the first.

    Parameters
    ----------
    releases : 1 to 100
    coordinated : whether all releases share one grouping

    Examples
    --------
    >>> from privacy_core.composition import link_rows
    >>> found = link_rows(thousand(6, coordinated=False), "secret")
    >>> [found.after(several).pinned for several in range(1, 7)]
    [0, 22, 201, 512, 709, 821]
    """
    in_range(1, 100, releases=releases)
    whole_number(releases=releases)
    rng = np.random.default_rng(SEED)
    secret = rng.integers(0, VALUES, PEOPLE)
    crowds = [_crowds(rng) for _ in range(1 if coordinated else releases)] * (releases if coordinated else 1)
    return tuple(
        Publication(f"release {number}", from_frame(pd.DataFrame({"crowd": crowd, "secret": secret})), ("crowd",))
        for number, crowd in enumerate(crowds, 1)
    )


def _crowds(rng: np.random.Generator) -> np.ndarray:
    crowd = np.empty(PEOPLE, np.int64)
    crowd[rng.permutation(PEOPLE)] = np.arange(PEOPLE) // CROWD
    return crowd


def published_pair() -> tuple[Publication, Publication]:
    """The two anonymized tables printed in the t-closeness paper: the same nine patients, row by row.

    Examples
    --------
    >>> from privacy_core.composition import link_rows
    >>> found = link_rows(published_pair(), "salary")
    >>> found.ids(found.pinned_people), [release.ell for release in found.releases]
    (['2', '8'], [3, 3])
    >>> link_rows(published_pair(), "disease").pinned
    0
    """
    return _table_of_the_paper(TABLE_4, 4), _table_of_the_paper(TABLE_5, 5)


def _table_of_the_paper(known: Mapping[str, object], number: int) -> Publication:
    sample = hospital(known, number, Offer(f"hospital-{number}", f"Table {number}", 9, "As printed."))
    return Publication(f"table {number}", sample.table, sample.roles.quasi_identifiers)
