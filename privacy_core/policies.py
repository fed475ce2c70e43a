"""How doubtful rows are counted. Every policy is printed beside the numbers it governs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

TOLERANCE = 1e-9
"""Slack of every comparison with a threshold, so that 1/5 keeps a promise of 0.2."""


class Missing(StrEnum):
    """What a missing quasi-identifier is: a value of its own, or a reason to leave the row out."""

    OWN = "own"
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


@dataclass(frozen=True, slots=True)
class Policies:
    """How doubtful rows are counted; printed beside every number."""

    missing: Missing = Missing.OWN
    missing_sensitive: MissingSensitive = MissingSensitive.OWN
    suppressed: Suppressed = Suppressed.OUT
    unit: str = "rows"
    prior: Prior = Prior.TABLE
