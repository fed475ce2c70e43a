"""Other anonymizers than one level per column: run as work, judged and described like every setting."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
    Limits,
    ParameterError,
    Progress,
    Roles,
    Setting,
    TreeSpec,
    anonymizers,
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
SECONDS = 20.0
"""Time a search that could go on may take."""


def method_of(chosen: Cut, method: str, parameters: tuple[tuple[str, float], ...]) -> Anonymizer:
    """A method with its settings."""
    ends = dict(parameters).get(ENDS)
    return METHODS[method] if ends is None else anonymizers.Coding(_bounds(chosen, ends / 100))


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
    return described(chosen, made, _found.table, promise.k, promise.ground, setting.method, None, _found.table, lost)


CACHES = (trial_card,)
