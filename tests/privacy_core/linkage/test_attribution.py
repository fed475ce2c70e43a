"""The split of the cosine over features is exact."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import from_frame
from privacy_core.linkage import LinkageSettings, attribution_of_pair, leave_one_out, link
from privacy_core.linkage import given as encoded
from privacy_core.linkage.attribution import attribute, contributions
from privacy_core.linkage.projection import project

SEEDS = st.integers(0, 2**32 - 1)


def mixed(seed, n=80):
    draw = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "age": draw.integers(18, 90, n),
            "city": draw.choice(list("abcd"), n),
            "visits": draw.normal(size=n),
            "spend": draw.normal(size=n),
            "device": draw.choice(list("xyz"), n),
            "same": 1,
            "id": np.arange(n),
        }
    )


def noisy(frame, seed, by=0.3):
    draw = np.random.default_rng(seed)
    return frame.assign(**{name: frame[name] + by * draw.normal(size=len(frame)) for name in ("visits", "spend")})


def linked(seed=1, **settings):
    frame = mixed(seed)
    asked = LinkageSettings(("age", "city"), **settings)
    return link(
        from_frame(frame), from_frame(noisy(frame, seed)), asked, id_column="id", random=np.random.default_rng(1)
    )


@given(SEEDS, st.integers(1, 6))
def test_the_parts_of_a_pair_sum_to_its_cosine(seed, components):
    draw = np.random.default_rng(seed)
    both = encoded([draw.normal(size=(9, 6)), draw.normal(size=(7, 6))], list("abcdef"))
    placed = project(both, components)
    rows, at = draw.integers(0, 9, 20), draw.integers(0, 7, 20)
    parts = contributions(both, placed, rows, at)
    cosine = (placed.directions(0).exact[rows] * placed.directions(1).exact[at]).sum(1)
    assert parts.sum(1) == pytest.approx(cosine, abs=1e-9)
    projector = placed.basis @ placed.basis.T
    for pair in range(20):
        a, b = (projector @ (both.dense(side)[row[pair]] - placed.mean) for side, row in ((0, rows), (1, at)))
        assert parts[pair] == pytest.approx(a * b / (np.linalg.norm(a) * np.linalg.norm(b)), abs=1e-9)


@pytest.mark.parametrize("level", [0, 1, 2])
def test_shares_sum_to_1_and_what_never_varies_has_none(level):
    found = linked().attribute(level, 0.5)
    assert sum(found.features.values()) == pytest.approx(1)
    assert found.qi_share + found.other_share == pytest.approx(1)
    assert found.features["same"] == 0
    assert found.qi_share == pytest.approx(found.features["age"] + found.features["city"])
    assert set(found.features) == {"age", "city", "visits", "spend", "device", "same"}


def test_the_shares_are_those_of_the_linked_pairs():
    found = linked()
    rows, at = found.linked(1, 0.9)
    split = found.attribute(1, 0.9)
    pairs = [attribution_of_pair(found.encoded, found.projected, x, y) for x, y in zip(rows, at, strict=True)]
    total = sum(sum(pair.values()) for pair in pairs)
    for name, share in split.features.items():
        assert share == pytest.approx(sum(pair.get(name, 0) for pair in pairs) / total)
    assert split.cosine == pytest.approx(found.maxima.best[rows, 1].mean())
    assert split.pairs == len(rows) == found.surface.linked[1, 90]


def test_without_a_linked_pair_it_is_undefined_and_says_so():
    found = linked().attribute(0, 1.5)
    assert (found.features, found.qi_share, found.other_share, found.cosine) == (None, None, None, None)
    assert "no record links" in found.reason


def test_similarities_that_cancel_out_have_no_shares():
    both = encoded([np.array([[1.0, 1]]), np.array([[1.0, -1]])], ["a", "b"])
    placed = project(both, basis=(np.zeros(2), np.eye(2)))
    split = attribute(both, placed, np.array([0]), np.array([0]), 0, -1.0, frozenset("a"))
    assert (split.features, split.cosine) == (None, 0)


def test_leaving_a_column_out_asks_the_same_chain_again():
    found = linked()
    change = leave_one_out(found, 0)
    assert set(change) == {one.name for one in found.encoded.features}
    assert leave_one_out(found, 0, []) == {}
    assert all(-1 <= one <= 1 for one in change.values())


def test_leaving_the_only_telling_column_out_loses_the_links():
    draw = np.random.default_rng(4)
    frame = pd.DataFrame(
        {"city": draw.choice(list("ab"), 400), "tells": draw.normal(size=400), "also": draw.normal(size=400)}
    )
    other = frame.assign(also=draw.normal(size=400) * 0.01, id=np.arange(400))
    tables = from_frame(frame.assign(id=np.arange(400))), from_frame(other)
    found = link(*tables, LinkageSettings(("city",)), id_column="id", random=np.random.default_rng(1))
    change = leave_one_out(found)
    assert change["tells"] <= min(change.values()) + 1e-12
