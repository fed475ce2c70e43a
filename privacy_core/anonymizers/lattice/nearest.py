"""Why there is no answer, and what comes closest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from privacy_core.anonymizers.base import Limits
from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.choosing import Found
from privacy_core.anonymizers.lattice.describing import described, widest_span
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.lattice import MOST_NODES, SPAN
from privacy_core.anonymizers.lattice.reasons import reasons
from privacy_core.anonymizers.lattice.rules import Promise
from privacy_core.anonymizers.lattice.running import Budget
from privacy_core.anonymizers.lattice.twin import judged
from privacy_core.models import KAnonymity, NTCloseness, PrivacyModel
from privacy_core.progress import Progress


def nearest(
    aggregated: Aggregated,
    kept: Promise,
    grid: Grid,
    limits: Limits,
    found: Found,
    progress: Progress,
    budget: Budget,
) -> str:
    """Say why no node holds: the largest k that can be reached, or the promise that breaks and where.

    Where looking at every node for it is more than the budget allows, only that none holds is said.
    """
    within, unclear = f"within {100 * limits.suppression:g} % suppression", _unclear(aggregated, kept)
    if not found.proved:
        return (
            f"No node was found that keeps every promise {within}; {found.visited:,} of {grid.size:,} were looked at."
            f"{unclear}"
        )
    try:
        return _closest(aggregated, kept, grid, limits, within, progress, budget) + unclear
    except _Unknown:
        return f"None of the {grid.size:,} nodes keeps every promise {within}.{unclear}"


def _unclear(aggregated: Aggregated, kept: Promise) -> str:
    """What is said of labels that leave it open which larger group a class lies in."""
    several = {step.name: step.senses.several for step in aggregated.ladders}
    if not any(several.values()) or not any(isinstance(model, NTCloseness) for model in kept.models):
        return ""
    columns = ", ".join(repr(name) for name, count in several.items() if count)
    return (
        f" {sum(several.values()):,} labels in the hierarchies of {columns} stand for different values on different "
        "levels; nodes that could be read on either level are left out. Labels of their own would let them in."
    )


class _Unknown(Exception):
    """The budget ended before every node was looked at."""


def _closest(
    aggregated: Aggregated,
    kept: Promise,
    grid: Grid,
    limits: Limits,
    within: str,
    progress: Progress,
    budget: Budget,
) -> str:
    limit, by_level = limits.rows(aggregated.n_rows), any(isinstance(model, NTCloseness) for model in kept.models)
    if not by_level and (reached := _largest(aggregated, kept, grid, limit, progress, budget)) is not None:
        k, node = reached
        others = " with the other promises kept" if len(kept.models) > 1 else ""
        where = _named_levels(aggregated, grid.levels(node))
        return f"The largest reachable k {within} is {k:,}{others} (levels {where})."
    asked = kept if by_level else replace(kept, k=1)  # where no k helps, it is the other promises that break
    node, suppressed = _fewest(aggregated, asked, grid, asked.k, progress, budget)
    worst = max(reasons(aggregated, asked, grid.levels(node), asked.k, limits), key=lambda reason: reason.rows)
    breaking = [model for model in kept.models if by_level or not isinstance(model, KAnonymity)]
    named = _named(worst.model)
    return (
        f"No node keeps {named if len(breaking) == 1 else 'every promise'} {within}: the closest (levels "
        f"{_named_levels(aggregated, grid.levels(node))}) would suppress {suppressed:,} of {aggregated.n_rows:,} rows "
        f"where {limit:,} are allowed; its worst class reaches {worst.value:.4g}"
        f"{'' if len(breaking) == 1 else f' for {named}'}, {worst.model.threshold:g} is asked."
    )


def _named_levels(aggregated: Aggregated, levels: Sequence[int]) -> str:
    return ", ".join(f"{step.name} {level}" for step, level in zip(aggregated.ladders, levels, strict=True))


def _named(model: PrivacyModel) -> str:
    column = "" if model.sensitive is None else f" of {model.sensitive!r}"
    return f"{model.name}{column}"


def _fewest(
    aggregated: Aggregated, kept: Promise, grid: Grid, k: int, progress: Progress, budget: Budget
) -> tuple[int, int]:
    """The node that suppresses the fewest rows at one k; the coarsest where generalizing never suppresses more."""
    if kept.inherited:
        found = judged(aggregated, kept, grid.levels(grid.size - 1))
        return grid.size - 1, int(found.rows[found.fails | (found.rows < k)].sum())
    return _at_every_k(aggregated, kept, grid, range(k, k + 1), progress, budget)[0]


def _at_every_k(
    aggregated: Aggregated, kept: Promise, grid: Grid, several: range, progress: Progress, budget: Budget
) -> list[tuple[int, int]]:
    """The node that suppresses the fewest rows at each k, and how many."""
    if grid.size > MOST_NODES:
        raise _Unknown
    about = described(aggregated, kept, grid, several[0], several[-1], progress, budget)
    if not about.known.all():
        raise _Unknown
    found = []
    for k in several:
        suppressed = about.suppressed(k)
        found.append((int(suppressed.argmin()), int(suppressed.min())))
    return found


def _largest(
    aggregated: Aggregated, kept: Promise, grid: Grid, limit: int, progress: Progress, budget: Budget
) -> tuple[int, int] | None:
    """Largest k below the one asked that some node keeps, and that node; None where the others break at k = 1.

    A larger k never suppresses fewer rows, so that halving finds it; several values of k are looked at at once.
    """
    low, high = 1, kept.k - 1
    if kept.inherited and high:
        return _reachable(aggregated, kept, grid, limit)
    reached, span = None, widest_span(aggregated, kept, grid, SPAN)
    while low <= high:
        first = low if high - low <= span else (low + high) // 2
        several = range(first, min(first + span, high) + 1)
        found = _at_every_k(aggregated, kept, grid, several, progress, budget)
        within = [(k, node) for k, (node, suppressed) in zip(several, found, strict=True) if suppressed <= limit]
        if within:
            reached, low = within[-1], several[-1] + 1
        if len(within) < len(several):
            high = first - 1 if not within else 0
    return reached


def _reachable(aggregated: Aggregated, kept: Promise, grid: Grid, limit: int) -> tuple[int, int] | None:
    """The same where the coarsest node suppresses the fewest rows at every k: it alone is looked at."""
    found = judged(aggregated, kept, grid.levels(grid.size - 1))
    rest = limit - int(found.rows[found.fails].sum())
    sizes = np.sort(found.rows[~found.fails & (found.rows > 0)])
    if rest < 0 or not len(sizes):
        return None
    below = np.cumsum(sizes) - sizes
    return int(sizes[np.count_nonzero(below <= rest) - 1]), grid.size - 1
