"""Where there are too many ways to measure each: the best found within a time budget, and how good any could be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from dashboard.compute.blurring import Asked, models
from dashboard.compute.cutting import Cut, table
from dashboard.compute.hierarchies import trees
from dashboard.compute.measuring import n_levels
from dashboard.compute.releases import lost_at
from dashboard.compute.trying import SECONDS
from privacy_core import Anonymization, Blur, Limits, Progress, Roles, anonymizers

MOST_WAYS = anonymizers.MOST_NODES
"""Ways up to which each is measured."""


@dataclass(frozen=True, eq=False)
class Searched:
    """The best way a search found.

    Parameters
    ----------
    cut, asked : which table, and what was promised
    answer : the release, or the reason why there is none
    rows : rows that are judged
    ways : number of ways there are
    already : rows that were suppressed before
    """

    cut: Cut
    asked: Asked
    answer: Anonymization
    rows: int
    ways: int
    already: int

    @property
    def left_out(self) -> int:
        """Rows the release leaves out."""
        return int(self.answer.suppressed.sum()) - self.already


def n_ways(chosen: Cut, blur: Blur) -> int:
    """Number of ways there are: one level for each column."""
    return prod(n_levels(trees(chosen, blur.trees), dict(blur.max_level)))


def searching(chosen: Cut, blur: Blur, promise: Asked) -> Callable[[Progress], Searched]:
    """Work that looks for the best way within a time budget; everything of the session is read here."""
    held, made, ways = table(chosen), trees(chosen, blur.trees), n_ways(chosen, blur)
    asked = models(chosen, promise)
    highest = {name: level for name, level in blur.max_level if name in made and level < made[name].n_levels}
    weights = {name: weight for name, weight in blur.importance if name in made}
    search = anonymizers.FullDomain(
        anonymizers.Quality(promise.quality), promise.gs, max_level=highest, importance=weights
    )
    limits, roles = Limits(promise.suppression, SECONDS), Roles(chosen.known, chosen.secrets)
    already = int(held.suppressed.sum())

    def work(told: Progress) -> Searched:
        answer = search.anonymize(held, roles, made, asked, limits, told, chosen.policies)
        return Searched(chosen, promise, answer, held.n_rows - already, ways, already)

    return work


def found_detail(found: Searched, blur: Blur) -> float:
    """Share of the detail the way that was found gives up."""
    return lost_at(found.cut, blur.trees, found.answer.levels or {})
