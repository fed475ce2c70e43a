"""One level up from where a published column stands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import HierarchyError
from privacy_core.hierarchies.nesting import Hierarchy
from privacy_core.tables import Column, IntArray


def one_level_up(tree: Hierarchy, column: Column, rows: NDArray[np.intp]) -> tuple[IntArray, int]:
    """Group of some rows on the level above the one their column stands on.

    A column stands on the coarsest level that a value of these rows needs, so a published column whose
    values are labels of level 2 is compared on level 3. Values that are labels of the same groups on
    several levels stand on the highest, so that the comparison is with something larger. Above a last
    level of several labels stands one group; on a last level of one label nothing changes.

    Parameters
    ----------
    tree : hierarchy of the column
    column : values of any level
    rows : positions of the rows

    Returns
    -------
    groups : int64 (n_rows,), at least 0
    n_groups : a number above them all

    Raises
    ------
    HierarchyError
        Rows hold a value that is a label of no level; their number is named.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame, hierarchy
    >>> tree = hierarchy("zip", [("13053", "1305*", "130**", "*"), ("13068", "1306*", "130**", "*")])
    >>> column = from_frame(pd.DataFrame({"zip": ["1305*", "1306*", "1306*"]}))["zip"]
    >>> one_level_up(tree, column, np.arange(3))[0].tolist()
    [0, 0, 0]
    """
    codes = column.codes[rows]
    present = np.zeros(column.n_codes + 1, bool)
    present[codes] = True
    level, leaf = _standing(tree, column)
    strange = present[: len(level)] & (level < 0)
    if strange.any():
        held = int(strange[codes[codes < len(level)]].sum())
        raise HierarchyError(
            f"Column {column.name!r}: {held:,} rows hold a value that is a label of no level of its hierarchy "
            f"({int(strange.sum()):,} different values).",
            tree,
        )
    known, texts = np.flatnonzero(present[: len(level)]), _written(tree, column)
    words = [texts[code] for code in known.tolist()]
    above = _highest(tree, words, leaf[known], int(level[known].max(initial=0)), bool(present[len(level)])) + 1
    last = tree.n_levels - 1
    if above > last and len(tree.labels[last]) > 1:
        return np.zeros(len(codes), np.int64), 1
    labels = len(tree.labels[min(above, last)])
    groups = tree.above[min(above, last)][leaf]
    own = 0 if labels == 1 and last and above >= last else labels
    return np.append(groups, own)[codes], labels + 1


def _highest(tree: Hierarchy, words: Sequence[str], leaf: IntArray, lowest: int, lacking: bool) -> int:
    """Highest level on which every value is a label of what it covers where it is one first."""
    sizes = [np.bincount(tree.above[level]) for level in range(tree.n_levels)]
    for level in range(tree.n_levels - 1, lowest, -1):
        gathers = lacking and level == tree.n_levels - 1 and len(tree.labels[level]) == 1
        reached = tree.above[level][leaf]
        same = np.array_equal(sizes[level][reached], sizes[lowest][tree.above[lowest][leaf]])
        if same and not gathers and [tree.labels[level][group] for group in reached.tolist()] == words:
            return level
    return lowest


def _written(tree: Hierarchy, column: Column) -> list[str]:
    """Every value as the hierarchy writes it: a number may be written otherwise there."""
    words = column.labels[: len(column.categories)]
    places = tree.places(words, column.scale).tolist()
    return [word if at < 0 else tree.labels[0][at] for word, at in zip(words, places, strict=True)]


def _standing(tree: Hierarchy, column: Column) -> tuple[IntArray, IntArray]:
    """Lowest level on which each value is a label (−1 for none), and a value of the hierarchy below that label."""
    found: dict[str, tuple[int, int]] = {}
    for level in range(tree.n_levels):
        first = np.unique(tree.above[level], return_index=True)[1].tolist()
        for label, leaf in zip(tree.labels[level], first, strict=True):
            found.setdefault(label, (level, leaf))
    pairs = np.array([found.get(word, (-1, 0)) for word in _written(tree, column)], np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]
