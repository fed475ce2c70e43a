"""The only cached functions: names, hashes and choices in, a result out.

Keys never hold a table. A model is named by a word, never handed over: Streamlit hashes a
dataclass by its fields alone, so `Equal()` and `Rank()` would share a cached result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import streamlit as st

from dashboard import state, words
from privacy_core import (
    BasicBeta,
    Contingency,
    Crowd,
    DeltaDisclosure,
    DistinctL,
    EnhancedBeta,
    EntropyL,
    EquivalenceClasses,
    Ground,
    KAnonymity,
    Luck,
    Measurement,
    Mix,
    Policies,
    PrivacyModel,
    Rank,
    Source,
    Study,
    Table,
    TCloseness,
    Tree,
    Value,
    contingency,
    crowd,
    csv_text,
    equivalence_classes,
    intake,
    largest_share,
    luck,
    measure,
    mix,
    per_class,
    rarest,
    suppressed_by_token,
    usable,
)
from privacy_core import Equal as EqualDistance

A = TypeVar("A")
SEED = 1
"""Seed of every draw, printed beside what was drawn."""

SESSION = {"scope": "session", "show_spinner": False}


@dataclass(frozen=True)
class Cut:
    """Everything a number depends on except thresholds: which table, which columns, how counted."""

    source: Source
    known: tuple[str, ...]
    policies: Policies
    missing_tokens: tuple[str, ...]
    suppressed_token: str | None


def cut(study: Study) -> Cut:
    """The cut of a study whose roles are accepted."""
    return Cut(
        study.source, study.roles.quasi_identifiers, study.policies, study.missing_tokens, study.suppressed_token
    )


@st.cache_resource(max_entries=3, **SESSION)
def repaired(source: Source, missing_tokens: tuple[str, ...]) -> Table:
    """The table with the declared texts read as missing."""
    found = state.loaded(source)
    return intake.declare_missing(found.table, missing_tokens, found.marks)


@st.cache_resource(max_entries=3, **SESSION)
def table(chosen: Cut) -> Table:
    """The table with the declared suppressed records."""
    read = repaired(chosen.source, chosen.missing_tokens)
    return read if chosen.suppressed_token is None else suppressed_by_token(read, chosen.known, chosen.suppressed_token)


@st.cache_resource(max_entries=6, **SESSION)
def classes(chosen: Cut) -> EquivalenceClasses:
    """Who looks the same."""
    return equivalence_classes(table(chosen), chosen.known, chosen.policies)


@st.cache_data(max_entries=64, **SESSION)
def crowds(chosen: Cut, k: int) -> Crowd | None:
    """The crowds against a line k."""
    return crowd(classes(chosen), k)


@st.cache_resource(max_entries=6, **SESSION)
def counts(chosen: Cut, secret: str) -> Contingency:
    """How often each value of a secret occurs in each crowd."""
    return contingency(table(chosen), classes(chosen), secret, chosen.policies)


@st.cache_resource(max_entries=24, **SESSION)
def measured(chosen: Cut, secret: str, model: str, ground: str) -> Measurement:
    """One model's number for each crowd, without a threshold."""
    return measure(build(chosen.source, secret, model, ground, None), counts(chosen, secret))


@st.cache_data(max_entries=64, **SESSION)
def one(chosen: Cut, secret: str, ground: str, which: int) -> Mix:
    """One crowd's mix and what moves."""
    return mix(counts(chosen, secret), which, ground_called(chosen.source, secret, ground))


@st.cache_data(max_entries=32, **SESSION)
def by_luck(chosen: Cut, secret: str, model: str, ground: str, size: int) -> Luck:
    """Where random crowds of one size stand."""
    asked = build(chosen.source, secret, model, ground, None)
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
    models = [(name, at, build(chosen.source, secret, name, ground, at)) for name, at in lines]
    return tuple(Bound(name, at, float(counted.prior[rare]), largest_share(m, counted, rare)) for name, at, m in models)


def let_go() -> None:
    """Free what this session has cached."""
    for cached in (repaired, table, classes, crowds, counts, measured, one, by_luck, drawn, bounds):
        cached.clear()


def domain(chosen: Cut, secret: str) -> int:
    """Number of values of the secret that occur."""
    return counts(chosen, secret).n_present


def ground_names(chosen: Cut, secret: str) -> list[str]:
    """Ground distances that the secret allows here."""
    tree = state.loaded(chosen.source).hierarchies.get(secret)
    return [ground.name for ground in usable(counts(chosen, secret), tree)]


def keys(chosen: Cut, which: Sequence[int]) -> dict[str, list[Any]]:
    """What some crowds look like, a list per known column; on the user's request only."""
    return classes(chosen).keys(table(chosen), np.asarray(which, np.int64))


def preview(source: Source, hidden: Collection[str], rows: int = 20) -> dict[str, list[str]]:
    """The first rows as text, direct identifiers masked; on the user's request only."""
    read = state.loaded(source).table
    first = np.arange(min(rows, read.n_rows))
    return {
        name: ["•••"] * len(first) if name in hidden else column.texts(first) for name, column in read.columns.items()
    }


def numbers_csv(chosen: Cut, secret: str, model: str, ground: str, with_looks: bool) -> Callable[[], str]:
    """One model's number for every crowd, as CSV that no spreadsheet runs as a formula.

    The text is made on a click, outside the page's run, where no cache can be read.
    """
    people, found = classes(chosen), measured(chosen, secret, model, ground)
    looks = table(chosen) if with_looks else None
    return lambda: csv_text(per_class(people, [found], looks))[0]


def smallest(chosen: Cut, with_looks: bool, most: int = 1000) -> dict[str, list[Any]]:
    """The smallest crowds as a table."""
    people = classes(chosen)
    shown = np.argsort(people.size, kind="stable")[:most]
    looks = {words.column_name(name): words.cells(v) for name, v in keys(chosen, shown).items()} if with_looks else {}
    return {"crowd": (shown + 1).tolist(), "people": people.size[shown].tolist(), **looks}


def sizes_csv(chosen: Cut, with_looks: bool) -> Callable[[], str]:
    """Every crowd's size as CSV that no spreadsheet runs as a formula; made on a click, as above."""
    people, looks = classes(chosen), table(chosen) if with_looks else None
    return lambda: csv_text(per_class(people, [], looks))[0]


def ground_called(source: Source, secret: str, name: str) -> Ground:
    """The ground distance of a name."""
    plain = {"equal": EqualDistance(), "ordered": Rank(), "value": Value()}
    return plain[name] if name in plain else Tree(state.loaded(source).hierarchies[secret])


def build(source: Source, secret: str, model: str, ground: str, threshold: float | None) -> PrivacyModel:
    """A model by its name, with a threshold or without."""
    if model == "t":
        return TCloseness(secret, threshold, ground_called(source, secret, ground))
    if model == "k":
        return KAnonymity(threshold)
    return MODELS[model](secret, threshold)


MODELS = {
    "l": DistinctL,
    "entropy_l": EntropyL,
    "beta": BasicBeta,
    "enhanced_beta": EnhancedBeta,
    "delta_disclosure": DeltaDisclosure,
}
