"""What class sizes alone tell: crowds against a line, attackers, published numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import streamlit as st

from dashboard import state, words
from dashboard.compute.cutting import SESSION, Cut, headcounts, keys, table
from privacy_core import (
    Assessment,
    Crowd,
    Judgement,
    Population,
    Risk,
    Roles,
    Unit,
    by_group,
    crowd,
    crowd_name,
    facts,
    judge_norms,
    per_class,
    risks,
)


@st.cache_data(max_entries=64, **SESSION)
def crowds(chosen: Cut, k: int) -> Crowd | None:
    """The crowds against a line k, in the unit of the policies."""
    return crowd(headcounts(chosen, chosen.policies.unit), k)


def smallest_by_unit(chosen: Cut) -> dict[Unit, int]:
    """The smallest crowd in every unit there is."""
    return {unit: int(headcounts(chosen, unit).crowd.min()) for unit in chosen.units}


@st.cache_resource(max_entries=6, **SESSION)
def attackers(
    chosen: Cut, weight: str | None, household: str | None, fraction: float | None, everyone: str | None
) -> Risk:
    """Every risk that the roles and what is known about the population allow.

    `everyone` is the hash of the session's population file, which is read from the session.
    """
    roles = Roles(chosen.known, person=chosen.person, weight=weight, household=household)
    outside = Population(state.everyone() if everyone else None, fraction)
    return risks(table(chosen), headcounts(chosen, chosen.whom), roles, None, outside, chosen.whom)


@st.cache_resource(max_entries=4, **SESSION)
def grouped(chosen: Cut, roles: Roles, column: str) -> dict[str, Assessment]:
    """Every measure within each value of a column."""
    return by_group(table(chosen), roles, column, policies=chosen.policies)


@st.cache_data(max_entries=16, **SESSION)
def regimes(chosen: Cut, attempt: float) -> tuple[Judgement, ...]:
    """One table beside every published number."""
    return judge_norms(facts(headcounts(chosen, chosen.whom)), attempt)


def listed_in(chosen: Cut) -> tuple[str, Unit]:
    """What the table of crowds is sorted by, in words, and the unit of the page."""
    seen = headcounts(chosen, chosen.listed)
    rows = words.crowd_rows(chosen.person, chosen.policies)
    unit = chosen.policies.unit if chosen.policies.unit in chosen.units else Unit.ROWS
    return rows if seen.members is None else crowd_name(seen), unit


def smallest(chosen: Cut, with_looks: bool, most: int = 1000) -> dict[str, list[Any]]:
    """The smallest crowds in the unit of the page: their rows, and the persons or matching rows beside them."""
    people = headcounts(chosen, chosen.whom)
    shown = np.argsort(headcounts(chosen, chosen.listed).crowd, kind="stable")[:most]
    looks = {words.column_name(name): words.cells(v) for name, v in keys(chosen, shown).items()} if with_looks else {}
    return {
        "crowd": (shown + 1).tolist(),
        words.crowd_rows(chosen.person, chosen.policies): people.size[shown].tolist(),
        **({} if people.members is None else {crowd_name(people): people.crowd[shown].tolist()}),
        **looks,
    }


def sizes(chosen: Cut, with_looks: bool) -> Callable[[], dict[str, list[Any]]]:
    """Every crowd's size as columns of a file; made on a click, outside the page's run."""
    people, looks = headcounts(chosen, chosen.whom), table(chosen) if with_looks else None
    return lambda: per_class(people, [], looks)


CACHES = (crowds, attackers, grouped, regimes)
