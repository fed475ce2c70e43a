"""What the rare descriptions look at: which release, whose luck, how often it is tried; the clicks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from dashboard import attacking, compute, figures, jobs, matching, receiving, releasing, state, words
from dashboard.compute import describing as work
from dashboard.compute import matching as matched
from dashboard.compute.describing import Asked, Attack, Described, Refused
from dashboard.releasing import Chosen
from privacy_core import Study, attacks


@dataclass(frozen=True, eq=False)
class Seen:
    """What this part of the page shows.

    Parameters
    ----------
    study : the study
    chosen : the release
    asked : what is tried
    columns : that a description may be made of
    people : whether each row is another person
    holdout : what the table of strangers is called; None without one
    job : the tries
    missing, link, refused : what has to be done first, where, and why it cannot be done
    before : what came of earlier choices, to be shown dimmed
    """

    study: Study
    chosen: Chosen
    asked: Asked | None = None
    columns: tuple[str, ...] = ()
    people: bool = True
    holdout: str | None = None
    job: jobs.Job | None = None
    missing: str | None = None
    link: str | None = None
    refused: str | None = None
    before: Described | None = None

    @property
    def found(self) -> Described | None:
        """What came of it, once it is there."""
        if self.before is not None:
            return self.before
        return jobs.result(self.job, Described)

    def showing(self, before: Described) -> Seen:
        """The same, with what came of earlier choices."""
        return replace(self, before=before)

    @property
    def at(self) -> int:
        """The way to describe a person that is looked at; at first the one that gains most."""
        named = state.recall("isolate rare way")
        if named in words.RARE_WAYS:
            return words.RARE_WAYS.index(named)
        shown = self.found if self.found is not None or self.job is None else jobs.before(self.job)
        return shown.loudest if isinstance(shown, Described) else 0

    @property
    def looked_at(self) -> Attack | None:
        """What that way came to; None while it is tried, or where it could not be."""
        one = None if self.found is None else self.found.several[self.at]
        return None if isinstance(one, Refused) else one

    @property
    def tries(self) -> work.Tries | None:
        """Every try of it, where it is known how rare its descriptions are."""
        return None if self.looked_at is None else work.tries(self.looked_at, self.rows)

    @property
    def rows(self) -> int:
        """Rows of the open table."""
        return matched.held_table(compute.cut(self.study)).n_rows

    @property
    def rarer(self) -> int:
        """How many times rarer than 1 row of the table a description must be to count as rare."""
        return int(setting("rarer", work.FIRST_RARER))

    @property
    def limit(self) -> float:
        """Weight below which a description is rare."""
        return 1 / (self.rarer * max(self.rows, 1))

    @property
    def reached(self) -> work.Reached | None:
        """Counts of the way that is looked at."""
        return None if self.found is None else self.found.counts[self.at]

    @property
    def crowds(self) -> attacks.ClassPredicates | None:
        """What the crowds' descriptions came to, at this limit; None where they were refused."""
        crowds = None if self.found is None else self.found.crowds
        return None if crowds is None or isinstance(crowds, Refused) else work.rarer_than(crowds, self.limit)

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it: of the whole, or of the first way that was refused."""
        whole, found = jobs.refusal(self.refused, self.job), self.found
        if whole is not None or found is None:
            return whole
        refused = [one.reason for one in found.several if isinstance(one, Refused)]
        return words.plain(refused[0]) if refused else None


def seen() -> Seen:
    """Try the descriptions of what is chosen, or say what is missing."""
    return releasing.looked_at(Seen, _tried)


def _tried(study: Study, one: Chosen) -> Seen:
    columns, people = attacking.usable(study), not compute.with_several_rows(compute.cut(study))
    asked = tries(study, columns)
    begun = releasing.begun("describe", study, one, (asked,), work.describing, _none_tried)
    return Seen(study, one, asked, columns, people, begun.holdout, begun.job, refused=begun.refused)


def _none_tried(job: jobs.Job) -> str | None:
    """Why no way to describe a person could be tried."""
    found = jobs.result(job, Described)
    if found is None:
        return receiving.refused_with(job)
    reasons = [one.reason for one in found.several if isinstance(one, Refused)]
    return reasons[0] if len(reasons) == len(found.several) else None


def tries(study: Study, columns: tuple[str, ...]) -> Asked:
    """What is tried, as it is set."""
    return Asked(
        study.roles.quasi_identifiers,
        columns,
        min(int(setting("together", work.FIRST_COLUMNS)), max(len(columns), 1)),
        int(setting("tries", work.FIRST_TRIES)),
        int(setting("seed", matched.FIRST_SEED)),
    )


def setting(name: str, first: float) -> float:
    """How one thing is set."""
    at = state.recall(f"isolate rare {name}")
    return first if at is None else at


def put(name: str, to: Any) -> None:
    """Set one thing."""
    state.remember(f"isolate rare {name}", to)


def picture(shown: Seen, tries: work.Tries) -> tuple[list[figures.Rare], figures.Frame]:
    """A mark per group of tries, the curve of luck, the line below which a description is rare."""
    line = shown.limit, words.rare_cut(shown)
    judged = shown.holdout is not None
    return [_mark(one, judged) for one in tries.groups], figures.Frame(
        tries.curve, words.rare_peak(shown), line, tries.ends
    )


def _mark(one: attacks.singling_out.WeightGroup, judged: bool) -> figures.Rare:
    low, high = one.tried.interval
    shares = (100 * share for share in (one.tried.rate, one.blind, low, high))
    return figures.Rare("members", one.weight, *shares, above=judged and one.outcome is attacks.Outcome.BEATS)


def tried(found: Described) -> list[figures.Tried]:
    """Three counts per attack, on one scale."""
    return [row for head, one in zip(words.RARE_HEADS, found.counts, strict=True) for row in _rows(head, one)]


def _rows(head: str, counts: work.Reached | None) -> Iterator[figures.Tried]:
    yield figures.Tried("head", head)
    if counts is None or not counts.main.attempts:
        yield figures.Tried("none", words.NOT_TRIED)
        return
    yield from attacking.counted(counts.main, counts.control, counts.blind)


@dataclass(frozen=True)
class Clicks:
    """What each control does."""

    put: Callable[[str, Any], None] = put
    upload: Callable[[str], None] = receiving.upload
    let_go: Callable[[str], None] = receiving.let_go
    strangers: Callable[[], None] = receiving.strangers
    forget_pair: Callable[[], None] = matching.forget_pair


CLICKS = Clicks()
