"""Why a way breaks the promise, and why each row is left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dashboard import words
from dashboard.compute.blurring import Asked
from dashboard.compute.cutting import Cut
from dashboard.compute.releases import Released, carried_out
from privacy_core import Better, TreeSpec


@dataclass(frozen=True)
class Failure:
    """Why a way breaks the promise.

    Parameters
    ----------
    levels : column and level
    left_out, limit : rows it would leave out, and rows that may be
    model, threshold, better_high : the promise that most rows break
    rows, crowds : rows and crowds that break it
    worst : its worst value
    size : rows of that crowd
    """

    levels: tuple[tuple[str, int], ...]
    left_out: int
    limit: int
    model: str
    sensitive: str | None
    threshold: float
    better_high: bool
    rows: int
    crowds: int
    worst: float
    size: int


def failure(
    chosen: Cut, specs: tuple[TreeSpec, ...], levels: tuple[int, ...], promise: Asked, left_out: int, limit: int
) -> Failure:
    """Say which promise breaks on a way, in how many crowds, and by how much in the worst."""
    done = carried_out(chosen, specs, levels, promise.promise)
    worst = max(done.asked, key=lambda m: m.records_failing)
    return Failure(
        tuple(zip(chosen.known, levels, strict=True)),
        left_out,
        limit,
        worst.model.name,
        worst.model.sensitive,
        float(worst.model.threshold or 0),
        worst.model.better is Better.HIGHER,
        worst.records_failing,
        worst.classes_failing,
        float(worst.value or 0),
        int(worst.size[worst.worst]),
    )


def reasons(done: Released, with_looks: bool, most: int = 1000) -> tuple[dict[str, list[Any]], int]:
    """Left-out rows, each with every model it breaks and by how much; and how many there are."""
    rows = np.flatnonzero(done.left_out)
    shown = rows[:most]
    place = np.full(done.blurred.n_rows, -1)
    place[done.classes.kept] = done.classes.of_row
    which = place[shown]
    why = [words.broken([m for m in done.asked if m.fails[i]], int(i)) for i in which.tolist()]
    looks = {name: done.blurred[name].texts(shown) for name in done.classes.quasi_identifiers} if with_looks else {}
    named = {words.column_name(name): texts for name, texts in looks.items()}
    return {"row": (shown + 1).tolist(), "why it is left out": why, **named}, len(rows)
