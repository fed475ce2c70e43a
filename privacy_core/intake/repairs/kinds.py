"""What a repair is: a kind, the column it is for and a few plain parameters; never data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RepairKind(StrEnum):
    """What one click may do to a table."""

    MISSING = "declare missing"
    TEXT = "keep as text"
    NUMBER = "read as number"
    DROP_COLUMN = "drop column"
    DROP_LAST = "drop last rows"
    MERGE = "merge spellings"
    MERGE_NUMBERS = "merge equal numbers"
    TRIM = "trim"
    NORMALISE = "normalise"
    DAY_FIRST = "read dates day first"
    MONTH_FIRST = "read dates month first"
    SERIAL = "read serial dates"
    ONE_ROW = "one row for equal rows"
    ONE_PERSON = "one row per person"
    ROUND_GEO = "round coordinates"
    SWAP_GEO = "swap coordinates"
    NULL_ISLAND = "0/0 is missing"
    GROUP_RARE = "group rare values"
    CAP = "cap"
    ZIP3 = "three-digit ZIP"
    HOUSEHOLD_SIZE = "add household size"


CHANGES_ROWS = frozenset({RepairKind.DROP_LAST, RepairKind.ONE_ROW, RepairKind.ONE_PERSON})
"""Repairs after which the table has fewer rows."""

CHANGES_COLUMNS = frozenset({RepairKind.DROP_COLUMN, RepairKind.ONE_PERSON, RepairKind.HOUSEHOLD_SIZE})
"""Repairs after which the table has other columns."""

_NAMES_ANOTHER = frozenset(
    {
        RepairKind.ROUND_GEO,
        RepairKind.SWAP_GEO,
        RepairKind.NULL_ISLAND,
        RepairKind.ONE_PERSON,
        RepairKind.HOUSEHOLD_SIZE,
    }
)

_SENTENCES = {
    RepairKind.MISSING: "Read {listed} in {column!r} as missing.",
    RepairKind.TEXT: "Keep {column!r} as text.",
    RepairKind.NUMBER: "Read {column!r} as numbers, 02 as 2; others become missing; crowds may merge, k may rise.",
    RepairKind.DROP_COLUMN: "Leave out the column {column!r}.",
    RepairKind.DROP_LAST: "Leave out the last {listed} of the rows; the table gets shorter and k may change.",
    RepairKind.MERGE: "Give values of {column!r} that look the same one spelling; crowds may merge, k may rise.",
    RepairKind.MERGE_NUMBERS: "Make numbers of {column!r} that differ by rounding one; crowds may merge, k may rise.",
    RepairKind.TRIM: "Take the blanks around the values of {column!r} away.",
    RepairKind.NORMALISE: "Take invisible characters out of {column!r} and store accents in one way.",
    RepairKind.DAY_FIRST: "Write the dates of {column!r} as year-month-day, reading the day first.",
    RepairKind.MONTH_FIRST: "Write the dates of {column!r} as year-month-day, reading the month first.",
    RepairKind.SERIAL: "Write the serial day numbers of {column!r} as year-month-day.",
    RepairKind.ONE_ROW: "Count rows that are equal in every column as one person; rows are merged and k changes.",
    RepairKind.ONE_PERSON: "Put the rows of each {column!r} side by side, {order} (text letter by letter); k changes.",
    RepairKind.ROUND_GEO: "Round {column!r} and {first!r} to {last} decimals; crowds may merge, k may rise.",
    RepairKind.SWAP_GEO: "Swap {column!r} and {first!r} where only the swapped pair lies on the globe.",
    RepairKind.NULL_ISLAND: "Read {column!r} and {first!r} as missing where both are 0.",
    RepairKind.GROUP_RARE: "Make values of {column!r} in fewer than {first} rows one value, 'other'; k may rise.",
    RepairKind.CAP: "Make {first} and more in {column!r} one value, '{first}+'; k may rise.",
    RepairKind.ZIP3: "Keep three digits of {column!r}, 000 for the areas restricted by the 2000 census; k may rise.",
    RepairKind.HOUSEHOLD_SIZE: "Add the size of each {column!r}, counted in {unit}, as others can; k may fall.",
}


@dataclass(frozen=True, slots=True)
class Repair:
    """One click, recorded in the study.

    Parameters
    ----------
    kind : RepairKind
    column : str or None
        The column it changes; None when it concerns rows.
    parameters : tuple of str, int or float
        Tokens that mean missing; how many rows; the longitude's name and the decimals; a limit; the column that
        puts a person's rows in order; the column of persons that a household's size is counted in.

    Examples
    --------
    >>> Repair(RepairKind.GROUP_RARE, "country", (5,)).sentence
    "Make values of 'country' in fewer than 5 rows one value, 'other'; k may rise."
    """

    kind: RepairKind
    column: str | None = None
    parameters: tuple[str | int | float, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns the repair reads or changes."""
        others = self.parameters[:1] if self.kind in _NAMES_ANOTHER else ()
        return (*(() if self.column is None else (self.column,)), *map(str, others))

    @property
    def changes_rows(self) -> bool:
        """Whether the table may have fewer rows afterwards."""
        return self.kind in CHANGES_ROWS

    @property
    def changes_columns(self) -> bool:
        """Whether the table has other columns afterwards."""
        return self.kind in CHANGES_COLUMNS

    @property
    def sentence(self) -> str:
        """What it does, for the button and for the list of what was done."""
        listed = ", ".join(map(str, self.parameters))
        first, last = (*self.parameters[:1], *self.parameters[-1:]) if self.parameters else ("", "")
        order = f"ordered by {first!r}" if self.parameters else "ordered by all their values"
        unit = f"distinct {first!r}" if self.parameters else "rows"
        return _SENTENCES[self.kind].format(
            column=self.column, listed=listed, first=first, last=last, order=order, unit=unit
        )
