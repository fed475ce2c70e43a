"""What the further ways of `isolate` look at: which way, at which settings, which releases are out; the clicks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dashboard import compute, figures, jobs, state, totalling, words
from dashboard.compute import demonstrating as work
from dashboard.compute.demonstrating import BITS, ENDS, ONE_BIT, Shown, Way
from privacy_core import PrivacyError, Study, attacks

lab = attacks.singling_out
START = {"k": 5, "columns": 400, "rows": 200, "trials": 1000, "seed": 1, "half rows": 100, "one in": 100}
HALF_TRIALS = 200
"""Most tables whose rows are attacked one by one while the page waits."""
FIRST, SECOND = "first", "second"
WAYS = dict(zip(words.WAYS_HERE, (BITS, ONE_BIT, ENDS), strict=True))
"""Ways to make rows alike, by what they are called."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What this part of the page shows.

    Parameters
    ----------
    asked : the way and its settings
    job : the tries
    """

    asked: Way
    job: jobs.Job | None = None

    @property
    def found(self) -> Shown | None:
        """What came of it, once it is there."""
        return jobs.result(self.job, Shown)

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return jobs.refusal(None, self.job)


@dataclass(frozen=True, eq=False)
class Pair:
    """Two releases of the same rows, and which of them are out."""

    found: lab.Composed
    out: frozenset[str]

    @property
    def both(self) -> bool:
        """Whether both are out."""
        return len(self.out) == 2


@dataclass(frozen=True, eq=False)
class Varied:
    """How much the open table varies; why that cannot be said; how rare a description is asked for."""

    study: Study
    found: lab.MinEntropy | None
    one_in: int
    missing: str | None = None


def way() -> str:
    """Which way is looked at."""
    at: str = state.recall("lab way", words.WAYS_HERE[0])
    return WAYS[at]


def seen() -> Seen:
    """The way as it is set, and tries of it."""
    rows, at = int(setting("rows")), way()
    k = 2 if at == ONE_BIT else min(int(setting("k")), rows)
    asked = Way(at, k, int(setting("columns")), rows, int(setting("trials")), int(setting("seed")))
    job = jobs.ask(("ways to isolate", asked), work.trying(asked))
    return Seen(asked, job)


def setting(name: str) -> float:
    """Where a slider stands."""
    at: float = state.recall(f"lab ways {name}", START[name])
    return at


def put(name: str, to: float) -> None:
    """Move a slider."""
    state.remember(f"lab ways {name}", to)


def picture(found: Shown) -> list[figures.Pair]:
    """The user's own setting first, others beside it."""
    asked = found.asked
    own = asked.k if asked.way == ENDS else asked.columns
    pairs = [_pair(words.own_setting(own), found.own, chosen=True)]
    pairs += [_pair(f"{at:,}", one) for at, one in found.others]
    return pairs if found.equal is None else [*pairs, _pair(words.ALL_EQUAL, found.equal)]


def _pair(name: str, one: lab.Demonstration, chosen: bool = False) -> figures.Pair:
    low, high = one.main.interval
    shares = (100 * share for share in (one.main.rate, low, high, one.baseline))
    theory = None if one.theory is None else 100 * one.theory
    return figures.Pair(name, *shares, theory, one.outcome is attacks.Outcome.BEATS, chosen)


def pair() -> Pair:
    """Two releases, as far as they are out."""
    found = work.composed(int(setting("trials")), int(setting("seed")))
    return Pair(found, state.recall("lab out", frozenset()))


def release(which: str) -> None:
    """Publish one of the two, or take it back."""
    state.remember("lab out", state.recall("lab out", frozenset()) ^ {which})


def pair_picture(seen: Pair) -> list[figures.Pair]:
    """Either release alone and both together; what is not out has a name only."""
    out = {FIRST: FIRST in seen.out, SECOND: SECOND in seen.out, "together": seen.both}
    return [_pair_or_name(words.OUT[name], getattr(seen.found, name), shown) for name, shown in out.items()]


def _pair_or_name(name: str, one: lab.Demonstration, shown: bool) -> figures.Pair:
    if not shown:
        return figures.Pair(name, None, None, None, 0.0, note=words.NOT_OUT)
    return _pair(name, one)


def half() -> lab.FullSinglingOut:
    """The last half of every row published."""
    trials = min(int(setting("trials")), HALF_TRIALS)
    return work.half_published(int(setting("half rows")), trials, int(setting("seed")))


def half_picture(found: lab.FullSinglingOut) -> list[figures.Pair]:
    """Rows that are isolated, and tables in which every row is, each beside the blind attacker."""
    low, high = found.rows.interval
    shares = (100 * share for share in (found.rows.rate, low, high, found.all_rows.baseline))
    rows = figures.Pair(words.ROWS_ISOLATED, *shares, None, found.rows.hits > 0)
    return [rows, _pair(words.ALL_ISOLATED, found.all_rows)]


def claims() -> tuple[lab.Claim, ...]:
    """What does hold, at the settings of the totals."""
    return work.claims(totalling.as_set())


def claimed() -> tuple[int, int, float]:
    """Rows, bits and ε of the totals."""
    asked = totalling.as_set()
    return asked.rows, asked.bits, asked.epsilon


def varied() -> Varied:
    """How much the open table varies in its known columns."""
    study, one_in = state.study(), int(setting("one in"))
    if study.source is None:
        return Varied(study, None, one_in, words.PREMISE_NO_TABLE)
    if study.roles is None or not study.roles.quasi_identifiers:
        return Varied(study, None, one_in, words.PREMISE_NO_ROLES)
    try:
        return Varied(study, work.premise(compute.cut(study)), one_in)
    except PrivacyError as refused:
        return Varied(study, None, one_in, words.plain(str(refused)))


@dataclass(frozen=True)
class Clicks:
    """What each control does."""

    put: Callable[[str, Any], None] = put
    release: Callable[[str], None] = release


CLICKS = Clicks()
