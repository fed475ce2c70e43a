"""Frames of every kind become codes that tell values apart exactly as written."""

from __future__ import annotations

import datetime as dt
import uuid
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from privacy_core import Scale, TableError, UnknownColumn, as_nominal, as_ordered, from_frame

M = "(missing)"
BIG = 2**53


def column(values):
    return from_frame(pd.DataFrame({"a": values}))["a"]


def objects(*values):
    return pd.Series(values, dtype=object)


CODED = [
    # id, values, scale, labels in order, codes
    ("text by code point", ["b", "a", "B", "a"], "nominal", ["B", "a", "b"], [2, 1, 0, 1]),
    ("blanks and case", ["a", "a ", "A"], "nominal", ["A", "a", "a "], [1, 2, 0]),
    ("one letter in two forms", ["é", "e\u0301"], "nominal", ["e\u0301", "é"], [1, 0]),
    ("empty text is no gap", ["", None, "NA", "nan"], "nominal", ["", "NA", "nan", M], [0, 3, 1, 2]),
    ("integers ascending", [10, 9, 10], "numeric", ["9", "10"], [1, 0, 1]),
    ("integers that floats confuse", [BIG + 1, BIG, BIG + 2], "numeric", [str(BIG + i) for i in range(3)], [1, 0, 2]),
    ("such integers with a gap", objects(BIG + 1, None, BIG), "numeric", [str(BIG), str(BIG + 1), M], [1, 2, 0]),
    ("the ends of int64", [2**63 - 1, -(2**63), 0], "numeric", [str(-(2**63)), "0", str(2**63 - 1)], [2, 0, 1]),
    ("upper half of uint64", np.array([2**63 + 5, 2**63], "uint64"), "numeric", [str(2**63), str(2**63 + 5)], [1, 0]),
    ("the whole of int8", np.array([127, -128, 0], "int8"), "numeric", ["-128", "0", "127"], [2, 0, 1]),
    ("the whole of uint8", np.array([255, 0], "uint8"), "numeric", ["0", "255"], [1, 0]),
    ("the end of uint64", np.array([2**64 - 1, 0], "uint64"), "numeric", ["0", str(2**64 - 1)], [1, 0]),
    ("beyond 64 bits", objects(2**70, 1, 2**70), "nominal", ["1", str(2**70)], [1, 0, 1]),
    ("negative zero is zero", [-0.0, 0.0, np.nan], "numeric", ["0", M], [0, 0, 1]),
    ("infinities", [np.inf, -np.inf, 1.5], "numeric", ["-inf", "1.5", "inf"], [2, 0, 1]),
    ("booleans", [True, False, True], "nominal", ["False", "True"], [1, 0, 1]),
    ("one, true and their words", objects(1, True, "1", "True"), "nominal", ["True", "1", "1", "True"], [1, 0, 2, 3]),
    ("1 and 1.0 are one number", objects(1, 1.0, "b"), "nominal", ["1", "b"], [0, 0, 1]),
    ("all missing", [None, None], "nominal", [M], [0, 0]),
    ("decimals", [Decimal("1.10"), Decimal("1.1"), None], "numeric", ["1.1", M], [0, 0, 1]),
    ("decimals finer than floats", [Decimal("1.00000000000000000001"), Decimal(1)], "nominal", None, [1, 0]),
    ("dates", [dt.date(2020, 1, 2), dt.date(2019, 1, 1), None], "ordinal", ["2019-01-01", "2020-01-02", M], [1, 0, 2]),
    ("midnights", pd.to_datetime(["2020-01-02", "2020-01-01"]), "ordinal", ["2020-01-01", "2020-01-02"], [1, 0]),
    ("ordered levels as declared", pd.Categorical(["m", None], ["l", "m", "h"], ordered=True), "ordinal",
     ["l", "m", "h", M], [1, 3]),
    ("unordered levels that occur", pd.Categorical(["b", "a"], ["c", "b", "a"]), "nominal", ["a", "b"], [1, 0]),
    ("intervals of pandas.cut", pd.cut([9, 1, 5], [0, 3, 6, 9, 12]), "ordinal",
     ["(0, 3]", "(3, 6]", "(6, 9]", "(9, 12]"], [2, 0, 1]),
    ("intervals", pd.IntervalIndex.from_breaks([0, 1, 2]), "ordinal", ["(0, 1]", "(1, 2]"], [0, 1]),
    ("periods", pd.PeriodIndex(["2020-02", "2020-01"], freq="M"), "ordinal", ["2020-01", "2020-02"], [1, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("values", "scale", "labels", "codes"), [pytest.param(*c[1:], id=c[0]) for c in CODED])
def test_coding(values, scale, labels, codes):
    found = column(values)
    assert (found.scale.value, found.codes.tolist()) == (scale, codes)
    assert labels is None or found.labels == labels
    assert found.codes.dtype == np.int32
    assert found.n_codes == len(found.labels)
    assert found.n_missing == sum(found.codes == found.missing) if found.has_missing else found.missing is None


REFUSED = [
    ("lists", [[1], [2]]),
    ("dictionaries", [{"a": 1}, {"a": 2}]),
    ("bytes", [b"a", b"b"]),
    ("identifiers as bytes", [uuid.UUID(int=1), uuid.UUID(int=2)]),
    ("text that is not Unicode", ["\ud800", "b"]),
]


@pytest.mark.parametrize("values", [pytest.param(values, id=name) for name, values in REFUSED])
def test_what_is_no_plain_value_is_refused_with_the_column(values):
    with pytest.raises(TableError, match="Column 'a' holds"):
        from_frame(pd.DataFrame({"b": 1, "a": pd.Series(values, dtype=object)}))


@pytest.mark.parametrize("frame", [pd.DataFrame({"a": []}), pd.DataFrame(index=[1]), pl.DataFrame({"a": []})], ids=str)
def test_no_rows_or_no_columns(frame):
    with pytest.raises(TableError, match=r"no (rows|columns)"):
        from_frame(frame)


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(pa.array(["x", None], pa.large_string()), id="large text"),
        pytest.param(pa.array(["x", None], pa.string_view()), id="text views"),
        pytest.param(pa.DictionaryArray.from_arrays([0, None], pa.array(["x", "unused"])), id="dictionary"),
        pytest.param(pa.DictionaryArray.from_arrays([1, 2], pa.array(["x", "x", None])), id="dictionary with doubles"),
        pytest.param(pa.chunked_array([pa.array(["x"]), pa.array([None], pa.string())]), id="two chunks"),
    ],
)
def test_arrow_spellings_of_one_column(values):
    found = from_frame(pa.table({"a": values}))["a"]
    assert (found.labels, found.codes.tolist()) == (["x", M], [0, 1])


def test_polars_enum_keeps_its_order():
    found = from_frame(pl.DataFrame({"a": ["b", "a"]}, schema={"a": pl.Enum(["b", "a", "c"])}))["a"]
    assert found.labels[:2] == ["b", "a"] or found.scale is Scale.NOMINAL


def test_names_are_told_apart_and_the_index_plays_no_part():
    frame = pd.DataFrame([[1, 2, 3, 4]], columns=["v", "v", "", "v (2)"], index=["v"])
    assert from_frame(frame).names == ["v", "v (3)", "column 3", "v (2)"]
    with pytest.raises(UnknownColumn, match="No column 'w'"):
        from_frame(frame)["w"]


def test_very_long_values_and_names():
    name, value = "n" * 10_000, "x" * 1_000_000
    assert from_frame(pd.DataFrame({name: [value, value, "y"]}))[name].codes.tolist() == [0, 0, 1]


def test_a_million_rows_of_one_value_cost_one_category():
    assert len(column(np.zeros(1_000_000)).categories) == 1


def test_retyping():
    assert as_nominal(column([10, 9, None])).labels == ["9", "10", M]
    ordered = as_ordered(column(["m", None, "h"]), ["l", "m", "h"])
    assert (ordered.scale, ordered.codes.tolist(), ordered.labels) == (Scale.ORDINAL, [1, 3, 2], ["l", "m", "h", M])
    assert as_ordered(column([3, 1]), ["1", "2", "3"]).codes.tolist() == [2, 0]
    with pytest.raises(TableError, match="'a': 2 rows hold a value outside the 2 levels"):
        as_ordered(column(["m", "x", "x"]), ["l", "m"])


def test_tables_are_read_only():
    table = from_frame(pd.DataFrame({"a": [1, 2]}))
    for array in (table["a"].codes, table["a"].categories, table.suppressed):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_rows_that_a_column_flags_are_suppressed():
    flagged = from_frame(pd.DataFrame({"a": range(6), "gone": ["true", "No", "1", "0", None, "YES"]}))
    assert flagged.without_flagged("gone").suppressed.tolist() == [True, False, True, False, False, True]
    strange = from_frame(pd.DataFrame({"gone": ["true", "perhaps", "perhaps"]}))
    with pytest.raises(TableError, match=r"^Column 'gone': 2 rows are neither true nor false\.$"):
        strange.without_flagged("gone")
