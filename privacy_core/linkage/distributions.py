"""How similar matches are and how similar wrong pairs are; the two say whether a threshold can part them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.linkage.admission import as_rows
from privacy_core.linkage.ranges import ranges
from privacy_core.linkage.scoring import products, true_in_order
from privacy_core.linkage.truth import Truth
from privacy_core.tables import FloatArray, IntArray, frozen

WRONG_PAIRS = 100
"""Wrong pairs drawn for each record; what that paper takes, about."""
MOST_RECORDS = 20_000


@dataclass(frozen=True, eq=False)
class Distributions:
    """Histograms of similarities at one level.

    Parameters
    ----------
    edges : (n_bins + 1,) from −1 to 1
    match : (n_bins,) true pairs that share a block; None where none is known
    non_match : (n_bins,) wrong pairs drawn from the records' blocks
    split : true pairs that do not share a block and are in no bin
    records : records that wrong pairs were drawn for
    pairwise_tau : similarity that a share alpha of the wrong *pairs* exceeds; None without a wrong pair. A record
        has many candidates, so far more than alpha of the records link by luck at it: only for comparison
    """

    edges: FloatArray
    match: IntArray | None
    non_match: IntArray
    split: int
    records: int
    pairwise_tau: float | None

    def __post_init__(self) -> None:
        for array in (self.edges, self.non_match, *(() if self.match is None else (self.match,))):
            frozen(array)


def distributions(
    source: ArrayLike,
    target: ArrayLike,
    block_source: ArrayLike,
    block_target: ArrayLike,
    truth: Truth | None,
    random: np.random.Generator,
    *,
    alpha: float = 0.05,
    bins: int = 100,
    wrong_pairs: int = WRONG_PAIRS,
) -> Distributions:
    """Draw wrong pairs within blocks and set their similarities beside those of the true pairs.

    Parameters
    ----------
    source, target : rows of length 1
    block_source, block_target : (n,) and (m,) blocks of one level
    truth : true pairs; without it a drawn pair may be a true one
    random : source of randomness; the order of the rows plays no part
    alpha : share of wrong pairs above `pairwise_tau`
    bins : of the histograms
    wrong_pairs : drawn for each record, with replacement; of more than 20,000 records some are drawn first

    Notes
    -----
    Source: about 100 non-matching pairs a record, Khvatov and Neyman, arXiv 2602.11015; how they are drawn is ours.

    Examples
    --------
    >>> from privacy_core.linkage.truth import truth_by_position
    >>> rows, block = np.eye(3), np.zeros(3, int)
    >>> drawn = distributions(rows, rows, block, block, truth_by_position(3), np.random.default_rng(1), bins=2)
    >>> drawn.match.tolist(), drawn.non_match.tolist()
    ([0, 3], [0, 300])
    """
    one, two = as_rows(source), as_rows(target)
    mine, theirs = np.asarray(block_source), np.asarray(block_target)
    rows, at = _wrong(one, two, (mine, theirs), truth, random, wrong_pairs)
    edges = np.linspace(-1, 1, bins + 1)
    wrong = np.clip(products(one, two, rows, at), -1, 1)
    tau = float(np.quantile(wrong, 1 - alpha, method="higher")) if len(wrong) else None
    records = len(np.unique(rows))
    match, split = None, 0
    if truth is not None and len(truth.targets):
        inside = truth.within(mine[None], theirs[None])[0]
        split = int(np.count_nonzero(~inside))
        alike = products(one, two, truth.rows[inside], truth.targets[inside])
        match = np.histogram(np.clip(alike, -1, 1), edges)[0]
    return Distributions(edges, match, np.histogram(wrong, edges)[0], split, records, tau)


def _wrong(
    one: FloatArray,
    two: FloatArray,
    blocks: tuple[NDArray[np.int32], NDArray[np.int32]],
    truth: Truth | None,
    random: np.random.Generator,
    each: int,
) -> tuple[IntArray, IntArray]:
    """Draw candidates of each record that are not its match, in an order of the rows that their values decide."""
    first = tuple(np.lexsort((*side.T, block)) for side, block in zip((one, two), blocks, strict=True))
    order = ranges(blocks[0][None, first[0]], blocks[1][None, first[1]])
    mine, theirs = first[0][order.source], first[1][order.target]
    begin, true = true_in_order(truth, mine, theirs)
    low, high = order.low[0], order.high[0]
    inside = (true >= np.repeat(low, np.diff(begin))) & (true < np.repeat(high, np.diff(begin)))
    owner = np.repeat(np.arange(len(mine)), np.diff(begin))
    free = high - low - np.bincount(owner[inside], minlength=len(mine))
    rows = np.flatnonzero(free > 0)
    if len(rows) > MOST_RECORDS:
        rows = np.sort(random.choice(rows, MOST_RECORDS, replace=False))
    drawn = low[rows, None] + (random.random((len(rows), each)) * free[rows, None]).astype(np.int64)
    _step_over(drawn, rows, owner[inside], true[inside])
    return np.repeat(mine[rows], each), theirs[drawn.ravel()]


def _step_over(drawn: IntArray, rows: IntArray, owner: IntArray, true: IntArray) -> None:
    """Move each drawn place past the record's true targets at or before it."""
    order = np.lexsort((true, owner))
    owner, true = owner[order], true[order]
    begin = np.searchsorted(owner, rows)
    size = np.searchsorted(owner, rows, "right") - begin
    for nth in range(int(size.max(initial=0))):
        has = np.flatnonzero(size > nth)
        drawn[has] += drawn[has] >= true[begin[has] + nth, None]
