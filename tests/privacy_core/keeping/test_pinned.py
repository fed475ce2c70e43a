"""A pinned setting is kept with all it promises, and every change of it is said."""

from __future__ import annotations

import pytest

from privacy_core import Blur, ParameterError, Setting, Study, Thresholds, as_toml, diff, from_toml

PIN = Setting(Thresholds(k=5, t=1 / 12), 0.02, (("age", 1),), "full-domain", "hierarchical")


def study(*pins: Setting, **blur) -> Study:
    return Study(blur=Blur(pinned=pins, **blur))


def test_the_ground_distance_and_the_weight_travel():
    kept = study(PIN, Setting(Thresholds(k=2), method="coding", parameters=(("ends", 5.0),)), gs=0.25)
    assert from_toml(as_toml(kept).encode()) == kept


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (Setting(PIN.thresholds, 0.02, PIN.levels, ground="equal"), "pinned setting 1 ground: hierarchical → equal"),
        (Setting(PIN.thresholds, 0.1, PIN.levels, ground="hierarchical"), "pinned setting 1 suppression: 0.02 → 0.1"),
        (
            Setting(Thresholds(k=5, t=0.5), 0.02, PIN.levels, ground="hierarchical"),
            "pinned setting 1 t: 0.0833333 → 0.5",
        ),
        (
            Setting(PIN.thresholds, 0.02, (), "mondrian", "hierarchical"),
            "pinned setting 1 method: full-domain → mondrian",
        ),
        (Setting(PIN.thresholds, 0.02, (("age", 2),), ground="hierarchical"), "pinned setting 1: other levels"),
    ],
)
def test_every_change_of_a_pinned_setting_is_said(after, said):
    assert said in diff(study(PIN), study(after))


def test_settings_that_come_and_go_are_counted():
    assert diff(study(PIN), study(PIN, PIN)) == ["pinned settings: 1 → 2"]
    assert diff(study(gs=0.5), study(gs=0.1)) == ["blur gs: 0.5 → 0.1"]


def test_a_weight_out_of_its_range_is_refused():
    with pytest.raises(ParameterError, match="gs"):
        Blur(gs=1.5)
