"""Columns that are the sum, the product or the counterpart of others: total = a + b, age and birth year."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.checkup.looks import Look
from privacy_core.intake.repairs import Repair, RepairKind
from privacy_core.intake.symptoms import Kind
from privacy_core.progress import Progress, report
from privacy_core.tables import FloatArray

_SAMPLE = 64
_MOST_COLUMNS = 60
_LEAST_ROWS = 5
_ISO = re.compile(r"(?:1[89]|20)[0-9]{2}-[0-9]{2}(?:-[0-9]{2}.*)?", re.DOTALL)
_YEARS = (1900, 2150)


@dataclass(frozen=True)
class _Measure:
    """A column as numbers; a column of dates as their years."""

    look: Look
    is_year: bool

    @cached_property
    def by_code(self) -> FloatArray:
        """A number for each code; missing is NaN."""
        if not self.is_year:
            return np.append(self.look.numbers, np.nan)
        return np.append(_years(self.look.column.categories), np.nan)

    def of(self, rows: slice | NDArray[np.intp]) -> FloatArray:
        """The numbers of some rows."""
        if self.is_year and not isinstance(rows, slice):
            column = self.look.column
            known = column.codes[rows] != column.missing
            few = np.full(len(rows), np.nan)
            few[known] = _years(column.categories[column.codes[rows][known]])
            return few
        numbers: FloatArray = self.by_code[self.look.column.codes[rows]]
        return numbers


def _years(texts: NDArray[Any]) -> FloatArray:
    """Years of dates in ISO form, NaN for other texts."""
    return np.array([float(text[:4]) if _ISO.fullmatch(text) else np.nan for text in map(str, texts.tolist())], float)


def calculated(looks: Sequence[Look], progress: Progress) -> Iterator[Finding]:
    """Findings about columns that follow from two others, or from one by a constant sum."""
    measures = [_Measure(look, not look.is_numeric) for look in looks if _measurable(look)][:_MOST_COLUMNS]
    if len(measures) < 2:
        return
    rows = np.linspace(0, looks[0].n_rows - 1, min(_SAMPLE, looks[0].n_rows)).astype(np.intp)
    first = np.column_stack([each.of(rows) for each in measures])
    said: set[str] = set()
    for finding in (*_counterparts(measures, first), *_combined(measures, first, progress)):
        if finding.column not in said:
            said.add(str(finding.column))
            yield finding


def _measurable(look: Look) -> bool:
    if look.is_numeric:
        return len(look.used) >= 3
    return look.distinct >= 3 and bool(look.sample) and all(map(_ISO.fullmatch, look.sample))


def _combined(measures: Sequence[_Measure], first: FloatArray, progress: Progress) -> Iterator[Finding]:
    plain = [place for place, each in enumerate(measures) if not each.is_year]
    for sign, combine in (("+", np.add), ("×", np.multiply)):
        for one, other in combinations(plain, 2):
            with np.errstate(all="ignore"):
                agrees = _close(combine(first[:, one], first[:, other])[:, None], first)
            for total in np.flatnonzero(agrees).tolist():
                if total in (one, other) or measures[total].is_year:
                    continue
                report(progress, 0.2, "looking for sums")
                if _all_agree(measures[one], measures[other], measures[total], combine):
                    yield _sum(measures[one].look, measures[other].look, measures[total].look, sign)


def _close(made: FloatArray, found: FloatArray) -> NDArray[np.bool_]:
    """Columns in which all sampled rows agree, where both are known."""
    known = np.isfinite(made) & np.isfinite(found)
    near = np.abs(made - found) <= 1e-9 * np.maximum(1, np.abs(found))
    return np.asarray((near | ~known).all(axis=0) & (known.sum(axis=0) >= min(_LEAST_ROWS, len(found))))


def _all_agree(
    one: _Measure, other: _Measure, total: _Measure, combine: Callable[[FloatArray, FloatArray], FloatArray]
) -> bool:
    """Whether all rows agree, enough of them with two numbers that count."""
    a, b, c = (each.of(slice(None)) for each in (one, other, total))
    with np.errstate(all="ignore"):
        made = combine(a, b)
    known = np.isfinite(made) & np.isfinite(c)
    near = np.abs(made[known] - c[known]) <= 1e-9 * np.maximum(1, np.abs(c[known]))
    trivial = 0 if combine is np.add else 1
    telling = known & ~np.isin(a, (0, trivial)) & ~np.isin(b, (0, trivial))
    return bool(near.all()) and len(np.unique(c[telling][:1000])) >= 3 and int(telling.sum()) >= _LEAST_ROWS


def _sum(one: Look, other: Look, total: Look, sign: str) -> Finding:
    sentence = (
        f"Column {total.name!r} is {one.name!r} {sign} {other.name!r} in every row where all three are known: hiding "
        "one of them is no use while the other two are shown."
    )
    return Finding(Kind.DERIVED, total.name, total.n_rows, sentence, Repair(RepairKind.DROP_COLUMN, total.name))


def _counterparts(measures: Sequence[_Measure], first: FloatArray) -> Iterator[Finding]:
    """Age and year of birth: two columns whose sum is one year, give or take a birthday."""
    for one, other in combinations(range(len(measures)), 2):
        if not (_like_years(first[:, one]) or _like_years(first[:, other])) or not _one_year(
            first[:, one] + first[:, other]
        ):
            continue
        pair = [measures[place] for place in sorted((one, other), key=lambda place: _like_years(first[:, place]))]
        sums = pair[0].of(slice(None)) + pair[1].of(slice(None))
        if _one_year(sums):
            yield _age_and_birth(*(each.look for each in pair))


def _like_years(numbers: FloatArray) -> bool:
    known = numbers[np.isfinite(numbers)]
    return bool(len(known)) and bool(np.all((known >= 1850) & (known <= _YEARS[1])))


def _one_year(sums: FloatArray) -> bool:
    known = sums[np.isfinite(sums)]
    if len(known) < _LEAST_ROWS:
        return False
    return bool(np.ptp(known) <= 1 and known.min() >= _YEARS[0] and known.max() <= _YEARS[1])


def _age_and_birth(age: Look, born: Look) -> Finding:
    sentence = (
        f"Columns {age.name!r} and {born.name!r} say the same, like age and year of birth: their years add up to one "
        "year in every row. Generalizing one is no use while the other is shown."
    )
    return Finding(Kind.DERIVED, age.name, age.n_rows, sentence, Repair(RepairKind.DROP_COLUMN, age.name))
