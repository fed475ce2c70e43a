"""What `isolate` looks at: which part, which sets of known columns, how many facts the attacker knows; the clicks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dashboard import compute, counting, figures, jobs, state, words
from dashboard.compute import isolating as work
from dashboard.compute.isolating import Asked, Scanned
from privacy_core import PrivacyError, Study, attacks, of_100

FIRST_FACTS, FIRST_K = 4, 2
HEADROOM = 1.13
"""How far the axis goes on above the highest mark there can be."""
LONGER = 4
"""How many times as long the sets are measured when time was too short."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What this part of the page shows.

    Parameters
    ----------
    study : the study
    asked : what is measured
    size : facts known
    surely : columns the attacker surely knows
    job : the measuring
    missing, refused : what has to be done first, and why it cannot be done
    """

    study: Study
    asked: Asked | None = None
    size: int = FIRST_FACTS
    surely: tuple[str, ...] = ()
    job: jobs.Job | None = None
    missing: str | None = None
    refused: str | None = None

    @property
    def found(self) -> Scanned | None:
        """The sets, once they are measured."""
        return jobs.result(self.job, Scanned)

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return jobs.refusal(self.refused, self.job)

    @property
    def people(self) -> bool:
        """Whether what is counted are people: each row is one, or persons are counted."""
        asked = self.asked
        return asked is not None and (asked.cut.person is None or asked.person is not None)

    @property
    def worst(self) -> attacks.subsets.SubsetCount | None:
        """The set of so many facts that leaves most alone; None where none holds what they surely know."""
        return None if self.found is None else self.found.scan.worst(self.size, self.surely)

    @property
    def measured(self) -> int:
        """Sets of so many facts that hold what they surely know."""
        return 0 if self.found is None else len(self.found.scan.of_size(self.size, self.surely))


def part() -> str:
    """Which part of the page is looked at."""
    at: str = state.recall("isolate part", words.ISOLATE_PARTS[0])
    return at if at in words.ISOLATE_PARTS else words.ISOLATE_PARTS[0]


def missing() -> str | None:
    """What the open table lacks before its columns can be put together; None where nothing does."""
    study = state.study()
    if study.source is None:
        return words.LOAD_FIRST
    if study.roles is None:
        return words.ROLES_FIRST
    if not study.roles.quasi_identifiers:
        return words.ISOLATE_KNOWN
    return words.NOT_VALID if study.crowds_touched else None


def seen() -> Seen:
    """Measure the sets, or say what is missing."""
    study, why = state.study(), missing()
    if why is not None:
        return Seen(study, missing=why)
    cut = compute.cut(study)
    how = asked(cut)
    surely = tuple(name for name in state.recall("isolate surely", None) or () if name in cut.known)
    shown = Seen(study, how, facts_known(how.most), surely)
    try:
        job = jobs.ask(("subsets", how), work.scanning(how))
    except PrivacyError as refused:
        return replace(shown, refused=str(refused))
    return replace(shown, job=job)


def asked(cut: compute.Cut) -> Asked:
    """What is measured, as it is set."""
    n = len(cut.known)
    drawn = bool(state.recall("isolate drawn")) and work.first_most(n) < n
    most = n if drawn else min(int(state.recall("isolate most", None) or work.first_most(n)), n)
    seconds = float(state.recall("isolate seconds", work.SECONDS))
    return Asked(cut, int(state.recall("isolate k", FIRST_K)), most, seconds, drawn)


def facts_known(most: int) -> int:
    """How many facts the attacker knows."""
    return min(max(int(state.recall("isolate facts", FIRST_FACTS)), 1), most)


def put(name: str, to: float) -> None:
    """Set one thing."""
    state.remember(f"isolate {name}", int(to))


def longer() -> None:
    """Measure for longer than was too short."""
    state.remember("isolate seconds", LONGER * float(state.recall("isolate seconds", work.SECONDS)))


def picture(shown: Seen, found: Scanned) -> figures.FactChart:
    """Every set a mark; the worst and the middle of each size."""
    scan, sizes, surely = found.scan, _sizes(found.scan, shown.surely), shown.surely
    of = 100 / max(scan.rows, 1)
    marks = [_mark(one, of, surely) for one in scan.sets]
    worst = [(size, one) for size in sizes if (one := scan.worst(size, surely)) is not None]
    whole = next((one for size, one in worst if size == len(scan.columns)), None)
    return figures.FactChart(
        marks if len(marks) <= figures.SINGLE_SETS else figures.binned_sets(marks, _top(found)),
        [(size, of * (scan.middle(size, surely) or 0.0)) for size in sizes],
        [
            figures.NamedSet(size, of * one.below, words.worst_named(size, one.columns), of_100(one.below, scan.rows))
            for size, one in worst
        ],
        None
        if whole is None
        else figures.NamedSet(len(whole.columns), of * whole.below, (words.whole_named(whole, scan.rows),)),
        shown.size,
        scan.max_size,
        _top(found),
    )


def _sizes(scan: attacks.subsets.SubsetScan, surely: Sequence[str]) -> list[int]:
    return [size for size in range(1, scan.max_size + 1) if scan.of_size(size, surely)]


def _top(found: Scanned) -> float:
    """The end of the axis, with room for words; of a table where nobody is in a small crowd a mere place to stand."""
    return HEADROOM * (found.top or 1.0)


def _mark(one: attacks.subsets.SubsetCount, of: float, surely: Sequence[str]) -> figures.FactMark:
    return figures.FactMark(len(one.columns), of * one.below, {*surely} <= {*one.columns}, ", ".join(one.columns))


def smallest(shown: Seen) -> jobs.Job | None:
    """The smallest sets and their scores; None while other work goes on."""
    if shown.asked is None:
        return None
    key = _key_of_smallest(shown.asked.cut)
    return None if jobs.another(key) is not None else jobs.ask(key, work.searching(*key[1:]))


def kept_smallest(shown: Seen) -> work.Smallest | None:
    """The same, if they are there already."""
    job = None if shown.asked is None else jobs.kept(_key_of_smallest(shown.asked.cut))
    return None if job is None else job.result


def _key_of_smallest(cut: compute.Cut) -> tuple[str, compute.Cut, int, float | None]:
    return "smallest", cut, min(work.DEPTH, len(cut.known)), fraction()


def fraction() -> float | None:
    """Share of the population that is in the table; None until somebody says."""
    found = state.recall("isolate of 100")
    return None if found is None else float(found) / 100


def alone(shown: Seen) -> tuple[work.Several, jobs.Job | None]:
    """The worst set and all known columns, and who is alone in table and population; None while other work goes on."""
    if shown.asked is None:
        return (), None
    cut, worst = shown.asked.cut, shown.worst
    sets = tuple(dict.fromkeys((*(() if worst is None else (worst.columns,)), cut.known)))
    key = ("population", cut, sets, fraction())
    return sets, None if jobs.another(key) is not None else jobs.ask(key, work.alone(cut, sets, fraction()))


def may_be_capped(how: Asked) -> bool:
    """Whether there are more sets than are measured at once."""
    n = len(how.cut.known)
    return work.first_most(n) < n


def per_row(found: work.Smallest) -> Callable[[], dict[str, list[Any]]]:
    """Counts and scores of every row as columns of a file; made on a click."""
    return lambda: attacks.subsets.scores_per_row(found.found, found.scores)


def setting(name: str, default: Any) -> Any:
    """How one thing is set."""
    found = state.recall(f"isolate {name}")
    return default if found is None else found


@dataclass(frozen=True)
class Clicks:
    """What each control does."""

    put: Callable[[str, float], None] = put
    longer: Callable[[], None] = longer
    count: Callable[..., None] = counting.change


CLICKS = Clicks()
