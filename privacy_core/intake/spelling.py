"""Spellings that look the same: case, blanks, invisible characters, accents stored in two ways."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pyarrow.compute as pc

from privacy_core.progress import Progress, report, unwatched

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


def folded_words(words: Any, progress: Progress = unwatched) -> Any:
    """Write an Arrow array of texts the way a reader sees them when case and blanks do not count.

    Examples
    --------
    >>> import pyarrow as pa
    >>> folded_words(pa.array([" New  York", "new york", "NEW\u00a0YORK\u200b"])).to_pylist()
    ['new york', 'new york', 'new york']
    """
    if not pc.all(pc.string_is_ascii(words), min_count=0).as_py():
        words = _plain(words, progress)
    report(progress, 0.4, "comparing spellings")
    lowered = pc.utf8_trim_whitespace(pc.utf8_lower(words))
    double = pc.any(pc.match_substring_regex(lowered, r"\s\s|[\t\n\r\f\v]")).as_py()
    return pc.replace_substring_regex(lowered, r"[\s\v]+", " ") if double else lowered


def _plain(words: Any, progress: Progress) -> Any:
    """Accents stored in one way, no invisible characters, plain blanks."""
    words = pc.utf8_normalize(words, "NFC")
    report(progress, 0.2, "comparing spellings")
    if not pc.any(pc.match_substring_regex(words, ODD)).as_py():
        return words
    seen = pc.replace_substring_regex(words, INVISIBLE, "")
    return pc.utf8_normalize(pc.replace_substring_regex(seen, BLANKS, " "), "NFC")
