"""How coarse a release is, and which of its texts stand outside the hierarchies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.minimality.assigning import Side
from privacy_core.attacks.minimality.matching import Matching
from privacy_core.attacks.minimality.reading import ReadColumn
from privacy_core.generalized import as_number
from privacy_core.tables import Codes, IntArray


@dataclass(frozen=True)
class NoNode:
    """A column of a release with texts that are no node of its hierarchy.

    Parameters
    ----------
    column : name
    texts : different ones
    rows : that hold them
    tight : of those, the rows whose interval begins and ends with a value of their own class, or whose set has no
        other member than its class holds: such ends and members are values of rows
    """

    column: str
    texts: int
    rows: int
    tight: int


@dataclass(frozen=True)
class Utility:
    """How coarse a release is.

    Parameters
    ----------
    average : rows of a class on average
    largest : rows of the largest class
    loss : by column, share of the other values that a cell could stand for, 0 to 1, on average
    blank : rows that could be anything in every column, though they are not said to be suppressed
    withheld : suppressed rows, which are in no class and not in `loss`
    """

    average: float
    largest: int
    loss: Mapping[str, float]
    blank: int
    withheld: int


def utility(columns: Sequence[ReadColumn], pairing: Matching, classes: Side, withheld: int) -> Utility:
    """Measure how coarse the judged rows are."""
    n = len(pairing.rows)
    held = [np.bincount(one.published[pairing.rows], minlength=len(one.loss)) for one in columns]
    loss = {one.name: float(rows @ one.loss) / n for one, rows in zip(columns, held, strict=True)}
    empty = np.logical_and.reduce([one.loss[one.published[pairing.rows]] == 1 for one in columns])
    return Utility(n / len(classes.size), int(classes.size.max()), loss, int(empty.sum()), withheld)


def no_nodes(columns: Sequence[ReadColumn], pairing: Matching, classes: Side) -> tuple[NoNode, ...]:
    """Columns with texts that are no node, in the order of the columns."""
    return tuple(_strange(columns, pairing, classes))


def _strange(columns: Sequence[ReadColumn], pairing: Matching, classes: Side) -> Iterator[NoNode]:
    for column in columns:
        published = column.published[classes.first]
        strange = ~column.is_node[published]
        if strange.any():
            codes = column.codes[pairing.original[np.searchsorted(pairing.rows, classes.order)]]
            tight = _tight(column, published, codes, classes) & strange
            rows = int(classes.size[strange].sum())
            texts = len(np.unique(published[strange]))
            yield NoNode(column.name, texts, rows, int(classes.size[tight].sum()))


def _tight(column: ReadColumn, published: Codes, codes: IntArray, classes: Side) -> NDArray[np.bool_]:
    """Classes that hold every member of their set, or both ends of their interval."""
    class_of = np.repeat(np.arange(len(classes.size)), classes.size)
    held = np.bincount(np.unique(class_of * column.n_values + codes) // column.n_values, minlength=len(classes.size))
    every = held == np.array([len(covered) for covered in column.reads])[published]
    words = column.values.labels[: len(column.values.categories)]
    number = np.array([np.nan if (one := as_number(word)) is None else one for word in words] + [np.nan])
    low, high = (
        np.array([end(number[covered]) if len(covered) else np.nan for covered in column.reads])[published]
        for end in (np.min, np.max)
    )
    own = number[codes]
    first, last = (end.reduceat(own, classes.start[:-1]) for end in (np.minimum, np.maximum))
    return np.asarray(every | ((first == low) & (last == high)))
