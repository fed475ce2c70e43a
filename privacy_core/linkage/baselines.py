"""Other ways to match in the same blocks, and distances: what stands beside the chain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from privacy_core.linkage.by_fields import ByFields, Cut, linked_by_fields
from privacy_core.linkage.distances import TOO_LARGE, Distances, Nearest, distances
from privacy_core.linkage.fellegi_sunter import Model
from privacy_core.linkage.risk import LinkageRisk
from privacy_core.progress import Progress, unwatched

MEMBERSHIP = (
    "Whether a person is in the release at all is another question. To answer it the release of a table with the "
    "person would have to be compared with releases without, by the same method and many times over."
)
"""Why membership inference is not measured here."""


ONE_ALONE = "not applicable: with one record to compare with there is no second closest"


@dataclass(frozen=True, eq=False)
class Baselines:
    """Fellegi–Sunter on every level, and distances to the closest record.

    Parameters
    ----------
    fields : one per blocking level, finest first
    distances : in the space of encoded columns, before projection
    """

    fields: tuple[ByFields, ...]
    distances: Distances


def baselines(
    found: LinkageRisk, random: np.random.Generator, model: Model | None = None, progress: Progress = unwatched
) -> Baselines:
    """Measure what other methods find in the same tables.

    Parameters
    ----------
    found : the chain's result
    random : samples where there is too much, and shuffles where luck is measured on a shuffled release
    model : given m and u of Fellegi–Sunter; else they are learned

    Examples
    --------
    >>> from privacy_core import samples
    >>> from privacy_core.linkage.risk import LinkageSettings, link
    >>> one, two = (samples.load(f"register-{which}").table.only(np.arange(400)) for which in (1, 2))
    >>> settings = LinkageSettings(("postcode",), ("diagnosis",))
    >>> found = link(one, two, settings, id_column="person", random=np.random.default_rng(1))
    >>> several = baselines(found, np.random.default_rng(1))
    >>> [level.level for level in several.fields], several.distances.kind
    (['postcode', ''], 'leave one out')
    """
    one, other = random.spawn(2)
    return Baselines(linked_by_fields(found, one, model, progress), distances(found.encoded, other))


def baselines_record(found: Baselines) -> dict[str, Any]:
    """The numbers as other programs read them; None where one is undefined.

    Of Fellegi–Sunter first those of the coarsest level, then those of every level, finest first.
    """
    several = found.distances
    sides = {"release": several.release, "people": several.people, "baseline": several.baseline}
    return {
        "fellegi_sunter": {**_fields(found.fields[-1]), "levels": [_fields(one) for one in found.fields]},
        "dcr": {"baseline_kind": several.kind, **_each(sides, _closest), "reasons": _undefined(several, sides)},
        "nndr": {"baseline_kind": several.kind, **_each(sides, _ratio), "reasons": _undefined(several, sides, True)},
        "membership": MEMBERSHIP,
    }


def _each(sides: Mapping[str, Nearest | None], record: Callable[[Nearest | None], Any]) -> dict[str, Any]:
    return {name: record(one) for name, one in sides.items()}


def _undefined(several: Distances, sides: Mapping[str, Nearest | None], ratio: bool = False) -> dict[str, str]:
    """Why a number is None, by side."""
    unlike = several.kind if several.kind == TOO_LARGE else "not applicable: no record, or no other to compare it with"
    absent = {name: unlike for name, one in sides.items() if one is None}
    alone = {name: ONE_ALONE for name, one in sides.items() if ratio and one is not None and one.ratio is None}
    return absent | alone


def _fields(one: ByFields) -> dict[str, Any]:
    model = one.model
    weights = (
        None
        if model is None
        else {
            name: {"m": float(m), "u": float(u), "agrees": float(up), "differs": float(down)}
            for name, m, u, up, down in zip(model.names, model.m, model.u, model.agrees, model.differs, strict=True)
        }
    )
    return {
        "level": one.level,
        "pairs": one.pairs,
        "sampled": one.sampled,
        "fields": weights,
        "matches": None if model is None else model.matches,
        "even_odds": _cut(one.even),
        "matched_control": _cut(one.matched),
        "reason": one.reason,
    }


def _cut(one: Cut | None) -> dict[str, Any] | None:
    if one is None:
        return None
    score = "inf" if np.isinf(one.score) else one.score
    return {
        "score": score,
        "rate": one.rate,
        "control": one.control,
        "top1_precision": one.precision,
        "top1_accuracy": one.accuracy,
    }


def _closest(one: Nearest | None) -> dict[str, Any] | None:
    return None if one is None else {"median": one.median, "same": one.same, "asked": len(one.closest)}


def _ratio(one: Nearest | None) -> dict[str, Any] | None:
    return None if one is None else {"median": one.median_ratio, "asked": len(one.closest)}
