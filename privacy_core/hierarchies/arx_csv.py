"""Hierarchies as files in ARX's format: no header, one line per value, level 0 first."""

from __future__ import annotations

import csv
import io
from types import SimpleNamespace

from privacy_core.errors import HierarchyError
from privacy_core.hierarchies.nesting import Hierarchy, hierarchy

CRLF = "\r\n"
DELIMITERS = ";\t|,"
"""In the order they are tried: commas are the commonest in labels, so they come last."""


def read_hierarchy(content: bytes, column: str) -> Hierarchy:
    r"""Read ARX's CSV format: no header, one row per value, level 0 first.

    Parameters
    ----------
    content : bytes of the file, UTF-8, UTF-16 with a byte order mark, or Windows-1252; semicolons, commas,
        tabs or bars, whichever gives every line the same number of levels
    column : name of the column the hierarchy belongs to

    Raises
    ------
    HierarchyError
        The file is empty or no text, or its lines make no hierarchy; counts what is wrong.

    Examples
    --------
    >>> read_hierarchy(b"flu;lung;*\ncough;lung;*\n", "disease").labels[1]
    ('lung',)
    """
    return hierarchy(column, [row for _, row in lines(content, column)])


def write_hierarchy(tree: Hierarchy, delimiter: str = ";") -> bytes:
    r"""Write ARX's CSV format in UTF-8; reading it gives an equal hierarchy.

    Examples
    --------
    >>> write_hierarchy(hierarchy("disease", [("flu", "lung", "*")]))
    b'flu;lung;*\n'
    """
    written: list[str] = []
    csv.writer(
        SimpleNamespace(write=written.append),
        delimiter=delimiter,
        lineterminator=CRLF,  # so that a label with either character is quoted
        quoting=csv.QUOTE_ALL if tree.n_levels == 1 else csv.QUOTE_MINIMAL,
    ).writerows(
        [tree.labels[level][up[value]] for level, up in enumerate(tree.maps)] for value in range(len(tree.labels[0]))
    )
    return "".join(row.removesuffix(CRLF) + "\n" for row in written).encode()


def lines(content: bytes, column: str) -> list[tuple[int, list[str]]]:
    """Lines of a file that are not empty, each with its number and its labels."""
    text = _decoded(content, column)
    several = [_split(text, delimiter, column) for delimiter in DELIMITERS]
    return max(several, key=_how_even)


def _how_even(found: list[tuple[int, list[str]]]) -> tuple[bool, int]:
    """Prefer a delimiter that gives every line the same number of labels, then the one that occurs most."""
    lengths = [len(row) for _, row in found]
    even = len(set(lengths)) == 1 and lengths[0] > 1
    return even, 0 if even else sum(lengths)


def _split(text: str, delimiter: str, column: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    found, line = [], 1
    try:
        for row in reader:
            if row:
                found.append((line, row))
            line = reader.line_num + 1
    except csv.Error as broken:
        raise HierarchyError(
            f"The hierarchy of {column!r} cannot be read as lines of labels: line {line:,}: {broken}."
        ) from None
    return found


def _decoded(content: bytes, column: str) -> str:
    for encoding in ("utf-16",) if content[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise HierarchyError(f"The hierarchy of {column!r} is no text in UTF-8, UTF-16 or Windows-1252.")
