"""Every built-in table on the pages `undo` and `isolate`: each part answers, none fails."""

from __future__ import annotations

import pytest

from dashboard import server, words
from privacy_core import samples
from tests.dashboard.linkings import done
from tests.dashboard.matchings import choose
from tests.dashboard.visits import Visit

PARTS = {
    "undo": (words.UNDO_OWN,),
    "isolate": (words.ISOLATE_TABLE, words.ISOLATE_LISTS, words.ISOLATE_RARE),
}
"""Parts that look at the open table; the others draw their own."""

RETYPED = "does not generalize the original"
"""The register typed in again is no blurred release of the first: that is refused in words, and nothing else is."""


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


@pytest.mark.parametrize("offer", samples.OFFERS, ids=lambda offer: offer.name)
def test_every_sample_is_answered_for(offer: samples.Offer):
    visit = Visit().sample(offer.name)
    for page, parts in PARTS.items():
        visit.page(page)
        for part in parts:
            seen = done(choose(visit, f"{page} part", part))
            assert seen.answer
            assert all(RETYPED in said for said in seen.errors), (page, part, seen.errors)
    assert done(choose(visit, "isolate part", words.ISOLATE_TABLE)).figures
