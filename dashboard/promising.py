"""What the second half of `again` looks at: a mechanism's settings and chances, a wrong estimate, a plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dashboard import compute, figures, jobs, state, words
from privacy_core import Missing, PrivacyError, ell_delta

START = {"ell": 3, "delta": 20, "p": 12, "releases": 2, "plan p": 100}
"""Where the sliders stand at first; chances as 1 in N."""
ERROR, ERROR_P, ERROR_DELTA, FINEST = 0.04, 0.05, 0.01, 0.005
"""The example of a wrong estimate: total variation error, p, δ, step of the slider."""
QUICK = 0.02
"""Seconds to wait for a simulation before the page is shown without it."""


@dataclass(frozen=True, eq=False)
class Mechanism:
    """Settings and what they promise, or why they promise nothing.

    Parameters
    ----------
    asked : the settings
    found : the promise; None where `refused` says why
    job : the simulation, made or being made
    """

    asked: compute.Settings
    found: compute.Promised | None
    refused: str | None
    job: jobs.Job | None

    @property
    def simulated(self) -> ell_delta.Simulation | None:
        """The simulation, once it has ended."""
        return self.job.result if self.job is not None and self.job.ended else None

    @property
    def one_in(self) -> int:
        """1/p, as it was set or as it follows from the cells."""
        asked = setting("p")
        return asked if self.found is None or self.asked.cells == compute.LEAN else round(1 / self.found.guarantee.p)

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return None if self.refused is None else words.plain(self.refused)

    @property
    def groups(self) -> list[figures.Odds]:
        """Four numbers for one release and, where there are more, for all together."""
        once = figures.Odds(words.one_release(), words.delta_line(self.asked, 1), self.asked.delta, self._rows(1))
        if self.asked.releases == 1:
            return [once]
        several = words.linked_releases(self.asked.releases), words.delta_line(self.asked, self.asked.releases)
        return [once, figures.Odds(*several, self.asked.releases * self.asked.delta, self._rows(self.asked.releases))]

    def _rows(self, releases: int) -> list[figures.Odd]:
        failing = self.found.once if releases == 1 else self.found.linked
        rows = [
            figures.Odd(words.ROWS[0], failing.bound, words.odds(failing.bound), "bound"),
            figures.Odd(words.ROWS[1], failing.cells, words.odds(failing.cells), "bound"),
            self._counted(failing),
        ]
        return [*rows, self._simulated(failing)] if releases == self.asked.releases else rows

    def _counted(self, failing: ell_delta.Failure) -> figures.Odd:
        """The chance itself or, where it can only be simulated, that of a missing target value, which bounds it."""
        if failing.diversity is None:
            return figures.Odd(words.TARGET_ROW, failing.target, words.odds(failing.target), "bound")
        return figures.Odd(words.ROWS[2], failing.diversity, words.odds(failing.diversity), "exact")

    def _simulated(self, failing: ell_delta.Failure) -> figures.Odd:
        name, found = words.simulated_name(failing), self.simulated
        if found is None:
            return figures.Odd(name, None, words.SIMULATING, "simulated")
        count, (low, high) = found.diversity, found.diversity_interval()
        return figures.Odd(name, count / found.trials, words.simulated(found), "simulated", low, high)


def setting(name: str) -> int:
    """Where a slider stands."""
    at: int = state.recall(f"promise set {name}", START[name])
    return at


def put(name: str, to: float) -> None:
    """Move a slider."""
    state.remember(f"promise set {name}", int(to))


def asked() -> compute.Settings:
    """The settings as they are."""
    cells = state.recall("promise cells", compute.LEAN)
    return compute.Settings(cells, setting("ell"), 1 / setting("delta"), 1 / setting("p"), setting("releases"))


def mechanism() -> Mechanism:
    """The mechanism of the present settings; its simulation is begun."""
    now = asked()
    try:
        found = compute.mechanism(now)
    except PrivacyError as refused:
        return Mechanism(now, None, str(refused), None)
    return Mechanism(now, found, None, jobs.ask(("simulated", now), compute.simulating(now), QUICK))


@dataclass(frozen=True, eq=False)
class Wrong:
    """An estimate that is off by ε: what was promised and what is so."""

    error: float
    found: ell_delta.Disappointment
    p: float
    delta: float


def wrong() -> Wrong:
    """The example of the present ε."""
    error = state.recall("promise set error", ERROR)
    return Wrong(error, compute.disappointment(ERROR_P, ERROR_DELTA, error), ERROR_P, ERROR_DELTA)


def put_error(to: float) -> None:
    """Move ε."""
    state.remember("promise set error", round(to, 6))


def plan() -> jobs.Job | None:
    """A plan for the open table, made or being made; None while a simulation runs, which beginning it would stop."""
    chosen = compute.cut(state.study())
    p, delta = 1 / setting("plan p"), 1 / setting("delta")
    about = (chosen.known, secret(), setting("ell"), delta, p, setting("releases"))
    key = ("plan", chosen, *about)
    other = jobs.another(key)
    if other is not None and other.key[0] == "simulated":
        return None
    return jobs.ask(key, compute.planning(chosen, *about))


def plan_missing() -> str | None:
    """What is missing before a plan can be made."""
    study = state.study()
    if study.source is None:
        return words.LOAD_FIRST
    if study.roles is None:
        return words.ROLES_FIRST
    if not study.roles.sensitive:
        return words.SECRET_FIRST
    if not study.roles.quasi_identifiers:
        return words.NO_KNOWN
    if study.policies.missing is Missing.WILDCARD:
        return words.WILDCARD
    return words.NOT_VALID if study.touched else None


def secrets() -> tuple[str, ...]:
    """Secrets of the open table."""
    return compute.cut(state.study()).secrets


def secret() -> str:
    """The secret a plan is made for."""
    wanted = state.recall("plan secret")
    return wanted if wanted in secrets() else secrets()[0]


@dataclass(frozen=True)
class Clicks:
    """What each control of the second half does."""

    put: Callable[[str, float], None] = put
    put_error: Callable[[float], None] = put_error


CLICKS = Clicks()
