"""CSV that no spreadsheet runs (P70; OWASP, CSV injection; CWE-1236)."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import csv_text
from privacy_core.exports import neutral

RUNS = ("=", "+", "-", "@", "\t", "\r", "\n")


@pytest.mark.parametrize("start", RUNS)
def test_text_that_runs_is_neutralised(start):
    assert neutral(f"{start}cmd") == f"'{start}cmd"
    assert neutral(f"  {start}cmd") == f"'  {start}cmd", "spreadsheets trim blanks"


@pytest.mark.parametrize("cell", [-12.5, -3, 4, 0, True, None, "", "plain", "1-2", "a=b", "'quoted", "ü@x"])
def test_honest_cells_stay(cell):
    assert neutral(cell) is cell


def test_the_shared_case(shared):
    """Six text cells and one header change; the numbers -12.5, -3, +4 and 0 do not."""
    rows = pd.read_csv(shared / "cases" / "c45_formula_injection.csv")
    text, changed = csv_text({name: rows[name].tolist() for name in rows.columns})
    again = list(csv.reader(io.StringIO(text)))
    assert changed == 6 + 1
    assert again[0] == ["name", "amount", "note", "'=1+1"]
    assert [float(row[1]) for row in again[1:]] == [-12.5, -3, 4, 0]


@given(st.lists(st.tuples(st.text(), st.text()), min_size=1), st.text(min_size=1))
def test_what_is_written_is_read_back(rows, name):
    """Only apostrophes are added, and the file has the same cells."""
    text, changed = csv_text({name: [a for a, _ in rows], "other": [b for _, b in rows]})
    again = list(csv.reader(io.StringIO(text, newline="")))
    written = [[name, "other"], *map(list, rows)]
    flat = [
        (new, old) for new_row, row in zip(again, written, strict=True) for new, old in zip(new_row, row, strict=True)
    ]
    assert changed == sum(new != old for new, old in flat)
    assert all(new in (old, f"'{old}") for new, old in flat)
    assert not any(new.lstrip(" ").startswith(RUNS) for new, _ in flat)
