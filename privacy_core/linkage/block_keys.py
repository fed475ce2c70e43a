"""The codes one column gives to a block key: exact, in bins, or on a level of its hierarchy."""

from __future__ import annotations

import numpy as np

from privacy_core.errors import ParameterError
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage.features import Feature, Kind
from privacy_core.linkage.sides import Sides
from privacy_core.linkage.standing import standing
from privacy_core.numbering import numbered
from privacy_core.tables import Codes, FloatArray


def key_codes(
    sides: Sides, column: str, width: float | None, level: int | None, tree: Hierarchy | None
) -> tuple[Codes, int] | None:
    """Code of every row of all sides, one after the other, and the number of codes.

    None where the column tells nothing because all its rows are equal.
    """
    if column in sides.dropped:
        return None
    found = sides[column]
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
    several = len(tree.labels[level])
    sides = range(len(found.columns))
    keys = [_groups(found, side, level, tree) for side in sides]
    strange = sorted({one for side in sides for one in _held(found, side, keys[side]) if isinstance(one, str)})
    if several == 1 and not strange:
        return None
    place = {word: several + 1 + at for at, word in enumerate(strange)}
    rows = []
    for side, own in zip(sides, keys, strict=True):
        codes = np.array(
            [place.get(one, several) if isinstance(one, str) else one for one in own] + [several], np.int64
        )
        rows.append(np.where(found.missing(side), several, codes[found.columns[side].codes]))
    return numbered(np.concatenate(rows), several + 1 + len(strange))


def _held(found: Feature, side: int, keys: list[int | str]) -> list[int | str]:
    """Keys of the values that a side's rows hold and that are not missing."""
    return [keys[code] for code in np.unique(found.columns[side].codes[~found.missing(side)]).tolist()]


def _groups(found: Feature, side: int, level: int, tree: Hierarchy) -> list[int | str]:
    """Group of each value of a side on a level; the text itself where it is on no level up to that one."""
    column = found.columns[side]
    words = column.labels[: len(column.categories)]
    stands = standing(tree, words, column.scale)
    return [
        word if at is None or at[0] > level else int(tree.above[level][at[1]])
        for word, at in zip(words, stands, strict=True)
    ]
