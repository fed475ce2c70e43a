"""Everything generalization costs, of one release, in one result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from privacy_core.hierarchies import Hierarchy
from privacy_core.progress import Progress, unwatched
from privacy_core.roles import Roles
from privacy_core.tables import Table
from privacy_core.utility.classification import Classification, classification
from privacy_core.utility.coarsening import coarsenings
from privacy_core.utility.columns import ColumnChange, column_changes
from privacy_core.utility.correlation import PairChange, correlation_changes
from privacy_core.utility.detail import (
    cells_withheld,
    entropy_kept,
    entropy_loss,
    entropy_loss_monotone,
    granularity,
    precision,
)
from privacy_core.utility.distinction import (
    aecs,
    average_class_size,
    class_size_kept,
    discernibility,
    discernibility_kept,
    discernibility_monotone,
    kl_divergence,
)
from privacy_core.utility.loss import Aggregate, Loss, loss
from privacy_core.utility.queries import Answer, Query, answer


@dataclass(frozen=True, eq=False)
class Utility:
    """What a release keeps and what it costs; see the function of each field's name.

    Parameters
    ----------
    loss : Loss of every quasi-identifier
    granularity, precision, entropy_kept, discernibility_kept, class_size_kept : 1 as it was, 0 nothing left
    cells_withheld : share of cells that say nothing
    discernibility, discernibility_monotone : pairs of rows
    aecs, average_class_size : rows per class, with and without a class of suppressed rows
    entropy_loss, entropy_loss_monotone, kl_divergence : bits; the last per row
    columns : each quasi-identifier before and after
    pairs : how strongly columns go together, before and after
    classifications : how well a column is predicted, before and after
    answers : figures the user named, before and after
    """

    loss: Loss
    granularity: float
    precision: float | None
    cells_withheld: float
    entropy_loss: float
    entropy_loss_monotone: float | None
    entropy_kept: float
    discernibility: float
    discernibility_monotone: float | None
    discernibility_kept: float
    aecs: float
    average_class_size: float | None
    class_size_kept: float | None
    kl_divergence: float
    columns: tuple[ColumnChange, ...]
    pairs: tuple[PairChange, ...]
    classifications: tuple[Classification, ...]
    answers: tuple[Answer, ...]

    @property
    def correlation_change(self) -> float | None:
        """Largest change of any pair's association, without its sign; None where no pair has one."""
        return max((abs(pair.change) for pair in self.pairs if pair.change is not None), default=None)


def measured_utility(
    original: Table,
    release: Table,
    roles: Roles,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    levels: Mapping[str, int] | None = None,
    gs: float = 0.5,
    importance: Mapping[str, float] | None = None,
    targets: Sequence[str] = (),
    queries: Sequence[Query] = (),
    random: np.random.Generator | None = None,
    progress: Progress = unwatched,
) -> Utility:
    """Measure what a release costs, compared with the original.

    Parameters
    ----------
    original, release : rows in the same order, suppressed rows flagged
    roles : whose quasi-identifiers were generalized
    hierarchies, levels : as the anonymizer used them; without a hierarchy a column's domain are its values
    gs, importance : see `loss`
    targets : columns a classifier is to predict; needs `random`
    queries : figures the user names
    random : draws the folds of the classifier
    progress : told how far the work is
    """
    columns = coarsenings(original, release, roles.quasi_identifiers, hierarchies, levels)
    draws = random or np.random.default_rng(0)
    return Utility(
        loss(columns, gs, importance),
        granularity(columns),
        precision(columns, gs),
        cells_withheld(columns),
        entropy_loss(columns, gs),
        entropy_loss_monotone(columns),
        entropy_kept(columns),
        discernibility(columns),
        discernibility_monotone(columns),
        discernibility_kept(columns),
        aecs(columns),
        average_class_size(columns),
        class_size_kept(columns),
        kl_divergence(columns),
        column_changes(original, release, columns),
        correlation_changes(original, release, columns, roles.sensitive),
        tuple(classification(original, release, columns, target, draws, progress) for target in targets),
        tuple(answer(query, original, columns) for query in queries),
    )


def utility_document(found: Utility) -> dict[str, Any]:
    """The numbers as a dict for JSON; a value that is not defined is None, no value of the data is named."""
    plain = (
        "granularity precision cells_withheld entropy_loss entropy_loss_monotone entropy_kept discernibility "
        "discernibility_monotone discernibility_kept aecs average_class_size class_size_kept kl_divergence "
        "correlation_change"
    )
    return {
        "loss": {aggregate.value: found.loss.aggregated(aggregate) for aggregate in Aggregate},
        **{name: getattr(found, name) for name in plain.split()},
        "columns": {
            one.column: {
                "loss": one.loss,
                "withheld": one.withheld,
                "values_before": one.values_before,
                "values_after": one.values_after,
                "entropy_before": one.entropy_before,
                "entropy_after": one.entropy_after,
            }
            for one in found.columns
        },
        "classifiers": [
            {"target": c.target, "guess": c.guess, "before": c.before, "after": c.after, "reason": c.reason}
            for c in found.classifications
        ],
        "figures": [{"name": a.query.name, "before": a.before, "after": a.after} for a in found.answers],
    }
