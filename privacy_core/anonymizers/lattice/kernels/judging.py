"""Which classes of a node fail, and what leaving them out costs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.kernels.badness import NEAR, measured
from privacy_core.anonymizers.lattice.kernels.kinds import GEOMETRIC, GIVEN, GREATEST, NON_UNIFORM
from privacy_core.anonymizers.lattice.kernels.merging import STRETCH
from privacy_core.anonymizers.lattice.kernels.shapes import Aim, Bench, Layout, Rules
from privacy_core.compiling import part
from privacy_core.tables import IntArray


@part
def marked(rows: NDArray[Any], at: int, n: int, layout: Layout, rules: Rules, bench: Bench) -> None:
    """Mark the classes of a stretch that fail a model; those marked before are not looked at."""
    for column in range(len(rules.word)):
        for m in range(rules.first[column], rules.first[column + 1]):
            measured(rows, at, n, column, m, rules, bench)
            limit = rules.limit[m]
            near = NEAR * max(1.0, abs(limit))
            for g in range(n):
                if not bench.skip[g]:
                    bench.skip[g] = bench.found[g] > limit
                    if abs(bench.found[g] - limit) <= near:
                        bench.doubts[0] = 1


@part
def suppressed(
    rows: NDArray[Any], at: int, n: int, k: int, limit: int, layout: Layout, rules: Rules, bench: Bench
) -> int:
    """Rows in failing classes; stops soon after they are more than the limit."""
    total, first, skip = 0, 0, bench.skip
    if len(rules.word) == 0 and rules.crowd == 0:
        total, first = smaller(rows, at, n, k, limit, layout, bench), n
    while first < n and total <= limit:
        some = min(n - first, STRETCH)
        for g in range(some):
            row = at + first + g
            skip[g] = rows[row, layout.size] < k or (rules.crowd > 0 and rows[row, layout.crowd] < rules.crowd)
        if len(rules.word):
            marked(rows, at + first, some, layout, rules, bench)
        for g in range(some):
            bench.fails[first + g] = skip[g]
            if skip[g]:
                total += rows[at + first + g, layout.size]
        first += some
    return total


@part
def smaller(rows: NDArray[Any], at: int, n: int, k: int, limit: int, layout: Layout, bench: Bench) -> int:
    """The same where nothing but k is promised."""
    total, g = 0, 0
    while g < n and total <= limit:
        size = rows[at + g, layout.size]
        bench.fails[g] = size < k
        if size < k:
            total += size
        g += 1
    return total


@part
def small(rows: NDArray[Any], at: int, n: int, k: int, limit: int, layout: Layout, rules: Rules) -> int:
    """Rows in classes that are too small, for the table or for the population; every coarser class had them too."""
    total, g = 0, at
    while g < at + n and total <= limit:
        if rows[g, layout.size] < k or (rules.crowd > 0 and rows[g, layout.crowd] < rules.crowd):
            total += rows[g, layout.size]
        g += 1
    return total


@part
def lost(j: int, level: int, total: int, layout: Layout, aim: Aim, sums: IntArray) -> float:
    """Share of one column's detail that is lost at a node, 0 to 1."""
    if aim.span[j] <= 0:
        return 0.0
    if aim.by_level:
        part = np.float64(total * level)
    else:
        word = sums[layout.leaf_word[j]]
        part = np.float64((word >> layout.leaf_shift[j]) & layout.leaf_field[j])
    kept, gone = (aim.base[j, level] - part) / aim.leaves[j], part / aim.leaves[j]
    if aim.suppressed == 1.0:
        gone = np.float64(total)
    else:
        gone += aim.suppressed * (total - gone)
    return float(max((kept * aim.generalized + gone - aim.low[j]) / aim.span[j], 0.0))


@part
def uneven(level: IntArray, layout: Layout, bench: Bench) -> int:
    """Note which columns' groups differ in leaves at a node; return how many. The others' leaves are added up."""
    n = 0
    for w in range(layout.n_leaf):
        bench.even[w] = 0
    for j in range(len(level)):
        at = layout.leaf_at[j, level[j]]
        if layout.even[j, level[j]]:
            bench.even[layout.leaf_word[j]] += layout.leaf[at]
        else:
            bench.uneven[n], bench.uneven_at[n] = j, at
            n += 1
    return n


@part
def leaves(rows: NDArray[Any], i: int, u: int, layout: Layout, bench: Bench) -> int:
    """Leaves of a class in one of the columns noted."""
    j = bench.uneven[u]
    word = rows[i, 1] if layout.second[j] else rows[i, 0]
    return int(layout.leaf[bench.uneven_at[u] + ((word >> layout.shift[j]) & layout.field[j])])


@part
def left_out(rows: NDArray[Any], at: int, n: int, level: IntArray, total: int, layout: Layout, bench: Bench) -> None:
    """Add up the leaves of the rows in failing classes."""
    n_uneven = uneven(level, layout, bench)
    for w in range(layout.n_leaf):
        bench.sums[w] = total * bench.even[w]
    if total:
        for g in range(n):
            if bench.fails[g]:
                for u in range(n_uneven):
                    word = layout.leaf_word[bench.uneven[u]]
                    bench.sums[word] += rows[at + g, layout.size] * leaves(rows, at + g, u, layout, bench)


@part
def quality(
    rows: NDArray[Any], at: int, n: int, node: int, level: IntArray, total: int, layout: Layout, aim: Aim, bench: Bench
) -> float:
    """Quality of a node whose failing classes are known; lower is better."""
    whole = 0.0
    if aim.kind == GIVEN or aim.kind == NON_UNIFORM:
        whole = aim.bound[node]
        if total and aim.kind == NON_UNIFORM:
            whole += spread(rows, at, n, total, layout, aim, bench)
    else:
        if not aim.by_level:
            left_out(rows, at, n, level, total, layout, bench)
        for j in range(len(level)):
            share = lost(j, level[j], total, layout, aim, bench.sums)
            if aim.kind == GEOMETRIC:
                whole += aim.weight[j] * np.log1p(share)
            elif aim.kind == GREATEST:
                whole = max(whole, aim.weight[j] * share)
            else:
                whole += aim.weight[j] * share
        if aim.kind == GEOMETRIC:
            whole = np.expm1(whole)
    return whole


@part
def spread(rows: NDArray[Any], at: int, n: int, total: int, layout: Layout, aim: Aim, bench: Bench) -> float:
    """Bits it takes to tell the values of the suppressed rows, column by column."""
    whole = 0.0
    for j in range(len(layout.shift)):
        bench.marginal[: layout.field[j] + 1] = 0
        for g in range(n):
            if bench.fails[g]:
                word = rows[at + g, 1] if layout.second[j] else rows[at + g, 0]
                bench.marginal[(word >> layout.shift[j]) & layout.field[j]] += rows[at + g, layout.size]
        bits = 0.0
        for count in bench.marginal[: layout.field[j] + 1]:
            if count:
                bits -= count * np.log2(count / total)
        whole += aim.weight[j] * bits
    return whole * aim.suppressed
