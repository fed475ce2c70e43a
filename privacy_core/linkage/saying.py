"""A linkage in sentences and as a record for other programs: what was achieved, by whom else too, what is undefined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from privacy_core.evidence import Counts
from privacy_core.frequencies import of_100, share
from privacy_core.linkage.approximate import WORTH_LISTING
from privacy_core.linkage.calibration import Null
from privacy_core.linkage.risk import LinkageRisk
from privacy_core.linkage.settings import LinkageSettings

LUCK = {
    Null.HOLDOUT: "people who are not in the release",
    Null.NON_MATCH: "wrong pairs",
    Null.PERMUTATION: "records against a shuffled release",
}
"""Whose luck it is; "strangers" are only people who are not in the release."""
NO_TRUTH = "not applicable: nobody said which records are one person"
NO_PAIR = "not applicable: no id of the original occurs in the release"
NONE_LINKS = "not applicable: no record with a known match links at this threshold"
ALL_BY_LUCK = "not applicable: every control links as well"
NO_CONTROL = "not applicable: nobody is there who could link by luck only"
TOO_FEW = "not applicable: too few controls for so small a chance of a false link"


def optional(numbers: ArrayLike) -> Any:
    """Numbers for a page or a file: None where a number is undefined or infinite.

    Examples
    --------
    >>> optional([[0.5, float("nan")]]), optional(float("inf")) is None
    ([[0.5, None]], True)
    """
    found = np.asarray(numbers, np.float64)
    plain = np.array(found, object)
    plain[~np.isfinite(found)] = None
    return plain.tolist()


def sentence(found: LinkageRisk, level: int = -1) -> str:
    """The answer in one plain sentence, at the calibrated threshold of a level.

    Parameters
    ----------
    found : a linkage
    level : place of the blocking level
    """
    judged = found.calibration
    tau, rate, control = (float(one[level]) for one in (judged.tau, judged.rate, judged.control_at))
    luck = LUCK[judged.null]
    if np.isinf(tau):
        return f"No threshold can be calibrated: {judged.n:,} {luck} are too few for a chance of {judged.alpha:g}."
    if rate <= control:
        return f"{luck[0].upper()}{luck[1:]} link as often as the records do: this attack shows nothing."
    said = f"{share(rate)} records have a plausible match; by luck, measured on {luck}, {share(control)} would have one"
    if found.top_one is None:
        return f"{said}; whether it is the right one was not measured."
    precision, _ = found.top_one.at(range(len(judged.tau))[level], tau)
    if precision is None:
        return f"{said}; no record with a known match is among them."
    return f"{said}; {share(precision)} of these links find the right one."


def findings(found: LinkageRisk) -> list[str]:
    """Sentences that belong beside the numbers; no value of the data."""
    return [sentence(found), *_meaning(found), *_right(found), *_made_of(found), *_bounds(found), *found.notes]


def _meaning(found: LinkageRisk) -> Iterator[str]:
    judged, risen = found.calibration, found.surface
    level = len(risen.levels) - 1
    yield (
        "A link says that a similar record exists, not that it is the right one; the control says how often that is "
        f"luck. Luck is measured on {LUCK[judged.null]}."
    )
    rate, control = risen.rate[level], judged.control[level]
    same = np.flatnonzero((rate - control <= 0.01) & (rate > 0))
    if len(same) and risen.tau[same[-1]] >= 0:
        tau = float(risen.tau[same[-1]])
        linked, lucky = share(float(rate[same[-1]])), share(float(control[same[-1]]))
        yield (
            f"At threshold {tau:g} {linked} records link, and so do {lucky} {LUCK[judged.null]}: there the rate means "
            "nothing."
        )
    if judged.null is Null.PERMUTATION:
        yield "A shuffled release breaks what goes with what, so luck looks rarer than it is."


def _no_truth(found: LinkageRisk) -> str:
    return NO_TRUTH if found.truth is None else NO_PAIR


def _right(found: LinkageRisk) -> Iterator[str]:
    if found.missed is None:
        yield f"Structural recall and top-1 are {_no_truth(found)}."
        return
    level = len(found.surface.levels) - 1
    structural = float(found.missed.structural[0])
    if structural < 1:
        yield (
            f"Of {found.missed.pairs:,} true pairs {share(1 - structural)} are lost to blocking at the finest level: "
            "no similarity finds them there."
        )
    known = found.top_one.known if found.top_one is not None else 0
    if known < found.surface.n:
        yield f"A true match is known for {of_100(known, found.surface.n)} records; top-1 is about those alone."
    if found.ties is not None:
        shared = int(np.count_nonzero((found.ties.size[:, level] > 1) & (found.ties.right[:, level] > 0)))
        if shared:
            yield f"Records whose right match shares first place with others: {shared:,}; they count in part."


def _made_of(found: LinkageRisk) -> Iterator[str]:
    split = found.attribution
    if split.features is None:
        yield f"What links are made of is not applicable: {split.reason}."
    elif split.other_share is not None:
        yield (
            f"Of the similarity of the links {100 * split.other_share:.0f} in 100 parts come from columns that are no "
            f"quasi-identifiers, with {split.components} components, one-hot weight {split.weight:.3g} and the level "
            f"{found.surface.levels[split.level] or 'without blocking'!r}."
        )
    pointless = [
        f"{count:,} of the {name}"
        for count, name in zip(found.undirected, ("original", "release"), strict=True)
        if count
    ]
    if pointless:
        yield f"Records that point nowhere and so are similar to none: {' and '.join(pointless)}."


def _bounds(found: LinkageRisk) -> Iterator[str]:
    empty = 1 - float(found.surface.coverage[0])
    if empty > 0:
        yield f"At the finest level {share(empty)} records share a block with no record of the release."
    if found.surface.lower_bound:
        yield f"Not every candidate was looked at: the rates are lower bounds{_recalled(found)}."
    pairs = int(found.maxima.candidates.sum(axis=0).max())
    if found.settings.approximate and pairs <= WORTH_LISTING:
        yield f"The approximate search spares nothing here: all {pairs:,} pairs that share a block take no longer."
    if len(found.rows) < found.n:
        low, high = interval_of(found, len(found.surface.levels) - 1) or (0.0, 1.0)
        yield (
            f"Of {found.n:,} records {len(found.rows):,} were drawn and asked; at the calibrated threshold of the "
            f"coarsest level the rate of all lies between {share(low)} and {share(high)} with a confidence of 95 %."
        )
    yield "The attacker knows the table given as original; another table of theirs could link more, or less."


def _recalled(found: LinkageRisk) -> str:
    if found.recall is None:
        return ""
    last = found.recall[-1]
    return (
        f"; at the coarsest level the best candidate was found for {last.hits:,} of {last.attempts:,} records whose "
        "candidates were all looked at"
    )


def interval_of(found: LinkageRisk, level: int) -> tuple[float, float] | None:
    """Wilson interval, at 95 %, of the rate of all records at a level's calibrated threshold; None if all were asked.

    The threshold is taken as given. Where not every candidate was looked at, the rate it covers is the lower bound.
    """
    if len(found.rows) == found.n:
        return None
    return found.linked_of(level, float(found.calibration.tau[level])).interval


def record(found: LinkageRisk) -> dict[str, Any]:
    """The numbers as other programs read them; None where one is undefined, with the reason beside it.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> from privacy_core.linkage.risk import LinkageSettings, link
    >>> ages = from_frame(pd.DataFrame({"age": [20, 30, 40, 50], "visits": [1, 5, 9, 2]}))
    >>> written = record(link(ages, ages, LinkageSettings(("age",)), random=np.random.default_rng(1)))
    >>> written["null"], written["levels"][0]["top1_precision"], written["levels"][0]["reasons"]["top1"]
    ('permutation', None, 'not applicable: nobody said which records are one person')
    """
    split = found.attribution
    features = None if split.features is None else dict(split.features)
    return {
        "n": found.n,
        "m": found.m,
        "components": found.projected.components,
        "undirected": list(found.undirected),
        "null": str(found.calibration.null),
        "controls": found.calibration.n,
        "alpha": found.calibration.alpha,
        "levels": [_level(found, level) for level in range(len(found.surface.levels))],
        "tau": found.surface.tau.tolist(),
        "attribution": {
            "features": features,
            "qi_share": split.qi_share,
            "other_share": split.other_share,
            "level": found.surface.levels[split.level],
            "tau": "inf" if np.isinf(split.tau) else split.tau,
            "pairs": split.pairs,
            "weight": split.weight,
            "reason": split.reason,
        },
        "lower_bound": found.surface.lower_bound,
        "asked": len(found.rows),
        "searched": _spared(found.settings),
        "unseen": {name: list(counts) for name, counts in found.encoded.unseen.items()},
        "seed": found.seed,
    }


def _level(found: LinkageRisk, level: int) -> dict[str, Any]:
    judged, risen = found.calibration, found.surface
    tau = float(judged.tau[level])
    precision, accuracy = (None, None) if found.top_one is None else found.top_one.at(level, tau)
    structural = None if found.structural_recall is None else float(found.structural_recall[level])
    sampled = interval_of(found, level)
    return {
        "name": risen.levels[level],
        "blocks": found.blocks.n_blocks[level],
        "candidates": dict(zip(("least", "median", "most"), _quantiles(found, level), strict=True)),
        "coverage": float(risen.coverage[level]),
        "structural_recall": structural,
        "rate": risen.rate[level].tolist(),
        "control": optional(judged.control[level]),
        "excess": optional(judged.excess[level]),
        "tau_calibrated": "inf" if np.isinf(tau) else tau,
        "rate_calibrated": float(judged.rate[level]),
        "rate_interval": None if sampled is None else list(sampled),
        "recall": None if found.recall is None else _recall(found.recall[level]),
        "control_calibrated": optional(judged.control_at[level]),
        "excess_calibrated": optional(judged.excess_at[level]),
        "top1_precision": precision,
        "top1_accuracy": accuracy,
        "reasons": _reasons(found, level, precision),
    }


def _spared(settings: LinkageSettings) -> dict[str, Any]:
    """What was asked for to spare work."""
    return {
        "most_candidates": settings.most_candidates,
        "approximate": settings.approximate,
        "sample": settings.sample,
    }


def _recall(one: Counts) -> dict[str, Any]:
    return {"found": one.hits, "probes": one.attempts, "share": one.rate, "interval": one.interval}


def _quantiles(found: LinkageRisk, level: int) -> list[float]:
    return list(np.quantile(found.maxima.candidates[:, level], (0, 0.5, 1)).tolist())


def _reasons(found: LinkageRisk, level: int, precision: float | None) -> dict[str, str]:
    reasons = {}
    if found.top_one is None:
        reasons["top1"] = reasons["structural_recall"] = _no_truth(found)
    elif precision is None:
        reasons["top1_precision"] = NONE_LINKS
    if not found.calibration.n:
        reasons["control"] = reasons["excess"] = NO_CONTROL
    elif np.isnan(found.calibration.excess[level]).any():
        reasons["excess"] = ALL_BY_LUCK
    if np.isinf(found.calibration.tau[level]):
        reasons["tau_calibrated"] = TOO_FEW
    return reasons
