"""Raise columns of every class and merge those that now look the same."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.kernels.shapes import Bench, Layout
from privacy_core.compiling import part

SPREAD = -7046029254386353131
"""Odd number near 2**64 divided by the golden ratio: the upper bits of a product with it are well mixed."""


@part
def merged(rows: NDArray[Any], source: int, n: int, target: int, layout: Layout, bench: Bench, n_raised: int) -> int:
    """Write the classes of a coarser node at `target`; return their number.

    `bench.raised` and `bench.offset` say which columns rise and where their steps stand.
    """
    age = next_age(bench, layout.key_bits)
    tag, bits = age << layout.key_bits, slot_bits(n)
    mask, down, m = (1 << bits) - 1, 64 - bits, 0
    slots, places = bench.slots, bench.places
    for i in range(source, source + n):
        key, second = raised_key(rows, i, layout, bench, n_raised)
        at, want = ((key ^ (second * SPREAD >> 7)) * SPREAD >> down) & mask, key | tag
        while True:
            held = slots[at]
            if held == want:
                g = target + places[at]
                if not layout.wide or rows[g, 1] == second:
                    add(rows, i, g, layout, bench, n_raised)
                    break
            elif held >> layout.key_bits != age:
                slots[at], places[at] = want, m
                rows[target + m, 0] = key
                if layout.wide:
                    rows[target + m, 1] = second
                copy(rows, i, target + m, layout, bench, n_raised)
                m += 1
                break
            at = (at + 1) & mask
    return m


@part
def next_age(bench: Bench, key_bits: int) -> int:
    """Make all slots stale at once; wipe them when the ages are used up."""
    bench.clock[0] += 1
    if bench.clock[0] >> (63 - key_bits):
        bench.slots[:] = 0
        bench.clock[0] = 1
    return int(bench.clock[0])


@part
def slot_bits(n: int) -> int:
    """Bits of a hash table that n keys fill to three quarters at most."""
    bits = 6
    while (3 << bits) < 4 * n:
        bits += 1
    return bits


@part
def raised_key(rows: NDArray[Any], i: int, layout: Layout, bench: Bench, n_raised: int) -> tuple[int, int]:
    """Both keys of a class after the raise."""
    key = rows[i, 0]
    new, second = key, 0
    if layout.wide:
        second = rows[i, 1]
        new_second = second
        for r in range(n_raised):
            j = bench.raised[r]
            word = second if layout.second[j] else key
            step = layout.key_step[bench.offset[r] + ((word >> layout.shift[j]) & layout.field[j])]
            if layout.second[j]:
                new_second += step
            else:
                new += step
        return new, new_second
    for r in range(n_raised):
        j = bench.raised[r]
        new += layout.key_step[bench.offset[r] + ((key >> layout.shift[j]) & layout.field[j])]
    return new, second


@part
def add(rows: NDArray[Any], i: int, g: int, layout: Layout, bench: Bench, n_raised: int) -> None:
    """Add one class to another."""
    for w in range(layout.size, layout.width):
        rows[g, w] += rows[i, w]
    add_leaves(rows, i, g, layout, bench, n_raised)


@part
def copy(rows: NDArray[Any], i: int, g: int, layout: Layout, bench: Bench, n_raised: int) -> None:
    """Begin a class with its first part."""
    for w in range(layout.size, layout.width):
        rows[g, w] = rows[i, w]
    add_leaves(rows, i, g, layout, bench, n_raised)


@part
def add_leaves(rows: NDArray[Any], i: int, g: int, layout: Layout, bench: Bench, n_raised: int) -> None:
    """Count the leaves that the raise adds to the rows of one class."""
    for r in range(n_raised):
        j = bench.raised[r]
        word = rows[i, 1] if layout.second[j] else rows[i, 0]
        step = layout.leaf_step[bench.offset[r] + ((word >> layout.shift[j]) & layout.field[j])]
        rows[g, layout.leaf_word[j]] += rows[i, layout.size] * step


@part
def raise_to(layout: Layout, bench: Bench, low: NDArray[Any], high: NDArray[Any]) -> int:
    """Note which columns rise between two nodes; return how many."""
    n = 0
    for j in range(len(low)):
        if low[j] != high[j]:
            bench.raised[n] = j
            bench.offset[n] = layout.jump[j, low[j], high[j]]
            n += 1
    return n
