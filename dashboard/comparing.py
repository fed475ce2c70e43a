"""Settings of `blur` side by side: the table as it is, the pinned ones, the present one; other methods tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dashboard import compute, jobs, state, words
from dashboard.blurring import LETTERS, PINS, View
from privacy_core import Setting, Table


@dataclass(frozen=True, eq=False)
class Card:
    """One setting beside others.

    Parameters
    ----------
    letter, title : its letter and its promise in words
    found : what it costs; None while it is worked out, or where there is no answer
    pin : its place among the pinned settings, None where it is not pinned
    job : the work of another method, or None
    """

    letter: str
    title: str
    found: compute.Card | None
    pin: int | None
    job: jobs.Job | None = None

    @property
    def reason(self) -> str | None:
        """Why a method gave no answer."""
        if self.job is None or not self.job.ended or self.found is not None:
            return None
        return self.job.refused or self.job.result.reason


def cards(view: View) -> list[Card]:
    """The table as it is, the pinned settings, the present one."""
    return list(_cards(view))


def _cards(view: View) -> Iterator[Card]:
    specs, ground, letters = view.study.blur.trees, view.asked.ground, {LETTERS[0]}
    yield Card(LETTERS[0], words.AS_UPLOADED, compute.as_uploaded(view.cut, specs, view.asked.k, ground), None)
    for i, (letter, setting) in enumerate(zip(LETTERS[1:], view.study.blur.pinned, strict=False)):
        title = words.promise(compute.pairs(setting.thresholds))
        if setting.method in compute.METHODS:
            yield _tried(view, setting, letter, words.method_title(title, setting.method), i)
        elif (found := compute.pinned_card(view.cut, specs, setting, ground)) is not None:
            yield Card(letter, title, found, i)
        letters.add(letter)
    if view.chosen is not None and view.letter not in letters:
        present = compute.card(view.cut, specs, view.levels, view.asked.k, view.asked.others, ground)
        yield Card(view.letter, words.promise(view.asked.pairs), present, None)


def _tried(view: View, setting: Setting, letter: str, title: str, pin: int) -> Card:
    """A setting by another method: worked out, or being worked out; one at a time."""
    specs, ground = view.study.blur.trees, view.asked.ground
    key = ("trial", view.cut, specs, setting, ground)
    under_way = jobs.current("trial")
    if under_way is not None and under_way.key != key:
        return Card(letter, title, None, pin, under_way)
    job = jobs.ask(key, compute.trial(view.cut, specs, setting, ground))
    done = job.ended and job.result is not None
    found = compute.trial_card(view.cut, specs, setting, ground, job.result) if done else None
    return Card(letter, title, found, pin, job)


@dataclass(frozen=True, eq=False)
class Release:
    """A setting that can be saved: its title, its promise, its release, its levels where it has any."""

    title: str
    k: int
    others: compute.Others
    ground: str
    suppression: float
    published: Table
    levels: tuple[tuple[str, int], ...]
    method: str


def saveable(view: View) -> list[str]:
    """Letters and titles of what can be saved: the present setting first, then every pinned one."""
    present = [_title(view.letter, words.promise(view.asked.pairs))] if view.chosen is not None else []
    pins = zip(LETTERS[1:], view.study.blur.pinned, strict=False)
    every = [*present, *(_title(letter, _said(pin)) for letter, pin in pins)]
    return list(dict.fromkeys(every))


def _title(letter: str, said: str) -> str:
    return f"{letter} · {said}"


def _said(pin: Setting) -> str:
    promise = words.promise(compute.pairs(pin.thresholds))
    return words.method_title(promise, pin.method) if pin.method in compute.METHODS else promise


def release(view: View, title: str) -> Release | None:
    """The release of one title of `saveable`; None where there is none, or it is still worked out."""
    if view.chosen is not None and title == _title(view.letter, words.promise(view.asked.pairs)):
        levels = tuple(zip(view.columns, view.levels, strict=True))
        done, asked = compute.carried_out(*view.key), view.asked
        return Release(
            title, asked.k, asked.others, asked.ground, asked.suppression, done.published, levels, "full-domain"
        )
    for letter, pin in zip(LETTERS[1:], view.study.blur.pinned, strict=False):
        if title == _title(letter, _said(pin)):
            return _pinned_release(view, title, pin)
    return None


def searched(found: compute.Searched) -> Release | None:
    """The release that a search found."""
    asked, answer = found.asked, found.answer
    if answer.table is None:
        return None
    levels, promise = tuple((answer.levels or {}).items()), words.promise(asked.pairs)
    return Release(promise, asked.k, asked.others, asked.ground, asked.suppression, answer.table, levels, "full-domain")


def _pinned_release(view: View, title: str, pin: Setting) -> Release | None:
    specs, ground = view.study.blur.trees, view.asked.ground
    (_, k), *others = compute.pairs(pin.thresholds)
    if pin.method in compute.METHODS:
        job = jobs.kept(("trial", view.cut, specs, pin, ground))
        table = job.result.table if job is not None and job.result is not None else None
    else:
        levels = tuple(level for _, level in pin.levels)
        table = compute.carried_out(view.cut, specs, levels, int(k), tuple(others), ground).published
    return (
        None
        if table is None
        else Release(title, int(k), tuple(others), ground, pin.suppression, table, pin.levels, pin.method)
    )


def try_method(method: str) -> None:
    """Pin the present promise, kept by another method."""
    study, blur = state.study(), state.study().blur
    promise = compute.promised(compute.asked(study))
    setting = Setting(promise, blur.suppression, (), method)
    if setting not in blur.pinned and len(blur.pinned) < PINS:
        state.change(blur=replace(blur, pinned=(*blur.pinned, setting)))


def top(shown: list[Card]) -> int:
    """Largest crowd of all settings: the end of their shared scale."""
    return max(
        (card.found.crowd.largest for card in shown if card.found is not None and card.found.crowd is not None),
        default=1,
    )
