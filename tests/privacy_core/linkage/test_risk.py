"""The whole chain from two tables: the identities every linkage keeps, and degenerate tables."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import ParameterError, PrivacyError, RoleError, UnknownColumn, from_frame
from privacy_core.linkage import (
    LinkageSettings,
    Null,
    findings,
    link,
    masked_maxima,
    parse_level,
    record,
    truth_by_position,
)
from privacy_core.linkage.controls import Purpose
from tests.privacy_core.linkage.linked_frames import KNOWN, run
from tests.privacy_core.linkage.test_attribution import mixed, noisy

SEEDS = st.integers(0, 10_000)


def same(one, two, exactly=False):
    if exactly:
        assert (one.maxima.best == two.maxima.best).all()
        assert (one.surface.linked == two.surface.linked).all()
        assert (one.calibration.tau == two.calibration.tau).all()
    assert one.maxima.best == pytest.approx(two.maxima.best, abs=1e-6)


@settings(max_examples=15)
@given(SEEDS, st.sampled_from([2, 3, None]))
def test_a_release_that_is_the_source_links_everybody(seed, components):
    frame = mixed(seed)
    found = run(frame, frame, components=components)
    directed = 1 - found.undirected[0] / found.n
    assert found.surface.rate[:, 1:] == pytest.approx(directed)
    assert found.structural_recall.tolist() == [1, 1, 1]
    if components is None:
        assert found.top_one.accuracy[:, 90] == pytest.approx(1)


@settings(max_examples=15)
@given(SEEDS)
def test_the_order_of_rows_and_columns_changes_nothing(seed):
    frame = mixed(seed)
    other, draw = noisy(frame, seed), np.random.default_rng(seed)
    p, q = draw.permutation(len(frame)), draw.permutation(len(frame))
    columns = draw.permutation(frame.columns)
    found = run(frame, other)
    moved = run(frame.iloc[p][columns], other.iloc[q])
    assert moved.maxima.best == pytest.approx(found.maxima.best[p], abs=1e-6)
    assert moved.calibration.tau == pytest.approx(found.calibration.tau, abs=1e-6)
    assert moved.top_one.accuracy == pytest.approx(found.top_one.accuracy)


@settings(max_examples=10)
@given(SEEDS)
def test_the_shuffled_release_does_not_see_the_order_of_rows(seed):
    frame = mixed(seed)
    other, draw = noisy(frame, seed), np.random.default_rng(seed)
    p, q = draw.permutation(len(frame)), draw.permutation(len(frame))
    found, moved = run(frame, other, id_column=None), run(frame.iloc[p], other.iloc[q], id_column=None)
    assert found.calibration.null is Null.PERMUTATION
    assert moved.calibration.maxima[:, 1:] == pytest.approx(found.calibration.maxima[p][:, 1:], abs=1e-6)


@settings(max_examples=10)
@given(SEEDS, st.floats(0.1, 50), st.floats(-100, 100))
def test_another_unit_in_both_tables_changes_nothing_and_in_one_it_does(seed, a, b):
    frame = mixed(seed)
    other = noisy(frame, seed)
    found = run(frame, other)
    both = run(*(one.assign(visits=one.visits * a + b) for one in (frame, other)))
    assert both.maxima.best == pytest.approx(found.maxima.best, abs=1e-6)
    alone = run(frame, other.assign(visits=other.visits * 7 + 1000))
    assert np.abs(alone.surface.rate - found.surface.rate).max() > 0.05


def test_all_components_are_no_projection():
    frame = mixed(2)
    other = noisy(frame, 2)
    found = run(frame, other, components=99)
    one, two = found.encoded.vectors
    mean = np.vstack([one, two]).mean(0)
    rows = [side - mean for side in (one, two)]
    unit = [side / np.linalg.norm(side, axis=1, keepdims=True) for side in rows]
    slow = masked_maxima(*unit, *found.blocks.of)
    finite = np.isfinite(slow.best)
    assert found.maxima.best[finite] == pytest.approx(slow.best[finite], abs=7e-7)
    assert found.projected.components == found.projected.rank


def test_one_component_knows_two_directions_only():
    frame = mixed(3)
    found = run(frame, noisy(frame, 3), components=1)
    assert np.ptp(found.surface.rate[:, 1:], axis=1).tolist() == [0, 0, 0]
    assert any("One component" in one for one in found.notes)


def test_ignored_columns_and_truth_are_inert():
    frame = mixed(4).assign(secret=np.arange(80) % 3)
    other = noisy(frame, 4)
    found = run(frame, other, ignored=("secret",))
    for changed in (
        other.assign(secret=7),
        other.assign(secret=other.secret.to_numpy()[::-1]),
        other.drop(columns="secret"),
    ):
        same(found, run(frame, changed, ignored=("secret",)), exactly=True)
    strangers = mixed(5)
    known = run(frame, other, ignored=("secret",), holdout=strangers)
    blind = run(frame, other, ignored=("secret", "id"), holdout=strangers, id_column=None)
    same(known, blind, exactly=True)
    assert blind.attribution.features == known.attribution.features
    assert (blind.top_one, blind.structural_recall, blind.ties, blind.missed) == (None, None, None, None)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_same_seed_finds_the_same(workers):
    frame = mixed(6)
    one, two = (
        run(frame, noisy(frame, 6), id_column=None, ignored=("id",)),
        run(frame, noisy(frame, 6), id_column=None, ignored=("id",), workers=workers),
    )
    same(one, two, exactly=True)
    assert (one.calibration.maxima == two.calibration.maxima).all()


def test_who_the_controls_are():
    frame = mixed(7)
    other = noisy(frame, 7)
    assert run(frame, other).calibration.null is Null.NON_MATCH
    assert run(frame, other, id_column=None, ignored=("id",)).calibration.null is Null.PERMUTATION
    held = run(frame, other, holdout=mixed(8, 33))
    assert (held.calibration.null, held.calibration.n) == (Null.HOLDOUT, 33)
    assert "not in the release" in " ".join(findings(held))


def test_the_worked_projection():
    one, two = (pd.DataFrame({"a": [a, 0.0], "b": [0.0, b]}) for a, b in ((2.0, 1.0), (-2.0, -1.0)))
    for components, missing in ((2, 0), (1, 1)):
        from privacy_core.linkage import given as encoded
        from privacy_core.linkage import nested_maxima, project, surface

        placed = project(encoded([one.to_numpy(), two.to_numpy()], ["a", "b"]), components)
        rows = [placed.directions(side).exact for side in (0, 1)]
        rate = surface(nested_maxima(*rows, [[0, 0]], [[0, 0]]), [0, 0.01, 0.5, 1]).rate[0]
        assert [int(side.sum()) for side in placed.undirected] == [missing, missing]
        assert rate.tolist() == [1, 0, 0, 0]


def test_columns_that_never_vary_leave_nothing_to_link_by():
    frame = pd.DataFrame({"age": [1, 1, 1], "city": ["a", "a", "a"]})
    found = run(frame, frame, id_column=None)
    assert found.surface.rate[:, 0].tolist() == [1, 1, 1]
    assert found.surface.rate[:, 1:].max() == 0
    assert found.undirected == (3, 3)
    assert found.attribution.features is None
    assert any("no information" in one for one in found.notes)


def test_a_block_without_a_release_stays_in_the_denominator():
    one, two = mixed(9), mixed(9)
    two = two[two.city != "a"]
    found = run(one, two, levels=(parse_level("city", one.columns), parse_level("", one.columns)))
    gone = (one.city == "a").mean()
    assert found.surface.coverage[0] == pytest.approx(1 - gone)
    assert found.surface.rate_at(0, -1) == pytest.approx(1 - gone)
    assert any("share a block with no record" in one for one in findings(found))


@pytest.mark.parametrize("rows", [1, 2])
def test_one_row_works(rows):
    frame = mixed(10, 40)
    for one, two in ((frame[:rows], frame), (frame, frame[:rows]), (frame[:1], frame[1:2])):
        json.dumps(record(run(one, two)), allow_nan=False)


def test_levels_that_are_not_nested_are_refused_or_make_no_promise():
    frame = mixed(11)
    levels = tuple(parse_level(text, frame.columns) for text in ("age/5", "age/7"))
    with pytest.raises(PrivacyError, match="not nested"):
        run(frame, noisy(frame, 11), levels=levels)
    found = run(frame, noisy(frame, 11), levels=levels, insist=False)
    assert not found.blocks.nested
    slow = masked_maxima(*(found.projected.directions(side).exact for side in (0, 1)), *found.blocks.of)
    finite = np.isfinite(slow.best)
    assert found.maxima.best[finite] == pytest.approx(slow.best[finite], abs=2e-7)


def test_ids_and_pairs_that_fit_no_table_are_refused():
    frame = mixed(12)
    with pytest.raises(RoleError, match="id column 'id' is not a column of the release"):
        run(frame, frame.drop(columns="id"))
    with pytest.raises(RoleError, match="79 and 79 rows"):
        link(
            from_frame(frame),
            from_frame(frame),
            LinkageSettings(KNOWN),
            truth=truth_by_position(79),
            random=np.random.default_rng(1),
        )
    with pytest.raises((RoleError, UnknownColumn)):
        run(frame, frame, known=("agee",))


@pytest.mark.parametrize(
    "wrong", [{"alpha": 0}, {"alpha": 1}, {"tau": (2.0,)}, {"tau": ()}, {"weight": 0}, {"components": 0}]
)
def test_settings_out_of_range_are_refused(wrong):
    with pytest.raises(ParameterError):
        run(mixed(1), mixed(1), **wrong)


def cities(seed, n):
    """Few values in few columns: many candidates are as similar as the best, in other directions."""
    draw = np.random.default_rng(seed)
    columns = {name: draw.choice(list(letters), n) for name, letters in (("a", "pqr"), ("b", "stuv"))}
    return pd.DataFrame(columns).assign(c=draw.integers(0, 3, n), id=np.arange(n))


@pytest.mark.parametrize("seed", [2, 21, 28, 36, 41])
def test_among_equals_the_values_decide_and_not_the_order_of_rows(seed):
    one, two, draw = cities(seed, 60), cities(seed + 100, 90), np.random.default_rng(seed)
    q, p = draw.permutation(90), np.random.default_rng(seed + 1).permutation(60)
    asked = {"known": ("a",), "id_column": None, "ignored": ("id",), "holdout": cities(7, 30)}
    found, moved = run(one, two, **asked), run(one.iloc[p], two.iloc[q], **asked)
    assert found.maxima.shared.mean() > 0.5
    drawn = two.drop(columns="id").to_numpy()
    for level in (0, 1):
        assert (drawn[found.maxima.at[p, level]] == drawn[q][moved.maxima.at[:, level]]).all()
        assert moved.attribute(level, 0.5).features == pytest.approx(found.attribute(level, 0.5).features)


def test_no_two_purposes_draw_the_same_numbers():
    chain = run(mixed(1), mixed(1)).chain
    drawn = [chain.chance(purpose, level).random() for purpose in Purpose for level in range(20)]
    assert len(set(drawn)) == len(drawn)
    assert chain.chance(Purpose.SHUFFLING, 3).random() == drawn[3]
