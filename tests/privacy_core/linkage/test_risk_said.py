"""What is said of a linkage: its record, its sentences, what a stop keeps, what is drawn again."""

from __future__ import annotations

import json

import numpy as np
import pytest

from privacy_core import from_frame
from privacy_core.linkage import (
    LinkageSettings,
    PartialLink,
    findings,
    link,
    nobody,
    record,
    sentence,
    sweep_components,
)
from privacy_core.progress import Stopped
from tests.privacy_core.linkage.linked_frames import KNOWN, run
from tests.privacy_core.linkage.test_attribution import mixed, noisy


def test_rows_without_a_known_match_are_in_no_precision():
    frame = mixed(13)
    other = noisy(frame, 13)[:50].assign(id=np.arange(50) + 30)
    found = run(frame, other)
    assert found.top_one.known == 50
    assert found.truth.known.sum() == 50
    assert any("known for 50 of 80" in one for one in findings(found))


def test_the_record_is_plain_numbers_and_says_why_one_is_not_there():
    frame = mixed(14)
    found = run(frame, noisy(frame, 14), id_column=None, ignored=("id",))
    written = json.loads(json.dumps(record(found), allow_nan=False))
    assert written["levels"][0]["top1_precision"] is None
    assert "nobody said" in written["levels"][0]["reasons"]["top1"]
    assert [len(level["rate"]) for level in written["levels"]] == [101] * 3
    assert written["levels"][-1]["name"] == ""
    assert written["levels"][-1]["control"][0] == 1
    assert written["levels"][-1]["excess"][0] is None
    assert written["levels"][-1]["reasons"]["excess"]
    judged = found.calibration
    for at, level in enumerate(written["levels"]):
        assert level["rate_calibrated"] == found.surface.rate_at(at, judged.tau[at])


def test_where_luck_links_as_often_it_is_said_that_the_rate_means_nothing():
    frame = mixed(15, 400)
    told = " ".join(findings(run(frame, noisy(frame, 15))))
    assert "there the rate means nothing" in told
    assert "not that it is the right one" in told
    for value in ("abcd", "nan", "None"):
        assert value not in told


def test_sentences_for_every_end():
    frame = mixed(16, 300)
    assert "find the right one" in sentence(run(frame, noisy(frame, 16, 0.05)))
    assert "was not measured" in sentence(run(frame, noisy(frame, 16, 0.05), id_column=None, ignored=("id",)))
    assert "too few" in sentence(run(frame[:9], frame[:9]))
    apart = mixed(17, 300).assign(id=frame.id + 1000)
    assert "shows nothing" in sentence(run(frame, apart, holdout=frame.assign(id=0)))


def test_the_bound_rises_while_levels_are_done_and_is_kept_when_stopped():
    frame, said = mixed(18), []

    def watch(share, doing):
        said.append((share, doing))
        return "level 3" not in doing

    with pytest.raises(PartialLink) as stopped:
        run(frame, noisy(frame, 18), progress=watch)
    whole = run(frame, noisy(frame, 18))
    kept = stopped.value
    assert kept.done == 2
    assert kept.surface.lower_bound
    assert (kept.surface.linked <= whole.surface.linked).all()
    assert (kept.surface.linked[:2] == whole.surface.linked[:2]).all()
    assert any("at least" in doing for _, doing in said)
    assert [share for share, _ in said] == sorted(share for share, _ in said)


def test_stopping_before_the_first_level_is_only_stopping():
    frame = mixed(18)
    with pytest.raises(Stopped):
        run(frame, frame, progress=lambda share, _: share < 0.05)


def test_fewer_components_raise_the_rate_at_a_threshold_and_are_all_told():
    frame = mixed(19, 200)
    found = run(frame, noisy(frame, 19))
    steps = sweep_components(found, 0, (2, 4, 8))
    assert [step.components for step in steps] == sorted({2, 4, 8, found.projected.components})
    own = next(step for step in steps if step.components == found.projected.components)
    assert own.rate == pytest.approx(found.calibration.rate[0])
    assert own.accuracy == pytest.approx(found.top_one.at(0, own.tau)[1])
    assert all(0 <= step.control <= 0.05 for step in steps)


def test_what_is_drawn_again_is_the_same():
    frame = mixed(20, 200)
    found = run(frame, noisy(frame, 20))
    one, two = found.distributions(1), found.distributions(1)
    assert (one.non_match == two.non_match).all()
    assert one.match.sum() + one.split == 200
    assert one.pairwise_tau < found.calibration.tau[1]


def test_without_a_control_the_record_says_that_luck_is_undefined():
    frame = mixed(21)
    asked = LinkageSettings(KNOWN), nobody(tuple(frame.columns)), np.random.default_rng(1)
    one, two = from_frame(frame), from_frame(noisy(frame, 21))
    found = link(one, two, asked[0], id_column="id", holdout=asked[1], random=asked[2])
    written = json.loads(json.dumps(record(found), allow_nan=False))
    for level in written["levels"]:
        assert level["control_calibrated"] is level["excess_calibrated"] is None
        assert {*level["control"], *level["excess"]} == {None}
        assert level["reasons"]["control"] == level["reasons"]["excess"]
        assert "luck" in level["reasons"]["control"]
