"""Raise columns of every class and merge those that now look the same."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.kernels.compiling import part
from privacy_core.anonymizers.lattice.kernels.shapes import Bench, Layout

SPREAD = -7046029254386353131
"""Odd number near 2**64 divided by the golden ratio: the upper bits of a product with it are well mixed."""


@part
def merged(rows: NDArray[Any], source: int, n: int, target: int, layout: Layout, bench: Bench, n_raised: int) -> int:
    """Write the classes of a coarser node at `target`; return their number.

    `bench.raised` and `bench.offset` say which columns rise and where their steps stand.
    """
    age, bits, slots = next_age(bench), slot_bits(n), bench.slots
    mask, down, m = (1 << bits) - 1, 64 - bits, 0
    for i in range(source, source + n):
        key, second = raised_key(rows, i, layout, bench, n_raised)
        at = ((key ^ (second * SPREAD >> 7)) * SPREAD >> down) & mask
        while True:
            held = slots[at] - age
            if held >= 0:
                g = target + held
                if rows[g, 0] == key and (not layout.wide or rows[g, 1] == second):
                    for w in range(layout.size, layout.width):
                        rows[g, w] += rows[i, w]
                    break
            else:
                slots[at] = age + m
                rows[target + m, 0] = key
                if layout.wide:
                    rows[target + m, 1] = second
                for w in range(layout.size, layout.width):
                    rows[target + m, w] = rows[i, w]
                m += 1
                break
            at = (at + 1) & mask
    return m


@part
def next_age(bench: Bench) -> int:
    """Make all slots stale at once: they hold less than the new age, which leaves room for places after it."""
    bench.clock[0] += len(bench.slots)
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
def raise_to(layout: Layout, bench: Bench, low: NDArray[Any], high: NDArray[Any]) -> int:
    """Note which columns rise between two nodes; return how many."""
    n = 0
    for j in range(len(low)):
        if low[j] != high[j]:
            bench.raised[n] = j
            bench.offset[n] = layout.jump[j, low[j], high[j]]
            n += 1
    return n
