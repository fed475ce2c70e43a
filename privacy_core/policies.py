"""How doubtful rows are counted. Every policy is printed beside the numbers it governs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

TOLERANCE = 1e-9
"""Slack of every comparison with a threshold, so that 1/5 keeps a promise of 0.2."""


class Missing(StrEnum):
    """What a missing quasi-identifier is: a value of its own, anything, or a reason to leave the row out."""

    OWN = "own"
    WILDCARD = "wildcard"
    DROP = "drop"


class MissingSensitive(StrEnum):
    """What a missing sensitive value is: a value of its own, or left out everywhere."""

    OWN = "own"
    OUT = "out"


class Suppressed(StrEnum):
    """What a suppressed record is: left out of every class, or one class with all others."""

    OUT = "out"
    CLASS = "class"


class Prior(StrEnum):
    """Whose distribution a class is compared with: the judged table's or the original table's."""

    TABLE = "table"
    ORIGINAL = "original"


class Unit(StrEnum):
    """What k counts: rows, distinct persons of a class, or persons with equal multisets of rows."""

    ROWS = "rows"
    PERSONS = "persons"
    HISTORIES = "histories"


@dataclass(frozen=True, slots=True)
class Policies:
    """How doubtful rows are counted; printed beside every number.

    Parameters
    ----------
    missing, missing_sensitive, suppressed : what missing values and suppressed records count as
    unit : what a promise of k is judged in; with a person column rows become persons
    prior : whose distribution t, β and δ-disclosure compare with
    """

    missing: Missing = Missing.OWN
    missing_sensitive: MissingSensitive = MissingSensitive.OWN
    suppressed: Suppressed = Suppressed.OUT
    unit: Unit = Unit.ROWS
    prior: Prior = Prior.TABLE
