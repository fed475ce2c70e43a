"""The original's classes as 64-bit words, and the tables that raise them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.grid import Grid, Ladder
from privacy_core.counting import Contingency
from privacy_core.tables import FloatArray, IntArray

FIRST_KEY = SECOND_KEY = WORD = 62


@dataclass(frozen=True, eq=False)
class Packed:
    """Classes as rows of words, as `kernels.shapes.Layout` describes them.

    Parameters
    ----------
    rows : int64 (n_classes, n_words)
    layout : fields of `Layout`, by name
    order : the quasi-identifiers in the order in which they are raised: most groups first
    words : first word of each sensitive column
    bits, per_word : width of a count, counts per word
    """

    rows: NDArray[Any]
    layout: dict[str, Any]
    order: tuple[int, ...]
    words: tuple[int, ...]
    bits: int
    per_word: int

    def leaves(self, sums: NDArray[Any], column: int) -> IntArray:
        """Sum of leaves of one quasi-identifier, out of packed sums (…, n_leaf)."""
        j = self.order.index(column)
        word = sums[..., self.layout["leaf_word"][j]]
        return np.asarray((word >> self.layout["leaf_shift"][j]) & self.layout["leaf_field"][j])


def fits(aggregated: Aggregated) -> bool:
    """Whether the keys fit into two words and the sums of leaves into one each."""
    bits = [_bits(step.width) for step in aggregated.ladders]
    sums = [(aggregated.n_rows * step.n_leaves).bit_length() for step in aggregated.ladders]
    return len(_in_words(bits, (FIRST_KEY, SECOND_KEY))) <= 2 and max(sums) < WORD


def leaf_words(aggregated: Aggregated) -> int:
    """Words that the sums of leaves of a class take."""
    return int(_leaf_places(aggregated.ladders, aggregated.n_rows)[0].max()) + 1


def packed(aggregated: Aggregated, sensitive: Sequence[str]) -> Packed:
    """Pack the classes and the sensitive columns asked for."""
    ladders = aggregated.ladders
    order = tuple(sorted(range(len(ladders)), key=lambda j: (-ladders[j].width, j)))
    steps = [ladders[j] for j in order]
    keys, wide = _keys(steps)
    size = 1 + wide
    crowd = -1 if aggregated.crowd is None else size + 1
    leaf_word, leaf_shift, leaf_bits = _leaf_places(steps, aggregated.n_rows)
    bits = max(aggregated.n_rows.bit_length(), 1)
    per_word = (WORD + 1) // bits
    words, width = [], size + 1 + (crowd > 0)
    for name in sensitive:
        words.append(width)
        width += -(-aggregated.counts[name].n_values // per_word)
    layout = {
        **keys,
        "leaf_word": leaf_word,
        "leaf_shift": leaf_shift,
        "leaf_field": (np.int64(1) << leaf_bits) - 1,
        "n_levels": np.array([step.n_levels for step in steps]),
        "stride": np.array(Grid(tuple(step.n_levels for step in ladders)).strides)[list(order)],
        **{"size": size, "crowd": crowd, "n_leaf": int(leaf_word.max()) + 1, "width": width, "wide": wide},
    }
    layout |= _jumps(steps, layout["shift"]) | _leaves(steps, leaf_shift)
    rows = _rows(aggregated, order, layout)
    for name, word in zip(sensitive, words, strict=True):
        _pack_counts(rows, aggregated.counts[name], word, bits, per_word)
    return Packed(rows, layout, order, tuple(words), bits, per_word)


def _bits(width: int) -> int:
    return max(1, (width - 1).bit_length())


def _in_words(bits: Sequence[int], room: Sequence[int]) -> list[list[int]]:
    """Fill words of the given room (the last again and again) with fields, first come first served."""
    words: list[list[int]] = []
    for field in range(len(bits)):
        for place, word in enumerate(words):
            if sum(bits[i] for i in word) + bits[field] <= room[min(place, len(room) - 1)]:
                word.append(field)
                break
        else:
            words.append([field])
    return words


def _places(bits: Sequence[int], room: Sequence[int]) -> tuple[IntArray, IntArray]:
    """Word and shift of each field."""
    word, shift = np.zeros(len(bits), np.int64), np.zeros(len(bits), np.int64)
    for number, fields in enumerate(_in_words(bits, room)):
        word[fields] = number
        shift[fields] = np.cumsum([0, *(bits[i] for i in fields[:-1])])
    return word, shift


def _keys(steps: Sequence[Ladder]) -> tuple[dict[str, Any], int]:
    bits = [_bits(step.width) for step in steps]
    second, shift = _places(bits, (FIRST_KEY, SECOND_KEY))
    field = (np.int64(1) << np.array(bits, np.int64)) - 1
    return {"shift": shift, "field": field, "second": second}, int(second.max())


def _leaf_places(steps: Sequence[Ladder], n_rows: int) -> tuple[IntArray, IntArray, IntArray]:
    bits = [(n_rows * step.n_leaves).bit_length() for step in steps]
    return *_places(bits, (WORD,)), np.array(bits, np.int64)


def _jumps(steps: Sequence[Ladder], shift: IntArray) -> dict[str, Any]:
    """What each raise of each column adds to the key, group by group."""
    most = max(step.n_levels for step in steps)
    jump = np.full((len(steps), most, most), -1)
    key, at = [np.zeros(1, np.int64)], 1
    for j, step in enumerate(steps):
        for low in range(step.n_levels):
            example = np.zeros(len(step.leaves[low]), np.int64)
            example[step.up[low]] = np.arange(step.width)
            for high in range(low + 1, step.n_levels):
                to = step.up[high][example]
                jump[j, low, high] = at
                key.append((to - np.arange(len(to))) << shift[j])
                at += len(to)
    return {"jump": jump, "key_step": np.concatenate(key)}


def _leaves(steps: Sequence[Ladder], shift: IntArray) -> dict[str, Any]:
    """Leaves of each group on each level, at their place in a word of sums."""
    place = np.full((len(steps), max(step.n_levels for step in steps)), -1)
    even, leaf, at = np.zeros(place.shape, np.uint8), [np.zeros(0, np.int64)], 0
    for j, step in enumerate(steps):
        for level in range(step.n_levels):
            place[j, level], even[j, level] = at, np.ptp(step.leaves[level]) == 0
            leaf.append(step.leaves[level] << shift[j])
            at += len(step.leaves[level])
    return {"leaf_at": place, "even": even, "leaf": np.concatenate(leaf)}


def _rows(aggregated: Aggregated, order: Sequence[int], layout: dict[str, Any]) -> NDArray[Any]:
    rows = np.zeros((len(aggregated.rows), layout["width"]), np.int64)
    for j, column in enumerate(order):
        rows[:, layout["second"][j]] |= aggregated.codes[column] << layout["shift"][j]
    rows[:, layout["size"]] = aggregated.rows
    if aggregated.crowd is not None:
        rows[:, layout["crowd"]] = aggregated.crowd
    return rows


def _pack_counts(rows: NDArray[Any], counted: Contingency, word: int, bits: int, per_word: int) -> None:
    place = np.divmod(counted.value, per_word)
    np.add.at(rows, (counted.owner, word + place[0]), counted.count << (place[1] * bits))


def base_sums(aggregated: Aggregated, by_level: bool) -> list[FloatArray]:
    """Sum of leaves of all rows (or the level times the rows), by column and level."""
    sums = []
    for code, step in zip(aggregated.codes, aggregated.ladders, strict=True):
        lost = [
            np.float64(level * aggregated.n_rows)
            if by_level
            else np.float64((aggregated.rows * step.leaves[level][step.up[level][code]]).sum())
            for level in range(step.n_levels)
        ]
        sums.append(np.array(lost))
    return sums
