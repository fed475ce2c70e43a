"""Sentences of the page `isolate`: its question, its parts, and which columns single out whom."""

from __future__ import annotations

ISOLATE = "Can one person be singled out?"
ISOLATE_TABLE, ISOLATE_LISTS = "Your table", "Several lists of facts"
ISOLATE_PARTS = (ISOLATE_TABLE, ISOLATE_LISTS)
ISOLATE_PART = "Part of the question"
ISOLATE_KNOWN = "Say first which columns others could know."
