"""Stages of long work: how far the whole is, and what each took."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from privacy_core.progress import Progress, report


class Clock:
    """How far the whole is, and the seconds of each stage; `said` is told with every report."""

    def __init__(self, progress: Progress) -> None:
        self.progress, self.costs, self.said = progress, dict[str, float](), ""
        self.low = self.high = 0.0

    @contextmanager
    def __call__(self, stage: str, until: float) -> Iterator[None]:
        self.low, self.high, self.said = self.high, until, ""
        report(self.progress, self.low, stage)
        begun = perf_counter()
        yield
        self.costs[stage] = perf_counter() - begun

    def within(self, share: float, doing: str) -> bool:
        """Tell how far a part of the stage is, and what else is to be said."""
        return self.progress(self.low + share * (self.high - self.low), doing + self.said)
