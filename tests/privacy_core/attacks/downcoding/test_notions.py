"""The table of notions holds every notion once, under the right word."""

from __future__ import annotations

from privacy_core.attacks.downcoding import NOT_BUILT, NOTIONS, Covered


def named(covered: Covered) -> set[str]:
    return {notion.name for notion in NOTIONS if notion.covered is covered}


def test_every_notion_is_there_once():
    assert len({notion.name for notion in NOTIONS}) == len(NOTIONS)
    assert named(Covered.YES) == {
        "k-anonymity",
        "k^m-anonymity",
        "(α, k)-anonymity",
        "p-sensitive k-anonymity",
        "(k, p, q, r)-anonymity",
        "(ε, m)-anonymity",
        "ℓ-diversity and its family",
        "t-closeness",
        "(n, t)-closeness",
        "m-invariance",
        "m-confidentiality",
    }
    assert named(Covered.NO) == {"Anatomy", "differential privacy"}
    assert named(Covered.OPEN) == {
        "δ-presence",
        "ε-privacy",
        "skyline privacy",
        "(ρ1, ρ2)-privacy",
        "(c, k)-safety",
        "ρ-uncertainty",
    }
    assert all(notion.why.endswith(".") for notion in NOTIONS)
    assert "not built" in NOT_BUILT
