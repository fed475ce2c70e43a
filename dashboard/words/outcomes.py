"""How the outcome of an attack is said: one of four words, its counts, the blind attacker beside it."""

from __future__ import annotations

from dashboard.words.phrases import beyond, chosen
from privacy_core import attacks, of_100, one_in, share

TINY = 1e-12
"""A chance below which no number helps."""
OUTCOME_HELP = (
    "Premise fails: what the attack rests on does not hold here. No better than baseline: an attacker who sees nothing does as well. "
    "Beats baseline: by more than the intervals allow. Not measured: nobody tried, or there was nobody to compare with. None of the four says that another attack would fail."
)
BADGES = {
    attacks.Outcome.BEATS: beyond("◆ **beats baseline**"),
    attacks.Outcome.NO_BETTER: chosen("● **no better than baseline**"),
    attacks.Outcome.PREMISE_FAILS: "○ **premise fails**",
    attacks.Outcome.NOT_MEASURED: "○ **not measured**",
}

LEGAL_WAITS = "Of these made-up tables: how often rows can be singled out, within which 95 % interval, and how often by a blind attacker, is not measured here. What is measured is technical evidence for an assessment under recital 26, not a legal conclusion."
COUNTED_ONLY = f"Counted, not tried beside luck: {BADGES[attacks.Outcome.NOT_MEASURED]}; *Rare descriptions* does that. Technical evidence for an assessment under recital 26, not a legal conclusion."
"""Of what is counted and not tried."""


def badge(found: attacks.Outcome) -> str:
    """The outcome with its sign and, where it crosses or keeps the line, its colour."""
    return BADGES[found]


def chance(part: float) -> str:
    """A chance as a natural frequency, however small."""
    if part <= 0:
        return "never"
    if part < TINY:
        return "below 1 in a trillion"
    if part < 1e-7:
        large, name = (1e9, "billion") if part < 1e-9 else (1e6, "million")
        return f"1 in {1 / (part * large):,.0f} {name}"
    return one_in(part) if part < 0.01 else share(part)


def found_in(counts: attacks.Counts) -> str:
    """Hits of all tries, as they were counted."""
    return f"{counts.hits:,} of {counts.attempts:,}" if counts.hits else f"none found in {counts.attempts:,}"


def found_in_short(counts: attacks.Counts) -> str:
    """The same where there is little room."""
    return found_in(counts) if counts.hits else f"none in {counts.attempts:,}"


def legal(one: attacks.singling_out.Demonstration | None) -> str:
    """What drawn tables may be called in an assessment; as long a line while nothing is tried, so that nothing jumps."""
    return LEGAL_WAITS if one is None else f"Of these made-up tables: {one.legal_line}"


def interval(counts: attacks.Counts) -> str:
    """Where the rate may lie."""
    if counts.interval is None:
        return "nobody tried"
    low, high = counts.interval
    return f"{100 * low:.1f} to {100 * high:.1f} of 100"


def rate(counts: attacks.Counts) -> str:
    """Hits as a natural frequency, to be read aloud."""
    return of_100(counts.hits, counts.attempts)


def seeded(trials: int, seed: int | None) -> str:
    """Where the chance comes from."""
    return f"{trials:,} tries, seed {seed} · Wilson intervals at 95 %"


def power(log2_weight: float | None) -> str:
    """A weight as a power of two."""
    return "no weight" if log2_weight is None else f"1 in 2{raised(round(-log2_weight))}"


def raised(n: int) -> str:
    """A whole number as an exponent."""
    return str(n).translate(str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))
