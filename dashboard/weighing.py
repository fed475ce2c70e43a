"""What other ways to match look at: Fellegi–Sunter beside the chain, one pair's weights, distances, a shift."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from dashboard import compute, figures, jobs, matching, receiving, state, words
from dashboard.compute import matching as work
from dashboard.compute.matched import SAME, Match
from dashboard.compute.weighing import FIRST_K, Beside, Weights, beside, shifting
from privacy_core import linkage


@dataclass(frozen=True, eq=False)
class Seen:
    """What this part of the page shows.

    Parameters
    ----------
    matched : the chain's result, or what it waits for
    job : the other ways
    shift : the experiment
    k : crowds that the experiment makes
    """

    matched: matching.Seen
    job: jobs.Job | None = None
    shift: jobs.Job | None = None
    k: int = FIRST_K

    @property
    def found(self) -> Beside | None:
        """What the other ways link, once it is there."""
        return jobs.result(self.job, Beside)

    @property
    def moved(self) -> linkage.Shift | None:
        """The experiment, once it is done."""
        return jobs.result(self.shift, linkage.Shift)

    @property
    def missing(self) -> str | None:
        """What has to be done first."""
        return self.matched.missing

    @property
    def link(self) -> str | None:
        """The page where."""
        return self.matched.link

    @property
    def waits(self) -> jobs.Job | None:
        """Work without which nothing is shown."""
        return self.matched.job if self.matched.found is None else self.job

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return self.matched.said or jobs.refusal(None, self.job)

    @property
    def level(self) -> int:
        """The way to sort that is shown; at first the coarsest, where all are compared."""
        found = self.matched.found
        name = state.recall("match beside level")
        return found.levels.index(name) if name in found.levels else len(found.levels) - 1

    @property
    def weights(self) -> tuple[int, int, Weights] | None:
        """What columns say of the chosen pair."""
        return self.found.weights(self.level, state.recall("match weighed") or 0)


def seen() -> Seen:
    """Match in other ways, once the chain has matched; then the experiment."""
    chain = matching.seen()
    if chain.found is None:
        return Seen(chain)
    key: tuple[Hashable, ...] = chain.job.key[1:]
    job = jobs.ask(("beside", *key), beside(chain.found))
    shown = Seen(chain, job, k=int(matching.setting("k", FIRST_K)))
    return shown if not job.ended or job.result is None else replace(shown, shift=_shift(shown))


def _shift(shown: Seen) -> jobs.Job:
    """Coarsen and match again; the release that is looked at plays no part in it."""
    study = shown.matched.study
    cut, content = compute.cut(study), shown.matched.job.key[-1]
    strangers = next(table for _, table, of in receiving.holdouts() if of == content)
    how = shown.matched.attacker
    key = ("shift", cut, how, content, shown.k)
    return jobs.ask(key, shifting(work.held_table(cut), study.roles, how, strangers, shown.k))


def methods(found: Beside, level: int) -> list[figures.Row]:
    """The chain and Fellegi–Sunter at one way to sort."""
    one, at = found.baselines.fields[level], _calibrated(found.found, level)
    rows = [figures.Row(words.EQUAL_LUCK, words.CHAIN_HERE, *at, tone="loud", above=_above(*at))]
    several = (words.EQUAL_LUCK, words.FIELDS_HERE, one.matched), (words.ITS_LINE, words.FIELDS_EVEN, one.even)
    for group, name, cut in several:
        reason = words.no_weights(one) if cut is None else ""
        drawn = (None,) * 3 if cut is None else _of_100(cut)
        rows.append(figures.Row(group, name, *drawn, reason=reason, above=_above(*drawn)))
    return rows


def _calibrated(found: Match, level: int) -> tuple[float | None, ...]:
    here, top = found.risk.calibration, found.risk.top_one
    accuracy = None if top is None else 100 * top.at(level, float(here.tau[level]))[1]
    return 100 * float(here.rate[level]), 100 * float(here.control_at[level]), accuracy


def _of_100(cut: linkage.Cut) -> tuple[float | None, ...]:
    return tuple(None if value is None else 100 * value for value in (cut.rate, cut.control, cut.accuracy))


def _above(members: float | None, luck: float | None, _: float | None) -> bool:
    """Whether members link more often than by luck; not where luck is not known."""
    return members is not None and luck is not None and members - luck > 100 * SAME + 1e-9


def experiment(moved: linkage.Shift) -> list[figures.Row]:
    """Each method before, after at the line it had, and after at a matched false-positive rate."""
    return [row for one in moved.methods for row in _stages(one)]


def _stages(one: linkage.Moved) -> Iterator[figures.Row]:
    several = ((words.BEFORE_SHIFT, one.before.own), (words.KEPT_LINE, one.after.own))
    several += () if one.again is None else ((words.NEW_WEIGHTS, one.again),)
    for name, cut in (*several, (words.MATCHED_LINE, one.after.matched)):
        tone = "loud" if cut is one.after.own and one.over_links else ""
        drawn, note = _of_100(cut), words.cut_note(cut)
        yield figures.Row(words.WAY_NAMES[one.method], name, *drawn, note=note, tone=tone, above=_above(*drawn))


def walk(step: int) -> None:
    """Go to another pair."""
    state.remember("match weighed", max((state.recall("match weighed") or 0) + step, 0))


@dataclass(frozen=True)
class Clicks:
    """What each control does."""

    put: Callable[[str, Any], None] = matching.put
    walk: Callable[[int], None] = walk


CLICKS = Clicks()
