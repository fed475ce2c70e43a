"""How many values several sets have in common, for very many combinations of sets at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import IntArray

Words = NDArray[np.uint64]
CHUNK = 4_000_000
"""Words or cells that are worked on at a time."""
_BITS_COST = 1 / 8
"""What a word of 64 bits costs, beside a value that is looked up."""
MOST_WORDS = 32_000_000
"""Largest bit sets of all classes together, in words of 64 values (256 MB)."""


@dataclass(frozen=True, eq=False)
class Sets:
    """The values each class shows: `value[start[c]:start[c + 1]]`, ascending.

    Parameters
    ----------
    start : int64 (n_classes + 1,)
    value : int64 (n_cells,), below n_values
    n_values : size of the vocabulary
    """

    start: IntArray
    value: IntArray
    n_values: int

    def __len__(self) -> int:
        return len(self.start) - 1

    @cached_property
    def size(self) -> IntArray:
        """Number of values of each class."""
        return np.diff(self.start)

    @cached_property
    def keys(self) -> IntArray:
        """Class and value of every cell as one ascending number."""
        return np.repeat(np.arange(len(self)) * self.n_values, self.size) + self.value

    def of(self, one: int) -> IntArray:
        """Values of one class."""
        return self.value[self.start[one] : self.start[one + 1]]


def sets_of(owner: IntArray, value: IntArray, n_classes: int, n_values: int) -> Sets:
    """Collect (class, value) pairs, in any order and repeated at will.

    Examples
    --------
    >>> sets_of(np.array([1, 0, 1, 1]), np.array([2, 0, 1, 2]), 2, 3).size.tolist()
    [1, 2]
    """
    keys = np.sort(owner * np.int64(n_values) + value)
    owner, value = np.divmod(keys[np.diff(keys, prepend=-1) > 0], n_values)
    return Sets(np.searchsorted(owner, np.arange(n_classes + 1)), value, n_values)


def common_values(several: Sequence[Sets], tuples: IntArray, progress: Progress = unwatched) -> IntArray:
    """Count the values that all sets of each tuple have in common.

    Parameters
    ----------
    several : the sets of each release
    tuples : int64 (n_tuples, n_releases), one class of each release; −1 where there is none, which
        rules nothing out

    Returns
    -------
    common : int64 (n_tuples,), every value where no class is given

    Notes
    -----
    Three ways give the same numbers, and the cheapest is taken: bit sets; the values of the smallest set
    of each tuple looked up in the others; or, for secrets that hardly repeat, the classes that share a
    value joined value by value.

    Examples
    --------
    >>> one, two = sets_of(np.array([0, 0]), np.array([0, 2]), 1, 3), sets_of(np.array([0, 1]), np.array([2, 1]), 2, 3)
    >>> common_values([one, two], np.array([[0, 0], [0, 1], [0, -1], [-1, -1]])).tolist()
    [1, 0, 2, 3]
    """
    rest, words = max(len(several) - 1, 1), -(-several[0].n_values // 64)
    costs = {
        _by_looking_up: int(smallest_sets(several, tuples).sum()) * rest,
        _by_joining: _join_cost(several) * rest,
    }
    if words * sum(len(one) + 1 for one in several) <= MOST_WORDS:
        costs[_by_bits] = tuples.size * words * _BITS_COST
    cheapest = min(costs, key=lambda way: costs[way])
    return cheapest(several, tuples, progress)


def smallest_sets(several: Sequence[Sets], tuples: IntArray) -> IntArray:
    """Number of values in the smallest set of each tuple, before anything is linked."""
    size = np.full(len(tuples), several[0].n_values)
    for at, one in enumerate(several):
        size = np.minimum(size, _sizes(one, tuples[:, at]))
    return size


def _sizes(one: Sets, chosen: IntArray) -> IntArray:
    return np.append(one.size, one.n_values)[chosen]


def _by_bits(several: Sequence[Sets], tuples: IntArray, progress: Progress) -> IntArray:
    packed = [_bits(one) for one in several]
    step = max(CHUNK // packed[0].shape[1], 1)
    common = np.empty(len(tuples), np.int64)
    for first in range(0, len(tuples), step):
        report(progress, first / len(tuples), "linking releases")
        part = slice(first, first + step)
        left = packed[0][tuples[part, 0]]
        for at, sets in enumerate(packed[1:], 1):
            left &= sets[tuples[part, at]]
        common[part] = np.bitwise_count(left).sum(axis=1, dtype=np.int64)
    return common


def _bits(one: Sets) -> Words:
    """A bit per value for each class, and a last row that has them all."""
    n_bytes = 8 * -(-one.n_values // 64)
    packed = np.zeros((len(one) + 1) * n_bytes, np.uint8)
    byte = np.repeat(np.arange(len(one)) * n_bytes, one.size) + (one.value >> 3)
    first = np.flatnonzero(np.diff(byte, prepend=-1))
    if len(first):
        packed[byte[first]] = np.bitwise_or.reduceat((1 << (one.value & 7)).astype(np.uint8), first)
    packed[len(one) * n_bytes :] = np.packbits(np.arange(8 * n_bytes) < one.n_values, bitorder="little")
    return packed.view(np.uint64).reshape(len(one) + 1, -1)


def _by_looking_up(several: Sequence[Sets], tuples: IntArray, progress: Progress) -> IntArray:
    sizes = np.stack([_sizes(one, tuples[:, at]) for at, one in enumerate(several)])
    sizes[(tuples < 0).T] = np.iinfo(np.int64).max
    smallest = sizes.argmin(axis=0)
    common = np.full(len(tuples), several[0].n_values)
    for at, one in enumerate(several):
        chosen = np.flatnonzero((smallest == at) & (tuples[:, at] >= 0))
        for part in parts_of(one.size[tuples[chosen, at]]):
            report(progress, at / len(several), "linking releases")
            common[chosen[part]] = _looked_up(several, tuples[chosen[part]], at)
    return common


def parts_of(sizes: IntArray) -> list[slice]:
    """Cut a list so that the sizes of a part add up to about `CHUNK`."""
    ends = np.searchsorted(np.cumsum(sizes), np.arange(CHUNK, sizes.sum() + CHUNK, CHUNK), side="right")
    cuts = np.unique([0, *ends.tolist(), len(sizes)]).tolist()
    return [slice(first, last) for first, last in pairwise(cuts)]


def _looked_up(several: Sequence[Sets], tuples: IntArray, base: int) -> IntArray:
    owner, _ = _kept(several, tuples, *expanded(several[base], tuples[:, base]), {base})
    return np.bincount(owner, minlength=len(tuples))


def _kept(
    several: Sequence[Sets], tuples: IntArray, owner: IntArray, value: IntArray, done: Collection[int]
) -> tuple[IntArray, IntArray]:
    """Keep the values that the other releases show for the tuple as well."""
    for at, one in enumerate(several):
        if at not in done:
            other = tuples[owner, at]
            kept = (other < 0) | holds(one, other, value)
            owner, value = owner[kept], value[kept]
    return owner, value


def expanded(one: Sets, chosen: IntArray) -> tuple[IntArray, IntArray]:
    """Every value of each chosen class, with the position of the choice."""
    size = one.size[chosen]
    owner = np.repeat(np.arange(len(chosen)), size)
    before = np.cumsum(size) - size
    return owner, one.value[np.arange(len(owner)) + np.repeat(one.start[chosen] - before, size)]


def holds(one: Sets, chosen: IntArray, value: IntArray) -> NDArray[np.bool_]:
    """Whether each chosen class shows the value beside it."""
    wanted = chosen * one.n_values + value
    place = np.minimum(np.searchsorted(one.keys, wanted), max(len(one.keys) - 1, 0))
    return one.keys[place] == wanted if len(one.keys) else np.zeros(len(wanted), bool)


def _join_cost(several: Sequence[Sets]) -> float:
    """Pairs of classes of the first two releases that share a value; infinite where one value has too many."""
    if len(several) < 2:
        return np.inf
    one, two = (np.bincount(sets.value, minlength=sets.n_values) for sets in several[:2])
    pairs = one * two
    return np.inf if pairs.max(initial=0) > CHUNK else float(pairs.sum())


def _by_joining(several: Sequence[Sets], tuples: IntArray, progress: Progress) -> IntArray:
    both = (tuples[:, :2] >= 0).all(axis=1)
    common = np.empty(len(tuples), np.int64)
    common[~both] = _by_looking_up(several, tuples[~both], progress)
    chosen = tuples[both]
    pairs = chosen[:, 0] * len(several[1]) + chosen[:, 1]
    order = np.argsort(pairs, kind="stable")
    chosen, ordered, counted = chosen[order], pairs[order], np.zeros(len(order), np.int64)
    for pair, value in _joined(several[0], several[1], progress):
        owner, at = _places_of(ordered, pair)
        owner, _ = _kept(several, chosen, owner, value[at], {0, 1})
        counted += np.bincount(owner, minlength=len(chosen))
    common[np.flatnonzero(both)[order]] = counted
    return common


def _joined(one: Sets, two: Sets, progress: Progress) -> Iterator[tuple[IntArray, IntArray]]:
    """Every two classes that share a value, as one number, and the value; some values at a time."""
    owner, start = zip(*map(_by_value, (one, two)), strict=True)
    several = [np.diff(at) for at in start]
    pairs = several[0] * several[1]
    for part in parts_of(pairs):
        report(progress, part.start / len(pairs), "linking releases")
        value = np.repeat(np.arange(len(pairs))[part], pairs[part])
        turn = np.arange(len(value)) - np.repeat(np.cumsum(pairs[part]) - pairs[part], pairs[part])
        first, second = np.divmod(turn, several[1][value])
        yield owner[0][start[0][value] + first] * len(two) + owner[1][start[1][value] + second], value


def _by_value(one: Sets) -> tuple[IntArray, IntArray]:
    """Classes that show each value, and where those of each value begin."""
    order = np.argsort(one.value, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(one.value, minlength=one.n_values))])
    return np.repeat(np.arange(len(one)), one.size)[order], start


def _places_of(ordered: IntArray, wanted: IntArray) -> tuple[IntArray, IntArray]:
    """Places of the ascending numbers that equal each wanted one, and the position of the wanted one."""
    first = np.searchsorted(ordered, wanted)
    several = np.searchsorted(ordered, wanted, side="right") - first
    at = np.repeat(np.arange(len(wanted)), several)
    turn = np.arange(len(at)) - np.repeat(np.cumsum(several) - several, several)
    return first[at] + turn, at
