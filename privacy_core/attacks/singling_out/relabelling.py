"""How often strangers in the place of the people give as many hits: the two groups are mixed and drawn again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from privacy_core.attacks.nearness import PEOPLE, STRANGERS
from privacy_core.attacks.singling_out.conditions import Query, ranked, spans, within_all
from privacy_core.attacks.trying import in_order
from privacy_core.linkage import Feature
from privacy_core.tables import IntArray

DRAWS = 999
"""Groups that are drawn, fewer where predicates hold for very many rows."""
FEWEST_DRAWS = 199
MOST_CELLS = 200_000_000
"""Rows of all predicates that are looked at, over all draws."""
HOPELESS = 50
"""Rows of a drawn group that a predicate holds for on average, beyond which it never holds for exactly one."""


def as_many_by_luck(features: Sequence[Feature], queries: Sequence[Query], random: np.random.Generator) -> float | None:
    """Chance that as many predicates isolate one of a group drawn from people and strangers together.

    If the release had been made without the people, they and the strangers could be exchanged. Predicates of one
    release overlap, so their hits are no independent tries and intervals of them are too narrow; this is not.

    Parameters
    ----------
    features : columns with people, release and strangers as their sides
    queries : the predicates
    random : which groups are drawn

    Returns
    -------
    chance : in (0, 1], the share of groups as large as the people, the people counted among them, in which at least
        as many predicates hold for exactly one; None without predicates

    Notes
    -----
    Source: ours; a permutation test, exact for any dependence among predicates. Rows are put in the order of their
    values first, so that their order in the file plays no part.
    """
    if not queries:
        return None
    sizes = [len(features[0].values[side]) for side in (PEOPLE, STRANGERS)]
    several = [_rows(features, side, queries) for side in (PEOPLE, STRANGERS)]
    reached = sum(len(rows) == 1 for rows in several[0])
    hopeless = HOPELESS * sum(sizes) / sizes[0]
    kept = [at for at in range(len(queries)) if len(several[0][at]) + len(several[1][at]) <= hopeless]
    parts = [
        _numbered(features, side, [several[place][at] for at in kept]) for place, side in enumerate((PEOPLE, STRANGERS))
    ]
    (first, n_first), (second, n_second) = parts
    row = np.concatenate([first[1], second[1] + n_first])
    owner = np.concatenate([first[0], second[0]])
    return _share(owner, row, len(kept), n_first + n_second, sizes, reached, random)


def _share(
    owner: IntArray,
    row: IntArray,
    several: int,
    relevant: int,
    sizes: Sequence[int],
    reached: int,
    random: np.random.Generator,
) -> float:
    """Share of drawn groups with as many hits, the people's own among them."""
    draws = min(DRAWS, max(FEWEST_DRAWS, MOST_CELLS // max(len(row) + relevant, 1)))
    as_many = 1
    for inside in random.hypergeometric(relevant, sum(sizes) - relevant, sizes[0], draws).tolist():
        drawn = np.zeros(relevant, bool)
        drawn[random.permutation(relevant)[:inside]] = True
        hits = np.bincount(owner[drawn[row]], minlength=several) == 1
        as_many += int(np.count_nonzero(hits)) >= reached
    return as_many / (draws + 1)


def _rows(features: Sequence[Feature], side: int, queries: Sequence[Query]) -> list[IntArray]:
    columns = ranked(features, side)
    return [within_all(columns, spans(columns, query)) for query in queries]


def _numbered(
    features: Sequence[Feature], side: int, several: Sequence[IntArray]
) -> tuple[tuple[IntArray, IntArray], int]:
    """Predicate and row of every pair, rows numbered by their values; and how many rows there are."""
    row = np.concatenate([np.zeros(0, np.int64), *several])
    used = in_order(features, side, np.unique(row))
    place = np.zeros(len(features[0].values[side]), np.int64)
    place[used] = np.arange(len(used))
    owner = np.repeat(np.arange(len(several)), [len(rows) for rows in several])
    return (owner, place[row]), len(used)
