"""What the attackers look at: which release, two halves of a person, secrets, how often it is tried; the clicks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from dashboard import figures, jobs, matching, receiving, releasing, state, words
from dashboard.compute import matching as work
from dashboard.compute.attacking import FIRST_TRIES, Attacked, Tries, attacking
from dashboard.releasing import Chosen
from privacy_core import Study, attacks


@dataclass(frozen=True, eq=False)
class Seen:
    """What this part of the page shows.

    Parameters
    ----------
    study : the study
    chosen : the release
    asked : what the attackers have
    columns : that may stand in a half, or be guessed
    holdout : what the table of strangers is called; None without one
    job : the tries
    missing, link, refused : what has to be done first, where, and why it cannot be done
    """

    study: Study
    chosen: Chosen
    asked: Tries | None = None
    columns: tuple[str, ...] = ()
    holdout: str | None = None
    job: jobs.Job | None = None
    missing: str | None = None
    link: str | None = None
    refused: str | None = None

    @property
    def found(self) -> Attacked | None:
        """What they achieved, once it is there."""
        return jobs.result(self.job, Attacked)

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return jobs.refusal(self.refused, self.job)


def seen() -> Seen:
    """Try the attacks on what is chosen, or say what is missing."""
    return releasing.looked_at(Seen, _tried)


def _tried(study: Study, one: Chosen) -> Seen:
    asked = tries(study)
    begun = releasing.begun("attack", study, one, (asked,), attacking)
    return Seen(study, one, asked, usable(study), begun.holdout, begun.job, refused=begun.refused)


def usable(study: Study) -> tuple[str, ...]:
    """Columns that may stand in a half or be guessed: all but names of people, weights and households."""
    roles = study.roles
    apart = {*roles.identifiers, roles.person, roles.weight, roles.household}
    return tuple(name for name in matching.columns(study) if name not in apart)


def tries(study: Study) -> Tries:
    """What the attackers have, as it is set; at first known columns, all others but secrets, and every secret."""
    columns, roles = usable(study), study.roles
    apart = {*roles.quasi_identifiers, *roles.sensitive, *matching.ignored(study)}
    first = {
        "left": roles.quasi_identifiers,
        "right": tuple(name for name in columns if name not in apart),
        "secrets": roles.sensitive,
    }
    halves = {name: _those(name, given, columns) for name, given in first.items()}
    for name in ("right", "secrets"):  # what one half holds is neither in the other nor guessed from it
        halves[name] = tuple(one for one in halves[name] if one not in halves["left"])
    return Tries(
        **halves,
        attempts=int(matching.setting("tries", FIRST_TRIES)),
        seed=int(matching.setting("seed", work.FIRST_SEED)),
    )


def _those(name: str, first: tuple[str, ...], columns: tuple[str, ...]) -> tuple[str, ...]:
    wanted = state.recall(f"match {name} half")
    return tuple(one for one in (first if wanted is None else wanted) if one in columns)


def picture(found: Attacked) -> list[figures.Tried]:
    """Three counts per attack."""
    return [row for one in found.found for row in _rows(one)]


def _rows(one: attacks.Evidence | attacks.NotMeasured) -> Iterator[figures.Tried]:
    yield figures.Tried("head", words.attack_head(one))
    if isinstance(one, attacks.NotMeasured) or not one.main.attempts:
        yield figures.Tried("none", words.NOT_TRIED)
        return
    yield from counted(one.main, one.control, one.baseline)


def counted(
    main: attacks.Counts, control: attacks.Counts | None, baseline: attacks.Counts | None
) -> Iterator[figures.Tried]:
    """Three counts of one attack; what was not measured is said so."""
    yield _counted("members", main)
    strangers = control is not None and control.attempts
    yield _counted("strangers", control) if strangers else figures.Tried("none", words.NO_STRANGERS_TRIED)
    yield figures.Tried("none", words.NO_LUCK_TRIED) if baseline is None else _counted("luck", baseline)


def _counted(kind: str, counts: attacks.Counts) -> figures.Tried:
    low, high = counts.interval
    shown = [100 * value for value in (counts.rate, low, high)]
    return figures.Tried(kind, words.TRIED_ON[kind], words.hits(counts), *shown)


@dataclass(frozen=True)
class Clicks:
    """What each control does."""

    put: Callable[[str, Any], None] = matching.put
    strangers: Callable[[], None] = receiving.strangers


CLICKS = Clicks()
