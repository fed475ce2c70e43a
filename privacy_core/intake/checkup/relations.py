"""Columns that repeat, calculate or group another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from privacy_core.intake.checkup.arithmetic import calculated
from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.checkup.looks import Look
from privacy_core.intake.checkup.persons import is_person_id
from privacy_core.intake.reading import counted
from privacy_core.intake.repairs import Repair, RepairKind
from privacy_core.intake.symptoms import Kind
from privacy_core.progress import Progress, report

_CERTAIN = -14.0
"""Logarithm of the chance below which agreement is no accident."""

_MOST_COLUMNS = 100
_FIRST_ROWS = (4_000, 60_000)


def related(looks: Sequence[Look], progress: Progress) -> Iterator[Finding]:
    """Duplicates first, then sums and products, then columns that follow from one other."""
    said: set[str] = set()
    varied = [look for look in looks if look.distinct + look.column.has_missing > 1][:_MOST_COLUMNS]
    for finding in (*_duplicates(varied, progress), *calculated(varied, progress)):
        said.add(str(finding.column))
        yield finding
    yield from _functions([look for look in varied if look.name not in said], progress)


def _duplicates(looks: Sequence[Look], progress: Progress) -> Iterator[Finding]:
    firsts: list[Look] = []
    for look in looks:
        report(progress, 0.1, "comparing columns")
        twin = next((first for first in firsts if _equal(first, look)), None)
        if twin is None:
            firsts.append(look)
            continue
        sentence = f"Column {look.name!r} holds the same values as {twin.name!r} in all {look.n_rows:,} rows."
        yield Finding(Kind.DUPLICATE, look.name, look.n_rows, sentence, _drop(look))


def _equal(one: Look, other: Look) -> bool:
    a, b = one.column, other.column
    alike = a.n_codes == b.n_codes and a.has_missing == b.has_missing and np.array_equal(a.codes[:1000], b.codes[:1000])
    return alike and np.array_equal(a.codes, b.codes) and a.categories.tolist() == b.categories.tolist()


def _drop(look: Look) -> Repair:
    return Repair(RepairKind.DROP_COLUMN, look.name)


def _functions(looks: Sequence[Look], progress: Progress) -> Iterator[Finding]:
    """For each column the coarsest other one that decides it."""
    ordered = sorted(looks, key=_codes_used)
    told: set[frozenset[str]] = set()
    for place, look in enumerate(looks):
        report(progress, 0.3 + 0.7 * place / len(looks), f"comparing {look.name!r} with the other columns")
        source = next((other for other in ordered if other is not look and _decides(other, look, progress)), None)
        if source is None or (pair := frozenset((source.name, look.name))) in told:
            continue
        told.add(pair)
        later = look if looks.index(look) > looks.index(source) else source
        yield _told(source, look, later)


def _codes_used(look: Look) -> int:
    return look.distinct + look.column.has_missing


def _told(source: Look, look: Look, later: Look) -> Finding:
    if _codes_used(source) == _codes_used(look):
        sentence = f"Columns {source.name!r} and {look.name!r} are one-to-one: either says what the other says."
        return Finding(Kind.DERIVED, later.name, look.n_rows, sentence, _drop(later))
    each = (
        f"each of the {counted(_codes_used(source), 'value')} of {source.name!r} comes with one value of {look.name!r}"
    )
    if source.is_numeric:
        sentence = f"Column {look.name!r} follows from {source.name!r} (many-to-one): {each}. It adds nothing."
        return Finding(Kind.DERIVED, look.name, look.n_rows, sentence, _drop(look))
    sentence = (
        f"Columns {source.name!r} and {look.name!r} are like a hierarchy: {each}. Knowing the first is knowing both; "
        "the second can serve to generalize the first."
    )
    return Finding(Kind.HIERARCHY, look.name, look.n_rows, sentence, _drop(look))


def _decides(source: Look, look: Look, progress: Progress) -> bool:
    """Whether each value of one column comes with one value of the other, and not by chance."""
    fine, coarse = _codes_used(source), _codes_used(look)
    if coarse > fine or 2 * fine > look.n_rows or is_person_id(source):
        return False
    if (look.n_rows - fine) * np.log(_agreement(look)) > _CERTAIN:
        return False
    return all(_holds(source, look, rows, progress) for rows in (*_FIRST_ROWS, look.n_rows))


def _agreement(look: Look) -> float:
    """Chance that two rows have the same value."""
    shares = np.append(look.counts, look.n_rows - look.filled) / look.n_rows
    return float(np.square(shares).sum())


def _holds(source: Look, look: Look, rows: int, progress: Progress) -> bool:
    report(progress, 0.5, f"comparing {look.name!r} with {source.name!r}")
    given, found = source.column.codes[:rows], look.column.codes[:rows]
    value = np.zeros(source.column.n_codes, np.int32)
    value[given] = found
    return bool(np.array_equal(value[given], found))
