"""Suppressed records: left out, or one class of their own that shows nothing; never anything else."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    Missing,
    Policies,
    Population,
    Roles,
    TableError,
    assess,
    crowd,
    equivalence_classes,
    from_frame,
    household_size,
    individual_risk,
    journalist,
    pivot,
    rare_sizes,
    special_uniques,
    staircase,
)
from privacy_core.intake import counted_homes
from privacy_core.policies import Suppressed

VALUES = st.sampled_from(["a", "b", None])
ROWS = st.lists(st.tuples(VALUES, VALUES, st.booleans(), st.sampled_from([1.0, 10.0])), min_size=1, max_size=12)
HIDDEN = "suppressed"


def read(rows):
    """The table, and what each row shows of both columns."""
    table = from_frame(pd.DataFrame([row[:2] + row[3:] for row in rows], columns=["q", "r", "w"]))
    return table.with_suppressed(np.array([row[2] for row in rows]))


def seen(rows, columns, policies) -> dict[int, object]:
    """What each row that takes part shows of some columns; rows with any gap in all columns are left out."""
    shown = {}
    for i, (q, r, hidden, _) in enumerate(rows):
        if hidden and policies.suppressed is Suppressed.CLASS:
            shown[i] = HIDDEN
        elif not hidden and not (policies.missing is Missing.DROP and None in (q, r)):
            shown[i] = tuple({"q": q, "r": r}[name] for name in columns)
    return shown


def matches(one, other) -> bool:
    if HIDDEN in (one, other):
        return one == other
    return all(a == b or None in (a, b) for a, b in zip(one, other, strict=True))


def alone(rows, columns, policies) -> set[int]:
    shown = seen(rows, columns, policies)
    if policies.missing is Missing.WILDCARD:
        return {i for i, one in shown.items() if sum(matches(one, other) for other in shown.values()) == 1}
    counts = Counter(shown.values())
    return {i for i, one in shown.items() if counts[one] == 1}


@given(ROWS, st.sampled_from(Missing), st.sampled_from(Suppressed))
def test_every_step_counts_the_same_rows(rows, missing, suppressed):
    policies, names, table = Policies(missing=missing, suppressed=suppressed), ("q", "r"), read(rows)
    steps = staircase(table, names, policies)
    assert steps.alone == tuple(len(alone(rows, names[:i], policies)) for i in (1, 2))
    assert steps.alone_without == tuple(len(alone(rows, names[i : i + 1], policies)) for i in (1, 0))
    assert steps.rows == len(seen(rows, names, policies))
    found, left = special_uniques(table, names, policies), alone(rows, names, policies)
    assert found.rows == len(left)
    sets = {}
    for n in (1, 2):
        here = {some: alone(rows, some, policies) & left for some in combinations(names, n)}
        sets |= {some: len(one) for some, one in here.items() if one}
        left = left.difference(*here.values())
    assert dict(found.sets) == sets


def test_a_dropped_row_is_no_suppressed_one():
    """Two rows look the same, the third lacks q: nobody is left to stand alone, on any step."""
    table = from_frame(pd.DataFrame({"q": ["a", "a", None], "z": [1, 1, 1]}))
    policies = Policies(missing=Missing.DROP, suppressed=Suppressed.CLASS)
    assert crowd(equivalence_classes(table, ["q", "z"], policies), 2).alone == 0
    assert staircase(table, ["q", "z"], policies).alone == (0, 0)
    nothing = from_frame(pd.DataFrame({"q": [None, None], "z": [1, 2]}))
    assert (staircase(nothing, ["z", "q"], policies).alone, staircase(nothing, ["q"], policies).rows) == ((0, 0), 0)


@given(ROWS, st.sampled_from(Missing))
def test_suppressed_weights_are_nobody_elses(rows, missing):
    """Estimated crowd: the weights of all rows that match; suppressed records match each other."""
    policies, table = Policies(missing=missing, suppressed=Suppressed.CLASS), read(rows)
    shown, classes = seen(rows, ("q", "r"), policies), equivalence_classes(table, ["q", "r"], policies)
    wild = missing is Missing.WILDCARD
    found = individual_risk(table, classes, "w").crowd[classes.of_row]
    for i, crowd_of_row in zip(classes.kept.tolist(), found.tolist(), strict=True):
        alike = [j for j in shown if shown[j] == shown[i] or (wild and matches(shown[i], shown[j]))]
        assert crowd_of_row == pytest.approx(sum(rows[j][3] for j in alike))


@given(ROWS, ROWS, st.sampled_from(Missing))
def test_nobody_in_the_population_looks_like_a_suppressed_record(rows, others, missing):
    policies, table = Policies(missing=missing, suppressed=Suppressed.CLASS), read(rows)
    everyone = from_frame(pd.DataFrame([row[:2] for row in others], columns=["q", "r"]))
    classes = equivalence_classes(table, ["q", "r"], policies)
    found = journalist(table, classes, Population(everyone)).crowd[classes.of_row]
    hidden = sum(row[2] for row in rows)
    assert all(found[table.suppressed[classes.kept]] == hidden)


IDS = st.sampled_from([1, 2, 3, None])
VISITS = st.lists(
    st.tuples(IDS, IDS, st.sampled_from(["a", "b", None]), st.sampled_from([1.0, 9.0, None]), st.booleans()),
    min_size=1,
    max_size=12,
)


@given(VISITS, st.sampled_from([Missing.OWN, Missing.DROP]))
def test_rows_that_take_no_part_need_no_id_and_no_weight(rows, missing):
    """Numbers are those of the table without these rows; an id or a weight is asked of every other row."""
    visits = pd.DataFrame(rows, columns=["who", "home", "q", "w", "gone"]).astype({"w": float})
    left = visits[~visits["gone"] & (visits["q"].notna() | (missing is Missing.OWN))]
    table = from_frame(visits.drop(columns="gone")).with_suppressed(visits["gone"].to_numpy())
    roles, policies = Roles(("q",), (), (), "who", "w", "home"), Policies(missing=missing)
    if left[["who", "home", "w"]].isna().any(axis=None):
        with pytest.raises(TableError, match="no person id|no household id|no weight"):
            assess(table, roles, policies=policies)
    elif len(left):
        found, alone = (assess(one, roles, policies=policies) for one in (table, from_frame(left)))
        assert [m.value for m in found.measurements] == [m.value for m in alone.measurements]
        for one, other in zip(found.risk.attackers, alone.risk.attackers, strict=True):
            assert (one.highest, one.average, one.n_rows) == (other.highest, other.average, other.n_rows)
        assert found.risk.rare_sizes == alone.risk.rare_sizes


def test_a_household_without_its_suppressed_rows():
    """Homes of 3, 1 and 1 rows; one row of the first and the only one of the last are suppressed."""
    homes = from_frame(pd.DataFrame({"home": ["a", "a", "a", "b", "c", None], "who": [1, 2, 2, 3, 4, None]}))
    homes = homes.with_suppressed(np.array([True, False, False, False, True, True]))
    assert rare_sizes(homes, "home").tolist() == [1, 2]
    assert rare_sizes(homes, "home", "who").tolist() == []
    assert household_size(homes, "home").texts(np.arange(6)) == ["2", "2", "2", "1", "(missing)", "(missing)"]
    assert household_size(homes, "home", person="who").texts(np.arange(4)) == ["1"] * 4
    (offered,) = counted_homes(homes, "home", "who")
    assert offered.count == 0
    with pytest.raises(TableError, match="'home': 1 row has no household id"):
        household_size(homes.with_suppressed(np.zeros(6, bool)), "home")


def test_suppressed_visits_need_no_id_side_by_side():
    visits = from_frame(pd.DataFrame({"who": [1, 1, None], "day": [1.0, 2.0, None], "x": list("abc")}))
    people = pivot(visits.with_suppressed(np.array([False, False, True])), "who", "day")
    assert (people.n_rows, people["x visit 2"].texts(np.arange(1))) == (1, ["b"])


def test_a_class_of_suppressed_records_shows_nothing():
    table = from_frame(pd.DataFrame({"q": ["a", "secret"], "n": [1, 2]})).with_suppressed(np.array([False, True]))
    classes = equivalence_classes(table, ["q", "n"], Policies(suppressed=Suppressed.CLASS))
    assert classes.keys(table, np.arange(2)) == {"q": ["a", "*"], "n": [1, "*"]}
    assert assess(table, Roles(("q",)), policies=Policies(suppressed=Suppressed.CLASS)).risk.unique_rows == 2
