"""What crowds tell about a secret: one number each, one crowd's mix, luck, bounds, lessons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard import state
from dashboard.compute.cutting import SESSION, Cut, counts, headcounts, table
from dashboard.compute.hierarchies import tree_of_secret
from dashboard.compute.naming import build, ground_called
from privacy_core import (
    Beliefs,
    Lessons,
    Luck,
    Measurement,
    Merger,
    Mix,
    Origin,
    Roles,
    Secret,
    Study,
    Together,
    assess,
    beliefs,
    joint,
    largest_share,
    lessons,
    luck,
    measure,
    mix,
    partner,
    per_class,
    rarest,
    summary,
    together,
)

A = TypeVar("A")
IntArray = NDArray[np.int64]
SEED = 1
"""Seed of every draw, printed beside what was drawn."""


@st.cache_resource(max_entries=24, **SESSION)
def measured(chosen: Cut, secret: str, model: str, ground: str) -> Measurement:
    """One model's number for each crowd, without a threshold."""
    return measure(build(chosen, secret, model, ground, None), counts(chosen, secret))


@st.cache_resource(max_entries=24, **SESSION)
def order(chosen: Cut, secret: str, model: str, ground: str) -> IntArray:
    """Crowds from the most to the least telling; a moving line changes nothing of it."""
    return measured(chosen, secret, model, ground).worst_first


@st.cache_data(max_entries=64, **SESSION)
def one(chosen: Cut, secret: str, ground: str, which: int) -> Mix:
    """One crowd's mix and what moves."""
    return mix(counts(chosen, secret), which, ground_called(chosen, secret, ground))


@st.cache_data(max_entries=32, **SESSION)
def by_luck(chosen: Cut, secret: str, model: str, ground: str, size: int) -> Luck:
    """Where random crowds of one size stand."""
    asked = build(chosen, secret, model, ground, None)
    return luck(asked, counts(chosen, secret), size, np.random.default_rng(SEED))


@st.cache_data(max_entries=16, **SESSION)
def drawn(key: tuple[Any, ...], _make: Callable[[], A]) -> A:
    """A layout that depends on results only, so that a moving line need not lay it out again."""
    return _make()


@dataclass(frozen=True)
class Bound:
    """What one promise lets the rarest value fill: its share in the prior, and in a crowd that keeps the line."""

    model: str
    line: float
    before: float
    after: float


@st.cache_data(max_entries=64, **SESSION)
def bounds(chosen: Cut, secret: str, ground: str, lines: tuple[tuple[str, float], ...]) -> tuple[Bound, ...]:
    """What the promises let the rarest value fill; nothing where there is no value."""
    counted = counts(chosen, secret)
    if not counted.n_present:
        return ()
    rare = rarest(counted)
    models = [(name, at, build(chosen, secret, name, ground, at)) for name, at in lines]
    return tuple(Bound(name, at, float(counted.prior[rare]), largest_share(m, counted, rare)) for name, at, m in models)


def domain(chosen: Cut, secret: str) -> int:
    """Number of values of the secret that occur."""
    return counts(chosen, secret).n_present


def numbers(chosen: Cut, secret: str, model: str, ground: str, with_looks: bool) -> Callable[[], dict[str, list[Any]]]:
    """One model's number for every crowd, as columns of a file.

    They are made on a click, outside the page's run, where no cache can be read.
    """
    people, found = headcounts(chosen, chosen.whom), measured(chosen, secret, model, ground)
    looks = table(chosen) if with_looks else None
    return lambda: per_class(people, [found], looks)


@st.cache_resource(max_entries=6, **SESSION)
def taught(chosen: Cut, secret: str) -> Lessons:
    """Homogeneity, skewness and similarity in every crowd."""
    return lessons(counts(chosen, secret), tree_of_secret(chosen, secret))


@st.cache_data(max_entries=32, **SESSION)
def merger(chosen: Cut, secret: str, ground: str, which: int) -> Merger | None:
    """The crowd whose merger brings one crowd nearest to everyone's mix."""
    return partner(counts(chosen, secret), which, ground_called(chosen, secret, ground))


@st.cache_data(max_entries=8, **SESSION)
def knowing_more(chosen: Cut) -> tuple[Together, ...]:
    """ℓ of each secret to someone who knows the others."""
    return together(table(chosen), Roles(chosen.known, chosen.secrets), chosen.policies)


def summed_up(study: Study, chosen: Cut) -> str:
    """Settings and numbers as Markdown, without a row."""
    loaded = state.loaded(study.source)
    trees, how = loaded.hierarchies, loaded.how if study.source.origin is Origin.UPLOAD else ""
    secrets = [Secret(name, hierarchy=trees.get(name)) for name in study.roles.sensitive]
    return summary(study, assess(table(chosen), study.roles, study.thresholds, secrets, study.policies), how)


@st.cache_data(max_entries=8, **SESSION)
def all_together(chosen: Cut) -> tuple[int, float, int]:
    """All secrets as one value: fewest different values in a crowd, worst equal distance, values."""
    found = joint(table(chosen), Roles(chosen.known, chosen.secrets), chosen.policies)
    return found.distinct, found.distance, found.values


def believed(chosen: Cut, secret: str, which: int) -> Beliefs | None:
    """What an attacker believes before, after the table, and after finding the crowd."""
    value = int(taught(chosen, secret).value[which])
    return None if value < 0 else beliefs(counts(chosen, secret), which, value)


CACHES = (measured, order, all_together, one, by_luck, drawn, bounds, taught, merger, knowing_more)
