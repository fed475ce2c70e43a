"""What the totals of `isolate` look at: how many, how much noise, what counts as rare, how much is luck; the clicks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from dashboard import figures, jobs, state, words
from dashboard.compute import totalling as work
from dashboard.compute.totalling import Lines, Luck, Totals, Tried
from privacy_core import attacks

START = {
    "rows": 1000,
    "bits": 20,
    "counts": 21,
    "epsilon": 1.0,
    "trials": 1000,
    "seed": 1,
    "luck rows": 1000,
    "luck weight": -3.0,
}
LEAST = -12.0
"""Log10 of the smallest weight on the axis of luck."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What this part of the page shows.

    Parameters
    ----------
    asked : what is published
    job : the tries
    """

    asked: Totals
    job: jobs.Job | None = None

    @cached_property
    def lines(self) -> Lines:
        """The lines, at once."""
        return work.lines(self.asked)

    @property
    def tried(self) -> Tried | None:
        """What was tried, once it is there."""
        return jobs.result(self.job, Tried)

    @property
    def exact(self) -> float:
        """Share of releases of exact totals in which somebody is singled out."""
        return self.lines.exact[self.asked.counts] / 100

    @property
    def noise(self) -> float:
        """The same with noise."""
        return self.lines.noise[self.asked.counts] / 100

    @property
    def bound(self) -> float | None:
        """The most that this noise allows any attacker; None where it promises nothing."""
        at = self.lines.bound[self.asked.counts] / 100
        return at if at < 1 else None

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return jobs.refusal(None, self.job)


def seen() -> Seen:
    """The totals as they are set, and tries of them."""
    asked = as_set()
    job = jobs.ask(("totals", asked), work.trying(asked))
    return Seen(asked, job)


def as_set() -> Totals:
    """Where the sliders stand."""
    return Totals(
        int(setting("rows")),
        int(setting("bits")),
        int(setting("counts")),
        float(setting("epsilon")),
        adaptive(),
        int(setting("trials")),
        int(setting("seed")),
    )


def luck() -> Luck:
    """Blind luck where the two sliders stand."""
    weight = 10.0 ** float(setting("luck weight"))
    given = int(setting("luck rows")), min(weight, 1.0), 10.0**LEAST
    return work.luck(*given, int(setting("trials")), int(setting("seed")))


def adaptive() -> bool:
    """Whether totals are asked for one after another."""
    return state.recall("lab asked", words.AT_ONE_TIME) == words.ONE_BY_ONE


def setting(name: str) -> float:
    """Where a slider stands."""
    at: float = state.recall(f"lab set {name}", START[name])
    return at


def put(name: str, to: float) -> None:
    """Move a slider."""
    state.remember(f"lab set {name}", to)


def picture(found: Seen) -> tuple[list[figures.Climb], list[figures.Measured]]:
    """The lines, and what was tried at the user's number of totals."""
    held, tried = found.lines, found.tried
    blind = [held.blind] * len(held.exact)
    values = {"exact": held.exact, "noise": held.noise, "luck": blind, "bound": held.bound}
    drawn = [figures.Climb(kind, shares, words.TOTAL_LINES[kind]) for kind, shares in values.items()]
    both = {} if tried is None else {"exact": tried.exact, "noise": tried.noise}
    return drawn, [_measured(kind, found.asked.used, one) for kind, one in both.items() if one is not None]


def _measured(kind: str, at: int, one: attacks.singling_out.Demonstration) -> figures.Measured:
    low, high = one.main.interval
    return figures.Measured(kind, at, 100 * one.main.rate, 100 * low, 100 * high, words.TRIED_MARK)


def luck_picture(found: Luck) -> tuple[list[figures.Rare], figures.Frame]:
    """The curve of luck and the mark that was tried on it."""
    low, high = found.tried.main.interval
    blind = 100 * found.tried.theory
    mark = figures.Rare("choice", found.weight, 100 * found.tried.main.rate, blind, 100 * low, 100 * high)
    frame = figures.Frame(found.curve, words.luck_peak(found), None, (10.0**LEAST, 1.0))
    return [mark], frame


@dataclass(frozen=True)
class Clicks:
    """What each control does."""

    put: Callable[[str, float], None] = put


CLICKS = Clicks()
