"""Texts that mean missing: those that look so, and those the user declares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from privacy_core.errors import ParameterError
from privacy_core.frames import from_coded
from privacy_core.intake.inference import Texts, infer
from privacy_core.intake.numerals import parse, whole
from privacy_core.intake.reading import Note, Settled, were
from privacy_core.tables import Column, Scale, Table, as_text

TOKENS = ("NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "none", "-", "?", ".")


def missing_tokens(table: Table) -> dict[str, dict[str, int]]:
    """Texts such as NA and null that often mean missing and are values here, with their counts.

    Returns
    -------
    dict of str to dict
        Only columns that hold such a text.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from privacy_core.frames import from_frame
    >>> missing_tokens(from_frame(pa.table({"country": ["NO", "NA", "NA"], "age": [1, 2, 3]})))
    {'country': {'NA': 2}}
    """
    found = {name: occurrences(column, TOKENS) for name, column in table.columns.items()}
    return {name: counts for name, counts in found.items() if counts}


def occurrences(column: Column, tokens: Sequence[str]) -> dict[str, int]:
    """How many cells of a column that is not numeric hold each of these texts."""
    if column.scale is Scale.NUMERIC:
        return {}
    wanted = set(tokens)
    places = {text: code for code, text in enumerate(column.categories.tolist()) if text in wanted}
    if not places:
        return {}
    counts = np.bincount(column.codes, minlength=column.n_codes)
    return {token: int(counts[places[token]]) for token in tokens if token in places and counts[places[token]]}


def declare_missing(table: Table, tokens: Sequence[str], marks: str = ".,") -> Table:
    """Turn the cells that hold one of these texts into missing ones.

    A column of texts that are all numbers once these are gone becomes numeric, as it would
    have on reading with `Options(na=tokens)`. In a numeric column the tokens that are numbers count.

    Parameters
    ----------
    table : Table
    tokens : sequence of str
    marks : str
        Decimal marks to try, first choice first: the `marks` of the reading.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from privacy_core.frames import from_frame
    >>> ages = from_frame(pa.table({"age": ["34", "-", "41"]}))
    >>> declare_missing(ages, ["-"])["age"].labels
    ['34', '41', '(missing)']
    """
    if isinstance(tokens, str):
        raise ParameterError("tokens must be a sequence of texts, such as ['NA', '-'].")
    for column in table.columns.values():
        table = table.with_column(declared(Settled(column), tokens, marks).column)
    return table


def declared(settled: Settled, tokens: Iterable[str], marks: str) -> Settled:
    """One column without these texts, decided anew, with a note how many cells that were."""
    column = settled.column
    hits = _hits(column, set(tokens), marks)
    rows = int(np.count_nonzero(np.append(hits, False)[column.codes]))
    if not rows:
        return settled
    note = Note(column.name, rows, f"Column {column.name!r}: {were(rows, 'cell')} declared missing.")
    again = _without(column, hits, marks)
    still_true = again.column.scale is column.scale and not again.notes
    return Settled(again.column, (note, *(settled.notes if still_true else again.notes)))


def _hits(column: Column, tokens: set[str], marks: str) -> NDArray[np.bool_]:
    if column.scale is not Scale.NUMERIC:
        return np.array([as_text(value) in tokens for value in column.categories.tolist()], bool)
    hits = np.zeros(len(column.categories), bool)
    for token in tokens:
        if (number := _number(token, marks)) is not None:
            hits |= column.categories == number
    return hits


def _number(token: str, marks: str) -> int | float | None:
    if re.fullmatch(r"[+-]?[0-9]{1,18}", token):
        return int(token)
    found = parse(pa.array([token], pa.string()), marks)
    return None if found is None else float(found.values[0])


def _without(column: Column, hits: NDArray[np.bool_], marks: str) -> Settled:
    place = np.where(hits, -1, np.cumsum(~hits) - 1)
    codes = np.append(place, -1)[column.codes].astype(np.int32)
    kept = column.categories[~hits]
    if column.scale is Scale.NOMINAL and all(isinstance(value, str) for value in kept):
        return infer(Texts(column.name, codes, pa.array(kept, pa.string())), marks)
    values: NDArray[Any] = whole(kept) if column.scale is Scale.NUMERIC else kept
    return Settled(from_coded(column.name, codes, values, column.scale, declared=True))
