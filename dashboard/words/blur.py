"""Sentences of the page `blur`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dashboard.words.counting import left_out, of_whom, policy_line, whom
from dashboard.words.giveaway import SYMBOLS
from dashboard.words.phrases import beyond, chosen, counted, fitting, listed, parts, plain, plural, unbroken, uncoloured
from dashboard.words.reasons import priced, search_answer
from privacy_core import Unit

if TYPE_CHECKING:
    from dashboard.blurring import View
    from dashboard.choosing import Work

BLUR = "How much must we blur to keep the promise?"
LEFT_OUT = "May be left out, of 100"
LEFT_OUT_HELP = (
    "Share of the people whose row may be withheld because no crowd is large enough for them. Withheld rows stay in the "
    "file, marked, with * in every known column, so that the promise can be checked against everybody."
)
QUALITY = "What counts as cost"
WEIGHT = "Blurring against leaving out"
WEIGHT_HELP = (
    "How both weigh in the cost (gs): at 0.5 both count in full, towards 0 leaving out counts less, towards 1 blurring "
    "counts less. Costs of the levels alone do not count leaving out at all."
)
SHORT = {"k": "Smallest crowd (k)", "l": "Different secrets (ℓ)", "t": "Distance (t)"}
MORE_BLUR = "More promises: β, δ-disclosure"
MEASURING = "Measuring every way to blur this table."
SEARCHING = "Searching for the least blur; there are too many ways to measure each."
NO_SECRET = "No column is secret, so only k can be promised."
PIN = "Pin this"
AS_UPLOADED = "as loaded"
CLOSE = "Close"
BY_HAND = "You chose this way; it keeps the promise, but is not the least blur."
GROUND = "Distance of t"
BACK = "Back to the least blur"
PIN_NOTE = "Pin this setting, move a line, and the two stand side by side."


def blur_answer(seen: View) -> str:
    """What the promise costs, or that it cannot be kept."""
    if seen.chosen is None:
        return impossible(seen)
    if seen.detail < 1e-12 and not seen.left_out:
        return f"The table keeps this promise {chosen('as it is')}: nothing has to be blurred."
    lost = "" if seen.detail < 1e-12 else parts(seen.detail)
    return priced(seen.asked, lost, seen.left_out, seen.study)


def blurred(work: Work, seen: View | None, before: View | None) -> str:
    """The answer in every state of the work."""
    if seen is not None:
        return blur_answer(seen)
    if before is not None:
        return blur_answer(before)
    if work.searched is not None:
        return search_answer(work.searched, work.detail, work.study)
    if work.crowded:
        return several_rows(work.crowded)
    if work.undefined:
        return UNDEFINED
    if work.missing:
        return NO_HIERARCHY
    return (
        NOT_MEASURED if work.refused or work.job is None or work.job.stopped else SEARCHING if work.large else MEASURING
    )


def blurred_from(work: Work, seen: View | None) -> str:
    """The source line in every state of the work."""
    return (
        blur_line(seen)
        if seen is not None
        else f"{plain(work.study.source.name)} · {policy_line(work.study, Unit.ROWS)}"
    )


NOT_MEASURED = "Nothing is measured yet."


def impossible(seen: View) -> str:
    """No way keeps the promise; what comes nearest."""
    asked, ways, within = seen.asked, seen.ways, f"within {of_limit(seen.asked.suppression)} left out"
    k, also = beyond(f"{asked.k:,}"), f" with {listed_promises(seen)}" if asked.others else ""
    if ways.most >= 1:
        most = f"{ways.most:,}" if ways.most_is_exact else f"at least {ways.most:,}"
        return fitting(
            f"No way to blur reaches k = {k}{also}; the most {within} is {most}.",
            f"No way to blur reaches k = {k}; the most within the limit is {most}.",
            f"No way reaches k = {k}; the most is {most}.",
        )
    if ways.floor > 1:
        return fitting(
            f"No way to blur reaches k = {k}{also} {within}.",
            f"No way reaches k = {k} with the other promises within the limit.",
        )
    return fitting(
        f"{beyond('No way')} to blur keeps {listed_promises(seen)} {within}, whatever the crowd.",
        f"{beyond('No way')} to blur keeps the promises other than k, whatever the crowd.",
    )


KERNELS = {
    "waiting": "At the first start Kelt compiles its kernels; later starts use what was compiled.",
    "missing": "There is no compiler for the kernels here: the same numbers are worked out a slower way.",
    "failed": "The kernels could not be compiled at the start: the map tries again, or the same numbers come a slower way.",
}


def about_kernels(kernels: str, ended: bool) -> str | None:
    """Why a lattice takes longer: the first one, or every one."""
    return None if kernels == "waiting" and ended else KERNELS.get(kernels)


def of_limit(share: float) -> str:
    """The share that may be left out, of 100."""
    return f"{100 * share:g} of 100"


def listed_promises(seen: View) -> str:
    """The promises other than k."""
    return " and ".join(f"{SYMBOLS[name]} = {at:g}" for name, at in seen.asked.others)


def blur_line(seen: View) -> str:
    """Table, columns and levels, ways, what may be left out, how it is counted."""
    secret = f" · secret: {listed(seen.cut.secrets)}" if seen.asked.others else ""
    return (
        f"{plain(seen.study.source.name)} · {of_whom(seen.ways.rows, seen.study)}{left_out(seen.found.already, 0)} · known "
        f"(quasi-identifiers): {listed(seen.columns)}{secret} · {counted(len(seen.ways.cost), 'way')}, all measured · "
        f"{policy_line(seen.study, Unit.ROWS)}"
    )


def ways_lead(seen: View) -> str:
    """What one mark is, and how many there are of each kind."""
    keep = int(seen.ways.keeps.sum())
    rest = len(seen.ways.cost) - keep
    mark = (
        "Each mark is one way to blur the table" if not seen.binned else "Each mark stands for ways that are much alike"
    )
    other = " · ▲ another method" if seen.tried else ""
    return f"**{mark}.** Click one to choose it.  \n● {keep:,} keep your promise · ◾ {rest:,} do not · ┄ best for its price{other}"


def ways_picture(seen: View) -> tuple[str, str, str, str]:
    """Words of the line, titles of the axes, message."""
    whose = "your" if seen.asked.set_by_user else "example"
    up = f"k within reach, up to {of_limit(seen.asked.suppression)} {plural(whom(seen.study))} left out"
    line = f"{whose} line: k = {seen.asked.k:,}"
    keep = int(seen.ways.keeps.sum())
    message = (
        f"{keep:,} of {counted(len(seen.ways.cost), 'way')} to blur keep the promise. {uncoloured(blur_answer(seen))}"
    )
    return line, AXIS_COSTS[seen.asked.quality], up, message


def several_rows(persons: int) -> str:
    """Why nothing is promised where persons have several rows."""
    have = "person has" if persons == 1 else "people have"
    return f"{beyond(f'{persons:,} {have}')} several rows: a crowd of rows could be one person."


SEVERAL_NOTE = "A promise counts rows, so each person must have one. Put the rows of a person side by side; the roles are then asked for again."
SEVERAL_ELSEWHERE = "A promise counts rows, so each person must have one. Give this column another role, or put the rows of a person side by side before the table is loaded."


def path_note(seen: View | None) -> str:
    """What moving does, and where the blue path leads: every column by name, so that the text keeps its height."""
    first = "k and the left-out limit only filter what was measured; the other promises measure again."
    if seen is None:
        return first
    levels = ["–"] * len(seen.columns) if seen.chosen is None else [str(level) for level in seen.levels]
    steps = [
        unbroken(f"{plain(name)} {level} of {height - 1}")
        for name, level, height in zip(seen.columns, levels, seen.heights, strict=True)
    ]
    return f"{first} The blue path blurs one step at a time, cheapest first, to level: {', '.join(steps)}."


def promise(pairs: Sequence[tuple[str, float]]) -> str:
    """A promise as a title: k = 5, ℓ = 3."""
    return ", ".join(f"{SYMBOLS[name]} = {at:g}" for name, at in pairs)


def whole_promise(pairs: Sequence[tuple[str, float]], grounds: Sequence[str], suppression: float) -> str:
    """A promise with all it depends on: k = 5, t = 0.2 (ordered), at most 2 of 100 left out."""
    far = f" ({' / '.join(grounds)})" if grounds and any(name == "t" for name, _ in pairs) else ""
    said = ", ".join(promise([pair]) + far * (pair[0] == "t") for pair in pairs)
    return f"{said}, at most {of_limit(suppression)} left out" if suppression else f"{said}, nobody left out"


def cost_name(quality: str) -> str:
    """One measure of what blurring costs, in the list."""
    return COSTS[quality]


def cost_head(quality: str) -> str:
    """Head of the cost in a table."""
    return COSTS[quality].split(":")[0]


def ground_name(ground: str) -> str:
    """One ground distance, in the list."""
    return ground or "each column's own: ordered, or equal for names"


def blur_notes(seen: View | None) -> tuple[str, str, str]:
    """What the answer means, does not mean, and what comes next."""
    if seen is None:
        return MAP_NOTES
    total = len(seen.ways.cost)
    if seen.chosen is None:
        first = f"None of the {total:,} ways keeps this promise. Lower a line, leave out more, or let a column have a coarser level."
    elif seen.by_hand:
        first = f"You chose this way among the {int(seen.ways.keeps.sum()):,} of {total:,} that keep the promise on **this** table. The least blur stands at the front."
    else:
        first = f"This is the least blur that keeps your promise on **this** table: none of the other {total - 1:,} ways that keep it lies further left on the map. Parts of detail measure the same way otherwise and may rank two ways the other way round."
    second = "A crowd is no shelter when all of it shares the secret. And others may know more than the columns you chose; a column in no role is left out unless you add it."
    if seen.chosen is None:
        return (
            first,
            second,
            "Move a line, or what may be left out. Then ask what a second release about the same people would add.",
        )
    return (
        first,
        second,
        "Pin it, compare it, download it. Then ask what a second release about the same people would add.",
    )


NO_HIERARCHY = "No hierarchy yet; use the suggested ones."
USE_SUGGESTED = "Use the suggested hierarchies"
UNDEFINED = "Where missing matches anything or leaves rows out, no release can promise a crowd."
UNDEFINED_NOTE = (
    "Choose under «How this is counted» that a missing known value is a value of its own: then every row is in a crowd."
)


COSTS = {
    "loss-geometric": "Loss: how much of its column a cell stands for, large losses rounded off (geometric mean)",
    "loss-arithmetic": "Loss, mean: how much of its column a cell stands for",
    "loss-max": "Loss, worst column: how much of its column a cell stands for",
    "precision": "Precision: how far up its hierarchy a cell is",
    "loss-sum": "Loss, sum: how much of its column a cell stands for, columns added up",
    "loss-rank": "Loss by rank: the worst column first, then the next worst",
    "discernibility": "Discernibility: pairs of rows that look the same, a row left out like all others",
    "discernibility-monotone": "Discernibility of the levels alone: leaving out costs nothing",
    "entropy-monotone": "Entropy of the levels alone: bits that blurring takes; leaving out costs nothing",
    "aecs": "Crowd size: rows per crowd (AECS)",
}
AXIS_COSTS = {
    "loss-geometric": "Loss, of 100; people left out count in full → less useful",
    "loss-arithmetic": "mean Loss, of 100; people left out count in full → less useful",
    "loss-max": "Loss of the worst column, of 100 → less useful",
    "precision": "way up the hierarchies, of 100 → less useful",
    "loss-sum": "sum of Losses, of 100; people left out count in full → less useful",
    "loss-rank": "Loss of the worst column, of 100; ties by the next worst → less useful",
    "discernibility-monotone": "pairs that look the same before leaving out, from as loaded (0) to all (100) → less useful",
    "entropy-monotone": "bits lost by blurring alone, of 100 → less useful",
    "discernibility": "pairs that look the same, from as loaded (0) to all (100) → less useful",
    "aecs": "rows per crowd, from as loaded (0) to one crowd (100) → less useful",
}

MAP_NOTES = (
    "Each column can be blurred level by level. Every combination of levels is one way to blur the table.",
    "A way that keeps the promise keeps it on this table, against what others were assumed to know.",
    "Choose hierarchies, then a promise. The least blur that keeps it is the answer.",
)
BLUR_METHODS = (
    "k-anonymity",
    "distinct-l",
    "entropy-l",
    "t-closeness",
    "basic-beta",
    "enhanced-beta",
    "delta-disclosure",
)
