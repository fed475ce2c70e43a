"""How many people are alone in the whole population, estimated from the sizes of the sample's classes.

Only the histogram of class sizes is read. An estimate that a model cannot give is None with the
reason, never 0. Survey of the models: Hoshino, Applying Pitman's sampling formula to microdata
disclosure risk assessment, JOS 17(4), 2001; Dankar, El Emam, Neisa & Roffey, Estimating the
re-identification risk of clinical data sets, BMC Med Inform Decis Mak 12:66, 2012.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from privacy_core import inversion, pitman_formula, shifted_binomial
from privacy_core.errors import ParameterError
from privacy_core.population import proper_fraction
from privacy_core.tables import FloatArray, IntArray

NORMAL_95 = 1.959963984540054
BOOTSTRAP = "bootstrap: the numbers of classes of each size redrawn from a multinomial with the sample's own shares"
DELTA_METHOD = "delta method on the observed information of the likelihood (Hoshino 2001 gives the likelihood)"
LEAST_DRAWS = 20


@dataclass(frozen=True)
class Uniqueness:
    """An estimate of the people who are alone in the population.

    Parameters
    ----------
    model : pitman, zayatz or snb; "census" when the whole population was counted, "no model" when none applies
    sample, population : rows of the table, or persons where persons are counted; people of the population
    sample_uniques : rows, or persons, that stand alone in the table
    uniques : people estimated to be alone in the population, or None
    interval : 95 % interval of `uniques`, or None
    method : how the interval was made, in words, or None
    reason : why there is no estimate, or None
    parameters : fitted parameters by name
    """

    model: str
    sample: int
    population: int
    sample_uniques: int
    uniques: float | None = None
    interval: tuple[float, float] | None = None
    method: str | None = None
    reason: str | None = None
    parameters: tuple[tuple[str, float], ...] = ()

    @property
    def share(self) -> float | None:
        """Share of the population that is alone."""
        return None if self.uniques is None else self.uniques / self.population

    @property
    def share_interval(self) -> tuple[float, float] | None:
        """95 % interval of the share."""
        return self.interval and (self.interval[0] / self.population, self.interval[1] / self.population)

    @property
    def knowledge(self) -> str:
        """What the attacker is assumed to know."""
        return (
            "The attacker knows everyone's quasi-identifiers in the population; who is alone there is found for sure "
            "when they are in the table."
        )

    @property
    def sentence(self) -> str:
        """The estimate in words, or why there is none."""
        if self.uniques is None:
            return f"Population uniqueness ({self.model}): no estimate, {self.reason}."
        between = f" (95 % interval {self.interval[0]:,.0f} to {self.interval[1]:,.0f})" if self.interval else ""
        known = "were counted" if self.model == "census" else "are estimated"
        return (
            f"Population uniqueness ({self.model}): {self.uniques:,.0f} of {self.population:,} people {known} to look "
            f"like nobody else{between}. {self.knowledge}"
        )


def pitman(size: IntArray, fraction: float) -> Uniqueness:
    """Estimate by Pitman's sampling formula, made for small sampling fractions.

    Parameters
    ----------
    size : int64 (n_classes,), rows of each class of the sample
    fraction : share of the population that was sampled, above 0 to 1

    Returns
    -------
    found : Uniqueness; None without a maximum of the likelihood at 0 < α < 1

    Raises
    ------
    ParameterError
        The fraction is out of its range or no row is left.

    Notes
    -----
    Hoshino (2001): uniques = Γ(θ + 1) / Γ(θ + α) · N^α at the maximum of the likelihood.

    Examples
    --------
    >>> sizes = np.repeat([1, 2, 3, 5, 8], [60, 20, 10, 5, 3])
    >>> found = pitman(sizes, 0.1)
    >>> round(found.uniques), [round(end) for end in found.interval]
    (101, [36, 279])
    >>> pitman(np.full(9, 4), 0.1).reason       # nobody alone, no maximum
    'the likelihood has no maximum at 0 < alpha < 1 (it did not converge)'
    """
    empty = _empty("pitman", size, fraction)
    fitted = pitman_formula.fit(size)
    if fitted is None:
        return replace(empty, reason="the likelihood has no maximum at 0 < alpha < 1 (it did not converge)")
    theta, alpha, information = fitted
    said, everyone = pitman_formula.log_uniques(theta, alpha, empty.population), math.log(empty.population)
    if said > everyone:
        return replace(empty, reason="the fitted model has more people alone than people")
    spread = NORMAL_95 * pitman_formula.spread(theta, alpha, empty.population, information)
    interval = (math.exp(said - spread), math.exp(min(said + spread, everyone)))
    parameters = (("theta", theta), ("alpha", alpha))
    return replace(empty, uniques=math.exp(said), interval=interval, method=DELTA_METHOD, parameters=parameters)


def zayatz(
    size: IntArray, fraction: float, generator: np.random.Generator | None = None, draws: int = 200
) -> Uniqueness:
    """Estimate by Zayatz's inversion: the population's classes are taken to have the sample's sizes.

    Parameters
    ----------
    size, fraction : as in `pitman`
    generator : source of randomness for the interval; None gives no interval
    draws : bootstrap samples

    Raises
    ------
    ParameterError
        The fraction is out of its range or no row is left.

    Notes
    -----
    Zayatz, Estimation of the percent of unique population elements on a microdata file using the
    sample, U.S. Census Bureau RR-91/08, 1991.

    Examples
    --------
    >>> sizes = np.repeat([1, 2, 3], [60, 20, 10])
    >>> round(zayatz(sizes, 0.5).share, 4), zayatz(sizes, 1.0).uniques      # everyone sampled: exactly the 60
    (0.3161, 60.0)
    """
    return _with_bootstrap(_empty("zayatz", size, fraction), size, _zayatz, generator, draws)


def snb(size: IntArray, fraction: float, generator: np.random.Generator | None = None, draws: int = 200) -> Uniqueness:
    """Estimate by the shifted negative binomial model: population classes are 1 + NB(α, β) people large.

    Parameters
    ----------
    size, fraction, generator, draws : as in `zayatz`

    Returns
    -------
    found : Uniqueness; None when the equations for the rows alone and the pairs have no solution, or
        the solution implies a population that differs by more than 5 % from the one given

    Raises
    ------
    ParameterError
        The fraction is out of its range or no row is left.

    Notes
    -----
    Chen & Keller-McNulty, Estimation of identification disclosure risk in microdata, JOS 14(1), 1998;
    the number of classes by Shlosser's estimator as in Haas & Stokes, JASA 93, 1998. ARX multiplies
    by (1 − (1 − f)(1 − β))^(α + 2) where the expected number of pairs divides by it, and so finds
    no solution on most tables.

    Examples
    --------
    >>> snb(np.repeat([1, 2, 3], [60, 20, 10]), 0.5).reason
    'it did not converge to the population: the fitted classes hold 273 people instead of 260'
    """
    return _with_bootstrap(_empty("snb", size, fraction), size, _snb, generator, draws)


def dankar(
    size: IntArray, fraction: float, generator: np.random.Generator | None = None, draws: int = 200
) -> Uniqueness:
    """Choose a model by the rule of Dankar et al.

    Up to a tenth sampled: Pitman, or Zayatz where Pitman did not converge. Above: the smaller of SNB
    and Zayatz, or Zayatz where SNB did not converge.

    Parameters
    ----------
    size, fraction, generator, draws : as in `zayatz`

    Raises
    ------
    ParameterError
        The fraction is out of its range or no row is left.

    Notes
    -----
    Formula: the expected number of people alone in a population of n / fraction people, by Pitman's sampling
    formula, Zayatz's inversion or the shifted negative binomial model, whichever the rule chooses.

    Edge cases: not defined where persons are in several classes, or where missing matches anything: both make classes
    overlap. Zayatz answers where the other model does not converge; that never counts as 0. The model that
    answered is named; where no row is alone, Zayatz says 0, without an interval. With a population table the people
    alone are counted.

    Does not say: which rows are alone in the population; the models take the sample as drawn at random.

    Source: Dankar, El Emam, Neisa and Roffey, BMC Medical Informatics and Decision Making 12:66 (2012).

    Examples
    --------
    >>> sizes = np.repeat([1, 2, 3, 5, 8], [60, 20, 10, 5, 3])
    >>> dankar(sizes, 0.1).model, dankar(sizes, 0.5).model
    ('pitman', 'snb')
    """
    inverted = zayatz(size, fraction, generator, draws)
    other = pitman(size, fraction) if fraction <= 0.1 else snb(size, fraction, generator, draws)
    if other.uniques is None:
        return inverted
    return other if fraction <= 0.1 or other.uniques <= (inverted.uniques or 0) else inverted


def _empty(model: str, size: IntArray, fraction: float) -> Uniqueness:
    proper_fraction(fraction)
    sample = int(size.sum())
    if not sample:
        raise ParameterError("No row is left to estimate the population from.")
    return Uniqueness(model, sample, round(sample / fraction), int(np.count_nonzero(size == 1)))


Estimate = tuple[float | None, str | None]


def _with_bootstrap(
    empty: Uniqueness,
    size: IntArray,
    estimate: Callable[[FloatArray, int, int], Estimate],
    generator: np.random.Generator | None,
    draws: int,
) -> Uniqueness:
    """Estimate from the histogram, and from redrawn histograms for the interval; none where nobody could be redrawn."""
    classes_of = np.bincount(size).astype(float)
    uniques, reason = estimate(classes_of, empty.sample, empty.population)
    if not uniques or generator is None:
        return replace(empty, uniques=uniques, reason=reason)
    redrawn = generator.multinomial(len(size), classes_of / len(size), draws).astype(float)
    rows = redrawn @ np.arange(len(classes_of))
    ratio = empty.population / empty.sample
    several = [estimate(drawn, int(n), round(n * ratio))[0] for drawn, n in zip(redrawn, rows, strict=True)]
    found = np.array([value for value in several if value is not None])
    if len(found) < LEAST_DRAWS:
        return replace(empty, uniques=uniques)
    low, high = np.quantile(found, [0.025, 0.975]).tolist()
    return replace(empty, uniques=uniques, interval=(low, high), method=BOOTSTRAP)


def _zayatz(classes_of: FloatArray, sample: int, population: int) -> Estimate:
    return inversion.estimate(classes_of, sample, population), None


def _snb(classes_of: FloatArray, sample: int, population: int) -> Estimate:
    return shifted_binomial.estimate(classes_of, sample, population)
