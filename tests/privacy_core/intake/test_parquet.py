"""Parquet: types are kept, the footer is looked at first."""

from __future__ import annotations

import datetime as dt
import decimal
import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from privacy_core.errors import TableError
from privacy_core.frames import from_frame
from privacy_core.intake import Kind, doctor, parquet, read
from privacy_core.tables import Scale
from tests.privacy_core.intake.tables import assert_same, cells, counts, sentences, values


def stored(frame: pa.Table, **options) -> bytes:
    file = io.BytesIO()
    pq.write_table(frame, file, **options)
    return file.getvalue()


def test_types_are_kept():
    frame = pa.table(
        {
            "n": pa.array([1, None, 3], pa.int16()),
            "x": [1.5, float("nan"), None],
            "s": ["007", "", None],
            "d": [dt.date(2024, 5, 1), None, dt.date(2023, 5, 1)],
            "b": [True, None, False],
            "c": pa.array(["u", "v", "u"]).dictionary_encode(),
            "o": pa.DictionaryArray.from_arrays([0, 1, 0], ["low", "high"], ordered=True),
            "m": [decimal.Decimal("1.10"), None, decimal.Decimal("2.20")],
            "l": pa.array(["p", "q", None], pa.large_string()),
        }
    )
    reading = read(stored(frame, row_group_size=2), "t")
    assert_same(reading.table, from_frame(frame))
    assert cells(reading, "s") == ["007", "", None]
    assert reading.table["o"].scale is Scale.ORDINAL
    assert sentences(reading, "x") == ["Column 'x': 1 NaN was read as missing."]
    assert sentences(reading, "s") == ["Column 's': 1 empty text was kept as a value beside missing."]


def test_many_row_groups_and_batches_give_the_same_table(monkeypatch):
    monkeypatch.setattr(parquet, "_BATCH", 7)
    frame = pa.table({"a": [f"v{n % 13}" for n in range(500)], "b": np.arange(500)})
    assert_same(read(stored(frame, row_group_size=40), "t").table, from_frame(frame))


def test_duplicate_names():
    frame = pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"])], names=["x", "x"])
    reading = read(stored(frame), "t")
    assert (cells(reading, "x"), cells(reading, "x (2)")) == (["a"], ["b"])
    assert counts(reading) == [1]


@pytest.mark.parametrize("column", [[[1, 2], None], [{"p": 1}, {"p": 2}], [b"raw", b"bytes"]])
def test_nested_and_binary_columns_are_named(column):
    with pytest.raises(TableError, match="Column 'n'"):
        read(stored(pa.table({"a": [1, 2], "n": column})), "t")


def test_no_rows():
    with pytest.raises(TableError, match="2 columns but no rows"):
        read(stored(pa.table({"a": pa.array([], pa.int8()), "b": pa.array([], pa.string())})), "t")


def test_too_many_cells_are_refused_by_the_footer(monkeypatch):
    monkeypatch.setattr(parquet, "MAX_CELLS", 5)
    with pytest.raises(TableError, match="3 rows and 2 columns; Kelt reads up to 5 cells"):
        read(stored(pa.table({"a": [1, 2, 3], "b": [1, 2, 3]})), "t")


@pytest.mark.parametrize("cut", [4, 8, 50, -4, -20])
def test_truncated_file(cut):
    with pytest.raises(TableError, match="damaged"):
        read(stored(pa.table({"a": ["x", "y"]}))[:cut], "t")


def test_infinite_numbers_are_counted():
    reading = read(stored(pa.table({"a": [float("inf"), 1.0]})), "t")
    assert (counts(reading, "a"), values(reading, "a")) == ([1], [float("inf"), 1.0])


def test_whole_numbers_beyond_64_bits_are_said_with_their_count():
    far = [10**25, 10**25 + 1, None, 7]
    reading = read(stored(pa.table({"far": pa.array(far, pa.decimal128(38, 0))})), "t")
    assert reading.table["far"].scale is Scale.NOMINAL
    assert sentences(reading, "far") == [
        "Column 'far' is kept as text: 2 numbers of more than 15 digits before the point cannot be kept exactly."
    ]
    assert [each.kind for each in doctor(reading.table, reading.facts)] == [Kind.LONG_NUMBERS]
    fine = pa.array([decimal.Decimal("1.00000000000000000001"), decimal.Decimal(1)])
    assert "finer" in sentences(read(stored(pa.table({"fine": fine})), "t"), "fine")[0]
    objects = from_frame(pd.DataFrame({"far": [2**70, 2**70 + 1, 7]}))
    (found,) = doctor(objects)
    assert (found.kind, found.column, found.count, found.repairs) == (Kind.LONG_NUMBERS, "far", 2, ())
