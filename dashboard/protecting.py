"""What the protection settings look at: the open table protected in nineteen ways, each matched to it; the clicks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from dashboard import compute, figures, jobs, matching, receiving, releasing, state, words
from dashboard.compute import matching as work
from dashboard.compute.matched import At
from dashboard.compute.matching import Attacker, Truth
from dashboard.compute.protected import CONFIGURATIONS, Gathered, Protected, Sweep, sweeping
from privacy_core import PrivacyError, Study


@dataclass(frozen=True, eq=False)
class Seen:
    """What this part of the page shows.

    Parameters
    ----------
    study : the study
    attacker : who matches every release
    levels : ways to sort, finest first
    holdout : what the table of strangers is called; None without one
    several : whether people have several rows
    job, gathered : the work, and what it has so far
    missing, link, refused : what has to be done first, where, and why it cannot be done
    """

    study: Study
    attacker: Attacker | None = None
    levels: tuple[str, ...] = ()
    holdout: str | None = None
    several: bool = False
    job: jobs.Job | None = None
    gathered: Gathered | None = None
    missing: str | None = None
    link: str | None = None
    refused: str | None = None

    @property
    def rows(self) -> tuple[Protected, ...]:
        """What is done so far."""
        held = jobs.result(self.job, Sweep)
        if held is not None:
            return held.rows
        return () if self.gathered is None else self.gathered.rows

    @property
    def whole(self) -> bool:
        """Whether all configurations were matched."""
        return len(self.rows) == len(CONFIGURATIONS)

    @property
    def running(self) -> bool:
        """Whether more will come."""
        return self.job is not None and not self.job.ended

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return jobs.refusal(self.refused, self.job)

    @property
    def level(self) -> int:
        """The way to sort that is shown; at first none, so that no protection gains by parting blocks."""
        name = state.recall("match sweep level")
        return self.levels.index(name) if name in self.levels else len(self.levels) - 1

    def at(self, row: Protected) -> At | None:
        """One protection, sorted as shown."""
        return row.at[self.level] if row.at else None

    @property
    def best(self) -> Protected | None:
        """The protection that leaves least more than luck; of those that leave nothing more, the cheapest."""
        found = [(one, at) for one in self.rows if (at := self.at(one)) is not None]
        return min(found, key=_left, default=(None, None))[0]

    @property
    def nothing_more(self) -> bool:
        """Whether the best one leaves nothing more than luck."""
        at = None if self.best is None else self.at(self.best)
        return at is not None and at.nothing_more

    @property
    def chart(self) -> list[figures.Row]:
        """A row per protection; those still to come have a name only."""
        done = {one.name: self._row(one) for one in self.rows}
        return [done.get(name) or figures.Row(family, name, None, None, None) for name, family in CONFIGURATIONS]

    def _row(self, one: Protected) -> figures.Row:
        at = self.at(one)
        if at is None:
            return figures.Row(one.family, one.name, None, None, None, reason=words.no_release(one))
        right = None if at.accuracy is None else 100 * at.accuracy
        tone = "" if not self.whole or one is not self.best else "held" if self.nothing_more else "loud"
        drawn, note = (100 * at.rate, 100 * at.luck, right), words.protection_note(one)
        return figures.Row(one.family, one.name, *drawn, note, tone=tone, above=not at.nothing_more)


def _left(one: tuple[Protected, At]) -> tuple[float, float]:
    row, at = one
    changed = 1.0 if row.unchanged is None else 1 - row.unchanged
    return (0.0 if at.nothing_more else at.above), changed


def seen() -> Seen:
    """Protect and match, or say what is missing."""
    study = state.study()
    why = releasing.missing(study)
    if why is not None:
        return Seen(study, missing=why, link="publish")
    cut, specs = compute.cut(study), study.blur.trees
    how = replace(matching.attacker(study, Truth(by_row=True)), fit=work.SOURCE)
    levels = how.levels or work.usual_levels(how.known)
    several = compute.with_several_rows(cut) > 0
    shown = Seen(study, how, levels, several=several)
    key = ("protected", cut, study.roles, specs, how)
    try:
        held, made = work.held_table(cut), work.known_trees(cut, specs)
        doing = partial(sweeping, held, study.roles, made, how)
        job, (called, _, content), why = receiving.beside_strangers(
            lambda _, given, content: jobs.ask((*key, content), doing(given, _gathered((*key, content)))),
            receiving.refused_with,
        )
    except PrivacyError as refused:
        return replace(shown, refused=str(refused))
    return replace(shown, job=job, holdout=called, gathered=_gathered((*key, content)), refused=why)


def _gathered(key: tuple[Any, ...]) -> Gathered:
    """Where the sweep with this key gathers; only the newest is kept."""
    held: dict[tuple[Any, ...], Gathered] = state.slot("match sweep", dict)
    if key not in held:
        held.clear()
        held[key] = Gathered()
    return held[key]


@dataclass(frozen=True)
class Clicks:
    """What each control does."""

    strangers: Callable[[], None] = receiving.strangers


CLICKS = Clicks()
