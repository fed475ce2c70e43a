"""What does hold against singling out, and under which conditions: no demonstration of a failure is the whole story."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf, log, log2
from types import MappingProxyType

from privacy_core.attacks.singling_out.baseline import baseline_high, baseline_low
from privacy_core.attacks.singling_out.demonstration import check_rows
from privacy_core.attacks.singling_out.noise import Bound, bound, counts_bound, dp_bound
from privacy_core.errors import in_range


class Origin(StrEnum):
    """Who says so."""

    PAPER = "paper"
    OURS = "ours"


@dataclass(frozen=True)
class Claim:
    """Something that is proved of releases, against every attack by predicates.

    Parameters
    ----------
    name : in a few words
    statement : one sentence
    conditions : what it rests on, one sentence each
    source : where it is proved
    origin : whether the statement is a paper's or ours
    bound : the most an attack achieves with the numbers that were given; None where the statement has no number
    numbers : what the bound is made of, by name
    """

    name: str
    statement: str
    conditions: tuple[str, ...]
    source: str
    origin: Origin
    bound: Bound | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", MappingProxyType(dict(self.numbers)))


COHEN_NISSIM = "Cohen & Nissim, Towards formalizing the GDPR's notion of singling out, PNAS 2020"
ROWS = "Rows are drawn independently from one distribution."
LOW = "The weight limit is negligible: below one over every power of the number of rows, as that grows."


def holding(n: int, w_low: float, w_high: float, epsilon: float = 1.0, delta: float = 0.0) -> tuple[Claim, ...]:
    """What is proved, each with its conditions and its number at these settings.

    Parameters
    ----------
    n : rows, at least 1
    w_low : weight limit of rare predicates, 0 to 1/n
    w_high : weight limit of broad ones, 1/n to 1
    epsilon, delta : of a differentially private release; epsilon above 0, delta in [0, 1]

    Returns
    -------
    claims : one count, one answer per row, what is made of a release, differential privacy, broad predicates

    Raises
    ------
    ParameterError
        A number is out of its range.

    Examples
    --------
    >>> for claim in holding(1000, 2**-20 / 1000, 0.05):
    ...     print(claim.name, "|", claim.origin.value, "|", claim.bound and claim.bound.words)
    one exact count | paper | at most 0.000955
    one yes or no about every row | ours | at most 1.91e-06
    what is made of a release | paper | None
    differential privacy | ours | at most 2.59e-06
    broad predicates | paper | None
    """
    check_rows(n)
    in_range(0, 1 / n, w_low=w_low)
    in_range(1 / n, 1, w_high=w_high)
    blind = baseline_low(n, w_low)
    return (
        _one_count(n, w_low, blind),
        _one_answer_each(n, w_low, blind),
        PROCESSED,
        _differential_privacy(n, w_low, epsilon, delta, blind),
        _broad(n, w_high),
    )


def broad_limit(n: int) -> float:
    """A weight far above log n / n, from which on predicates are called broad: (ln n)² / n, within 1/n and 1.

    Notes
    -----
    Source: ours; the paper asks for more than log n / n by a factor that grows, and leaves open which.

    Examples
    --------
    >>> round(broad_limit(1000), 4), broad_limit(2), broad_limit(1)
    (0.0477, 0.5, 1.0)
    """
    check_rows(n)
    return min(1.0, max(log(n) ** 2, 1.0) / n)


def _one_count(n: int, w_low: float, blind: float) -> Claim:
    return Claim(
        "one exact count",
        f"One exact count over the rows helps a blind attacker by a factor of {n + 1:,} at most, one for each way it "
        "can come out.",
        (ROWS, LOW, "One count only: several of them multiply their factors, and enough of them single rows out."),
        COHEN_NISSIM,
        Origin.PAPER,
        counts_bound(n, log2(w_low) if w_low else -inf),
        {"blind": blind, "factor": n + 1},
    )


def _one_answer_each(n: int, w_low: float, blind: float) -> Claim:
    """Given the answers rows stay independent; a predicate of weight w isolates with chance w max(n₀/p₀, n₁/p₁)."""
    return Claim(
        "one yes or no about every row",
        "To publish for every row whether one property holds gives an attacker at most 2 n w, as if each row were two.",
        (ROWS, LOW, "The property is fixed before the table is seen, and there is only one."),
        f"{COHEN_NISSIM}, call it the predicate mechanism; the bound is ours",
        Origin.OURS,
        bound(log(2 * n) + (log(w_low) if w_low else -inf)),
        {"blind": blind, "factor": 2},
    )


PROCESSED = Claim(
    "what is made of a release",
    "Whatever is computed from a release alone singles out no better than the release itself.",
    ("Nothing else about the people goes into what is computed.",),
    COHEN_NISSIM,
    Origin.PAPER,
)


def _differential_privacy(n: int, w_low: float, epsilon: float, delta: float, blind: float) -> Claim:
    return Claim(
        "differential privacy",
        "A differentially private release gives an attacker at most n (e^ε w + δ), and in general withstands singling "
        "out: what it tells of its rows is true of fresh ones as well.",
        (
            ROWS,
            "ε stays bounded as the number of rows grows, and δ is negligible.",
            "Rare predicates weigh at most 1/n, broad ones far more than log n / n.",
        ),
        f"{COHEN_NISSIM}, prove it in general, by generalization; the bound for rare predicates is ours",
        Origin.OURS,
        dp_bound(n, epsilon, w_low, delta),
        {"blind": blind, "epsilon": epsilon, "delta": delta},
    )


def _broad(n: int, w_high: float) -> Claim:
    return Claim(
        "broad predicates",
        "A predicate far broader than 1/n isolates a row by luck almost never, so to isolate with one is singling out "
        "as well; the blind attacker's best is B(n, w) at the limit.",
        (ROWS, "The weight is far more than log n / n; at a few times log n / n luck is still a power of 1/n."),
        COHEN_NISSIM,
        Origin.PAPER,
        None,
        {"blind": baseline_high(n, w_high), "weight": w_high, "log_n_over_n": log(n) / n},
    )
