"""Which notions of privacy the result on downcoding covers.

Source: Cohen, Attacks on deidentification's defenses, USENIX Security 2022: every notion that becomes k-anonymity (or
something stronger) when all attributes are quasi-identifying. The reasons in words are ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Covered(StrEnum):
    """Whether the result says something about a notion."""

    YES = "covered"
    NO = "not covered"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Notion:
    """A notion of privacy and what the result says of it."""

    name: str
    covered: Covered
    why: str


_K = "With every attribute quasi-identifying it asks for k rows that look alike, as k-anonymity does."
_SECRETS = (
    "It is a rule about secrets among rows that look alike; with every attribute quasi-identifying k alike are left."
)
_SEVERAL = "It asks every one of several releases for rows that look alike, and for more."
_OPEN = "The paper leaves it open: it is not known to become k-anonymity when every attribute is quasi-identifying."

NOTIONS: tuple[Notion, ...] = (
    Notion("k-anonymity", Covered.YES, "The notion the result is proved for."),
    Notion("k^m-anonymity", Covered.YES, _K),
    Notion("(α, k)-anonymity", Covered.YES, _SECRETS),
    Notion("p-sensitive k-anonymity", Covered.YES, _SECRETS),
    Notion("(k, p, q, r)-anonymity", Covered.YES, _SECRETS),
    Notion("(ε, m)-anonymity", Covered.YES, _SECRETS),
    Notion("ℓ-diversity and its family", Covered.YES, _SECRETS),
    Notion("t-closeness", Covered.YES, _SECRETS),
    Notion("(n, t)-closeness", Covered.YES, _SECRETS),
    Notion("m-invariance", Covered.YES, _SEVERAL),
    Notion(
        "m-confidentiality",
        Covered.YES,
        "It was made against what minimality tells of secrets; that rows look alike is asked as before.",
    ),
    Notion("Anatomy", Covered.NO, "It publishes quasi-identifiers as they are, so there is no blur to undo."),
    Notion(
        "differential privacy",
        Covered.NO,
        "Its releases are drawn at random, and nothing asks that they be as fine as possible.",
    ),
    Notion("δ-presence", Covered.OPEN, _OPEN),
    Notion("ε-privacy", Covered.OPEN, _OPEN),
    Notion("skyline privacy", Covered.OPEN, _OPEN),
    Notion("(ρ1, ρ2)-privacy", Covered.OPEN, _OPEN),
    Notion("(c, k)-safety", Covered.OPEN, _OPEN),
    Notion("ρ-uncertainty", Covered.OPEN, _OPEN),
)
"""What the result says of each notion."""

NOT_BUILT = (
    "The paper has a second construction, in which every attribute of every row is recovered except with chance α. "
    "Its details are not at hand, so it is not built here."
)
"""What is missing from the demonstration."""

VERY_SMALL = (
    "The standard of HIPAA's expert determination is a risk that is very small. The makers of the EdX release found "
    "theirs low. Low is not very small."
)
"""Two words that are not the same; the comparison is Cohen's."""
