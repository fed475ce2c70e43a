"""What `kelt assess` reads out of odd tables, and that it says what it decided on the way."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest

from privacy_core import (
    EntropyL,
    HierarchyError,
    Policies,
    TableError,
    contingency,
    csv_text,
    equivalence_classes,
    from_frame,
    hierarchy,
    measure,
)
from privacy_core.tables import Scale
from tests.command import assess, kelt


@pytest.fixture
def write(tmp_path):
    """Write a table and return its path."""

    def written(text: str) -> Path:
        path = tmp_path / "t.csv"
        path.write_text(text, encoding="utf-8", newline="")
        return path

    return written


def test_findings_name_what_reading_decided_about_the_columns_used(write):
    table = write("q,s,zip\na,1,02138\na,NaN,2138\n\nb,-999,7\n")
    said = assess(table, "--qi", "q", "--sensitive", "s").json["findings"]
    assert any("Column 's' keeps as values texts that may mean missing: NaN in 1 cell." in line for line in said)
    assert any("1 blank line was left out" in line for line in said)
    assert not any("'zip'" in line for line in said)
    sentinel = assess(table, "--qi", "q", "--sensitive", "s", "--na", "NaN").json["findings"]
    assert any("'s'" in line and "declared missing" in line for line in sentinel)


@pytest.mark.parametrize(
    ("uneven", "rows", "said"),
    [
        ("leave-out", 3, "2 rows were left out for having too few or too many fields (lines 3, 4)."),
        ("keep", 5, "2 uneven rows were kept (lines 3, 4)"),
    ],
)
def test_uneven_rows_are_counted_in_the_findings(write, uneven, rows, said):
    table = write("q,s\na,x\nb\na,y,z\na,x\nb,x\n")
    refused = kelt("assess", table, "--qi", "q")
    assert (refused.code, "lines 3, 4" in refused.err) == (2, True)
    found = assess(table, "--qi", "q", "--uneven", uneven).json
    assert found["rows"] == rows
    assert any(said in line for line in found["findings"])


def test_findings_follow_the_roles_not_the_columns_of_the_file(write):
    one = assess(write("q,s\nNA,n/a\nx,y\n"), "--qi", "q", "--sensitive", "s").json
    other = assess(write("s,q\nn/a,NA\ny,x\n"), "--qi", "q", "--sensitive", "s").json
    assert one == other


@pytest.mark.parametrize(
    ("asked", "levels"),
    [
        pytest.param("s:ordered=<=50K<>50K", ["<=50K", ">50K"], id="values that hold the sign"),
        pytest.param("s:ordered=low < <=50K<>50K", ["<=50K", ">50K", "low"], id="and others beside them"),
        pytest.param("s:ordered=1.0<2.50<3", ["1.0", "2.50", "3.0"], id="numbers as the file spells them"),
    ],
)
def test_declared_orders(write, asked, levels):
    rows = "".join(f"q{place},{level}\n" for place, level in enumerate(levels))
    said = assess(write("q,s\n" + rows), "--qi", "q", "--sensitive", asked)
    assert said.code == 0, said.err
    assert said.value("t-closeness", ground="ordered") == pytest.approx(1 / 2), "a row at an end of the order"


def test_a_missing_cell_is_no_token(write):
    table = write("q,s\n(missing),x\na,y\n,z\n")
    said = assess(table, "--qi", "q", "--suppressed-token", "(missing)").json
    assert (said["rows_suppressed"], said["classes"]) == (1, 2)


def test_per_class_columns_never_cover_each_other(write, tmp_path):
    names = ["class", "class (quasi-identifier)", "distinct-l@s", "size"]
    table = write(",".join([*names, "s"]) + "\n1,2,3,4,x\n5,6,7,inf,x\n5,6,7,-inf,y\n")
    out = tmp_path / "out.csv"
    said = kelt("assess", table, *[f"--qi={n}" for n in names], "--sensitive", "s", "--per-class", out, "--json")
    header, *rows = csv.reader(io.StringIO(out.read_text("utf-8")))
    assert len(set(header)) == len(header)
    assert [row[1:5] for row in rows] == [["1", "2", "3", "4.0"], ["5", "6", "7", "'-inf"], ["5", "6", "7", "inf"]]
    assert [row[header.index("distinct-l@s")] for row in rows] == ["1", "1", "1"]
    assert sum("apostrophe" in line for line in said.json["findings"]) == 1


def test_full_width_signs_are_formulas_too():
    assert csv_text({"＝a": ["＋1", "＠x", "－2", "ok"]})[1] == 4


def test_nothing_that_counts_is_not_all_missing(write):
    said = assess(write("q,s\n*,x\n*,y\n"), "--qi", "q", "--sensitive", "s", "--suppressed-token", "*")
    assert said.code == 1
    assert not any("all 0 rows" in line for line in said.json["findings"])


def test_text_says_why_a_risk_fails(write):
    said = kelt("assess", write("q\na\nb\nb\n"), "--qi", "q", "--risk", "1/2")
    assert (said.code, "1 rows above 0.5" in said.out) == (1, True)


def test_a_rank_beyond_all_counts(write):
    said = assess(write("q,s\na,x\na,y\n"), "--qi", "q", "--sensitive", "s", "--recursive", "2,1e30")
    assert (said.code, said.value("recursive-cl")) == (1, "inf")


def test_one_sided_is_not_everyone(write):
    rows = "".join(f"a,{'y' if row else 'x'}\n" for row in range(1000))
    said = assess(write("q,s\n" + rows), "--qi", "q", "--sensitive", "s").json["findings"]
    assert any("one value of s fills 99 of 100" in line for line in said)


def test_one_value_is_worth_exactly_one():
    for size in (23, 39, 43, 114, 122):
        table = from_frame(pd.DataFrame({"q": ["a"] * size, "s": ["x"] * size}))
        assert measure(EntropyL("s"), contingency(table, equivalence_classes(table, ["q"]), "s", Policies())).value == 1


def test_an_ordered_dictionary_may_repeat_and_miss_words():
    words = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 3]), pa.array(["low", None, "low", "high"]), ordered=True)
    column = from_frame(pa.table({"s": words}))["s"]
    assert (column.scale, column.labels) == (Scale.ORDINAL, ["low", "high", "(missing)"])
    assert column.codes.tolist() == [0, 2, 0, 1]


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        pytest.param([1, {"x": 1}, "s"], "'s' holds nested values in 1 rows", id="nested among others"),
        pytest.param(["\ud800", "x", "\udfff"], "'s' holds text that is not valid Unicode in 2 rows", id="surrogates"),
    ],
)
def test_refused_cells_are_counted(cells, words):
    with pytest.raises(TableError, match=words):
        from_frame(pd.DataFrame({"s": pd.Series(cells, dtype=object)}))


def test_a_value_no_row_holds_is_not_said_to_be_in_rows():
    tree = hierarchy("s", [("x", "*")])
    with pytest.raises(HierarchyError, match="original table or the declared order brings"):
        tree.levels_of(["x", "z"], [3, 0])
