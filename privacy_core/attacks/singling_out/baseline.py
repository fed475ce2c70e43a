"""How often an attacker who sees nothing singles someone out: the baseline of every attack by predicates."""

from __future__ import annotations

from math import exp, log1p, log2

import numpy as np
from numpy.typing import ArrayLike

from privacy_core.attacks.singling_out.demonstration import Demonstration, check_rows, check_trials, demonstrated
from privacy_core.errors import ParameterError, in_range
from privacy_core.evidence import Counts
from privacy_core.tables import FloatArray, IntArray, frozen


def baseline(n: ArrayLike, w: ArrayLike) -> FloatArray:
    """Chance that a predicate fixed beforehand holds for exactly one of n rows.

    An attacker who has seen nothing but knows what rows are like can choose any predicate of this weight,
    by hashing for instance. The chance is largest, about 37 %, where the weight is 1/n: to isolate a row means
    little unless the predicate is rare.

    Parameters
    ----------
    n : int or array, rows of the table, each at least 1
    w : float or array, weight of the predicate: chance that it holds for a fresh row, 0 to 1

    Returns
    -------
    chance : float64 of the common shape of both, each in [0, 1]

    Raises
    ------
    ParameterError
        Fewer than one row, rows that are not whole, or a weight outside [0, 1].

    Notes
    -----
    Formula: B(n, w) = n w (1 − w)^(n − 1), the power by way of log1p so that small weights keep their digits.

    Edge cases: w = 0 gives 0; w = 1 gives 1 for one row and 0 for more.

    Does not say: who is isolated, nor that rows are in fact drawn independently.

    Source: Cohen & Nissim, Towards formalizing the GDPR's notion of singling out, PNAS 2020.

    Examples
    --------
    >>> baseline([10, 100, 1000], [0.1, 0.01, 0.001]).round(5).tolist()
    [0.38742, 0.36973, 0.36806]
    >>> float(baseline(1000, 2**-20 / 1000))
    9.536734078214753e-07
    """
    rows, weight = np.asarray(n, np.float64), np.asarray(w, np.float64)
    if not ((rows >= 1) & (rows == np.floor(rows)) & np.isfinite(rows)).all():
        raise ParameterError("The number of rows must be a whole number of at least 1.")
    if not ((weight >= 0) & (weight <= 1)).all():
        raise ParameterError("The weight of a predicate must lie in [0, 1].")
    with np.errstate(divide="ignore", invalid="ignore"):
        others = np.where(rows > 1, np.exp((rows - 1) * np.log1p(-weight)), 1.0)
    return frozen(np.asarray(rows * weight * others, np.float64))


def peak(n: int) -> float:
    """Chance of the best blind attacker, who chooses a predicate of weight 1/n.

    Notes
    -----
    Formula: (1 − 1/n)^(n − 1); falls to 1/e = 0.36788 as n grows.

    Examples
    --------
    >>> round(peak(1000), 5), peak(1)
    (0.36806, 1.0)
    """
    check_rows(n)
    return exp((n - 1) * log1p(-1 / n)) if n > 1 else 1.0


def baseline_curve(n: int, low: float, high: float = 1.0, points: int = 240) -> tuple[FloatArray, FloatArray]:
    """Weights from low to high, evenly spaced on a logarithmic axis, and the baseline at each, its peak among them.

    Parameters
    ----------
    n : rows, at least 1
    low, high : least and largest weight, above 0 and at most 1
    points : weights beside that of the peak

    Returns
    -------
    weights, chances : float64 of one shape, ascending in the weight; the peak is left out where 1/n lies outside

    Examples
    --------
    >>> weights, chances = baseline_curve(1000, 1e-6)
    >>> len(weights), float(weights[chances.argmax()]), float(chances.max()) == peak(1000)
    (241, 0.001, True)
    """
    check_rows(n)
    if not 0 < low <= high <= 1:
        raise ParameterError(f"The weights of a curve must rise within (0, 1], got {low:g} to {high:g}.")
    weights = np.unique(np.append(np.geomspace(low, high, points), 1 / n))
    weights = weights[(weights >= low) & (weights <= high)]
    return frozen(weights), baseline(n, weights)


def baseline_low(n: int, w_low: float) -> float:
    """Chance of the best blind attacker whose predicate weighs at most `w_low`: B(n, min(w_low, 1/n)).

    Examples
    --------
    >>> baseline_low(1000, 0.5) == baseline_low(1000, 0.001), baseline_low(1000, 0)
    (True, 0.0)
    """
    check_rows(n)
    in_range(0, 1, w_low=w_low)
    return float(baseline(n, min(w_low, 1 / n)))


def baseline_high(n: int, w_high: float) -> float:
    """Chance of the best blind attacker whose predicate weighs at least `w_high`: B(n, max(w_high, 1/n)).

    Examples
    --------
    >>> round(baseline_high(1000, 0.01), 6)
    0.000436
    """
    check_rows(n)
    in_range(0, 1, w_high=w_high)
    return float(baseline(n, max(w_high, 1 / n)))


def blind_attack(
    n: int, w: float, trials: int, random: np.random.Generator, *, seed: int | None = None
) -> Demonstration:
    """Let blind attackers try: each hashes rows to numbers below 1 and hopes that one row alone falls below w.

    Parameters
    ----------
    n : rows of each table, at least 1
    w : weight of the predicate, 0 to 1
    trials : tables drawn, at least 1
    random : source of the chance
    seed : to be told in the result

    Notes
    -----
    Drawn: for each table the number of rows whose hash falls below w, which is binomial for independent rows.

    Examples
    --------
    >>> blind_attack(1000, 0.001, 2000, np.random.default_rng(1)).main.rate
    0.37
    """
    check_rows(n)
    in_range(0, 1, w=w)
    check_trials(trials, 1)
    hit: IntArray = random.binomial(n, w, trials)
    chance = float(baseline(n, w))
    return demonstrated(
        "blind guessing",
        Counts(int((hit == 1).sum()), trials),
        baseline_low(n, w),
        log2_weight=log2(w) if w else None,
        theory=chance,
        seed=seed,
        assumptions=(INDEPENDENT, "The attacker sees nothing of the table and knows what rows are like."),
        settings={"n": n, "w": w},
    )


INDEPENDENT = "Rows are drawn independently from one distribution, which the attacker knows."
"""The model under which weights and baselines are what they are."""
