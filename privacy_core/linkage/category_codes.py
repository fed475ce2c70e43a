"""The vector each category stands for: one-hot, by frequency, or by the levels of a hierarchy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage.standing import standing
from privacy_core.tables import IntArray, Scale


def one_hot_vectors(fitted: IntArray, weight: float) -> Any:
    """A column per category that the fit rows hold; all zeros for the others.

    Parameters
    ----------
    fitted : fit rows that hold each code
    weight : what stands in the column

    Returns
    -------
    vectors : sparse (n_codes, n_columns)
    """
    return _at(np.flatnonzero(fitted), len(fitted), weight)


def frequency_vectors(fitted: IntArray) -> Any:
    """One column: the share of fit rows with each code, in standard deviations from the mean over rows.

    No column where all codes are equally frequent.
    """
    share = fitted / fitted.sum()
    if len(np.unique(fitted[fitted > 0])) < 2:
        return csr_array((len(fitted), 0))
    mean = float((share * share).sum())
    spread = float((share * (share - mean) ** 2).sum()) ** 0.5
    return csr_array(((share - mean) / spread)[:, None])


def hierarchy_vectors(categories: Sequence[str], fitted: IntArray, tree: Hierarchy, weight: float, scale: Scale) -> Any:
    """A column per group of every level below the root; a label of level 2 says nothing on levels 0 and 1.

    A category that is on no level, and a missing cell, keep one column of their own.
    """
    groups = _groups(categories, tree, scale)
    own = np.append((groups < 0).all(axis=0), True)
    levels = [level for level in range(len(groups)) if (groups[level] >= 0)[fitted[:-1] > 0].any()]
    blocks = [_at(np.flatnonzero(own & (fitted > 0)), len(fitted), weight)]
    blocks += [_on_level(np.append(groups[level], -1), fitted, weight / len(levels) ** 0.5) for level in levels]
    rows, columns, numbers, wide = [], [], [], 0
    for vectors in blocks:
        found = vectors.tocoo()
        rows.append(found.row)
        columns.append(found.col + wide)
        numbers.append(found.data)
        wide += vectors.shape[1]
    return csr_array((np.concatenate(numbers), (np.concatenate(rows), np.concatenate(columns))), (len(fitted), wide))


def _at(codes: NDArray[np.intp], several: int, weight: float) -> Any:
    return csr_array((np.full(len(codes), weight), (codes, np.arange(len(codes)))), (several, len(codes)))


def _on_level(groups: IntArray, fitted: IntArray, weight: float) -> Any:
    seen = np.unique(groups[(groups >= 0) & (fitted > 0)])
    rows = np.flatnonzero(np.isin(groups, seen))
    return csr_array(
        (np.full(len(rows), weight), (rows, np.searchsorted(seen, groups[rows]))), (len(groups), len(seen))
    )


def _groups(categories: Sequence[str], tree: Hierarchy, scale: Scale) -> IntArray:
    """Group of each category on every level below the root, −1 below the level it is a label of."""
    found = np.full((tree.height, len(categories)), -1, np.int64)
    for code, at in enumerate(standing(tree, categories, scale)):
        if at is not None:
            level, leaf = at
            found[level:, code] = tree.above[level : tree.height, leaf]
    return found
