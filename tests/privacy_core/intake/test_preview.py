"""Previews: what the first bytes would become under some options, and where two ways of reading differ."""

from __future__ import annotations

import io
from dataclasses import replace

import pandas as pd
import pytest

from privacy_core.errors import TableError
from privacy_core.intake import Options, contrast, preview, read, spelled_out
from privacy_core.intake.preview import HEAD
from privacy_core.tables import Scale
from tests.privacy_core.intake.tables import cells, text, workbook

CLINIC = b"Clinic,,\nzip,age,n\n02138,34,1\n02139,,2\n"
FILES = [
    CLINIC,
    b"a;b;c\n1,5;2;x\n2,5;3;y\n",
    "name,town\nJosé,Zürich\nAnn,Köln\n".encode("cp1252"),
    "a\tb\n1\t2\n3\t4\n".encode("utf-16"),
    "a,b\r1,2\r3,4\r".encode("utf-8-sig"),
]


def test_previews_are_what_would_be_read():
    assert preview(CLINIC, "t.csv").names == ("zip", "age", "n")
    assert preview(CLINIC, "t.csv").rows[1] == ("02139", "", "2")
    assert preview(CLINIC, "t.csv").scales == (Scale.NOMINAL, Scale.NUMERIC, Scale.NUMERIC)
    assert preview(CLINIC, "t.csv", Options(skip=0)).names == ("Clinic", "column 2", "column 3")
    assert preview(CLINIC, "t.csv", Options(header=False, skip=2)).rows[0] == ("02138", "34", "1")


def long(encoding: str, end: str = "\n") -> bytes:
    """A file several times as long as a preview looks, its last byte of each preview anywhere."""
    lines = ["ort;wert", *(f"Zürich €{n};{n},5" for n in range(20_000))]
    return (end.join(lines) + end).encode(encoding)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_preview_looks_at_the_first_bytes_only(encoding, end):
    content = long(encoding, end)
    assert len(content) > 3 * HEAD
    seen = preview(content, "t.csv", spelled_out(Options(), read(content, "t.csv").guesses))
    assert seen.names == ("ort", "wert")
    assert seen.rows == tuple((f"Zürich €{n}", f"{n}.5") for n in range(len(seen.rows)))
    assert 500 < len(seen.rows) < 3000
    assert not seen.whole


@pytest.mark.parametrize("content", FILES)
def test_spelled_out_options_read_the_same(content):
    first = read(content, "t.csv")
    again = read(content, "t.csv", spelled_out(first.options, first.guesses))
    assert first.table.names == again.table.names
    assert all(cells(first, name) == cells(again, name) for name in first.table.names)
    assert preview(content, "t.csv") == preview(content, "t.csv", again.options)


def test_quoted_line_ends_at_the_cut():
    content = b'a,b\n"x\ny",1\n' + b'"lo\nng",2\n' * 20_000
    rows = preview(content, "t.csv").rows
    assert set(rows[1:]) == {("lo\nng", "2")}


def test_uneven_rows_are_shown_and_counted():
    content = b"a,b\n1,2\n3,4,5\n6\n"
    seen = preview(content, "t.csv")
    assert (seen.uneven, seen.names, seen.rows[1]) == (2, ("a", "b", "overflow"), ("3", "4", "5"))
    assert preview(content, "t.csv", Options(uneven="leave out")).uneven == 0


def test_what_only_the_whole_file_can_tell_has_no_preview():
    held = io.BytesIO()
    pd.DataFrame({"a": [1, 2]}).to_parquet(held)
    assert preview(held.getvalue(), "t.parquet") is None
    assert preview(b"a,b\n" + b"x" * (2 * HEAD) + b",1\n", "t.csv") is None
    rows = [["a", "b"], *([n, "x" * 50] for n in range(15_000))]
    assert preview(workbook({"large": rows}), "t.xlsx") is None


def test_a_preview_of_another_sheet():
    content = workbook({"one": [["a"], [1]], "two": [["b", "c"], ["x", "y"]]})
    assert preview(content, "t.xlsx", Options(sheet="two")).names == ("b", "c")


def test_an_encoding_that_does_not_fit_is_refused_in_a_sentence():
    with pytest.raises(TableError, match="is not 'ascii' text"):
        preview(long("utf-8"), "t.csv", Options(encoding="ascii"))


def test_contrast_begins_with_what_differs():
    content = "name,town,n\nAnn,Ulm,1\nBob,Ulm,2\nJosé,Ulm,3\nEva,Ulm,4\n".encode("cp1252")
    chosen = spelled_out(Options(), read(content, "t.csv").guesses)
    now = preview(content, "t.csv", chosen)
    others = [preview(content, "t.csv", replace(chosen, encoding=name)) for name in ("cp850", "cp1251")]
    shown = contrast(now, others, rows=1, columns=1)
    assert [each.rows for each in shown] == [(("José",),), (("JosÚ",),), (("Josй",),)]
    assert [each.more for each in shown] == [2, 2, 2]


def test_contrast_keeps_rows_side_by_side():
    content = "town\nUlm\nZürich\nGenève\nNîmes\n".encode("cp1252")
    chosen = spelled_out(Options(), read(content, "t.csv").guesses)
    now = preview(content, "t.csv", chosen)
    others = [preview(content, "t.csv", replace(chosen, encoding=name)) for name in ("cp1250", "cp1251")]
    shown = contrast(now, others, rows=2)
    assert [each.rows for each in shown] == [
        (("Zürich",), ("Genève",)),
        (("Zürich",), ("Genčve",)),
        (("Zьrich",), ("Genиve",)),
    ]


def test_contrast_of_other_layouts_shows_their_first_rows():
    now, other = preview(CLINIC, "t.csv"), preview(CLINIC, "t.csv", Options(delimiter=";"))
    first, second = contrast(now, [other], rows=1, columns=2)
    assert (first.names, first.rows, first.more) == (("zip", "age"), (("02138", "34"),), 1)
    assert (second.names, second.rows) == (("Clinic,,",), (("zip,age,n",),))


def test_contrast_of_equals_is_the_first_rows():
    now = preview(CLINIC, "t.csv")
    assert contrast(now, [now], rows=1)[1].rows == (("02138", "34", "1"),)
    assert text(CLINIC).table.names == list(now.names)
