"""Sentences of the page `match` that move with the cut: four numbers, why lenient cuts mean nothing, the notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.words.match import ABOUT, HEADS, LENIENT_TAU, noun, sorting
from dashboard.words.phrases import plain
from privacy_core import attacks, of_100, share

if TYPE_CHECKING:
    from dashboard.compute.matched import At, Match
    from dashboard.matching import Seen


def of_hundred(count: int, total: int) -> str:
    """A number of 100 for a metric; nothing is none, less than one is said as 1 in N."""
    said = of_100(count, total) if total > 100 else share(count / max(total, 1))
    if not count:
        return "none"
    return "100" if count == total else said.removesuffix(" of 100")


def _interval(hits: int, attempts: int) -> str:
    found = f"{hits:,} of {attempts:,}" if hits else f"none found in {attempts:,}"
    interval = attacks.Counts(hits, attempts).interval
    if interval is None:
        return f"{found}."
    low, high = interval
    return f"{found}; with 95 % confidence {100 * low:.1f} to {100 * high:.1f} of 100."


def match_metrics(found: Match, at: At) -> list[tuple[str, str, str]]:
    """Members, luck, right, and what is more than luck."""
    above = round(100 * (at.rate - at.luck))
    formal = "not applicable: all link by luck" if at.excess is None else f"{max(at.excess, 0):.3f}"
    return [
        ("Members link", of_hundred(at.linked, at.n), f"Linkage rate R(λ, τ): {_interval(at.linked, at.n)} A link says that someone is alike, not that it is the right person."),
        (HEADS[found.null], of_hundred(at.lucky, at.controls), f"{ABOUT[found.null]} {_interval(at.lucky, at.controls)}"),
        ("Links right", right_value(at), _right_help(found, at)),
        ("More than luck", "none" if at.says_nothing or above < 1 else f"{above}", f"Members minus {noun(found)}, of 100. The formal excess (LR − LR₀)/(1 − LR₀) is {formal}."),
    ]  # fmt: skip


def right_value(at: At) -> str:
    """Of 100 links, those that find the right person."""
    if at.precision is None:
        return "not known" if at.accuracy is None else "no link"
    said = share(at.precision)
    return "none" if at.precision < 1e-9 else said.removesuffix(" of 100")


def _right_help(found: Match, at: At) -> str:
    if at.accuracy is None:
        return "Not applicable: nobody said which records are one person."
    top = found.risk.top_one
    return f"Of 100 links, those whose best match is the right person (top-1 precision); equals share the credit. Of {top.known:,} members with a known match {share(at.accuracy)} link and find the right one (accuracy)."


def lenient(found: Match, at: At) -> str:
    """Why lenient cuts mean nothing, with computed numbers."""
    who, where = noun(found), plain(sorting(found, at.level))
    if at.says_nothing:
        return f"At your cut {share(at.rate)} members link and {share(at.luck)} {who} do too: **the rate means nothing.** Move τ to the right."
    last = len(found.levels) - 1
    easy = found.at(last, LENIENT_TAU)
    if easy.says_nothing:
        return f"Moving τ slides the cut through all slices. Lenient cuts mean nothing: at τ = {LENIENT_TAU} without sorting, {share(easy.luck)} {who} link too."
    line = found.dull[at.level]
    if line is not None:
        return f"Moving τ slides the cut through all slices. Up to τ = {line:.2f}, sorted by {where}, {who} link as often: such cuts mean nothing."
    return f"Moving τ slides the cut through all slices. At τ = {LENIENT_TAU}, least sorted, {share(easy.luck)} {who} link."


def calibrated(found: Match, at: At) -> str:
    """Where few controls link."""
    tau = float(found.risk.calibration.tau[at.level])
    alpha = found.risk.settings.alpha
    if tau <= 0:
        return f"However low τ is, at most {share(alpha)} {noun(found)} link in this sorting."
    if tau > 1 + 1e-6:
        return f"No τ lets at most {share(alpha)} {noun(found)} link here."
    return f"At most {share(alpha)} {noun(found)} link from τ = {tau:.3f} on (calibrated for this sorting)."


def match_notes(seen: Seen, at: At | None) -> tuple[str, str, str]:
    """What the number means, does not mean, and what comes next."""
    found = seen.found
    first = "A link counts when the attacker finds **someone** alike."
    other = "This attacker holds the whole open table; one who holds other facts may link more, or less."
    third = "Blur what makes people alike, or publish fewer columns. Then match again."
    if found is None or at is None:
        return (
            f"{first} Others who link as well show how often that is luck.",
            f"*Linked* is not *identified*. {other}",
            third,
        )
    split = found.risk.attribution
    about = f"{noun(found).capitalize()} show how often that is luck."
    if split.other_share is not None:
        about = f"{noun(found).capitalize()} show how often that is luck; **{share(split.other_share) if 0 <= split.other_share <= 1 else 'most'}** parts of what makes pairs alike come from columns nobody calls known."
    wrong = "*Linked* is not *identified*."
    if at.precision is not None and at.precision < 1 - 1e-9:
        wrong = f"*Linked* is not *identified*: {share(1 - at.precision)} links point to the wrong person."
    if split.features:
        name, part = max(split.features.items(), key=lambda one: one[1])
        third = f"**{plain(name)}** alone makes up {share(min(max(part, 0.0), 1.0))} parts of the likeness: blur it or leave it out. Then match again."
    return f"{first} {about}", f"{wrong} {other}", third
