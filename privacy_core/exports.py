"""Tables out of Kelt as CSV text that no spreadsheet runs as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from privacy_core.conversions import converted

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def neutral(cell: Any) -> Any:
    """Put an apostrophe before text that a spreadsheet would run; numbers stay numbers.

    Examples
    --------
    >>> neutral("=1+1"), neutral("-2+3"), neutral(-12.5), neutral("plain"), neutral("-12.5")
    ("'=1+1", "'-2+3", -12.5, 'plain', "'-12.5")
    """
    dangerous = isinstance(cell, str) and cell.lstrip(" ").startswith(DANGEROUS)
    return f"'{cell}" if dangerous else cell


def unguarded(text: str) -> str:
    """Take off the apostrophe that `neutral` puts before a text, where there is one.

    Examples
    --------
    >>> unguarded("'-12.5"), unguarded("'tis"), unguarded("-12.5")
    ('-12.5', "'tis", '-12.5')
    """
    bare = text.removeprefix("'")
    return bare if neutral(bare) == text else text


def csv_text(columns: Mapping[str, Sequence[Any]]) -> tuple[str, int]:
    r"""Write columns as CSV with neutral cells and headers.

    Returns
    -------
    text : str
    changed : number of cells and headers that were given an apostrophe

    Examples
    --------
    >>> csv_text({"=a": ["x", "@y"], "n": [1, -2]})
    ("'=a,n\r\nx,1\r\n'@y,-2\r\n", 2)
    """
    table = [list(columns), *zip(*columns.values(), strict=True)]
    written = io.StringIO()
    writer = csv.writer(written)
    changed = 0
    for row in table:
        cells = [neutral(cell) for cell in row]
        changed += sum(new is not old for new, old in zip(cells, row, strict=True))
        writer.writerow(cells)
    return written.getvalue(), changed


def csv_warning(columns: Mapping[str, Sequence[Any]]) -> str | None:
    """Say which columns of a CSV file a spreadsheet would change on opening it, or None.

    Examples
    --------
    >>> csv_warning({"gene": ["SEPT2", "BRCA1"], "zip": ["02138", "10001"], "n": [1, 2]})
    "Spreadsheets change codes on opening this CSV: 'gene' (1 cell), 'zip' (1 cell). XLSX with text cells keeps them."
    >>> csv_warning({"n": [1, 2]}) is None
    True
    """
    counts = {name: converted(cells) for name, cells in columns.items()}
    listed = ", ".join(f"{name!r} ({count:,} cell{'s' * (count > 1)})" for name, count in counts.items() if count)
    if not listed:
        return None
    return f"Spreadsheets change codes on opening this CSV: {listed}. XLSX with text cells keeps them."
