"""The stored curves: the first draws of every point made again, and what the curves show."""

from __future__ import annotations

import json

import pytest

from privacy_core import ParameterError
from privacy_core.attacks import Outcome
from privacy_core.attacks.downcoding import stored
from privacy_core.attacks.downcoding.stored import COMMAND, FILE, FIRST, SEED, SETTINGS, TRIALS, counted, from_record
from privacy_core.attacks.downcoding.storing import made

POINTS = [(name, at) for name, points in SETTINGS.items() for at in range(len(points))]


@pytest.mark.parametrize(("name", "at"), POINTS)
def test_the_first_draws_are_made_again(name, at):
    point = stored()[name].points[at]
    assert counted(SETTINGS[name][at], FIRST) == point.first
    assert (point.first.trials, point.trials.trials) == (FIRST, TRIALS)
    assert all(few <= many for few, many in zip(point.first.shares, point.trials.shares, strict=True))
    for few, many in ((point.first.groups, point.trials.groups), (point.first.daleth, point.trials.daleth)):
        assert few.hits <= many.hits
        assert few.attempts <= many.attempts


def test_the_file_says_how_it_was_made():
    said = json.loads(FILE.read_text(encoding="utf-8"))
    assert (said["command"], said["trials"], said["seed"]) == (COMMAND, TRIALS, SEED)
    assert {name: [point["at"] for point in points] for name, points in said["curves"].items()} == {
        name: [setting[0] for setting in points] for name, points in SETTINGS.items()
    }


def test_the_command_writes_what_is_read_again():
    said = json.loads(json.dumps(made(2, 1)))
    assert [*said] == [*json.loads(FILE.read_text(encoding="utf-8"))]
    for name, points in said["curves"].items():
        for setting, point in zip(SETTINGS[name], points, strict=True):
            assert from_record(setting, point["first"], SEED) == counted(setting, 1)
            assert point["all"]["trials"] == 2


def test_the_curves_are_those_of_the_theory():
    for name in ("dims", "k", "n"):
        for point in stored()[name].points:
            low, high = point.trials.daleth.interval
            slack = 0.05 if point.trials.settings.dims < 32 else 0.02
            assert low - slack <= point.trials.theory.daleth <= high + slack


def test_the_curves_show_what_is_said_of_them():
    every = {point.at: point.trials for point in stored()["dims, every class"].points}
    for dims, daleth, records, right in ((16, 0.686, 0.218, 0.874), (32, 0.826, 0.236, 0.96), (64, 0.892, 0.24, 0.991)):
        assert every[dims].daleth.rate == pytest.approx(daleth, abs=0.06)
        assert every[dims].records == pytest.approx(records, abs=0.02)
        assert every[dims].groups.rate == pytest.approx(right, abs=0.025)
    rho = {point.at: point.trials for point in stored()["rho, every class"].points}
    assert [rho[one].groups.rate > 0.05 for one in (0, 0.01, 0.02, 0.05, 0.1)] == [True] * 4 + [False]
    assert [rho[one].outcome for one in (0, 0.5, 1)] == [Outcome.BEATS, Outcome.NO_BETTER, Outcome.PREMISE_FAILS]
    rows = stored()["n"].points
    assert [point.trials.predicates for point in rows] == sorted(point.trials.predicates for point in rows)
    assert rows[-1].trials.daleth.rate > 0.95


def test_a_curve_that_is_not_stored():
    with pytest.raises(ParameterError, match=r"No stored curve 'depth'. Curves: dims; dims, every class; k"):
        stored()["depth"]
