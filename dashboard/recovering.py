"""What `undo` looks at: two rows, a crowd of a made-up table, a release of one's own; and what a click does."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any

from dashboard import compute, figures, jobs, matching, receiving, releasing, state, words
from dashboard.compute import matching as tables
from dashboard.compute import recovering as work
from dashboard.compute.recovering import Asked, Audited, Undone
from dashboard.releasing import Chosen
from privacy_core import PrivacyError, Study
from privacy_core.attacks import Outcome, downcoding

START = {"two": 2, "rare": 50, "k": 10, "dims": 64, "seed": work.FIRST_DRAW}
"""Where the sliders stand at first."""


def part() -> str:
    """Which part of the page is looked at."""
    at: str = state.recall("undo part", words.UNDO_PARTS[0])
    return at


def setting(name: str) -> int:
    """Where a slider stands."""
    at: int = state.recall(f"undo set {name}", START[name])
    return at


def put(name: str, to: float) -> None:
    """Move a slider."""
    state.remember(f"undo set {name}", int(to))
    state.remember("undo tried", None)


@dataclass(frozen=True, eq=False)
class Smallest:
    """A crowd in one column with two bands: every table that fits, and those that are left.

    Parameters
    ----------
    k, rare : people of the crowd; people of 100 who are of the second band
    frugal : whether the attacker knows that nothing is blurred needlessly
    found : what the core says
    """

    k: int
    rare: int
    frugal: bool
    found: downcoding.Smallest
