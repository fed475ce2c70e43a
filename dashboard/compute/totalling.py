"""Totals published exactly or with noise, and blind luck: lines that follow at once, tries that take a while."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import streamlit as st

from dashboard.compute.cutting import SESSION
from privacy_core import Progress, attacks, report

lab = attacks.singling_out
MOST = 300
"""Totals up to which the lines run."""


@dataclass(frozen=True)
class Totals:
    """What is published, and what counts as rare: a key.

    Parameters
    ----------
    rows : of the table
    bits : a description counts when it is 2^bits times rarer than 1 in `rows`
    counts : totals published
    epsilon : of the noise on each total
    adaptive : whether each exact total is asked for once the one before is known; those with noise never are
    trials, seed : of the tries
    """

    rows: int
    bits: int
    counts: int
    epsilon: float
    adaptive: bool
    trials: int
    seed: int

    @property
    def weight(self) -> float:
        """Largest weight that counts as rare."""
        return 2.0**-self.bits / self.rows

    @property
    def needed(self) -> int:
        """Totals the attack needs once."""
        return self.bits + 1

    @property
    def rounds(self) -> int:
        """How often the attack can begin anew with so many totals."""
        return self.counts // self.needed

    @property
    def used(self) -> int:
        """Totals that the tries use: as many as whole attacks need."""
        return self.rounds * self.needed


@dataclass(frozen=True, eq=False)
class Lines:
    """Success against the number of totals, from none on; each a share of 100."""

    exact: list[float]
    noise: list[float]
    bound: list[float]
    blind: float

    def guaranteed(self) -> int:
        """Most totals for which the bound says anything at all."""
        return sum(1 for one in self.bound if one < 100) - 1


@st.cache_resource(max_entries=30, **SESSION)
def lines(asked: Totals) -> Lines:
    """The four lines; they do not depend on how many totals the user publishes."""
    exact = lab.counts_curve(asked.rows, asked.bits, MOST)
    noise = lab.counts_curve(asked.rows, asked.bits, MOST, asked.epsilon)
    first = exact.adaptive if asked.adaptive else exact.success
    bound = [exact.blind, *(promise(asked, n).value for n in range(1, MOST + 1))]
    shares = (100 * np.asarray(one) for one in (first, noise.success, bound))
    return Lines(*(one.tolist() for one in shares), 100 * exact.blind)


def promise(asked: Totals, counts: int) -> lab.Bound:
    """The most that any release of so many totals with this noise allows."""
    return lab.dp_bound(asked.rows, counts * asked.epsilon, asked.weight)


@dataclass(frozen=True, eq=False)
class Tried:
    """What tries achieved; None where there are too few totals to try it."""

    asked: Totals
    exact: lab.Demonstration | None
    noise: lab.Demonstration | None


def trying(asked: Totals) -> Callable[[Progress], Tried]:
    """Work that publishes totals of drawn tables, exact and with noise, and attacks them."""

    def work(told: Progress) -> Tried:
        if not asked.rounds:
            return Tried(asked, None, None)
        found, chances = [], np.random.default_rng(asked.seed).spawn(2)
        for done, epsilon in enumerate((None, asked.used * asked.epsilon)):
            report(told, done / 2, "publishing totals" if epsilon is None else "publishing totals with noise")
            how = {"adaptive": asked.adaptive and epsilon is None, "seed": asked.seed}
            given = asked.rows, asked.bits, asked.rounds, asked.trials, chances[done], epsilon
            found.append(lab.counting_attack(*given, **how))
        return Tried(asked, *found)

    return work


@dataclass(frozen=True, eq=False)
class Luck:
    """Blind luck at one weight: the curve over all weights, shares of 100, and tries at this one."""

    rows: int
    weight: float
    curve: list[tuple[float, float]]
    tried: lab.Demonstration
    peak: float


@st.cache_resource(max_entries=30, **SESSION)
def curve(rows: int, low: float) -> list[tuple[float, float]]:
    """Weight and share of 100 that blind luck has, from `low` to 1."""
    weights, chances = lab.baseline_curve(rows, low)
    return list(zip(weights.tolist(), (100 * chances).tolist(), strict=True))


@st.cache_resource(max_entries=30, **SESSION)
def luck(rows: int, weight: float, low: float, trials: int, seed: int) -> Luck:
    """Blind luck among so many rows at one weight, computed and tried."""
    tried = lab.blind_attack(rows, weight, trials, np.random.default_rng(seed), seed=seed)
    return Luck(rows, weight, curve(rows, low), tried, lab.peak(rows))


CACHES = (lines, curve, luck)
