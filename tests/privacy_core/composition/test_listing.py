"""Releases without a key and a list of people: published values cover raw ones."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from privacy_core import ParameterError, TableError, UnknownColumn, from_frame, hierarchy, samples
from privacy_core.composition import Publication, findings, intersecting, link_by_key, link_by_population
from privacy_core.composition.covering import covered

AGES, PLACES, JOBS = range(20, 60), ("02139", "02140", "13053", "13068"), ("baker", "nurse", "pilot", "smith")
TREE = hierarchy(
    "job", [("baker", "hands", "*"), ("smith", "hands", "*"), ("nurse", "care", "*"), ("pilot", "care", "*")]
)


def age_label(rng, age):
    """A published age and the raw ages it covers."""
    low = age - age % 10
    return rng.choice(
        [
            (f"[{low}, {low + 10}[", set(range(low, low + 10))),
            (f"]{low - 1}, {low + 9}]", set(range(low, low + 10))),
            (f">={low}", set(range(low, 200))),
            ("*", set(AGES)),
            (str(age), {age}),
            (f"{{{age}, {age + 1}}}", {age, age + 1}),
        ]
    )


def place_label(rng, place):
    cut = rng.randint(1, 4)
    return rng.choice(
        [
            (place, {place}),
            (place[:cut] + "*" * (5 - cut), {one for one in PLACES if one[:cut] == place[:cut]}),
            ("*" * (5 - cut) + place[5 - cut :], {one for one in PLACES if one[5 - cut :] == place[5 - cut :]}),
            (None, set(PLACES)),
        ]
    )


def job_label(rng, job):
    group = {"hands": {"baker", "smith"}, "care": {"nurse", "pilot"}}
    above = next(label for label, jobs in group.items() if job in jobs)
    return rng.choice([(job, {job}), (above, group[above]), ("*", set(JOBS))])


def random_lists(rng):
    """A list of people, and releases as rows of (label, covered values) per column and a secret."""
    people = [(rng.choice(AGES), rng.choice(PLACES), rng.choice(JOBS)) for _ in range(rng.randint(2, 8))]
    truth = [rng.choice("xyz") for _ in people]
    releases = []
    for _ in range(rng.randint(2, 3)):
        looks = {}
        for person in people:
            if rng.random() < 0.8:
                looks[person] = (age_label(rng, person[0]), place_label(rng, person[1]), job_label(rng, person[2]))
        rows = [(looks[person], secret) for person, secret in zip(people, truth, strict=True) if person in looks]
        releases.append(
            rows + rows[:1] * 2 or [((age_label(rng, 20), place_label(rng, "02139"), job_label(rng, "baker")), "x")]
        )
    return people, releases


def as_publication(name, rows):
    columns = {column: [look[at][0] for look, _ in rows] for at, column in enumerate(("age", "zip", "job"))}
    frame = pd.DataFrame({column: pd.Series(cells, dtype=object) for column, cells in columns.items()})
    return Publication(name, from_frame(frame.assign(s=[secret for _, secret in rows])), ("age", "zip", "job"))


def as_list(people):
    frame = pd.DataFrame(people, columns=["age", "zip", "job"])
    return from_frame(frame.assign(zip=frame["zip"].astype(object)))


def by_loops(people, releases):
    """Candidates of each person, None where a release covers them nowhere."""
    left = []
    for person in people:
        shown = []
        for rows in releases:
            values = {
                secret
                for look, secret in rows
                if all(raw in cover for raw, (_, cover) in zip(person, look, strict=True))
            }
            shown.append(values or None)
        left.append(None if None in shown else set.intersection(*shown))
    return left


@settings(max_examples=300)
@given(st.randoms(use_true_random=False))
def test_linking_through_a_list_agrees_with_loops(rng):
    people, releases = random_lists(rng)
    expected = by_loops(people, releases)
    assume(any(left is not None for left in expected))
    found = link_by_population(
        [as_publication(str(at), rows) for at, rows in enumerate(releases)], "s", as_list(people), {"job": TREE}
    )
    assert found.not_in_all == expected.count(None)
    assert found.empty == expected.count(set())
    for at, left in enumerate(expected):
        if left is not None:
            assert set(found.candidates(at).left) == left


@given(st.randoms(use_true_random=False))
def test_small_pieces_give_the_same(rng):
    people, releases = random_lists(rng)
    assume(any(left is not None for left in by_loops(people, releases)))
    given = [as_publication(str(at), rows) for at, rows in enumerate(releases)], "s", as_list(people), {"job": TREE}
    whole = link_by_population(*given)
    with patch.object(intersecting, "CHUNK", 1):
        pieces = link_by_population(*given)
    assert (pieces.histogram, pieces.empty, pieces.not_in_all) == (whole.histogram, whole.empty, whole.not_in_all)


def nine(*numbers):
    loaded = [samples.load(f"hospital-{number}") for number in numbers]
    return [Publication(one.name, one.table, one.roles.quasi_identifiers) for one in loaded]


def test_the_two_published_tables_and_a_list_of_the_nine():
    raw = samples.load("hospital-3").table
    salary = link_by_population(nine(4, 5), "salary", raw)
    assert (salary.histogram, salary.ids(salary.pinned_people)) == ({1: 2, 2: 4, 3: 3}, ["2", "8"])
    assert link_by_population(nine(4, 5), "disease", raw).histogram == {2: 6, 3: 3}


def test_a_list_says_no_more_than_a_key():
    pair = [samples.load(f"release-{number}") for number in (1, 2)]
    releases = [Publication(one.name, one.table, one.roles.quasi_identifiers) for one in pair]
    by_key = link_by_key(releases, "diagnosis", "person")
    rng = np.random.default_rng(0)
    bands = [column.texts(np.arange(84)) for column in (one.table["age"] for one in pair)]
    raw = [_inside(rng, first, second) for first, second in zip(*bands, strict=True)]
    sexes, areas = (pair[0].table[name].texts(np.arange(84)) for name in ("sex", "zip"))
    zips = ["02101" if area == "0210*" else "02111" for area in areas]
    listed = from_frame(pd.DataFrame({"age": raw, "sex": sexes, "zip": pd.Series(zips, dtype=object)}))
    through = link_by_population(releases, "diagnosis", listed)
    assert through.people == 84
    for at in range(84):
        assert set(by_key.candidates(at).left) <= set(through.candidates(at).left)


def _inside(rng, *bands):
    """An age inside both bands, written 40-59, <40 or ≥60."""
    ages = set(range(18, 98))
    for band in bands:
        low, high = ends(band)
        ages &= set(range(low, high + 1))
    return int(rng.choice(sorted(ages)))


def ends(band):
    if band[0] in "<≥":
        return (0, int(band[1:]) - 1) if band[0] == "<" else (int(band[1:]), 97)
    low, high = band.split("-")
    return int(low), int(high)


def column(name, values):
    return from_frame(pd.DataFrame({name: pd.Series(values, dtype=object)}))[name]


def table_of(codes, released):
    return np.array([np.isin(np.arange(released.n_codes), codes.of(raw)) for raw in range(len(codes))])


@pytest.mark.parametrize(
    ("published", "raw", "covers"),
    [
        ("20-29", 25, True),
        ("20-29", 30, False),
        ("<=40", 40, True),
        ("<40", 40, False),
        ("476**", 47677, True),
        ("21**", "02139", False),
        ("021**", 2139, True),
        ("***39", "02139", True),
        ("2024-Q1", "2024-03-31", True),
        ("2024-Q1", "2024-04-01", False),
        ("{a, b}", "a", True),
        ("a", "A", False),
        ("*", "anything", True),
        (None, "anything", True),
        ("25", None, True),
    ],
)
def test_what_a_published_value_covers(published, raw, covers):
    released, listed = column("c", [published, "[900, 901["]), column("c", [raw])
    code = released.codes[0]
    assert table_of(covered(released, listed).codes, released)[listed.codes[0], code] == covers


@pytest.mark.parametrize(
    ("published", "listed", "met"),
    [
        ("[20, 30[", "[25, 40[", True),
        ("[20, 30[", "[30, 40[", False),
        ("[20, 30]", "[30, 40]", True),
        ("<20", "[20, 30[", False),
        ("<20", ">=10", True),
        ("{a, b}", "{b, c}", True),
        ("{a, b}", "{c, d}", False),
        ("[20, 30[", "{5, 25}", True),
        ("{5, 25}", "[20, 30[", True),
        ("[2024-01-01, 2024-02-01[", "[20, 30[", False),
    ],
)
def test_a_list_that_is_generalized_itself(published, listed, met):
    released, raw = column("c", [published]), column("c", [listed])
    assert table_of(covered(released, raw).codes, released)[0, 0] == met


def test_many_raw_values_agree_with_a_plain_hierarchy():
    zips = [f"{n:05d}" for n in range(0, 100_000, 97)]
    released = column("zip", sorted({z[:3] + "**" for z in zips} | {"*" * 4 + d for d in "0123456789"}))
    bits = table_of(covered(released, column("zip", zips)).codes, released)
    starts = sorted(zips)
    for at, label in enumerate(released.labels):
        known = label.strip("*")
        expected = [z.startswith(known) if label[0] != "*" else z.endswith(known) for z in starts]
        assert bits[:, at].tolist() == expected


def test_who_is_covered_nowhere_is_not_in_that_release():
    one = Publication("one", from_frame(pd.DataFrame({"age": ["20-29", "30-39"], "s": ["x", "y"]})), ("age",))
    two = Publication("two", from_frame(pd.DataFrame({"age": ["20-39"] * 2, "s": ["x", "z"]})), ("age",))
    listed = from_frame(pd.DataFrame({"age": [25, 35, 45]}))
    found = link_by_population([one, two], "s", listed)
    assert (found.people, found.not_in_all, found.pinned, found.empty) == (2, 1, 1, 1)
    assert found.ids(found.having(0)) == ["2"]
    assert found.changed is None
    assert any("ranges" in line and "'one'" in line for line in findings(found))


def test_suppressed_rows_of_the_list_are_left_out_and_numbers_stay():
    listed = from_frame(pd.DataFrame({"age": [99, 25]})).with_suppressed(np.array([True, False]))
    one = Publication("one", from_frame(pd.DataFrame({"age": ["20-29", "30-39"], "s": ["x", "y"]})), ("age",))
    assert link_by_population([one, one], "s", listed).ids([0]) == ["2"]


def test_refusals():
    one = Publication("one", from_frame(pd.DataFrame({"age": ["20-29", "30-39"], "s": ["x", "y"]})), ("age",))
    with pytest.raises(TableError, match="None of 2 people on the list could be in every release"):
        link_by_population([one, one], "s", from_frame(pd.DataFrame({"age": [45, 50]})))
    with pytest.raises(UnknownColumn, match="'age'"):
        link_by_population([one, one], "s", from_frame(pd.DataFrame({"years": [45, 50]})))
    with pytest.raises(ParameterError, match="at least two"):
        link_by_population([one], "s", from_frame(pd.DataFrame({"age": [25]})))


def test_a_gap_in_the_list_rules_nothing_out():
    one = Publication("one", from_frame(pd.DataFrame({"age": ["20-29", "30-39"], "s": ["x", "y"]})), ("age",))
    found = link_by_population([one, one], "s", from_frame(pd.DataFrame({"age": [25, None]})))
    assert found.histogram == {1: 1, 2: 1}
    assert any("1 row has no value, which rules no class out" in line for line in findings(found))
