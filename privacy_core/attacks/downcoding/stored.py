"""Curves of 500 draws each, stored with the command that made them.

`curves.json` is written by `python -m privacy_core.attacks.downcoding.storing`, seven minutes of work. The first draws
of every point are stored apart, so that anyone can make those again and compare.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from privacy_core.attacks.downcoding.clusters import Clusters
from privacy_core.attacks.downcoding.drawing import Rule
from privacy_core.attacks.downcoding.trials import Trials, run_trials
from privacy_core.errors import ParameterError
from privacy_core.evidence import Counts

FILE = Path(__file__).with_name("curves.json")
COMMAND = "python -m privacy_core.attacks.downcoding.storing"
TRIALS, FIRST, SEED = 500, 20, 1
"""Draws of a point; those of its first draws that are stored apart; what chance is made from."""

Setting = tuple[float, Clusters, Rule]
"""Where on the axis, and what is drawn there and how it is attacked."""

_DIMS, _RHO = (8, 16, 32, 64, 128, 256), (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_EVERY = Rule(every_class=True)


def _of_k(k: int) -> Clusters:
    return Clusters(100, k, 100 // k, 64, 1 / k)


AXES: Mapping[str, str] = {
    "dims": "attributes",
    "dims, every class": "attributes",
    "k": "k, with as many clusters as n / k and 1/k of the rows scattering",
    "k, every class": "k, with as many clusters as n / k and 1/k of the rows scattering",
    "n": "rows, with n / 10 clusters",
    "rho": "chance that a cell is blurred needlessly",
    "rho, every class": "chance that a cell is blurred needlessly",
    "holdout": "rows of a hold-out that the distribution is learned from",
}
"""By name of a curve, what lies along it."""

SETTINGS: Mapping[str, tuple[Setting, ...]] = {
    "dims": tuple((dims, Clusters(dims=dims), Rule()) for dims in _DIMS),
    "dims, every class": tuple((dims, Clusters(dims=dims), _EVERY) for dims in _DIMS),
    "k": tuple((k, _of_k(k), Rule()) for k in (2, 5, 10, 20)),
    "k, every class": tuple((k, _of_k(k), _EVERY) for k in (2, 5, 10, 20)),
    "n": tuple((n, Clusters(n=n, clusters=n // 10), Rule()) for n in (50, 100, 200, 300, 1000)),
    "rho": tuple((rho, Clusters(), Rule(rho=rho)) for rho in _RHO),
    "rho, every class": tuple((rho, Clusters(), Rule(every_class=True, rho=rho)) for rho in _RHO),
    "holdout": tuple((rows, Clusters(), Rule(holdout=rows)) for rows in (10, 20, 50, 100, 200, 500)),
}
"""By name of a curve, its points."""


@dataclass(frozen=True)
class Point:
    """One setting of a curve.

    Parameters
    ----------
    at : where on the axis
    trials : all draws, counted
    first : the first of them, counted
    """

    at: float
    trials: Trials
    first: Trials


@dataclass(frozen=True)
class Curve:
    """Points along one axis.

    Parameters
    ----------
    name : a key of `SETTINGS`
    axis : what lies along it
    points : ascending
    """

    name: str
    axis: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Stored:
    """All curves, and how they were made.

    Parameters
    ----------
    command : what to run to make the file again
    trials : draws of each point
    seed : what chance was made from
    curves : in the order of `SETTINGS`
    """

    command: str
    trials: int
    seed: int
    curves: tuple[Curve, ...]

    def __getitem__(self, name: str) -> Curve:
        """The curve of a name.

        Raises
        ------
        ParameterError
            There is none; lists those that there are.
        """
        for curve in self.curves:
            if curve.name == name:
                return curve
        raise ParameterError(f"No stored curve {name!r}. Curves: {'; '.join(curve.name for curve in self.curves)}.")


def counted(setting: Setting, trials: int, seed: int = SEED) -> Trials:
    """Run the draws of a point."""
    _, settings, rule = setting
    return run_trials(settings, trials, np.random.default_rng(seed), seed=seed, **asdict(rule))


def as_record(found: Trials) -> dict[str, Any]:
    """Counts of a point as JSON has them, without its setting."""
    left_out = ("settings", "rule", "seed")
    return {name: value for name, value in asdict(found).items() if name not in left_out}


def from_record(setting: Setting, said: Mapping[str, Any], seed: int) -> Trials:
    """The same read again."""
    pairs = {name: Counts(**value) for name, value in said.items() if isinstance(value, dict)}
    worked, shares = tuple((rows, draws) for rows, draws in said["worked"]), tuple(said["shares"])
    return Trials(setting[1], setting[2], **{**said, **pairs, "worked": worked, "shares": shares}, seed=seed)


@cache
def stored() -> Stored:
    """Read the stored curves.

    Examples
    --------
    >>> found = stored()["dims"].points[3]
    >>> found.at, found.trials.trials, found.trials.daleth.hits
    (64, 500, 192)
    """
    said = json.loads(FILE.read_text(encoding="utf-8"))
    seed = said["seed"]
    curves = tuple(
        Curve(
            name,
            AXES[name],
            tuple(
                Point(setting[0], *(from_record(setting, point[which], seed) for which in ("all", "first")))
                for setting, point in zip(SETTINGS[name], points, strict=True)
            ),
        )
        for name, points in said["curves"].items()
    )
    return Stored(said["command"], said["trials"], seed, curves)
