"""What a click on `blur` does: move a line, choose a way, pin a setting, try another method."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from dashboard import blurring, compute, jobs, keeping, state, words
from dashboard.blurring import OFF, PINS, View
from privacy_core import Missing, PrivacyError, Study, intake


@dataclass(frozen=True, eq=False)
class Work:
    """What there is to show: the lattice measured or under way, or why there is none.

    Parameters
    ----------
    crowded : persons with several rows, where k rows could be one person and nothing is promised
    way_out : the repair that gives each of them one row, if there is one
    undefined : missing known values match anything or leave rows out, where nothing can be promised
    missing : no hierarchies were chosen yet
    refused : why the hierarchies or the promise cannot be used
    hopeless : why no crowd whatever could keep the promise
    job : measuring, or measured
    large : number of ways where they are too many to measure each, and the job searches; else 0
    """

    study: Study
    crowded: int = 0
    way_out: intake.Repair | None = None
    undefined: bool = False
    missing: bool = False
    refused: str | None = None
    hopeless: str | None = None
    job: jobs.Job | None = None
    large: int = 0

    @property
    def cut(self) -> compute.Cut:
        """Which table, which columns, how counted."""
        return compute.cut(self.study)

    @property
    def said(self) -> str | None:
        """The refusal, as the page shows it; work that was refused says so in the place of its picture."""
        return None if self.refused is None or self.job is not None else words.plain(self.refused)

    @property
    def warned(self) -> str | None:
        """Why nothing could keep the promise, as the page shows it."""
        return None if self.hopeless is None else words.plain(self.hopeless)

    @property
    def ready(self) -> bool:
        """Whether there is anything to measure."""
        return not (self.crowded or self.undefined or self.missing)

    @property
    def found(self) -> compute.Measured | None:
        """The lattice of the present choices."""
        return None if self.stopped or self.large else jobs.result(self.job, compute.Measured)

    @property
    def stopped(self) -> bool:
        """Whether the user stopped it."""
        return self.job is not None and self.job.stopped

    @property
    def before(self) -> compute.Measured | None:
        """The lattice of earlier choices, where the present ones were stopped before they were measured."""
        return jobs.before(self.job) if self.stopped and not self.large else None

    @property
    def detail(self) -> float:
        """Share of the detail that the way a search found gives up."""
        return compute.found_detail(self.searched, self.study.blur) if self.searched.answer.levels else 0.0

    @property
    def searched(self) -> compute.Searched | None:
        """The best way that a search found."""
        return jobs.result(self.job, compute.Searched) if self.large and not self.stopped else None


def work() -> Work:
    """Measure every way of the present study, or say what is missing."""
    study = state.study()
    if several := compute.with_several_rows(compute.cut(study)):
        return Work(study, several, _one_row_each(study.roles.person))
    if study.policies.missing is not Missing.OWN:
        return Work(study, undefined=True)
    if not study.blur.trees:
        return Work(study, missing=True)
    chosen, promise = compute.cut(study), compute.asked(study)
    try:
        several = compute.n_ways(chosen, study.blur)
        if several > compute.MOST_WAYS:
            return _search(study, chosen, promise, several)
        job = _measured(study, chosen, promise)
    except PrivacyError as refused:
        return Work(study, refused=str(refused))
    return Work(study, refused=_refusal(job), hopeless=compute.no_hope(chosen, promise), job=job)


def _measured(study: Study, chosen: compute.Cut, promise: compute.Asked) -> jobs.Job:
    """Every way measured so that the k asked for is a look-up: around a round k, or around that very k."""

    def key(around: int) -> tuple[Any, ...]:
        return "ways", chosen, study.blur.trees, study.blur.max_level, promise.others, promise.ground, around

    around, own = compute.middle(promise), jobs.kept(key(promise.k))
    if own is not None:
        return own
    job = jobs.ask(key(around), compute.measuring(chosen, study.blur, promise, around))
    if not job.ended or job.result is None or job.result.reaches(promise.k):
        return job
    return jobs.ask(key(promise.k), compute.measuring(chosen, study.blur, promise, promise.k))


def _one_row_each(person: str) -> intake.Repair | None:
    """The repair that puts the rows of each person side by side."""
    kind = intake.RepairKind.ONE_PERSON
    several = (repair for finding in keeping.noticed() for repair in finding.repairs)
    return next((one for one in several if one.kind is kind and one.column == person), None)


def _search(study: Study, chosen: compute.Cut, promise: compute.Asked, several: int) -> Work:
    """Too many ways to measure each: search within a time budget."""
    job = jobs.ask(("search", chosen, study.blur, promise), compute.searching(chosen, study.blur, promise))
    return Work(study, refused=_refusal(job), hopeless=compute.no_hope(chosen, promise), job=job, large=several)


def _refusal(job: jobs.Job) -> str | None:
    return job.refused if job.ended and not job.stopped else None


def seen(found: compute.Measured | None) -> View | None:
    """What was measured, seen from the present lines; nothing of a lattice measured around another k."""
    study = state.study()
    return blurring.look(study, found) if found is not None and found.reaches(compute.asked(study).k) else None


def line(name: str) -> float:
    """Where a line stands."""
    study = state.study()
    if name == "suppression":
        return round(100 * study.blur.suppression, 6)
    if name == "k":
        return compute.asked(study).k
    at = getattr(study.thresholds, name)
    return getattr(OFF, name) if at is None else at


def own_k(k: float) -> None:
    """Set the line of k by hand; it is no published number any more."""
    state.change(norm=None, thresholds=replace(state.study().thresholds, k=int(k)))


def promise(model: str, at: float) -> None:
    """Set another line; ℓ = 1 and t = 1 promise nothing."""
    nothing = (model == "l" and at <= 1) or (model == "t" and at >= 1)
    state.promise(**{model: None if nothing else at})


def switch(model: str, on: bool) -> None:
    """Promise something more, or no longer."""
    state.promise(**{model: getattr(OFF, model) if on else None})


def change(**settings: Any) -> None:
    """Change how the table is blurred."""
    state.change(blur=replace(state.study().blur, **settings))


def limit(of_100: float) -> None:
    """Set what may be left out."""
    change(suppression=of_100 / 100)


def pick(which: int) -> None:
    """Choose the way that was clicked when it keeps the promise; else say why it does not."""
    view = seen(work().found)
    state.remember("why not", which)
    if view is not None and view.ways.keeps[which]:
        levels = view.ways.levels[which].tolist()
        change(levels=() if which == view.ways.best else tuple(zip(view.columns, levels, strict=True)))


def forget_failure() -> None:
    """No longer say why a way breaks the promise."""
    state.remember("why not", None)


def back() -> None:
    """Go back to the way that costs least."""
    change(levels=())


def pin() -> None:
    """Keep the present setting beside those that follow."""
    view = seen(work().found)
    blur = state.study().blur
    if view is None or view.chosen is None or len(blur.pinned) >= PINS:
        return
    levels = tuple(zip(view.columns, view.levels, strict=True))
    change(pinned=(*blur.pinned, view.asked.promise.setting(levels)))


def unpin(which: int) -> None:
    """Take a pinned setting away."""
    pinned = state.study().blur.pinned
    change(pinned=(*pinned[:which], *pinned[which + 1 :]))


@dataclass(frozen=True, eq=False)
class Panel:
    """What the controls beside the map need to know besides the lines."""

    study: Study
    grounds: tuple[str, ...]
    most_secrets: int
    can_undo: bool
    can_redo: bool
    can_pin: bool


def panel(view: View | None) -> Panel:
    """What may be chosen and undone now."""
    study, steps = state.study(), state.history()
    chosen = compute.cut(study)
    most = min((compute.domain(chosen, secret) for secret in chosen.secrets), default=1)
    pinned = study.blur.pinned
    can_pin = view is not None and view.chosen is not None and not view.is_pinned and len(pinned) < PINS
    return Panel(study, compute.grounds(chosen), most, steps.can_undo, steps.can_redo, can_pin)
