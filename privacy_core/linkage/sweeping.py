"""What would change with other components, or without one column: the same chain again, nothing fitted anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from privacy_core.linkage.calibration import Calibration, calibrate
from privacy_core.linkage.controls import Chain, matched
from privacy_core.linkage.matching import ties, top_one
from privacy_core.linkage.projection import project
from privacy_core.linkage.risk import LinkageRisk
from privacy_core.linkage.sides import SOURCE, TARGET
from privacy_core.linkage.similarity import Maxima
from privacy_core.linkage.surface import surface
from privacy_core.progress import Progress, unwatched

COMPONENTS = (2, 4, 8, 12, 16, 24, 32, 48, 64)


@dataclass(frozen=True)
class Step:
    """What the chain finds with so many components, at one level and its calibrated threshold.

    Parameters
    ----------
    components : k
    explained : share of the variance the components hold
    tau, rate, control : calibrated threshold (+inf: none), rate of the records and of the controls at it (NaN: none)
    precision, accuracy : top-1 at it; None where no record links, or no true match is known
    """

    components: int
    explained: float
    tau: float
    rate: float
    control: float
    precision: float | None
    accuracy: float | None


def sweep_components(
    found: LinkageRisk,
    level: int = -1,
    components: Sequence[int] = COMPONENTS,
    progress: Progress = unwatched,
) -> tuple[Step, ...]:
    """Try other numbers of components; the cautious figure is the largest calibrated rate.

    Fewer components make everybody look alike: the rate at a fixed threshold rises and the risk falls.

    Parameters
    ----------
    found : a linkage; its own number of components is always among those tried
    level : place of the blocking level
    components : numbers to try, those above the rank are left out
    progress : told after each

    Notes
    -----
    Ours; see `calibrate` for the threshold.

    Examples
    --------
    >>> import numpy as np
    >>> from privacy_core import samples
    >>> from privacy_core.linkage.risk import LinkageSettings, link
    >>> one, two = (samples.load(f"register-{which}").table.only(np.arange(400)) for which in (1, 2))
    >>> settings = LinkageSettings(("postcode",), ("diagnosis",))
    >>> found = link(one, two, settings, id_column="person", random=np.random.default_rng(1))
    >>> [step.components for step in sweep_components(found, components=(2, 4))][:2]
    [2, 4]
    """
    at = range(len(found.blocks.levels))[level]
    wide = project(found.encoded, min(max(*components, found.projected.components), 64), found.settings.fit)
    tried = sorted({k for k in (*components, found.projected.components) if 2 <= k <= wide.components})
    steps = []
    for nth, k in enumerate(tried):
        chain = replace(found.chain, projected=wide.first(k))
        inside = _within(progress, nth, len(tried), f"{k} components")
        steps.append(_step(found, chain, at, inside))
    return tuple(steps)


def _within(progress: Progress, nth: int, of: int, doing: str) -> Progress:
    return lambda share, _: progress((nth + share) / of, doing)


def _step(found: LinkageRisk, chain: Chain, level: int, progress: Progress) -> Step:
    best, judged = _calibrated(found, chain, level, (), progress)
    tau = float(judged.tau[0])
    precision, accuracy = _right(found, chain, level, best, tau)
    held = chain.projected
    return Step(
        held.components, float(held.explained.sum()), tau, float(judged.rate[0]), float(judged.control_at[0]),
        precision, accuracy,
    )  # fmt: skip


def _calibrated(
    found: LinkageRisk, chain: Chain, level: int, without: Sequence[str], progress: Progress
) -> tuple[Maxima, Calibration]:
    pair = matched(chain, [level], without, progress)
    risen = surface(pair.maxima, found.settings.tau, [chain.blocks.levels[level].name])
    return pair.maxima, calibrate(risen, chain.null, pair.controls, found.settings.alpha)


def _right(found: LinkageRisk, chain: Chain, level: int, best: Maxima, tau: float) -> tuple[float | None, float | None]:
    if found.truth is None or not len(found.truth.targets):
        return None, None
    of = [codes[level : level + 1] for codes in chain.blocks.of]
    shared = ties(chain.unit(SOURCE), chain.unit(TARGET), of[SOURCE], of[TARGET], best, found.truth)
    top = top_one(best, shared, found.truth, found.surface.tau)
    return (None, None) if top is None else top.at(0, tau)


def leave_one_out(
    found: LinkageRisk, level: int = -1, names: Sequence[str] | None = None, progress: Progress = unwatched
) -> Mapping[str, float]:
    """How the calibrated rate changes when one feature is left at the origin and nothing is fitted again.

    Parameters
    ----------
    found : a linkage
    level : place of the blocking level
    names : features to leave out, one at a time; None takes all
    progress : told after each

    Returns
    -------
    change : of each feature, in [−1, 1]; below 0 where the feature helps the attacker

    Notes
    -----
    A check of the additive split, by another question: features that stand in for each other show no change. The
    threshold is calibrated again each time. Ours.

    Examples
    --------
    >>> import numpy as np
    >>> from privacy_core import samples
    >>> from privacy_core.linkage.risk import LinkageSettings, link
    >>> one, two = (samples.load(f"register-{which}").table.only(np.arange(400)) for which in (1, 2))
    >>> settings = LinkageSettings(("postcode",), ("diagnosis",))
    >>> found = link(one, two, settings, id_column="person", random=np.random.default_rng(1))
    >>> change = leave_one_out(found, names=["given_name"])
    >>> change["given_name"] > 0                      # luck links less without it, so a lower threshold is allowed
    True
    """
    at = range(len(found.blocks.levels))[level]
    base = (
        found.calibration.rate[at] if found.is_whole else _calibrated(found, found.chain, at, (), progress)[1].rate[0]
    )
    asked = [one.name for one in found.encoded.features] if names is None else list(names)
    change = {}
    for nth, name in enumerate(asked):
        inside = _within(progress, nth, len(asked), f"without {name!r}")
        _, judged = _calibrated(found, found.chain, at, (name,), inside)
        change[name] = float(judged.rate[0] - base)
    return MappingProxyType(change)
