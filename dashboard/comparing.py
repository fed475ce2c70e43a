"""Settings of `blur` side by side: the table as it is, the pinned ones, the present one; other methods tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dashboard import compute, jobs, state, words
from dashboard.blurring import LETTERS, PINS, View
from privacy_core import Anonymization, PrivacyError, Setting


@dataclass(frozen=True, eq=False)
class Card:
    """One setting beside others.

    Parameters
    ----------
    letter, title : its letter and its promise in words
    found : what it costs; None while it is worked out, or where there is no answer
    pin : its place among the pinned settings, None where it is not pinned
    job : the work of another method, or None
    refused : why it has no release, or None
    """

    letter: str
    title: str
    found: compute.Card | None
    pin: int | None
    job: jobs.Job | None = None
    refused: str | None = None

    @property
    def reason(self) -> str | None:
        """Why there is no answer."""
        if self.job is None or not self.job.ended or self.found is not None:
            return self.refused
        return self.job.refused or self.job.result.reason


def cards(view: View | None) -> list[Card]:
    """The table as it is, the pinned settings, the present one; other methods begin their work here.

    Asked for before the map is drawn, so that what a method brought stands on the map at once.
    """
    return [] if view is None else list(_cards(view))


def _cards(view: View) -> Iterator[Card]:
    specs, asked, letters = view.study.blur.trees, view.asked, {LETTERS[0]}
    yield Card(LETTERS[0], words.AS_UPLOADED, compute.as_uploaded(view.cut, specs, asked.k, asked.ground), None)
    for i, (letter, pin) in enumerate(zip(LETTERS[1:], view.study.blur.pinned, strict=False)):
        yield _pinned(view, pin, letter, i)
        letters.add(letter)
    if view.chosen is not None and view.letter not in letters:
        present = compute.card(view.cut, specs, view.levels, asked.promise)
        yield Card(view.letter, _said(view, asked.promise.setting()), present, None)


def _pinned(view: View, pin: Setting, letter: str, place: int) -> Card:
    """A pinned setting under the promise it was pinned with, or why it cannot be kept any more."""
    title = _said(view, pin)
    try:
        if pin.method in compute.METHODS:
            return _tried(view, pin, letter, title, place)
        return _at_its_levels(view, pin, letter, title, place)
    except PrivacyError as refused:
        return Card(letter, title, None, place, refused=str(refused))


def _at_its_levels(view: View, pin: Setting, letter: str, title: str, place: int) -> Card:
    specs, promise = view.study.blur.trees, compute.promise_of(pin)
    levels = compute.levels_of(view.cut, specs, pin)
    if levels is None:
        return Card(letter, title, None, place, refused=words.OTHER_COLUMNS)
    refused = compute.carried_out(view.cut, specs, levels, promise).refused
    found = None if refused else compute.card(view.cut, specs, levels, promise)
    return Card(letter, title, found, place, refused=refused)


def _tried(view: View, setting: Setting, letter: str, title: str, pin: int) -> Card:
    """A setting by another method: worked out, or being worked out; one at a time."""
    specs = view.study.blur.trees
    key = ("trial", view.cut, specs, setting)
    if (under_way := jobs.another(key)) is not None:
        return Card(letter, title, None, pin, under_way)
    job = jobs.ask(key, compute.trial(view.cut, specs, setting))
    done = job.ended and job.result is not None
    found = compute.trial_card(view.cut, specs, setting, job.result) if done else None
    return Card(letter, title, found, pin, job)


def _said(view: View, setting: Setting) -> str:
    """A setting as a title: its promise with the distance it is measured in and its limit, and its method."""
    promise = compute.promise_of(setting)
    try:
        grounds = compute.grounds_used(view.cut, promise.ground)
    except PrivacyError:
        grounds = (promise.ground,)
    said = words.whole_promise(promise.pairs, grounds, promise.suppression)
    return words.method_title(said, setting.method, setting.parameters) if setting.method in compute.METHODS else said


@dataclass(frozen=True, eq=False)
class Release:
    """A setting that can be saved: its promise, its release, its levels where it has any, its method with settings."""

    promise: compute.Promise
    answer: Anonymization
    levels: tuple[tuple[str, int], ...]
    method: str = "full-domain"
    parameters: tuple[tuple[str, float], ...] = ()


def saveable(view: View) -> list[str]:
    """Letters and titles of what can be saved: the present setting first, then every pinned one."""
    return list(dict.fromkeys(title for title, _ in _saveable(view)))


def _saveable(view: View) -> Iterator[tuple[str, Setting]]:
    if view.chosen is not None:
        present = view.asked.promise.setting(tuple(zip(view.columns, view.levels, strict=True)))
        yield f"{view.letter} · {_said(view, present)}", present
    for letter, pin in zip(LETTERS[1:], view.study.blur.pinned, strict=False):
        yield f"{letter} · {_said(view, pin)}", pin


def release(view: View, title: str) -> Release | None:
    """The release of one title of `saveable`; None where there is none, or it is still worked out."""
    setting = next((one for said, one in _saveable(view) if said == title), None)
    if setting is None:
        return None
    try:
        answer = _answer(view, setting)
    except PrivacyError:
        return None
    if answer is None or answer.table is None:
        return None
    return Release(compute.promise_of(setting), answer, setting.levels, setting.method, setting.parameters)


def _answer(view: View, setting: Setting) -> Anonymization | None:
    specs = view.study.blur.trees
    if setting.method in compute.METHODS:
        job = jobs.kept(("trial", view.cut, specs, setting))
        return None if job is None else job.result
    levels = compute.levels_of(view.cut, specs, setting)
    if levels is None:
        return None
    done = compute.carried_out(view.cut, specs, levels, compute.promise_of(setting))
    return None if done.refused else done.answer


def searched(found: compute.Searched) -> Release | None:
    """The release that a search found."""
    if found.answer.table is None:
        return None
    return Release(found.asked.promise, found.answer, tuple((found.answer.levels or {}).items()))


def try_method(method: str, parameters: tuple[tuple[str, float], ...] = ()) -> None:
    """Pin the present promise, kept by another method."""
    study, blur = state.study(), state.study().blur
    setting = compute.asked(study).promise.setting(method=method, parameters=parameters)
    if setting not in blur.pinned and len(blur.pinned) < PINS:
        state.change(blur=replace(blur, pinned=(*blur.pinned, setting)))


def top(shown: list[Card]) -> int:
    """Largest crowd of all settings: the end of their shared scale."""
    return max(
        (card.found.crowd.largest for card in shown if card.found is not None and card.found.crowd is not None),
        default=1,
    )
