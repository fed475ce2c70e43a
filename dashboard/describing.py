"""What the rare descriptions look at: which release, whose luck, how often it is tried; the clicks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from dashboard import attacking, compute, figures, jobs, matching, receiving, releasing, state, words
from dashboard.compute import describing as work
from dashboard.compute import matching as matched
from dashboard.compute.describing import Asked, Described, Group, Refused
from dashboard.releasing import Chosen
from privacy_core import PrivacyError, Study, attacks


@dataclass(frozen=True, eq=False)
class Seen:
    """What this part of the page shows.

    Parameters
    ----------
    study : the study
    chosen : the release
    asked : what is tried
    columns : that a description may be made of
    holdout : what the table of strangers is called; None without one
    job : the tries
    missing, link, refused : what has to be done first, where, and why it cannot be done
    """

    study: Study
    chosen: Chosen
    asked: Asked | None = None
    columns: tuple[str, ...] = ()
    holdout: str | None = None
    job: jobs.Job | None = None
    missing: str | None = None
    link: str | None = None
    refused: str | None = None

    @property
    def found(self) -> Described | None:
        """What came of it, once it is there."""
        held = self.job.result if self.job is not None and self.job.ended else None
        return held if isinstance(held, Described) else None

    @property
    def crowds(self) -> attacks.ClassPredicates | None:
        """What the crowds' descriptions came to; None while they are tried, or where they could not be."""
        crowds = None if self.found is None else self.found.crowds
        return None if isinstance(crowds, Refused) else crowds

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it: of the whole, or of the crowds' descriptions."""
        whole = jobs.refusal(self.refused, self.job)
        if whole is None and self.found is not None and isinstance(self.found.crowds, Refused):
            return words.plain(self.found.crowds.reason)
        return whole


def seen() -> Seen:
    """Try the descriptions of what is chosen, or say what is missing."""
    study = state.study()
    one = releasing.chosen(study)
    if not one.ready:
        return Seen(study, one, job=one.job, missing=one.missing, link=one.link, refused=one.refused)
    return _tried(study, one)


def _tried(study: Study, one: Chosen) -> Seen:
    cut, specs = compute.cut(study), study.blur.trees
    called, strangers, content = receiving.holdout()
    columns = attacking.usable(study)
    asked = tries(study, columns)
    shown = Seen(study, one, asked, columns, called, refused=receiving.refused())
    key = ("describe", cut, specs, one.content, asked, content)
    try:
        release = one.release(cut, specs)
        held, made = matched.held_table(cut), matched.known_trees(cut, specs)
        job = jobs.ask(key, work.describing(held, release, asked, strangers, made))
    except PrivacyError as refused:
        return replace(shown, refused=str(refused))
    return replace(shown, job=job)


def tries(study: Study, columns: tuple[str, ...]) -> Asked:
    """What is tried, as it is set."""
    return Asked(
        study.roles.quasi_identifiers,
        columns,
        min(int(setting("together", work.FIRST_COLUMNS)), max(len(columns), 1)),
        int(setting("rarer", work.FIRST_RARER)),
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


def picture(found: attacks.ClassPredicates) -> tuple[list[figures.Rare], figures.Frame]:
    """A mark per group of tries, the curve of luck, the line below which a description is rare."""
    kind = "members"
    marks = [_mark(kind, one) for one in work.groups(found)]
    frame = figures.Frame(
        work.luck_curve(found), words.rare_peak(found), (found.limit, words.rare_cut(found)), work.ends(found)
    )
    return marks, frame


def _mark(kind: str, one: Group) -> figures.Rare:
    low, high = one.tried.interval
    shares = (100 * share for share in (one.tried.rate, one.blind, low, high))
    return figures.Rare(kind, one.weight, *shares, above=one.above)


def tried(found: Described) -> list[figures.Tried]:
    """Three counts per attack, on one scale."""
    named = (words.CROWD_HEAD, *words.RECORD_HEADS)
    return [row for head, one in zip(named, (found.crowds, *found.records), strict=True) for row in _rows(head, one)]


def _rows(head: str, one: Any) -> Iterator[figures.Tried]:
    yield figures.Tried("head", head)
    main = None if isinstance(one, Refused) else reached(one)
    if main is None or not main.attempts:
        yield figures.Tried("none", words.NOT_TRIED)
        return
    yield from attacking.counted(main, *beside(one))


def reached(one: attacks.ClassPredicates | attacks.RecordPredicates) -> attacks.Counts:
    """What one attack achieved on the people of the release."""
    return one.main if isinstance(one, attacks.ClassPredicates) else one.evidence.main


def beside(
    one: attacks.ClassPredicates | attacks.RecordPredicates,
) -> tuple[attacks.Counts | None, attacks.Counts | None]:
    """Strangers and luck of one attack; None where they were not measured."""
    held = one.evidence
    return (held.control, held.baseline) if isinstance(held, attacks.Evidence) else (None, None)


@dataclass(frozen=True)
class Clicks:
    """What each control does."""

    put: Callable[[str, Any], None] = put
    upload: Callable[[str], None] = receiving.upload
    let_go: Callable[[str], None] = receiving.let_go
    strangers: Callable[[], None] = receiving.strangers
    forget_pair: Callable[[], None] = matching.forget_pair


CLICKS = Clicks()
