"""`kelt downcode --simulate`: what it says, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from privacy_core.attacks.downcoding import Clusters, run_trials
from tests.command import kelt


def simulate(*more):
    return kelt("downcode", "--simulate", *more)


def test_the_document_holds_what_the_contract_names():
    said = simulate("--k", 10, "--n", 100, "--clusters", 10, "--dims", 64, "--trials", 40, "--seed", 1, "--json")
    assert (said.code, said.err) == (0, "")
    found = run_trials(Clusters(), 40, np.random.default_rng(1))
    assert said.json["daleth"] == found.daleth.rate
    assert said.json["records"] == found.records
    assert said.json["groups_right"] == found.groups.rate
    assert said.json["min_delta_d"] == found.min_delta_d
    assert said.json["theory"] == said.json["expected"]["daleth"] == found.theory.daleth
    assert said.json["verdict"] == "beats baseline"
    assert said.json["baseline"]["hits"] == 0
    assert said.json["seed"] == 1
    assert said.json["predicates"]["log2_weight"] == pytest.approx(-70.6597, abs=1e-3)
    assert said.json["predicates"]["log2_blind"] == pytest.approx(-64.016, abs=1e-2)
    assert sum(said.json["shares"]) >= found.groups.attempts


def test_what_is_not_said_is_that_of_the_paper():
    assert simulate("--trials", 5, "--json").json["settings"] == {
        "n": 100,
        "k": 10,
        "clusters": 10,
        "dims": 64,
        "big": 0.1,
        "every_class": False,
        "rho": 0.0,
        "holdout": None,
        "trials": 5,
    }
    assert simulate("--trials", 2, "--k", 5, "--json").json["settings"]["big"] == 0.2


def test_the_seed_decides():
    first = simulate("--trials", 10, "--seed", 3, "--json")
    assert simulate("--trials", 10, "--seed", 3, "--json").out == first.out
    assert simulate("--trials", 10, "--seed", 4, "--json").out != first.out


def test_switches():
    every = simulate("--every-class", "--trials", 20, "--json").json
    assert every["theory"] is None
    assert every["groups"]["attempts"] > 20
    blurred = simulate("--every-class", "--rho", "1/10", "--trials", 20, "--json").json
    assert blurred["groups_right"] < 0.2 < 0.8 < blurred["cells"]["rate"]
    assert any("Needless blur is no promise" in sentence for sentence in blurred["findings"])
    learned = simulate("--learn", 200, "--trials", 5, "--json").json
    assert any("200 rows that are not in the release" in sentence for sentence in learned["findings"])


def test_nothing_undone_is_null_and_not_a_number():
    said = simulate("--rho", 1, "--trials", 3, "--json").json
    assert (said["groups_right"], said["min_delta_d"], said["verdict"]) == (None, None, "premise fails")
    assert said["groups"]["interval"] is None
    assert simulate("--big", 0, "--trials", 2, "--json").json["predicates"]["log2_weight"] is None


def test_the_text_tells_theory_baseline_and_seed():
    said = simulate("--trials", 10)
    assert said.code == 0
    for part in ("k = 10, seed 1", "(theory: 0.389)", "without minimality: 0 of", "verdict: "):
        assert part in said.out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--k", 1), "k = 1 publishes every row as it is, so there is nothing to undo: k must be 2 or more."),
        (("--k", 101), "k must be at most the number of rows: 101 alike cannot be had of 100."),
        (("--n", 0), "Argument --n: '0' is not a whole number of at least 1. See 'kelt downcode --help'."),
        (("--big", 1.5), "big must lie in [0, 1], got 1.5."),
        (("--rho", -0.1), "rho must lie in [0, 1], got -0.1."),
        (("--rho", "nan"), "rho must lie in [0, 1], got nan."),
        (("--dims", 100_000), "n × dims must be at most 4,000,000 cells, got 10,000,000."),
        (("--clusters", 1001), "clusters must lie in [1, 1000], got 1001."),
        (
            ("a.csv", "b.csv"),
            "--simulate draws its tables: leave out ORIGINAL, RELEASE, --qi, --hierarchy, --id, --holdout, --suppressed, "
            "--suppressed-token.",
        ),
        (
            ("--suppressed-token", "*"),
            "--simulate draws its tables: leave out ORIGINAL, RELEASE, --qi, --hierarchy, --id, --holdout, --suppressed, "
            "--suppressed-token.",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(more, said):
    refused = simulate(*more)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == f"kelt: {said}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Give ORIGINAL and RELEASE, or --simulate."),
        (("a.csv",), "Give ORIGINAL and RELEASE, or --simulate."),
        (("--trials", 3, "a.csv", "b.csv"), "--trials is for --simulate, which is not given."),
        (("--every-class", "a.csv", "b.csv"), "--every-class is for --simulate, which is not given."),
        (("--rho", 0, "a.csv", "b.csv"), "--rho is for --simulate, which is not given."),
    ],
)
def test_options_of_the_other_use_are_refused(arguments, said):
    refused = kelt("downcode", *arguments)
    assert (refused.code, refused.out, refused.err) == (2, "", f"kelt: {said}\n")
