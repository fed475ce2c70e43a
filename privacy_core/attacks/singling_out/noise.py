"""What noise does to the counting attack, and what is promised against every attack."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log

import numpy as np

from privacy_core.attacks.blind import log2_baseline_low
from privacy_core.attacks.singling_out.baseline import baseline_low
from privacy_core.attacks.singling_out.demonstration import check_epsilon, check_rows
from privacy_core.attacks.singling_out.reading import chance_of_naming, check_attack, chosen
from privacy_core.errors import in_range, whole_number

MOST_PREDICATES = 1_000
"""Hash predicates that are looked at for the best number of them."""


@dataclass(frozen=True)
class Bound:
    """The most an attack can achieve.

    Parameters
    ----------
    value : chance, cut at 1
    vacuous : it was 1 or more before it was cut: nothing is promised, which is not to say that an attack succeeds

    Examples
    --------
    >>> Bound(1.0, True).words, Bound(0.25, False).words
    ('no guarantee', 'at most 0.25')
    """

    value: float
    vacuous: bool

    @property
    def words(self) -> str:
        """The bound as it may be read."""
        return "no guarantee" if self.vacuous else f"at most {self.value:.3g}"


def bound(log_value: float) -> Bound:
    """Cut a bound, given as its natural logarithm, at 1."""
    return Bound(1.0, True) if log_value >= 0 else Bound(exp(log_value), False)


def _log(value: float) -> float:
    return log(value) if value > 0 else -inf


def dp_bound(n: int, epsilon: float, w: float, delta: float = 0.0) -> Bound:
    """The most that any attack by predicates of weight w or less achieves on a differentially private release.

    Parameters
    ----------
    n : rows of the table, at least 1
    epsilon, delta : what the release promises when one row is replaced; epsilon above 0, delta in [0, 1]
    w : weight limit, 0 to 1

    Raises
    ------
    ParameterError
        ε is not above 0, δ or the weight is outside [0, 1], or there is no row.

    Notes
    -----
    Formula: Succ ≤ n (e^ε w + δ). Replace row i by a fresh one: the predicate then holds for it with chance at most
    w, whatever was released; sum over the rows. Computed by logarithms, so large ε overflows nowhere.

    Edge cases: cut at 1 and said to be vacuous from there on; δ n for a weight of 0.

    Does not say: that an attack succeeds where the bound is vacuous.

    Source: ours; Cohen & Nissim, PNAS 2020, prove in general that differential privacy implies security against
    predicate singling out for ε = O(1), negligible δ, low weights up to 1/n and high weights ω(log n / n).

    Examples
    --------
    >>> dp_bound(1000, 1, 2**-20 / 1000).words
    'at most 2.59e-06'
    >>> dp_bound(1000, 1000, 2**-20 / 1000).words
    'no guarantee'
    """
    check_rows(n)
    check_epsilon(epsilon)
    in_range(0, 1, w=w, delta=delta)
    return bound(log(n) + float(np.logaddexp(epsilon + _log(w), _log(delta))))


def codomain_bound(n: int, w: float, outputs: float) -> Bound:
    """The most that an attack achieves on a release that can come out in so many ways only: guess the way it came out.

    Parameters
    ----------
    n : rows
    w : weight limit, 0 to 1
    outputs : how many different releases there can be, at least 1

    Notes
    -----
    Formula: outputs · B(n, min(w, 1/n)).

    Source: Cohen & Nissim, PNAS 2020.

    Examples
    --------
    >>> codomain_bound(1000, 1e-9, 2).words
    'at most 2e-06'
    """
    in_range(0, 1, w=w)
    in_range(1, outputs=outputs)
    return bound(log(outputs) + _log(baseline_low(n, w)))


def counts_bound(n: int, log2_weight: float, counts: int = 1) -> Bound:
    """The most that an attack achieves on some exact counts: each can come out in n + 1 ways.

    Parameters
    ----------
    n : rows
    log2_weight : log2 of the weight limit, at most 0
    counts : how many counts are published, at least 0

    Notes
    -----
    Formula: (n + 1)^counts · B(n, min(w, 1/n)); one count multiplies the blind attacker's chance by n + 1 at most.

    Does not say: that the attack is possible: the bound is far above what is known to succeed.

    Source: Cohen & Nissim, PNAS 2020, for one count.

    Examples
    --------
    >>> counts_bound(1000, -40).value < 1e-6, counts_bound(1000, -40, 21).words
    (True, 'no guarantee')
    """
    check_rows(n)
    whole_number(counts=counts)
    in_range(0, counts=counts)
    return bound(counts * log(n + 1) + log2_baseline_low(n, log2_weight) * log(2))


def laplace_theory(n: int, m: int, epsilon_total: float, repetitions: int = 1) -> float:
    """What the counting attack achieves when all its counts share a privacy budget as Laplace noise.

    Parameters
    ----------
    n : rows
    m : bits that are read; the predicate weighs 2^(−m)/n
    epsilon_total : privacy budget of all counts together, above 0; each count has an equal part of it
    repetitions : hash predicates that are tried; repetitions · (m + 1) counts are published

    Returns
    -------
    chance : 0 to 1

    Raises
    ------
    ParameterError
        ε is not above 0, or a number is not whole or too small.

    Notes
    -----
    Formula: c · (1 − ½ e^(−ε/2))^m with ε the part of one count: a bit is misread when noise moves its count across
    ½. c is the chance that the hash predicate chosen, the one whose first count is nearest to 1, holds for exactly
    one row: (1 − 1/n)^(n − 1) for one repetition, else by numerical integration over the noise.

    Edge cases: the small chance that two rows are hit and what is read is one of them is left out; it matters for
    few bits or much noise, see `chance_of_naming`.

    Source: ours.

    Examples
    --------
    >>> [float(f"{laplace_theory(1000, 20, total):.2g}") for total in (1, 10, 21, 50, 100, 200, 500)]
    [5.6e-07, 1.6e-05, 0.00027, 0.014, 0.14, 0.34, 0.37]
    """
    check_epsilon(epsilon_total)
    check_attack(n, m, repetitions)
    each = epsilon_total / (repetitions * (m + 1))
    return float(chosen(n, repetitions, each)[1]) * (1 - 0.5 * exp(-each / 2)) ** m


def best_repetitions(n: int, m: int, epsilon_total: float, up_to: int = 20) -> tuple[int, float]:
    """How many hash predicates an attacker should try under a budget of noise, and what that achieves.

    More of them find a lone row more often, and leave less of the budget to each count.

    Parameters
    ----------
    n : rows, at least 1
    m : bits that are read, at least 0
    epsilon_total : privacy budget of all counts together, above 0
    up_to : most hash predicates looked at, 1 to 1,000

    Returns
    -------
    repetitions, chance : the number that does best, the smaller of equals, and what it achieves, 0 to 1

    Raises
    ------
    ParameterError
        ε is not above 0, or a number is not whole, too small or too large.

    Notes
    -----
    Source: ours.

    Examples
    --------
    >>> best_repetitions(1000, 20, 200)[0], best_repetitions(1000, 20, 5000)[0]
    (1, 13)
    """
    check_attack(n, m, up_to)
    in_range(1, MOST_PREDICATES, up_to=up_to)
    check_epsilon(epsilon_total)
    tries = range(1, up_to + 1)
    chances = [chance_of_naming(n, m, tried, epsilon_total / (tried * (m + 1))) for tried in tries]
    best = int(np.argmax(chances))
    return best + 1, chances[best]
