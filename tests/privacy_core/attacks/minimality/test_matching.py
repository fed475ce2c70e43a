"""Rows of a release find their originals: by order, id, or an assignment, and it is known when it is the only one."""

from __future__ import annotations

from itertools import permutations
from math import factorial

import numpy as np
import pandas as pd
import pytest

from privacy_core import TableError, from_frame, hierarchy
from privacy_core.attacks.minimality.assigning import assigned
from privacy_core.attacks.minimality.matching import Matched, matched
from privacy_core.attacks.minimality.reading import read_column

TREE = hierarchy("q", [(c, c.upper() if c in "ab" else "CD", "*") for c in "abcd"])
PAIR = hierarchy("q", [("a", "ab", "*"), ("b", "ab", "*"), ("c", "cd", "*"), ("d", "cd", "*")])


def tables(original, released, tree=PAIR, **more):
    people = from_frame(pd.DataFrame({"q": list(original), **{n: list(o) for n, (o, _) in more.items()}}))
    release = from_frame(pd.DataFrame({"q": list(released), **{n: list(r) for n, (_, r) in more.items()}}))
    return people, release, [read_column(people["q"], release["q"], tree)]


def test_by_order_first():
    people, release, columns = tables("abcd", ["ab", "ab", "cd", "*"])
    found = matched(people, release, columns)
    assert found.by is Matched.ORDER
    assert found.original.tolist() == [0, 1, 2, 3]


def test_suppressed_rows_of_either_table_are_left_out():
    people, release, columns = tables("abcd", ["ab", "ab", "*", "cd"])
    found = matched(people.with_suppressed(np.array([1, 0, 0, 0], bool)), release, columns)
    assert found.rows.tolist() == [1, 2, 3]
    found = matched(people, release.with_suppressed(np.array([0, 0, 1, 0], bool)), columns)
    assert found.rows.tolist() == found.original.tolist() == [0, 1, 3]
    with pytest.raises(TableError, match="All 4 rows"):
        matched(people, release.with_suppressed(np.ones(4, bool)), columns)


def test_by_id_whatever_the_order():
    ids = {"id": (["x", "y", "z"], ["z", "x", "y"])}
    people, release, columns = tables("acd", ["cd", "ab", "cd"], **ids)
    found = matched(people, release, columns, id_column="id")
    assert found.by is Matched.ID
    assert found.original.tolist() == [2, 0, 1]


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        ((["x", "y", "z"], ["z", "x", "x"]), "'id': 1 row of the release repeats"),
        ((["x", "x", "z"], ["z", "x", "y"]), "'id': 1 row of the original repeats"),
        ((["x", "y", "z"], ["z", "x", "w"]), "'id': 1 row of the release bears an id that the original lacks"),
        ((["x", "y", "z"], ["z", "x", None]), "'id': 1 row has no row id"),
    ],
)
def test_ids_that_name_nobody(ids, said):
    people, release, columns = tables("acd", ["cd", "ab", "cd"], id=ids)
    with pytest.raises(TableError, match=said):
        matched(people, release, columns, id_column="id")


def test_the_only_assignment_is_known_to_be():
    people, release, columns = tables("aacc", ["cd", "ab", "cd", "ab"])
    assert matched(people, release, columns).by is Matched.ONLY


def test_several_assignments_are_known_to_be():
    people, release, columns = tables("abcc", ["cd", "*", "cd", "ab"])
    found = matched(people, release, columns)
    assert found.by is Matched.ANY
    assert columns[0].covers(release["q"].codes[found.rows], columns[0].codes[found.original]).all()


def test_a_column_published_as_it_is_decides():
    secret = {"s": (["1", "2", "3", "4"], ["3", "2", "4", "1"])}
    people, release, columns = tables("abcc", ["cd", "*", "cd", "ab"], **secret)
    others = [read_column(people["s"], release["s"], None)]
    found = matched(people, release, columns, others)
    assert found.by is Matched.ONLY
    assert found.original.tolist() == [2, 1, 3, 0]
    changed = from_frame(pd.DataFrame({"q": ["cd", "*", "cd", "ab"], "s": ["9", "8", "7", "6"]}))
    assert matched(people, changed, columns, [read_column(people["s"], changed["s"], None)]).by is Matched.ANY


def test_rows_that_were_dropped():
    people, release, columns = tables("abcd", ["cd", "ab"])
    assert matched(people, release, columns).by is Matched.ANY
    people, release, columns = tables("aac", ["cd", "ab", "ab"])
    assert matched(people, release, columns).by is Matched.ONLY


@pytest.mark.parametrize(
    ("original", "released", "said"),
    [
        ("aacc", ["cd", "cd", "cd", "ab"], "in column 'q' 1 of 4 rows do not cover"),
        ("aacc", ["b", "b", "c", "c"], "in column 'q' 2 of 4 rows do not cover"),
        ("aacc", ["gone", "ab", "cd", "cd"], "in column 'q' 1 of 4 rows do not cover"),
        ("ac", ["ab", "cd", "*"], "has 3 rows and the original 2"),
    ],
)
def test_a_release_that_does_not_generalize(original, released, said):
    people, release, columns = tables(original, released)
    with pytest.raises(TableError, match=said):
        matched(people, release, columns)


def test_the_first_column_at_fault_is_named():
    people = from_frame(pd.DataFrame({"p": list("aabb"), "q": list("aacc")}))
    release = from_frame(pd.DataFrame({"p": list("aabb"), "q": ["ab", "d", "cd", "cd"]}))
    with pytest.raises(TableError, match="in column 'q' 1 of 4"):
        matched(people, release, [read_column(people[n], release[n], PAIR) for n in "pq"])


def test_columns_that_fit_alone_and_not_together():
    people = from_frame(pd.DataFrame({"p": list("ab"), "q": list("ab")}))
    release = from_frame(pd.DataFrame({"p": list("ab"), "q": list("ba")}))
    with pytest.raises(
        TableError, match="in column 'q', beside those before it, 2 of 2 rows cover no row that is left"
    ):
        matched(people, release, [read_column(people[n], release[n], PAIR) for n in "pq"])


def test_two_rows_changed_against_each_other_are_named_where_they_stand():
    people = from_frame(pd.DataFrame({"p": list("abab"), "q": list("aaab")}))
    release = from_frame(pd.DataFrame({"p": list("abab"), "q": list("aaba")}))
    said = "in column 'q' 2 of 4 rows do not cover .*, and in no other order do all of them .2 rows have none left"
    with pytest.raises(TableError, match=said):
        matched(people, release, [read_column(people[n], release[n], PAIR) for n in "pq"])


def test_an_order_that_fits_by_chance_gives_way_to_one_in_which_all_columns_agree():
    secrets = {"s": (list("wxyz"), list("zyxw"))}
    people, release, columns = tables("abab", ["ab"] * 4, **secrets)
    found = matched(people, release, columns, [read_column(people["s"], release["s"], None)])
    assert (found.by, found.original.tolist()) == (Matched.ONLY, [3, 2, 1, 0])
    changed = tables("abab", ["ab"] * 4, s=(list("wxyz"), list("vvvv")))
    found = matched(*changed[:2], columns, [read_column(changed[0]["s"], changed[1]["s"], None)])
    assert (found.by, found.original.tolist()) == (Matched.ORDER, [0, 1, 2, 3])


@pytest.mark.parametrize("seed", range(150))
def test_assignments_against_all_permutations(seed):
    random = np.random.default_rng(seed)
    n, m = int(random.integers(2, 7)), int(random.integers(1, 7))
    m = min(n, m)
    original = random.choice(list("abcd"), (2, n))
    released = random.choice(["a", "c", "ab", "cd", "*"], (2, m), p=[0.1, 0.1, 0.3, 0.3, 0.2])
    people = from_frame(pd.DataFrame({"p": original[0], "q": original[1]}))
    release = from_frame(pd.DataFrame({"p": released[0], "q": released[1]}))
    columns = [read_column(people[name], release[name], PAIR) for name in "pq"]
    found = assigned(columns, np.arange(m), np.arange(n))
    fits = np.array([[all(c.codes[i] in c.reads[c.published[j]] for c in columns) for i in range(n)] for j in range(m)])
    best, ways = 0, set()
    for chosen in permutations(range(n), m):
        right = sum(fits[j, i] for j, i in enumerate(chosen))
        best = max(best, right)
        if right == m:
            texts = [tuple(released[:, j]) + tuple(original[:, i]) for j, i in enumerate(chosen)]
            ways.add(tuple(sorted(texts)))
    got = found.original
    assert m - found.lacking == best
    held = got[got >= 0]
    assert len(set(held.tolist())) == len(held)
    assert all(fits[j, i] for j, i in enumerate(got.tolist()) if i >= 0)
    if not found.lacking:
        assert found.only == (len(ways) == 1)


@pytest.mark.parametrize("seed", range(120))
def test_what_an_order_that_fits_is_worth_against_all_orders(seed):
    """Whether another order fits, whom it would fit, and in how many of all orders, by trying every one."""
    random = np.random.default_rng(seed)
    n, above = int(random.integers(1, 8)), {"a": "ab", "b": "ab", "c": "cd", "d": "cd"}
    original = random.choice(list("abcd"), (2, n))
    blur = random.choice(3, (2, n), p=[0.3, 0.5, 0.2])
    released = [
        [("*", above[o], o)[b] for o, b in zip(*pair, strict=True)] for pair in zip(original, blur, strict=True)
    ]
    people = from_frame(pd.DataFrame({"p": original[0], "q": original[1]}))
    release = from_frame(pd.DataFrame({"p": released[0], "q": released[1]}))
    columns = [read_column(people[name], release[name], PAIR) for name in "pq"]
    found = matched(people, release, columns)
    fits = np.array([[all(c.codes[i] in c.reads[c.published[j]] for c in columns) for i in range(n)] for j in range(n)])
    texts = list(zip(*released, strict=True))
    orders = [chosen for chosen in permutations(range(n)) if all(fits[j, i] for j, i in enumerate(chosen))]
    ways = {tuple(sorted((*texts[j], *original[:, i].tolist()) for j, i in enumerate(chosen))) for chosen in orders}
    alone = [all(texts[i] == texts[j] for i in np.flatnonzero(fits[j])) for j in range(n)]
    assert (found.by, found.assumed) == (Matched.ORDER, len(ways) > 1)
    assert (found.order.other, found.order.elsewhere) == (len(ways) > 1, n - sum(alone))
    assert len(orders) / factorial(n) <= found.order.chance + 1e-12 <= 1 + 2e-12
    if fits.all() or fits.sum() == n:
        assert found.order.chance == pytest.approx(len(orders) / factorial(n))


def test_further_columns_that_fit_speak_for_the_order():
    secrets = {"s": (list("wxyz"), list("wxyz"))}
    people, release, columns = tables("abab", ["ab", "*", "ab", "*"], **secrets)
    alone = matched(people, release, columns)
    assert (alone.assumed, alone.order.elsewhere) == (True, 4)
    assert not matched(people, release, columns, [read_column(people["s"], release["s"], None)]).assumed
