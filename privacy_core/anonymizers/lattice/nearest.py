"""Why there is no answer, and what comes closest."""

from __future__ import annotations

import numpy as np

from privacy_core.anonymizers.base import Limits
from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.describing import described
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.lattice import MOST_NODES
from privacy_core.anonymizers.lattice.reasons import reasons
from privacy_core.anonymizers.lattice.rules import Promise
from privacy_core.anonymizers.lattice.seeking import Found
from privacy_core.anonymizers.lattice.twin import judged
from privacy_core.models import KAnonymity, PrivacyModel
from privacy_core.progress import Progress


def nearest(aggregated: Aggregated, kept: Promise, grid: Grid, limits: Limits, found: Found, progress: Progress) -> str:
    """Say why no node holds: the largest k that can be reached, or the promise that breaks and where."""
    within = f"within {100 * limits.suppression:g} % suppression"
    if not found.proved:
        return (
            f"No node was found that keeps every promise {within}; {found.visited:,} of {grid.size:,} were looked at."
        )
    node, suppressed = _fewest(aggregated, kept, grid, progress)
    levels, limit = grid.levels(node), limits.rows(aggregated.n_rows)
    where = ", ".join(f"{step.name} {level}" for step, level in zip(aggregated.ladders, levels, strict=True))
    k = _reachable(aggregated, kept, levels, limit)
    if k:
        others = " with the other promises kept" if len(kept.models) > 1 else ""
        return f"The largest reachable k {within} is {k:,}{others} (levels {where})."
    worst = max(reasons(aggregated, kept, levels, 1, limits), key=lambda reason: reason.rows)
    return (
        f"No node keeps {_named(worst.model)} {within}: the closest (levels {where}) would suppress {suppressed:,} of "
        f"{aggregated.n_rows:,} rows where {limit:,} are allowed; its worst class reaches {worst.value:.4g}, "
        f"{worst.model.threshold:g} is asked."
    )


def _named(model: PrivacyModel) -> str:
    column = "" if model.sensitive is None else f" of {model.sensitive!r}"
    return f"{model.name}{column}"


def _fewest(aggregated: Aggregated, kept: Promise, grid: Grid, progress: Progress) -> tuple[int, int]:
    """The node that suppresses the fewest rows; the coarsest where generalizing never suppresses more."""
    if kept.inherited or grid.size > MOST_NODES:
        found = judged(aggregated, kept, grid.levels(grid.size - 1))
        return grid.size - 1, int(found.rows[found.fails | (found.rows < kept.k)].sum())
    suppressed = described(aggregated, kept, grid, kept.k, kept.k, progress).suppressed(kept.k)
    node = int(suppressed.argmin())
    return node, int(suppressed[node])


def _reachable(aggregated: Aggregated, kept: Promise, levels: tuple[int, ...], limit: int) -> int:
    """Largest k at a node within the limit; 0 when the other promises alone need more, or k is not asked."""
    found = judged(aggregated, kept, levels)
    if not any(isinstance(model, KAnonymity) for model in kept.models):
        return 0
    rest = limit - int(found.rows[found.fails].sum())
    if rest < 0:
        return 0
    sizes = np.sort(found.rows[~found.fails & (found.rows > 0)])
    below = np.concatenate([[0], np.cumsum(sizes)])
    last = int(np.searchsorted(below, rest, side="right")) - 1
    return int(sizes[min(last, len(sizes) - 1)]) if len(sizes) else 0
