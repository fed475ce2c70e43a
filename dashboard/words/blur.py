"""Sentences of the page `blur`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dashboard.words.counting import left_out, of_whom, policy_line, whom
from dashboard.words.giveaway import SYMBOLS
from dashboard.words.phrases import beyond, chosen, counted, listed, numeral, parts, plain, plural
from dashboard.words.reasons import search_answer
from privacy_core import Study, Unit

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
QUALITY_HELP = "The way with the least cost among those that keep every promise is the answer."
SHORT = {"k": "Smallest crowd (k)", "l": "Different secrets (ℓ)", "t": "Distance (t)"}
MORE_BLUR = "More promises: β, δ-disclosure"
MEASURING = "Measuring every way to blur this table."
SEARCHING = "Searching for the least blur; there are too many ways to measure each."
COMPILING = "At the first start Kelt compiles its kernels; later starts use what was compiled."
NO_SECRET = "No column is secret, so only k can be promised."
PIN = "Pin this"
AS_UPLOADED = "as loaded"
CLOSE = "Close"
BY_HAND = "You chose this way; it keeps the promise, but is not the least blur."
GROUND = "Distance of t"
BACK = "Back to the least blur"
PIN_NOTE = "Pin this setting, move a line, and the two stand side by side."
PERSONS_NOTE = "One person may have several rows: the promise counts rows, so a crowd of five rows can be fewer people."


def blur_answer(seen: View) -> str:
    """What the promise costs, or that it cannot be kept."""
    if seen.chosen is None:
        return impossible(seen)
    who, lost = subject(seen), chosen(parts(seen.detail))
    if seen.detail < 1e-12 and not seen.left_out:
        return f"The table keeps this promise {chosen('as it is')}: nothing has to be blurred."
    away = f"leaves out {of_whom(seen.left_out, seen.study)}" if seen.left_out else "leaves nobody out"
    if seen.detail < 1e-12:
        return f"{who} costs no detail and leaves out {chosen(of_whom(seen.left_out, seen.study))}."
    return f"{who} costs {lost} of detail and {away}."


def blurred(work: Work, seen: View | None, before: View | None) -> str:
    """The answer in every state of the work."""
    if seen is not None:
        return blur_answer(seen)
    if before is not None:
        return blur_answer(before)
    if work.searched is not None:
        return search_answer(work.searched, work.detail, work.study)
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


def subject(seen: View) -> str:
    """The promise as the subject of the answer."""
    return "Keeping all promises" if seen.asked.others else f"A crowd of {numeral(seen.asked.k)} for everyone"


def impossible(seen: View) -> str:
    """No way keeps the promise; what comes nearest."""
    within = f"within {of_limit(seen.asked.suppression)} left out"
    if seen.ways.most >= 1:
        also = f" with {listed_promises(seen)}" if seen.asked.others else ""
        return (
            f"No way to blur reaches k = {beyond(f'{seen.asked.k:,}')}{also}; the most {within} is {seen.ways.most:,}."
        )
    return f"{beyond('No way')} to blur keeps {listed_promises(seen)} {within}, whatever the crowd."


def of_limit(share: float) -> str:
    """The share that may be left out, of 100."""
    return f"{100 * share:g} of 100"


def listed_promises(seen: View) -> str:
    """The promises other than k."""
    return " and ".join(f"{SYMBOLS[name]} = {at:g}" for name, at in seen.asked.others)


def blur_line(seen: View) -> str:
    """Table, columns and levels, ways, what may be left out, how it is counted."""
    low, high = min(seen.heights), max(seen.heights)
    levels = f"{low} to {high} levels each" if low != high else f"{low} levels each"
    secret = f" · secret: {listed(seen.cut.secrets)}" if seen.asked.others else ""
    return (
        f"{plain(seen.study.source.name)} · {of_whom(seen.ways.rows, seen.study)}{left_out(seen.found.already, 0)} · known to others "
        f"(quasi-identifiers): {listed(seen.columns)}, {levels}: {counted(len(seen.ways.cost), 'way')} to blur, all measured · "
        f"at most {of_limit(seen.asked.suppression)} may be left out{secret} · compared with the mix of the table as loaded · "
        f"{policy_line(seen.study, Unit.ROWS)}"
    )


def ways_lead(seen: View) -> str:
    """What one mark is, and how many there are of each kind."""
    keep = int(seen.ways.keeps.sum())
    rest = len(seen.ways.cost) - keep
    mark = (
        "Each mark is one way to blur the table" if not seen.binned else "Each mark stands for ways that are much alike"
    )
    return f"**{mark}.** Click one to choose it.  \n● {keep:,} keep your promise · ◾ {rest:,} do not · ┄ best for its price"


def ways_picture(seen: View) -> tuple[str, str, str, str]:
    """Words of the line, titles of the axes, message."""
    whose = "your" if seen.asked.set_by_user else "example"
    up = f"smallest crowd (k), {of_limit(seen.asked.suppression)} {plural(whom(seen.study))} left out"
    line = f"{whose} line: k = {seen.asked.k:,}"
    keep = int(seen.ways.keeps.sum())
    message = f"{keep:,} of {counted(len(seen.ways.cost), 'way')} to blur keep the promise. {shown(blur_answer(seen))}"
    return line, AXIS_COSTS[seen.asked.quality], up, message


def shown(text: str) -> str:
    """An answer without its colour."""
    return text.replace(":blue[", "").replace(":orange[", "").replace("]", "")


def persons_note(study: Study) -> str | None:
    """A warning where a person may have several rows."""
    return PERSONS_NOTE if study.roles and study.roles.person else None


def path_note(seen: View | None) -> str:
    """What moving does, and the steps of the blue path."""
    first = "k and the left-out limit only filter what was measured; the other promises measure again."
    if seen is None or seen.chosen is None:
        return first
    steps = [f"{plain(name)} {level} of {height - 1}" for name, level, height in seen.steps if level]
    way = f" The blue path blurs one step at a time, cheapest first, to: {', '.join(steps)}." if steps else ""
    return first + way


def promise(pairs: Sequence[tuple[str, float]]) -> str:
    """A promise as a title: k = 5, ℓ = 3."""
    return ", ".join(f"{SYMBOLS[name]} = {at:g}" for name, at in pairs)


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
        first = f"This is the least blur that keeps your promise on **this** table: none of the other {total - 1:,} ways keeps it at a lower cost."
    second = "A crowd is no shelter when all of it shares the secret. And columns that nobody was assumed to know are published as they are."
    return first, second, "Pin it, compare it, download it. Then look once more at what others could know."


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
    "discernibility": "Discernibility: pairs of rows that look the same",
    "aecs": "Crowd size: rows per crowd (AECS)",
}
AXIS_COSTS = {
    "loss-geometric": "Loss, of 100; people left out count in full → less useful",
    "loss-arithmetic": "mean Loss, of 100; people left out count in full → less useful",
    "loss-max": "Loss of the worst column, of 100 → less useful",
    "precision": "way up the hierarchies, of 100 → less useful",
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
