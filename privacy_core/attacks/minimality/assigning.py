"""Rows of a release are given rows of the original that they cover, as many as can be: a flow between groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from privacy_core.attacks.minimality.reading import ReadColumn
from privacy_core.errors import TableError
from privacy_core.numbering import grouped
from privacy_core.tables import IntArray

MOST_PAIRS = 20_000_000
"""Most pairs of different rows and classes that an assignment is looked for among."""
MOST_OF_ORDER = 5_000_000
"""Most such pairs among which it is asked whether another order than the one that fits would fit too."""
MOST_BYTES = 1 << 30
"""Most memory that the table of values and the classes over them may take."""
AT_ONCE = 4_000
"""Different rows that are compared with all classes together, to bound the memory they take."""


@dataclass(frozen=True, eq=False)
class Assignment:
    """Rows of a release and the rows they were given.

    Parameters
    ----------
    original : int64 (n_rows,), row of the original for each row of the release, −1 where none is left
    only : whether no other assignment gives a row of the release a row with other values
    """

    original: IntArray
    only: bool

    @property
    def lacking(self) -> int:
        """Rows that got none."""
        return int((self.original < 0).sum())


@dataclass(frozen=True, eq=False)
class Side:
    """Rows that are alike in every column, as one group.

    Parameters
    ----------
    order : int64 (n_rows,), the rows by their group
    start : int64 (n_groups + 1,), where each group begins in `order`
    """

    order: IntArray
    start: IntArray

    @classmethod
    def of(cls, codes: Sequence[NDArray[np.integer]], rows: IntArray) -> Side:
        """Group some rows by their codes."""
        held = [column[rows].astype(np.int64) for column in codes]
        number, n = grouped(held, [int(column.max(initial=0)) + 1 for column in held], len(rows))
        start = np.searchsorted(np.sort(number), np.arange(n + 1))
        return cls(rows[np.argsort(number, kind="stable")], start)

    @property
    def size(self) -> IntArray:
        """Rows of each group."""
        return np.diff(self.start)

    @property
    def first(self) -> IntArray:
        """A row of each group."""
        return self.order[self.start[:-1]]


def assigned(columns: Sequence[ReadColumn], rows: IntArray, known: IntArray) -> Assignment:
    """Give as many rows of a release as possible a row of the original that they cover, each one of its own.

    Parameters
    ----------
    rows : rows of the release
    known : rows of the original

    Raises
    ------
    TableError
        There are too many ways to look through.
    """
    people, classes = (
        Side.of([column.codes for column in columns], known),
        Side.of([c.published for c in columns], rows),
    )
    person, crowd = _covering(columns, people.first, classes.first, MOST_PAIRS)
    taken = _flow(person, crowd, people.size, classes.size)
    found = np.full(len(rows), -1, np.int64)
    place = np.searchsorted(rows, classes.order)
    next_person, next_row = people.start[:-1].copy(), classes.start[:-1].copy()
    for one, other, count in zip(person.tolist(), crowd.tolist(), taken.tolist(), strict=True):
        if count:
            some = people.order[next_person[one] : next_person[one] + count]
            found[place[next_row[other] : next_row[other] + count]] = some
            next_person[one] += count
            next_row[other] += count
    return Assignment(found, _only(person, crowd, taken, people.size))


@dataclass(frozen=True, slots=True)
class Order:
    """How far an order in which every row covers the one beside it could be another than that of the original.

    Parameters
    ----------
    other : whether another assignment fits too, in which a row has other values or, of equal rows, another class
    elsewhere : rows of the release that cover rows beside other classes as well, so that alone they could not tell
    chance : 0 to 1, at most this share of all orders in which the rows could have been shuffled fits as well
    """

    other: bool
    elsewhere: int
    chance: float


def ordered(columns: Sequence[ReadColumn], rows: IntArray) -> Order | None:
    """What an order that fits row by row is worth; None where there are too many pairs to look through.

    Parameters
    ----------
    rows : rows of both tables; in each the release covers the original

    Notes
    -----
    Formula: with r the rows of the original that a row of the release covers, at most Π (r!)^(1/r) of the n! orders
    fit, the product over all rows.

    Source: that many permutations at most have all their ones in a table of zeros and ones, Brègman, Some properties
    of nonnegative matrices and their permanents, Soviet Math. Dokl. 14, 1973. To ask it of the order is ours.
    """
    people, classes = (
        Side.of([column.codes for column in columns], rows),
        Side.of([column.published for column in columns], rows),
    )
    try:
        person, crowd = _covering(columns, people.first, classes.first, MOST_OF_ORDER)
    except TableError:
        return None
    taken = _beside(person, crowd, people, classes)
    fits = np.bincount(crowd, people.size[person], len(classes.size))
    share = fsum(classes.size * gammaln(fits + 1) / fits) - float(gammaln(len(rows) + 1))
    elsewhere = int(classes.size[fits > classes.size].sum())
    return Order(not _only(person, crowd, taken, people.size), elsewhere, min(1.0, exp(share)))


def _beside(person: IntArray, crowd: IntArray, people: Side, classes: Side) -> IntArray:
    """How many rows of each pair stand beside each other."""
    of_person, of_class = (np.empty(int(side.order.max()) + 1, np.int64) for side in (people, classes))
    of_person[people.order] = np.repeat(np.arange(len(people.size)), people.size)
    of_class[classes.order] = np.repeat(np.arange(len(classes.size)), classes.size)
    key = of_person[people.order] * len(classes.size) + of_class[people.order]
    pair = np.searchsorted(person * len(classes.size) + crowd, key)
    return np.bincount(pair, minlength=len(person)).astype(np.int64)


def _covering(
    columns: Sequence[ReadColumn], people: IntArray, classes: IntArray, most: int
) -> tuple[IntArray, IntArray]:
    """Pairs of a group of the original and a class that covers it in every column."""
    if sum(column.n_values for column in columns) * len(classes) // 8 > MOST_BYTES:
        raise TableError(_TOO_MANY)
    over = [_over(column, classes) for column in columns]
    found, several = [], 0
    for start in range(0, len(people), AT_ONCE):
        some = people[start : start + AT_ONCE]
        bits = np.bitwise_and.reduce([o[c.codes[some]] for o, c in zip(over, columns, strict=True)], axis=0)
        one, other = np.nonzero(np.unpackbits(bits, axis=1, count=len(classes), bitorder="little"))
        several += len(one)
        if several > most:
            raise TableError(_TOO_MANY)
        found.append((one + start, other))
    return np.concatenate([one for one, _ in found]), np.concatenate([other for _, other in found])


_TOO_MANY = (
    "The rows of the release are not in the order of the original, and there are too many pairs of different rows and "
    f"classes to try (more than {MOST_PAIRS:,}): name a column with the ids of the rows, or keep the order."
)


def _over(column: ReadColumn, classes: IntArray) -> NDArray[np.uint8]:
    """Per value, a bit for every class that covers it."""
    reads = column.published[classes]
    found = np.zeros((column.n_values, (len(classes) + 7) // 8), np.uint8)
    for code in np.unique(reads).tolist():
        found[column.reads[code]] |= np.packbits(reads == code, bitorder="little")
    return found


def _flow(person: IntArray, crowd: IntArray, people: IntArray, classes: IntArray) -> IntArray:
    """How many of a group go to a class, for each pair: as many as fit in all."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_flow

    n, m = len(people), len(classes)
    first, last = n + m, n + m + 1
    tail = np.concatenate([np.full(n, first), person, n + np.arange(m)])
    head = np.concatenate([np.arange(n), n + crowd, np.full(m, last)])
    room = np.concatenate([people, np.minimum(people[person], classes[crowd]), classes])
    graph = csr_array((room.astype(np.int32), (tail, head)), shape=(n + m + 2, n + m + 2))
    flow = maximum_flow(graph, first, last).flow.tocoo()
    taken = (flow.data > 0) & (flow.row < n) & (flow.col >= n) & (flow.col < n + m)
    pair = np.searchsorted(person * m + crowd, flow.row[taken].astype(np.int64) * m + flow.col[taken] - n)
    found = np.zeros(len(person), np.int64)
    found[pair] = flow.data[taken]
    return found


def _only(person: IntArray, crowd: IntArray, taken: IntArray, people: IntArray) -> bool:
    """Whether no exchange of rows around a cycle of groups and classes leads to another assignment.

    Rows that are in no class are in one more, which covers every group.
    """
    n, out = len(people), int(crowd.max(initial=-1)) + 1
    left = people - np.bincount(person, taken, n).astype(np.int64)
    group = np.concatenate([person, np.arange(n)])
    place = n + np.concatenate([crowd, np.full(n, out)])
    link, size = np.concatenate([taken, left]) > 0, n + out + 1
    within = _parts(np.concatenate([group, place[link]]), np.concatenate([place, group[link]]), size, directed=True)
    if (within[group[~link]] == within[place[~link]]).any():
        return False
    trees = len(np.unique(_parts(group[link], place[link], size, directed=False)))
    return int(link.sum()) == size - trees


def _parts(tail: IntArray, head: IntArray, n: int, directed: bool) -> IntArray:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    graph = csr_array((np.ones(len(tail), np.int8), (tail, head)), shape=(n, n))
    return np.asarray(connected_components(graph, directed=directed, connection="strong")[1], np.int64)
