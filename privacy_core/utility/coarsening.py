"""What a release did to each quasi-identifier, row by row: all that measures of utility read of a column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.hierarchies import Hierarchy
from privacy_core.tables import MISSING, Codes, Column, FloatArray, IntArray, Scale, Table


@dataclass(frozen=True, eq=False)
class Coarsening:
    """One quasi-identifier of a release: which value each judged row had, and how much of the domain it now covers.

    The domain are the leaves of the column's hierarchy, or the column's values where there is none. A
    suppressed row covers all of it.

    Parameters
    ----------
    column : name
    before : int32 (n_rows,), code of the original column
    after : int64 (n_rows,), number of what the release shows (equal numbers read the same); a suppressed
        row has the number it would have, where that is known
    withheld : bool (n_rows,), suppressed rows
    leaves : int64 (n_rows,), number of values of the domain that the shown cell stands for; likewise
    n_leaves : size of the domain
    level : int64 (n_rows,), level of each cell in the hierarchy; None where the cells are no labels of it
    maps : per level, the group of each code of the original column; empty without a hierarchy
    whole : whether all rows share one level, so that what a suppressed row would read is known
    numbers : float64 (n_codes,) of a numeric column, NaN for a missing cell; else None
    """

    column: str
    before: Codes
    after: IntArray
    withheld: NDArray[np.bool_]
    leaves: IntArray
    n_leaves: int
    level: IntArray | None
    maps: tuple[IntArray, ...]
    whole: bool
    numbers: FloatArray | None

    @property
    def n_rows(self) -> int:
        """Number of judged rows."""
        return len(self.before)

    @property
    def share(self) -> FloatArray:
        """Share of the domain each row covers; 1 for a suppressed one."""
        return np.where(self.withheld, 1.0, self.leaves / self.n_leaves)

    @property
    def shown(self) -> IntArray:
        """What each row shows, as a number; all suppressed rows show the same."""
        return np.where(self.withheld, self.after.max(initial=0) + 1, self.after)


def coarsenings(
    original: Table,
    release: Table,
    quasi_identifiers: Sequence[str],
    hierarchies: Mapping[str, Hierarchy] | None = None,
    levels: Mapping[str, int] | None = None,
) -> tuple[Coarsening, ...]:
    """Compare every quasi-identifier of a release with the original.

    Parameters
    ----------
    original : rows suppressed in it are not judged
    release : as many rows in the same order, suppressed ones flagged
    quasi_identifiers : names
    hierarchies : by column; a cell's level is the lowest one at which every value shown alike bears that label
    levels : level of each column, where all rows share it

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame, hierarchy
    >>> from privacy_core.anonymizers import recoded
    >>> people = from_frame(pd.DataFrame({"zip": ["11", "12", "21"]}))
    >>> tree = hierarchy("zip", [("11", "1*", "*"), ("12", "1*", "*"), ("21", "2*", "*"), ("22", "2*", "*")])
    >>> (one,) = coarsenings(people, recoded(people, {"zip": ["1*", "1*", "21"]}), ["zip"], {"zip": tree})
    >>> one.level.tolist(), one.share.tolist()
    ([1, 1, 0], [0.5, 0.5, 0.25])
    """
    rows = np.flatnonzero(~original.suppressed)
    withheld, levels = release.suppressed[rows], levels or {}
    found = []
    for name in quasi_identifiers:
        column, tree = original[name], (hierarchies or {}).get(name)
        before = column.codes[rows]
        if tree is not None and name in levels:
            level: IntArray | None = np.full(len(rows), levels[name])
        elif tree is not None:
            level = _lowest_levels(column, before, release[name].labels, release[name].codes[rows], withheld, tree)
        else:
            level = None
        if tree is None or level is None:
            emptied = _emptied(column, before, release[name], rows)
            found.append(_by_values(column, before, release[name].codes[rows], withheld, emptied))
        else:
            found.append(_by_leaves(column, before, withheld, tree, level, name in levels))
    return tuple(found)


def _lowest_levels(
    column: Column,
    before: Codes,
    labels: Sequence[str],
    shown: Codes,
    withheld: NDArray[np.bool_],
    tree: Hierarchy,
) -> IntArray | None:
    """Lowest level at which the values of all rows that read alike bear that label; None when there is none.

    A suppressed row gets the level of the values themselves.
    """
    n_texts = max(len(labels), 1)
    pair, place = np.unique((before.astype(np.int64) * n_texts + shown)[~withheld], return_inverse=True)
    value, text = np.divmod(pair, n_texts)
    reads = np.array(labels, object)[text]
    of_text = np.full(n_texts, -1, np.int64)
    for number in reversed(range(tree.n_levels)):
        label = np.array([MISSING if word is None else word for word in texts_at(column, tree, number)], object)
        another = np.zeros(n_texts, bool)
        another[text[label[value] != reads]] = True
        of_text[~another] = number
    level = np.zeros(len(before), np.int64)
    level[~withheld] = of_text[text][place]
    return None if (level < 0).any() else level


def texts_at(column: Column, tree: Hierarchy, level: int) -> list[str | None]:
    """What each code of a column reads at one level; None is a missing cell that stays one.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame, hierarchy
    >>> column = from_frame(pd.DataFrame({"q": ["a", "b", None]}))["q"]
    >>> tree = hierarchy("q", [("a", "ab", "*"), ("b", "ab", "*")])
    >>> [texts_at(column, tree, level) for level in range(3)]
    [['a', 'b', None], ['ab', 'ab', None], ['*', '*', '*']]
    """
    labels, own = tree.level_labels(column, level), tree.missing_group(column, level)
    texts = [None if group == own else labels[group] for group in tree.level_maps(column)[level].tolist()]
    if column.has_missing and texts[-1] == "" and "" not in texts[:-1]:
        texts[-1] = None
    return texts


def _by_leaves(
    column: Column, before: Codes, withheld: NDArray[np.bool_], tree: Hierarchy, level: IntArray, whole: bool
) -> Coarsening:
    maps = tree.level_maps(column)
    shares = [tree.share(column, number) for number in range(tree.n_levels)]
    n_leaves = max(len(tree.labels[0]), int(tree.codes(column).max(initial=0)) + 1)
    first = np.concatenate([[0], np.cumsum([len(share) for share in shares])])
    group = np.stack(maps)[level, before]
    leaves = np.rint(np.concatenate(shares)[first[level] + group] * n_leaves).astype(np.int64)
    after = first[level] + group
    return Coarsening(column.name, before, after, withheld, leaves, n_leaves, level, maps, whole, _numbers(column))


def _emptied(column: Column, before: Codes, released: Column, rows: IntArray) -> NDArray[np.bool_]:
    """Cells that are missing in the release alone: they were withheld."""
    if not released.has_missing:
        return np.zeros(len(rows), bool)
    gone: NDArray[np.bool_] = released.codes[rows] == released.missing
    return gone & (before != column.missing) if column.has_missing else gone


def _by_values(
    column: Column, before: Codes, shown: Codes, withheld: NDArray[np.bool_], emptied: NDArray[np.bool_]
) -> Coarsening:
    """Without a hierarchy a cell stands for the values that read the same, or lie between two that do.

    A withheld cell stands for every value, whichever are withheld.
    """
    n_values, kept = column.n_codes, ~withheld
    after = shown.astype(np.int64)
    n_shown = int(after.max(initial=0)) + 1
    if column.scale is Scale.NOMINAL:
        pair = np.unique(after[kept] * n_values + before[kept])
        covered = np.bincount(pair // n_values, minlength=n_shown)
    else:
        low, high = np.full(n_shown, n_values), np.full(n_shown, -1)
        np.minimum.at(low, after[kept], before[kept])
        np.maximum.at(high, after[kept], before[kept])
        covered = high - low + 1
    leaves = np.where(withheld | emptied, n_values, covered[after])
    return Coarsening(column.name, before, after, withheld, leaves, n_values, None, (), False, _numbers(column))


def _numbers(column: Column) -> FloatArray | None:
    if column.scale is not Scale.NUMERIC:
        return None
    return np.array([*column.categories.astype(float), *([np.nan] * column.has_missing)])
