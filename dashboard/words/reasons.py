"""Why a way breaks a promise, why a row is left out, what a search found where there is no map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dashboard.words.counting import of_whom
from dashboard.words.giveaway import value
from dashboard.words.phrases import beyond, chosen, counted, fitting, numeral, parts, plain
from privacy_core import Better, Measurement, Study, anonymizers

if TYPE_CHECKING:
    from dashboard.compute import Asked, Failure, Searched


def why_not(found: Failure, study: Study) -> str:
    """Which promise a way breaks, in how many crowds, by how much in the worst, and what it would leave out."""
    symbol, at = MODEL_SYMBOLS.get(found.model, found.model), f"{found.threshold:g}"
    about = f" for {plain(found.sensitive)}" if found.sensitive else ""
    sign = "at least" if found.better_high else "at most"
    over, broken_by = found.left_out - found.limit, "break" if found.rows != 1 else "breaks"
    return (
        f"Not this way: {of_whom(found.rows, study)} in {counted(found.crowds, 'crowd')} {broken_by} {symbol} {sign} {at}{about}; the worst crowd, "
        f"of {found.size:,}, has {value(found.worst)}. It would leave out {found.left_out:,}, {over:,} more than the {found.limit:,} allowed."
    )


MODEL_SYMBOLS = {
    "k-anonymity": "k",
    "distinct-l": "ℓ",
    "entropy-l": "entropy ℓ",
    "t-closeness": "t",
    "basic-beta": "β",
    "enhanced-beta": "enhanced β",
    "delta-disclosure": "δ-disclosure",
}
THINGS = {
    "k-anonymity": "crowd",
    "distinct-l": "different {secret}",
    "entropy-l": "effective {secret}",
    "t-closeness": "distance of {secret}",
    "basic-beta": "gain of {secret}",
    "enhanced-beta": "gain of {secret}",
    "delta-disclosure": "change of {secret}",
}


def broken(found: Sequence[Measurement], which: int) -> str:
    """Every promise one crowd breaks, with its value and the line, as plain text."""
    return "; ".join(_broken(one, float(one.per_class[which])) for one in found)


def _broken(found: Measurement, at: float) -> str:
    thing = THINGS.get(found.model.name, found.model.name).format(secret=found.model.sensitive)
    sign = "<" if found.model.better is Better.HIGHER else "≥" if found.model.strict else ">"
    return f"{thing} {value(at)} {sign} {found.model.threshold:g}"


def priced(asked: Asked, lost: str, left_out: int, study: Study, bound: str = "") -> str:
    """What a promise costs: detail and people; the longest of three sentences that can be read in one breath."""
    who, long, short = f"A crowd of {numeral(asked.k)} for all", f"Keeping k = {asked.k:,}", f"k = {asked.k:,}"
    if asked.others:
        who = long = short = "Keeping all promises"
    gone, bound = of_whom(left_out, study), "" if lost.startswith("less") else bound
    if not lost:
        return fitting(
            f"{who} costs no detail and leaves out {chosen(gone)}.",
            f"{long} costs no detail, {chosen(gone)} left out.",
        )
    away, left = (f"leaves out {gone}", f"{gone} left out") if left_out else ("leaves nobody out", "nobody left out")
    return fitting(
        f"{who} costs {bound}{chosen(lost)} of detail and {away}.",
        f"{long} costs {bound}{chosen(lost)} of detail, {left}.",
        f"{short} costs {bound}{chosen(lost)}, {left}.",
    )


def search_answer(found: Searched, detail: float, study: Study) -> str:
    """What the best way found costs; another may cost less."""
    if found.answer.table is None:
        return f"{beyond('No way')} was found that keeps this promise."
    return priced(found.asked, parts(detail), found.left_out, study, "at most ")


def search_lines(found: Searched) -> list[str]:
    """How far the search went, how good any way could be, the levels that were found."""
    answer = found.answer
    said = [
        f"There are {found.ways:,} ways to blur this table, too many to measure each: {answer.visited:,} were looked at."
    ]
    if answer.reason:
        return [*said, plain(answer.reason)]
    bound = "" if answer.bound is None else f" {_cost_so_far(found)}"
    levels = ", ".join(f"{plain(name)} {level}" for name, level in (answer.levels or {}).items())
    return [said[0] + bound, f"Levels: {levels}.", FEWER]


def _cost_so_far(found: Searched) -> str:
    """What the way found costs and what no way is below, in the unit of the measure chosen."""
    quality, reached, least = anonymizers.Quality(found.asked.quality), found.answer.quality, found.answer.bound
    return f"By {quality.value} this way is at {reached:.4g}; no way is below {least:.4g} ({quality.unit})."


FEWER = "With fewer columns that others know, or a coarsest level for some (under Hierarchies), every way can be measured and shown as a map."
