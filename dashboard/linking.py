"""What `again` looks at in the user's own releases: which ones, how they are joined, one person; and the clicks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from dashboard import compute, figures, jobs, state, words
from dashboard.blurring import LETTERS
from privacy_core import Missing, PrivacyError, Table, composition

EACH = 4
"""Known columns that are each a release of their own at first."""
MOST_FILES = 8


@dataclass(frozen=True, eq=False)
class Releases:
    """The user's releases, linked or being linked, or what is missing.

    Parameters
    ----------
    origin : the open table released several ways, or uploaded files
    names : what the releases are called
    secret : the column that is to stay secret
    missing : what has to be done first
    refused : why they cannot be linked
    job : linking, or linked
    """

    origin: str
    names: tuple[str, ...]
    secret: str | None
    missing: str | None
    refused: str | None
    job: jobs.Job | None

    @property
    def own(self) -> compute.Own | None:
        """The result, once it is there."""
        return self.job.result if self.job is not None and self.job.ended else None

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it; work that was refused says so in the place of its picture."""
        return None if self.refused is None else words.plain(self.refused)


def origin() -> str:
    """Where the releases come from."""
    chosen: str = state.recall("own origin", words.ORIGINS[0])
    return chosen


def releases() -> Releases:
    """Link what is chosen."""
    return _ways() if origin() == words.ORIGINS[0] else _files()


def missing() -> str | None:
    """What the open table lacks before it can be released several ways."""
    study = state.study()
    if study.source is None:
        return words.LOAD_FIRST
    if study.roles is None:
        return words.ROLES_FIRST
    if not study.roles.sensitive:
        return words.SECRET_FIRST
    if study.policies.missing is Missing.WILDCARD:
        return words.WILDCARD
    if study.touched:
        return words.NOT_VALID
    return None if study.roles.quasi_identifiers else words.NO_KNOWN


def offered() -> list[compute.Way]:
    """Ways to release the open table: pinned settings, all known columns, each one alone, all but one, own ones."""
    study, known = state.study(), compute.cut(state.study()).known
    pins = zip(LETTERS[1:], study.blur.pinned, strict=False)
    found = [compute.Way(words.pin_name(letter, compute.pairs(pin.thresholds)), known, (), pin) for letter, pin in pins]
    found.append(compute.Way(words.AS_LOADED, known))
    if len(known) > 1:
        found += [compute.Way(words.only(name), (name,)) for name in known]
    if len(known) > 2:
        found += [compute.Way(words.without(name), tuple(one for one in known if one != name)) for name in known]
    return [*found, *state.recall("own ways", ())]


def first_ways(every: list[compute.Way]) -> list[str]:
    """Ways that are linked until others are chosen: the pinned settings, or some columns each alone."""
    pinned = [way.name for way in every if way.setting is not None]
    alone = [way.name for way in every if way.setting is None and len(way.columns) == 1]
    return pinned if len(pinned) > 1 else alone[:EACH] if len(alone) > 1 else [way.name for way in every[:1]]


def chosen_ways() -> list[compute.Way]:
    """The ways that are linked."""
    every = offered()
    names = state.recall("own chosen ways") or first_ways(every)
    return [way for way in every if way.name in names]


def choose_ways(names: list[str]) -> None:
    """Link other ways."""
    state.remember("own chosen ways", names)
    forget_person()


def add_way(columns: list[str], levels: dict[str, int]) -> None:
    """Add a way of some columns, blurred to some levels; it is linked at once."""
    if not columns:
        return
    at = tuple((name, level) for name, level in levels.items() if level and name in columns)
    way = compute.Way(words.way_name(columns, at), tuple(columns), at)
    ways, names = state.recall("own ways", ()), [one.name for one in chosen_ways()]
    state.remember("own ways", tuple(dict.fromkeys((*ways, way))))
    choose_ways([*dict.fromkeys((*names, way.name))])


def _ways() -> Releases:
    why = missing()
    if why is not None:
        return Releases(words.ORIGINS[0], (), None, why, None, None)
    study = state.study()
    cut, ways = compute.cut(study), chosen_ways()
    hidden = secret(cut.secrets)
    names, specs = tuple(way.name for way in ways), study.blur.trees
    key = ("linked", cut, hidden, tuple(ways), specs, spelling())
    try:
        publishers = [compute.publisher(cut, specs, way) for way in ways]
    except PrivacyError as refused:
        return Releases(words.ORIGINS[0], names, hidden, None, str(refused), None)
    work = compute.linking_ways(publishers, hidden, cut.person, cut.policies, spelling())
    return Releases(words.ORIGINS[0], names, hidden, None, None, jobs.ask(key, work))


def secret(secrets: tuple[str, ...]) -> str:
    """The secret that is looked at."""
    wanted = state.recall("own secret")
    return wanted if wanted in secrets else secrets[0]


def spelling() -> composition.Spelling:
    """Whether values that releases write differently are the same."""
    apart = state.recall("own apart", False)
    return composition.Spelling.APART if apart else composition.Spelling.JOINED


def _kept() -> dict[str, tuple[str, Table]]:
    return state.slot("release tables", dict)


def _waiting() -> dict[str, tuple[str, bytes]]:
    return state.slot("release files", dict)


def upload() -> None:
    """Take uploaded releases; they are read as work."""
    for file in state.recall(state.key("release upload")) or ():
        content = file.getvalue()
        key = sha256(content + file.name.encode()).hexdigest()
        if key not in _kept() and len(_kept()) + len(_waiting()) < MOST_FILES:
            _waiting()[key] = file.name, content
    state.remember("release refused", None)
    state.renew("release upload")
    forget_person()


def upload_list() -> None:
    """Take an uploaded list of people."""
    file = state.recall(state.key("list upload"))
    if file is not None:
        state.slot("people file", dict)["file"] = file.name, file.getvalue()
        state.slot("people list", dict).clear()
        state.renew("list upload")


def let_go(key: str) -> None:
    """Let go of an uploaded release."""
    _kept().pop(key, None)
    forget_person()


def uploaded() -> dict[str, str]:
    """Names of the uploaded releases, by hash; two files of one name are told apart."""
    found: dict[str, str] = {}
    for key, (name, _) in _kept().items():
        found[key] = name if name not in found.values() else f"{name} ({len(found) + 1})"
    return found


def common() -> list[str]:
    """Columns that all uploaded releases have."""
    return compute.common_columns([held for _, held in _kept().values()])


def everyone() -> str | None:
    """Name of the list of people, if there is one."""
    held = state.slot("people list", dict).get("list")
    return None if held is None else held[0]


@dataclass(frozen=True)
class FileChoice:
    """Roles of the columns of uploaded releases, and how people are joined.

    Parameters
    ----------
    secret : None until it is chosen
    known : columns others could know
    join, joins : a column that names each person, a list of people, or classes that look the same; what is offered
    """

    secret: str | None
    known: tuple[str, ...]
    join: str
    joins: tuple[str, ...]


def file_choice() -> FileChoice:
    """What is chosen, as far as the uploaded columns allow it."""
    columns, wanted = common(), state.recall("own file secret")
    hidden = wanted if wanted in columns else None
    rest = [name for name in columns if name != hidden]
    known = tuple(name for name in state.recall("own file known") or () if name in rest)
    joins = (*(name for name in rest if name not in known), words.BY_LIST, words.BY_CLASS)
    join = state.recall("own join")
    return FileChoice(hidden, known, join if join in joins else joins[0], joins)


def _files() -> Releases:
    origin_, job = words.ORIGINS[1], _reading()
    if job is not None and not job.ended:
        return Releases(origin_, (), None, None, None, job)
    names, refused, chosen = tuple(uploaded().values()), state.recall("release refused"), file_choice()
    why = _files_lack(len(names), chosen)
    job = None if why is not None else _joined(names, chosen)
    return Releases(origin_, names, chosen.secret, why, refused, job)


def _files_lack(n: int, chosen: FileChoice) -> str | None:
    """What is missing before uploaded releases can be linked."""
    if n < 2:
        return words.two_files(n)
    if not common():
        return words.NO_COMMON
    if chosen.secret is None or not chosen.known:
        return words.CHOOSE_COLUMNS
    return words.NO_LIST if chosen.join == words.BY_LIST and everyone() is None else None


def _joined(names: tuple[str, ...], chosen: FileChoice) -> jobs.Job:
    tables = [held for _, held in _kept().values()]
    several = [composition.Publication(name, held, chosen.known) for name, held in zip(names, tables, strict=True)]
    policies, held = state.study().policies, state.slot("people list", dict).get("list")
    listed = held if chosen.join == words.BY_LIST else None
    column = chosen.join if chosen.join in common() else None
    key = ("linked", tuple(_kept()), chosen, None if listed is None else listed[2], policies, spelling())
    everybody = None if listed is None else listed[1]
    work = compute.linking_files(several, chosen.secret or "", column, everybody, policies, spelling())
    return jobs.ask(key, work)


def _reading() -> jobs.Job | None:
    """Read what waits: releases, or the list of people; None when nothing does."""
    people = state.slot("people file", dict)
    waits = dict(_waiting()) | people
    if not waits:
        return None
    job = jobs.ask(
        ("read releases", *((key, len(content)) for key, (_, content) in waits.items())), compute.reading_files(waits)
    )
    if job.ended:
        _take(job, people)
    return job


def _take(job: jobs.Job, people: dict[str, tuple[str, bytes]]) -> None:
    """Keep the tables that were read, or why they were not."""
    if job.result is None:
        state.remember("release refused", job.refused)
    for key, (name, held) in (job.result or {}).items():
        if key == "file":
            digest = sha256(people["file"][1]).hexdigest()
            state.slot("people list", dict)["list"] = name, held, digest
        else:
            _kept()[key] = name, held
    _waiting().clear()
    people.clear()
    jobs.again(job.key)


@dataclass(frozen=True, eq=False)
class Person:
    """One person of the linked releases.

    Parameters
    ----------
    own : the linkage
    at : place in the order, fewest values left first
    shown : whether the page may say who it is
    """

    own: compute.Own
    at: int
    shown: bool

    @property
    def position(self) -> int:
        """Position among all people."""
        return int(self.own.order[self.at])

    @cached_property
    def candidates(self) -> composition.Candidates:
        """What each release shows, and what is left."""
        return self.own.found.candidates(self.position)

    @property
    def name(self) -> str:
        """What the person is called; masked until it is asked for."""
        return self.own.found.ids([self.position])[0] if self.shown else words.MASKED

    @cached_property
    def values(self) -> list[str]:
        """Values that some release shows for the person, in the order of the secret's values."""
        seen = {value for one in self.candidates.shown if one is not None for value in one}
        return [value for value in self.own.found.labels if value in seen]

    @property
    def picture(self) -> tuple[list[str], list[int], list[figures.Step]]:
        """Values, the release that rules each out, the rows."""
        counted = composition.countdown(self.values, self.candidates.shown)
        most = self.own.found.n_present
        name, short = words.before_name()
        steps = [figures.Step(name, words.in_all(most), short, f"{most:,}", words.guess_among(most), False)]
        before = most
        for i, (left, one) in enumerate(zip(counted.left, self.own.found.releases, strict=True)):
            note = words.ruled_out(before - left, i == 0, False)
            steps.append(
                figures.Step(
                    words.cut_short(one.name), note, str(i + 1), f"{left:,}", words.guess_among(left), left == 1
                )
            )
            before = left
        return self.values, list(counted.out_at), steps


def person(own: compute.Own) -> Person | None:
    """The person that was chosen, or None."""
    at = state.recall("own person")
    return (
        None
        if at is None or not len(own.order)
        else Person(own, min(at, len(own.order) - 1), bool(state.recall("own reveal")))
    )


def walk(step: int) -> None:
    """Go to the next person, those with fewest values left first."""
    now = state.recall("own person")
    state.remember("own person", 0 if now is None else max(now + step, 0))


def forget_person() -> None:
    """No person is looked at; whoever is next stays masked."""
    state.remember("own person", None)
    state.remember("own reveal", False)


@dataclass(frozen=True)
class Clicks:
    """What each control of the user's own releases does."""

    choose_ways: Callable[[list[str]], None] = choose_ways
    add_way: Callable[[list[str], dict[str, int]], None] = add_way
    upload: Callable[[], None] = upload
    upload_list: Callable[[], None] = upload_list
    let_go: Callable[[str], None] = let_go
    walk: Callable[[int], None] = walk
    forget_person: Callable[[], None] = forget_person


CLICKS = Clicks()
