"""What the audit of `undo` looks at: which release, which promise; whether it could be finer, and what that tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dashboard import figures, jobs, matching, releasing, state, words
from dashboard.compute import matching as tables
from dashboard.compute.auditing import Asked, Audited, auditing
from dashboard.releasing import Chosen
from privacy_core import Study, attacks


@dataclass(frozen=True, eq=False)
class Seen:
    """What this part of the page shows.

    Parameters
    ----------
    study : the study
    chosen : the release
    truth : who is who
    asked : what it is audited by
    holdout : what the table of strangers is called; None without one
    job : the audit
    missing, link, refused : what has to be done first, where, and why it cannot be done
    """

    study: Study
    chosen: Chosen
    truth: tables.Truth = matching.NOBODY_SAID
    asked: Asked | None = None
    holdout: str | None = None
    job: jobs.Job | None = None
    missing: str | None = None
    link: str | None = None
    refused: str | None = None

    @property
    def found(self) -> Audited | None:
        """The audit, once it is there."""
        return jobs.result(self.job, Audited)

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return jobs.refusal(self.refused, self.job)

    @property
    def no_trees(self) -> tuple[str, ...]:
        """Columns that could not be read, or not as nodes, and of which no hierarchy is known."""
        has = {one.column for one in self.study.blur.trees}
        unread = () if self.asked is None or self.said is None else self.asked.known
        if self.found is not None:
            unread = tuple(one.column for one in self.found.audit.no_nodes)
        return tuple(name for name in unread if name not in has)


def seen() -> Seen:
    """Audit what is chosen, or say what is missing."""
    return releasing.looked_at(Seen, _audited)


def _audited(study: Study, one: Chosen) -> Seen:
    known, who = study.roles.quasi_identifiers, matching.truth(study, one, several=False)
    asked = Asked(tuple(name for name in known if name not in one.lacking(known)), promised(one), who.column)
    begun = releasing.begun("audit", study, one, (asked,), auditing)
    return Seen(study, one, who, asked, begun.holdout, begun.job, refused=begun.refused)


def shared(shown: Seen) -> list[str]:
    """Columns of both tables that could say which rows belong together."""
    return matching.shared(shown.study, shown.chosen)


def promised(one: Chosen) -> int | None:
    """The k a release is to keep: as typed for it, else that of its setting; None where nobody says."""
    typed: int | None = state.recall("undo own k") if state.recall("undo own k of") == one.content else None
    return typed if typed is not None or one.setting is None else one.setting.thresholds.k


def promise_typed(one: Chosen) -> None:
    """A k was typed for this release; another one is asked for its own."""
    state.remember("undo own k of", one.content)


def picture(found: Audited) -> list[figures.Tried]:
    """Crowds that could be finer; cells read with and without the method; cells in which exactly one row differs."""
    return [*_finer(found.audit), *_read(found.raised), *_one_differs(found.raised)]


def _finer(found: attacks.minimality.Audit) -> Iterator[figures.Tried]:
    yield figures.Tried("head", words.FINER_HEAD)
    if found.moves is None:
        yield figures.Tried("none", words.NO_NODES_HERE)
        return
    part = 100 * found.refinable / found.classes
    note = words.of_crowds(found.refinable, found.classes)
    yield figures.Tried("strangers", words.IN_RELEASE, note, part, part, part)


def _read(found: attacks.minimality.Raised | None) -> Iterator[figures.Tried]:
    yield figures.Tried("head", words.READ_HEAD)
    if found is None or not found.with_minimality.right.attempts:
        yield figures.Tried("none", words.no_cell_read(found))
        return
    yield _counted("members", words.METHOD_KNOWN, found.with_minimality.right)
    yield _counted("luck", words.SHARES_KNOWN, found.without.right)


def _one_differs(found: attacks.minimality.Raised | None) -> Iterator[figures.Tried]:
    if found is None or not found.pairs.right.attempts:
        return
    yield figures.Tried("head", words.DIFFERS_HEAD)
    yield _counted("strangers", words.DIFFERS_SO, found.pairs.right)
    for kind, name, one in (
        ("members", words.METHOD_EXPECTS, found.pairs),
        ("luck", words.SHARES_EXPECT, found.pairs_without),
    ):
        part = 100 * (one.predicted or 0.0)
        yield figures.Tried(kind, name, words.expected(one.predicted), part, part, part)


def _counted(kind: str, name: str, counts: attacks.Counts) -> figures.Tried:
    low, high = counts.interval
    return figures.Tried(kind, name, words.hits(counts), *(100 * part for part in (counts.rate, low, high)))


CLICKS = matching.CLICKS
"""What choosing a release does is what it does on `match`."""
