"""What `again` looks at in the user's own releases: which ones, how they are joined, one person; and the clicks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from dashboard import compute, figures, jobs, joining, state, uploading, words
from dashboard.blurring import LETTERS
from dashboard.promising import roles_missing
from privacy_core import PrivacyError, composition

EACH = 4
"""Known columns that are each a release of their own at first."""


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
    left_out : which rows of uploaded releases are taken as left out, in words
    """

    origin: str
    names: tuple[str, ...]
    secret: str | None
    missing: str | None
    refused: str | None
    job: jobs.Job | None
    left_out: str | None = None

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
    return [*found, *(way for way in state.recall("own ways", ()) if set(way.columns) <= set(known))]


def first_ways(every: list[compute.Way]) -> list[str]:
    """Ways that are linked until others are chosen: the pinned settings, or some columns each alone."""
    pinned = [way.name for way in every if way.setting is not None]
    alone = [way.name for way in every if way.setting is None and len(way.columns) == 1]
    return pinned if len(pinned) > 1 else alone[:EACH] if len(alone) > 1 else [way.name for way in every[:1]]


def chosen_ways() -> list[compute.Way]:
    """The ways that are linked."""
    every = offered()
    wanted = state.recall("own chosen ways") or ()
    return [way for way in every if way.name in wanted] or [way for way in every if way.name in first_ways(every)]


def link_ways(names: list[str]) -> None:
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
    link_ways([*dict.fromkeys((*names, way.name))])


def _ways() -> Releases:
    why = roles_missing()
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


def _files() -> Releases:
    origin_, job = words.ORIGINS[1], uploading.reading()
    if job is not None and not job.ended:
        return Releases(origin_, (), None, None, None, job)
    names, refused = tuple(uploading.uploaded().values()), state.recall("release refused")
    chosen = joining.file_choice()
    why = _files_lack(len(names), chosen)
    job = None if why is not None else _joined(names, chosen)
    return Releases(origin_, names, chosen.secret, why, refused, job, chosen.left_out)


def _files_lack(n: int, chosen: joining.FileChoice) -> str | None:
    """What is missing before uploaded releases can be linked."""
    if n < 2:
        return words.two_files(n)
    if not joining.common():
        return words.NO_COMMON
    if chosen.secret is None or not all(chosen.known):
        return words.CHOOSE_COLUMNS
    return words.NO_LIST if chosen.join == words.BY_LIST and uploading.everyone() is None else None


def _joined(names: tuple[str, ...], chosen: joining.FileChoice) -> jobs.Job:
    policies, held = state.study().policies, uploading.people()
    listed = held if chosen.join == words.BY_LIST else None
    trees = {} if listed is None else {name: one for name, one in uploading.trees().items() if name in chosen.of_list}
    about = None if listed is None else (listed[2], *((name, key) for name, (_, key, _) in trees.items()))
    key = ("linked files", uploading.content(), chosen, about, policies, spelling())
    everybody, made = None if listed is None else listed[1], {name: tree for name, (_, _, tree) in trees.items()}
    several = joining.publications(names, chosen)
    work = compute.linking_files(several, chosen.secret or "", chosen.key, everybody, made, policies, spelling())
    return jobs.ask(key, work)


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
            guess, called = words.guess_among(left), words.cut_short(one.name)
            steps.append(figures.Step(called, note, str(i + 1), f"{left:,}", guess, left == 1))
            before = left
        return self.values, list(counted.out_at), steps


def person(seen: Releases) -> Person | None:
    """The person that was chosen, or None; whoever was looked at in another linkage is let go, and masked again."""
    own = seen.own
    if state.recall("own linked") != seen.job.key:
        forget_person()
        state.remember("own linked", seen.job.key)
    at = state.recall("own person")
    if at is None or not len(own.order):
        return None
    return Person(own, min(at, len(own.order) - 1), bool(state.recall("own reveal")))


def walk(step: int) -> None:
    """Go to the next person, those with fewest values left first."""
    now = state.recall("own person")
    state.remember("own person", 0 if now is None else max(now + step, 0))


def forget_person() -> None:
    """No person is looked at; whoever is next stays masked."""
    state.remember("own person", None)
    state.remember("own reveal", False)


def upload() -> None:
    """Take uploaded releases; whoever was looked at is let go."""
    uploading.upload()
    forget_person()


def let_go(key: str) -> None:
    """Let go of a release."""
    uploading.let_go(key)
    forget_person()


def take_open() -> None:
    """Let the open table be one of the releases."""
    uploading.take_open()
    forget_person()


def upload_trees() -> None:
    """Take hierarchies for the columns that the list of people needs."""
    uploading.upload_trees(joining.file_choice().of_list)
    forget_person()


@dataclass(frozen=True)
class Clicks:
    """What each control of the user's own releases does."""

    link_ways: Callable[[list[str]], None] = link_ways
    add_way: Callable[[list[str], dict[str, int]], None] = add_way
    upload: Callable[[], None] = upload
    upload_list: Callable[[], None] = uploading.upload_list
    upload_trees: Callable[[], None] = upload_trees
    let_go: Callable[[str], None] = let_go
    let_go_tree: Callable[[str], None] = uploading.let_go_tree
    take_open: Callable[[], None] = take_open
    walk: Callable[[int], None] = walk
    forget_person: Callable[[], None] = forget_person


CLICKS = Clicks()
