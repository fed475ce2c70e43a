"""Any k of the page is a look-up, however few of them memory allows: what lies beyond is measured again."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from dashboard import compute, server
from privacy_core.anonymizers.lattice import lattice
from tests.dashboard.blurs import chart, clinic, done


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def seen_at(visit, k):
    """Which marks keep the promise, and the crowd each reaches."""
    done(visit.type_in("blur k", k))
    assert not visit.errors
    return {row["id"]: (row["keeps"], row["crowd"], row["cost"]) for row in chart(visit)["ways"]}, visit.answer


@pytest.mark.parametrize("span", [0, 1, 4])
def test_a_lattice_cut_for_memory_shows_what_a_whole_one_does(monkeypatch, span):
    several = (2, 7, 30, 6, 101)
    whole = clinic()
    expected = [seen_at(whole, k) for k in several]
    widest = lattice.widest_span
    monkeypatch.setattr(lattice, "widest_span", lambda *given: min(span, widest(*given)))
    cut = clinic()
    for k, (marks, answer) in zip(several, expected, strict=True):
        found, said = seen_at(cut, k)
        assert said == answer
        assert {way: keeps for way, (keeps, *_) in found.items()} == {way: keeps for way, (keeps, *_) in marks.items()}
        assert {way: mark[1:] for way, mark in found.items() if mark[0]} == {
            way: mark[1:] for way, mark in marks.items() if mark[0]
        }


@pytest.mark.parametrize("k", [*range(95, 130), 149, 150, 151, 174, 175, 176, 10**6])
def test_every_k_lies_where_the_whole_span_is_measured(k):
    start = compute.middle(SimpleNamespace(k=k))
    floor = 1 if start <= lattice.SPAN else start - lattice.SPAN // 2
    assert floor <= k <= floor + lattice.SPAN
