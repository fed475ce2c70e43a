"""What `undo` looks at: two rows, a crowd of a made-up table, a release of one's own; and what a click does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from dashboard import figures, jobs, state, words
from dashboard.compute import recovering as work
from dashboard.compute.recovering import Asked, Undone
from privacy_core import attacks

START = {"two": 2, "rare": 50, "k": 10, "dims": 64, "rho": 0.0, "seed": work.FIRST_DRAW}
"""Where the sliders stand at first."""

DRAWS = work.DRAWS
"""Draws that are made while somebody waits."""


def part() -> str:
    """Which part of the page is looked at."""
    at: str = state.recall("undo part", words.UNDO_PARTS[0])
    return at


def setting(name: str) -> Any:
    """Where a slider stands."""
    return state.recall(f"undo set {name}", START[name])


def put(name: str, to: float) -> None:
    """Move a slider; a draw that was looked for is no longer one of these settings."""
    state.remember(f"undo set {name}", type(START[name])(to))
    state.remember("undo searched", None)


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
    found: attacks.downcoding.Worlds

    @property
    def picture(self) -> tuple[figures.World, list[figures.World]]:
        """What was published, and every table that fits."""
        said = words.SEEN_HEAD, words.SEEN_NOTE, words.SEEN_SHORT
        one = figures.World([("?", self.k)], [(self.found.published, self.k)], True, *said)
        return one, [self._drawn(world) for world in self.found.worlds]

    def _drawn(self, one: attacks.downcoding.World) -> figures.World:
        said = words.world_verdict(one.left, self.frugal), words.world_chance(one.before, one.now)
        made = one.made if self.frugal else [(self.found.published, self.k)]
        told = one.left and (self.found.left == 1 or (self.tells and (self.found.rarer, 1) in one.original))
        return figures.World(one.original, made, one.left, *said, words.world_now(one.now), told)

    @property
    def outcome(self) -> attacks.Outcome:
        """Whether knowing the method beats not knowing it."""
        return self.found.outcome

    @property
    def tells(self) -> bool:
        """Whether it makes the best guess at the table better by what can be noticed."""
        return self.found.tells


def smallest() -> Smallest:
    """The smallest demonstration as its sliders stand."""
    k, rare, frugal = setting("two"), setting("rare"), state.recall("undo frugal", True)
    return Smallest(k, rare, frugal, attacks.downcoding.worlds(k, rare / 100, frugal))


@dataclass(frozen=True, eq=False)
class Ten:
    """One crowd of a made-up table, and what many draws come to.

    Parameters
    ----------
    asked, seed : as the sliders stand
    job : the draw
    draws : many draws: stored ones, else a few made now; None while they are awaited
    stored : whether they are stored
    searched : what was found when a draw that works was looked for; None where none was
    searching : looking for one
    awaited : work that the page shows again for once it has ended
    """

    asked: Asked
    seed: int
    job: jobs.Job
    draws: attacks.downcoding.Trials | None = None
    stored: bool = False
    searched: attacks.downcoding.Search | None = None
    searching: jobs.Job | None = None
    awaited: jobs.Job | None = None

    @property
    def settings(self) -> attacks.downcoding.Clusters:
        """What is drawn."""
        return self.asked.settings

    @property
    def found(self) -> Undone | None:
        """The crowd, once it is there."""
        return jobs.result(self.job, Undone)

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return jobs.refusal(None, self.job)

    @property
    def picture(self) -> tuple[figures.Strip, figures.Spoken]:
        """The crowd as strips, and their words."""
        one = self.found
        heads = words.published_head(one), words.follows_head(one)
        said = figures.Spoken(
            *heads, words.beside_strip(one), words.ODD, words.STRIP_AXIS, words.PLACES, words.strip_message(one)
        )
        return figures.Strip(one.rows, one.coarse, one.coarse if one.refined else None, one.wrong, one.share), said

    @property
    def theory(self) -> attacks.downcoding.Theory | None:
        """What is expected, where a formula is known."""
        return attacks.downcoding.expected(self.settings, self.asked.rule)

    @property
    def outcome(self) -> attacks.Outcome:
        """What many draws come to; not measured before they are made."""
        return attacks.Outcome.NOT_MEASURED if self.draws is None else self.draws.outcome

    @property
    def singled_out(self) -> tuple[attacks.Counts, float]:
        """Draws in which every description fits exactly one person, and a blind attacker's chance at its weight."""
        return attacks.Counts(self.draws.all_isolate.hits, self.draws.trials), work.blind(self.asked)


def asked() -> Asked:
    """The demonstration as its sliders stand."""
    every = state.recall("undo every", False)
    return Asked(setting("k"), setting("dims"), setting("rho"), every)


def ten() -> Ten:
    """Draw a crowd and undo its blur; the draws to judge it by come from the store, or are made."""
    now = asked()
    looking = _searched(now)
    seed = setting("seed")  # a search that has just ended has moved it
    if looking is not None:
        return _meanwhile(Ten(now, seed, looking, searching=looking))
    one = jobs.ask(("undo", now, seed), work.drawing(now, seed))
    shown = Ten(now, seed, one, searched=state.recall("undo searched"))
    if not one.ended or one.refused is not None:
        return shown
    return _judged(shown)


def _meanwhile(shown: Ten) -> Ten:
    """What is known of these settings while a draw that works is looked for."""
    drawn, made = jobs.kept(("undo", shown.asked, shown.seed)), jobs.kept(("undo draws", shown.asked))
    kept = work.stored(shown.asked)
    several = kept if kept is not None or made is None else made.result
    there = shown if drawn is None else replace(shown, job=drawn)
    return replace(there, draws=several, stored=kept is not None)


def _judged(shown: Ten) -> Ten:
    kept = work.stored(shown.asked)
    if kept is not None:
        return replace(shown, draws=kept, stored=True)
    key = ("undo draws", shown.asked)
    job = jobs.ask(key, work.trying(shown.asked, work.FIRST_DRAW))
    return replace(shown, draws=job.result) if job.ended else replace(shown, awaited=job)


def _searched(now: Asked) -> jobs.Job | None:
    """Work that looks for a draw that works, while it does; the seed is taken once it is found."""
    first = state.recall("undo searching")
    if first is None:
        return None
    key = ("undo search", now, first)
    job = jobs.ask(key, work.finding(now, first))
    if job.ended:
        state.remember("undo searching", None)
        jobs.again(key)
        found = job.result
        if found is not None:  # without one the next search goes on behind the last draw that was tried
            put("seed", first + found.tried - 1)
        state.remember("undo searched", found)
        return None
    return job


def stored() -> attacks.downcoding.Stored:
    """All stored draws."""
    return attacks.downcoding.stored()


def curve() -> tuple[str, attacks.downcoding.Curve]:
    """The stored curve that is looked at, by the rule that is set where both are stored."""
    name: str = state.recall("undo curve", next(iter(words.CURVES_OF_DRAWS)))
    every = f"{name}, every class"
    names = [one.name for one in stored().curves]
    return name, stored()[every if state.recall("undo every", False) and every in names else name]


def points(name: str, found: attacks.downcoding.Curve, seen: Ten) -> list[figures.At]:
    """A stored curve as it is drawn; the present setting stands out."""
    return [_point(words.setting_at(name, one.at), one.trials, seen) for one in found.points]


def _point(label: str, one: attacks.downcoding.Trials, seen: Ten) -> figures.At:
    low, high = one.daleth.interval
    theory = None if one.theory is None else 100 * one.theory.daleth
    right = None if one.groups.rate is None else 100 * one.groups.rate
    now = (one.settings, one.rule) == (seen.settings, seen.asked.rule)
    return figures.At(label, 100 * one.daleth.rate, 100 * low, 100 * high, theory, right, now)


def typed() -> None:
    """A seed was typed; a draw that was looked for is no longer this one."""
    state.remember("undo searched", None)


def draw_again() -> None:
    """Draw other people."""
    put("seed", setting("seed") + 1)


def search() -> None:
    """Look for a draw that works, from the next seed on."""
    state.remember("undo searching", setting("seed") + 1)


@dataclass(frozen=True)
class Clicks:
    """What each control does."""

    put: Callable[[str, float], None] = put
    typed: Callable[[], None] = typed
    draw_again: Callable[[], None] = draw_again
    search: Callable[[], None] = search


CLICKS = Clicks()
