"""The small demonstrations of `again`: numbers and names in, a result of the core out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from dashboard.compute.cutting import SESSION
from privacy_core import (
    composition,
    repeated,
    samples,
)

MOST = 6
"""Releases of the thousand people."""


@dataclass(frozen=True)
class Case:
    """Releases that each show so many values, seen at worst and at random.

    Parameters
    ----------
    countdown : which release rules out which value; the person's own is the first
    random : what random classes leave after each of twice as many releases, exactly
    needed : releases that can pin somebody; None for never
    needed_one_less : the same where a release leaves out a single value
    collapse : largest ℓ at which so many releases can pin somebody
    """

    countdown: composition.Countdown
    random: tuple[composition.RandomCase, ...]
    needed: int | None
    needed_one_less: int | None
    collapse: int


@st.cache_data(max_entries=64, **SESSION)
def case(n_values: int, ell: int, releases: int, seed: int | None) -> Case:
    """Count down: the worst sets, or with a seed one random draw."""
    if seed is None:
        shown = composition.extremal_sets(n_values, ell, releases)
    else:
        shown = composition.random_sets(n_values, ell, releases, np.random.default_rng(seed))
    return Case(
        composition.countdown(range(n_values), shown),
        composition.random_countdown(n_values, ell, 2 * releases),
        composition.releases_to_pin(n_values, ell),
        composition.releases_to_pin(n_values, max(n_values - 1, 1)),
        composition.collapse_ell(n_values, releases),
    )


@st.cache_resource(max_entries=4, **SESSION)
def nine(secret: str) -> composition.Linkage:
    """The two anonymized tables of the t-closeness paper, linked."""
    return composition.link_rows(samples.published_pair(), secret)


@st.cache_resource(max_entries=4, **SESSION)
def square(kind: str) -> composition.Linkage:
    """Nine people in rows and columns, linked."""
    return composition.link_rows(samples.grid(samples.Grid[kind.upper()]), "secret")


def secrets_of(kind: str) -> tuple[str, ...]:
    """The secrets of the nine people in the square, row by row."""
    return tuple(samples.Grid[kind.upper()].value)


@dataclass(frozen=True)
class Pinned:
    """People with one value left after the first, the second, … release.

    Parameters
    ----------
    apart, common : every release its own crowds, or one grouping for all
    people, values, crowd, seed : how they were made
    """

    apart: tuple[int, ...]
    common: tuple[int, ...]
    people: int
    values: int
    crowd: int
    seed: int


@st.cache_data(max_entries=2, **SESSION)
def thousand() -> Pinned:
    """A thousand made-up people, linked with and without coordination."""
    apart, common = (
        composition.link_rows(samples.thousand(MOST, coordinated=together), "secret") for together in (False, True)
    )
    counts = [tuple(found.after(n).pinned for n in range(1, MOST + 1)) for found in (apart, common)]
    return Pinned(*counts, repeated.PEOPLE, repeated.VALUES, repeated.CROWD, repeated.SEED)


@st.cache_data(max_entries=16, **SESSION)
def forecast(n_values: int, ells: tuple[int, ...]) -> tuple[composition.Forecast, int]:
    """What releases with these ℓ can leave, and the ℓ each would need to leave everybody two values."""
    return composition.forecast(n_values, ells), composition.ell_needed(n_values, len(ells), min(2, n_values))


@st.cache_resource(max_entries=4, **SESSION)
def attained(
    n_values: int, ell: int, releases: int, k: int
) -> tuple[composition.Linkage, tuple[composition.Publication, ...]]:
    """Tables that attain the worst case, and what linking them leaves."""
    made = composition.extremal_tables(n_values, ell, releases, k)
    return composition.link_by_key(made, "secret", "person"), made


def first_rows(one: composition.Publication, most: int = 200) -> dict[str, list[str]]:
    """The first rows of a made-up table as text."""
    first = np.arange(min(one.table.n_rows, most))
    return {name: column.texts(first) for name, column in one.table.columns.items()}


CACHES = (case, nine, square, thousand, forecast, attained)
