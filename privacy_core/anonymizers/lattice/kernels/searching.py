"""Best first: nodes in the order of their bounds; one that does not hold rules out all finer ones.

From each node still open a chain of raises leads upwards; a bisection on it finds where nodes begin to hold.
Classes of a node are made from the smallest table at hand that is finer. The search stops when its work is
used up and goes on from where it stood.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.kernels.judging import quality, small, suppressed
from privacy_core.anonymizers.lattice.kernels.merging import merged, raise_to
from privacy_core.anonymizers.lattice.kernels.shapes import Aim, Bench, Layout, Notes, Rules, Stock, Wanted
from privacy_core.anonymizers.lattice.kernels.walking import beyond
from privacy_core.compiling import kernel, part
from privacy_core.tables import IntArray


@kernel
def search(
    rows: NDArray[Any],
    layout: Layout,
    rules: Rules,
    aim: Aim,
    wanted: Wanted,
    stock: Stock,
    notes: Notes,
    bench: Bench,
    work: int,
) -> bool:
    """Go on until `work` classes were read; return whether the best node is found."""
    where, done = stock.where, False
    where[3] = work
    while not done and where[3] > 0:
        if where[0] >= len(stock.order):
            done = True
        else:
            node = stock.order[where[0]]
            if beyond(aim.bound[node], notes.best[0]):
                done = True
            elif stock.closed[node]:
                where[0] += 1
            else:
                if where[2] == 0:
                    probe(node, rows, layout, rules, aim, wanted, stock, notes, bench)
                if not stock.closed[node]:
                    bisect(
                        chain(node, layout, aim, stock, notes), rows, layout, rules, aim, wanted, stock, notes, bench
                    )
                if not stock.closed[node] and where[3] > 0:
                    probe(node, rows, layout, rules, aim, wanted, stock, notes, bench)
    return done


@part
def chain(node: int, layout: Layout, aim: Aim, stock: Stock, notes: Notes) -> int:
    """Collect open nodes upwards, the cheapest raise first; return how many."""
    stock.path[0], n, climbing = node, 1, True
    while climbing:
        here, best, bound = stock.path[n - 1], -1, notes.best[0]
        for j in range(len(layout.stride)):
            if here // layout.stride[j] % layout.n_levels[j] + 1 < layout.n_levels[j]:
                up = here + layout.stride[j]
                if not stock.closed[up] and not beyond(aim.bound[up], bound):
                    best, bound = up, aim.bound[up]
        climbing = best >= 0
        if climbing:
            stock.path[n] = best
            n += 1
    return n


@part
def bisect(
    n: int,
    rows: NDArray[Any],
    layout: Layout,
    rules: Rules,
    aim: Aim,
    wanted: Wanted,
    stock: Stock,
    notes: Notes,
    bench: Bench,
) -> None:
    """Find where on the chain nodes begin to hold."""
    low, high = 0, n
    while low < high and stock.where[3] > 0:
        middle = (low + high) // 2
        probe(stock.path[middle], rows, layout, rules, aim, wanted, stock, notes, bench)
        if stock.where[4]:
            high = middle
        else:
            low = middle + 1


@part
def probe(
    node: int,
    rows: NDArray[Any],
    layout: Layout,
    rules: Rules,
    aim: Aim,
    wanted: Wanted,
    stock: Stock,
    notes: Notes,
    bench: Bench,
) -> None:
    """Judge one node; whether finer nodes may hold is told in `stock.where[4]`."""
    where, level = stock.where, stock.level
    if not stock.closed[node]:
        for j in range(len(level)):
            level[j] = node // layout.stride[j] % layout.n_levels[j]
        at, n = classes_of(rows, layout, stock, bench)
        stock.closed[node], bench.doubts[0], total = 1, 0, 0
        if not stock.tags:
            total = small(rows, at, n, wanted.k, wanted.limit, layout, rules)
        may = total <= wanted.limit
        if may:
            total = suppressed(rows, at, n, wanted.k, wanted.limit, layout, rules, bench)
        if total <= wanted.limit:
            notes.quality[node] = quality(rows, at, n, node, level, total, layout, aim, bench)
            notes.best[0] = min(notes.best[0], notes.quality[node])
        elif not may or stock.tags:
            may = False
            close_finer(level, layout, stock)
        notes.suppressed[node] = total
        if bench.doubts[0]:
            notes.doubtful[node] = 1
        stock.opens[node] = may
        where[2] += 1
    where[4] = stock.opens[node]


@part
def classes_of(rows: NDArray[Any], layout: Layout, stock: Stock, bench: Bench) -> tuple[int, int]:
    """Make the classes of a node from the smallest table that is finer; keep them while there is room."""
    where, best = stock.where, 0
    for q in range(1, where[1]):
        if stock.n[q] < stock.n[best]:
            finer = True
            for j in range(len(stock.level)):
                finer = finer and stock.levels[q, j] <= stock.level[j]
            if finer:
                best = q
    at, source = stock.at[where[1] - 1] + stock.n[where[1] - 1], stock.n[best]
    raised = raise_to(layout, bench, stock.levels[best], stock.level)
    n = merged(rows, stock.at[best], source, at, layout, bench, raised)
    where[3] -= source
    q = where[1]
    if 5 * n < 4 * source and q < len(stock.at) and at + n + stock.n[0] <= len(rows):
        for j in range(len(stock.level)):
            stock.levels[q, j] = stock.level[j]
        stock.at[q], stock.n[q] = at, n
        where[1] += 1
    return at, n


@part
def close_finer(level: IntArray, layout: Layout, stock: Stock) -> None:
    """Close every node that is nowhere coarser than this one."""
    odometer, going = stock.odometer, True
    for j in range(len(level)):
        odometer[j] = 0
    node = 0
    while going:
        stock.closed[node] = 1
        j, carry = 0, True
        while carry and j < len(level):
            if odometer[j] < level[j]:
                odometer[j] += 1
                node += layout.stride[j]
                carry = False
            else:
                node -= odometer[j] * layout.stride[j]
                odometer[j] = 0
                j += 1
        going = not carry
