"""Raise columns of every class and merge those that now look the same."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.kernels.shapes import Bench, Layout
from privacy_core.compiling import part

STRETCH = 256
"""Classes looked at in one go."""
SPREAD = -7046029254386353131
"""Odd number near 2**64 divided by the golden ratio: the upper bits of a product with it are well mixed."""


@part
def merged(rows: NDArray[Any], source: int, n: int, target: int, layout: Layout, bench: Bench, n_raised: int) -> int:
    """Write the classes of a coarser node at `target`; return their number.

    `bench.raised` and `bench.offset` say which columns rise and where their steps stand.
    """
    age, bits, m, first = next_age(bench), slot_bits(n), 0, 0
    while first < n:
        some = min(n - first, STRETCH)
        raised_keys(rows, source + first, some, layout, bench, n_raised)
        m = placed(rows, source + first, some, target, m, age, bits, layout, bench)
        first += some
    return m


@part
def placed(
    rows: NDArray[Any], source: int, n: int, target: int, m: int, age: int, bits: int, layout: Layout, bench: Bench
) -> int:
    """Add a stretch of classes to those they are now the same as, or put them behind the `m` found so far.

    Which of the two is decided without a branch: it cannot be foreseen, and half the time would go into wrong guesses.
    """
    mask, down, slots, judged = (1 << bits) - 1, 64 - bits, bench.slots, bench.judged
    wide, size, width, models = layout.wide, layout.size, layout.width, judged.shape[1]
    for i in range(n):
        key, second = bench.key[i], bench.second[i]
        at = ((key ^ (second * SPREAD >> 7)) * SPREAD >> down) & mask
        held = slots[at] - age
        while held >= 0 and (rows[target + held, 0] != key or (wide and rows[target + held, 1] != second)):
            at = (at + 1) & mask
            held = slots[at] - age
        there = held >= 0
        g = target + (held if there else m)
        slots[at] = age + g - target
        rows[g, 0] = key
        if wide:
            rows[g, 1] = second
        for w in range(size, width):
            rows[g, w] = rows[source + i, w] + rows[g, w] * there
        for model in range(models):
            judged[g, model] = judged[source + i, model] + bench.veil[np.int64(there)]
        m += not there
    return m


@part
def next_age(bench: Bench) -> int:
    """Make all slots stale at once: they hold less than the new age, which leaves room for places after it."""
    bench.clock[0] += len(bench.slots)
    return int(bench.clock[0])


@part
def slot_bits(n: int) -> int:
    """Bits of a hash table that n keys fill to three eighths at most."""
    bits = 6
    while (3 << bits) < 8 * n:
        bits += 1
    return bits


@part
def raised_keys(rows: NDArray[Any], source: int, n: int, layout: Layout, bench: Bench, n_raised: int) -> None:
    """Write both keys of a stretch of classes as they are after the raise."""
    for i in range(n):
        bench.key[i] = rows[source + i, 0]
    for i in range(n if layout.wide else 0):
        bench.second[i] = rows[source + i, 1]
    for r in range(n_raised):
        j = bench.raised[r]
        offset, shift, field, word = bench.offset[r], layout.shift[j], layout.field[j], layout.second[j]
        key = bench.second if word else bench.key
        for i in range(n):
            key[i] += layout.key_step[offset + ((rows[source + i, word] >> shift) & field)]


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
