"""`kelt subsets` beside counting as it reads, pair of rows by pair of rows, on files of every kind."""

from __future__ import annotations

import csv
import json
from itertools import combinations
from math import comb, prod
from random import Random

import pytest

from privacy_core.cli import main

NAMES = ["a", "b c", "d'e", "f[g]", "ü", "x:y", "=z", "h,i", 'j"k', "visit 1", "row"]
SPELLINGS = (lambda v: str(7 * v), lambda v: f"v{v}", lambda v: f"{v:03d}", lambda v: f"2001-01-{v + 1:02d}", lambda v: "true" if v % 2 else "false", lambda v: f"{1.25 * v:.2f}")  # fmt: skip


class Oracle:
    """Crowds and minimal uniques by the definitions."""

    def __init__(self, rows, columns, out, missing, largest):
        self.rows, self.columns, self.wild = rows, columns, missing == "wildcard"
        gap = [missing == "drop" and "" in row.values() for row in rows]
        self.live = [at for at in range(len(rows)) if not out[at] and not gap[at]]
        self.largest = min(largest, len(columns))
        self.sets = [some for size in range(1, self.largest + 1) for some in combinations(columns, size)]
        self.crowd = {some: {at: sum(self.alike(at, other, some) for other in self.live) for at in self.live} for some in self.sets}  # fmt: skip
        self.minimal = {at: [some for some in self.sets if self.is_minimal(at, some)] for at in self.live}

    def alike(self, one, other, some):
        pairs = [(self.rows[one][name], self.rows[other][name]) for name in some]
        return all(a == b or (self.wild and "" in (a, b)) for a, b in pairs)

    def is_minimal(self, at, some):
        parts = [part for part in combinations(some, len(some) - 1) if part]
        return self.crowd[some][at] == 1 and all(self.crowd[part][at] != 1 for part in parts)

    def weight(self, size, original):
        n = len(self.columns)
        if original:
            return prod(n - i for i in range(size, min(self.largest, n - 1) + 1))
        return (2 ** (n - size) - 1) / comb(n, size)

    def scores(self, original):
        several = [self.minimal.get(at, []) for at in range(len(self.rows))]
        return [sum(self.weight(len(some), original) for some in own) for own in several]


def drawn(chance):
    """Columns with values, which rows are suppressed, and what is asked."""
    names = chance.sample(NAMES, chance.randint(1, 5))
    ways = [(chance.choice(SPELLINGS), chance.randint(1, 6), chance.choice([0, 0.1, 0.5])) for _ in names]
    rows = [
        {name: "" if chance.random() < gap else way(chance.randrange(most)) for name, (way, most, gap) in zip(names, ways, strict=True)}
        for _ in range(chance.choice([1, 2, 5, 13, 30]))
    ]  # fmt: skip
    rows += chance.choices(rows, k=chance.choice([0, 0, 3]))
    chance.shuffle(rows)
    out = [chance.random() < 0.2 for _ in rows]
    out[0] = False
    return names, rows, out


@pytest.mark.parametrize("seed", range(90))
def test_the_document_is_what_counting_finds(seed, tmp_path, capsys):
    chance = Random(seed)
    names, rows, out = drawn(chance)
    missing, k, largest = (
        chance.choice(["own", "wildcard", "drop"]),
        chance.choice([1, 2, 5, 100]),
        chance.randint(1, 6),
    )
    mark, original, asked = chance.choice(",;\t"), chance.random() < 0.7, chance.sample(names, len(names))
    with (tmp_path / "t.csv").open("w", newline="", encoding=chance.choice(["utf-8", "utf-8-sig"])) as file:
        writer = csv.writer(file, delimiter=mark)
        writer.writerow([*names, "gone"])
        writer.writerows([[*row.values(), str(gone).lower()] for row, gone in zip(rows, out, strict=True)])
    words = ["--suppressed", "gone", "--k", str(k), "--max-size", str(largest), "--missing", missing, "--json"]
    words += ["--delimiter", mark, "--weights", "original" if original else "new"]
    expected = Oracle(rows, asked, out, missing, largest)
    code = main(["subsets", str(tmp_path / "t.csv"), *(word for name in asked for word in ("--qi", name)), *words])
    printed = capsys.readouterr().out
    if not expected.live:
        assert (code, printed) == (2, "")
        return
    said = json.loads(printed)
    counts = [(one["columns"], one["unique"], one["below_k"]) for one in said["subsets"]]
    crowds = {some: [*expected.crowd[some].values()] for some in expected.sets}
    assert counts == [([*some], crowds[some].count(1), sum(one < k for one in crowds[some])) for some in expected.sets]
    several = [*expected.minimal.values()]
    found = said["minimal_uniques"]
    assert found["rows"] == sum(map(bool, several))
    assert found["by_size"] == {str(size): sum(any(len(some) == size for some in own) for own in several) for size in range(1, expected.largest + 1)}  # fmt: skip
    assert found["by_column"] == {name: sum(any(name in some for some in own) for own in several) for name in asked}
    assert said["suda"]["scores"] == pytest.approx(expected.scores(original))
    assert said["rows"] == len(expected.live)
