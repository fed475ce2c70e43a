"""Which release `match` looks at: the open table as `blur` has it, a pinned setting of it, or a table of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from dashboard import choosing, compute, jobs, receiving, state, words
from dashboard.blurring import LETTERS
from dashboard.compute import matching
from dashboard.compute.attackable import Attackable
from privacy_core import PrivacyError, Progress, Setting, Study, Table

Seen = TypeVar("Seen")
"""What a page, or a part of one, shows of a release."""
Work = Callable[[Progress], Any]


@dataclass(frozen=True)
class Offered:
    """A release that can be matched: what it is called, and the setting that blurs it, if one does."""

    name: str
    setting: Setting | None = None


@dataclass(frozen=True, eq=False)
class Chosen:
    """The release that was chosen, as far as it is there.

    Parameters
    ----------
    name : what it is called
    missing, link, hint : what has to be done first, the page where, and how
    refused : why there is none
    job : work it waits for
    setting : that blurs the open table; None for the open table as it is
    uploaded : name, table and hash of a release that is a table of its own
    """

    name: str
    missing: str | None = None
    link: str | None = None
    hint: str | None = None
    refused: str | None = None
    job: jobs.Job | None = None
    setting: Setting | None = None
    uploaded: tuple[str, Table, str] | None = None

    @property
    def ready(self) -> bool:
        """Whether it can be matched."""
        return self.missing is None and self.refused is None and self.job is None

    @property
    def content(self) -> Setting | str | None:
        """What tells it from other releases of the open table: how it is blurred, or the hash of its own table."""
        return self.setting if self.uploaded is None else self.uploaded[2]

    def lacking(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """Known columns that an uploaded release lacks: nothing can be sorted by them."""
        return () if self.uploaded is None else tuple(name for name in known if name not in self.uploaded[1].columns)


def offered() -> list[Offered]:
    """Releases that can be matched."""
    pins = zip(LETTERS[1:], state.study().blur.pinned, strict=False)
    found = [Offered(words.BLURRED_NOW)]
    found += [Offered(words.pin_name(letter, compute.pairs(pin.thresholds)), pin) for letter, pin in pins]
    found += [Offered(words.REGISTER_AGAIN)] if receiving.register() is not None else []
    return [*found, Offered(words.AS_IT_IS), Offered(words.UPLOADED_RELEASE)]


def origin() -> Offered:
    """The release that is chosen."""
    every = offered()
    first = next((one for one in every if one.name == words.REGISTER_AGAIN), every[0])
    wanted = state.recall("match origin")
    return next((one for one in every if one.name == wanted), first)


def missing(study: Study) -> str | None:
    """What the open table lacks."""
    if study.source is None:
        return words.LOAD_FIRST
    if study.roles is None:
        return words.ROLES_FIRST
    return None if study.roles.quasi_identifiers else words.KNOWN_FIRST


def chosen(study: Study) -> Chosen:
    """The release, or what it waits for, lacks or was refused for."""
    why = missing(study)
    if why is not None:
        return Chosen("", why, "publish")
    reading = receiving.reading()
    if reading is not None and not reading.ended:
        return Chosen(origin().name, job=reading)
    one = _picked()
    return one if one.ready else replace(one, refused=one.refused or receiving.refused())


def _picked() -> Chosen:
    at = origin()
    if at.name == words.BLURRED_NOW:
        return _now()
    if at.name == words.UPLOADED_RELEASE:
        held = receiving.kept().get(receiving.RELEASE)
        return Chosen(at.name, words.NO_UPLOAD) if held is None else Chosen(held[0], uploaded=held)
    if at.name == words.REGISTER_AGAIN:
        held = receiving.register()
        return Chosen(held[0], uploaded=held)
    return Chosen(at.name, setting=at.setting)


def _now() -> Chosen:
    """The open table as the page `blur` has it now."""
    name, link = words.BLURRED_NOW, "blur"
    if compute.table(compute.cut(state.study())).n_rows == 0:
        return Chosen(name, words.NOTHING_LEFT)
    work = choosing.work()
    if not work.ready:
        return Chosen(name, *_first(work))
    if work.refused is not None:
        return Chosen(name, refused=work.refused)
    if work.job is None or not work.job.ended:
        return Chosen(name, job=work.job)
    levels = _levels(work)
    if levels is None:
        return Chosen(name, words.NO_BLUR, link)
    return Chosen(name, setting=compute.asked(work.study).promise.setting(levels))


def _first(work: choosing.Work) -> tuple[str, str, str | None]:
    """What Blur waits for, where it is done, and how."""
    if work.crowded:
        return (
            words.one_row_first(work.crowded),
            "blur",
            words.SEVERAL_ELSEWHERE if work.way_out is None else words.ONE_ROW_ON_BLUR,
        )
    return (words.UNDEFINED, "blur", words.UNDEFINED_NOTE) if work.undefined else (words.BLUR_FIRST, "blur", None)


def _levels(work: choosing.Work) -> tuple[tuple[str, int], ...] | None:
    """Column and level of the way that `blur` shows; None where nothing keeps its promise."""
    view = choosing.seen(work.found)
    if view is not None and view.chosen is not None:
        return tuple(zip(view.columns, view.levels, strict=True))
    best = work.searched.answer.levels if work.searched is not None else None
    return tuple(best.items()) if best else None


def looked_at(page: Callable[..., Seen], fill: Callable[[Study, Chosen], Seen]) -> Seen:
    """What a page shows of the chosen release; until it is there, what it waits for, lacks or was refused for."""
    study = state.study()
    one = chosen(study)
    if one.ready:
        return fill(study, one)
    return page(study, one, job=one.job, missing=one.missing, link=one.link, refused=one.refused)


@dataclass(frozen=True, eq=False)
class Begun:
    """Work on a release, beside whom, and why there is none or not beside those given last.

    Parameters
    ----------
    job : the work
    holdout : what the table of strangers it took is called; None without one
    strangers : that table
    refused : why there is no work, or why the strangers or the release given last were not taken
    """

    job: jobs.Job | None = None
    holdout: str | None = None
    strangers: Table | None = None
    refused: str | None = None


def begun(
    kind: str,
    study: Study,
    one: Chosen,
    asked: tuple[Hashable, ...],
    begin: Callable[..., Work],
    refusal: Callable[[jobs.Job], str | None] = receiving.refused_with,
) -> Begun:
    """Work on a release that is there: the one place that says what such work depends on.

    Parameters
    ----------
    kind : of work
    asked : the settings it is asked with, all of them
    begin : makes the work of these settings and of what it works on
    refusal : why work took no strangers
    """
    cut, specs = compute.cut(study), study.blur.trees
    try:
        release = matching.released(cut, specs, one.setting) if one.uploaded is None else one.uploaded[1]
        held, trees = matching.held_table(cut), matching.known_trees(cut, specs)

        def ask(_: str | None, strangers: Table | None, content: str | None) -> jobs.Job:
            on = Attackable(held, release, trees, strangers)
            return jobs.ask((kind, cut, specs, one.content, *asked, content), begin(*asked, on))

        job, (called, strangers, _), why = receiving.beside_strangers(ask, refusal)
    except PrivacyError as refused:
        return Begun(refused=str(refused))
    return Begun(job, called, strangers, receiving.refused() or why)
