"""Repairs of one column's values, worked out on its distinct values."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pyarrow as pa

from privacy_core.errors import TableError
from privacy_core.intake.calendar import day_or_month_first, from_serial
from privacy_core.intake.numerals import parse
from privacy_core.intake.repairs.kinds import Repair, RepairKind
from privacy_core.intake.repairs.recoding import with_numbers, with_texts, without
from privacy_core.intake.rounding import merged
from privacy_core.intake.safe_harbor import zip3
from privacy_core.intake.spelling import folded_words, normalised, trimmed
from privacy_core.tables import Column, Scale, as_nominal, as_text

OTHER = "other"
_CAPPED = re.compile(r"\s*([0-9]{1,3})\s*(\+|and over|or more|und älter)?\s*", re.IGNORECASE)


def declare_missing(column: Column, repair: Repair) -> Column:
    """Make cells with one of the parameters missing: texts, or numbers in a column of numbers."""
    if column.scale is Scale.NUMERIC:
        numbers = [float(token) for token in repair.parameters if _is_number(token)]
        hits = np.isin(column.categories.astype(float), numbers)
    else:
        tokens = set(map(as_text, repair.parameters))
        hits = np.array([as_text(value) in tokens for value in column.categories.tolist()], bool)
    return without(column, hits) if hits.any() else column


def _is_number(token: str | int | float) -> bool:
    try:
        float(token)
    except ValueError:
        return False
    return True


def keep_as_text(column: Column, repair: Repair) -> Column:
    """Make the values names without order."""
    return as_nominal(column)


def read_as_number(column: Column, repair: Repair) -> Column:
    """Read every text that is a number as one; the others become missing.

    The parameter, when there is one, is the decimal mark; the other mark then groups thousands.
    """
    if column.scale is Scale.NUMERIC:
        return column
    mark = str(repair.parameters[0]) if repair.parameters else "."
    numbers = np.array([_number(as_text(value), mark) for value in column.categories.tolist()], float)
    if np.isnan(numbers).all():
        raise TableError(f"Column {column.name!r}: none of its {len(column.codes):,} cells is a number.")
    return with_numbers(column, numbers)


def _number(text: str, mark: str) -> float:
    other = "," if mark == "." else "."
    grouped = re.fullmatch(
        rf"\s*[+-]?[0-9]{{1,3}}(?:{re.escape(other)}[0-9]{{3}})+(?:{re.escape(mark)}[0-9]*)?\s*", text
    )
    found = parse(pa.array([text.replace(other, "") if grouped else text]), mark)
    return float("nan") if found is None else float(found.values[0])


def trim(column: Column, repair: Repair) -> Column:
    """Take blanks off both ends of every value."""
    return _rewritten(column, trimmed)


def normalise(column: Column, repair: Repair) -> Column:
    """Make what looks the same be the same, case apart."""
    return _rewritten(column, normalised)


def _rewritten(column: Column, rewrite: Callable[[str], str]) -> Column:
    if column.scale is not Scale.NOMINAL:
        return column
    return with_texts(column, [rewrite(as_text(value)) or None for value in column.categories.tolist()])


def merge_spellings(column: Column, repair: Repair) -> Column:
    """Give all values that look the same the spelling most rows have."""
    if column.scale is not Scale.NOMINAL:
        return column
    words = [as_text(value) for value in column.categories.tolist()]
    counts = np.bincount(column.codes, minlength=column.n_codes)
    best: dict[str, int] = {}
    looks = folded_words(pa.array(words, pa.string())).to_pylist()
    for code, look in enumerate(looks):
        if look not in best or counts[code] > counts[best[look]]:
            best[look] = code
    return with_texts(column, [words[best[look]] for look in looks])


def merge_numbers(column: Column, repair: Repair) -> Column:
    """Make numbers that differ from a shorter one only by rounding that one."""
    if column.scale is not Scale.NUMERIC:
        return column
    numbers = column.categories.astype(float)
    while not np.array_equal(shorter := merged(numbers), numbers):  # a merged number may be near a shorter one still
        numbers = shorter
    return with_numbers(column, numbers)


def iso_dates(column: Column, repair: Repair) -> Column:
    """Write dates as year-month-day; texts that are no date stay."""
    if column.scale is not Scale.NOMINAL:
        return column
    day_first = repair.kind is RepairKind.DAY_FIRST
    texts = [as_text(value) for value in column.categories.tolist()]
    return with_texts(column, [day_or_month_first(text, day_first) or text for text in texts])


def serial_dates(column: Column, repair: Repair) -> Column:
    """Write a spreadsheet's serial day numbers as year-month-day; other texts stay."""
    texts = [as_text(value) for value in column.categories.tolist()]
    return with_texts(column, [from_serial(text) or text for text in texts])


def group_rare(column: Column, repair: Repair) -> Column:
    """Make values in fewer rows than the parameter one value."""
    limit = int(repair.parameters[0])
    counts = np.bincount(column.codes, minlength=column.n_codes)
    texts = [as_text(value) for value in column.categories.tolist()]
    return with_texts(column, [OTHER if counts[code] < limit else text for code, text in enumerate(texts)])


def cap(column: Column, repair: Repair) -> Column:
    """Make the parameter and more one value at the upper end of an order."""
    limit = int(repair.parameters[0])
    texts = [as_text(value) for value in column.categories.tolist()]
    ages = [_age(text) for text in texts]
    made = with_texts(
        column,
        [f"{limit}+" if age is not None and age >= limit else text for age, text in zip(ages, texts, strict=True)],
    )
    return _in_order(made)


def _age(text: str) -> float | None:
    if re.fullmatch(r"[0-9]{1,4}\.[0-9]+", text):
        return float(text)
    found = _CAPPED.fullmatch(text)
    return None if found is None else int(found[1])


def _in_order(column: Column) -> Column:
    """An order by age when every value is one, names otherwise."""
    ages = [_age(str(text)) for text in column.categories.tolist()]
    if any(age is None for age in ages):
        return column
    order = np.argsort(np.array(ages, float), kind="stable")
    place = np.append(np.argsort(order), len(order)).astype(np.int32)
    return replace(column, codes=place[column.codes], categories=column.categories[order], scale=Scale.ORDINAL)


def three_digits(column: Column, repair: Repair) -> Column:
    """Keep the first three digits of ZIP codes as Safe Harbor does."""
    return with_texts(column, [zip3(as_text(value)) for value in column.categories.tolist()])
