"""More ways to single a row out: bits left out, printed ends, two releases, half of every row; what does hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import streamlit as st

from dashboard.compute.cutting import SESSION, Cut, table
from dashboard.compute.totalling import Totals
from privacy_core import Progress, attacks, report

lab = attacks.singling_out
BITS, ONE_BIT, ENDS = "bits", "one bit", "ends"
COLUMNS = 25, 50, 100, 200, 400, 800
"""Numbers of columns that stand beside the user's own."""
SIZES = 2, 5, 20, 50, 100
"""Sizes of intervals that stand beside the user's own."""
PAIR_ROWS, PAIR_BITS = 100, 40
"""Rows, and bits of a row, of the tables two releases are made of."""


@dataclass(frozen=True)
class Way:
    """One way to publish that keeps k alike, and is attacked: a key.

    Parameters
    ----------
    way : bits left out until k rows agree, one of them used, or intervals that end where a value is
    k : rows made alike
    columns : bits of a row
    rows : of each table
    trials, seed : of the tries
    """

    way: str
    k: int
    columns: int
    rows: int
    trials: int
    seed: int


@dataclass(frozen=True, eq=False)
class Shown:
    """The attack at the user's settings, and at others beside it: their number, and what came of it."""

    asked: Way
    own: lab.Demonstration
    others: tuple[tuple[int, lab.Demonstration], ...]
    equal: lab.Demonstration | None = None


def trying(asked: Way) -> Callable[[Progress], Shown]:
    """Work that tries the attack at every setting, each with a chance of its own."""
    several, ends = beside(asked), asked.way == ENDS

    def work(told: Progress) -> Shown:
        own, *others, last = np.random.default_rng(asked.seed).spawn(len(several) + 2)
        found = [(asked.k if ends else asked.columns, own), *zip(several, others, strict=True)]
        tried = []
        for done, (at, chance) in enumerate(found):
            report(told, done / (len(several) + 2), "attacking drawn tables")
            tried.append(_one(asked, at, chance))
        equal = _one(asked, asked.k, last, equal=True) if ends else None
        return Shown(asked, tried[0], tuple(zip(several, tried[1:], strict=True)), equal)

    return work


def beside(asked: Way) -> tuple[int, ...]:
    """Settings that stand beside the user's own: never the same once more, nor an interval longer than the table.

    Examples
    --------
    >>> beside(Way(BITS, 5, 400, 200, 100, 1)), beside(Way(ENDS, 5, 400, 40, 100, 1))
    ((25, 50, 100, 200, 800), (2, 20))
    """
    if asked.way == ENDS:
        return tuple(at for at in SIZES if at != asked.k and at <= asked.rows)
    return tuple(at for at in COLUMNS if at != asked.columns)


def _one(asked: Way, at: int, chance: np.random.Generator, equal: bool = False) -> lab.Demonstration:
    rows, trials, seed = asked.rows, asked.trials, asked.seed
    if asked.way == ENDS:
        return lab.bucket_attack(rows, min(at, rows), trials, chance, equal=equal, seed=seed)
    if asked.way == ONE_BIT:
        return lab.one_bit_attack(at, rows, trials, chance, seed=seed)
    return lab.bit_attack(asked.k, at, rows, trials, chance, seed=seed)


def needed(k: int, rows: int) -> int:
    """Columns from which on the pattern of k rows is rare enough."""
    return lab.columns_needed(k, rows)


@st.cache_resource(max_entries=10, **SESSION)
def composed(trials: int, seed: int) -> lab.Composed:
    """Two releases of the same rows, attacked apart and together."""
    return lab.xor_pair(PAIR_ROWS, PAIR_BITS, trials, np.random.default_rng(seed), seed=seed)


@st.cache_resource(max_entries=10, **SESSION)
def half_published(rows: int, trials: int, seed: int) -> lab.FullSinglingOut:
    """The last half of every row published, every row attacked."""
    return lab.publish_last_half(rows, trials, np.random.default_rng(seed), seed=seed)


def claims(asked: Totals) -> tuple[lab.Claim, ...]:
    """What is proved to hold, at the settings of the totals."""
    return lab.holding(asked.rows, asked.weight, lab.broad_limit(asked.rows), asked.epsilon)


@st.cache_resource(max_entries=6, **SESSION)
def premise(chosen: Cut) -> lab.MinEntropy:
    """How much the rows of the open table vary in the columns others could know."""
    return lab.min_entropy(table(chosen), chosen.known, chosen.policies)


CACHES = (composed, half_published, premise)
