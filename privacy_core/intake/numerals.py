"""Texts that are numbers, with a decimal point or a decimal comma."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

MARKS = {".": "point", ",": "comma"}
_INFINITE = r"[+-]?[iI][nN][fF](?:[iI][nN][iI][tT][yY])?"
_GROUPS = r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+"
_WITH_COMMA = rf"[+-]?(?:(?:[0-9]+|{_GROUPS})(?:,[0-9]*)?|,[0-9]+)(?:[eE][+-]?[0-9]+)?|{_INFINITE}"
_COULD_BE_THOUSANDS = r"[+-]?[1-9][0-9]{0,2},[0-9]{3}"
_GROUPING = "[ \u00a0\u2009\u202f'’]"
_GROUPS_APART = rf"[1-9][0-9]{{0,2}}(?:{_GROUPING}[0-9]{{3}})+"
_APART = rf"[+-]?(?:[0-9]+|{_GROUPS_APART})(?:[.,][0-9]*)?"
_BY_COMMAS = r"[+-]?(?:[0-9]+|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.[0-9]*)?"
_SURELY_GROUPED = r"\A[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+\.|,[0-9]{3},"
_MAYBE_POINTED = r"[+-]?[1-9][0-9]{0,2}\.[0-9]{3}"
_MAYBE_GROUPED = r"[+-]?(?:[0-9]+|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.[0-9]+)?"
_WHOLE_OR_GROUPED = r"[+-]?(?:[0-9]{1,3}|[1-9][0-9]{0,2}\.[0-9]{3})"
_TRIED_FIRST = 20
_EXACT = 1e15


@dataclass(frozen=True)
class Numbers:
    """Numbers that texts stand for.

    Parameters
    ----------
    values : float64 of shape (n_words,)
    plain : string array of shape (n_words,)
        The texts without surrounding blanks and grouping, with a decimal point.
    mark : {'.', ','}
    trimmed : bool
        Whether blanks had to be taken off.
    grouped : bool
        Whether marks that group thousands had to be taken out.
    """

    values: NDArray[np.float64]
    plain: Any
    mark: str
    trimmed: bool
    grouped: bool = False


def parse(words: Any, marks: str) -> Numbers | None:
    """Read all texts as numbers with the first decimal mark that fits every one, or not at all.

    A decimal comma that is not the first choice needs one text in which it cannot group
    thousands: 1,5 or 1234,567 but not 1,234. Marks that group thousands are taken out when one
    text shows that they can be nothing else: 1,234.50 or 1,234,567 or 1 234 or 1'234.

    Examples
    --------
    >>> parse(pa.array(["1,234.50", "7"]), ".,").values.tolist()
    [1234.5, 7.0]
    >>> parse(pa.array(["1.234,50", "7"]), ",").values.tolist()
    [1234.5, 7.0]
    >>> parse(pa.array(["1,234", "7"]), ".,") is None
    True
    """
    if not len(words):
        return None
    trimmed = pc.utf8_trim(words, " \t")
    for texts, cut in ((words, False), (trimmed, True)):
        if (not cut or not trimmed.equals(words)) and (found := _with_marks(texts, marks, cut)):
            return found
    plain = ungrouped(trimmed, surely_points=marks == ".")
    found = None if plain is None else _with_marks(plain, marks, not trimmed.equals(words))
    return None if found is None else replace(found, grouped=True)


def ungrouped(words: Any, surely_points: bool = False) -> Any | None:
    """Texts without the marks that group thousands, or None where nothing shows that they do.

    Blanks and apostrophes between digits can be nothing else. Commas need one text that shows
    it (1,234.50 or 1,234,567), unless the point is known to be the decimal mark.

    Examples
    --------
    >>> ungrouped(pa.array(["1 234,5", "7"])).to_pylist(), ungrouped(pa.array(["1,234"])) is None
    (['1234,5', '7'], True)
    """
    if _holds_any(words, _GROUPING) and _all_match(words, _APART):
        return pc.replace_substring_regex(words, _GROUPING, "")
    if _holds_comma(words) and _all_match(words, _BY_COMMAS) and (surely_points or _holds_any(words, _SURELY_GROUPED)):
        return pc.replace_substring(words, ",", "")
    return None


def _holds_any(words: Any, pattern: str) -> bool:
    return pc.any(pc.match_substring_regex(words, pattern)).as_py() is True


def all_points_unclear(words: Any) -> bool:
    """Whether each of several numbers has a point before exactly three digits, which could group thousands.

    Examples
    --------
    >>> all_points_unclear(pa.array(["1.234", "12.500"])), all_points_unclear(pa.array(["1.25", "12.500"]))
    (True, False)
    """
    return len(words) > 1 and _all_match(words, _MAYBE_POINTED)


def guess_marks(columns: Iterable[Any], delimiter: bytes) -> str:
    """Decimal marks to try, first choice first, from the distinct texts of all columns.

    Examples
    --------
    >>> guess_marks([pa.array(["1234,5", "NA"])], b";")
    ',.'
    """
    return ",." if delimiter != b"," and any(map(_speaks_for_comma, columns)) else ".,"


def commas_unclear(words: Any) -> bool:
    """Whether the texts are numbers but for commas that may group thousands."""
    return bool(len(words)) and _all_match(words, _MAYBE_GROUPED) and _holds_comma(words)


def points_unclear(words: Any, mark: str) -> bool:
    """Whether whole numbers stand beside numbers whose point, with three digits after it, may group thousands."""
    pointed = pc.match_substring(words, ".")
    several = mark == "." and pc.any(pointed).as_py() is True and not pc.all(pointed).as_py()
    return several and _all_match(words, _WHOLE_OR_GROUPED)


def whole(values: NDArray[Any]) -> NDArray[Any]:
    """The values as int64 when all of them are whole and have at most 15 digits, else unchanged."""
    if values.dtype.kind != "f" or not np.all(np.abs(values) < _EXACT) or np.any(values % 1):
        return values
    return values.astype(np.int64)


def _with_marks(words: Any, marks: str, trimmed: bool) -> Numbers | None:
    for place, mark in enumerate(marks):
        plain = words if mark == "." else _pointed(words, must_be_clear=place > 0)
        if plain is not None and (values := _cast(plain)) is not None:
            return Numbers(values, plain, mark, trimmed)
    return None


def _pointed(words: Any, must_be_clear: bool) -> Any | None:
    """Texts with a decimal comma rewritten with a point, or None where they have none."""
    if not _all_match(words, _WITH_COMMA) or (must_be_clear and not _holds_clear_comma(words)):
        return None
    return pc.replace_substring(pc.replace_substring(words, ".", ""), ",", ".")


def _cast(words: Any) -> NDArray[np.float64] | None:
    try:
        values = np.asarray(pc.cast(words, pa.float64()).to_numpy())
    except pa.ArrowInvalid:
        return None
    if np.isnan(values).any() or not _written_infinite(words, np.isinf(values)):
        return None
    return values + 0.0


def _written_infinite(words: Any, infinite: NDArray[np.bool_]) -> bool:
    """Whether infinite values are written so and not merely too large."""
    return not infinite.any() or _all_match(words.filter(pa.array(infinite)), _INFINITE)


def _speaks_for_comma(words: Any) -> bool:
    """Whether every text with a digit is a number with a decimal comma, one of them clearly so."""
    if not _holds_comma(words):
        return False
    trimmed = pc.utf8_trim(words, " \t")
    digits = trimmed.filter(pc.match_substring_regex(trimmed, "[0-9]"))
    return _all_match(digits, _WITH_COMMA) and _holds_clear_comma(digits)


def _holds_comma(words: Any) -> bool:
    return pc.any(pc.match_substring(words, ",")).as_py() is True


def _holds_clear_comma(words: Any) -> bool:
    with_comma = words.filter(pc.match_substring(words, ","))
    return bool(len(with_comma)) and not _all_match(with_comma, _COULD_BE_THOUSANDS)


def _all_match(words: Any, pattern: str) -> bool:
    first = words[:_TRIED_FIRST].to_pylist()
    if not all(re.fullmatch(pattern, word) for word in first):
        return False
    return pc.all(pc.match_substring_regex(words, rf"\A(?:{pattern})\z"), min_count=0).as_py() is True
