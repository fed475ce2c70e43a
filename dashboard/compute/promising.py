"""The (ℓ, δ) mechanism: settings in, what it promises out; chances simulated; a plan for the open table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.compute.cutting import SESSION, Cut, table
from privacy_core import (
    PrivacyError,
    Progress,
    Table,
    composition,
    ell_delta,
    from_frame,
    plan_to_toml,
    report,
)

LEAN, SPARE = "lean", "spare"
SPARE_CLASSES, SPARE_VALUES = 5, 6
"""A design with spare values: five equal classes of six values, the s-th of them 1/s times as frequent as the first."""
TRIALS, DRAWS = 100_000, 100_000_000
"""Sets of releases simulated at most, and counts drawn for them at most."""
SEED = 1
SETTLE = 0.3
"""Seconds a simulation waits, so that a slider that is still moved starts none and the page is drawn first."""
DRIFTING = 6, 4
"""How often both releases of an example show its two values, equally likely before."""
VALUES_TOLD = 10
"""Values of the example that is close and yet pinned."""


@dataclass(frozen=True)
class Settings:
    """What the mechanism is set to.

    Parameters
    ----------
    cells : lean (ℓ cells of chance p in every class) or spare (uneven values, more than ℓ)
    ell, delta, p, releases : values per class, chance of failure per release, least chance of a target cell, releases
    """

    cells: str
    ell: int
    delta: float
    p: float
    releases: int


@dataclass(frozen=True, eq=False)
class Promised:
    """What these settings promise, every way it can be counted.

    Parameters
    ----------
    guarantee : records, bounds and exact chances
    once, linked : chance of failure of one release, and of all together
    own : bounds when the victim's own record is in the release
    more : more records each release needs so that δ covers all of them together
    n_cells : target cells
    """

    settings: Settings
    guarantee: ell_delta.Guarantee
    once: ell_delta.Failure
    linked: ell_delta.Failure
    own: ell_delta.OwnRecord
    more: float
    n_cells: int


def _cells(asked: Settings) -> tuple[ell_delta.Distribution, float]:
    """The cells of a design, and the least chance of its target cells."""
    if asked.cells == LEAN:
        classes = ell_delta.class_limits(np.full(asked.ell, 1 / asked.ell), asked.ell, asked.p).simple
        return ell_delta.even(classes, asked.ell, asked.p), asked.p
    shares = 1 / np.arange(1, SPARE_VALUES + 1)
    cells = ell_delta.given(np.outer(np.full(SPARE_CLASSES, 1 / SPARE_CLASSES), shares / shares.sum()))
    ell_delta.p_ell(cells.marginal, asked.ell)
    return cells, float(ell_delta.targets(cells, asked.ell).min())


@st.cache_resource(max_entries=32, **SESSION)
def mechanism(asked: Settings) -> Promised:
    """State the promise.

    Raises
    ------
    ParameterError
        The settings fit no mechanism.
    """
    cells, p = _cells(asked)
    said = ell_delta.promise(cells, asked.ell, asked.delta, p, asked.releases, ell_delta.Basis.GIVEN)
    once, linked = (ell_delta.failure(cells, asked.ell, p, said.records, t) for t in (1, asked.releases))
    own = ell_delta.own_record(len(cells), asked.ell, p, said.records)
    return Promised(asked, said, once, linked, own, ell_delta.more_records(asked.releases, p), len(cells) * asked.ell)


def simulating(asked: Settings) -> Callable[[Progress], ell_delta.Simulation]:
    """Draw sets of linked releases; the work of a job."""
    cells, _ = _cells(asked)
    drawn = mechanism(asked).guarantee.records
    trials = int(min(TRIALS, max(DRAWS // (asked.releases * len(cells.mass)), 1000)))

    def work(told: Progress) -> ell_delta.Simulation:
        time.sleep(SETTLE)
        random = np.random.default_rng(SEED)
        return ell_delta.simulate(cells, asked.ell, drawn, asked.releases, random, trials, told)

    return work


CURVES: dict[str, Sequence[float]] = {
    "delta_in_all": tuple(float(x) for x in np.geomspace(0.001, 0.5, 28)),
    "ell": tuple(range(2, 21)),
    "p": tuple(float(x) for x in np.geomspace(0.002, 0.5, 40)),
    "releases": tuple(range(1, 41)),
}
"""Settings against which the number of records is drawn, each over this range."""


@st.cache_data(max_entries=16, **SESSION)
def curves(asked: Settings) -> dict[str, list[tuple[float, int]]]:
    """Records against each setting, the others as they are, with as many classes as p allows."""
    found = {name: ell_delta.curve(_against(asked), name, values) for name, values in CURVES.items()}
    return {
        name: [(x, n) for x, n in zip(CURVES[name], several, strict=True) if n is not None]
        for name, several in found.items()
    }


def _against(asked: Settings) -> ell_delta.Settings:
    return ell_delta.Settings(asked.ell, asked.delta, mechanism(asked).guarantee.p, releases=asked.releases)


def curve_settings(asked: Settings) -> dict[str, float]:
    """Where the present settings stand on the curves; δ is one for all releases there."""
    return {
        "delta_in_all": asked.delta,
        "ell": asked.ell,
        "p": mechanism(asked).guarantee.p,
        "releases": asked.releases,
    }


def records_now(asked: Settings) -> int:
    """Records at the present settings, as the curves count them."""
    return _against(asked).records


@dataclass(frozen=True, eq=False)
class Repaired:
    """What an error ε of the distribution does to these settings, and what repairs it.

    Parameters
    ----------
    error : ε, total variation distance
    planned : records planned
    bound : largest union bound within ε, for these records
    records : records that keep the promise all the same; None where p is not above ε
    redesigned : classes and records when classes are made with p + ε; None where there are none
    breakdown : error from which on ℓ-diversity can fail for sure
    """

    error: float
    planned: int
    bound: float
    records: ell_delta.RobustRecords | None
    redesigned: tuple[int, int] | None
    breakdown: float


@st.cache_data(max_entries=32, **SESSION)
def repaired_for(asked: Settings, error: float) -> Repaired:
    """Say what the error costs."""
    cells, p = _cells(asked)
    found = mechanism(asked).guarantee
    settings = len(cells), asked.ell, asked.delta, p
    robust = ell_delta.robust_records(*settings, error) if error < p else None
    worst = ell_delta.worst_bound(cells, asked.ell, found.records, error)
    again = _redesigned(asked, p + error)
    return Repaired(error, found.records, worst, robust, again, ell_delta.breakdown(cells, asked.ell))


def _redesigned(asked: Settings, p: float) -> tuple[int, int] | None:
    """Classes that are left when each target cell must have p + ε, and the records they need at p."""
    if asked.cells != LEAN or p * asked.ell > 1:
        return None
    fewer = ell_delta.class_limits(np.full(asked.ell, 1 / asked.ell), asked.ell, p).simple
    return fewer, ell_delta.records(fewer, asked.ell, asked.delta, asked.p)


@st.cache_data(max_entries=64, **SESSION)
def disappointment(p: float, delta: float, error: float) -> ell_delta.Disappointment:
    """What a promise is worth when the estimate was off."""
    return ell_delta.disappointment(p, delta, error)


@dataclass(frozen=True)
class Limits:
    """What the mechanism does not do, in the core's numbers."""

    alone: ell_delta.LinkedSets
    drift: composition.Drift
    counts: tuple[int, ...]
    close: ell_delta.CloseYetPinned


@st.cache_data(max_entries=1, **SESSION)
def limits() -> Limits:
    """The counterexamples."""
    shown = pd.DataFrame({"class": "one", "value": np.repeat(["a", "b"], DRIFTING)})
    several = [composition.Publication(name, from_frame(shown), ("class",)) for name in ("first", "second")]
    drift = composition.drift(several, "value", {"a": 0.5, "b": 0.5})
    return Limits(ell_delta.property_alone(), drift, DRIFTING, ell_delta.close_yet_pinned(VALUES_TOLD))


@dataclass(frozen=True, eq=False)
class Planned:
    """A plan for the open table.

    Parameters
    ----------
    guarantee : what it promises if the table's own shares were the true ones
    toml : the plan as a file
    learnt : what more classes buy, for greedy, equal-size and one class
    certified : what a held-out half certifies, of classes made from the other half; None where `refused` says why not
    certified_toml : the plan of those classes as a file
    refused : why nothing can be certified
    halves : records of the two halves
    """

    guarantee: ell_delta.Guarantee
    toml: str
    learnt: tuple[ell_delta.Learning, ...]
    certified: ell_delta.Guarantee | None
    certified_toml: str | None
    refused: str | None
    halves: tuple[int, int] | None


def planning(
    chosen: Cut, known: Sequence[str], secret: str, ell: int, delta: float, p: float, releases: int
) -> Callable[[Progress], Planned]:
    """Make classes for the open table; the work of a job."""
    held = table(chosen)

    def work(told: Progress) -> Planned:
        report(told, 0.0, "reading the shares of the table")
        groups = ell_delta.empirical(held, known, secret)
        least = ell_delta.feasible(groups.marginal, ell, p)
        report(told, 0.2, "making classes")
        of_group = ell_delta.greedy(groups, ell, least)
        said = ell_delta.promise(groups.merged(of_group), ell, delta, least, releases)
        made = ell_delta.plan(held, known, secret, of_group, ell, delta, least, said.records, releases)
        report(told, 0.5, "comparing groupings")
        learnt = ell_delta.compare_groupings(groups, ell, least, said.records)
        report(told, 0.7, "certifying with one half of the table")
        return Planned(said, plan_to_toml(made), learnt, *_certified(held, known, secret, ell, delta, least, releases))

    return work


def _certified(
    held: Table, known: Sequence[str], secret: str, ell: int, delta: float, p: float, releases: int
) -> tuple[ell_delta.Guarantee | None, str | None, str | None, tuple[int, int] | None]:
    random = np.random.default_rng(SEED)
    try:
        found = ell_delta.held_out(held, known, secret, ell, delta, p, random, releases)
    except PrivacyError as refused:
        return None, None, str(refused), None
    said = found.guarantee
    settings = ell, delta, said.p, said.records, releases, said.basis
    made = ell_delta.plan(held, known, secret, found.of_group, *settings)
    return said, plan_to_toml(made), None, (found.made_from, found.counted)


CACHES = (mechanism, curves, repaired_for, disappointment, limits)
