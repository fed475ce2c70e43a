"""The whole chain from two tables: the identities every linkage keeps, degenerate tables, and what is said of them."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import ParameterError, PrivacyError, RoleError, UnknownColumn, from_frame
from privacy_core.linkage import (
    LinkageSettings,
    Null,
    PartialLink,
    findings,
    link,
    masked_maxima,
    parse_level,
    record,
    sentence,
    sweep_components,
    truth_by_position,
)
from privacy_core.progress import Stopped
from tests.privacy_core.linkage.test_attribution import mixed, noisy

SEEDS = st.integers(0, 10_000)
KNOWN = ("age", "city")


def run(source, target, known=KNOWN, *, seed=1, id_column="id", holdout=None, progress=None, **asked):
    more = {} if progress is None else {"progress": progress}
    return link(
        from_frame(source),
        from_frame(target),
        LinkageSettings(known, **asked),
        id_column=id_column,
        holdout=None if holdout is None else from_frame(holdout),
        random=np.random.default_rng(seed),
        **more,
    )


def same(one, two, exactly=False):
    if exactly:
        assert (one.maxima.best == two.maxima.best).all()
        assert (one.surface.linked == two.surface.linked).all()
        assert (one.calibration.tau == two.calibration.tau).all()
    assert one.maxima.best == pytest.approx(two.maxima.best, abs=1e-6)


@settings(max_examples=15)
@given(SEEDS, st.sampled_from([2, 3, None]))
def test_a_release_that_is_the_source_links_everybody(seed, components):
    frame = mixed(seed)
    found = run(frame, frame, components=components)
    directed = 1 - found.undirected[0] / found.n
    assert found.surface.rate[:, 1:] == pytest.approx(directed)
    assert found.structural_recall.tolist() == [1, 1, 1]
    if components is None:
        assert found.top_one.accuracy[:, 90] == pytest.approx(1)


@settings(max_examples=15)
@given(SEEDS)
def test_the_order_of_rows_and_columns_changes_nothing(seed):
    frame = mixed(seed)
    other, draw = noisy(frame, seed), np.random.default_rng(seed)
    p, q = draw.permutation(len(frame)), draw.permutation(len(frame))
    columns = draw.permutation(frame.columns)
    found = run(frame, other)
    moved = run(frame.iloc[p][columns], other.iloc[q])
    assert moved.maxima.best == pytest.approx(found.maxima.best[p], abs=1e-6)
    assert moved.calibration.tau == pytest.approx(found.calibration.tau, abs=1e-6)
    assert moved.top_one.accuracy == pytest.approx(found.top_one.accuracy)


@settings(max_examples=10)
@given(SEEDS)
def test_the_shuffled_release_does_not_see_the_order_of_rows(seed):
    frame = mixed(seed)
    other, draw = noisy(frame, seed), np.random.default_rng(seed)
    p, q = draw.permutation(len(frame)), draw.permutation(len(frame))
    found, moved = run(frame, other, id_column=None), run(frame.iloc[p], other.iloc[q], id_column=None)
    assert found.calibration.null is Null.PERMUTATION
    assert moved.calibration.maxima[:, 1:] == pytest.approx(found.calibration.maxima[p][:, 1:], abs=1e-6)


@settings(max_examples=10)
@given(SEEDS, st.floats(0.1, 50), st.floats(-100, 100))
def test_another_unit_in_both_tables_changes_nothing_and_in_one_it_does(seed, a, b):
    frame = mixed(seed)
    other = noisy(frame, seed)
    found = run(frame, other)
    both = run(*(one.assign(visits=one.visits * a + b) for one in (frame, other)))
    assert both.maxima.best == pytest.approx(found.maxima.best, abs=1e-6)
    alone = run(frame, other.assign(visits=other.visits * 7 + 1000))
    assert np.abs(alone.surface.rate - found.surface.rate).max() > 0.05


def test_all_components_are_no_projection():
    frame = mixed(2)
    other = noisy(frame, 2)
    found = run(frame, other, components=99)
    one, two = found.encoded.vectors
    mean = np.vstack([one, two]).mean(0)
    rows = [side - mean for side in (one, two)]
    unit = [side / np.linalg.norm(side, axis=1, keepdims=True) for side in rows]
    slow = masked_maxima(*unit, *found.blocks.of)
    finite = np.isfinite(slow.best)
    assert found.maxima.best[finite] == pytest.approx(slow.best[finite], abs=7e-7)
    assert found.projected.components == found.projected.rank


def test_one_component_knows_two_directions_only():
    frame = mixed(3)
    found = run(frame, noisy(frame, 3), components=1)
    assert np.ptp(found.surface.rate[:, 1:], axis=1).tolist() == [0, 0, 0]
    assert any("One component" in one for one in found.notes)


def test_ignored_columns_and_truth_are_inert():
    frame = mixed(4).assign(secret=np.arange(80) % 3)
    other = noisy(frame, 4)
    found = run(frame, other, ignored=("secret",))
    for changed in (
        other.assign(secret=7),
        other.assign(secret=other.secret.to_numpy()[::-1]),
        other.drop(columns="secret"),
    ):
        same(found, run(frame, changed, ignored=("secret",)), exactly=True)
    strangers = mixed(5)
    known = run(frame, other, ignored=("secret",), holdout=strangers)
    blind = run(frame, other, ignored=("secret", "id"), holdout=strangers, id_column=None)
    same(known, blind, exactly=True)
    assert blind.attribution.features == known.attribution.features
    assert (blind.top_one, blind.structural_recall, blind.ties, blind.missed) == (None, None, None, None)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_same_seed_finds_the_same(workers):
    frame = mixed(6)
    one, two = (
        run(frame, noisy(frame, 6), id_column=None, ignored=("id",)),
        run(frame, noisy(frame, 6), id_column=None, ignored=("id",), workers=workers),
    )
    same(one, two, exactly=True)
    assert (one.calibration.maxima == two.calibration.maxima).all()


def test_who_the_controls_are():
    frame = mixed(7)
    other = noisy(frame, 7)
    assert run(frame, other).calibration.null is Null.NON_MATCH
    assert run(frame, other, id_column=None, ignored=("id",)).calibration.null is Null.PERMUTATION
    held = run(frame, other, holdout=mixed(8, 33))
    assert (held.calibration.null, held.calibration.n) == (Null.HOLDOUT, 33)
    assert "not in the release" in " ".join(findings(held))


def test_the_worked_projection():
    one, two = (pd.DataFrame({"a": [a, 0.0], "b": [0.0, b]}) for a, b in ((2.0, 1.0), (-2.0, -1.0)))
    for components, missing in ((2, 0), (1, 1)):
        from privacy_core.linkage import given as encoded
        from privacy_core.linkage import nested_maxima, project, surface

        placed = project(encoded([one.to_numpy(), two.to_numpy()], ["a", "b"]), components)
        rows = [placed.directions(side).exact for side in (0, 1)]
        rate = surface(nested_maxima(*rows, [[0, 0]], [[0, 0]]), [0, 0.01, 0.5, 1]).rate[0]
        assert [int(side.sum()) for side in placed.undirected] == [missing, missing]
        assert rate.tolist() == [1, 0, 0, 0]


def test_columns_that_never_vary_leave_nothing_to_link_by():
    frame = pd.DataFrame({"age": [1, 1, 1], "city": ["a", "a", "a"]})
    found = run(frame, frame, id_column=None)
    assert found.surface.rate[:, 0].tolist() == [1, 1, 1]
    assert found.surface.rate[:, 1:].max() == 0
    assert found.undirected == (3, 3)
    assert found.attribution.features is None
    assert any("no information" in one for one in found.notes)


def test_a_block_without_a_release_stays_in_the_denominator():
    one, two = mixed(9), mixed(9)
    two = two[two.city != "a"]
    found = run(one, two, levels=(parse_level("city", one.columns), parse_level("", one.columns)))
    gone = (one.city == "a").mean()
    assert found.surface.coverage[0] == pytest.approx(1 - gone)
    assert found.surface.rate_at(0, -1) == pytest.approx(1 - gone)
    assert any("share a block with no record" in one for one in findings(found))


@pytest.mark.parametrize("rows", [1, 2])
def test_one_row_works(rows):
    frame = mixed(10, 40)
    for one, two in ((frame[:rows], frame), (frame, frame[:rows]), (frame[:1], frame[1:2])):
        json.dumps(record(run(one, two)), allow_nan=False)


def test_levels_that_are_not_nested_are_refused_or_make_no_promise():
    frame = mixed(11)
    levels = tuple(parse_level(text, frame.columns) for text in ("age/5", "age/7"))
    with pytest.raises(PrivacyError, match="not nested"):
        run(frame, noisy(frame, 11), levels=levels)
    found = run(frame, noisy(frame, 11), levels=levels, insist=False)
    assert not found.blocks.nested
    slow = masked_maxima(*(found.projected.directions(side).exact for side in (0, 1)), *found.blocks.of)
    finite = np.isfinite(slow.best)
    assert found.maxima.best[finite] == pytest.approx(slow.best[finite], abs=2e-7)


def test_ids_and_pairs_that_fit_no_table_are_refused():
    frame = mixed(12)
    with pytest.raises(RoleError, match="id column 'id' is not a column of the release"):
        run(frame, frame.drop(columns="id"))
    with pytest.raises(RoleError, match="79 and 79 rows"):
        link(
            from_frame(frame),
            from_frame(frame),
            LinkageSettings(KNOWN),
            truth=truth_by_position(79),
            random=np.random.default_rng(1),
        )
    with pytest.raises((RoleError, UnknownColumn)):
        run(frame, frame, known=("agee",))


@pytest.mark.parametrize(
    "wrong", [{"alpha": 0}, {"alpha": 1}, {"tau": (2.0,)}, {"tau": ()}, {"weight": 0}, {"components": 0}]
)
def test_settings_out_of_range_are_refused(wrong):
    with pytest.raises(ParameterError):
        run(mixed(1), mixed(1), **wrong)


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
