"""Linking by key and row by row: the exact cases, slow loops, and laws."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from privacy_core import (
    KAnonymity,
    Roles,
    from_frame,
    read_hierarchy,
    samples,
)
from privacy_core.anonymizers import Limits, Microaggregation, Mondrian, blurred
from privacy_core.composition import Publication, link_by_key, link_groupings, link_rows
from privacy_core.samples import Grid, grid, published_pair, thousand
from tests.privacy_core.composition.worlds import World, left_by_loops, policies, sets_by_loops, worlds


def link(world: World, out: bool = False):
    return link_by_key(world.publications(), "s", "who", policies(out))


def linkable(world: World, out: bool = False) -> bool:
    """Whether somebody is in every release and every release has rows with a value."""
    sets = sets_by_loops(world, out)
    return any(None not in shown for shown in sets.values()) and all(
        any(one) for one in zip(*sets.values(), strict=True)
    )


@pytest.mark.parametrize("kind", "DISTINCT LATIN MIXED".split())
def test_nine_people_in_a_grid(kind):
    found = link_rows(grid(Grid[kind]), "secret")
    expected = {"DISTINCT": (9, [3, 3]), "LATIN": (0, [3, 3]), "MIXED": (7, [3, 2])}[kind]
    assert (found.pinned, [release.ell for release in found.releases]) == expected
    assert {release.k for release in found.releases} == {3}
    assert found.histogram == {"DISTINCT": {1: 9}, "LATIN": {3: 9}, "MIXED": {1: 7, 2: 2}}[kind]


def test_the_two_tables_of_the_t_closeness_paper():
    salary, disease = (link_rows(published_pair(), secret) for secret in ("salary", "disease"))
    assert (salary.histogram, salary.ids(salary.pinned_people)) == ({1: 2, 2: 4, 3: 3}, ["2", "8"])
    assert [salary.candidates(at).left for at in salary.pinned_people] == [("4",), ("9",)]
    assert (disease.histogram, disease.pinned) == ({2: 6, 3: 3}, 0)
    assert (salary.shrank, salary.mean_guess, salary.worst_case) == (6, pytest.approx(5 / 9), 1)
    assert (salary.mean_before, salary.least_left) == (3, 1)


def test_a_thousand_people_coordinated_or_not():
    apart, together = (link_rows(thousand(6, coordinated), "secret") for coordinated in (False, True))
    assert [apart.after(t).pinned for t in range(1, 7)] == [0, 22, 201, 512, 709, 821]
    assert [together.after(t).pinned for t in range(1, 7)] == [0] * 6
    assert [round(together.after(t).mean_left, 3) for t in (1, 6)] == [5.688, 5.688]
    assert apart.after(6).histogram == apart.histogram


def test_two_releases_of_one_clinic():
    pair = [samples.load(f"release-{number}") for number in (1, 2)]
    releases = [Publication(one.name, one.table, one.roles.quasi_identifiers) for one in pair]
    found = link_by_key(releases, "diagnosis", "person")
    truth = dict(zip(found.ids(range(84)), pair[0].table["diagnosis"].texts(np.arange(84)), strict=True))
    assert (found.people, found.empty) == (84, 0)
    for at, who in enumerate(found.ids(range(84))):
        assert truth[who] in found.candidates(at).left


@settings(max_examples=300)
@given(worlds(), st.booleans())
def test_linking_agrees_with_loops(world, out):
    assume(linkable(world, out))
    found, slow = link(world, out), left_by_loops(world, out)
    assert (found.people, found.not_in_all, found.empty) == (slow.people, slow.not_in_all, slow.empty)
    assert (found.histogram, found.shrank) == (slow.histogram, slow.shrank)
    assert sorted(found.ids(found.pinned_people)) == slow.pinned
    assert found.mean_guess == (None if slow.mean_guess is None else pytest.approx(slow.mean_guess))


@given(worlds(), st.booleans())
def test_every_persons_sets_agree_with_loops(world, out):
    assume(linkable(world, out))
    found, slow = link(world, out), sets_by_loops(world, out)
    said = {None: "(missing)"}
    for at, who in enumerate(found.ids(range(len(slow)))):
        shown = [None if one is None else {said.get(value, value) for value in one} for one in slow[who]]
        assert [None if one is None else set(one) for one in found.candidates(at).shown] == shown
        present = [one for one in shown if one is not None]
        assert set(found.candidates(at).left) == (set.intersection(*present) if present else set())


def counts(found):
    return found.people, found.not_in_all, found.pinned, found.empty, found.shrank, found.histogram, found.worst_case


@given(worlds(), st.randoms(use_true_random=False))
def test_neither_order_nor_names_matter(world, rng):
    assume(linkable(world))
    turned = World(tuple(rng.sample(world.releases, len(world.releases))))
    names = dict(zip("uvwxyz", rng.sample("abcdef", 6), strict=True))
    renamed = World(
        tuple(
            tuple(
                (f"x{who}", f"y{group}", names.get(value), gone)
                for who, group, value, gone in rng.sample(rows, len(rows))
            )
            for rows in turned.releases
        )
    )
    assert counts(link(renamed)) == counts(link(world))


@given(worlds())
def test_one_release_more_never_adds_candidates(world):
    assume(linkable(world))
    whole = link(world)
    before = {who: whole.candidates(at).left for at, who in enumerate(whole.ids(range(len(whole.of_person))))}
    for releases in range(1, len(world.releases)):
        fewer = whole.after(releases)
        for at, who in enumerate(fewer.ids(range(len(fewer.of_person)))):
            if any(one is not None for one in fewer.candidates(at).shown):
                assert set(before[who]) <= set(fewer.candidates(at).left)


@given(worlds())
def test_the_same_release_twice_teaches_nothing(world):
    once = World((world.releases[0],) * 2)
    assume(linkable(once))
    found = link(once)
    assert (found.shrank, found.empty, found.not_in_all) == (0, 0, 0)
    assert found.mean_left == found.mean_before


@given(worlds())
def test_merging_classes_never_takes_candidates_away(world):
    assume(linkable(world))
    merged = World(
        tuple(
            tuple((who, "c0" if group == "c1" else group, value, gone) for who, group, value, gone in rows)
            for rows in world.releases
        )
    )
    found, coarser = link(world), link(merged)
    for at in range(len(found.of_person)):
        assert set(found.candidates(at).left) <= set(coarser.candidates(at).left)


@given(worlds())
def test_nobody_is_left_fewer_values_than_the_worst_case(world):
    truthful = World(
        tuple(
            tuple((who, group, "uvwxyz"[int(who[1:]) % 6], gone) for who, group, _, gone in rows)
            for rows in world.releases
        )
    )
    assume(linkable(truthful))
    found = link(truthful)
    assert found.empty == 0
    assert found.least_left >= found.worst_case


@given(worlds())
def test_row_by_row_is_as_by_key(world):
    people = sorted({who for rows in world.releases for who, *_ in rows})
    gone = {who: (who, "c0", "u", True) for who in people}
    whole = World(tuple(tuple({**gone, **{row[0]: row for row in rows}}.values()) for rows in world.releases))
    assume(linkable(whole))
    by_row = link_rows(whole.publications(), "s")
    by_key = link(whole)
    assert counts(by_row)[2:] == counts(by_key)[2:]
    assert [people[int(at) - 1] for at in by_row.ids(by_row.pinned_people)] == by_key.ids(by_key.pinned_people)


def test_hierarchy_levels_of_one_upload():
    nine = samples.load("hospital-3")
    tree = {
        "zip": read_hierarchy("\n".join(f"{z};{z[:4]}*;{z[:3]}**;*" for z in nine.table["zip"].labels).encode(), "zip"),
        "age": read_hierarchy("\n".join(f"{a};{a[0]}*;*" for a in nine.table["age"].labels).encode(), "age"),
    }
    ways = [
        Publication(str(levels), blurred(nine.table, ("zip", "age"), tree, levels, ()).table, ("zip", "age"))
        for levels in ({"zip": 0, "age": 2}, {"zip": 3, "age": 1}, {"zip": 3, "age": 2})
    ]
    assert link_rows(ways[1:], "disease").shrank == 0, "a coarser grouping of the same columns adds nothing"
    assert [release.classes for release in link_rows(ways, "disease").releases] == [9, 4, 1]
    assert link_rows(ways, "salary").pinned == 9


@pytest.mark.parametrize("secret", ["salary", "disease"])
def test_two_anonymizers_of_one_upload(secret):
    nine = samples.load("hospital-3")
    roles = Roles(("zip", "age"), (secret,))
    made = [
        method.anonymize(nine.table, roles, {}, [KAnonymity(3)], Limits()).table
        for method in (Mondrian(), Microaggregation())
    ]
    found = link_rows([Publication(str(at), one, ("zip", "age")) for at, one in enumerate(made)], secret)
    truth = nine.table[secret].texts(np.arange(9))
    assert (found.people, found.empty) == (9, 0)
    assert all(truth[at] in found.candidates(at).left for at in range(9))


def test_classes_of_one_grouping(shared):
    tables = [from_frame(pd.read_csv(shared / "cases" / f"c48_linkage_collapse_{n}.csv")) for n in (1, 2)]
    found = link_groupings([Publication(str(n), one, ("q",)) for n, one in enumerate(tables)], "s")
    assert {who: found.candidates(at).left for at, who in enumerate(found.ids(range(2)))} == {
        "A": ("s3",),
        "B": ("s1",),
    }
    assert ([one.ell for one in found.releases], found.worst_case, found.changed) == ([3, 3], 1, None)


def test_overlapping_sets_of_quasi_identifiers(shared):
    people = from_frame(pd.read_csv(shared / "cases" / "c49_overlapping_qi_sets.csv").assign(s=list("wxyz")))
    ways = [Publication(",".join(names), people, names) for names in (("sex", "yob"), ("c1", "c2"))]
    found = link_rows(ways, "s")
    assert [one.k for one in found.releases] == [2, 2]
    assert found.pinned == 4, "2-anonymous twice, and everybody is alone"
