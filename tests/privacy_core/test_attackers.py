"""Averages of every attacker: over rows, or over persons who count once, against counting them one by one."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from privacy_core import Attacker, Population, Roles, assess, from_frame


def expected_risk(f: int, p: float) -> float:
    """E[1/F | f] as Franconi & Polettini write it."""
    return p * quad(lambda w: w ** (f - 1) / (p + (1 - p) * w), 0, 1)[0]


@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.sampled_from("abc"), st.integers(0, 3), st.sampled_from([1.0, 3.0, 20.0])),
        min_size=1,
        max_size=20,
    )
)
def test_every_attacker_averages_over_persons_once_they_are_known(rows):
    """Each person counts once, by the largest of their risks; a household's members are its persons."""
    visits = pd.DataFrame(rows, columns=["who", "q", "home", "w"])
    table = from_frame(visits)
    roles = Roles(("q",), (), (), "who", "w", "home")
    found = assess(table, roles, population=Population(fraction=0.25)).risk
    assert [one.attacker for one in found.attackers] == list(Attacker)
    whom = visits.groupby("q")["who"].nunique()
    said = visits.groupby("q")["w"].mean() * whom
    each = pd.DataFrame({"prosecutor": 1 / whom, "journalist": 0.25 / whom})
    each["individual"] = [expected_risk(f, min(f / people, 1.0)) for f, people in zip(whom, said, strict=True)]
    for name in each:
        worst = visits["q"].map(each[name]).groupby(visits["who"]).max()
        one = getattr(found, name)
        assert (one.n_judged, one.noun) == (len(worst), "persons")
        assert one.average == pytest.approx(worst.mean(), rel=1e-6)
        assert f"{worst.sum():,.1f} of {len(worst):,} persons" in one.sentence
    spared = 1 - visits["q"].map(each["individual"]).groupby([visits["home"], visits["who"]]).max()
    homes = 1 - spared.groupby("home").prod()
    np.testing.assert_allclose(found.household.risk, homes, rtol=1e-6)
    persons = visits["home"].map(homes).groupby(visits["who"]).max()
    assert found.household.average == pytest.approx(persons.mean(), rel=1e-6)
    assert found.average == found.marketer == found.prosecutor.average


def test_visits_do_not_make_a_member_likelier_to_be_found():
    """Two persons look the same; one has three visits and a home of their own."""
    visits = from_frame(pd.DataFrame({"who": [1, 1, 1, 2], "q": list("aaaa"), "home": [1, 1, 1, 2]}))
    assert assess(visits, Roles(("q",), person="who", household="home")).risk.household.risk.tolist() == [0.5, 0.5]
    assert assess(visits, Roles(("q",), household="home")).risk.household.highest == pytest.approx(1 - 0.75**3)
