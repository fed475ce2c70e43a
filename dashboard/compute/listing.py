"""Several lists of facts judged apart and together, and what posting facts gives away: what is asked, the work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from dashboard.compute.cutting import Cut, table, with_several_rows
from privacy_core import Origin, Pivoted, Policies, Progress, attacks, part_of, pivoted, report, samples

Lists = tuple[tuple[str, tuple[str, ...]], ...]
"""Columns by the name of their list: a key."""
COURSES = "courses"


@dataclass(frozen=True)
class Posts:
    """Columns that people post and columns that they do not: a key."""

    posted: tuple[str, ...]
    hidden: tuple[str, ...]


def columns(chosen: Cut) -> tuple[str, ...]:
    """Columns of the open table."""
    return tuple(table(chosen).names)


def is_courses(chosen: Cut) -> bool:
    """Whether the open table is the made-up one of students and courses."""
    return chosen.source.origin is Origin.SAMPLE and chosen.source.key == COURSES


def first_lists(chosen: Cut) -> Lists:
    """Lists until the user names others: those of the courses, or every known column as one of its own."""
    if is_courses(chosen):
        return tuple(samples.COURSE_LISTS.items())
    return tuple((name, (name,)) for name in chosen.known)


def first_posts(chosen: Cut) -> Posts:
    """What is posted at first: of the courses a résumé, else what is known but secrets, or but the last column."""
    if is_courses(chosen):
        return Posts((*samples.courses.DEMOGRAPHICS, *samples.courses.CERTIFICATES), (samples.courses.FAILED,))
    if chosen.secrets or len(chosen.known) < 2:
        return Posts(chosen.known, chosen.secrets)
    return Posts(chosen.known[:-1], chosen.known[-1:])


def judging(
    chosen: Cut, lists: Lists, k: int, policies: Policies, mended: bool
) -> Callable[[Progress], attacks.subsets.Overlapping]:
    """Work that judges lists of the open table, or of the courses treated until all their lists hold together."""
    people = _treated_again if mended else _people(chosen)

    def work(told: Progress) -> attacks.subsets.Overlapping:
        held = people(told)
        sets = {name: _side_by_side(listed, held) for name, listed in lists}
        return attacks.subsets.overlapping(held.people, sets, k, policies, part_of(told, 0.2, 1.0))

    return work


def posting(chosen: Cut, asked: Posts, policies: Policies) -> Callable[[Progress], attacks.subsets.Posting]:
    """Work that asks whom a post singles out; of the courses, people post certificates and hide what they failed."""
    people, resume = _people(chosen), is_courses(chosen) and asked == first_posts(chosen)

    def work(told: Progress) -> attacks.subsets.Posting:
        held = people(told)
        report(told, 0.5, "asking whom a post singles out")
        posted, hidden = (_side_by_side(one, held) for one in (asked.posted, asked.hidden))
        who, telling = samples.to_post(held.people) if resume else (None, None)
        return attacks.subsets.posting(held.people, posted, hidden, policies, who, telling)

    return work


def _people(chosen: Cut) -> Callable[[Progress], Pivoted]:
    """Work that gives the open table with one row per person; the session is read here, not in the worker."""
    held, person = table(chosen), chosen.person
    if person is None or not with_several_rows(chosen):
        return lambda told: Pivoted.of_people(held)

    def work(told: Progress) -> Pivoted:
        report(told, 0.0, "putting the rows of each person side by side")
        return pivoted(held, person)

    return work


def _side_by_side(names: tuple[str, ...], held: Pivoted) -> tuple[str, ...]:
    """The same columns of a table that may have the rows of each person side by side."""
    return tuple(one for name in names for one, origin in held.made_of.items() if origin == name)


def _treated_again(told: Progress) -> Pivoted:
    report(told, 0.0, "drawing the students again, treated until all lists hold together")
    return _mended()


@cache
def _mended() -> Pivoted:
    """The students once every list holds; made up, the same for everybody, and made once."""
    return Pivoted.of_people(
        samples.edx_like(samples.courses.DRAWN, np.random.default_rng(samples.courses.SEED), order_bug=False)
    )
