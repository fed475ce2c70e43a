"""What would not fit in memory or time is not measured, with the reason, and the rest goes on."""

from __future__ import annotations

import numpy as np
import pytest

from privacy_core import samples
from privacy_core.attacks import inference, linkability
from privacy_core.linkage import LinkageSettings, baselines, baselines_record, link

ONE, TWO = (samples.load(f"register-{which}").table.only(np.arange(300)) for which in (1, 2))


@pytest.mark.parametrize("limit", ["MOST_ONE_HOT_CELLS", "MOST_WORK"])
def test_agreement_of_columns_with_many_values_says_why_it_is_not_measured(monkeypatch, limit):
    found = link(
        ONE, TWO, LinkageSettings(("postcode",), ("diagnosis",)), id_column="person", random=np.random.default_rng(1)
    )
    monkeypatch.setattr(f"privacy_core.linkage.by_fields.{limit}", 1000)
    several = baselines(found, np.random.default_rng(1))
    unblocked = baselines_record(several)["fellegi_sunter"]
    assert unblocked["even_odds"] is unblocked["matched_control"] is None
    assert unblocked["reason"].startswith("Not measured: 90,000 pairs of records by ")
    assert unblocked["fields"]["surname"]["m"] > 0.5, "what teaches the model is counted all the same"
    assert several.distances.release is not None


def test_attackers_take_few_people_at_a_time_and_find_the_same(monkeypatch):
    shop, strangers = samples.load("touchpoints").table.only(np.arange(400)), samples.strangers(100)
    halves = ["age", "region"], ["visits", "minutes"]

    def both():
        joined = linkability(shop, shop, *halves, np.random.default_rng(1), strangers, 50, neighbours=3)
        guessed = inference(shop, shop, ["age", "minutes"], "interest", np.random.default_rng(1), strangers, 50)
        return joined.main, joined.control, guessed.main, guessed.control

    at_once = both()
    monkeypatch.setattr("privacy_core.attacks.nearness.PAIRS_AT_ONCE", 1)
    assert both() == at_once
