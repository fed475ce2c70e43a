"""What an attacker achieved: counts of tries, beside guessing and beside people who are not in the release."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from privacy_core.errors import ParameterError
from privacy_core.intervals import wilson


@dataclass(frozen=True)
class Counts:
    """How often something was tried, and how often it succeeded.

    Raises
    ------
    ParameterError
        More hits than attempts, or fewer than none.

    Examples
    --------
    >>> Counts(50, 500).rate, Counts(0, 0).rate is None
    (0.1, True)
    """

    hits: int
    attempts: int

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.attempts:
            raise ParameterError(f"{self.hits} hits in {self.attempts} attempts cannot be.")

    @property
    def rate(self) -> float | None:
        """Share of attempts that hit; None without an attempt."""
        return self.hits / self.attempts if self.attempts else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson interval of the rate at 95 %, the rate never outside by rounding; None without an attempt."""
        if self.rate is None:
            return None
        centre, half = wilson(self.hits, self.attempts)
        return max(0.0, min(centre - half, self.rate)), min(1.0, max(centre + half, self.rate))


def counts_record(counts: Counts) -> dict[str, Any]:
    """Counts as other programs read them; without an attempt rate and interval are None.

    Examples
    --------
    >>> counts_record(Counts(0, 0))
    {'hits': 0, 'attempts': 0, 'rate': None, 'interval': None}
    """
    interval = None if counts.interval is None else [*counts.interval]
    return {"hits": counts.hits, "attempts": counts.attempts, "rate": counts.rate, "interval": interval}


@dataclass(frozen=True)
class Excess:
    """What an attack gains over people it should not reach.

    Parameters
    ----------
    value : (main − control) / (1 − control), below 0 where the control did better
    low, high : its interval at 95 %, not cut at 0 or 1
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Evidence:
    """What one attack achieved on a release.

    Parameters
    ----------
    attack : what was attempted, in a few words
    main : tries against people of the release
    baseline : as many tries by guessing
    control : the same tries against people who are not in the release; None where there are none to try
    asked : tries that were asked for; fewer are made where there are not so many people
    seed : of the chance, None where the caller keeps it
    assumptions : what the attacker is given, and how a hit is counted, one sentence each

    Examples
    --------
    >>> found = Evidence("inference of income", Counts(120, 500), Counts(30, 500), Counts(40, 500), 500, 1, ())
    >>> [round(part, 4) for part in (found.excess.value, found.excess.low, found.excess.high)]
    [0.1732, 0.1271, 0.2193]
    >>> found.sentence
    'inference of income: 120 of 500 tries hit; guessing hits 30 of 500, among people not in the release 40 of 500 hit.'
    """

    attack: str
    main: Counts
    baseline: Counts
    control: Counts | None
    asked: int
    seed: int | None
    assumptions: tuple[str, ...]

    @property
    def excess(self) -> Excess | None:
        """What is due to the release and not to what is true of people in general; None where not measured.

        Notes
        -----
        Formula: R = (a − c) / (1 − c) of the Wilson centres, its interval by propagation of their half widths.

        Source: Giomi, Boenisch, Wehmeyer & Tasnádi, A unified framework for quantifying privacy risk in synthetic
        data, PoPETs 2023(2).
        """
        if self.control is None or not self.main.attempts or not self.control.attempts:
            return None
        (a, a_half), (c, c_half) = (wilson(one.hits, one.attempts) for one in (self.main, self.control))
        value = (a - c) / (1 - c)
        half = sqrt((a_half / (1 - c)) ** 2 + (c_half * (1 - a) / (1 - c) ** 2) ** 2)
        return Excess(value, value - half, value + half)

    @property
    def beats_guessing(self) -> bool | None:
        """Whether the attack is better than guessing beyond chance; None where nothing was tried.

        An attack that is not says nothing about the release: a better one may.
        """
        return better(self.main, self.baseline)

    @property
    def sentence(self) -> str:
        """The counts in words."""
        if not self.main.attempts:
            return f"{self.attack}: not measured, for there is nobody to try it on."
        said = f"{self.attack}: {_of(self.main)} tries hit; guessing hits {_of(self.baseline)}"
        if self.control is None:
            return f"{said}. People who are not in the release were not at hand, so what is luck is not measured."
        return f"{said}, among people not in the release {_of(self.control)} hit."


def better(main: Counts, baseline: Counts) -> bool | None:
    """Whether one rate is above the other by more than the intervals of both allow; None where one was not tried.

    Examples
    --------
    >>> better(Counts(50, 100), Counts(30, 100)), better(Counts(40, 100), Counts(37, 100))
    (True, False)
    """
    if not main.attempts or not baseline.attempts:
        return None
    (a, a_half), (b, b_half) = (wilson(one.hits, one.attempts) for one in (main, baseline))
    return a - b > sqrt(a_half**2 + b_half**2)


def _of(counts: Counts) -> str:
    return f"{counts.hits:,} of {counts.attempts:,}"
