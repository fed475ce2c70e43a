"""What a linkage counts: people, rows, or classes of any size; sentences never call one the other."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given

from privacy_core import TableError, from_frame, samples
from privacy_core.composition import (
    Bar,
    Counted,
    Publication,
    bars,
    by_fewest_left,
    findings,
    left_per_person,
    link_by_key,
    link_by_population,
    link_groupings,
    link_rows,
    sentence,
)
from tests.privacy_core.composition.worlds import World, sets_by_loops, worlds


def release(name, q, s):
    return Publication(name, from_frame(pd.DataFrame({"who": range(len(q)), "q": list(q), "s": list(s)})), ("q",))


HUNDRED = [
    release("1", ["a"] * 90 + ["b"] * 10, ["x", "y"] * 45 + ["x", "z"] * 5),
    release("2", ["a"] * 90 + ["b"] * 10, ["x", "z"] * 45 + ["x", "z"] * 5),
]


def test_classes_are_never_called_people():
    found = link_groupings(HUNDRED, "s")
    assert (found.unit, found.pinned, found.people) == (Counted.CLASSES, 1, 2)
    said = findings(found)
    assert sentence(found) == "Linked, 2 releases leave 1 of 2 classes with one value of 's'."
    assert "Classes with one value left which no single release pins: 1." in said
    assert not [one for one in said if "people" in one.lower() or "body" in one.lower()]


def test_every_sentence_about_classes_that_are_apart():
    one = release("1", "aabbccd", "xyxyxyx")
    two = release("2", "aabbcce", "xyxzuvx")
    three = release("3", "aabbccd", "xyxzuvy")
    found = link_groupings([one, two, three], "s")
    said = " ".join(findings(found))
    assert "Classes with no value left: 1. Nobody in them has one value in all releases; that is no protection" in said
    assert "Classes that are not in every release: 2; they are left out of all counts." in said
    assert "people" not in said.lower()
    assert sentence(link_groupings([release("1", "ab", "xx"), release("2", "ab", "yy")], "s")).endswith(
        "leave no class a value of 's'."
    )


def test_whole_classes_keep_what_they_show():
    same = release("1", "aabb", "xyxy")
    assert (
        sentence(link_groupings([same, same], "s")) == "Linked, 2 releases leave every class at least 2 values of 's'."
    )


def test_classes_that_are_nowhere_alike():
    with pytest.raises(
        TableError, match=r"^No class looks the same in every release \(classes in each: '1' 1, '2' 1\)"
    ):
        link_groupings([release("1", "aa", "xy"), release("2", "bb", "xy")], "s")


def test_rows_of_one_table_are_rows():
    nine = samples.load("hospital-3")
    found = link_rows([Publication(name, nine.table, (name,)) for name in ("age", "zip")], "salary")
    assert (found.unit, sentence(found)) == (
        Counted.ROWS,
        "Linked, 2 releases leave all 9 rows with one value of 'salary'.",
    )
    hidden = [table.with_suppressed(np.array(mask)) for table, mask in ((nine.table, m) for m in halves(9))]
    with pytest.raises(TableError, match=r"^No row is in every release \(rows in each"):
        link_rows([Publication(str(at), table, ("age",)) for at, table in enumerate(hidden)], "salary")


def halves(n):
    first = [at < n // 2 for at in range(n)]
    return first, [not one for one in first]


def test_people_are_named_by_a_column_or_stand_on_a_list():
    by_key = link_by_key(HUNDRED, "s", "who")
    assert (by_key.unit, by_key.people) == (Counted.PEOPLE, 100)
    assert "with one value of 's'" in sentence(by_key)
    assert " people " in sentence(by_key)
    listed = link_by_population(HUNDRED, "s", HUNDRED[0].table)
    assert listed.unit is Counted.PEOPLE
    assert listed.after(1).unit is Counted.PEOPLE


def test_changed_values_are_counted_and_said():
    found = link_by_key([release("1", "aabb", "xyxy"), release("2", "aabb", "yxxy")], "s", "who")
    assert found.value_changed == 2
    assert "People whose value is not the same in every release they are in: 2;" in " ".join(findings(found))
    assert link_groupings(HUNDRED, "s").value_changed == 0


@given(worlds())
def test_bars_and_order_agree_with_loops(world: World):
    sets = sets_by_loops(world)
    assume(any(None not in shown for shown in sets.values()))
    assume(all(any(one) for one in zip(*sets.values(), strict=True)))
    found = link_by_key(world.publications(), "s", "who")
    people = found.ids(range(len(found.of_person)))
    left = [-1 if None in sets[who] else len(frozenset.intersection(*sets[who])) for who in people]
    assert left_per_person(found).tolist() == left
    inside = [at for at, several in enumerate(left) if several >= 0]
    assert by_fewest_left(found).tolist() == sorted(inside, key=lambda at: (left[at] == 0, left[at], at))
    judged = [who for who, several in zip(people, left, strict=True) if several > 0]
    before = [min(map(len, sets[who])) for who in judged]
    for bar in bars(found):
        assert bar.linked == sum(bar.low <= several <= bar.high for several in left)
        assert bar.before == sum(bar.low <= several <= bar.high for several in before)
    assert sum(bar.before for bar in bars(found)) == len(judged)


def test_many_values_have_wider_bars():
    values = [f"v{i:03}" for i in range(120)]
    found = link_by_key([release("1", "a" * 120, values), release("2", "a" * 60 + "b" * 60, values)], "s", "who")
    assert bars(found) == (
        *(Bar(low, high, 0, 0) for low, high in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 9), (10, 19), (20, 49)]),
        Bar(50, 60, 120, 120),
    )
