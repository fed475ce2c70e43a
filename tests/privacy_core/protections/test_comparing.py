"""Nineteen protections against one attacker: protection shows, and luck stays luck."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import Roles, from_frame, read_hierarchy, samples
from privacy_core.linkage import Fit
from privacy_core.linkage.calibration import Null
from privacy_core.linkage.settings import LinkageSettings
from privacy_core.progress import Stopped
from privacy_core.protections import GRID, Family, Original, Protection, sweep
from privacy_core.protections.comparing import _drift

SHOP = samples.load("touchpoints")
FEW = SHOP.table.only(np.arange(1500))
ASKED = LinkageSettings(SHOP.roles.quasi_identifiers, ("interest", "person"), fit=Fit.SOURCE)


@pytest.fixture(scope="module")
def outcomes():
    strangers = samples.strangers(500)
    found = sweep(Original(FEW, SHOP.roles, np.random.default_rng(1)), ASKED, strangers)
    return {one.protection.name: one for one in found}


def test_every_configuration_is_matched_against_the_same_strangers(outcomes):
    assert len(outcomes) == 19
    for one in outcomes.values():
        assert one.reason is None
        assert one.risk.calibration.null is Null.HOLDOUT
        assert one.risk.calibration.control_at.max() <= 0.05


def test_what_is_published_as_it_is_links_and_synthetic_rows_link_as_luck_does(outcomes):
    rates = {name: one.risk.calibration.rate[-1] for name, one in outcomes.items()}
    assert rates["as it is"] == 1
    assert rates["synthetic rows"] < 0.12
    assert rates["k = 20"] > 0.9, "k-anonymity on the known columns leaves what people do"
    noise = [rates[one.name] for one in GRID if one.family.value == "noise"]
    assert noise == sorted(noise, reverse=True)
    assert noise[-1] < noise[0] / 2


def test_what_a_protection_costs_is_told_beside(outcomes):
    assert outcomes["as it is"].unchanged == 1
    assert outcomes["as it is"].drift == pytest.approx(0)
    assert 0 < outcomes["k = 20"].unchanged < 1
    assert outcomes["synthetic rows"].unchanged is None
    assert outcomes["noise 1 sd"].drift > outcomes["noise 0.1 sd"].drift


def test_a_protection_that_does_not_exist_for_a_table_gives_its_reason_and_the_others_go_on():
    words = SHOP.table.only(np.arange(50))
    words = type(words)({n: words[n] for n in ("gender", "region", "device", "basket")}, 50, words.suppressed)
    asked = LinkageSettings(("gender", "region"))
    found = list(sweep(Original(words, Roles(("gender", "region")), np.random.default_rng(1)), asked))
    refused = {one.protection.family.value for one in found if one.risk is None}
    assert refused == {"noise", "microaggregation"}
    assert all("numbers" in one.reason for one in found if one.risk is None)


def test_it_streams_and_can_be_stopped():
    calls = []

    def stop(share, doing):
        calls.append(share)
        return share < 0.1

    running, done = sweep(Original(FEW, SHOP.roles, np.random.default_rng(1), progress=stop), ASKED), []
    with pytest.raises(Stopped):
        done.extend(one.protection.name for one in running)
    assert done == ["as it is", "k = 2"]
    assert calls == sorted(calls)


def test_the_same_chance_gives_the_same_outcomes_whatever_the_order_of_rows():
    mixed = FEW.only(np.random.default_rng(3).permutation(FEW.n_rows))
    some = [one for one in GRID if one.family.value in ("noise", "swapping")][:3]
    rates = [
        [
            one.risk.surface.rate.tolist()
            for one in sweep(Original(held, SHOP.roles, np.random.default_rng(7)), ASKED, samples.strangers(99), some)
        ]
        for held in (FEW, mixed)
    ]
    assert np.allclose(*rates, atol=1e-12)


def test_labels_of_a_given_hierarchy_are_read_where_the_release_holds_them():
    region = FEW["region"]
    half = {label: "north" if place % 2 else "south" for place, label in enumerate(region.labels)}
    content = "\n".join(f"{label};{group};*" for label, group in half.items()).encode()
    trees = {"region": read_hierarchy(content, "region")}
    original = Original(FEW, SHOP.roles, np.random.default_rng(1), trees)
    found = next(iter(sweep(original, ASKED, protections=[Protection("k = 5", Family.K_ANONYMITY, 5, grouped)])))
    assert found.reason is None
    assert found.risk.missed.structural[0] == 1, "who is blurred to a group stays with that group"


def grouped(original: Original):
    """The same people, their region written as a group."""
    tree, region = original.hierarchies["region"], original.table["region"]
    up = dict(zip(tree.labels[0], (tree.labels[1][at] for at in tree.maps[1]), strict=True))
    frame = pd.DataFrame({"region": [up[label] for label in region.texts(np.arange(FEW.n_rows))]})
    return original.table.with_column(from_frame(frame)["region"])


def test_correlations_of_no_complete_row_are_not_measured():
    frame = pd.DataFrame({"age": [20.0, 30, 40], "visits": [1.0, 5, 2]})
    torn = frame.assign(age=[20.0, None, None], visits=[None, 5.0, 2])
    assert _drift(from_frame(frame), from_frame(torn), ["age", "visits"]) is None
    assert _drift(from_frame(frame), from_frame(frame), ["age", "visits"]) == 0
