"""What other ways of reading would make of the open file, made only when somebody looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dashboard import state, words
from privacy_core import PrivacyError, intake

PREVIEWED = 6
"""Alternatives of one guess that are previewed; a workbook may have any number of sheets."""


@dataclass(frozen=True)
class Choice:
    """Another value for a guess, what it would make of the first rows, or why that is not shown."""

    value: str | int | bool
    preview: intake.Preview | None
    said: str | None


@dataclass(frozen=True)
class Doubt:
    """A guess with what it makes of the first rows, and its alternatives."""

    guess: intake.Guess
    now: intake.Preview | None
    choices: tuple[Choice, ...]


def doubts() -> Iterator[Doubt]:
    """Each guess of the open file that can be overridden, with previews."""
    content, name = state.recall("content")
    found = state.loaded(state.study().source)
    kept = intake.spelled_out(found.options, found.guesses)
    now = intake.preview(content, name, kept)
    for guess in found.guesses:
        if guess.alternatives:
            yield _doubt(guess, now, [_choice(guess, value, now) for value in guess.alternatives[:PREVIEWED]])


def _choice(guess: intake.Guess, value: str | int | bool, now: intake.Preview | None) -> Choice:
    """One alternative; the other guesses are made anew, as they are when it is taken."""
    content, name = state.recall("content")
    found = state.loaded(state.study().source)
    encoding = intake.spelled_out(found.options, found.guesses).encoding
    try:
        seen = intake.preview(content, name, replace(found.options, **{"encoding": encoding, guess.option: value}))
    except PrivacyError as refused:
        return Choice(value, None, words.refused_so(str(refused)))
    if seen is None:
        return Choice(value, None, words.WHOLE_FILE)
    return Choice(value, seen, words.same_rows(seen.whole) if seen == now else None)


def _doubt(guess: intake.Guess, now: intake.Preview | None, choices: list[Choice]) -> Doubt:
    """Previews cut to where they differ; those that show nothing else are left out."""
    later = [Choice(value, None, words.NOT_PREVIEWED) for value in guess.alternatives[PREVIEWED:]]
    others = [choice.preview for choice in choices if choice.preview is not None and choice.preview != now]
    cut = iter(intake.contrast(now, others)) if now is not None else iter(())
    shown = next(cut, None)
    made = [
        replace(choice, preview=next(cut) if choice.preview is not None and choice.preview != now else None)
        for choice in choices
    ]
    return Doubt(guess, shown, (*made, *later))
