"""Spellings that look the same: case, blanks, invisible characters, accents stored in two ways."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

BLANKS = r"[\t\n\r\x{0B}\x{0C} \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}]+"
INVISIBLE = r"[\x{AD}\x{200B}-\x{200F}\x{2060}\x{FEFF}]"
ODD = r"[\x{A0}\x{AD}\x{1680}\x{2000}-\x{200F}\x{2028}\x{2029}\x{202F}\x{205F}\x{2060}\x{3000}\x{FEFF}]"
_HIDDEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_SPACES = re.compile(r"\s+")


def trimmed(text: str) -> str:
    """Take blanks of every kind off both ends."""
    return text.strip()


def normalised(text: str) -> str:
    """Store accents in one way, take invisible characters out, make odd blanks plain ones.

    Examples
    --------
    >>> normalised("Bad\u00a0Ems\u200b"), len(normalised("Zu\u0308rich"))
    ('Bad Ems', 6)
    """
    return _SPACES.sub(" ", _HIDDEN.sub("", unicodedata.normalize("NFC", text))).strip()


def folded(text: str) -> str:
    """What a reader sees when case and blanks do not count.

    Examples
    --------
    >>> folded(" New  York") == folded("new york")
    True
    """
    return unicodedata.normalize("NFC", normalised(text).casefold())


def folded_words(words: Any) -> Any:
    """Fold all texts of an Arrow array, the many plain ones at once."""
    if pc.all(pc.string_is_ascii(words), min_count=0).as_py():
        lowered = pc.ascii_trim_whitespace(pc.ascii_lower(words))
        double = pc.any(pc.match_substring_regex(lowered, r"\s\s|[\t\n\r]")).as_py()
        return pc.replace_substring_regex(lowered, r"\s+", " ") if double else lowered
    return pa.array([folded(word) for word in words.to_pylist()], pa.string())
