"""Title rows above the header: guessed from how few of their fields are filled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import mode

from privacy_core.intake.dialect import NEWLINE, Dialect, Record
from privacy_core.intake.reading import Guess, Note, were
from privacy_core.intake.symptoms import Kind

_LOOKED_AT = 100
_MOST = 20


@dataclass(frozen=True)
class Above:
    """What stands above the header: physical lines, records among them, and where the header begins."""

    lines: int
    records: int
    start: int


def titles(content: bytes, start: int, dialect: Dialect) -> Above:
    r"""Find the lines above the header of delimited text.

    Examples
    --------
    >>> titles(b"Clinic list;;\n\na;b;c\n1;2;3\n", 0, Dialect(b";", b'"'))
    Above(lines=2, records=1, start=15)
    """
    records = list(islice(dialect.records(content, start), _LOOKED_AT))
    count = title_rows([_cells(record, dialect) for record in records])
    if not count:
        return Above(0, 0, start)
    header = records[count]
    return Above(header.line - 1, count, _begin(content, records[count - 1].end))


def _cells(record: Record, dialect: Dialect) -> list[str]:
    return [field.decode("utf-8", "replace").strip() for field in dialect.split(record.raw)]


def _begin(content: bytes, at: int) -> int:
    """Where the next line that is not blank begins."""
    while (ending := NEWLINE.search(content, at)) and not content[at : ending.start()].strip(b" "):
        at = ending.end()
    return at


def title_rows(rows: Sequence[Sequence[object]]) -> int:
    """How many of the first rows hold one text at most, while the rows below have three cells or more.

    Examples
    --------
    >>> title_rows([["List of 2024", "", ""], ["age", "sex", "zip"], [34, "F", "02138"]])
    1
    >>> title_rows([["age", "sex", "zip"], [34, "", ""]])
    0
    """
    filled = [sum(cell != "" for cell in row) for row in rows]
    if len(rows) < 3 or mode([len(row) for row in rows]) < 3:
        return 0
    count = next((place for place, cells in enumerate(filled) if cells > 1), 0)
    enough = count + 1 < len(rows) and 2 * filled[count] > mode(filled[count:])
    return count if enough and count <= _MOST and filled[count] >= 3 else 0


def title_guess(lines: int) -> Guess:
    """The lines left out above the header, as a guess that can be taken back."""
    others = sorted({0, lines - 1, lines + 1} - {lines})
    return Guess("lines above the header", f"{lines:,}", "skip", tuple(others), lines)


def title_notes(records: int) -> Iterator[Note]:
    """A note on the rows taken for a title."""
    if records:
        sentence = (
            f"{were(records, 'title line')} left out above the header; choose 0 lines to skip if they are records."
        )
        yield Note(None, records, sentence, Kind.TITLE_ROWS)
