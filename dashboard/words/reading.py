"""Sentences about how a file was read, and how it could be read instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dashboard.words.phrases import counted, plain
from privacy_core import Scale, intake

HOW_READ = "How it was read"
HOW_READ_NOTE = (
    "What Kelt took the file for, with its first rows as they are: cells show here because you opened this. "
    "One click reads the file the other way; roles start afresh."
)
WHOLE_FILE = "No preview: only the whole file can tell."
NOT_PREVIEWED = "No preview: there are too many to show."
NOT_KEPT = "The file is too large to be kept for another try. Correct the lines and choose it again."
DROP_UNEVEN = "Put the file away"
CHOICES = {
    ("delimiter", ","): "comma",
    ("delimiter", ";"): "semicolon",
    ("delimiter", "\t"): "tab",
    ("delimiter", "|"): "pipe",
    ("decimal", ","): "comma",
    ("decimal", "."): "point",
    ("header", False): "no line of names",
    ("uneven", "leave out"): "leave the uneven rows out",
    ("uneven", "keep"): "keep the uneven rows",
}
KINDS = {Scale.NUMERIC: "number", Scale.NOMINAL: "text", Scale.ORDINAL: "ordered"}
WIDEST = 18
"""Characters of a cell a preview shows."""


def doubt_title(what: str, value: str) -> str:
    """What was guessed, and what it was taken for."""
    return f"**{plain(what[0].upper() + what[1:])}: {plain(value)}**"


def take_instead(option: str, value: str | int | bool) -> str:
    """Label of the click that takes an alternative."""
    return f"Take instead: {plain(CHOICES.get((option, value), str(value)))}"


def same_rows(whole: bool) -> str:
    """That an alternative changes nothing of what was looked at."""
    return "Makes no difference to this file." if whole else "The same in the first rows; it may differ further down."


def refused_so(told: str) -> str:
    """That a way of reading would be refused."""
    return f"Refused: {plain(told)}"


def uneven_ways(more: int, fewer: int) -> Iterator[tuple[str, str, str]]:
    """Each way to read a file with uneven rows: option, label, icon."""
    rows = "this row" if more + fewer == 1 else f"these {more + fewer:,} rows"
    yield "leave out", f"Leave {rows} out", ":material/playlist_remove:"
    kept = "Keep the extra text in an overflow column" if more else f"Keep {rows}, missing cells empty"
    yield "keep", kept, ":material/playlist_add:"


def uneven_help(more: int, fewer: int) -> str:
    """What becomes of the rows that are kept."""
    extra = f"{counted(more, 'row')} with extra text: it moves to a column of its own." if more else ""
    short = f"{counted(fewer, 'row')} with fewer fields: the cells at the end are missing." if fewer else ""
    return " ".join(filter(None, (extra, short)))


def rows_shown(seen: intake.Preview) -> str:
    """Names, kinds and rows as a table; every cell is shown as it is."""
    kinds = [f":small[:gray[{KINDS[scale]}]]" for scale in seen.scales]
    lines = [_cells(seen.names), ["---"] * len(kinds), kinds, *map(_cells, seen.rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cells(texts: Sequence[str]) -> list[str]:
    return [plain(_brief(text)) if text else "" for text in texts]


def _brief(cell: str) -> str:
    """A cell on one line, cut where it is long."""
    line = "".join(letter if letter.isprintable() else "·" for letter in cell)
    return line if len(line) <= WIDEST else f"{line[: WIDEST - 1]}…"


def below_rows(seen: intake.Preview) -> str | None:
    """What the rows do not show: columns left out, and rows for which the file would be refused."""
    more = f"{counted(seen.more, 'more column')}." if seen.more else ""
    uneven = (
        f"Refused at first: {counted(seen.uneven, 'row')} of those looked at would be uneven." if seen.uneven else ""
    )
    return " ".join(filter(None, (more, uneven))) or None
