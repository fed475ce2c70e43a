"""Walk the lattice as a tree: every node once, its classes made from those of a parent one level below.

The walk stops when its work is used up and goes on from where it stood.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.kernels.badness import NEAR, measured
from privacy_core.anonymizers.lattice.kernels.judging import leaves, quality, suppressed, uneven
from privacy_core.anonymizers.lattice.kernels.kinds import TIED
from privacy_core.anonymizers.lattice.kernels.merging import STRETCH, merged
from privacy_core.anonymizers.lattice.kernels.shapes import Aim, Bench, Layout, Notes, Path, Rules, Wanted
from privacy_core.compiling import kernel, part
from privacy_core.tables import IntArray


@kernel
def walk(
    rows: NDArray[Any],
    layout: Layout,
    rules: Rules,
    aim: Aim,
    wanted: Wanted,
    path: Path,
    notes: Notes,
    bench: Bench,
    work: int,
) -> int:
    """Go on until `work` classes were read; return the depth reached, below 0 at the end."""
    depth, where = path.where[0], path.where
    while depth >= 0 and work > 0:
        if where[1]:
            visit(rows, path.at[depth], path.n[depth], layout, rules, aim, wanted, path.level, notes, bench)
            work -= path.n[depth]
            where[1] = 0
            where[2] += 1
        j = path.coming[depth]
        if j >= len(path.level):
            if path.raised[depth] >= 0:
                path.level[path.raised[depth]] -= 1
            depth -= 1
            continue
        if path.at[depth] + 2 * path.n[depth] > len(rows):
            where[3] = 1
            break
        path.coming[depth] = j + 1
        if path.level[j] + 1 < layout.n_levels[j] and worth(j, layout, aim, wanted, path.level, notes):
            work -= path.n[depth]
            descend(rows, depth, j, layout, path, bench)
            depth += 1
    where[0] = depth
    return int(depth)


@part
def worth(j: int, layout: Layout, aim: Aim, wanted: Wanted, level: IntArray, notes: Notes) -> bool:
    """Whether raising a column can lead to a node as good as the best."""
    return wanted.collect > 0 or not beyond(aim.bound[number(layout, level) + layout.stride[j]], notes.best[0])


@part
def beyond(bound: float, best: float) -> bool:
    """Whether a quality is worse than the best, rounding aside."""
    return bound > best + TIED * max(abs(best), 1e-3)


@part
def number(layout: Layout, level: IntArray) -> int:
    """Number of the node with these levels."""
    node = 0
    for j in range(len(level)):
        node += level[j] * layout.stride[j]
    return node


@part
def descend(rows: NDArray[Any], depth: int, j: int, layout: Layout, path: Path, bench: Bench) -> None:
    """Make the classes of a child and step into it."""
    bench.raised[0] = j
    bench.offset[0] = layout.jump[j, path.level[j], path.level[j] + 1]
    at = path.at[depth] + path.n[depth]
    path.n[depth + 1] = merged(rows, path.at[depth], path.n[depth], at, layout, bench, 1)
    path.at[depth + 1], path.raised[depth + 1], path.coming[depth + 1] = at, j, j
    path.level[j] += 1
    path.where[1] = 1


@part
def visit(
    rows: NDArray[Any],
    at: int,
    n: int,
    layout: Layout,
    rules: Rules,
    aim: Aim,
    wanted: Wanted,
    level: IntArray,
    notes: Notes,
    bench: Bench,
) -> None:
    """Judge a node, or describe it."""
    node = number(layout, level)
    bench.doubts[0] = 0
    if wanted.collect:
        describe(rows, at, n, node, layout, rules, wanted, level, notes, bench)
    else:
        total = suppressed(rows, at, n, wanted.k, wanted.limit, layout, rules, bench)
        notes.suppressed[node] = total
        if total <= wanted.limit:
            found = quality(rows, at, n, node, level, total, layout, aim, bench)
            notes.quality[node] = found
            notes.best[0] = min(notes.best[0], found)
    if bench.doubts[0]:
        notes.doubtful[node] = True


@part
def describe(
    rows: NDArray[Any],
    at: int,
    n: int,
    node: int,
    layout: Layout,
    rules: Rules,
    wanted: Wanted,
    level: IntArray,
    notes: Notes,
    bench: Bench,
) -> None:
    """Sum up a node so that every k is a look-up."""
    skip, first, crowd, n_uneven = bench.skip, 0, rules.crowd, uneven(level, layout, bench)
    bench.by_size[:] = 0
    while first < n:
        some = min(n - first, STRETCH)
        for g in range(some):
            row = at + first + g
            skip[g] = rows[row, layout.size] < wanted.floor
            bench.fails[g] = skip[g] or (crowd > 0 and rows[row, layout.crowd] < crowd)
        if len(rules.word):
            noted(rows, at + first, some, node, rules, notes, bench)
        summed_up(rows, at + first, some, node, layout, wanted, notes, bench, n_uneven)
        first += some
    running(node, layout, wanted.cap - wanted.floor, notes, bench)


@part
def summed_up(
    rows: NDArray[Any],
    at: int,
    n: int,
    node: int,
    layout: Layout,
    wanted: Wanted,
    notes: Notes,
    bench: Bench,
    n_uneven: int,
) -> None:
    """Add a stretch of classes to what is known of the node; of their leaves the uneven ones."""
    by_size, classes, squares, smallest = bench.by_size, 0, 0, notes.smallest[node]
    for g in range(n):
        size = rows[at + g, layout.size]
        if size:
            classes += 1
            squares += size * size
            smallest = min(smallest, size)
            if bench.fails[g]:
                notes.failing[0, node] += 1
                notes.failing[1, node] += size
                notes.failing[2, node] += size * size
                for u in range(n_uneven):
                    word = layout.leaf_word[bench.uneven[u]]
                    notes.failing_leaves[node, word] += size * leaves(rows, at + g, u, layout, bench)
            elif size < wanted.cap:
                step = size - wanted.floor + 1
                by_size[step, 0] += size
                for u in range(n_uneven):
                    word = layout.leaf_word[bench.uneven[u]]
                    by_size[step, word + 1] += size * leaves(rows, at + g, u, layout, bench)
    notes.classes[node] += classes
    notes.squares[node] += squares
    notes.smallest[node] = smallest


@part
def running(node: int, layout: Layout, span: int, notes: Notes, bench: Bench) -> None:
    """Write the running sums over sizes: what lies below each k. The even leaves are added to the others."""
    by_size = bench.by_size
    for w in range(layout.n_leaf):
        notes.failing_leaves[node, w] += bench.even[w] * notes.failing[1, node]
    for k in range(1, span + 1):
        for w in range(layout.n_leaf + 1):
            by_size[k, w] += by_size[k - 1, w]
        notes.below[node, k] = by_size[k, 0]
        for w in range(layout.n_leaf):
            notes.below_leaves[node, k, w] = by_size[k, w + 1] + bench.even[w] * by_size[k, 0]


@part
def noted(rows: NDArray[Any], at: int, n: int, node: int, rules: Rules, notes: Notes, bench: Bench) -> None:
    """Find the classes of a stretch that fail a model; the badness of the worst is noted."""
    for column in range(len(rules.word)):
        for m in range(rules.first[column], rules.first[column + 1]):
            measured(rows, at, n, column, m, rules, bench)
            limit, worst = rules.limit[m], notes.worst[m, node]
            near = NEAR * max(1.0, abs(limit))
            for g in range(n):
                if not bench.skip[g]:
                    worst = max(worst, bench.found[g])
                    if bench.found[g] > limit:
                        bench.fails[g] = 1
                    if abs(bench.found[g] - limit) <= near:
                        bench.doubts[0] = 1
            notes.worst[m, node] = worst
