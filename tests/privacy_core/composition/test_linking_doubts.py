"""What cannot be linked, and what is doubtful about it: refusals, spellings, missing values, other people."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest

from privacy_core import Missing, ParameterError, Policies, RoleError, Stopped, TableError, UnknownColumn, from_frame
from privacy_core.composition import Publication, Spelling, findings, link_by_key, link_rows
from tests.privacy_core.composition.worlds import policies


def release(name, **columns):
    return Publication(name, from_frame(pd.DataFrame(columns)), ("q",))


ONE = release("one", who=[1, 2, 3, 4], q=list("aabb"), s=list("xyxy"))


def test_changed_values_are_counted_apart():
    two = release("two", who=[1, 2, 3, 4], q=list("abab"), s=list("xzzy"))
    found = link_by_key([ONE, two], "s", "who")
    assert int(found.changed.sum()) == 2
    assert found.empty == 0, "1: x; 2: y of z, y; 3: x of x, z; 4: y"
    other = release("three", who=[1, 2, 3, 4], q=list("aabb"), s=list("zzxy"))
    assert (link_by_key([ONE, other], "s", "who").empty, link_by_key([ONE, other], "s", "who").people) == (2, 4)
    assert any("no protection" in line for line in findings(link_by_key([ONE, other], "s", "who")))


def test_people_in_some_releases_only_are_not_forgotten():
    two = release("two", who=[1, 3, 5, 6], q=list("aabb"), s=list("xxxy"))
    three = release("three", who=[5, 6, 1, 2], q=list("abcd"), s=list("xyxy"))
    found = link_by_key([ONE, two, three], "s", "who")
    assert (found.people, found.not_in_all) == (1, 5)
    assert found.pinned_elsewhere == 0, "5 and 6 are alone in the third release"
    pair = release("three", who=[5, 6, 1, 2], q=list("aaaa"), s=list("xyxz"))
    four = release("two", who=[5, 6, 7, 1], q=list("aaba"), s=list("xuxx"))
    assert link_by_key([four, pair, ONE], "s", "who").pinned_elsewhere == 2


def test_ids_as_numbers_and_as_text_are_the_same_people():
    two = release("two", who=["4", "3", "2", "01"], q=list("abab"), s=list("yxyx"))
    assert link_by_key([ONE, two], "s", "who").people == 3


REFUSED = {
    "one release": ([ONE], ParameterError, "at least two releases"),
    "none": ([], ParameterError, "there is none"),
    "nobody in common": (
        [ONE, release("b", who=[5, 6], q=list("ab"), s=list("xy"))],
        TableError,
        "Nobody is in every release",
    ),
    "twice": (
        [ONE, release("b", who=[1, 1, 2], q=list("aab"), s=list("xyx"))],
        TableError,
        r"1 id stands in more than one row \(2 rows\)",
    ),
    "no id": ([ONE, release("b", who=[1, None], q=list("aa"), s=list("xy"))], TableError, "no person id"),
    "no secret": ([ONE, release("b", who=[1], q=["a"], z=["x"])], UnknownColumn, "'s'"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_linked_is_refused(case):
    releases, error, said = REFUSED[case]
    with pytest.raises(error, match=said):
        link_by_key(releases, "s", "who")


def test_other_refusals():
    with pytest.raises(RoleError, match="two roles"):
        link_by_key([ONE, ONE], "s", "q")
    with pytest.raises(ParameterError, match="wildcard"):
        link_by_key([ONE, ONE], "s", "who", Policies(missing=Missing.WILDCARD))
    with pytest.raises(TableError, match="not the same people row by row"):
        link_rows([ONE, release("b", q=["a"], s=["x"])], "s")
    with pytest.raises(TableError, match="changed at random"):
        link_rows([ONE, Publication("b", ONE.table.with_perturbed(["s"]), ("q",))], "s")
    with pytest.raises(Stopped):
        link_rows([ONE, ONE], "s", progress=lambda share, doing: False)


def test_parts_of_one_table_share_nobody():
    halves = [
        Publication(name, ONE.table.with_suppressed(np.array(gone)), ("q",))
        for name, gone in (("first", [True, True, False, False]), ("second", [False, False, True, True]))
    ]
    with pytest.raises(TableError, match="Parts of one table that share no people cannot be linked person by person"):
        link_rows(halves, "s")


def test_missing_quasi_identifiers():
    two = release("two", who=[1, 2, 3, 4], q=[None, None, "b", "b"], s=list("xyxy"))
    assert link_by_key([ONE, two], "s", "who").people == 4
    dropped = link_by_key([ONE, two], "s", "who", Policies(missing=Missing.DROP))
    assert (dropped.people, dropped.not_in_all, dropped.releases[1].left_out) == (2, 2, 2)


def test_spellings_of_the_second_release():
    two = release("two", who=[1, 2, 3, 4], q=list("abab"), s=["X", "y ", "X", "y "])
    joined = link_by_key([ONE, two], "s", "who")
    assert (joined.empty, int(joined.changed.sum()), joined.labels) == (0, 0, ("x", "y"))
    assert "4 rows hold 2 values that an earlier release writes differently" in joined.notes[0]
    apart = link_by_key([ONE, two], "s", "who", spelling=Spelling.APART)
    assert (apart.empty, int(apart.changed.sum())) == (4, 4)
    assert apart.notes[0].endswith("taken for different values, as asked.")


def test_values_of_one_release_are_never_joined():
    two = release("two", who=[1, 2, 3, 4], q=list("abab"), s=["X", "x", "X", "y"])
    found = link_by_key([ONE, two], "s", "who")
    assert found.n_present == 3
    assert int(found.changed.sum()) == 3

    assert found.notes[0].startswith("Column 's' of 'two': 2 rows hold 1 value written like others but for capitals")
    three = release("three", who=[1, 2, 3, 4], q=list("abab"), s=["x ", "x", "X", "y"])
    found = link_by_key([two, three], "s", "who")
    assert any("kept apart" in note for note in found.notes)


def test_long_numbers_keep_their_last_digit():
    one, two = (release("n", who=[1], q=["a"], s=[f"1234567890123456789{digit}"]) for digit in (1, 2))
    assert link_by_key([one, two], "s", "who").empty == 1


def test_missing_secrets_are_a_value_or_no_row():
    one = release("one", who=[1, 2, 3], q=list("aaa"), s=["x", None, "(missing)"])
    two = release("two", who=[1, 2, 3], q=list("abb"), s=["x", None, "(missing)"])
    own = link_by_key([one, two], "s", "who")
    assert (own.histogram, own.n_present) == ({1: 1, 2: 2}, 3), "a text (missing) is not a missing cell"
    out = link_by_key([one, two], "s", "who", policies(out=True))
    assert (out.people, out.not_in_all, out.histogram) == (2, 1, {1: 2})
    assert [release.without_value for release in out.releases] == [1, 1]
    with pytest.raises(TableError, match="no value in any of 1 rows"):
        link_by_key(
            [one, release("b", who=[1], q=["a"], s=pd.Series([None], dtype=object))], "s", "who", policies(out=True)
        )


def test_findings_never_say_a_value():
    world = random.Random(5)
    values = [f"secret-{world.randrange(4)}" for _ in range(20)]
    one = release("one", who=range(20), q=[world.choice("ab") for _ in values], s=values)
    two = release("two", who=range(5, 25), q=[world.choice("ab") for _ in values], s=values[5:] + ["Secret-0"] * 5)
    said = " ".join(findings(link_by_key([one, two], "s", "who")))
    assert "ecret-" not in said
