"""Which table, which columns, how counted; and the reduction every number is read off."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

from dashboard import state
from privacy_core import (
    Contingency,
    EquivalenceClasses,
    Policies,
    Source,
    Study,
    Table,
    TreeSpec,
    Unit,
    contingency,
    defined_units,
    equivalence_classes,
    in_unit,
    intake,
    joint_column,
    joint_name,
    suppressed_by_token,
)

SESSION = {"scope": "session", "show_spinner": False}


@dataclass(frozen=True)
class Cut:
    """Everything a number depends on except thresholds: which table, which columns, how counted."""

    source: Source
    known: tuple[str, ...]
    secrets: tuple[str, ...]
    person: str | None
    policies: Policies
    missing_tokens: tuple[str, ...]
    suppressed_token: str | None
    repairs: tuple[intake.Repair, ...]
    perturbed: tuple[str, ...] = ()
    secret_trees: tuple[TreeSpec, ...] = ()

    @property
    def units(self) -> tuple[Unit, ...]:
        """Units that crowds can be counted in."""
        return defined_units(self.person, self.policies.missing)

    @property
    def whom(self) -> Unit:
        """What risks are counted in: persons where they can be, else rows."""
        return Unit.PERSONS if Unit.PERSONS in self.units else Unit.ROWS

    @property
    def listed(self) -> Unit:
        """What single crowds are counted in; a history has no single look, so its persons are."""
        return Unit.ROWS if self.policies.unit is Unit.ROWS else self.whom


def cut(study: Study) -> Cut:
    """The cut of a study whose roles are accepted."""
    roles = study.roles
    return Cut(
        study.source,
        roles.quasi_identifiers,
        roles.sensitive,
        roles.person,
        study.policies,
        study.missing_tokens,
        study.suppressed_token,
        study.repairs,
        study.perturbed,
        tuple(spec for spec in study.blur.trees if spec.column in roles.sensitive),
    )


@st.cache_resource(max_entries=3, **SESSION)
def repaired(source: Source, missing_tokens: tuple[str, ...], repairs: tuple[intake.Repair, ...]) -> Table:
    """The table after its repairs, with the declared texts read as missing."""
    found = state.loaded(source)
    return intake.declare_missing(intake.apply_repairs(found.table, repairs), missing_tokens, found.marks)


def counted_homes(study: Study, household: str, person: str | None) -> tuple[intake.Finding, ...]:
    """What the sizes of households give away in the table after its repairs."""
    return _homes(study.source, study.missing_tokens, study.repairs, household, person)


@st.cache_data(max_entries=3, **SESSION)
def _homes(
    source: Source,
    missing_tokens: tuple[str, ...],
    repairs: tuple[intake.Repair, ...],
    household: str,
    person: str | None,
) -> tuple[intake.Finding, ...]:
    return tuple(intake.counted_homes(repaired(source, missing_tokens, repairs), household, person))


@st.cache_resource(max_entries=3, **SESSION)
def table(chosen: Cut) -> Table:
    """The table with the declared suppressed records and the columns declared changed at random."""
    read = repaired(chosen.source, chosen.missing_tokens, chosen.repairs)
    read = read.with_perturbed([name for name in chosen.perturbed if name in read.columns])
    return read if chosen.suppressed_token is None else suppressed_by_token(read, chosen.known, chosen.suppressed_token)


@st.cache_data(max_entries=3, **SESSION)
def with_several_rows(chosen: Cut) -> int:
    """Persons with more than one row that counts: a crowd of k rows could be one of them."""
    if chosen.person is None:
        return 0
    held = table(chosen)
    column = held[chosen.person]
    rows = np.bincount(column.codes[~held.suppressed], minlength=column.n_codes)[: len(column.categories)]
    return int(np.count_nonzero(rows > 1))


@st.cache_resource(max_entries=6, **SESSION)
def classes(chosen: Cut) -> EquivalenceClasses:
    """Who looks the same."""
    return equivalence_classes(table(chosen), chosen.known, chosen.policies)


@st.cache_resource(max_entries=6, **SESSION)
def headcounts(chosen: Cut, unit: Unit) -> EquivalenceClasses:
    """Who looks the same, counted in rows, in persons, or in persons with equal histories."""
    return in_unit(table(chosen), classes(chosen), unit, chosen.person)


@st.cache_resource(max_entries=6, **SESSION)
def counts(chosen: Cut, secret: str) -> Contingency:
    """How often each value of a secret, or of all of them as one, occurs in each crowd."""
    held = table(chosen)
    if secret not in held.columns:
        held = held.with_column(joint_column(held, chosen.secrets, chosen.policies))
    return contingency(held, classes(chosen), secret, chosen.policies)


def looked_at(chosen: Cut) -> tuple[str, ...]:
    """What may be looked at: each secret and, where there are several, all of them as one value."""
    several = len(chosen.secrets) > 1
    return (*chosen.secrets, joint_name(table(chosen), chosen.secrets)) if several else chosen.secrets


def keys(chosen: Cut, which: Sequence[int]) -> dict[str, list[Any]]:
    """What some crowds look like, a list per known column; on the user's request only."""
    return classes(chosen).keys(table(chosen), np.asarray(which, np.int64))


def preview(study: Study, hidden: Collection[str], rows: int = 20) -> dict[str, list[str]]:
    """The first rows as text, direct identifiers masked; on the user's request only."""
    read = repaired(study.source, study.missing_tokens, study.repairs)
    first = np.arange(min(rows, read.n_rows))
    return {
        name: ["•••"] * len(first) if name in hidden else column.texts(first) for name, column in read.columns.items()
    }


CACHES = (repaired, _homes, table, with_several_rows, classes, headcounts, counts)
