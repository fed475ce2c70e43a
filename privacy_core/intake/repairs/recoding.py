"""A column with new values: every category mapped, equal ones merged, codes made anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from privacy_core.frames import from_coded, from_numbers
from privacy_core.intake.inference import Texts, infer
from privacy_core.intake.numerals import whole
from privacy_core.tables import Column, Scale, Table


def with_texts(column: Column, texts: Sequence[str | None]) -> Column:
    """Give every category another text; None is missing, equal texts become one value."""
    encoded = pa.array(texts, pa.string()).dictionary_encode()
    place = np.append(np.asarray(pc.fill_null(encoded.indices, -1)), -1)
    words = np.asarray(encoded.dictionary.to_numpy(zero_copy_only=False))
    return from_coded(column.name, place[column.codes], words, Scale.NOMINAL)


def with_numbers(column: Column, numbers: NDArray[np.float64]) -> Column:
    """Give every category another number; NaN is missing."""
    found, place = np.unique(numbers[~np.isnan(numbers)], return_inverse=True)
    to = np.full(len(numbers) + 1, -1, np.int64)
    to[np.flatnonzero(~np.isnan(numbers))] = place
    return from_coded(column.name, to[column.codes], whole(found), Scale.NUMERIC)


def with_row_numbers(column: Column, numbers: NDArray[np.float64]) -> Column:
    """Give every row another number; NaN is missing."""
    made = from_numbers(column.name, numbers)
    return replace(made, categories=whole(made.categories))


def without(column: Column, hits: NDArray[np.bool_]) -> Column:
    """Make the cells of some categories missing; what is left may turn out to be numbers."""
    to = np.append(np.where(hits, -1, np.cumsum(~hits) - 1), -1)
    return _again(replace(column, codes=to[column.codes].astype(np.int32), categories=column.categories[~hits]))


def _again(column: Column) -> Column:
    if column.scale is Scale.NOMINAL and all(isinstance(value, str) for value in column.categories.tolist()):
        return infer(Texts(column.name, column.codes, pa.array(column.categories, pa.string())), ".,").column
    declared = column.scale is Scale.ORDINAL
    values = whole(column.categories) if column.scale is Scale.NUMERIC else column.categories
    if column.scale is Scale.NOMINAL:
        declared = True  # values of several kinds cannot be sorted
    return from_coded(column.name, column.codes, values, column.scale, declared)


def keep_rows(table: Table, kept: NDArray[np.bool_]) -> Table:
    """Return the table with some of its rows; text of which only numbers are left becomes numbers."""
    columns = {name: _kept(column, kept) for name, column in table.columns.items()}
    return Table(columns, int(np.count_nonzero(kept)), table.suppressed[kept].copy())


def _kept(column: Column, kept: NDArray[np.bool_]) -> Column:
    codes = column.codes[kept]
    gone = np.bincount(codes, minlength=column.n_codes)[: len(column.categories)] == 0
    if column.scale is Scale.ORDINAL or not gone.any():
        missing = column.has_missing and bool(np.any(codes == column.missing))
        return replace(column, codes=codes, has_missing=missing)
    return without(replace(column, codes=codes), gone)


def numbers_of(column: Column) -> NDArray[np.float64]:
    """A number per row; missing is NaN."""
    return np.append(column.categories.astype(float), np.nan)[column.codes]
