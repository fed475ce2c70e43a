"""Many draws: the measured bands, what needless blur does, what can be made again."""

from __future__ import annotations

import numpy as np
import pytest

from privacy_core import ParameterError
from privacy_core.attacks import Outcome
from privacy_core.attacks.downcoding import (
    Clusters,
    Rule,
    one_trial,
    run_trials,
    seed_that_works,
)
from privacy_core.progress import Stopped


def trials(n: int = 60, seed: int = 1, settings: Clusters | None = None, **rule):
    return run_trials(settings or Clusters(), n, np.random.default_rng(seed), seed=seed, **rule)


@pytest.fixture(scope="module")
def paper():
    return trials(500)


def test_500_draws_are_within_the_measured_bands(paper):
    assert 0.33 <= paper.daleth.rate <= 0.46
    assert abs(paper.records - 0.051) <= 0.012
    assert paper.groups.rate >= 0.97
    assert paper.min_delta_d >= 24
    assert paper.cells.rate >= 0.99
    assert paper.without_minimality.hits == 0
    assert paper.outcome is Outcome.BEATS


def test_theory_and_experiment_agree(paper):
    expected = paper.theory
    low, high = paper.daleth.interval
    assert low <= expected.daleth <= high
    assert paper.records == pytest.approx(expected.records, abs=3 * 0.05 / 500**0.5)
    wrong = paper.groups.attempts - paper.groups.hits
    assert paper.all_isolate.attempts - wrong <= paper.all_isolate.hits
    assert paper.all_isolate.hits >= 150
    assert paper.predicates == pytest.approx(expected.groups, abs=0.1)


def test_the_more_rows_the_surer():
    settings = Clusters(n=1000, clusters=100, dims=128)
    found = trials(8, settings=settings)
    assert found.daleth.rate == 1
    assert found.groups.hits == found.groups.attempts > 20
    assert 3 <= found.predicates <= 6
    assert found.daleth_at(10).hits == 8 >= found.daleth_at(30).hits


@pytest.mark.parametrize(("k", "records"), [(2, 0.128), (5, 0.065)])
def test_other_k(k, records):
    found = trials(40, settings=Clusters(100, k, 100 // k, 128, 1 / k))
    assert found.groups.hits == found.groups.attempts > 10
    assert found.records == pytest.approx(records, abs=0.025)


def test_every_class_yields_several_times_as_much(paper):
    found = trials(100, every_class=True)
    assert found.records > 3 * paper.records
    assert 0.95 <= found.groups.rate <= 1
    assert found.daleth.rate > 0.75
    assert found.theory is None


def test_needless_blur_spoils_groups_long_before_cells():
    found = {rho: trials(60, every_class=True, rho=rho) for rho in (0, 0.02, 0.1, 0.5, 1)}
    whole = [found[rho].groups.rate for rho in (0, 0.02, 0.1, 0.5)]
    cells = [found[rho].cells.rate for rho in (0, 0.02, 0.1, 0.5)]
    assert whole[0] > 0.95
    assert 0.4 < whole[1] < 0.75
    assert whole[2] <= 0.1
    assert whole[3] == 0
    assert cells[0] > 0.97
    assert cells[1] > 0.95
    assert cells[2] == pytest.approx(0.91, abs=0.02)
    assert cells[3] < 0.15
    assert (found[1].groups.attempts, found[1].min_delta_d, found[1].daleth.hits) == (0, None, 0)
    assert found[1].outcome is Outcome.PREMISE_FAILS
    assert found[0.5].outcome is Outcome.NO_BETTER
    assert found[0.5].without_minimality.rate > 0.5


def test_no_group_is_not_measured():
    found = trials(3, settings=Clusters(big=0))
    assert found.groups.attempts == 0
    assert found.outcome is Outcome.NOT_MEASURED
    assert found.shares[0] > 0


def test_counts_are_those_of_the_single_draws():
    children = np.random.default_rng(7).spawn(25)
    singles = [one_trial(Clusters(), child, Rule(every_class=True)) for child in children]
    found = trials(25, 7, every_class=True)
    refined = [group for one in singles for group in one.found.refined]
    assert found.groups.attempts == len(refined) == found.without_minimality.attempts
    assert found.groups.hits == sum(group.right for group in refined)
    assert found.rows == sum(one.found.delta_n for one in singles)
    assert found.daleth.hits == sum(one.works for one in singles)
    assert found.cells.attempts == sum(int(group.raised.sum()) for group in refined)
    assert found.min_delta_d == min(int(group.raised.sum()) for group in refined)
    assert found.all_isolate.attempts == sum(bool(one.found.refined) for one in singles)
    assert sum(found.shares) >= len(refined)


def test_draws_do_not_depend_on_how_many_follow():
    assert trials(5, 3) == trials(5, 3)
    first, longer = trials(5, 3), trials(12, 3)
    assert all(few <= many for few, many in zip(first.shares, longer.shares, strict=True))
    assert trials(5, 4) != first


def test_the_distribution_can_be_learned():
    given, learned = trials(150), trials(150, holdout=200)
    assert learned.groups.rate >= 0.95
    assert learned.daleth.rate == pytest.approx(given.daleth.rate, abs=0.12)
    little = trials(30, holdout=1)
    assert little.groups.attempts < given.groups.attempts / 3
    assert "200 rows that are not in the release" in learned.assumptions[2]


def test_a_seed_that_works_is_found_and_works():
    found = seed_that_works(Clusters(), 4)
    assert one_trial(Clusters(), np.random.default_rng(found.seed)).works
    for seed in range(4, found.seed):
        assert not one_trial(Clusters(), np.random.default_rng(seed)).works
    assert found.tried == found.seed - 3
    nothing = seed_that_works(Clusters(big=0), 1, most=3)
    assert (nothing.seed, nothing.tried) == (None, 3)


def test_work_can_be_watched_and_stopped():
    told = []
    run_trials(Clusters(dims=8), 4, np.random.default_rng(1), progress=lambda share, doing: not told.append(share))
    assert told == [0, 0.25, 0.5, 0.75]
    with pytest.raises(Stopped):
        run_trials(Clusters(dims=8), 4, np.random.default_rng(1), progress=lambda share, doing: share < 0.5)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"trials": 0}, "At least 1 trial is needed, got 0."),
        ({"trials": 1.5}, "trials must be a whole number, got 1.5."),
        ({"rho": 2}, r"rho must lie in \[0, 1\], got 2."),
        ({"holdout": 0}, "holdout must be at least 1, got 0."),
    ],
)
def test_what_cannot_be_run_is_refused(wrong, said):
    with pytest.raises(ParameterError, match=f"^{said}$"):
        run_trials(Clusters(), random=np.random.default_rng(1), **{"trials": 2, **wrong})
