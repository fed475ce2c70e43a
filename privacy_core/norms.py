"""Published numbers that a release is compared with, each with its source; imports nothing of ours.

A number here is what a text says, not permission: the page says "below the threshold you chose (source …)".
"""

from __future__ import annotations

import datetime
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import ceil

MONTHS = 12
"""A row not compared with its source for longer than this many months is stale."""


class Measure(StrEnum):
    """What a norm limits."""

    PROBABILITY = "probability"
    ATTEMPT = "probability times attempt"
    MATCH = "probability of a correct match"
    SMALLEST = "smallest class"
    EXPECTED = "expected share"
    AT_RISK = "records at risk"
    POPULATION = "population uniqueness"
    CELL = "cell count"
    ROUNDING = "rounding"
    RULE = "rule"
    WORDS = "words"


class Over(StrEnum):
    """Which of many numbers is compared: the worst person's, everyone's average, the smallest group's."""

    MAXIMUM = "maximum"
    AVERAGE = "average"
    MINIMUM = "minimum"
    NONE = "none"


class Verified(StrEnum):
    """How a row was checked."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    MEMORY = "memory"

    @property
    def words(self) -> str:
        """The same, written out."""
        return {
            "primary": "read in the source itself",
            "secondary": "read in a text that quotes the source",
            "memory": "from memory, not checked",
        }[self.value]


@dataclass(frozen=True, slots=True)
class Norm:
    """One published number.

    Parameters
    ----------
    name : key
    title : a few words
    value : the number as the source prints it; None where it gives none
    exact : the fraction the source means, such as 1/11 where it prints 0.09; else None
    measure, over : which number of a table is compared
    release : "public", "not public" or "any"
    context, jurisdiction, source : where it comes from and what for
    verified : how this row was checked
    date : date of the source, as far as it gives one
    checked : day this row was last compared with its source
    note : what else must be said, or ""
    """

    name: str
    title: str
    value: float | None
    exact: Fraction | None
    measure: Measure
    over: Over
    release: str
    context: str
    jurisdiction: str
    source: str
    verified: Verified
    date: str
    checked: datetime.date
    note: str = ""

    @property
    def limit(self) -> float | None:
        """The number to compare with: the exact fraction where the source means one."""
        return self.value if self.exact is None else float(self.exact)

    @property
    def number(self) -> str:
        """The number as text: "1 in 11 (0.0909), printed as 0.09"; without one, "no number".

        Examples
        --------
        >>> named_norm("ema-0070").number, named_norm("hdx").number, named_norm("wp216").number
        ('1 in 11 (0.0909), printed as 0.09', '0.03', 'no number')
        """
        if self.value is None:
            return "no number"
        if self.exact is None:
            return f"{self.value:,.10g}"
        printed = f"1 in {self.exact.denominator} ({float(self.exact):.4f})"
        return printed if self.exact == Fraction(str(self.value)) else f"{printed}, printed as {self.value:g}"


@dataclass(frozen=True, slots=True)
class Line:
    """The crowd size a norm asks for.

    Parameters
    ----------
    k : smallest crowd within the norm as its source means it
    strict_k : the same when the printed number is taken literally
    words : both, where they differ
    """

    k: int
    strict_k: int
    words: str


@cache
def all_norms() -> tuple[Norm, ...]:
    """Every published number, in the order of the file.

    Examples
    --------
    >>> first = all_norms()[0]
    >>> first.value, first.exact, first.over.value, first.verified.words
    (0.09, Fraction(1, 11), 'maximum', 'read in a text that quotes the source')
    """
    text = files("privacy_core").joinpath("norms.toml").read_text(encoding="utf-8")
    return tuple(_norm(row) for row in tomllib.loads(text)["norm"])


def _norm(row: dict[str, str | float]) -> Norm:
    texts = {name: str(row[name]) for name in ("name", "title", "release", "context", "jurisdiction", "source", "date")}
    return Norm(
        **texts,
        value=float(row["value"]) if "value" in row else None,
        exact=Fraction(str(row["exact"])) if "exact" in row else None,
        measure=Measure(str(row["measure"])),
        over=Over(str(row["over"])),
        verified=Verified(str(row["verified"])),
        checked=datetime.date.fromisoformat(str(row["checked"])),
        note=str(row.get("note", "")),
    )


def named_norm(name: str) -> Norm:
    """The norm of that name.

    Raises
    ------
    KeyError
        There is none.
    """
    return {norm.name: norm for norm in all_norms()}[name]


def k_for(norm: Norm) -> Line | None:
    """The crowd everyone needs so that the worst chance is within a norm; None where it sets no crowd.

    0.09 is 1/11 rounded down: taken literally it rejects crowds of 11 and asks for 12, which its
    source does not mean. Averages set no crowd for everyone.

    Examples
    --------
    >>> k_for(named_norm("ema-0070"))
    Line(k=11, strict_k=12, words='1 in 11 (0.0909): crowds of 11; 0.09 taken literally: crowds of 12')
    >>> k_for(named_norm("ontario-medium")).words
    '0.075: crowds of 14 (texts say about 15)'
    >>> k_for(named_norm("ihe-shared-low")) is None
    True
    """
    if norm.value is None or norm.limit is None:
        return None
    if norm.measure is Measure.SMALLEST:
        return Line(int(norm.value), int(norm.value), f"crowds of {norm.value:.0f}")
    if norm.over is not Over.MAXIMUM:
        return None
    meant, literal = _crowd(norm.exact or norm.value), _crowd(norm.value)
    shown = f"1 in {meant} ({1 / meant:.4f})" if norm.exact else f"{norm.value:g}"
    about = " (texts say about 15)" if norm.value == 0.075 else ""
    words = f"{shown}: crowds of {meant}{about}"
    return Line(
        meant, literal, words if meant == literal else f"{words}; {norm.value:g} taken literally: crowds of {literal}"
    )


def _crowd(chance: float | Fraction) -> int:
    """Smallest k with 1/k at most the chance, without rounding."""
    return ceil(1 / Fraction(str(chance)))


def stale(today: datetime.date, norm: Norm) -> str | None:
    """Warn when a row was last compared with its source more than 12 months ago, or never.

    Examples
    --------
    >>> stale(datetime.date(2026, 12, 1), all_norms()[0]) is None
    True
    >>> stale(datetime.date(2028, 1, 1), all_norms()[0])
    'Last compared with its source on 2026-11-29, more than 12 months ago: look it up before you rely on it.'
    """
    if norm.verified is Verified.MEMORY:
        return "From memory, never compared with its source: look it up before you rely on it."
    months = 12 * (today.year - norm.checked.year) + today.month - norm.checked.month - (today.day < norm.checked.day)
    if months < MONTHS or (months == MONTHS and today.day == norm.checked.day):
        return None
    return (
        f"Last compared with its source on {norm.checked.isoformat()}, more than {MONTHS} months ago: "
        "look it up before you rely on it."
    )
