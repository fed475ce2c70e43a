"""What a demonstration of singling out came to: attack, blind attacker and theory side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from privacy_core.attacks.outcomes import Outcome, legal_line, outcome
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.evidence import Counts

MOST_DRAWN = 200_000_000
"""Numbers that one demonstration may draw, over all trials."""
MOST_ROWS = 2**53
"""Rows up to which every whole number is a number of its own."""
AT_ONCE = 2_000_000
"""Cells that are held in memory at a time."""


@dataclass(frozen=True)
class Demonstration:
    """An attack on simulated tables, tried many times.

    Parameters
    ----------
    name : what was attempted, in a few words
    main : trials, and those in which the attacker's predicate held for exactly one row
    baseline : chance of the best attacker who sees nothing and may use no more weight, 0 to 1
    log2_weight : log2 of the predicate's weight, the middle one where trials differ; None where there is none
    theory : what theory expects of the attack, 0 to 1; None where nothing is proved
    outcome : what it came to
    seed : of the chance, None where the caller keeps it
    assumptions : what rows are and what the attacker knows, one sentence each
    settings : what was set, and numbers that explain the result, by name

    Examples
    --------
    >>> shown = demonstrated("buckets", Counts(100, 100), 1e-7, log2_weight=-32.0)
    >>> shown.outcome.value, shown.sentence
    ('beats baseline', 'buckets: 100 of 100 trials isolate a row; a blind attacker does with probability 1e-07.')
    """

    name: str
    main: Counts
    baseline: float
    log2_weight: float | None
    theory: float | None
    outcome: Outcome
    seed: int | None
    assumptions: tuple[str, ...]
    settings: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "settings", MappingProxyType(dict(self.settings)))

    @property
    def sentence(self) -> str:
        """The counts in words, the blind attacker beside them."""
        hits = f"{self.main.hits:,} of {self.main.attempts:,} trials isolate a row"
        return f"{self.name}: {hits}; a blind attacker does with probability {self.baseline:.3g}."

    @property
    def legal_line(self) -> str:
        """What may be said of it in an assessment."""
        return legal_line(self.main, self.baseline)


def demonstrated(
    name: str,
    main: Counts,
    baseline: float,
    *,
    log2_weight: float | None = None,
    theory: float | None = None,
    premise: bool = True,
    seed: int | None = None,
    assumptions: tuple[str, ...] = (),
    settings: Mapping[str, float] | None = None,
) -> Demonstration:
    """Put the outcome to what was counted (see `Demonstration`; `premise`: what the attack rests on holds)."""
    found = outcome(main, baseline, premise)
    return Demonstration(name, main, baseline, log2_weight, theory, found, seed, assumptions, settings or {})


def check_rows(n: float, least: int = 1) -> None:
    """Refuse a number of rows that is not whole, too small, or beyond what is counted exactly."""
    whole_number(n=n)
    in_range(least, n=n)
    at_most(MOST_ROWS, n=n)


def at_most(most: int, **given: float) -> None:
    """Refuse a number that is too large."""
    for name, number in given.items():
        if number > most:
            raise ParameterError(f"{name} must be at most {most:,}, got {number:g}.")


def check_trials(trials: float, drawn_each: float) -> None:
    """Refuse a number of trials that is not whole, below 1, or draws more numbers than can be waited for."""
    whole_number(trials=trials)
    in_range(1, trials=trials)
    if trials * drawn_each > MOST_DRAWN:
        raise ParameterError(
            f"{trials:,} trials would draw {trials * drawn_each:,} numbers, at most {MOST_DRAWN:,} can be: choose "
            "fewer trials, rows or columns."
        )


def check_epsilon(epsilon: float) -> None:
    """Refuse a privacy budget that is not a number above 0."""
    if not 0 < epsilon < float("inf"):
        raise ParameterError(f"ε must be above 0, got {epsilon:g}.")


def batches(trials: int, cells_each: int) -> list[int]:
    """How many trials to run at a time so that they fit into memory; they sum to all trials.

    Examples
    --------
    >>> batches(5, 1_000_000)
    [2, 2, 1]
    """
    size = max(1, AT_ONCE // max(1, cells_each))
    return [min(size, trials - start) for start in range(0, trials, size)]
