"""All attackers: brute force agrees, baselines tell luck, and the known faults of others are absent."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import ParameterError, UnknownColumn, from_frame, samples
from privacy_core.attacks import Attackers, NotMeasured, inference, linkability


def rng(seed=1):
    return np.random.default_rng(seed)


def people(n, seed=0):
    random = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "age": random.integers(18, 80, n),
            "sex": random.choice(["f", "m"], n),
            "income": random.normal(0, 100, n).round(1),
            "job": random.choice(["O'Neil & co", "petal (cm)", "x_y"], n),
        }
    )


def gower(frame, other, names):
    """The distance as its definition reads, cell by cell."""
    far = np.zeros((len(frame), len(other)))
    for name in names:
        whole = pd.concat([frame[name], other[name]])
        for i, one in enumerate(frame[name]):
            for j, two in enumerate(other[name]):
                if isinstance(one, str):
                    far[i, j] += one != two
                else:
                    far[i, j] += abs(one - two) / (whole.max() - whole.min())
    return far / len(names)


def test_inference_is_the_nearest_records_vote():
    original, released = people(40), people(60, 1)
    found = inference(from_frame(original), from_frame(released), ["age", "sex"], "job", rng(), attempts=40)
    far = gower(original, released, ["age", "sex"])
    hits = 0
    for i, row in enumerate(far):
        near = released["job"][row <= row.min() + 1e-9].value_counts()
        hits += original["job"][i] == sorted(near[near == near.max()].index)[0]
    assert (found.main.hits, found.main.attempts) == (hits, 40)
    common = released["job"].value_counts()
    first = sorted(common[common == common.max()].index)[0]
    assert found.baseline.hits == (original["job"] == first).sum()


def test_linkability_joins_halves_without_ties():
    original = pd.DataFrame({"a": [1.0, 2, 3, 4], "b": [1.0, 2, 3, 4]})
    moved = original.assign(b=[1.0, 3, 2, 4])  # halves of the second and third point elsewhere
    found = linkability(from_frame(original), from_frame(moved), ["a"], ["b"], rng(), attempts=4)
    assert (found.main.hits, found.main.attempts) == (2, 4)
    both = linkability(from_frame(original), from_frame(moved), ["a"], ["b"], rng(), attempts=4, neighbours=4)
    assert both.main.hits == both.baseline.hits == 4


def test_ties_are_broken_by_chance_and_not_in_favour_of_the_attacker():
    same = from_frame(pd.DataFrame({"a": [1] * 50, "b": [2] * 50, "c": range(50)}))
    hits = [linkability(same, same, ["a"], ["b"], rng(seed), attempts=50).main.hits for seed in range(60)]
    assert set(hits) <= {0, 50}, "all look alike: one draw serves all"
    assert np.mean(hits) / 50 < 0.12


def test_order_of_rows_and_columns_plays_no_part():
    original, released, strangers = people(80), people(90, 1), people(50, 2)
    mixed = [frame.sample(frac=1, random_state=3)[frame.columns[::-1]] for frame in (original, released, strangers)]
    calls = []
    for one, two, three in ((original, released, strangers), mixed):
        tables = from_frame(one), from_frame(two)
        other = from_frame(three)
        calls.append(
            (
                linkability(*tables, ["age", "sex"], ["income", "job"], rng(), other, 30),
                inference(*tables, ["age", "sex"], "job", rng(), other, 30),
            )
        )
    assert calls[0] == calls[1]


def test_a_release_of_copies_stands_out_from_strangers():
    shop, strangers = samples.load("touchpoints").table, samples.strangers(600)
    halves = ["age", "region", "hour", "pages_per_visit"], ["visits", "minutes", "spent"]
    found = linkability(shop, shop, *halves, rng(), strangers, 300)
    assert found.main.hits > 290
    assert found.control.hits < 10
    assert found.excess.low > 0.9
    fresh = linkability(shop, samples.people(5000, rng(9), "F"), *halves, rng(), strangers, 300)
    assert fresh.excess.low <= 0 <= fresh.excess.high


def test_negative_and_zero_secrets_are_hit_only_where_the_guess_is_right():
    release = from_frame(pd.DataFrame({"x": [1, 2], "s": [-5.0, -5.0]}))
    truth = from_frame(pd.DataFrame({"x": [1, 2], "s": [100.0, -5.1]}))
    found = inference(truth, release, ["x"], "s", rng())
    assert (found.main.hits, found.main.attempts) == (1, 2), "−5 is no hit for 100, and one for −5.1"
    zero = from_frame(pd.DataFrame({"x": [1, 2], "s": [0.0, 0.0]}))
    nothing = inference(zero, zero, ["x"], "s", rng())
    assert nothing.main.hits == nothing.baseline.hits == 2
    assert not nothing.beats_guessing, "a constant is known without the release"


def test_all_three_criteria_are_tried_and_singling_out_needs_strangers():
    shop, strangers = from_frame(people(200)), from_frame(people(200, 7))
    asked = ["age", "sex"], ["income"], ["job"]
    names = ["singling out", "linkability", "inference of job"]
    found = [*Attackers(shop, shop, *asked, strangers, attempts=20).run()]
    assert [one.attack for one in found] == names
    assert found[0].main.hits == found[0].main.attempts == 20
    assert found[0].excess.low > 0
    alone = [*Attackers(shop, shop, *asked, attempts=20).run()]
    assert [one.attack for one in alone] == names
    assert isinstance(alone[0], NotMeasured)
    assert alone[1].main == found[1].main, "the chance of the other attacks is their own"
    equal = from_frame(people(1).loc[[0, 0, 0]])
    assert "No predicate" in next(iter(Attackers(equal, equal, *asked, equal).run())).reason


def test_fewer_people_than_tries_are_counted_as_tried():
    small = from_frame(people(3))
    found = inference(small, small, ["age"], "job", rng(), attempts=500)
    assert (found.main.attempts, found.asked) == (3, 500)


def test_missing_secrets_are_not_tried_and_give_no_vote():
    frame = people(30).assign(job=lambda f: f["job"].where(f.index % 3 > 0))
    found = inference(from_frame(frame), from_frame(frame), ["age", "income"], "job", rng())
    assert (found.main.hits, found.main.attempts) == (20, 20)
    none = from_frame(people(30).assign(job=pd.Series([None] * 30, dtype=object)))
    assert inference(none, none, ["age"], "job", rng()).main.attempts == 0


def test_a_generalized_release_is_read_for_what_it_stands_for():
    original = pd.DataFrame({"age": [21, 24, 33, 38], "s": ["p", "p", "q", "q"]})
    release = original.assign(age=["[20, 30[", "[20, 30[", "[30, 40[", "[30, 40["])
    found = inference(from_frame(original), from_frame(release), ["age"], "s", rng())
    assert found.main.hits == 4


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda t: linkability(t, t, ["age"], ["age"], rng()), ParameterError),
        (lambda t: linkability(t, t, [], ["age"], rng()), ParameterError),
        (lambda t: linkability(t, t, ["age"], ["zip"], rng()), UnknownColumn),
        (lambda t: inference(t, t, ["age"], "age", rng()), ParameterError),
        (lambda t: inference(t, t, [], "age", rng()), ParameterError),
        (lambda t: inference(t, t, ["age"], "job", rng(), attempts=0), ParameterError),
        (lambda t: inference(t, t, ["age"], "income", rng(), tolerance=-1), ParameterError),
    ],
)
def test_calls_that_cannot_be_are_refused(call, error):
    with pytest.raises(error):
        call(from_frame(people(5)))
