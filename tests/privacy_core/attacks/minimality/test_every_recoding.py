"""Audit and inference beside every recoding of small tables, whatever the order of rows and columns."""

from __future__ import annotations

import random as plain
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import chain, product
from math import factorial, log2, prod

import pandas as pd
import pytest

from privacy_core import from_frame, hierarchy
from privacy_core.anonymizers import Minimal
from privacy_core.attacks.minimality import audit, audit_record, infer_raised
from privacy_core.hierarchies import Hierarchy

Node = frozenset[str]


@dataclass(frozen=True)
class Nodes:
    """A column's hierarchy as sets of values, the smallest first, each with its label."""

    tree: Hierarchy
    values: tuple[str, ...]
    label: dict[Node, str]

    def closure(self, values) -> Node:
        return next(node for node in sorted(self.label, key=len) if set(values) <= node)

    def below(self, node: Node) -> list[Node]:
        """The nodes one step below."""
        lower = [one for one in self.label if one < node]
        return [one for one in lower if not any(one < other for other in lower)]


def random_nodes(rng: plain.Random, name: str) -> Nodes:
    """Values in groups of one to three, groups of groups above them, a root in most cases."""
    values = [f"{name}{at}" for at in range(rng.randint(2, 5))]
    groups, rows = [[value] for value in values], {value: [value] for value in values}
    for level in range(rng.choice([1, 2, 3])):
        rng.shuffle(groups)
        left, groups = groups, []
        while left:
            size = rng.choice([1, 2, 2, 3])
            groups.append([*chain.from_iterable(left[:size])])
            left = left[size:]
        for at, group in enumerate(groups):
            for value in group:
                rows[value].append(f"{name}{level}/{at}")
    above = ["*"] if rng.random() < 0.7 else []
    tree = [(*rows[value], *above) for value in values]
    label: dict[Node, str] = {}
    for labels in zip(*tree, strict=True):
        for text in labels:
            label.setdefault(frozenset(v for v, here in zip(values, labels, strict=True) if here == text), text)
    label.setdefault(frozenset(values), "*")
    return Nodes(hierarchy(name, tree), tuple(values), label)


@dataclass(frozen=True)
class Case:
    """A table, a release of it in classes of at least k rows, some of them blurred needlessly."""

    columns: dict[str, Nodes]
    original: list[tuple[str, ...]]
    release: list[tuple[Node, ...]]
    k: int

    def audited(self, order=None, names=None):
        rows, names = order or range(len(self.original)), names or [*self.columns]
        tables = [pd.DataFrame([cells[row] for row in rows], columns=[*self.columns]) for cells in self._cells()]
        trees = {name: column.tree for name, column in self.columns.items()}
        found = audit(*(from_frame(table[names]) for table in tables), names, trees, k=self.k)
        return found, infer_raised(found, trees)

    def _cells(self):
        texts = [[c.label[n] for c, n in zip(self.columns.values(), row, strict=True)] for row in self.release]
        return [*map(list, self.original)], texts


def random_case(seed: int, most: int = 7) -> Case:
    rng = plain.Random(seed)
    n, columns = rng.randint(1, most), {name: random_nodes(rng, name) for name in "abc"[: rng.choice([1, 1, 2, 2, 3])]}
    k = rng.randint(1, min(3, n))
    original = [tuple(rng.choice(column.values) for column in columns.values()) for _ in range(n)]
    left, release = rng.sample(range(n), n), {}
    while left:
        size = rng.randint(k, k + 2)
        rows = left if len(left) - size < k else left[:size]
        left = left[len(rows) :]
        nodes = []
        for at, column in enumerate(columns.values()):
            least = column.closure({original[row][at] for row in rows})
            wider = sorted((node for node in column.label if least <= node), key=len)
            nodes.append(rng.choice(wider) if rng.random() < 0.2 else least)
        release |= dict.fromkeys(rows, tuple(nodes))
    return Case(columns, original, [release[row] for row in range(n)], k)


def groupings(n: int, k: int, blocks=()):
    """Every way to put n rows in classes of at least k."""
    at = sum(map(len, blocks))
    if at == n:
        if all(len(block) >= k for block in blocks):
            yield blocks
        return
    for number, block in enumerate(blocks):
        yield from groupings(n, k, (*blocks[:number], (*block, at), *blocks[number + 1 :]))
    yield from groupings(n, k, (*blocks, (at,)))


def finer_classes(case: Case, k: int) -> set[tuple[Node, ...]]:
    """Classes with a row that some recoding, nowhere coarser, publishes finer."""
    found: set[tuple[Node, ...]] = set()
    for blocks in groupings(len(case.original), k):
        reads = {}
        for block in blocks:
            values = zip(*(case.original[row] for row in block), strict=True)
            node = tuple(c.closure(v) for c, v in zip(case.columns.values(), values, strict=True))
            reads |= dict.fromkeys(block, node)
        now = case.release
        if all(mine <= one for row, node in reads.items() for mine, one in zip(node, now[row], strict=True)):
            found |= {now[row] for row, node in reads.items() if node != now[row]}
    return found


@pytest.mark.parametrize("start", range(0, 120, 40))
def test_minimal_and_refinable_against_every_recoding(start):
    for seed in range(start, start + 40):
        case = random_case(seed)
        found, _ = case.audited()
        finer = finer_classes(case, min(case.k, min(Counter(case.release).values())))
        assert (found.minimal is Minimal.NO) == bool(finer), seed
        assert found.minimal is not Minimal.LOCALLY, seed
        assert found.refinable == len(finer), seed


@pytest.mark.parametrize("seed", range(8))
def test_neither_the_order_of_rows_nor_that_of_columns_changes_anything(seed):
    case, rng = random_case(seed, most=60), plain.Random(seed)

    def said(*order):
        told = audit_record(*case.audited(*order))
        return {**told, "utility": None, "findings": sorted(told["findings"]), "inferred": _without_columns(told)}

    rows, names = (
        rng.sample(range(len(case.original)), len(case.original)),
        rng.sample([*case.columns], len(case.columns)),
    )
    assert said(rows, names) == said()


def _without_columns(told):
    return {name: value for name, value in told["inferred"].items() if name != "by_column"}


def numbers_of(m: int, parts: int):
    return (counts for counts in product(range(m + 1), repeat=parts) if sum(counts) == m)


def chance(counts, shares) -> float:
    ways = factorial(sum(counts)) / prod(map(factorial, counts))
    return ways * prod(q**n for q, n in zip(shares, counts, strict=True))


def guessed(case: Case, k: int) -> dict[str, float]:
    """What follows from minimality, by listing all numbers of rows of every blurred cell."""
    rows_of, told = defaultdict(list), Counter()
    for row, nodes in enumerate(case.release):
        rows_of[nodes].append(row)
    for at, column in enumerate(case.columns.values()):
        for nodes, rows in rows_of.items():
            lower = column.below(nodes[at])
            if not lower:
                continue
            held = [sum(read[at] <= node for read in case.release) + 0.5 for node in lower]
            shares, m = [one / sum(held) for one in held], len(rows)
            most = m - 1 if m < 2 * k else k - 1
            left = [counts for counts in numbers_of(m, len(lower)) if max(counts) <= most]
            told["cells"] += 1
            if left:
                truth = tuple(sum(case.original[row][at] in node for row in rows) for node in lower)
                rest = sum(chance(counts, shares) for counts in left)
                told["guessed"] += 1
                told["predicted"] += max(chance(counts, shares) for counts in left) / rest
                told["truth"] += chance(truth, shares) / rest if truth in left else 0
                told["bits"] -= log2(rest)
                told["without"] += max(chance(counts, shares) for counts in numbers_of(m, len(lower)))
    return told


@pytest.mark.parametrize("start", range(0, 80, 40))
def test_inference_against_all_numbers_of_rows(start):
    for seed in range(start, start + 40):
        case = random_case(seed)
        found, raised = case.audited()
        told = guessed(case, found.judged_at)
        n = raised.with_minimality.right.attempts
        assert (raised.cells, n) == (told["cells"], told["guessed"]), seed
        if n:
            one, blind = raised.with_minimality, raised.without
            means = (one.predicted, one.truth, raised.bits, blind.predicted)
            expected = [told[name] / n for name in ("predicted", "truth", "bits", "without")]
            assert means == pytest.approx(expected, abs=1e-9), seed
