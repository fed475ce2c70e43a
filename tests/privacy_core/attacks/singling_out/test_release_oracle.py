"""Whom descriptions hold for, and what record predicates count: beside trying every row as it is written."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pandas as pd
import pytest

from privacy_core.attacks import class_predicates, record_predicates
from privacy_core.frames import from_frame


def ages(chance):
    width = chance.choice([3, 5, 10])
    way = chance.choice(["{0}-{1}", "[{0}, {2}[", "[{0},{1}]", "[{0}, {2})"])
    return lambda: chance.randint(18, 80), lambda age: way.format(age // width * width, age // width * width + width - 1, age // width * width + width)  # fmt: skip


def codes(chance):
    hidden = chance.randint(1, 4)
    return lambda: f"{chance.randrange(40) * 2500:05d}", lambda code: code[: 5 - hidden] + "*" * hidden


def colours(chance):
    groups = (["red", "blue"], ["green", "dark green", "it's"])
    return lambda: chance.choice([*groups[0], *groups[1]]), lambda one: "{" + ", ".join(next(g for g in groups if one in g)) + "}"  # fmt: skip


def kept(chance):
    return lambda: chance.choice(["p", "q[1]", "x y"]), lambda one: one


def table(names, rows):
    return from_frame(pd.DataFrame({name: pd.Series([row[at] for row in rows], dtype=object) for at, name in enumerate(names)}))  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_descriptions_hold_for_whom_they_say(seed):
    chance = Random(seed)
    names = chance.sample(["a", "b c", "d'e", "f[g]", "ü"], chance.randint(1, 4))
    ways = [chance.choice([ages, codes, colours, kept])(chance) for _ in names]
    people, others = ([[draw() for draw, _ in ways] for _ in range(n)] for n in (chance.randint(1, 40), chance.choice([1, 7, 60])))  # fmt: skip
    people = [[None if chance.random() < 0.1 else cell for cell in row] for row in people]
    published = [["*" if cell is None or chance.random() < 0.15 else blur(cell) for cell, (_, blur) in zip(row, ways, strict=True)] for row in people]  # fmt: skip

    def holds(pattern, row):
        cells = zip(pattern, row, ways, strict=True)
        return all(label == "*" or (cell is not None and blur(cell) == label) for label, cell, (_, blur) in cells)

    expected = sorted(
        (rows, sum(holds(pattern, row) for row in people), sum(holds(pattern, row) for row in others))
        for pattern, rows in Counter(map(tuple, published)).items()
    )
    chance.shuffle(published)
    tables = [table(names, rows) for rows in (people, published, others)]
    found = class_predicates(*tables[:2], names, np.random.default_rng(seed), holdout=tables[2], tries=20)
    assert sorted(zip(found.sizes.tolist(), found.fit.tolist(), found.holdout_fit.tolist(), strict=True)) == expected


SIGNS = {"=": lambda cell, value: cell == value, "≤": lambda cell, value: cell <= value, "≥": lambda cell, value: cell >= value}  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_record_predicates_isolate_whom_they_say(seed):
    chance = Random(seed)
    names = chance.sample(["a", "b c", "d'e", "f[g]"], chance.randint(1, 4))
    numeric = [chance.random() < 0.5 for _ in names]
    most = [chance.choice([2, 5, 30]) for _ in names]

    def draw(several):
        cells = [[None if chance.random() < 0.1 else (2.5 * chance.randrange(top) if number else f"it's {chance.randrange(top)}") for number, top in zip(numeric, most, strict=True)] for _ in range(several)]  # fmt: skip
        return [*cells, [0.0 if number else "it's 0" for number in numeric]]

    people, others = draw(chance.randint(1, 40)), draw(chance.choice([1, 40]))
    released = [[cell if chance.random() < 0.8 else other for cell, other in zip(row, chance.choice(people), strict=True)] for row in people]  # fmt: skip

    def satisfies(row, query):
        cells = [(row[names.index(one.column)], one) for one in query]
        return all(cell is None if one.sign == "missing" else cell is not None and SIGNS[one.sign](cell, one.value) for cell, one in cells)  # fmt: skip

    tables = [table(names, rows) for rows in (people, released, others)]
    mode = chance.choice(["univariate", "multivariate"])
    found = record_predicates(*tables[:2], names, np.random.default_rng(seed), holdout=tables[2], mode=mode, tries=40)
    for query, isolated in zip(found.predicates, found.isolated.tolist(), strict=True):
        assert sum(satisfies(row, query) for row in released) == 1
        assert (sum(satisfies(row, query) for row in people) == 1) is isolated
    among = [sum(satisfies(row, query) for row in others) for query in found.predicates]
    assert found.control_as_counted.hits == among.count(1)
    assert found.evidence.main.hits == found.isolated.sum()
    assert len(set(found.predicates)) == found.evidence.main.attempts
