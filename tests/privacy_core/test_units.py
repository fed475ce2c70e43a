"""k in rows, in persons, in histories: against sets and multisets built by hand."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    Missing,
    ParameterError,
    Policies,
    Roles,
    TableError,
    Thresholds,
    Unit,
    assess,
    by_group,
    crowd,
    equivalence_classes,
    from_frame,
    in_histories,
    in_persons,
    in_unit,
    pivot,
    staircase,
)
from tests.command import assess as kelt

VISITS = st.lists(st.tuples(st.integers(0, 6), st.sampled_from("abc")), min_size=1, max_size=25)


def frame(visits) -> pd.DataFrame:
    return pd.DataFrame(visits, columns=["who", "q"])


def smallest(visits) -> tuple[int, int, int]:
    """Oracle: k in rows, in persons, in histories."""
    rows = Counter(q for _, q in visits)
    persons, history = defaultdict(set), defaultdict(Counter)
    for who, q in visits:
        persons[q].add(who)
        history[who][q] += 1
    shared = Counter(frozenset(rows.items()) for rows in history.values())
    return min(rows.values()), min(map(len, persons.values())), min(shared.values())


@given(VISITS, st.randoms(use_true_random=False))
def test_three_units_are_what_sets_and_multisets_say(visits, rng):
    shuffled = rng.sample(visits, len(visits))
    for order in (visits, shuffled):
        found = assess(from_frame(frame(order)), Roles(("q",), person="who"), Thresholds(k=2))
        assert tuple(m.value for m in found.measurements) == smallest(visits)
        assert [m.policies.unit for m in found.measurements] == list(Unit)
        assert [m.verdict is not None for m in found.measurements] == [False, True, False]
        assert found.headline.policies.unit is found.policies.unit is Unit.PERSONS
        assert found.risk.highest == 1 / smallest(visits)[1]


@given(VISITS)
def test_failing_rows_are_counted_in_every_unit(visits):
    table = from_frame(frame(visits))
    persons, history = defaultdict(set), defaultdict(Counter)
    for who, q in visits:
        persons[q].add(who)
        history[who][q] += 1
    shared = Counter(frozenset(rows.items()) for rows in history.values())
    by_persons = assess(table, Roles(("q",), person="who"), Thresholds(k=2, risk=1 / 2))
    assert by_persons.headline.records_failing == sum(len(persons[q]) < 2 for _, q in visits)
    assert by_persons.headline.classes_failing == sum(len(who) < 2 for who in persons.values())
    assert by_persons.risk.persons_above == len({who for who, q in visits if len(persons[q]) < 2})
    by_history = assess(table, Roles(("q",), person="who"), Thresholds(k=2), policies=Policies(unit=Unit.HISTORIES))
    lonely = {who for who, rows in history.items() if shared[frozenset(rows.items())] < 2}
    assert by_history.headline.records_failing == sum(who in lonely for who, _ in visits)


@given(VISITS)
def test_one_row_per_person_makes_all_units_equal(visits):
    once = list(dict(visits).items())
    assert len({m.value for m in assess(from_frame(frame(once)), Roles(("q",), person="who")).measurements}) == 1


def test_copies_of_one_persons_rows_hide_nobody():
    """n copies of every row: rows grow by n, persons do not."""
    visits = frame([(1, "a"), (2, "a"), (3, "b")])
    tenfold = from_frame(pd.concat([visits] * 10))
    classes = equivalence_classes(tenfold, ["q"])
    assert (classes.crowd.tolist(), in_persons(tenfold, classes, "who").crowd.tolist()) == ([20, 10], [2, 1])
    assert in_histories(tenfold, classes, "who").crowd.tolist() == [2, 1]


def test_a_long_history_costs_no_step_per_row():
    rng = np.random.default_rng(1)
    who = np.concatenate([np.zeros(200_000, int), rng.integers(1, 1000, 20_000)])
    visits = pd.DataFrame({"who": who, "q": rng.integers(0, 50_000, len(who))})
    table = from_frame(visits)
    assert in_histories(table, equivalence_classes(table, ["q"]), "who").crowd.max() >= 1


def test_suppressed_rows_are_nobodys():
    table = from_frame(frame([(1, "a"), (2, "a"), (2, "b")])).with_suppressed(np.array([False, False, True]))
    assert [m.value for m in assess(table, Roles(("q",), person="who")).measurements] == [2, 2, 2]


def test_p34_three_visits_are_one_person(shared):
    """c30, and c31 as its text has it: ids 1 foo, 2 bar, 3 foo and bar."""
    said = kelt(shared / "cases" / "c30_rows_per_person.csv", "--qi=age_band", "--qi=sex", "--person=person", "--k=3")
    found = {m["unit"]: (m["value"], m["threshold"], m["holds"], m["rows_failing"]) for m in said.json["measures"]}
    assert found == {"rows": (3, None, None, None), "persons": (1, 3, False, 3), "histories": (1, None, None, None)}
    assert (said.code, said.json["policies"]["unit"], said.json["risk"]["highest"]) == (1, "persons", 1.0)
    foo = kelt("-", "--qi=q", "--person=id", stdin=b"id,q\n1,foo\n2,bar\n3,foo\n3,bar\n")
    assert [m["value"] for m in foo.json["measures"]] == [2, 2, 1]


def test_persons_need_ids_and_units_need_persons():
    table = from_frame(pd.DataFrame({"who": [1, None, None], "q": list("aab")}))
    with pytest.raises(TableError, match="'who': 2 rows have no person id"):
        assess(table, Roles(("q",), person="who"))
    with pytest.raises(ParameterError, match="persons"):
        assess(table, Roles(("q",)), policies=Policies(unit=Unit.PERSONS))
    one = from_frame(pd.DataFrame({"who": [1, 2, None], "q": list("aab")}))
    with pytest.raises(TableError, match="'who': 1 row has no person id, so it could be anyone's.*leave the row out"):
        assess(one, Roles(("q",), person="who"))


@pytest.mark.parametrize("count", [in_persons, in_histories])
def test_persons_are_not_defined_where_missing_matches_anything(count):
    table = from_frame(pd.DataFrame({"who": [1, 2, 3], "q": ["a", None, "b"]}))
    classes = equivalence_classes(table, ["q"], Policies(missing=Missing.WILDCARD))
    with pytest.raises(ParameterError, match="persons or histories are not defined"):
        count(table, classes, "who")
    assert in_unit(table, classes, Unit.PERSONS, "who") is classes


def test_by_group_is_each_part_alone():
    rng = np.random.default_rng(2)
    people = pd.DataFrame({c: rng.integers(0, 4, 300) for c in "qrs"}).assign(g=rng.choice(["x", "y", None], 300))
    found = by_group(from_frame(people), Roles(("q", "r"), ("s",)), "g")
    assert list(found) == ["x", "y", "(missing)"]
    for label, part in people.groupby(people["g"].fillna("(missing)")):
        alone = assess(from_frame(part.reset_index(drop=True)), Roles(("q", "r"), ("s",)))
        assert [m.value for m in found[label].measurements] == [m.value for m in alone.measurements]
        assert found[label].risk.average == alone.risk.average


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 9), st.sampled_from("uv")), min_size=1, max_size=20))
def test_pivot_keeps_every_visit(visits):
    rows = pd.DataFrame(visits, columns=["who", "day", "x"])
    people = pivot(from_frame(rows), "who", "day")
    assert people.n_rows == rows["who"].nunique()
    many = rows.groupby("who").size().max()
    for who, mine in rows.groupby("who"):
        at = [people["who"].categories[c] for c in people["who"].codes].index(who)
        days = sorted(mine["day"])
        names = [n for n in people.names if n == "day" or n.startswith("day ")]
        shown = [people[n].texts(np.array([at]))[0] for n in names]
        expected = [str(d) for d in days] if len(names) > 1 or many == 1 else [str(days[0])]
        assert [cell for cell in shown if cell != "(missing)"] == expected
    shuffled = pivot(from_frame(rows.sample(frac=1, random_state=1)), "who", "day")
    for name in people.names:
        np.testing.assert_array_equal(people[name].codes, shuffled[name].codes)


def test_pivot_refuses_what_it_cannot_lay_out():
    with pytest.raises(ParameterError, match="at most 2"):
        pivot(from_frame(frame([(1, "a"), (1, "b"), (1, "c")])), "who", most=2)
    with pytest.raises(TableError, match="'who': 1 row has no person id"):
        pivot(from_frame(pd.DataFrame({"who": [1, None], "q": ["a", "b"]})), "who")


def test_people_are_persons_at_their_smallest_crowd():
    visits = from_frame(frame([(1, "a"), (1, "a"), (1, "b"), (2, "a"), (3, "c"), (3, "c")]))
    by_q = equivalence_classes(visits, ["q"])
    rows, persons = crowd(by_q, 2), crowd(in_persons(visits, by_q, "who"), 2)
    assert (rows.people, rows.alone, rows.below) == (6, 1, 1)
    assert (persons.people, persons.alone, persons.below) == (3, 2, 2)  # 1 alone with b, 3 with both c
    assert persons.columns == (1, 1, 2)
    assert persons.average_risk == pytest.approx((1 + 1 + 1 / 2) / 3)
    histories = crowd(in_unit(visits, by_q, Unit.HISTORIES, "who"), 2)
    assert (histories.people, histories.alone) == (3, 3)


def test_the_staircase_counts_persons_where_they_are_counted():
    visits = from_frame(frame([(1, "a"), (1, "a"), (2, "b"), (3, "b")]))
    in_rows = staircase(visits, ["q"], person="who")
    persons = staircase(visits, ["q"], Policies(unit=Unit.PERSONS), person="who")
    assert (in_rows.rows, in_rows.alone) == (4, (0,))
    assert (persons.rows, persons.alone, persons.alone_without) == (3, (1,), (0,))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=1, max_size=30), st.integers(1, 4))
def test_persons_below_a_line_are_those_with_a_small_crowd(pairs, k):
    visits = from_frame(frame(pairs))
    seen = crowd(in_persons(visits, equivalence_classes(visits, ["q"]), "who"), k)
    whom = {q: {w for w, other in pairs if other == q} for _, q in pairs}
    smallest = {who: min(len(whom[q]) for other, q in pairs if other == who) for who, _ in pairs}
    assert (seen.people, seen.below) == (len(smallest), sum(size < k for size in smallest.values()))
    assert list(seen.columns) == sorted(smallest.values())
