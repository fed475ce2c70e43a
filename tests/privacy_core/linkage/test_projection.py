"""Principal components from counts of codes, against a dense singular value decomposition."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given as every
from hypothesis import settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from privacy_core import LinkageError, ParameterError, from_frame
from privacy_core.linkage import Coding, Fit, align, axes, directions, encode, given, placed, project


def people(n, random):
    return pd.DataFrame(
        {
            "x": random.normal(size=n),
            "y": np.where(random.random(n) < 0.1, np.nan, random.normal(size=n)),
            "c": random.choice([*"abcd"], n),
            "e": random.choice(["u", "v", None], n),
        }
    )


def encoded_people(n=60, m=40, seed=0, **more):
    random = np.random.default_rng(seed)
    return encode(align(from_frame(people(n, random)), from_frame(people(m, random)), ["c"]), **more)


def cosines(projected):
    return projected.directions(0).exact @ projected.directions(1).exact.T


def dense_cosines(encoded, fit=Fit.JOINT):
    """The slow way: every row in full, centred, no components."""
    mean = np.concatenate([encoded.dense(side) for side in fit.sides]).mean(axis=0)
    units = [rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (side - mean for side in encoded.vectors)]
    return units[0] @ units[1].T


PLUS = given([np.array([[2.0, 0], [0, 1]]), np.array([[-2.0, 0], [0, -1]])], ["a", "b"])


def test_by_hand():
    found = project(PLUS)
    assert found.mean.tolist() == [0, 0]
    assert_allclose(found.explained, [0.8, 0.2])
    assert_allclose(cosines(found).max(axis=1), [0, 0], atol=1e-12)
    assert not np.concatenate(found.undirected).any()


def test_by_hand_one_component():
    found = project(PLUS, 1)
    assert_allclose(np.abs(found.latent[0][:, 0]), [2, 0], atol=1e-12)
    assert [side.tolist() for side in found.undirected] == [[False, True], [False, True]]
    assert np.array_equal(found.directions(0).exact[1], [0.0])
    assert "One component" in found.notes[0]


@pytest.mark.parametrize("coding", [*Coding])
@pytest.mark.parametrize("fit", [*Fit])
def test_agrees_with_a_singular_value_decomposition(coding, fit):
    encoded = encoded_people(coding=coding)
    fitted = np.concatenate([encoded.dense(side) for side in fit.sides])
    _, strength, axes = np.linalg.svd(fitted - fitted.mean(axis=0), full_matrices=False)
    found = project(encoded, 3, fit)
    assert_allclose(found.mean, fitted.mean(axis=0), atol=1e-12)
    assert_allclose(found.explained, (strength**2 / (strength**2).sum())[:3], atol=1e-12)
    for side in (0, 1):
        expected = (encoded.dense(side) - found.mean) @ axes[:3].T
        assert_allclose(np.abs(found.latent[side]), np.abs(expected), atol=1e-10)
    assert_allclose(found.basis.T @ found.basis, np.eye(3), atol=1e-12)


def test_all_components_are_the_cosine_of_the_centred_vectors():
    encoded = encoded_people()
    found = project(encoded, 99)
    assert found.rank == found.components == encoded.d - 2  # each block of one-hot columns loses one
    assert_allclose(cosines(found), dense_cosines(encoded), atol=1e-9)
    assert any("99 components were asked for" in note for note in found.notes)


@settings(max_examples=40)
@every(st.integers(0, 10_000), st.integers(2, 12), st.integers(1, 12))
def test_all_components_on_random_tables(seed, n, m):
    encoded = encoded_people(n, m, seed)
    mean = np.concatenate(encoded.vectors).mean(axis=0)
    if min(np.linalg.norm(side - mean, axis=1).min() for side in encoded.vectors) > 1e-6:
        assert_allclose(cosines(project(encoded, 99)), dense_cosines(encoded), atol=1e-7)


def test_default_number_of_components():
    found = project(encoded_people())
    assert found.components == min(found.rank, 8) or found.explained.sum() >= 0.95
    random = np.random.default_rng(2)
    wide = project(given([random.normal(size=(50, 30)), random.normal(size=(50, 30))], [f"x{i}" for i in range(30)]))
    held = np.cumsum(wide.spectrum)
    assert wide.components == np.flatnonzero(held >= 0.95)[0] + 1 > 8
    steep = given([random.normal(size=(50, 12)) * 0.4 ** np.arange(12)] * 2, [f"x{i}" for i in range(12)])
    assert project(steep).components == 8


def test_axes_of_equal_strength_are_not_parted():
    eye = np.vstack([np.eye(12), -np.eye(12)])
    assert project(given([eye, eye], [f"x{i:02}" for i in range(12)])).components == 12
    cut = project(given([eye, eye], [f"x{i:02}" for i in range(12)]), 5)
    assert any("equally strong" in note for note in cut.notes)


def test_axes_fitted_before():
    encoded = encoded_people()
    fitted = project(encoded, 4, Fit.SOURCE)
    again = project(encoded, basis=(fitted.mean, fitted.basis))
    for one, other in zip(fitted.latent, again.latent, strict=True):
        assert_allclose(one, other, atol=1e-12)
    assert again.components == 4
    assert 0 < again.explained.sum() < 1
    assert project(encoded, 2, basis=(fitted.mean, fitted.basis)).components == 2
    with pytest.raises(LinkageError, match="are for 3 columns"):
        project(encoded, basis=(np.zeros(3), np.eye(3)))


def test_fewer_axes_later_are_fewer_axes_at_once():
    encoded = encoded_people()
    for side in (0, 1):
        assert_allclose(project(encoded, 99).first(3).latent[side], project(encoded, 3).latent[side])
    assert project(encoded, 99).first(3).rms == pytest.approx(project(encoded, 3).rms)


def test_contributions_of_features_add_up():
    encoded = encoded_people()
    found = project(encoded, 5)
    names = [one.name for one in encoded.features]
    for name in names:
        rest = placed(encoded, 0, found.mean, found.basis, without=[name])
        own = placed(encoded, 0, found.mean, found.basis, without=[other for other in names if other != name])
        assert_allclose(own + rest, found.latent[0], atol=1e-12)


def test_turning_and_stretching_change_no_direction():
    random = np.random.default_rng(3)
    latent = random.normal(size=(20, 4))
    turn, _ = np.linalg.qr(random.normal(size=(4, 4)))
    stretch = random.uniform(0.1, 9, (20, 1))
    plain, other = directions(latent).exact, directions(stretch * latent @ turn).exact
    assert_allclose(plain @ plain.T, other @ other.T, atol=1e-12)


def test_rows_in_another_order_give_the_same_rows():
    random = np.random.default_rng(5)
    one, two = people(80, random), people(70, random)
    order = random.permutation(80)
    plain = project(encode(align(from_frame(one), from_frame(two), [])))
    turned = project(encode(align(from_frame(one.iloc[order]), from_frame(two), [])))
    assert_allclose(cosines(plain)[order], cosines(turned), atol=1e-9)


def test_directions_are_ready_for_the_kernel():
    found = directions(np.array([[3.0, 4.0], [0, 0], [1e-14, 0]]))
    assert found.unit.dtype == np.float32
    assert found.unit.flags.c_contiguous
    assert found.undirected.tolist() == [False, True, True]
    assert_allclose(np.linalg.norm(found.exact, axis=1), [1, 0, 0])


def test_nothing_that_differs_points_nowhere():
    same = from_frame(pd.DataFrame({"a": [1, 1, 1]}))
    found = project(encode(align(same, same, ["a"])))
    assert (found.rank, found.components, found.latent[0].shape) == (0, 0, (3, 0))
    assert all(side.all() for side in found.undirected)
    assert "no information" in found.notes[0]
    assert found.directions(0).unit.shape == (3, 0)


def test_categories_alone_and_numbers_alone():
    for columns in ({"c": [*"abca"]}, {"x": [1, 2, 3, 5]}):
        own = from_frame(pd.DataFrame(columns))
        encoded = encode(align(own, own, []))
        assert_allclose(cosines(project(encoded)).diagonal(), 1, atol=1e-12)


def test_one_row_each_are_opposite_or_nowhere():
    one, two = from_frame(pd.DataFrame({"x": [1.0]})), from_frame(pd.DataFrame({"x": [2.0]}))
    found = project(encode(align(one, two, [])))
    assert_allclose(cosines(found), [[-1]])
    assert any("2 rows together" in note for note in found.notes)
    assert project(encode(align(one, one, []))).undirected[0].tolist() == [True]


def test_source_fit_of_one_row_has_no_axis():
    one, two = from_frame(pd.DataFrame({"x": [1.0]})), from_frame(pd.DataFrame({"x": [2.0, 3.0]}))
    assert project(encode(align(one, two, [])), fit=Fit.SOURCE).rank == 0


@pytest.mark.parametrize("components", [0, -1, 1.5])
def test_components_are_whole(components):
    with pytest.raises(ParameterError, match="components"):
        project(PLUS, components)


def test_more_columns_than_a_covariance_holds(monkeypatch):
    random = np.random.default_rng(6)
    weights = 0.9 ** np.arange(60)
    frames = [
        pd.DataFrame({"n": random.choice(60, 900, p=weights / weights.sum()).astype(str), "x": random.normal(size=900)})
        for _ in "st"
    ]
    encoded = encode(align(*map(from_frame, frames), []))
    whole = project(encoded, 6)
    monkeypatch.setattr(axes, "MOST_COLUMNS", 10)
    monkeypatch.setattr(axes, "MOST_COMPONENTS", 6)
    found = project(encoded, 6)
    assert_allclose(found.mean, whole.mean, atol=1e-12)
    assert_allclose(found.explained, whole.explained, rtol=1e-4)
    assert_allclose(np.abs(found.basis.T @ whole.basis), np.eye(6), atol=1e-2)
    assert_allclose(found.basis.T @ found.basis, np.eye(6), atol=1e-9)
    assert_allclose(found.latent[0], (encoded.dense(0) - found.mean) @ found.basis, atol=1e-9)
    assert project(encoded).components == 6


def test_more_columns_are_said():
    names = [f"name {at}" for at in range(axes.MOST_COLUMNS + 1)]
    table = from_frame(pd.DataFrame({"n": names}))
    found = project(encode(align(table, table, [])), 3)
    assert found.components == 3
    assert any("more than 1,024" in note for note in found.notes)


def test_held_out_people_are_placed_and_move_no_axis():
    random = np.random.default_rng(7)
    source, target, others = (from_frame(people(n, random)) for n in (50, 40, 30))
    alone = project(encode(align(source, target, ["c"])), 4)
    beside = project(encode(align(source, target, ["c"], holdout=others)), 4)
    assert [len(side) for side in beside.latent] == [50, 40, 30]
    assert np.array_equal(alone.basis, beside.basis)
    assert np.array_equal(alone.latent[0], beside.latent[0])


def test_ignored_columns_change_no_bit():
    random = np.random.default_rng(8)
    source, target = people(40, random), people(40, random)
    plain = project(encode(align(from_frame(source), from_frame(target), ["c"])))
    secrets = [from_frame(frame.assign(a=random.permutation(40))[[*"yaecx"]]) for frame in (source, target)]
    secret = project(encode(align(*secrets, ["c"], ["a"])))
    for one, other in zip(plain.latent, secret.latent, strict=True):
        assert np.array_equal(one, other)
