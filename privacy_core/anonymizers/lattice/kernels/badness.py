"""How bad every class of a stretch is under a model of a sensitive column; higher is worse, infinite: no setting helps.

The scale is each model's own, turned so that a class fails when its badness lies beyond the limit:
distinct ℓ negated, the logarithm of entropy ℓ negated, δ-disclosure as a ratio. Loops over classes stand
inside, and functions have one way out: else each class would cost a count of references to every array.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.kernels.kinds import (
    ALPHA,
    AXIS,
    BASIC,
    DISTINCT,
    ENHANCED,
    ENTROPY,
    EQUAL,
    RECURSIVE,
    SHIFT,
    TREE,
)
from privacy_core.anonymizers.lattice.kernels.shapes import Bench, Rules
from privacy_core.compiling import part
from privacy_core.tables import FloatArray, IntArray

NEAR = 1e-11
"""Numbers this close to a limit are judged again by the models themselves."""
SLACK = 1e-9


@part
def measured(rows: NDArray[Any], at: int, n: int, column: int, m: int, rules: Rules, bench: Bench) -> None:
    """Write the badness of each class of a stretch that is not skipped into `bench.found`."""
    kind, word, values = rules.kind[m], rules.word[column], rules.n_values[column]
    missing, place, extra = rules.missing[column], rules.place[m], rules.number[m]
    share, group, numbers, found = bench.share, bench.group, rules.numbers, bench.found
    doubt, keeps = False, bench.judged.shape[1] > 0
    for g in range(n):
        if bench.skip[g]:
            continue
        if keeps and not np.isnan(bench.judged[at + g, m]):
            found[g] = bench.judged[at + g, m]
            continue
        known = unpacked(rows, at + g, word, values, rules.bits, rules.per_word, share)
        bad, close = 0.0, False
        if kind == DISTINCT:
            bad = -distinct(share, values)
        elif kind == ENTROPY:
            bad = -entropy(share, values, known, rules.logs)
        elif kind == RECURSIVE:
            bad = ratio(share, values, known, extra, group)
        elif known == 0:
            bad = 1.0 if kind >= SHIFT else 0.0
        elif kind == ALPHA:
            bad = largest(share, values) / known
        elif kind == EQUAL:
            bad = surplus(share, values, known, numbers, place)
        elif kind == TREE:
            bad = up_the_tree(share, values, known, numbers, place, rules.groups, extra, group)
        elif kind == AXIS:
            bad = along(share, values, known, missing, numbers, place)
        elif kind == BASIC:
            bad = gain(share, values, known, numbers, place)
        elif kind == ENHANCED:
            bad, close = capped(share, values, known, numbers, place)
        else:
            bad = shift(share, values, known, kind == SHIFT, numbers, place)
        found[g] = bad
        if keeps and not close:
            bench.judged[at + g, m] = bad
        doubt = doubt or close
    if doubt:
        bench.doubts[0] = 1


@part
def unpacked(rows: NDArray[Any], g: int, word: int, n: int, bits: int, per_word: int, share: FloatArray) -> int:
    """Spread the counts of one sensitive column into `share`; return their sum."""
    mask, known, value, w = (1 << bits) - 1, 0, 0, word
    while value < n:
        held = rows[g, w]
        for _ in range(min(per_word, n - value)):
            count = held & mask
            share[value] = count
            known += count
            held >>= bits
            value += 1
        w += 1
    return known


@part
def distinct(share: FloatArray, n: int) -> int:
    """Number of different values."""
    found = 0
    for s in range(n):
        found += share[s] > 0
    return found


@part
def entropy(share: FloatArray, n: int, known: int, logs: FloatArray) -> float:
    """Entropy in nats; 0 for one value, minus infinity for none."""
    total = 0.0
    for s in range(n):
        count = np.int64(share[s])
        total += logs[count] if count < len(logs) else share[s] * np.log(share[s])
    return max(np.log(known) - total / known, 0.0) if known else -np.inf


@part
def ratio(share: FloatArray, n: int, known: int, rank: int, top: FloatArray) -> float:
    """Most frequent value over those from a rank on; infinite when there are none."""
    kept = min(rank - 1, n)
    for r in range(kept):
        top[r] = 0.0
    most = 0.0
    for s in range(n):
        held = share[s]
        most = max(most, held)
        for r in range(kept):
            if held > top[r]:
                held, top[r] = top[r], held
    tail = np.float64(known)
    for r in range(kept):
        tail -= top[r]
    return most / tail if tail > 0 else np.inf


@part
def largest(share: FloatArray, n: int) -> float:
    """Count of the most frequent value."""
    most = 0.0
    for s in range(n):
        most = max(most, share[s])
    return most


@part
def surplus(share: FloatArray, n: int, known: int, prior: FloatArray, at: int) -> float:
    """Equal distance: by how much the class exceeds the prior, added up."""
    one, total = 1.0 / known, 0.0
    for s in range(n):
        total += max(share[s] * one - prior[at + s], 0.0)
    return total


@part
def up_the_tree(
    share: FloatArray,
    n: int,
    known: int,
    numbers: FloatArray,
    at: int,
    groups: IntArray,
    to: int,
    group: FloatArray,
) -> float:
    """Mean of the equal distances between the groups of every level below the root.

    `numbers` holds, from `at`, for each level the number of groups and their prior; `groups` from `to`
    the number of levels and, for each, the group of each value (itself, where there are as many groups).
    """
    levels, total = groups[to], 0.0
    to += 1
    for _ in range(levels):
        n_groups = np.int64(numbers[at])
        if n_groups == n:
            total += surplus(share, n, known, numbers, at + 1)
        else:
            for q in range(n_groups):
                group[q] = 0.0
            for s in range(n):
                group[groups[to + s]] += share[s]
            total += surplus(group, int(n_groups), known, numbers, at + 1)
        to += n
        at += 1 + int(n_groups)
    return float(total / levels) if levels else 0.0


@part
def along(share: FloatArray, n: int, known: int, missing: int, numbers: FloatArray, at: int) -> float:
    """Distance along an axis: the gap times how far the running sums differ; a missing value stands aside."""
    last = n if missing < 0 else missing
    left = known if missing < 0 else known - np.int64(share[missing])
    one, running, total = 1.0 / max(left, 1), 0.0, 0.0
    for s in range(last):
        running += share[s]
        total += abs(running * one - numbers[at + s]) * numbers[at + last + s]
    return total if left else 0.0


@part
def gain(share: FloatArray, n: int, known: int, numbers: FloatArray, at: int) -> float:
    """Largest relative gain of a value; infinite where the prior lacks the value."""
    one, most = 1.0 / known, 0.0
    for s in range(n):
        if share[s] > 0:
            prior = numbers[at + s]
            most = max(most, (share[s] * one - prior) / prior if prior > 0 else np.inf)
    return most


@part
def capped(share: FloatArray, n: int, known: int, numbers: FloatArray, at: int) -> tuple[float, bool]:
    """Largest relative gain, infinite beyond a value's ceiling; and whether a ceiling was too close to tell."""
    one, most, close = 1.0 / known, 0.0, False
    for s in range(n):
        if share[s] > 0:
            prior = numbers[at + s]
            found = (share[s] * one - prior) / prior if prior > 0 else np.inf
            beyond = found - numbers[at + n + s] - SLACK
            close = close or abs(beyond) < NEAR
            most = max(most, np.inf if beyond > 0 else found)
    return most, close


@part
def shift(share: FloatArray, n: int, known: int, all_values: bool, numbers: FloatArray, at: int) -> float:
    """Largest ratio, either way, of a value's share and its prior; infinite for a value that is absent.

    `numbers` holds one over the prior, 0 for values that never occur.
    """
    one, most, least, absent = 1.0 / known, 1.0, 1.0, 0
    for s in range(n):
        times = share[s] * one * numbers[at + s]
        most = max(most, times)
        least = min(least, times if times > 0 else 1.0)
        absent += times == 0 and numbers[at + s] > 0
    return np.inf if all_values and absent else max(most, 1.0 / least)
