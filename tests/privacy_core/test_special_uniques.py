"""The smallest sets of columns that single rows out, against counting by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import Missing, Policies, Stopped, Unit, from_frame, special_uniques
from privacy_core.attacks import minimal_uniques

ROWS = st.lists(st.tuples(*[st.integers(0, 2)] * 4), min_size=1, max_size=14)


def by_hand(rows, names: str) -> dict[tuple[str, ...], int]:
    """How many rows each set is a smallest one for."""
    found: dict[tuple[str, ...], int] = {}
    for row in rows:
        for n in range(1, len(names) + 1):
            sets = [
                some
                for some in combinations(range(len(names)), n)
                if sum(all(row[i] == other[i] for i in some) for other in rows) == 1
            ]
            if sets:
                for some in sets:
                    key = tuple(names[i] for i in some)
                    found[key] = found.get(key, 0) + 1
                break
    return found


@given(ROWS, st.permutations("abcd"))
def test_every_smallest_set_is_found(rows, order):
    table = from_frame(pd.DataFrame(rows, columns=list("abcd")))
    found = special_uniques(table, order, most=4)
    assert dict(found.sets) == by_hand(rows, "abcd")
    assert found.rows == sum(rows.count(row) == 1 for row in rows)
    assert found.left == 0


@given(
    st.lists(st.tuples(*[st.sampled_from([0, 1, 2, None])] * 4), min_size=1, max_size=14).filter(
        lambda rows: any(None not in row for row in rows)
    ),
    st.sampled_from(Missing),
)
def test_they_are_the_smallest_of_all_minimal_uniques(rows, missing):
    table = from_frame(pd.DataFrame(rows, columns=list("abcd"), dtype="Int64"))
    few, every = special_uniques(table, "abcd", Policies(missing)), minimal_uniques(table, "abcd", 3, Policies(missing))
    wanted = Counter(
        every.sets[at].columns
        for row, at in zip(every.row.tolist(), every.at.tolist(), strict=True)
        if len(every.sets[at].columns) == every.smallest[row]
    )
    assert dict(few.sets) == wanted
    assert few.by_number == tuple(int((every.smallest == n).sum()) for n in (1, 2, 3))


def test_larger_sets_wait():
    rows = [(a, b, c) for a in "xy" for b in "xy" for c in "xy"]
    found = special_uniques(from_frame(pd.DataFrame(rows, columns=list("abc"))), list("abc"), most=2)
    assert (found.rows, found.by_number, found.left, found.sets) == (8, (0, 0), 8, ())
    many = from_frame(pd.DataFrame({f"c{i}": [1, 2] for i in range(60)}))
    assert special_uniques(many, many.names).searched == 1


def test_visits_of_one_person_hide_nobody():
    table = from_frame(pd.DataFrame({"who": [1, 1, 2, 3], "age": [30, 30, 41, 41]}))
    assert special_uniques(table, ["age"], person="who").rows == 0
    persons = special_uniques(table, ["age"], Policies(unit=Unit.PERSONS), person="who")
    assert (persons.rows, persons.persons, persons.sets) == (2, 1, ((("age",), 2),))
    assert special_uniques(table, ["age"], person="who").persons is None


def test_it_can_be_stopped():
    table = from_frame(pd.DataFrame({"a": [1, 2], "b": [1, 2]}))
    with pytest.raises(Stopped):
        special_uniques(table, ["a", "b"], progress=lambda share, text: share < 0.5)
