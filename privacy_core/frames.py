"""Frames become tables: pandas, polars and pyarrow columns as integer codes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from privacy_core.errors import TableError
from privacy_core.tables import Codes, Column, Scale, Table, table


def from_frame(frame: Any) -> Table:
    """Code a pandas, polars or pyarrow table.

    Values are told apart exactly as written: a trailing blank, a different case, the number 1
    and the text "1" are different values. NaN, None, NA and NaT are missing. The index of a
    pandas frame plays no part.

    Parameters
    ----------
    frame : pandas.DataFrame, polars.DataFrame or pyarrow.Table
        At least one row and one column, no nested values.

    Raises
    ------
    TableError
        No rows, or a column with nested or binary values; the column is named.

    Examples
    --------
    >>> people = from_frame(pd.DataFrame({"zip": ["02138", "02139", "02138"], "age": [34, 41, 34]}))
    >>> people["zip"].labels, people["zip"].codes.tolist(), people["age"].scale.value
    (['02138', '02139'], [0, 1, 0], 'numeric')
    """
    if isinstance(frame, pd.DataFrame):
        return table(_pandas_columns(frame))
    native = nw.from_native(frame, eager_only=True)
    return table(arrow_columns(native.to_arrow()))


def arrow_columns(frame: pa.Table) -> Iterator[Column]:
    """Code each column of an Arrow table; duplicate names are told apart."""
    for name, values in zip(distinct_names(frame.column_names), frame.columns, strict=True):
        yield from_arrow(name, values)


def distinct_names(names: Sequence[Any]) -> list[str]:
    """Tell duplicate and empty column names apart: value, value (2); column 3.

    Examples
    --------
    >>> distinct_names(["id", "value", "value", ""])
    ['id', 'value', 'value (2)', 'column 4']
    """
    written = {str(name) for name in names}
    seen: dict[str, None] = {}
    for position, name in enumerate(map(str, names), start=1):
        base = name if name.strip() else f"column {position}"
        unique, copies = base, 2
        while unique in seen or (unique != name and unique in written):
            unique, copies = f"{base} ({copies})", copies + 1
        seen[unique] = None
    return list(seen)


def from_arrow(name: str, values: pa.ChunkedArray | pa.Array) -> Column:
    """Code one Arrow column."""
    try:
        return _from_arrow(name, values)
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid):
        held = len(values) - values.null_count
        raise TableError(
            f"Column {name!r} holds values of a kind Kelt does not read ({str(values.type).split('<')[0]}) in "
            f"{held:,} rows: turn them into text or numbers first."
        ) from None


def _from_arrow(name: str, values: pa.ChunkedArray | pa.Array) -> Column:
    kind = values.type
    if pa.types.is_nested(kind) or _is_binary(kind):
        held = len(values) - values.null_count
        raise TableError(
            f"Column {name!r} holds nested or binary values ({str(kind).split('<')[0]}) in {held:,} rows. "
            "Kelt reads one plain value per cell: flatten or drop the column first."
        )
    if pa.types.is_dictionary(kind):
        return _from_dictionary(name, values)
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return from_numbers(name, _as_numpy(values), _null_mask(values))
    if pa.types.is_decimal(kind):
        return _from_decimals(name, values)
    if kind == pa.string_view():
        values = values.cast(pa.large_string())
    return _from_values(name, values, Scale.ORDINAL if pa.types.is_temporal(kind) else Scale.NOMINAL)


def from_numbers(name: str, numbers: NDArray[Any], missing: NDArray[np.bool_] | None = None) -> Column:
    """Code an array of numbers; NaN and masked cells are missing, -0.0 is 0."""
    gaps = np.zeros(len(numbers), bool) if missing is None else missing
    if numbers.dtype.kind == "f":
        numbers = numbers + 0.0
        gaps = gaps | np.isnan(numbers)
    has_missing = bool(gaps.any())
    categories, present = _unique(numbers[~gaps] if has_missing else numbers)
    codes = np.full(len(numbers), len(categories), np.int32)
    codes[~gaps] = present
    return Column(name, codes, categories, Scale.NUMERIC, has_missing)


def from_coded(name: str, codes: NDArray[Any], values: NDArray[Any], scale: Scale, declared: bool = False) -> Column:
    """Build a column from codes into `values`, a negative code standing for missing.

    Unless the order is `declared`, values are sorted and those that never occur are dropped.
    """
    codes = np.asarray(codes)
    gaps = codes < 0
    if not declared:
        used = np.bincount(codes[~gaps], minlength=len(values)) > 0
        order = np.flatnonzero(used)
        order = order[np.argsort(values[order], kind="stable")]
        place = np.zeros(len(values) + 1, np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        values, codes = values[order], place[codes]
    coded = codes.astype(np.int32)
    coded[gaps] = len(values)
    return Column(name, coded, values, scale, bool(gaps.any()))


def _unique(numbers: NDArray[Any]) -> tuple[NDArray[Any], Codes]:
    if numbers.dtype.kind in "iu" and len(numbers):
        low, high = int(numbers.min()), int(numbers.max())
        if high - low < 4 * len(numbers) + 1024:  # few enough to count instead of sort
            wide = numbers if numbers.dtype == np.uint64 else numbers.astype(np.int64, copy=False)
            offset = (wide - wide.dtype.type(low)).astype(np.int64, copy=False)
            seen = np.bincount(offset, minlength=1) > 0
            found = np.flatnonzero(seen)
            rank = np.cumsum(seen, dtype=np.int32) - 1
            values = found.astype(wide.dtype) + wide.dtype.type(low)
            return values.astype(numbers.dtype), rank[offset].astype(np.int32)
    found, inverse = np.unique(numbers, return_inverse=True)
    return found, inverse.astype(np.int32)


def _is_binary(kind: pa.DataType) -> bool:
    tests = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_fixed_size_binary, pa.types.is_binary_view)
    return any(test(kind) for test in tests)


def _as_numpy(values: pa.ChunkedArray | pa.Array) -> NDArray[Any]:
    filled = pc.fill_null(values, pa.scalar(0, values.type)) if values.null_count else values
    return np.asarray(filled.to_numpy())


def _null_mask(values: pa.ChunkedArray | pa.Array) -> NDArray[np.bool_] | None:
    return np.asarray(pc.is_null(values).to_numpy(zero_copy_only=False)) if values.null_count else None


def _from_values(name: str, values: pa.ChunkedArray | pa.Array, scale: Scale) -> Column:
    whole = values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
    return _from_dictionary(name, whole.dictionary_encode(), scale)


def _from_dictionary(name: str, values: pa.ChunkedArray | pa.Array, scale: Scale = Scale.NOMINAL) -> Column:
    if isinstance(values, pa.ChunkedArray):
        values = values.unify_dictionaries().combine_chunks()
    if isinstance(values, pa.ChunkedArray):  # no chunk at all
        values = pa.array([], values.type)
    codes = np.asarray(pc.fill_null(values.indices.cast(pa.int32()), -1))
    ordered, words = values.type.ordered, values.dictionary
    if not ordered and (pa.types.is_integer(words.type) or pa.types.is_floating(words.type)):
        return _numbers_from_dictionary(name, codes, words)
    kept = words.drop_null().unique() if ordered else _sorted_words(codes, words)
    codes, words = _placed(codes, words, kept), kept
    if pa.types.is_temporal(words.type):
        words = _iso(words)
    categories = np.asarray(words.to_numpy(zero_copy_only=False))
    return from_coded(name, codes, categories, Scale.ORDINAL if ordered else scale, declared=True)


def _sorted_words(codes: NDArray[Any], words: pa.Array) -> pa.Array:
    """Sort the words, merge equal ones, drop those that never occur and the null."""
    used = np.bincount(codes + 1, minlength=len(words) + 1)[1:] > 0  # the first stands for the null
    kept = words.filter(pa.array(used)).drop_null().unique()
    return kept.take(pc.sort_indices(kept.cast(pa.uint8()) if pa.types.is_boolean(kept.type) else kept))


def _placed(codes: NDArray[Any], words: pa.Array, kept: pa.Array) -> NDArray[Any]:
    """Codes into the words kept, equal words being one; a null among the words is missing."""
    place = np.asarray(pc.fill_null(pc.index_in(words, value_set=kept), -1))
    return np.asarray(np.append(place, np.int32(-1))[codes])


def _iso(moments: pa.Array) -> pa.Array:
    """Dates and times as ISO text; a time of day that is always midnight is left out."""
    if pa.types.is_timestamp(moments.type) and moments.type.tz is None:
        days = moments.cast(pa.date32(), safe=False)
        moments = days if days.cast(moments.type).equals(moments) else moments
    return moments.cast(pa.string())


def _numbers_from_dictionary(name: str, codes: NDArray[Any], words: pa.Array) -> Column:
    numbers, gaps = _as_numpy(words), _null_mask(words)
    unknown = codes < 0 if gaps is None else (codes < 0) | np.append(gaps, True)[codes]
    return from_numbers(name, np.append(numbers, numbers.dtype.type(0))[codes], unknown)


def _from_decimals(name: str, values: pa.ChunkedArray | pa.Array) -> Column:
    exact = _from_values(name, values, Scale.NUMERIC)
    numbers = exact.categories.astype(float)
    if len(np.unique(numbers)) < len(numbers):  # too fine for a float: keep apart as text
        return _from_values(name, values.cast(pa.string()), Scale.NOMINAL)
    return replace(exact, categories=numbers)


def _pandas_columns(frame: pd.DataFrame) -> Iterator[Column]:
    for position, name in enumerate(distinct_names(list(frame.columns))):
        series = frame.iloc[:, position]
        try:
            values = pa.Array.from_pandas(_spelled(series))
        except UnicodeEncodeError:
            count = sum(isinstance(value, str) and not _is_unicode(value) for value in series)
            raise TableError(f"Column {name!r} holds text that is not valid Unicode in {count:,} rows.") from None
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError):
            yield _from_objects(name, series)
        else:
            yield from_arrow(name, values)


def _spelled(series: pd.Series[Any]) -> pd.Series[Any]:
    """Intervals (as `pandas.cut` makes them) and periods as ordered text; any other column unchanged."""
    kinds = (pd.IntervalDtype, pd.PeriodDtype)
    if isinstance(series.dtype, kinds):
        series = series.astype("category").cat.as_ordered()
    if isinstance(series.dtype, pd.CategoricalDtype) and isinstance(series.dtype.categories.dtype, kinds):
        return series.cat.rename_categories([str(value) for value in series.cat.categories])
    return series


def _from_objects(name: str, series: pd.Series[Any]) -> Column:
    """Values of several kinds in one column: told apart by kind, sorted by kind then value."""
    objects = series.to_numpy(dtype=object)
    try:
        codes, found = pd.factorize(objects)
    except TypeError:
        count = sum(not _is_plain(value) for value in objects)
        raise TableError(
            f"Column {name!r} holds nested values in {count:,} rows; Kelt reads one plain value per cell."
        ) from None
    codes, kinds = _apart_from_truth(objects, codes, found)
    order = sorted(range(len(kinds)), key=lambda i: (type(kinds[i]).__name__, str(kinds[i])))
    values = np.empty(len(kinds), object)
    values[:] = [kinds[i] for i in order]
    place = np.append(np.argsort(order), -1)
    return from_coded(name, place[codes], values, Scale.NOMINAL, declared=True)


def _is_plain(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _apart_from_truth(
    objects: NDArray[Any], codes: NDArray[Any], found: NDArray[Any]
) -> tuple[NDArray[Any], list[Any]]:
    """Tell True from 1 and False from 0, which Python takes for equal."""
    truth = np.array([isinstance(value, bool | np.bool_) for value in objects])
    values: list[Any] = list(found)
    for code, value in enumerate(found):
        mine = codes == code
        if value in (0, 1) and truth[mine].any() and not truth[mine].all():
            values[code] = int(value)
            codes = np.where(mine & truth, len(values), codes)
            values.append(bool(value))
    return codes, values
