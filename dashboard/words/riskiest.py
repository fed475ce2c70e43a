"""Sentences of the page `isolate` below its picture: riskiest and smallest sets of columns, scores, the population, what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dashboard.words.isolate import facts_said, isolate_noun
from dashboard.words.outcomes import COUNTED_ONLY
from dashboard.words.phrases import counted, listed, plain
from privacy_core import of_100, share

if TYPE_CHECKING:
    from dashboard.compute.isolating import Smallest
    from dashboard.isolating import Seen
    from privacy_core import attacks

RISKIEST = "Riskiest combinations · smallest combinations and their scores · table and population"
RISKIEST_MOST = 200
OTHER_WORK = "Looked for once the other work has ended."
UNICITY_TITLE, UNICITY_NOTE = (
    "Unique with so many facts",
    "Means over all combinations of a size; the worst is one combination, known to a well-informed attacker.",
)
SETS_TITLE = "Riskiest combinations"
SMALLEST_TITLE = "Smallest combinations that single somebody out"
POPULATION_TITLE = "Alone in the table, alone in the population"


def unicity_rows(scan: attacks.subsets.SubsetScan) -> dict[str, list[Any]]:
    """For each number of facts, how many are unique."""
    several = scan.unicity
    found: dict[str, list[Any]] = {
        "facts": [one.size for one in several],
        "combinations": [f"{one.sets:,}" if one.sets == one.of else f"{one.sets:,} of {one.of:,}" for one in several],
        "unique on average": [_some(one.mean) for one in several],
        "unique in the middle": [_some(one.median) for one in several],
        "unique at worst": [_some(one.worst) for one in several],
    }
    if any(one.interval for one in several):
        found["average, 95 % interval"] = [
            "" if one.interval is None else f"{share(one.interval[0])} to {share(one.interval[1])}" for one in several
        ]
    return found


def _some(part: float) -> str:
    return share(part) if part else "none"


def riskiest_rows(seen: Seen) -> dict[str, list[Any]]:
    """Sets of so many facts, those that leave most alone first."""
    if seen.found is None:
        return {}
    scan = seen.found.scan
    several = sorted(scan.of_size(seen.size, seen.surely), key=lambda one: -one.below)[:RISKIEST_MOST]
    found: dict[str, list[Any]] = {
        "columns": [", ".join(one.columns) for one in several],
        f"{isolate_noun(seen)} alone": [one.unique for one in several],
        "of 100": [of_100(one.unique, scan.rows) for one in several],
    }
    return found if scan.k <= 2 else {**found, f"in crowds below {scan.k}": [one.below for one in several]}


def riskiest_note(seen: Seen) -> str:
    """How many are listed."""
    n = min(seen.measured, RISKIEST_MOST)
    return f"{counted(n, 'combination')} of {facts_said(seen.size)}, of {seen.measured:,}; worst first."


def smallest_line(found: Smallest, people: bool) -> str:
    """How many rows a few columns single out, and in how many ways; people, where each row is one."""
    held, noun = found.found, "people" if people else "rows"
    rest = " Larger ones were not looked at: they are too many." if held.partial else ""
    if not held.with_any:
        return f"No combination of up to {facts_said(held.max_size)} singles out one of {held.rows:,} {noun}.{rest}"
    sizes = ", ".join(f"{n:,} by {facts_said(size)}" for size, n in held.by_size.items() if n)
    several = f"{facts_said(held.max_size)} or fewer" if held.max_size > 1 else "one fact"
    return f"**{held.with_any:,} of {held.rows:,} {noun}** are singled out by {several} ({sizes}; a row with several counts in each). A combination counts here only if every one of its facts is needed.{rest}"


def smallest_rows(found: Smallest) -> dict[str, list[Any]]:
    """Smallest sets, those of most rows first."""
    several = sorted(found.found.sets, key=lambda one: (-one.rows, len(one.columns)))[:RISKIEST_MOST]
    return {
        "columns": [", ".join(one.columns) for one in several],
        "facts": [len(one.columns) for one in several],
        "rows for whom all are needed": [one.rows for one in several],
    }


SCORES_NOTE = "Scores (SUDA): a row that few facts single out, in many ways, scores high. A column's part is the share of all scores that comes from combinations that hold it; the parts add up to more than 100."
SHOW_SCORED_VALUES = "Show which values the scores come from"
VALUES_OF = "Values of"
SAVE_SCORES_NOTE = "One line per row: how many smallest combinations, facts in the smallest, score, chance (DIS). No value of the table."
FRACTION_OF, NOBODY_SAID = "Share of the population in the table, of 100", "nobody said"
FRACTION_HELP = "How many of 100 people like these are in the table. From it the number of people alone in the population is estimated, and the scale of the scores."


def score_rows(found: Smallest) -> dict[str, list[Any]]:
    """Columns, rows they single out with others, their part of the scores."""
    rows, parts = found.found.by_column, found.scores.by_column
    names = found.by_part
    return {
        "column": names,
        "rows singled out with it": [rows[name] for name in names],
        "part of all scores, of 100": ["none" if parts[name] is None else f"{parts[name]:.1f}" for name in names],
    }


def score_value_rows(found: Smallest, column: str) -> dict[str, list[Any]]:
    """Values of a column by their part of its scores; only for who asks."""
    parts = found.scores.by_value.get(column, {})
    several = sorted(parts.items(), key=lambda one: (-one[1], one[0]))[:RISKIEST_MOST]
    return {
        "value": [str(value) for value, _ in several],
        "part of its scores, of 100": [f"{part:.1f}" for _, part in several],
    }


def dis_line(found: Smallest) -> str | None:
    """The largest chance that a match on a row alone is right, in words; None where the scale is not defined."""
    scores = found.scores
    most = None if scores.dis is None else float(scores.dis.max(initial=0.0))
    if not most:
        return None
    if not scores.pairs:
        return "No two rows look alike in all columns and differ from the rest, so the scores have no scale (DIS is 1 for every row with a score)."
    whose = "as you said" if found.said else "as is often taken where nobody says"
    return f"With {share(scores.dis_fraction)} people of the population in the table, {whose}, a match on the row with the highest score is right in {share(most)} cases (DIS, a model and no count)."


def population_lines(
    sets: Sequence[Sequence[str]], found: Sequence[attacks.subsets.SampleUniques], seen: Seen
) -> list[str]:
    """For each set of columns, who is alone in the table and who is estimated to be alone in the population."""
    several = zip(sets, found, strict=True)
    return [f"**{listed(names)}:** {_in_both(one, isolate_noun(seen, one.uniques))}" for names, one in several]


def _named(model: str) -> str:
    """Who made the model of the population, as names are written."""
    return {"pitman": "Pitman", "zayatz": "Zayatz", "snb": "Shlomo, Skinner and Benedetti"}.get(model, model)


def _in_both(one: attacks.subsets.SampleUniques, noun: str) -> str:
    if not one.uniques:
        return "no one is alone in the table, so no one who is in it is alone in a population it was drawn from."
    here = f"{one.uniques:,} {noun} {'stands' if one.uniques == 1 else 'stand'} alone in the table"
    if one.fraction is None:
        return f"{here}. That overstates who is alone in the population, and how much of it the table holds nobody said: no count is estimated."
    if one.fraction == 1:
        return f"{here}, which is the whole population: alone there too."
    if one.still is None or one.population is None:
        why = "crowds overlap where missing matches anything" if one.population is None else one.population.reason
        return f"{here}; how many of them are alone in the population was not estimated: {why}."
    held = one.population
    return f"{here}; about {one.still:,.0f} of them are estimated to be alone among {held.population:,} people (a model by {_named(held.model)}), and somebody outside the table looks like each of the others."


def isolate_assumed(seen: Seen) -> str:
    """What is assumed, whether it was held against luck, and what it may be called."""
    drawn = seen.found is not None and seen.found.scan.sampled
    how = "Combinations are drawn, rows never" if drawn else "Every row is counted: no draw, no interval"
    return f"**Assumed:** somebody knows these facts of a person without error, and that the person is in the table. {how}. {COUNTED_ONLY}"


def isolate_notes(seen: Seen) -> tuple[str, str, str]:
    """What the marks mean, do not mean, and what comes next."""
    found, worst = seen.found, seen.worst
    if found is None or worst is None:
        return ("Every combination of known columns is measured.", ALONE_IS_NOT, COARSEN)
    rows, k = found.scan.rows, found.scan.k
    facts = facts_said(seen.size) if seen.size > 1 else "fact"
    if not worst.below:
        those = ", those they surely know among them" if seen.surely else ""
        first = f"Whichever {facts_said(seen.size)} somebody knows{those}, at least {counted(k - 1, 'other') if k > 2 else 'one other'} {'people look' if k > 2 else 'person looks'} the same."
        more = "more columns that others could know" if seen.size == len(found.scan.columns) else "more facts"
        return first, ALONE_IS_NOT, f"Ask about {more}, or a higher line. Then see what blurring would cost."
    who = f"{of_100(worst.below, rows)} {isolate_noun(seen)}"
    rest = "nobody else in the table has" if k <= 2 else f"fewer than {k} {isolate_noun(seen)} in the table have"
    them = "them" if seen.size > 1 else "it"
    have = "a mix of these" if seen.size > 1 else "a value of this"
    first = f"{who[:1].upper()}{who[1:]} have {have} {facts} that {rest}. Whoever knows {them} needs no name to find the row."
    luck = f"And a description that fits one person can be luck: {share(found.luck)} blind ones of the right rarity do."
    return (
        first,
        f"Alone in the table is not alone in the population. {luck}",
        coarsen(_worst_pair(found.scan, worst.columns)),
    )


def _worst_pair(scan: attacks.subsets.SubsetScan, columns: Sequence[str]) -> Sequence[str]:
    """Of the columns of a set, the two that leave most alone when nothing else is known."""
    pairs = [one for one in scan.of_size(2) if {*one.columns} <= {*columns}]
    return max(pairs, key=lambda one: one.below).columns if pairs else columns


ALONE_IS_NOT = (
    "Alone in the table is not alone in the population. And nothing here says that anybody knows these facts."
)
COARSEN = "Blur the columns that the worst combinations share. Then look at the marks fall."


def coarsen(columns: Sequence[str]) -> str:
    """What to do about the worst set."""
    if len(columns) == 1:
        return f"Blur {plain(columns[0])}, and look at the marks fall."
    return f"Blur {plain(columns[0])} and {plain(columns[1])} together, for example, and look at the marks fall."
