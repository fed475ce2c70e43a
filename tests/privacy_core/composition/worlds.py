"""Small random releases of the same people, and what linking them leaves, in loops over sets."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from privacy_core import MissingSensitive, Policies, from_frame
from privacy_core.composition import Publication

Row = tuple[str, str, Any, bool]
"""Person, class, value (None: missing), suppressed."""


@dataclass(frozen=True)
class World:
    """Releases as lists of rows."""

    releases: tuple[tuple[Row, ...], ...]

    def publications(self) -> list[Publication]:
        return [Publication(f"r{at}", table(rows), ("q",)) for at, rows in enumerate(self.releases)]


def table(rows):
    frame = pd.DataFrame({"who": [r[0] for r in rows], "q": [r[1] for r in rows]})
    frame["s"] = pd.Series([r[2] for r in rows], dtype=object)
    return from_frame(frame).with_suppressed(np.array([r[3] for r in rows], bool))


def random_world(rng: random.Random, people: int = 12) -> World:
    values = "uvwxyz"[: rng.randint(1, 6)]
    truth = {f"p{i:02d}": rng.choice([*values, *([None] * (rng.random() < 0.3))]) for i in range(people)}
    releases = []
    for _ in range(rng.randint(2, 4)):
        classes = rng.randint(1, 5)
        present = [person for person in truth if rng.random() < 0.9] or list(truth)
        rng.shuffle(present)
        rows = [
            (
                person,
                f"c{rng.randrange(classes)}",
                rng.choice(values) if rng.random() < 0.1 else truth[person],
                rng.random() < 0.1,
            )
            for person in present
        ]
        releases.append(tuple(rows))
    return World(tuple(releases))


def worlds(people: int = 12) -> st.SearchStrategy[World]:
    return st.randoms(use_true_random=False).map(lambda rng: random_world(rng, people))


def policies(out: bool) -> Policies:
    return Policies(missing_sensitive=MissingSensitive.OUT if out else MissingSensitive.OWN)


def sets_by_loops(world: World, out: bool = False) -> dict[str, list[frozenset | None]]:
    """Per person and release the values of their class; None where they are not in it."""
    found: dict[str, list[frozenset | None]] = {}
    everyone = sorted({row[0] for rows in world.releases for row in rows if not row[3]})
    for rows in world.releases:
        kept = [row for row in rows if not row[3]]
        values = defaultdict(set)
        for _, group, value, _ in kept:
            if not (out and value is None):
                values[group].add(value)
        mine = {person: group for person, group, value, _ in kept if not (out and value is None)}
        for person in everyone:
            found.setdefault(person, []).append(frozenset(values[mine[person]]) if person in mine else None)
    return found


@dataclass(frozen=True)
class Left:
    """The counts of a linkage, by loops."""

    people: int
    not_in_all: int
    histogram: dict[int, int]
    pinned: list[str]
    empty: int
    shrank: int
    mean_guess: float | None


def left_by_loops(world: World, out: bool = False) -> Left:
    sets = sets_by_loops(world, out)
    whole = {person: shown for person, shown in sets.items() if None not in shown}
    left = {person: frozenset.intersection(*shown) for person, shown in whole.items()}
    some = {person: values for person, values in left.items() if values}
    sizes = [len(values) for values in some.values()]
    return Left(
        len(whole),
        len(sets) - len(whole),
        {size: sizes.count(size) for size in sorted(set(sizes))},
        sorted(person for person, values in some.items() if len(values) == 1),
        len(left) - len(some),
        sum(len(values) < min(map(len, whole[person])) for person, values in some.items()),
        sum(1 / size for size in sizes) / len(sizes) if sizes else None,
    )
