"""A linkage that spares work: bounds below the exact rates, intervals around them, controls that are no bound."""

from __future__ import annotations

import json
from functools import partial

import numpy as np
import pandas as pd
import pytest

from privacy_core import ParameterError, from_frame
from privacy_core.linkage import (
    LinkageSettings,
    Maxima,
    Null,
    PartialLink,
    Truth,
    findings,
    leave_one_out,
    link,
    nested_maxima,
    parse_level,
    record,
    searching,
    ties,
)
from privacy_core.linkage.approximate import listed_maxima
from tests.privacy_core.linkage.matched_pairs import unit

BOUNDS = [{"most_candidates": 40}, {"approximate": True}]


def people(n=1500, seed=1):
    """Numbers and cities, and the same with noise and the rows in another order."""
    draw = np.random.default_rng(seed)
    one = pd.DataFrame({name: draw.normal(size=n) for name in "abcdef"})
    one = one.assign(city=draw.integers(0, 3, n).astype(str), id=np.arange(n))
    two = one.assign(**{name: one[name] + 0.4 * draw.normal(size=n) for name in "abcdef"})
    return one, two.sample(frac=1, random_state=seed)


def run(one, two, *, id_column="id", holdout=None, progress=lambda *_: True, **asked):
    return link(
        from_frame(one),
        from_frame(two),
        LinkageSettings(("city",), ("id",), **asked),
        id_column=id_column,
        holdout=None if holdout is None else from_frame(holdout),
        random=np.random.default_rng(3),
        progress=progress,
    )


@pytest.fixture(scope="module")
def exact():
    return run(*people())


@pytest.mark.parametrize("asked", BOUNDS)
def test_rates_are_lower_bounds_and_their_recall_is_measured(monkeypatch, asked, exact):
    monkeypatch.setattr(searching, "listed_maxima", partial(listed_maxima, visits=2))
    found = run(*people(), **asked)
    assert found.surface.lower_bound
    assert record(found)["lower_bound"]
    assert (found.surface.linked <= exact.surface.linked).all()
    assert found.surface.linked.sum() < exact.surface.linked.sum()
    right = (found.maxima.best >= exact.maxima.best - 2e-6).mean(axis=0)
    for level, recall in enumerate(found.recall):
        assert recall.attempts == 1000
        assert recall.rate == pytest.approx(right[level], abs=4 * np.sqrt(right[level] * (1 - right[level]) / 1000))
    assert any(f"{found.recall[-1].hits:,} of 1,000" in said for said in findings(found))
    json.dumps(record(found), allow_nan=False)


@pytest.mark.parametrize("asked", BOUNDS)
@pytest.mark.parametrize("null", Null)
def test_controls_have_all_their_candidates(asked, null):
    one, two = people()
    who = {"id_column": "id" if null is Null.NON_MATCH else None, "holdout": people(1200, 9)[0]}
    if null is not Null.HOLDOUT:
        del who["holdout"]
    whole, found = run(one, two, **who), run(one, two, **who, **asked)
    assert found.calibration.null is null
    assert found.calibration.n == 1000
    assert not found.calibration.lower_bound
    seen = np.sort(whole.calibration.maxima[:, -1])
    nearest = seen[np.clip(np.searchsorted(seen, found.calibration.maxima[:, -1] - 1e-7), 0, len(seen) - 1)]
    assert found.calibration.maxima[:, -1] == pytest.approx(nearest, abs=1e-6)


@pytest.mark.parametrize("asked", [{"sample": 400}, *BOUNDS, {"sample": 400, "most_candidates": 40}])
def test_the_order_of_rows_changes_nothing(asked):
    one, two = people(600)
    p, q = np.random.default_rng(8).permutation(600), np.random.default_rng(9).permutation(600)
    found, moved = run(one, two, **asked), run(one.iloc[p], two.iloc[q], **asked)
    assert set(p[moved.rows].tolist()) == set(found.rows.tolist())
    assert (moved.surface.linked == found.surface.linked).all()
    assert moved.top_one.accuracy == pytest.approx(found.top_one.accuracy)
    assert moved.recall == found.recall


def test_a_sample_is_the_exact_result_of_some_rows(exact):
    one, two = people()
    found = run(one, two, sample=300)
    assert (len(found.rows), found.surface.n, found.surface.lower_bound) == (300, 300, False)
    assert found.maxima.best == pytest.approx(exact.maxima.best[found.rows], abs=1e-12)
    assert found.recall is None
    rows, targets = found.linked(1, 0.9)
    assert set(rows.tolist()) == set(exact.linked(1, 0.9)[0].tolist()) & set(found.rows.tolist())
    assert (one["id"].to_numpy()[rows] == two["id"].to_numpy()[targets]).mean() > 0.5
    assert found.top_one.known == 300
    written = record(found)
    assert (written["n"], written["asked"], written["searched"]["sample"]) == (1500, 300, 300)
    low, high = written["levels"][1]["rate_interval"]
    assert low < written["levels"][1]["rate_calibrated"] < high
    assert any("300 were drawn" in said for said in findings(found))


def test_the_interval_of_a_sample_covers_the_rate_of_all(exact):
    settings, held = exact.settings, 0
    one, two = (from_frame(table) for table in people())
    for seed in range(40):
        asked = LinkageSettings(settings.known, settings.ignored, sample=200)
        found = link(one, two, asked, id_column="id", random=np.random.default_rng(seed))
        low, high = found.linked_of(1, 0.9).interval
        held += low <= exact.surface.rate_at(1, 0.9) <= high
    assert held >= 34


def test_more_than_there_is_asks_all(exact):
    found = run(*people(), sample=10**6)
    assert (found.surface.linked == exact.surface.linked).all()
    assert record(found)["levels"][0]["rate_interval"] is None


def test_one_more_column_divides_blocks_and_changes_no_other_level():
    one, two = people()
    one, two = (table.assign(sex=(table["id"] % 2).astype(str)) for table in (one, two))
    names = [*one.columns]
    levels = [parse_level(text, names) for text in ("city,sex", "city", "")]
    found, coarse = run(one, two, levels=tuple(levels)), run(one, two, levels=tuple(levels[1:]))
    assert (found.surface.linked[1:] == coarse.surface.linked).all()
    assert (found.surface.linked[0] <= found.surface.linked[1]).all()
    assert found.maxima.candidates[:, 0].max() < coarse.maxima.candidates[:, 0].max()


@pytest.mark.parametrize(
    ("second", "credits"), [(0.0, {(0,): 0, (1,): 1, (2,): 0, (1, 3): 1}), (0.6, {(0,): 0, (2,): 1 / 3, (1, 3): 2 / 3})]
)
def test_right_ones_that_nobody_looked_at_have_no_credit(second, credits):
    rows = np.array([[1.0, 0.0]])
    target = np.array([[1.0, 0.0], [0.6, 0.8], [0.6, 0.8], [0.6, 0.8]])
    block, numbers = np.zeros((1, 4), int), (np.array([[0.6]]), np.array([[1]]), np.array([[4]]), np.array([[second]]))
    found = Maxima(*numbers, lower_bound=True, done=1)
    for true, credit in credits.items():
        truth = Truth(np.array([0, len(true)]), np.array(true), 4)
        shared = ties(rows, target, block[:, :1], block, found, truth)
        assert shared.right.item() == pytest.approx(credit)


def test_credit_is_that_of_the_whole_search_where_nothing_was_left_out():
    draw = np.random.default_rng(4)
    target = unit(draw.normal(size=(30, 3)))[draw.integers(0, 12, 60)]
    blocks, truth = np.zeros((1, 60), int), Truth(np.arange(61), draw.permutation(60), 60)
    best = nested_maxima(target, target, blocks, blocks)
    bound = Maxima(best.best, best.at, best.candidates, best.second, lower_bound=True, done=1)
    one, two = (ties(target, target, blocks, blocks, held, truth) for held in (best, bound))
    assert (one.right == two.right).all()


def test_without_one_column_is_compared_with_the_whole_search(exact):
    found = run(*people(), sample=300)
    assert dict(leave_one_out(found, 1, ["a"])) == pytest.approx(dict(leave_one_out(exact, 1, ["a"])), abs=0.02)


def test_a_stop_while_recall_is_measured_keeps_the_bound():
    told = []

    def progress(share, doing):
        told.append(share)
        return share < 0.76

    with pytest.raises(PartialLink) as stopped:
        run(*people(), most_candidates=40, progress=progress)
    assert stopped.value.surface.lower_bound
    assert stopped.value.surface.n == 1500


@pytest.mark.parametrize(
    "asked",
    [
        {"most_candidates": 0},
        {"most_candidates": 1.5},
        {"sample": 0},
        {"sample": 2.5},
        {"approximate": True, "most_candidates": 5},
    ],
)
def test_settings_that_make_no_sense_are_refused(asked):
    with pytest.raises(ParameterError):
        LinkageSettings(("city",), **asked)
