"""Persons with more than one row, and the column that puts their rows in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privacy_core.intake.calendar import sorts_in_time
from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.checkup.looks import Look
from privacy_core.intake.checkup.persons import is_person_id
from privacy_core.intake.reading import counted
from privacy_core.intake.repairs import Repair, RepairKind
from privacy_core.intake.symptoms import Kind
from privacy_core.numbering import grouped
from privacy_core.pivoting import MOST
from privacy_core.tables import Scale

_TIME_WORDS = frozenset("date day month year time week wave visit round admission datum jahr besuch welle".split())


def several_rows(looks: Sequence[Look]) -> Iterator[Finding]:
    """A person with more than one row; up to 50 rows can be put side by side."""
    for look in looks:
        if is_person_id(look) and 1 < look.distinct < look.filled:
            yield Finding(
                Kind.SEVERAL_ROWS,
                look.name,
                look.filled - look.distinct,
                _sentence(look),
                None,
                _side_by_side(look, looks),
            )


def _sentence(look: Look) -> str:
    persons, rows, most = counted(look.distinct, "person"), counted(look.filled, "row"), int(look.counts.max())
    return (
        f"Column {look.name!r} names {persons} in {rows}, up to {counted(most, 'row')} each: k in rows overstates "
        "the crowd. As the person id it makes k count persons."
    )


def _side_by_side(person: Look, looks: Sequence[Look]) -> tuple[Repair, ...]:
    if person.column.has_missing or person.counts.max() > MOST:
        return ()
    times = (look for look in looks if look.words_of_name & _TIME_WORDS and _orders(person, look))
    return (Repair(RepairKind.ONE_PERSON, person.name, tuple(look.name for look in times)[:1]),)


def _orders(person: Look, time: Look) -> bool:
    """Whether the column's values have an order, no person has two rows at one value, and none is missing."""
    column = time.column
    ordered = column.scale is not Scale.NOMINAL or sorts_in_time(map(str, column.categories.tolist()))
    if time is person or column.has_missing or not ordered:
        return False
    codes, sizes = [person.column.codes, time.column.codes], [person.column.n_codes, time.column.n_codes]
    return grouped(codes, sizes, person.n_rows)[1] == person.n_rows
