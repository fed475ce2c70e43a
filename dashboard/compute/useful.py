"""What a release costs, measured in other ways: detail, distinction, how columns go together, what can be learnt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st

from dashboard.compute.blurring import Promise
from dashboard.compute.cutting import SESSION, Cut, table
from dashboard.compute.hierarchies import trees
from dashboard.compute.releases import carried_out
from dashboard.compute.telling import SEED
from privacy_core import Progress, Roles, Scale, Table, TreeSpec, utility


@dataclass(frozen=True, eq=False)
class Useful:
    """What a release keeps, beside what the table itself has."""

    before: utility.Utility
    after: utility.Utility


@st.cache_resource(max_entries=4, **SESSION)
def usefulness(
    chosen: Cut, specs: tuple[TreeSpec, ...], levels: tuple[int, ...], promise: Promise, gs: float
) -> Useful:
    """Everything one release costs, column by column and in pairs."""
    held, made, done = table(chosen), trees(chosen, specs), carried_out(chosen, specs, levels, promise)
    roles, raw = Roles(chosen.known, chosen.secrets), dict.fromkeys(chosen.known, 0)
    at = dict(zip(chosen.known, levels, strict=True))
    return Useful(
        utility.measured_utility(held, held, roles, made, raw, gs),
        utility.measured_utility(held, done.published, roles, made, at, gs),
    )


def predicting(
    chosen: Cut, specs: tuple[TreeSpec, ...], levels: tuple[int, ...], promise: Promise, target: str
) -> Callable[[Progress], utility.Classification]:
    """Work that predicts a column from the known ones, before and after; the folds are drawn with a fixed seed."""
    held, columns, done = (
        table(chosen),
        _coarse(chosen, specs, levels, promise),
        carried_out(chosen, specs, levels, promise),
    )
    published = done.published
    return lambda told: utility.classification(held, published, columns, target, np.random.default_rng(SEED), told)


def figures(
    chosen: Cut,
    specs: tuple[TreeSpec, ...],
    levels: tuple[int, ...],
    promise: Promise,
    wanted: tuple[utility.Query, ...],
) -> list[utility.Answer]:
    """Figures the user named, from the table and as a reader of the release would reckon them.

    Those whose column or value a repair has taken away are passed over.
    """
    held, columns = table(chosen), _coarse(chosen, specs, levels, promise)
    return [utility.answer(query, held, columns) for query in wanted if _there(held, query)]


def _there(held: Table, query: utility.Query) -> bool:
    return {*query.where, *filter(None, [query.mean_of])} <= {*held.names} and all(
        value in held[name].labels for name, value in query.where.items()
    )


def _coarse(
    chosen: Cut, specs: tuple[TreeSpec, ...], levels: tuple[int, ...], promise: Promise
) -> tuple[utility.Coarsening, ...]:
    made, at = trees(chosen, specs), dict(zip(chosen.known, levels, strict=True))
    published = carried_out(chosen, specs, levels, promise).published
    return tuple(utility.coarsenings(table(chosen), published, chosen.known, made, at))


def values_of(chosen: Cut) -> Mapping[str, tuple[str, ...]]:
    """The values of each known or secret column, for a figure that counts one; in this session only."""
    held = table(chosen)
    return {name: held[name].labels[: len(held[name].categories)] for name in (*chosen.known, *chosen.secrets)}


def numeric(chosen: Cut) -> list[str]:
    """Known and secret columns that have a mean."""
    held = table(chosen)
    return [name for name in (*chosen.known, *chosen.secrets) if held[name].scale is Scale.NUMERIC]


CACHES = (usefulness,)
