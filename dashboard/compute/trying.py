"""Other anonymizers than one level per column: run as work, judged and described like every setting."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import streamlit as st

from dashboard.compute.blurring import models, promise_of
from dashboard.compute.cutting import SESSION, Cut, table
from dashboard.compute.hierarchies import trees
from dashboard.compute.releases import Card, described
from privacy_core import Anonymization, Anonymizer, Limits, Progress, Roles, Setting, TreeSpec, anonymizers, utility

METHODS: Mapping[str, Anonymizer] = {
    one.name: one
    for one in (
        anonymizers.LocalRecoding(),
        anonymizers.Mondrian(),
        anonymizers.Merging(),
        anonymizers.Microaggregation(),
        anonymizers.LocalSuppression(),
    )
}
SECONDS = 20.0
"""Time a search that could go on may take."""


def trial(chosen: Cut, specs: tuple[TreeSpec, ...], setting: Setting) -> Callable[[Progress], Anonymization]:
    """Work that blurs by another method; everything of the session is read here, not in the worker."""
    held, made = table(chosen), trees(chosen, specs)
    asked = models(chosen, promise_of(setting))
    roles, limits = Roles(chosen.known, chosen.secrets), Limits(setting.suppression, SECONDS)
    method = METHODS[setting.method]
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
