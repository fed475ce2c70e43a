"""Vectors and blocks from outside: any names of blocks, refusals in a sentence, cosine of vectors of any length."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core.errors import LinkageError, ParameterError
from privacy_core.linkage import Model, cosine_maxima, excess, masked_maxima, nearest, nested_maxima, surface, ties
from privacy_core.linkage.truth import truth_by_position

X, Y = [[1, 0], [0, 1], [3, 4]], [[1, 0], [1, 1], [0, -2]]
NUMBERED = [[0, 1, 1], [0, 0, 0]], [[0, 0, 1], [0, 0, 0]]


def test_the_worked_example_needs_no_unit_vectors():
    found = cosine_maxima(X, Y, *NUMBERED)
    assert found.best.T.tolist() == [
        pytest.approx([1, -1, -0.8], abs=1e-7),
        pytest.approx([1, 0.7071068, 0.9899495], abs=1e-7),
    ]
    assert found.at[:, 1].tolist() == [0, 1, 1]
    assert surface(found, [0.7, 0.75, 1, 1.5]).rate[1] == pytest.approx([1, 2 / 3, 1 / 3, 0])


def test_a_vector_without_length_is_similar_to_none():
    assert cosine_maxima([[0, 0], [2, 0]], [[-1, 0]], [[0, 0]], [[0]]).best.ravel().tolist() == [0, -1]
    assert cosine_maxima([[0, 0]], [[0, 0]], [[0]], [[0]]).best.tolist() == [[0]]


@pytest.mark.parametrize(
    "named",
    [
        lambda ids: [["ab"[one] for one in level] for level in ids],
        lambda ids: np.array(ids) - 5,
        lambda ids: np.array(ids) * 10**15,
        lambda ids: np.array(ids, float) / 3,
        lambda ids: np.array(ids, bool),
    ],
    ids=["texts", "below zero", "very large", "fractions", "true or false"],
)
def test_blocks_may_be_called_anything(named):
    blocks = tuple(map(named, NUMBERED))
    found, same = cosine_maxima(X, Y, *blocks), cosine_maxima(X, Y, *NUMBERED)
    assert np.array_equal(found.best, same.best)
    unit = [np.array(rows) / np.linalg.norm(rows, axis=1)[:, None] for rows in (X, Y)]
    truth = truth_by_position(3)
    shared = [ties(*unit, *which, same, truth, everywhere=True).size.tolist() for which in (blocks, NUMBERED)]
    assert shared[0] == shared[1]


@given(st.data())
def test_named_blocks_agree_with_the_whole_matrix(data):
    n, m = data.draw(st.integers(1, 8)), data.draw(st.integers(1, 8))
    blocks = [data.draw(st.lists(st.sampled_from("xyz"), min_size=rows, max_size=rows)) for rows in (n, m)]
    random = np.random.default_rng(data.draw(st.integers(0, 99)))
    rows = [random.normal(size=(several, 3)) for several in (n, m)]
    found, whole = (way(*rows, [blocks[0]], [blocks[1]]) for way in (nested_maxima, masked_maxima))
    assert found.best == pytest.approx(whole.best, abs=1e-6)


def test_levels_that_are_not_nested_are_refused_or_stand_alone():
    torn = [[0, 0], [0, 1]], [[0, 0], [0, 1]]
    with pytest.raises(LinkageError, match="Level 2 separates 4 rows that level 1 joins"):
        nested_maxima(np.eye(2), np.eye(2)[::-1], *torn)
    apart = nested_maxima(np.eye(2), np.eye(2)[::-1], *torn, nested=False)
    assert apart.best.tolist() == [[1, 0], [1, 0]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([[1, 0]], [[1, 0, 0]], [[0]], [[0]]), "2 and 3 components"),
        (([[1, np.nan]], [[np.inf, 0]], [[0]], [[0]]), "finite numbers: 2"),
        (([[1, 0]], [[1, 0]], [[0, 0]], [[0]]), "1 and 1 rows"),
        (([[1, 0]], [[1, 0]], [[0], [0]], [[0]]), "same levels"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, words):
    for way in (nested_maxima, cosine_maxima):
        with pytest.raises(LinkageError, match=words):
            way(*arguments)


def test_lists_do_as_arrays_do():
    assert Model(("a", "b"), [0.9, 0.8], [0.1, 0.2], 0.01).start == pytest.approx(-3.583519)
    assert nearest([[0, 0], [3, 4]], [[0, 0], [0, 1], [3, 0]]).ratio == pytest.approx([0, 0.942809])
    assert excess([1.0, 0.5], [0.5, 0.5]).tolist() == [1, 0]


def test_a_threshold_is_a_number():
    with pytest.raises(ParameterError, match="must be a number"):
        surface(cosine_maxima(X, Y, *NUMBERED), [0.5, np.nan])
