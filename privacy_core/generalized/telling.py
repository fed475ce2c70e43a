"""How the values of a release were read, in sentences; raw data has nothing to tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from privacy_core.generalized.releases import Parsed, parse_column
from privacy_core.generalized.texts import Way, read
from privacy_core.tables import Column, Scale

KINDS: dict[str, tuple[Way, ...]] = {
    "interval": (Way.INTERVAL, Way.RANGE, Way.OPEN, Way.PERIOD),
    "set": (Way.SET,),
    "masked text": (Way.MASK,),
    "text for a suppressed cell": (Way.STAR, Way.TOKEN, Way.MISSING),
    "value as written": (Way.NUMBER, Way.DAY, Way.TEXT),
}
"""What is counted together, by its name."""
SIGNS = frozenset({Way.INTERVAL, Way.RANGE, Way.OPEN, Way.SET, Way.MASK, Way.STAR})
"""Ways that raw data is not written in: one of them makes a column a published one."""
_MARKED = re.compile(r"[\[\]{}<>≤≥*~]|\A\s*\(")
_DAY_OR_MONTH = r"\d{4}-\d{1,2}(?:-\d{1,2})?\Z"
_FROM_TO = re.compile(
    rf"(?!{_DAY_OR_MONTH})[\d\s.,/+eE-]*\d\s*(?:\+\s*\Z|(?:[-–—]|\.{{2,3}}|to)\s*[+-]?[\d.][\d\s.,/+eE-]*\Z)"
)


def reading_of(column: Column, rows: NDArray[np.intp]) -> tuple[str, ...]:
    """Say how a published column was read and what counting its texts as they are hides; nothing of raw data.

    Texts of two notations that stand for the same value, such as `[20, 30[` and `20-29`, or `*` and `NA`, are
    different values to every count. They are said and never merged.

    Parameters
    ----------
    column : of a table that may be a release
    rows : positions of the judged rows; looked at once, after that only different values are

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> ages = from_frame(pd.DataFrame({"age": ["[20, 30[", "20-29", "30-39", "*"]}))["age"]
    >>> said = reading_of(ages, np.arange(4))
    >>> said[0]
    "Column 'age' holds generalized values: 3 intervals in 3 rows, 1 text for a suppressed cell in 1 row."
    >>> reading_of(ages, np.array([], int))
    ()
    """
    if column.scale is Scale.NUMERIC or not len(rows):
        return ()
    used = np.flatnonzero(np.bincount(column.codes[rows], minlength=column.n_codes))
    known, words = used[used < len(column.categories)].tolist(), column.labels
    if not any(read(words[code])[1] in SIGNS for code in known if marked(words[code])):
        return ()
    held = _held(column, rows, used)
    found = parse_column(held)
    if not SIGNS & {*found.ways}:
        return ()
    return (_counted(found), *found.notes, *_several_ways(held, found))


def marked(word: str) -> bool:
    """Whether a text is worth reading: quick, and never wrong where it says no."""
    return _MARKED.search(word) is not None or _FROM_TO.match(word) is not None


def _held(column: Column, rows: NDArray[np.intp], used: NDArray[np.intp]) -> Column:
    """The column of these rows, with the values that occur there."""
    known = used[used < len(column.categories)]
    codes = np.searchsorted(used, column.codes[rows]).astype(np.int32)
    return replace(column, codes=codes, categories=column.categories[known], has_missing=len(known) < len(used))


def _counted(found: Parsed) -> str:
    parts = []
    for kind, ways in KINDS.items():
        values = sum(found.values.get(way, 0) for way in ways)
        if values:
            parts.append(f"{_several(values, kind)} in {_several(sum(found.rows.get(way, 0) for way in ways), 'row')}")
    return f"Column {found.column!r} holds generalized values: {', '.join(parts)}."


def _several(count: int, what: str) -> str:
    head, _, rest = what.partition(" ")
    plural = f"{head}s {rest}" if head in ("text", "value") else f"{what}s"
    return f"{count:,} {what if count == 1 else plural}"


def _several_ways(held: Column, found: Parsed) -> Iterator[str]:
    """Texts that stand for the same value and are counted as different ones."""
    times = Counter(found.shapes)
    codes = [code for code, shape in enumerate(found.shapes) if times[shape] > 1]
    if not codes:
        return
    rows = int(np.bincount(held.codes, minlength=held.n_codes)[codes].sum())
    means = len({found.shapes[code] for code in codes})
    yield (
        f"Column {found.column!r}: {len(codes):,} different texts in {rows:,} rows stand for {means:,} generalized "
        f"{'value' if means == 1 else 'values'} only, written in more than one way. They are counted as different "
        "values, so crowds may be larger than measured: write each in one way to count them together."
    )
