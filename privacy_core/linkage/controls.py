"""Best candidates of the records and of those who have nobody to link to, from the same vectors and blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from privacy_core.linkage.blocking import Blocks
from privacy_core.linkage.calibration import Null
from privacy_core.linkage.encoding import Encoded
from privacy_core.linkage.projection import Projected, directions, placed
from privacy_core.linkage.shuffling import shuffled
from privacy_core.linkage.sides import HOLDOUT, SOURCE, TARGET
from privacy_core.linkage.similarity import Maxima, OnLevel, maxima_and_non_matches, nested_maxima
from privacy_core.linkage.truth import Truth
from privacy_core.progress import Progress, part_of, unwatched
from privacy_core.tables import Codes, FloatArray, frozen


class Purpose(IntEnum):
    """What chance is for: no two purposes draw the same numbers."""

    SHUFFLING = 0
    SEARCHING = 1
    DISTRIBUTIONS = 2


@dataclass(frozen=True, eq=False)
class Chain:
    """The first stages of a linkage, from which similarities follow.

    Parameters
    ----------
    blocks, encoded, projected : of all sides
    truth : true pairs; None where nobody said
    seed : of everything that is drawn
    workers : threads
    """

    blocks: Blocks
    encoded: Encoded
    projected: Projected
    truth: Truth | None
    seed: int
    workers: int = 2

    @property
    def null(self) -> Null:
        """Whose luck is measured: the best there is."""
        if len(self.encoded.n) > HOLDOUT:
            return Null.HOLDOUT
        known = self.truth is not None and len(self.truth.targets) > 0
        return Null.NON_MATCH if known else Null.PERMUTATION

    def chance(self, purpose: Purpose, level: int = 0) -> np.random.Generator:
        """Randomness for one purpose at one level, the same for every call."""
        return np.random.default_rng([self.seed, level, purpose])

    def unit(self, side: int, without: Sequence[str] = (), encoded: Encoded | None = None) -> FloatArray:
        """Rows of length 1 of a side, zeros where they point nowhere; some features may be left at the origin."""
        if not without and encoded is None:
            return self.projected.directions(side).exact
        mean, basis = self.projected.mean, self.projected.basis
        return directions(placed(encoded or self.encoded, side, mean, basis, without), self.projected.rms).exact


@dataclass(frozen=True, eq=False)
class Matched:
    """Best candidates of the records, and of the controls, at the levels asked for."""

    maxima: Maxima
    controls: Maxima


def matched(
    chain: Chain,
    levels: Sequence[int] | None = None,
    without: Sequence[str] = (),
    progress: Progress = unwatched,
    on_level: OnLevel | None = None,
) -> Matched:
    """Find the best candidates of all records and of all controls.

    Parameters
    ----------
    chain : vectors, blocks, and who the controls are
    levels : places of the levels to look at, finest first; None looks at all
    without : features left at the origin, nothing fitted again
    progress, on_level : as in `nested_maxima`

    Raises
    ------
    Partial
        Stopped while the records' candidates were looked for.
    """
    chosen = list(range(len(chain.blocks.levels)) if levels is None else levels)
    of = [np.ascontiguousarray(codes[chosen]) for codes in chain.blocks.of]
    one, two = chain.unit(SOURCE, without), chain.unit(TARGET, without)
    nested, workers = chain.blocks.nested, chain.workers
    if chain.null is Null.NON_MATCH and chain.truth is not None:
        return Matched(
            *maxima_and_non_matches(
                one, two, of[SOURCE], of[TARGET], chain.truth,
                progress=progress, workers=workers, on_level=on_level, nested=nested,
            )
        )  # fmt: skip
    first, then = part_of(progress, 0, 0.5), part_of(progress, 0.5, 1)
    found = nested_maxima(
        one, two, of[SOURCE], of[TARGET], progress=first, workers=workers, on_level=on_level, nested=nested
    )
    if chain.null is Null.HOLDOUT:
        three = chain.unit(HOLDOUT, without)
        strangers = nested_maxima(three, two, of[HOLDOUT], of[TARGET], progress=then, workers=workers, nested=nested)
        return Matched(found, strangers)
    levels_of = list(zip(chosen, of[SOURCE], of[TARGET], strict=True))
    return Matched(found, _joined([_by_luck(chain, one, *level, without, then) for level in levels_of]))


def _by_luck(
    chain: Chain, one: FloatArray, level: int, mine: Codes, theirs: Codes, without: Sequence[str], progress: Progress
) -> Maxima:
    """Best candidates in a shuffled release, one level; another level or another projection meets the same shuffle."""
    mixed, blocks = shuffled(chain.encoded, theirs, chain.chance(Purpose.SHUFFLING, level))
    two = chain.unit(TARGET, without, mixed)
    return nested_maxima(one, two, mine[None], blocks[None], progress=progress, workers=chain.workers)


def _joined(levels: Sequence[Maxima]) -> Maxima:
    best, second = (frozen(np.hstack([getattr(one, name) for one in levels])) for name in ("best", "second"))
    at, candidates = (frozen(np.hstack([getattr(one, name) for one in levels])) for name in ("at", "candidates"))
    return Maxima(best, at, candidates, second, any(one.lower_bound for one in levels), len(levels))
