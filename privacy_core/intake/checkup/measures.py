"""Numbers: sentinels, infinities, twins by rounding; ages over 89 and restricted ZIP areas."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.checkup.geography import LAT, LON
from privacy_core.intake.checkup.looks import Look
from privacy_core.intake.reading import counted
from privacy_core.intake.repairs import Repair, RepairKind
from privacy_core.intake.rounding import rounding_twins
from privacy_core.intake.safe_harbor import CENSUS, SOURCE, is_over_89, zip3
from privacy_core.intake.symptoms import Kind
from privacy_core.tables import as_text

_HIGH = (9, 99, 999, 9999, 99999, 999999, 9999999, 99999999, 999999999)
_LOW = (-1, -2, -7, -8, -9, -77, -88, -98, -99, -777, -888, -998, -999, -7777, -8888, -9998, -9999, -99999, -999999)
_AGE_WORDS = frozenset("age alter ages edad idade leeftijd".split())
_ZIP_WORDS = frozenset("zip zipcode zipcodes zcta".split())
_US_ZIP = re.compile(r"\s*[0-9]{5}(?:-?[0-9]{4})?\s*|[0-9]{3}\*\*")
_HUGE = 1e300
_EXACT = 1e15


def infinite(look: Look) -> Iterator[Finding]:
    """Infinite numbers."""
    if look.is_numeric and (rows := look.rows(np.isinf(look.numbers))):
        sentence = f"Column {look.name!r} holds {counted(rows, 'infinite number')}, which stretch every range."
        yield Finding(Kind.INFINITE, look.name, rows, sentence, Repair(RepairKind.MISSING, look.name, ("inf", "-inf")))


def sentinels(look: Look) -> Iterator[Finding]:
    """Numbers that stand for "unknown", such as 999 far above all others or a lonely -1."""
    if look.measured is None or len(look.measured.used) < 3:
        return
    look = look.measured
    found = sorted({*_low(look), *_high(look)})
    if found:
        rows = look.rows(np.isin(look.numbers, found))
        listed = ", ".join(map(as_text, found))
        sentence = f"Column {look.name!r}: {listed} in {counted(rows, 'cell')} may stand for missing."
        repair = Repair(RepairKind.MISSING, look.name, tuple(map(_plain, found)))
        yield Finding(Kind.SENTINEL, look.name, rows, sentence, repair)
    yield from _negative(look, found)


def _plain(number: float) -> int | float:
    return int(number) if number % 1 == 0 and abs(number) < _EXACT else float(number)


def _low(look: Look) -> list[float]:
    """Negative codes below numbers that are otherwise not negative, or far below all others."""
    used = look.used
    codes = [number for number in used[used < 0] if number in _LOW]
    others = np.setdiff1d(used, codes)
    if not codes or len(others) < 2:
        return []
    if others.min() >= 0:
        return codes
    return [number for number in codes if others.min() - number > np.ptp(others)]


def _high(look: Look) -> list[float]:
    """Nines above all others, with a gap that says they are no measurement."""
    used = look.used[look.used < _HUGE]
    if len(used) < 3:
        return [float(number) for number in look.used[look.used >= _HUGE]]
    found = [float(number) for number in look.used[look.used >= _HUGE]]
    while len(used) > 2 and used[-1] in _HIGH and _stands_alone(look, used):
        found.append(float(used[-1]))
        used = used[:-1]
    return found


def _stands_alone(look: Look, used: np.ndarray) -> bool:
    top, below = used[-1], used[:-1]
    below = below[below >= 0] if np.any(below >= 0) else below
    gap, reach = top - below[-1], np.ptp(below)
    if top == 9:
        return bool(below[-1] <= 6 and np.all(used % 1 == 0) and len(below) >= 2 and below[0] <= 1)
    often = look.rows(look.numbers == top) > 5 * np.median(look.counts[look.counts > 0])
    return bool(gap > max(reach, top / 2) or (often and gap > 3 and np.all(used % 1 == 0)))


def _negative(look: Look, found: list[float]) -> Iterator[Finding]:
    below = (look.numbers < 0) & np.isfinite(look.numbers) & ~np.isin(look.numbers, found)
    rows = look.rows(below)
    if (
        rows
        and not look.words_of_name & (LAT | LON)
        and (rows == 1 or 50 * rows <= look.filled)
        and len(look.used) >= 4
    ):
        sentence = (
            f"Column {look.name!r} holds {counted(rows, 'negative number')} among {counted(look.filled, 'number')}; "
            "check whether it can be negative."
        )
        yield Finding(Kind.NEGATIVE, look.name, rows, sentence)


def number_twins(look: Look) -> Iterator[Finding]:
    """Numbers that would be equal without rounding, such as 0.1 + 0.2 and 0.3."""
    if not look.is_numeric or look.column.categories.dtype.kind != "f" or len(look.used) < 2:
        return
    if twins := rounding_twins(look.used):
        held = look.counts[(look.counts > 0) & np.isfinite(look.numbers)]
        rows = int(held[list(twins)].sum())
        sentence = (
            f"Column {look.name!r}: {counted(rows, 'cell')} {'differs' if rows == 1 else 'differ'} from another number "
            "only by rounding (like 0.1 + 0.2 and 0.3), so equal people look different. Merging them can raise k."
        )
        yield Finding(Kind.NUMBER_TWINS, look.name, rows, sentence, Repair(RepairKind.MERGE_NUMBERS, look.name))


def ages_over_89(look: Look) -> Iterator[Finding]:
    """Ages that Safe Harbor wants in one group."""
    if not look.words_of_name & _AGE_WORDS or look.distinct > 1000 or look.words_of_name & {"band", "group", "class"}:
        return
    texts = [as_text(value) for value in look.column.categories.tolist()]
    over = np.array([is_over_89(text) and text.strip() != "90+" and _plausible(text) for text in texts], bool)
    if rows := look.rows(over):
        sentence = (
            f"Column {look.name!r}: {counted(rows, 'row')} with an age over 89. HIPAA makes them one "
            f"group, 90+ ({SOURCE}(C)); birth years that tell such an age go too."
        )
        yield Finding(Kind.OVER_89, look.name, rows, sentence, Repair(RepairKind.CAP, look.name, (90,)))


def _plausible(text: str) -> bool:
    digits = re.match(r"\s*([0-9]+)", text)
    return digits is not None and int(digits[1]) <= 125


def restricted_zips(look: Look) -> Iterator[Finding]:
    """ZIP codes of the three-digit areas that Safe Harbor hides."""
    if not look.words_of_name & _ZIP_WORDS or look.is_numeric or look.share(_US_ZIP) < 0.9:
        return
    texts = [as_text(value) for value in look.column.categories.tolist()]
    if rows := look.rows(np.array([zip3(text) == "000" for text in texts], bool)):
        sentence = (
            f"Column {look.name!r}: {counted(rows, 'row')} lie in a three-digit ZIP area of at most 20,000 people "
            f"({CENSUS}, 17 areas). HIPAA keeps three digits and writes 000 for these ({SOURCE}(B))."
        )
        yield Finding(Kind.RESTRICTED_ZIP, look.name, rows, sentence, Repair(RepairKind.ZIP3, look.name))
