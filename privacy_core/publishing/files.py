"""A release as the bytes of a file: CSV and XLSX that no spreadsheet runs, Parquet with numbers as numbers."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from privacy_core.errors import ParameterError
from privacy_core.exports import csv_text, csv_warning
from privacy_core.publishing.choosing import Publication
from privacy_core.spreadsheets import xlsx_bytes
from privacy_core.tables import Column, Scale, Table

MOMENTS = (pa.date32(), *(pa.timestamp(unit, zone) for zone in (None, "UTC") for unit in ("s", "ms", "us", "ns")))
"""Types of days and moments, the coarsest first."""
KINDS = {".csv": "CSV", ".xlsx": "XLSX", ".parquet": "Parquet"}


@dataclass(frozen=True)
class Written:
    """A file that can be saved, and what writing it decided."""

    content: bytes
    notes: tuple[str, ...]


def written(published: Publication, name: str) -> Written:
    r"""Write a publication as the kind of file its name ends with.

    Text that a spreadsheet would run as a formula gets an apostrophe in CSV and XLSX; Parquet keeps text,
    numbers, days and moments as they are. The same publication gives the same bytes.

    Parameters
    ----------
    published : Publication
    name : file name that ends with .csv, .xlsx or .parquet

    Raises
    ------
    ParameterError
        The name ends otherwise.
    TableError
        More rows or columns than a worksheet holds.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import Roles, from_frame
    >>> from privacy_core.publishing import publication
    >>> people = from_frame(pd.DataFrame({"zip": ["=1", "1*"], "pay": [1.5, 2.0]}))
    >>> found = written(publication(people, Roles(("zip",), ("pay",))), "release.csv")
    >>> found.content.splitlines(), found.notes
    ([b'zip,pay,suppressed', b"'=1,1.5,false", b'1*,2.0,false'],
     ('1 text has an apostrophe, so that no spreadsheet runs it.',))
    """
    kind = PurePath(name).suffix.lower()
    if kind not in KINDS:
        raise ParameterError(f"A release is written as {', '.join(KINDS)}; the file name must end with one of them.")
    if kind == ".parquet":
        return Written(_parquet(published.table), ())
    columns = cells(published.table)
    if kind == ".xlsx":
        content, changed = xlsx_bytes(columns, numbers=True)
        return Written(content, _about_apostrophes(changed))
    text, changed = csv_text(columns)
    warning = csv_warning(columns)
    return Written(text.encode(), (*_about_apostrophes(changed), *([warning] if warning else [])))


def _about_apostrophes(changed: int) -> tuple[str, ...]:
    if not changed:
        return ()
    have, them = ("text has", "it") if changed == 1 else ("texts have", "them")
    return (f"{changed:,} {have} an apostrophe, so that no spreadsheet runs {them}.",)


def cells(table: Table) -> dict[str, Sequence[Any]]:
    """Every column as plain values, None where missing; infinite numbers as text."""
    return {name: _values(column) for name, column in table.columns.items()}


def _values(column: Column) -> list[Any]:
    kinds = [_plain(value) for value in column.categories.tolist()] + [None] * column.has_missing
    return [kinds[code] for code in column.codes.tolist()]


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, float) and not np.isfinite(value) else value


def _parquet(table: Table) -> bytes:
    packed = io.BytesIO()
    columns = {name: _arrow(column) for name, column in table.columns.items()}
    pq.write_table(pa.table(columns), packed, compression="snappy")
    return packed.getvalue()


def _arrow(column: Column) -> pa.Array:
    """Numbers, truth values, days and moments as such, everything else as text; a missing cell is null."""
    gaps = pa.array(column.codes, mask=np.asarray(column.codes == len(column.categories)))
    kinds = {type(value) for value in column.categories.tolist()}
    if column.scale is Scale.NUMERIC or kinds == {bool}:
        values = pa.array(column.categories)
    else:
        values = pa.array([str(value) for value in column.categories.tolist()], pa.string())
        values = _moments(values) if column.scale is Scale.ORDINAL else values
    return values.take(gaps)


def _moments(words: pa.Array) -> pa.Array:
    """ISO texts in ascending order as the days or moments they are, where that type says the same; else the texts."""
    for kind in MOMENTS:
        try:
            found = words.cast(kind)
        except pa.ArrowInvalid:
            continue
        if len(words) and found.cast(pa.string()).equals(words) and found.take(pc.sort_indices(found)).equals(found):
            return found
    return words
