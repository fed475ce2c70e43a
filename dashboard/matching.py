"""What `match` looks at: which release, what the attacker holds, who the strangers are, where it is cut; the clicks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from dashboard import compute, figures, jobs, receiving, releasing, state, words
from dashboard.compute import matching
from dashboard.compute.matched import At, AtLeast, Match
from dashboard.compute.matching import Attacker, Truth
from dashboard.releasing import Chosen
from privacy_core import Study

NOBODY_SAID = Truth()


@dataclass(frozen=True, eq=False)
class Seen:
    """What the page shows.

    Parameters
    ----------
    study : the study
    chosen : the release
    attacker : how it is matched
    people : whether each row is another person
    truth : who is who
    holdout : what the table of strangers is called; None without one
    checked : whether a column says that none of them is in the release
    job : matching, or matched
    missing, link, refused : what has to be done first, where, and why it cannot be done
    """

    study: Study
    chosen: Chosen
    attacker: Attacker | None = None
    people: bool = True
    truth: Truth = NOBODY_SAID
    holdout: str | None = None
    checked: bool = False
    job: jobs.Job | None = None
    missing: str | None = None
    link: str | None = None
    refused: str | None = None

    @property
    def found(self) -> Match | None:
        """The result, once it is there."""
        return jobs.result(self.job, Match)

    @property
    def bound(self) -> AtLeast | None:
        """What was found before the work was stopped."""
        return jobs.result(self.job, AtLeast)

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it."""
        return jobs.refusal(self.refused, self.job)

    @property
    def begun(self) -> bool:
        """Whether there is a result, or work that will bring it."""
        return self.job is not None and (self.job.refused is None or self.job.stopped)


def seen() -> Seen:
    """Match what is chosen, or say what is missing."""
    return releasing.looked_at(Seen, _matched)


def _matched(study: Study, one: Chosen) -> Seen:
    several = compute.with_several_rows(compute.cut(study)) > 0
    who = truth(study, one, several)
    how = attacker(study, who, one.lacking(study.roles.quasi_identifiers))
    begun = releasing.begun("match", study, one, (how, who), matching.matching)
    checked = begun.strangers is not None and who.column in begun.strangers.columns
    return Seen(study, one, how, not several, who, begun.holdout, checked, begun.job, refused=begun.refused)


def truth(study: Study, one: Chosen, several: bool) -> Truth:
    """Who is who: row by row for releases of the open table, by a column of both for others, if one is chosen."""
    person = study.roles.person
    if one.uploaded is None:
        return Truth(column=person) if several else Truth(by_row=True)
    columns = shared(study, one)
    wanted = state.recall("match id", person)
    return Truth(column=wanted if wanted in columns else None)


def shared(study: Study, one: Chosen) -> list[str]:
    """Columns that could say who is who: in both tables, and not known to others."""
    if one.uploaded is None:
        return []
    apart = {*study.roles.quasi_identifiers, *study.roles.sensitive}
    return [name for name in columns(study) if name in one.uploaded[1].columns and name not in apart]


def columns(study: Study) -> tuple[str, ...]:
    """Columns of what the attacker holds."""
    return matching.held_table(compute.cut(study)).names


def attacker(study: Study, who: Truth, lacks: tuple[str, ...] = ()) -> Attacker:
    """How the release is matched, as it is set; known columns that it lacks are left out."""
    out = (*matching.kept_out(study.roles, columns(study)), *lacks)
    left_out = dict.fromkeys(name for name in (*out, *ignored(study)) if name != who.column)
    known = tuple(name for name in study.roles.quasi_identifiers if name not in left_out)
    settings = {name: state.recall(f"match {name}") for name in ("fit", "coding", "weight", "alpha", "seed")}
    given = {name: value for name, value in settings.items() if value is not None}
    levels = state.recall("match levels")
    return Attacker(known, tuple(left_out), levels, state.recall("match components"), **given)


def setting(name: str, default: Any) -> Any:
    """How one thing is set."""
    found = state.recall(f"match {name}")
    return default if found is None else found


def put(name: str, to: Any) -> None:
    """Set one thing; the pair that was looked at is let go."""
    state.remember(f"match {name}", to)
    if name not in ("tau", "level", "view"):
        forget_pair()


def tau(found: Match) -> float:
    """Where the user cuts; at first where few controls link."""
    return float(setting("tau", found.first_tau))


def level(found: Match) -> int:
    """The slice the answer is about; at first the one that serves the attacker best."""
    name = state.recall("match level")
    return found.levels.index(name) if name in found.levels else found.first_level


def part() -> str:
    """Which part of the page is looked at."""
    at: str = setting("part", words.MATCH_PARTS[0])
    return at


def ignored(study: Study) -> list[str]:
    """Columns the user left out of the comparison."""
    others = may_be_ignored(study)
    return [name for name in state.recall("match ignored", None) or () if name in others]


def may_be_ignored(study: Study) -> list[str]:
    """Columns that are compared unless the user leaves them out."""
    return [name for name in columns(study) if name not in masked(study)]


def masked(study: Study) -> tuple[str, ...]:
    """Columns that name or weigh a person, and secrets: never compared."""
    return matching.kept_out(study.roles, columns(study))


def named(study: Study) -> list[str]:
    """Columns that name or weigh a person: never shown."""
    return [name for name in masked(study) if name not in study.roles.sensitive]


def levels_text(asked: Attacker) -> str:
    """What is sorted by, one level a line."""
    names = asked.levels or matching.usual_levels(asked.known)
    return "\n".join(name or words.NOTHING_SORTED for name in names)


def take_levels(text: str) -> None:
    """Sort by other levels; no line at all goes back to the usual ones."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    put("levels", tuple("" if line == words.NOTHING_SORTED else line for line in lines) or None)


def picture(found: Match, at: At) -> tuple[list[figures.Slice], list[float]]:
    """Slices at the cut, and the thresholds they run over."""
    drawn = []
    for place in figures.which_slices(len(found.levels), at.level):
        (members, luck, right), here = found.curves[place], found.at(place, at.tau)
        named, note = words.sorting(found, place), words.slice_note(here)
        meets, chosen_ = 100 * here.luck, place == at.level
        ends = found.dull[place], meets, chosen_, here.linked > 0 and not here.says_nothing
        drawn.append(figures.Slice(named, note, members, luck, right, *ends))
    return drawn, found.risk.surface.tau.tolist()


def bound_picture(bound: AtLeast) -> tuple[list[figures.Slice], list[float]]:
    """What was found before the work was stopped: members alone, open above."""
    found, drawn = bound.surface, []
    for place in figures.which_slices(len(found.levels), 0):
        rates, linked = (100 * found.rate[place]).tolist(), round(found.rate_at(place, words.LEAST_TAU) * found.n)
        note, named = words.bound_note(linked, found.n), words.level_name(found.levels[place])
        drawn.append(figures.Slice(named, note, rates, None, None, None, None, place == bound.done - 1))
    return drawn, found.tau.tolist()


def pair_at() -> int | None:
    """The linked pair that is looked at; None before one was asked for."""
    at: int | None = state.recall("match pair")
    return at


def walk(step: int) -> None:
    """Go to another linked pair; what was shown of this one is masked again."""
    now = state.recall("match pair")
    forget_pair()
    state.remember("match pair", 0 if now is None else max(now + step, 0))


def forget_pair() -> None:
    """No pair is looked at."""
    for name in ("pair", "values", "secrets"):
        state.remember(f"match {name}", None)


def alike(shown: Seen, found: Match, at: int) -> jobs.Job | None:
    """How alike matches and wrong pairs are, at one level; None while other work goes on."""
    return beside(("alike", shown.job.key, at), matching.alike(found, at))


def sweep(shown: Seen, found: Match, at: int) -> jobs.Job | None:
    """Other numbers of components, at one level; None while other work goes on."""
    return beside(("sweep", shown.job.key, at), matching.sweep(found, at))


def widget(which: str) -> str:
    """Key of an uploader."""
    return state.key(f"match {which} upload")


def beside(key: tuple[Hashable, ...], work: Callable[..., Any]) -> jobs.Job | None:
    """Further work on a result that is there; None while other work goes on."""
    return None if jobs.another(key) is not None else jobs.ask(key, work)


@dataclass(frozen=True)
class Clicks:
    """What each control does."""

    put: Callable[[str, Any], None] = put
    take_levels: Callable[[str], None] = take_levels
    walk: Callable[[int], None] = walk
    forget_pair: Callable[[], None] = forget_pair
    upload: Callable[[str], None] = receiving.upload
    let_go: Callable[[str], None] = receiving.let_go
    strangers: Callable[[], None] = receiving.strangers


CLICKS = Clicks()
