"""Generalized values: what `[20, 30[`, `20-30`, `<50`, `123**`, `{a, b}` and `*` stand for."""

from privacy_core.generalized.covering import covers, inside, meets, midpoint
from privacy_core.generalized.releases import Ends, Parsed, parse_column
from privacy_core.generalized.shapes import Any, Bound, Exact, Generalized, Interval, Prefix, Set, braces, write
from privacy_core.generalized.telling import marked, reading_of
from privacy_core.generalized.texts import Way, as_number, parse

__all__ = [
    "Any",
    "Bound",
    "Ends",
    "Exact",
    "Generalized",
    "Interval",
    "Parsed",
    "Prefix",
    "Set",
    "Way",
    "as_number",
    "braces",
    "covers",
    "inside",
    "marked",
    "meets",
    "midpoint",
    "parse",
    "parse_column",
    "reading_of",
    "write",
]
