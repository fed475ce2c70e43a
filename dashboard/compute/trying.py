"""Other anonymizers than one level per column: run as work, judged and described like every setting."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard.compute.blurring import models, promise_of
from dashboard.compute.cutting import SESSION, Cut, table
from dashboard.compute.hierarchies import trees
from dashboard.compute.releases import Card, described
from privacy_core import (
    Anonymization,
    Anonymizer,
    Column,
    Hierarchy,
    Limits,
    Missing,
    ParameterError,
    Progress,
    Roles,
    Setting,
    TreeSpec,
    anonymizers,
    crowd,
    equivalence_classes,
    utility,
)

METHODS: Mapping[str, Anonymizer] = {
    one.name: one
    for one in (
        anonymizers.LocalRecoding(),
        anonymizers.Mondrian(),
        anonymizers.Merging(),
        anonymizers.Microaggregation(),
        anonymizers.LocalSuppression(),
        anonymizers.Coding(),
    )
}
CODING, ENDS = anonymizers.Coding.name, "ends"
"""Top and bottom coding, and its parameter: rows cut off at each end, of 100."""
WITHHOLDING, ANYTHING, AT_ONCE, WEIGHT = anonymizers.LocalSuppression.name, "anything", "at once", "weight of "
"""Single cells withheld, and its parameters: 1 where a withheld cell matches anything; number of columns that may be
known at once; importance of a column."""
Parameters = tuple[tuple[str, float], ...]
SECONDS = 20.0
"""Time a search that could go on may take."""


def method_of(chosen: Cut, method: str, parameters: Parameters) -> Anonymizer:
    """A method with its settings."""
    given = dict(parameters)
    if method == WITHHOLDING:
        return _withholding(given, chosen.known)
    return METHODS[method] if ENDS not in given else anonymizers.Coding(_bounds(chosen, given[ENDS] / 100))


def _withholding(given: Mapping[str, float], known: Collection[str]) -> anonymizers.LocalSuppression:
    """Local suppression with its settings; a column that is no longer known to others has no weight."""
    weights = {name: given[f"{WEIGHT}{name}"] for name in known if f"{WEIGHT}{name}" in given}
    sizes = (int(given[AT_ONCE]),) if AT_ONCE in given else ()
    return anonymizers.LocalSuppression(Missing.WILDCARD if ANYTHING in given else Missing.OWN, weights, sizes)


def parameters_of_withholding(anything: bool, at_once: int | None, weights: Mapping[str, float]) -> Parameters:
    """Settings of local suppression as they are pinned; a weight of 1 is none.

    Parameters
    ----------
    anything : whether a withheld cell matches anything
    at_once : number of columns that may be known at once, None for all of them
    weights : importance by column
    """
    given = [(ANYTHING, 1.0)] if anything else []
    given += [(AT_ONCE, float(at_once))] if anything and at_once is not None else []
    return (*given, *((f"{WEIGHT}{name}", weight) for name, weight in weights.items() if weight != 1))


def _bounds(chosen: Cut, share: float) -> dict[str, anonymizers.Bounds]:
    """The same share of rows at both ends of every known column that has ends so far apart."""
    held, bounds = table(chosen), anonymizers.Bounds(share, 1 - share, quantiles=True)
    return {name: bounds for name in chosen.known if _has_ends(held[name], bounds, np.flatnonzero(~held.suppressed))}


def _has_ends(column: Column, bounds: anonymizers.Bounds, rows: NDArray[np.int64]) -> bool:
    try:
        anonymizers.coded(column, bounds, rows)
    except ParameterError:
        return False
    return True


def trial(chosen: Cut, specs: tuple[TreeSpec, ...], setting: Setting) -> Callable[[Progress], Anonymization]:
    """Work that blurs by another method; everything of the session is read here, not in the worker."""
    held, made = table(chosen), trees(chosen, specs)
    asked = models(chosen, promise_of(setting))
    roles, limits = Roles(chosen.known, chosen.secrets), Limits(setting.suppression, SECONDS)
    method = method_of(chosen, setting.method, setting.parameters)
    return lambda told: method.anonymize(held, roles, made, asked, limits, told, chosen.policies)


@st.cache_resource(max_entries=12, **SESSION)
def trial_card(chosen: Cut, specs: tuple[TreeSpec, ...], setting: Setting, _found: Anonymization) -> Card | None:
    """What the answer costs and what its worst crowd tells; None where there is no answer."""
    if _found.table is None:
        return None
    promise = promise_of(setting)
    made, kept = trees(chosen, specs), np.flatnonzero(~_found.table.suppressed)
    cells = utility.coarsenings(table(chosen).only(kept), _found.table.only(kept), chosen.known)
    lost = float(utility.loss(cells).aggregated(utility.Aggregate.ARITHMETIC))
    if ANYTHING in dict(setting.parameters):
        return _matching_anything(chosen, made, setting, _found, lost)
    return described(chosen, made, _found.table, promise.k, promise.ground, setting.method, None, _found.table, lost)


def _matching_anything(
    chosen: Cut, made: Mapping[str, Hierarchy], setting: Setting, found: Anonymization, lost: float
) -> Card:
    """The same where a withheld cell matches anything: crowds are whom a row could be, and nothing else is defined.

    Where k was promised on a few columns at once, the crowds on all of them are no picture of the promise.
    """
    held, published, k = table(chosen), found.table, promise_of(setting).k
    policies, at_once = replace(chosen.policies, missing=Missing.WILDCARD), dict(setting.parameters).get(AT_ONCE)
    cost = utility.loss(utility.coarsenings(held, published, chosen.known, made))
    return Card(
        setting.method,
        k,
        lost,
        float(cost.aggregated(utility.Aggregate.GEOMETRIC)),
        int(published.suppressed.sum() - held.suppressed.sum()),
        int((~held.suppressed).sum()),
        None if at_once is not None else crowd(equivalence_classes(published, chosen.known, policies), k),
        int(found.measurements[0].value or 0),
        None,
        None,
        None,
        None if at_once is None else int(at_once),
    )


CACHES = (trial_card,)
