"""What came out of a file: the table, and everything that was guessed or noticed on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

from privacy_core.intake.options import Options
from privacy_core.intake.symptoms import Kind
from privacy_core.tables import Column, Table


@dataclass(frozen=True)
class Guess:
    """Something the file does not say and Kelt decided or was told, such as the delimiter.

    Parameters
    ----------
    what : str
        What was guessed, in words.
    value : str
        What it was taken for, in words.
    option : str or None
        The field of `Options` that overrides it; None when nothing does.
    alternatives : tuple
        Other values for that field: `dataclasses.replace(options, **{option: alternative})`.
    taken : str, int, bool or None
        The value of that field that stands for this guess; None when there is none.
    """

    what: str
    value: str
    option: str | None = None
    alternatives: tuple[str | int | bool, ...] = ()
    taken: str | int | bool | None = None


@dataclass(frozen=True)
class Note:
    """Something noticed while reading, in plain words that hold no value of the data.

    Parameters
    ----------
    column : str or None
        The column concerned; None when it is the whole file.
    count : int
        How many rows, cells, lines, columns or sheets are concerned.
    sentence : str
    kind : Kind
    """

    column: str | None
    count: int
    sentence: str
    kind: Kind = Kind.READING


@dataclass(frozen=True)
class Reading:
    """A table read from a file, with the guesses and notes that belong to it.

    Parameters
    ----------
    table : Table
    guesses : tuple of Guess
    notes : tuple of Note
        About the file first, then column by column, then about its last rows.
    marks : str
        Decimal marks tried for each column, first choice first; hand it to `declare_missing`.
    facts : tuple of Note
        The notes that only reading could make; hand them to `doctor`, which finds the others itself.
    options : Options
        How the file was read; a guess is overridden by replacing one field of it.
    """

    table: Table
    guesses: tuple[Guess, ...]
    notes: tuple[Note, ...]
    marks: str = ".,"
    facts: tuple[Note, ...] = ()
    options: Options = field(default_factory=Options)


@dataclass(frozen=True)
class Settled:
    """A column whose type is decided, and why."""

    column: Column
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Draft:
    """What a format hands over before declared missing values are taken out."""

    columns: tuple[Settled, ...]
    guesses: tuple[Guess, ...]
    notes: tuple[Note, ...]
    marks: str = ".,"


def counted(count: int, thing: str) -> str:
    """A count with its noun, in the plural where needed.

    Examples
    --------
    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{count:,} {thing}" + ("" if count == 1 else "s")


def were(count: int, thing: str) -> str:
    """A count with its noun and the verb that goes with it.

    Examples
    --------
    >>> were(1, "row"), were(2, "row")
    ('1 row was', '2 rows were')
    """
    return f"{counted(count, thing)} {'was' if count == 1 else 'were'}"
