"""Everything cached, let go of at once."""

from __future__ import annotations

from dashboard.compute import (
    changing,
    crowding,
    cutting,
    demonstrating,
    hierarchies,
    promising,
    publishing,
    releases,
    repeating,
    telling,
    totalling,
    trying,
    useful,
)

ROOMS = (
    *(cutting, crowding, telling, hierarchies, releases, trying, publishing, useful, changing, repeating, promising),
    *(totalling, demonstrating),
)
"""Rooms that cache."""


def let_go() -> None:
    """Free what this session has cached."""
    for cached in (cached for room in ROOMS for cached in room.CACHES):
        cached.clear()
