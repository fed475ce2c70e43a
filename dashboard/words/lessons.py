"""Sentences about what crowds teach, and about what t-closeness cannot do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboard.words.phrases import plain
from privacy_core import JUDGED_ALONE, Beliefs, Lessons, Merger, Together, corrections

TAUGHT = "What crowds teach: homogeneity, skewness, similarity"
WRONG_TOOL = "When t is the wrong tool, and what is often said wrongly"
SHOW_PARTNER = "Show that crowd"
BELIEFS = "What an attacker believes about this secret"


def taught_lines(found: Lessons, secrets: Sequence[str]) -> list[str]:
    """The three attacks, each counted over all crowds."""
    several = [JUDGED_ALONE] if len(secrets) > 1 else []
    return [plain(lesson.sentence) for lesson in found.counted] + several


def taught_here(found: Lessons, which: int) -> list[str]:
    """What the crowd that was chosen teaches."""
    return [plain(sentence) for sentence in found.of(which)] or ["This crowd shows none of the three."]


def belief_lines(found: Beliefs | None) -> list[str]:
    """Three beliefs: before the release, after the table, after the crowd."""
    return [] if found is None else [plain(sentence) for sentence in found.sentences]


def merger_line(found: Merger | None) -> str:
    """Which merger would help this crowd most."""
    return "There is no other crowd to merge with." if found is None else plain(found.sentence)


def knowing_more_rows(found: Sequence[Together]) -> dict[str, list[Any]]:
    """ℓ of each secret alone, and to someone who knows the others."""
    return {
        "secret": [one.column for one in found],
        "ℓ alone": [one.alone for one in found],
        "ℓ when the others are known": [one.known for one in found],
        "rows with one value left": [one.one_value_rows for one in found],
        "of rows": [one.rows for one in found],
    }


def correction_lines(about: str = "t-closeness", *names: str) -> list[str]:
    """Claims that are often read, and what is right: those of these names, or all."""
    found = [one for one in corrections(about) if not names or one.name in names]
    return [f"**Often said:** {plain(one.claim)} **Right:** {plain(one.right)}" for one in found]


def all_together(distinct: int, distance: float, values: int) -> str:
    """All secrets as one value."""
    return f"All secrets taken as one value ({values:,} combinations): every crowd holds at least {distinct:,}, the worst equal distance is {distance:.3f}."
