"""Predicates from the classes of a release against slow loops, and what must not change them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import from_frame
from privacy_core.attacks import class_predicates
from privacy_core.attacks.singling_out.classes_of_release import fits, patterns
from privacy_core.attacks.singling_out.hashing import fingerprints, satisfying
from tests.privacy_core.attacks.singling_out.releases import NAMES, blurred, people, shown


def satisfies(published, cell):
    """The slow reading of one published cell."""
    if published == "*":
        return True
    if published.startswith("["):
        low, high = (int(end) for end in published[1:-1].split(","))
        return low <= int(cell) < high
    if published.startswith("{"):
        return cell in published[1:-1].split(", ")
    if published.endswith("*"):
        return len(cell) == len(published) and cell.startswith(published.rstrip("*"))
    return str(cell) == published


def slow_fits(release, frame):
    described = sorted(set(release[NAMES].itertuples(index=False, name=None)))
    return {
        one: [
            row
            for row, cells in enumerate(frame[NAMES].itertuples(index=False, name=None))
            if all(satisfies(published, cell) for published, cell in zip(one, cells, strict=True))
        ]
        for one in described
    }


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_whom_descriptions_fit_is_what_loops_find(seed, n):
    random = np.random.default_rng(seed)
    frame, others = people(random, n), people(random, 30)
    release = blurred(frame, random)
    table = from_frame(release)
    published = patterns(table, NAMES)
    for held in (frame, others):
        expected = slow_fits(release, held)
        found = fits(published, from_frame(held))
        described = shown(published, table)
        assert sorted(described) == sorted(expected)
        assert [found.rows[at] for at in range(len(described))] == [len(expected[one]) for one in described]
        assert [sorted(found.of(at).tolist()) for at in range(len(described))] == [expected[one] for one in described]
        covered = {row for rows in expected.values() for row in rows}
        assert found.nowhere == len(held) - len(covered)


def slow_hits(found, published, release, frame, table, key_of_try):
    """Hits counted by loops over rows, with the library's hash of each."""
    expected, described = slow_fits(release, frame), shown(published, from_frame(release))
    prints = fingerprints(table, table.names)
    hits = []
    for pattern, key in zip(found.tried.tolist(), key_of_try, strict=True):
        rows = expected[described[pattern]]
        hits.append(sum(satisfying(prints[[row]], key, 1 / found.sizes[pattern]) for row in rows) == 1)
    return hits


def test_hits_are_really_counted_on_the_original():
    random = np.random.default_rng(3)
    frame = people(random, 80)
    release = blurred(frame, random)
    table = from_frame(frame)
    found = class_predicates(table, from_frame(release), NAMES, np.random.default_rng(9), tries=300)
    main = np.random.default_rng(9).spawn(3)[0]
    for _ in range(-(-300 // len(found.sizes))):
        main.permutation(len(found.sizes))
    keys = main.integers(0, 2**64, 300, np.uint64)
    expected = slow_hits(found, patterns(from_frame(release), NAMES), release, frame, table, keys)
    assert found.isolated.tolist() == expected
    assert found.main.hits == sum(expected)


def test_the_order_of_rows_and_columns_changes_nothing():
    random = np.random.default_rng(4)
    frame, others = people(random, 200), people(random, 500)
    release = blurred(frame, random)

    def run(one, published, holdout, names):
        tables = from_frame(one), from_frame(published)
        return class_predicates(*tables, names, np.random.default_rng(1), holdout=from_frame(holdout), tries=200)

    first = run(frame, release, others, NAMES)
    moved = run(
        frame.sample(frac=1, random_state=1)[frame.columns[::-1]],
        release.sample(frac=1, random_state=2)[release.columns[::-1]],
        others.sample(frac=1, random_state=3)[others.columns[::-1]],
        NAMES[::-1],
    )
    for name in ("sizes", "fit", "holdout_fit", "tried", "isolated"):
        assert (getattr(first, name) == getattr(moved, name)).all(), name
    assert (first.main, first.evidence.baseline, first.evidence.control) == (
        moved.main,
        moved.evidence.baseline,
        moved.evidence.control,
    )
