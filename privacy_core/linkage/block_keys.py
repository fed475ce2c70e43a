"""The codes one column gives to a block key: exact, in bins, or on a level of its hierarchy."""

from __future__ import annotations

import numpy as np

from privacy_core.errors import ParameterError, UnknownColumn
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage.features import Feature, Kind
from privacy_core.linkage.sides import Sides
from privacy_core.numbering import numbered
from privacy_core.tables import Codes, FloatArray, IntArray


def key_codes(
    sides: Sides, column: str, width: float | None, level: int | None, tree: Hierarchy | None
) -> tuple[Codes, int] | None:
    """Code of every row of all sides, one after the other, and the number of codes.

    None where the column tells nothing because all its rows are equal.
    """
    found = next((one for one in sides.features if one.name == column), None)
    if found is None:
        if column in sides.dropped:
            return None
        raise UnknownColumn(column, sorted([*sides.dropped, *(one.name for one in sides.features)]))
    if level is not None:
        return _on_level(found, level, tree)
    return (np.concatenate(found.parts), found.n_parts) if width is None else _binned(found, width)


def _binned(found: Feature, width: float) -> tuple[Codes, int]:
    if found.kind is not Kind.NUMBER:
        raise ParameterError(f"Column {found.name!r} holds no numbers, so it has no bins of width {width:g}.")
    raw: FloatArray = np.concatenate(found.raw)
    bins = np.floor(raw / width + _ROUNDING)
    distinct = np.unique(bins[~np.isnan(bins)])
    codes = np.where(np.isnan(bins), len(distinct), np.searchsorted(distinct, bins)).astype(np.int32)
    return codes, len(distinct) + 1


_ROUNDING = 1e-9
"""0.3 lies in the bin from 0.3 on, although 0.3/0.1 falls just short of 3."""


def _on_level(found: Feature, level: int, tree: Hierarchy | None) -> tuple[Codes, int] | None:
    if tree is None:
        raise ParameterError(f"Column {found.name!r} has no hierarchy, so it has no level {level}.")
    if level >= tree.n_levels:
        raise ParameterError(f"The hierarchy of {found.name!r} has the levels 0 to {tree.n_levels - 1}, not {level}.")
    if len(tree.labels[level]) == 1:
        return None
    keys = [_groups(found, side, level, tree) for side in range(len(found.columns))]
    strange = sorted({word for _, words in keys for word in words})
    place = {word: len(tree.labels[level]) + 1 + at for at, word in enumerate(strange)}
    codes = [np.append(np.where(groups >= 0, groups, 0), 0) + 0 for groups, _ in keys]
    for side, (groups, words) in enumerate(keys):
        at = np.flatnonzero(groups < 0)
        codes[side][at] = [place[word] for word in words]
        codes[side][-1] = len(tree.labels[level])
    rows: IntArray = np.concatenate(
        [
            np.where(found.missing(side), len(tree.labels[level]), own[found.columns[side].codes])
            for side, own in enumerate(codes)
        ]
    )
    return numbered(rows, len(tree.labels[level]) + 1 + len(strange))


def _groups(found: Feature, side: int, level: int, tree: Hierarchy) -> tuple[IntArray, list[str]]:
    """Group of each value of a side on a level, −1 for one that is on no level up to it; and those."""
    column = found.columns[side]
    words = column.labels[: len(column.categories)]
    leaf = tree.places(words, column.scale)
    groups = np.where(leaf >= 0, tree.above[level][leaf], -1)
    if (leaf < 0).any():
        above = _labels_up_to(tree, level)
        groups = np.array(
            [above.get(word, -1) if at < 0 else at for word, at in zip(words, groups.tolist(), strict=True)]
        )
    return groups.astype(np.int64), [word for word, at in zip(words, groups.tolist(), strict=True) if at < 0]


def _labels_up_to(tree: Hierarchy, level: int) -> dict[str, int]:
    """Group on a level of every label of the levels up to it."""
    found: dict[str, int] = {}
    for one in range(level + 1):
        first = np.unique(tree.above[one], return_index=True)[1]
        for label, leaf in zip(tree.labels[one], first.tolist(), strict=True):
            found.setdefault(label, int(tree.above[level][leaf]))
    return found
