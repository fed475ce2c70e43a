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

    Where a label holds another delimiter that files may have, every label is quoted, so that only one reading fits.

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
        quoting=csv.QUOTE_ALL if tree.n_levels == 1 or _misleads(tree, delimiter) else csv.QUOTE_MINIMAL,
    ).writerows(
        [tree.labels[level][up[value]] for level, up in enumerate(tree.maps)] for value in range(len(tree.labels[0]))
    )
    text = "".join(row.removesuffix(CRLF) + "\n" for row in written)
    return text.encode("utf-8-sig" if text.startswith("\ufeff") else "utf-8")  # else a reader would take it off


def _misleads(tree: Hierarchy, delimiter: str) -> bool:
    """Whether labels hold a delimiter that is tried before the one they are written with."""
    earlier = DELIMITERS.partition(delimiter)[0]
    return any(mark in label for level in tree.labels for label in level for mark in earlier)


def lines(content: bytes, column: str) -> list[tuple[int, list[str]]]:
    """Lines of a file that are not empty, each with its number and its labels."""
    text = _decoded(content, column)
    several = {delimiter: _split(text, delimiter, column) for delimiter in DELIMITERS}
    return several[max(DELIMITERS, key=lambda delimiter: _how_even(several[delimiter], text, delimiter))]


def _how_even(found: list[tuple[int, list[str]]], text: str, delimiter: str) -> tuple[bool, bool, int]:
    """Prefer a delimiter that gives every line the same number of labels, and ends quotes, then what occurs most."""
    lengths = [len(row) for _, row in found]
    even = len(set(lengths)) == 1 and lengths[0] > 1
    return even, even and _ends_quotes(text, delimiter), 0 if even else sum(lengths)


def _ends_quotes(text: str, delimiter: str) -> bool:
    """Whether a delimiter follows every quoted label."""
    try:
        for _ in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            pass
    except csv.Error:
        return False
    return True


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
