"""The recoder publishes as finely as its hierarchy and k allow: single moves, the exact program, the structure of the paper."""

from __future__ import annotations

import numpy as np
import pytest

from privacy_core import ParameterError
from privacy_core.attacks import downcoding
from privacy_core.attacks.downcoding import Clusters, Kind, coded, draw, moves_left, overgeneralized, recode, tree
from privacy_core.refinement import Boxes
from privacy_core.refinement.exact import prove


def small_codes(seed: int) -> tuple[np.ndarray, int, int]:
    """A table of up to 14 rows and 3 attributes, not necessarily like what is drawn: any leaves."""
    random = np.random.default_rng(seed)
    clusters, k = int(random.integers(1, 4)), int(random.integers(2, 4))
    return random.integers(0, 2 * clusters, (random.integers(k, 15), random.integers(1, 4))), k, clusters


def boxes_of(published, codes) -> Boxes:
    boxes = Boxes([tree(published.clusters)] * codes.shape[1], codes.T.copy(), published.k, {}, {})
    for number in range(published.owner.max() + 1):
        rows = np.flatnonzero(published.owner == number)
        boxes.add(rows, tuple(published.nodes[rows[0]].tolist()))
    return boxes


def covers(published, codes) -> bool:
    path = tree(published.clusters).path
    return all(published.nodes[at] in path[:, codes[at]] for at in np.ndindex(codes.shape))


def check(published, codes, k) -> None:
    assert np.bincount(published.owner).min() >= k
    assert covers(published, codes)
    for number in range(published.owner.max() + 1):
        assert len(np.unique(published.nodes[published.owner == number], axis=0)) == 1
    assert len(np.unique(published.nodes, axis=0)) == published.owner.max() + 1


@pytest.mark.parametrize("seed", range(60))
def test_no_recoding_at_all_is_finer_on_small_tables(seed):
    codes, k, clusters = small_codes(seed)
    published = recode(codes, k, clusters)
    check(published, codes, k)
    assert moves_left(published, codes).none
    boxes = boxes_of(published, codes)
    before = boxes.read().tolist()
    assert prove(boxes) is True
    assert boxes.read().tolist() == before


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1_000, 1_600))
def test_no_recoding_at_all_is_finer_on_many_small_tables(seed):
    test_no_recoding_at_all_is_finer_on_small_tables(seed)


@pytest.mark.parametrize(
    "settings",
    [
        Clusters(),
        Clusters(dims=7),
        Clusters(n=90, k=2, clusters=45, dims=40, big=0.5),
        Clusters(n=150, k=5, clusters=30, big=0.2),
        Clusters(n=300, clusters=30),
        Clusters(n=60, k=30, clusters=3),
    ],
    ids=str,
)
def test_no_single_move_is_left_on_drawn_tables(settings):
    for seed in range(3):
        codes = coded(draw(settings, np.random.default_rng(seed)).values, settings.clusters)
        published = recode(codes, settings.k, settings.clusters)
        check(published, codes, settings.k)
        assert moves_left(published, codes).none


def test_the_structure_that_the_attack_rests_on():
    """A class with a root cell has root cells only; there is one at most; clusters of exactly k rows are whole classes."""
    settings, own = Clusters(), 0
    for seed in range(25):
        drawn = draw(settings, np.random.default_rng(seed))
        published = recode(coded(drawn.values, 10), 10, 10)
        root = published.kinds == Kind.ROOT
        assert (root.all(axis=1) == root.any(axis=1)).all()
        assert len(np.unique(published.owner[root.any(axis=1)])) <= 1
        raised = (published.kinds == Kind.RAISED).any(axis=1)
        assert published.sizes[published.owner[raised]].max(initial=0) < 20  # of 2k rows, k are in one half
        exactly = np.flatnonzero(np.bincount(drawn.cluster, minlength=10) == 10)
        in_root = [cluster for cluster in exactly if root[drawn.cluster == cluster].any()]
        assert len(in_root) <= 1
        for cluster in set(exactly) - set(in_root):
            rows = np.flatnonzero(drawn.cluster == cluster)
            assert np.array_equal(np.flatnonzero(published.owner == published.owner[rows[0]]), rows)
            rest = coded(drawn.values, 10)[rows] % 2
            expected = np.where(rest.all(axis=0), Kind.OUTSIDE, np.where(rest.any(axis=0), Kind.RAISED, Kind.INSIDE))
            assert np.array_equal(published.kinds[rows[0]], expected)
            own += 1
    assert own > 10


def test_needless_blur_is_found():
    codes = coded(draw(Clusters(), np.random.default_rng(1)).values, 10)
    published = recode(codes, 10, 10)
    blurred = overgeneralized(published, 0.1, np.random.default_rng(2))
    left = moves_left(blurred, codes)
    assert covers(blurred, codes)
    assert left.closures > 0
    assert not left.none
    raised = (blurred.nodes != published.nodes).mean() / (published.kinds < Kind.RAISED).mean()
    assert 0.05 < raised < 0.15
    everything = overgeneralized(published, 1, np.random.default_rng(2))
    assert (everything.kinds >= Kind.RAISED).all()
    assert np.array_equal(overgeneralized(published, 0, np.random.default_rng(2)).nodes, published.nodes)


def test_two_rows_in_sibling_leaves_are_published_at_their_parent():
    published = recode(np.array([[4], [5]]), 2, 3)
    assert published.nodes.tolist() == [[8], [8]]
    assert published.kinds.tolist() == [[Kind.RAISED]] * 2
    assert published.cluster.tolist() == [2, 2]


def test_k_1_publishes_the_original_and_equal_rows_stay_at_their_leaf():
    codes = coded(draw(Clusters(n=30, dims=5), np.random.default_rng(1)).values, 10)
    assert np.array_equal(recode(codes, 1, 10).nodes, codes)
    equal = np.full((6, 4), 3)
    assert np.array_equal(recode(equal, 3, 2).nodes, equal)


@pytest.mark.parametrize(
    ("rows", "k", "said"),
    [
        (5, 6, "k must be at most the number of rows: 6 alike cannot be had of 5."),
        (0, 2, "There are no rows to blur."),
        (5, 0, "k must be at least 1, got 0."),
        (5, 2.5, "k must be a whole number, got 2.5."),
    ],
)
def test_what_cannot_be_blurred_is_refused(rows, k, said):
    with pytest.raises(ParameterError, match=f"^{said}$"):
        recode(np.zeros((rows, 3), int), k, 2)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"k": 1}, "k = 1 publishes every row as it is, so there is nothing to undo: k must be 2 or more."),
        ({"k": 101}, "k must be at most the number of rows: 101 alike cannot be had of 100."),
        ({"n": 0}, "n must be at least 1, got 0."),
        ({"n": 20.5}, "n must be a whole number, got 20.5."),
        ({"clusters": 0}, r"clusters must lie in \[1, 1000\], got 0."),
        ({"dims": 0}, "dims must be at least 1, got 0."),
        ({"big": 1.1}, r"big must lie in \[0, 1\], got 1.1."),
        ({"big": float("nan")}, r"big must lie in \[0, 1\], got nan."),
        ({"dims": 100_000}, "n × dims must be at most 4,000,000 cells, got 10,000,000."),
    ],
)
def test_settings_out_of_range_are_refused(wrong, said):
    with pytest.raises(ParameterError, match=f"^{said}$"):
        Clusters(**wrong)


def test_what_is_drawn_is_what_is_said():
    settings = Clusters(n=20_000, dims=20, big=0.3)
    drawn = draw(settings, np.random.default_rng(5))
    codes = coded(drawn.values, 10)
    assert np.array_equal(codes // 2, np.repeat(drawn.cluster[:, None], 20, axis=1))
    rest = codes % 2
    assert not rest[~drawn.big].any()
    assert abs(drawn.big.mean() - 0.3) < 0.02
    assert abs(1 - rest[drawn.big].mean() - settings.inside_share) < 0.005
    assert np.bincount(drawn.cluster).min() > 1_800
    with pytest.raises(ValueError, match="read-only"):
        drawn.values[0] = 0


def test_values_are_read_by_the_intervals_of_the_paper():
    values = np.array([[130 - 65 + 0.1, 123.3, 123.5, 130, 136.5, 136.7, 194.9, 195.1, 260 + 6.5, -1e9, 1e9]])
    assert coded(values, 2).tolist() == [[1, 1, 0, 0, 0, 1, 1, 3, 2, 1, 3]]


def test_the_room_is_reached_by_its_name():
    assert [name for name in downcoding.__all__ if not hasattr(downcoding, name)] == []
    assert downcoding.__all__ == sorted(set(downcoding.__all__))
