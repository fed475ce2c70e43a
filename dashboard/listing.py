"""What `isolate` looks at in several lists of facts: the lists, the line, what people post; the clicks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from dashboard import compute, counting, figures, isolating, jobs, state, words
from dashboard.compute import listing
from dashboard.compute.listing import Lists, Posts
from privacy_core import Missing, Policies, PrivacyError, Study, attacks

AS_EVERYWHERE = Policies()


@dataclass(frozen=True, eq=False)
class Seen:
    """What this part of the page shows.

    Parameters
    ----------
    study : the study
    lists : columns by the name of their list
    k : the line
    policies : how missing cells are read here
    columns : that may stand on a list
    at : the list that can be changed
    courses : whether the table is the made-up one of students and courses
    mended : whether that table is looked at as it is when its lists were treated until all held together
    job : the judging
    missing, refused : what has to be done first, and why it cannot be done
    """

    study: Study
    lists: Lists = ()
    k: int = words.EXAMPLE_K
    policies: Policies = AS_EVERYWHERE
    columns: tuple[str, ...] = ()
    at: int = 0
    courses: bool = False
    mended: bool = False
    job: jobs.Job | None = None
    missing: str | None = None
    refused: str | None = None

    @property
    def found(self) -> attacks.subsets.Overlapping | None:
        """The lists as they were judged, once they are."""
        return jobs.result(self.job, attacks.subsets.Overlapping)

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return jobs.refusal(self.refused, self.job)


def seen() -> Seen:
    """Judge the lists, or say what is missing."""
    study, missing = state.study(), isolating.missing()
    if missing is not None:
        return Seen(study, missing=missing)
    cut = compute.cut(study)
    several, how = lists(cut), policies(study)
    k, courses = int(study.thresholds.k or words.EXAMPLE_K), listing.is_courses(cut)
    mended = courses and bool(state.recall("isolate mended"))
    at = min(int(state.recall("isolate list", 0)), max(len(several) - 1, 0))
    shown = Seen(study, several, k, how, may_be_listed(study, cut), at, courses, mended)
    try:
        job = jobs.ask(("lists", cut, several, k, how, mended), listing.judging(cut, several, k, how, mended))
    except PrivacyError as refused:
        return replace(shown, refused=str(refused))
    return replace(shown, job=job)


def policies(study: Study) -> Policies:
    """How missing cells are read here; at first as everywhere."""
    wanted: Missing = state.recall("isolate missing", study.policies.missing)
    return replace(study.policies, missing=wanted)


def may_be_listed(study: Study, cut: compute.Cut) -> tuple[str, ...]:
    """Columns that may stand on a list: all but those that name or weigh somebody."""
    roles = study.roles
    apart = {*roles.identifiers, roles.person, roles.weight, roles.household, *study.perturbed}
    return tuple(name for name in listing.columns(cut) if name not in apart)


def lists(cut: compute.Cut) -> Lists:
    """The lists as they are set."""
    found: Lists | None = state.recall("isolate lists")
    return listing.first_lists(cut) if found is None else found


def _keep(several: Lists, at: int) -> None:
    state.remember("isolate lists", several)
    state.remember("isolate list", min(max(at, 0), max(len(several) - 1, 0)))


def _now() -> tuple[list[tuple[str, tuple[str, ...]]], int]:
    several = list(lists(compute.cut(state.study())))
    return several, min(int(state.recall("isolate list", 0)), max(len(several) - 1, 0))


def fill(columns: list[str]) -> None:
    """Put columns on the list that is looked at."""
    several, at = _now()
    several[at] = several[at][0], tuple(columns)
    _keep(tuple(several), at)


def rename(name: str) -> None:
    """Call the list that is looked at something else; two lists never share a name."""
    several, at = _now()
    others = {called for place, (called, _) in enumerate(several) if place != at}
    if name.strip() and name.strip() not in others:
        several[at] = name.strip(), several[at][1]
        _keep(tuple(several), at)


def add() -> None:
    """Add a list with the column that fewest lists hold yet."""
    several, _ = _now()
    study = state.study()
    offered = may_be_listed(study, compute.cut(study))
    held = [name for _, columns in several for name in columns]
    first = min(offered, key=lambda name: (held.count(name), offered.index(name)))
    taken = {called for called, _ in several}
    names = map(words.new_list, range(len(several) + 1, 2 * len(several) + 3))
    name = next(called for called in names if called not in taken)
    _keep((*several, (name, (first,))), len(several))


def remove() -> None:
    """Let go of the list that is looked at, unless it is the last."""
    several, at = _now()
    if len(several) > 1:
        _keep(tuple(several[:at] + several[at + 1 :]), at)


def begin_again() -> None:
    """Go back to the lists that stood here at first."""
    state.remember("isolate lists", None)
    state.remember("isolate list", 0)


def picture(found: attacks.subsets.Overlapping) -> list[figures.Listed]:
    """Every list a row, all of them together the last."""
    return [_row(one, found, one is found.union) for one in (*found.sets, found.union)]


def _row(one: attacks.subsets.JudgedSet, found: attacks.subsets.Overlapping, union: bool) -> figures.Listed:
    of = 100 / max(found.rows, 1)
    name = words.union_name(len(one.columns)) if union else words.list_name(one.name)
    return figures.Listed(name, words.list_note(one, found), one.unique * of, one.below * of, union)


@dataclass(frozen=True, eq=False)
class Posted:
    """What people post, and what that gives away once it is asked for."""

    asked: Posts
    columns: tuple[str, ...]
    resume: bool
    job: jobs.Job | None = None
    refused: str | None = None


def posted(shown: Seen) -> Posted:
    """Ask whom a post singles out."""
    cut = compute.cut(shown.study)
    first = listing.first_posts(cut)
    chosen = {name: _those(f"isolate {name}", getattr(first, name), shown.columns) for name in ("posted", "hidden")}
    asked = Posts(chosen["posted"], tuple(name for name in chosen["hidden"] if name not in chosen["posted"]))
    there = Posted(asked, shown.columns, listing.is_courses(cut) and asked == first)
    key = ("posted", cut, asked, shown.policies)
    if not asked.posted or not asked.hidden or jobs.another(key) is not None:
        return there
    try:
        return replace(there, job=jobs.ask(key, listing.posting(cut, asked, shown.policies)))
    except PrivacyError as refused:
        return replace(there, refused=words.plain(str(refused)))


def _those(name: str, first: tuple[str, ...], columns: tuple[str, ...]) -> tuple[str, ...]:
    wanted: Any = state.recall(name)
    return tuple(one for one in (first if wanted is None else wanted) if one in columns)


@dataclass(frozen=True)
class Clicks:
    """What each control does."""

    line: Callable[[int], None] = counting.own_k
    fill: Callable[[list[str]], None] = fill
    rename: Callable[[str], None] = rename
    add: Callable[[], None] = add
    remove: Callable[[], None] = remove
    begin_again: Callable[[], None] = begin_again


CLICKS = Clicks()
