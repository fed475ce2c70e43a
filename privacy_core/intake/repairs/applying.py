"""Apply repairs to a table, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from privacy_core.errors import TableError
from privacy_core.intake.repairs import places, rows, values
from privacy_core.intake.repairs.kinds import Repair, RepairKind
from privacy_core.tables import Column, Table

ON_COLUMN: dict[RepairKind, Callable[[Column, Repair], Column]] = {
    RepairKind.MISSING: values.declare_missing,
    RepairKind.TEXT: values.keep_as_text,
    RepairKind.NUMBER: values.read_as_number,
    RepairKind.MERGE: values.merge_spellings,
    RepairKind.MERGE_NUMBERS: values.merge_numbers,
    RepairKind.TRIM: values.trim,
    RepairKind.NORMALISE: values.normalise,
    RepairKind.DAY_FIRST: values.iso_dates,
    RepairKind.MONTH_FIRST: values.iso_dates,
    RepairKind.SERIAL: values.serial_dates,
    RepairKind.GROUP_RARE: values.group_rare,
    RepairKind.CAP: values.cap,
    RepairKind.ZIP3: values.three_digits,
}
ON_TABLE: dict[RepairKind, Callable[[Table, Repair], Table]] = {
    RepairKind.DROP_COLUMN: rows.drop_column,
    RepairKind.DROP_LAST: rows.drop_last,
    RepairKind.ONE_ROW: rows.one_row,
    RepairKind.ONE_PERSON: rows.one_person,
    RepairKind.HOUSEHOLD_SIZE: rows.household_sizes,
    RepairKind.ROUND_GEO: places.round_geo,
    RepairKind.SWAP_GEO: places.swap_geo,
    RepairKind.NULL_ISLAND: places.null_island,
}


def apply(table: Table, repair: Repair) -> Table:
    """Apply one repair; the table given stays as it is.

    Raises
    ------
    TableError
        The table has no such column, or nothing would be left of it.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [34, 999, 41]}))
    >>> apply(people, Repair(RepairKind.MISSING, "age", (999,)))["age"].labels
    ['34', '41', '(missing)']
    """
    _refuse_foreign(table, (repair,))
    if repair.kind in ON_TABLE:
        return ON_TABLE[repair.kind](table, repair)
    changed = ON_COLUMN[repair.kind](table[str(repair.column)], repair)
    return table.with_column(replace(changed, name=str(repair.column)))


def apply_repairs(table: Table, repairs: Sequence[Repair]) -> Table:
    """Apply recorded repairs in order; undo one by leaving it out.

    Raises
    ------
    TableError
        Repairs were made for another file: the columns that are not there are named, and how
        many repairs need them. Nothing was changed.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> people = from_frame(pd.DataFrame({"town": [" Ulm", "Ulm"], "note": ["a", "b"]}))
    >>> made = apply_repairs(people, [Repair(RepairKind.TRIM, "town"), Repair(RepairKind.DROP_COLUMN, "note")])
    >>> made.names, made["town"].labels
    (['town'], ['Ulm'])
    """
    _refuse_foreign(table, repairs)
    return reduce(apply, repairs, table)


def _refuse_foreign(table: Table, repairs: Sequence[Repair]) -> None:
    lacking = {name: None for repair in repairs for name in repair.needs if name not in table.columns}
    if lacking:
        count = sum(any(name in lacking for name in repair.needs) for repair in repairs)
        which = f"{count:,} of {len(repairs):,} repairs {'needs' if count == 1 else 'need'}"
        listed = ", ".join(map(repr, lacking))
        plural = "a column" if len(lacking) == 1 else f"{len(lacking):,} columns"
        raise TableError(f"{which} {plural} that this table does not have: {listed}. Nothing was changed.")
