"""How much of the records and of their candidates is looked at, and what is missed where it is not all."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from privacy_core.evidence import Counts
from privacy_core.linkage.approximate import capped_maxima, in_value_order, listed_maxima
from privacy_core.linkage.controls import Chain, Matched, Purpose, matched
from privacy_core.linkage.settings import LinkageSettings
from privacy_core.linkage.sides import HOLDOUT, SOURCE, TARGET
from privacy_core.linkage.similarity import Maxima, OnLevel, Partial
from privacy_core.progress import Progress, Stopped, part_of, unwatched
from privacy_core.tables import IntArray, frozen

PROBES = 1_000
"""Records whose exact best candidates a bound is measured against, and controls that are then looked at."""
CLOSE = 2e-6
"""A best candidate is found when its similarity is this close to the exact one."""


@dataclass(frozen=True, eq=False)
class Searched:
    """Best candidates of the records that were asked, and of controls.

    Parameters
    ----------
    pair : of records and controls
    chain : blocks, coordinates and true pairs of the records that were asked; the vectors are those of all
    rows : (n,) source rows that were asked, ascending; all of them unless sampled
    recall : per level, probes whose exact best candidate was found; None where every candidate was looked at
    """

    pair: Matched
    chain: Chain
    rows: IntArray
    recall: tuple[Counts, ...] | None

    @property
    def maxima(self) -> Maxima:
        """Best candidates of the records that were asked."""
        return self.pair.maxima


def searched(
    chain: Chain, settings: LinkageSettings, progress: Progress = unwatched, on_level: OnLevel | None = None
) -> Searched:
    """Look for the best candidates as the settings have it.

    Parameters
    ----------
    chain : of all records
    settings : `most_candidates`, `approximate` and `sample` spare work
    progress, on_level : as in `nested_maxima`

    Raises
    ------
    Partial
        Stopped; it holds the levels that were done.

    Notes
    -----
    Where not every candidate is looked at, at most 1,000 controls are, with all their candidates: a control rate
    must not be a lower bound, or luck would look rarer and the excess larger than it is. Ours.
    """
    sampling, probing, finding = chain.chance(Purpose.SEARCHING).spawn(3)
    n = len(chain.unit(SOURCE))
    rows = np.arange(n) if settings.sample is None else _drawn(chain, SOURCE, settings.sample, sampling)
    asked = chain if len(rows) == n else _only(chain, SOURCE, rows)
    if settings.looks_at_all:
        return Searched(matched(asked, progress=progress, on_level=on_level), asked, frozen(rows), None)
    found = _bound(asked, settings, finding, part_of(progress, 0, 0.8), on_level)
    pair, recall = _measured(asked, found, probing, part_of(progress, 0.8, 1))
    return Searched(pair, asked, frozen(rows), recall)


def _bound(
    chain: Chain, settings: LinkageSettings, random: np.random.Generator, progress: Progress, on_level: OnLevel | None
) -> Maxima:
    """Look at some candidates."""
    blocks = chain.blocks
    rows = chain.unit(SOURCE), chain.unit(TARGET), blocks.of[SOURCE], blocks.of[TARGET]
    if settings.most_candidates is None:
        return listed_maxima(
            *rows, random, progress=progress, workers=chain.workers, on_level=on_level, nested=blocks.nested
        )
    return capped_maxima(
        *rows, settings.most_candidates, random,
        progress=progress, workers=chain.workers, on_level=on_level, nested=blocks.nested,
    )  # fmt: skip


def _measured(
    chain: Chain, found: Maxima, random: np.random.Generator, progress: Progress
) -> tuple[Matched, tuple[Counts, ...]]:
    """Look at all candidates of some records and controls.

    Raises
    ------
    Partial
        Stopped; all levels were done, their recall was not.
    """
    rows = _drawn(chain, SOURCE, PROBES, random)
    probes = _only(chain, SOURCE, rows)
    if len(chain.blocks.of) > HOLDOUT:
        probes = _only(probes, HOLDOUT, _drawn(chain, HOLDOUT, PROBES, random))
    try:
        exact = matched(probes, progress=progress)
    except Stopped:
        raise Partial(found) from None
    hits = (found.best[rows] >= exact.maxima.best - CLOSE) | (exact.maxima.candidates == 0)
    recall = tuple(Counts(int(hit), len(rows)) for hit in hits.sum(axis=0))
    return Matched(found, exact.controls), recall


def _drawn(chain: Chain, side: int, size: int, random: np.random.Generator) -> IntArray:
    """Some rows of a side, drawn by their values and not by their places."""
    rows = chain.unit(side)
    some = np.sort(random.choice(len(rows), min(size, len(rows)), replace=False))
    return np.sort(in_value_order(rows, chain.blocks.of[side])[some])


def _only(chain: Chain, side: int, rows: IntArray) -> Chain:
    """Keep some rows of a side in everything that similarities are found from; vectors stay those of all."""
    of = tuple(
        np.ascontiguousarray(codes[:, rows]) if at == side else codes for at, codes in enumerate(chain.blocks.of)
    )
    latent = tuple(held[rows] if at == side else held for at, held in enumerate(chain.projected.latent))
    undirected = tuple(held[rows] if at == side else held for at, held in enumerate(chain.projected.undirected))
    truth = chain.truth.only(rows) if chain.truth is not None and side == SOURCE else chain.truth
    projected = replace(chain.projected, latent=latent, undirected=undirected)
    return replace(chain, blocks=replace(chain.blocks, of=of), projected=projected, truth=truth)
