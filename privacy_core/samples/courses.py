"""A made-up table of students and sixteen courses, blurred one list of facts after the other, as EdX did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from privacy_core.errors import ParameterError
from privacy_core.frames import from_frame
from privacy_core.numbering import grouped
from privacy_core.roles import Roles
from privacy_core.samples.offers import MADE_UP, Offer, Sample, sample_of
from privacy_core.tables import IntArray, Table

SEED = 20_261_205
DRAWN = 15_000
"""Students drawn for the built-in table; fewer stay."""
COURSES, K = 16, 5
GAP = -1
"""Code of a value that was taken out."""
COUNTRIES = tuple(
    "India Brazil China Spain Egypt Germany Mexico Nigeria Canada Poland Colombia France Pakistan Greece Japan Kenya "
    "Ukraine Peru Italy Turkey Ghana Sweden Chile Nepal Norway Cuba Estonia Oman Malta Iceland Fiji Samoa".split()
)
GENDERS = ("female", "male", "other")
DEMOGRAPHICS = ("gender", "birth_year", "country")
ENROLLED = tuple(f"enrolled_{number + 1}" for number in range(COURSES))
POSTS = tuple(f"posts_{number + 1}" for number in range(COURSES))
CERTIFICATES = tuple(f"certificate_{number + 1}" for number in range(COURSES))
FAILED = "failed_courses"

LISTS: Mapping[str, tuple[str, ...]] = {
    **{
        f"course {number + 1}": (*DEMOGRAPHICS, enrolled, posts)
        for number, (enrolled, posts) in enumerate(zip(ENROLLED, POSTS, strict=True))
    },
    "all enrolments": ENROLLED,
}
"""The lists of facts that were each judged alone, by name."""


@dataclass(eq=False)
class _Students:
    """Codes in the making: `facts` by column, GAP where a value was taken out; `stays` says who is still in."""

    facts: dict[str, IntArray]
    stays: NDArray[np.bool_]

    def crowds(self, names: tuple[str, ...]) -> IntArray:
        """How many of those who stay look like each of them; those who left have none."""
        rows = np.flatnonzero(self.stays)
        shown = [self.facts[name][rows] - GAP for name in names]
        number, n = grouped(shown, [int(one.max(initial=0)) + 1 for one in shown], len(rows))
        found = np.zeros(len(self.stays), np.int64)
        found[rows] = np.bincount(number, minlength=n)[number]
        return found

    def few(self, names: tuple[str, ...]) -> NDArray[np.bool_]:
        """Who of those who stay stands in a crowd below K."""
        return self.stays & (self.crowds(names) < K)

    def blurred(self, names: tuple[str, ...]) -> bool:
        """Take out posts, then year, then gender, then the row, of whoever stands in too small a crowd."""
        changed = False
        for name in (names[-1], "birth_year", "gender", None):
            few = self.few(names)
            changed |= bool(few.any())
            if name is None:
                self.stays &= ~few
            else:
                self.facts[name][few] = GAP
        return changed


def edx_like(n: int, random: np.random.Generator, order_bug: bool = True) -> Table:
    """Draw students of sixteen courses and treat seventeen lists of facts, one after the other, for crowds of five.

    The list of all enrolments is treated first: students whose enrolments fewer than five share leave. Then every
    course's list (gender, year of birth, country, enrolled, posts) loses posts, years, genders and at last students,
    until none is below five.

    Parameters
    ----------
    n : students drawn, at least 100; fewer stay
    random : where chance comes from
    order_bug : stop there, as seems to have happened: students who left later can leave others below five on the
        list of all enrolments. False treats that list again until all seventeen hold together

    Raises
    ------
    ParameterError
        Fewer than 100 students.

    Notes
    -----
    Source: the treatment of the EdX table as Cohen, Attacks on deidentification's defenses (USENIX Security 2022),
    tells it; the students and how they choose are ours, and no figure of the real table is to be expected.

    Examples
    --------
    >>> made = edx_like(1000, np.random.default_rng(1))
    >>> made.names[:5], made.n_rows <= 1000
    (['gender', 'birth_year', 'country', 'enrolled_1', 'posts_1'], True)
    """
    if n < 100:
        raise ParameterError(f"At least 100 students are drawn; {n} were asked for.")
    students = _drawn(n, random)
    students.stays &= ~students.few(ENROLLED)
    while _course_lists(students) or (not order_bug and _enrolments(students)):
        pass
    return from_frame(_frame(students))


def _course_lists(students: _Students) -> bool:
    """Go through the sixteen lists once; whether anything was taken out."""
    changed = [students.blurred(names) for names in LISTS.values() if names is not ENROLLED]
    return any(changed)


def _enrolments(students: _Students) -> bool:
    """Let students leave whose enrolments are too rare; whether anybody did."""
    few = students.few(ENROLLED)
    students.stays &= ~few
    return bool(few.any())


def _drawn(n: int, random: np.random.Generator) -> _Students:
    """Who the students are, which courses they take, how much they write, what they pass."""
    zeal = random.exponential(1.0, n)
    popular = 1 / (1 + np.arange(COURSES)) ** 0.8
    odds = np.outer(np.ones(n), popular) * random.gamma(0.35, 1, (n, COURSES))
    wanted = 1 + np.minimum(random.poisson(0.13 * zeal), 5)
    rank = np.argsort(np.argsort(-odds, axis=1), axis=1)
    takes = rank < wanted[:, None]
    writes = takes & (random.random((n, COURSES)) < 0.1 * np.minimum(zeal, 3)[:, None])
    posts = writes * np.minimum(random.geometric(0.3, (n, COURSES)), 40)
    passes = takes & (random.random((n, COURSES)) < 0.03 * np.minimum(zeal, 4)[:, None])
    born = np.clip(np.rint(1994 - random.gamma(1.6, 5.5, n)), 1940, 2004).astype(np.int64)
    facts = {
        "gender": random.choice(3, n, p=[0.36, 0.62, 0.02]),
        "birth_year": born,
        "country": np.minimum(random.geometric(0.17, n), len(COUNTRIES)) - 1,
        FAILED: (takes & ~passes).sum(axis=1),
    }
    for names, values in ((ENROLLED, takes), (POSTS, posts), (CERTIFICATES, passes)):
        facts |= {name: values[:, at].astype(np.int64) for at, name in enumerate(names)}
    return _Students(facts, np.ones(n, bool))


def _frame(students: _Students) -> pd.DataFrame:
    """The table as it is published: words for codes, nothing where a value was taken out."""
    words: dict[str, Sequence[object]] = {"gender": GENDERS, "country": COUNTRIES}
    words |= dict.fromkeys((*ENROLLED, *CERTIFICATES), ("no", "yes"))
    names = [*DEMOGRAPHICS, *(name for pair in zip(ENROLLED, POSTS, strict=True) for name in pair)]
    shown = {}
    for name in (*names, *CERTIFICATES, FAILED):
        codes = students.facts[name][students.stays]
        known = [*words.get(name, range(int(codes.max(initial=0)) + 1)), None]
        cells = [known[code] for code in codes.tolist()]
        shown[name] = pd.Series(cells, dtype=object if name in words else "Int64")
    return pd.DataFrame(shown)


def to_post(table: Table) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Who has a certificate to post, and who failed a course and would not post that.

    Examples
    --------
    >>> earned, failed = to_post(edx_like(1000, np.random.default_rng(1)))
    >>> int(earned.sum()) > int((earned & failed).sum())
    True
    """
    earned = np.zeros(table.n_rows, bool)
    for name in CERTIFICATES:
        earned |= np.array([label == "yes" for label in table[name].labels])[table[name].codes]
    column = table[FAILED]
    return earned, np.append(column.categories > 0, [False])[column.codes]


def sample_of_courses(offer: Offer) -> Sample:
    """The table of all that stays of the students drawn."""
    roles = Roles((*DEMOGRAPHICS, *ENROLLED[:3], *POSTS[:3]), (FAILED,))
    return sample_of(offer, MADE_UP, edx_like(DRAWN, np.random.default_rng(SEED)), roles)
