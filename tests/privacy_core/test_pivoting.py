"""Side by side: what has no order is not called one, names do not hang on the file, one person cannot blow it up."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest

from privacy_core import from_frame, intake, pivot
from privacy_core.errors import ParameterError
from privacy_core.pivoting import MOST_CELLS


def offered(times: list[object], name: str = "date") -> tuple[object, ...]:
    rows = pd.DataFrame({"person_id": ["p1", "p1", "p2", "p2"], name: times, "flu": ["a", "b", "c", "d"]})
    kinds = [r for found in intake.doctor(from_frame(rows)) for r in found.repairs]
    return next(r.parameters for r in kinds if r.kind is intake.RepairKind.ONE_PERSON)


@pytest.mark.parametrize(
    "times",
    [
        ["13/12/2023", "02/01/2024", "03/01/2024", "04/01/2024"],
        ["visit 2", "visit 10", "visit 1", "visit 11"],
        ["Feb", "Jan", "Mar", "Apr"],
    ],
)
def test_text_that_does_not_sort_in_time_is_not_offered_as_an_order(times: list[str]):
    assert offered(times) == ()


@pytest.mark.parametrize("times", [["2023-12-13", "2024-01-02", "2024-01-03", "2024-01-04"], [2, 10, 1, 11]])
def test_dates_and_numbers_are(times: list[object]):
    assert offered(times) == ("date",)


def test_names_do_not_depend_on_the_order_of_the_columns():
    columns = {"who": [1, 1, 2], "q": ["a", "b", "c"], "q visit 1": ["x", "x", "x"], "q visit 2": ["u", "v", "w"]}
    made = set()
    for order in itertools.permutations(columns):
        people = pivot(from_frame(pd.DataFrame({name: columns[name] for name in order})), "who")
        made.add(tuple(sorted((name, *people[name].texts(np.arange(2))) for name in people.names)))
    assert len(made) == 1


def test_one_person_with_many_rows_is_refused_where_the_table_would_burst(monkeypatch):
    monkeypatch.setattr("privacy_core.pivoting.MOST_CELLS", 20)
    rows = pd.DataFrame({"who": [1, 1, 1, 2, 3, 4], "a": list("abcdef")})
    with pytest.raises(ParameterError, match="up to 24 cells, because one person has 3 rows; at most 20 are made"):
        pivot(from_frame(rows), "who")
    assert MOST_CELLS > 20
