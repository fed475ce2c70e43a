"""What `isolate` looks at: which part of the question, which columns of the open table, what the attacker knows."""

from __future__ import annotations

from dashboard import state, words


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
