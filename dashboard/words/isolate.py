"""Sentences of the page `isolate`: its question, its parts, and which columns single out whom."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

from dashboard.words.counting import how_counted, left_out
from dashboard.words.phrases import beyond, chosen, counted, fitting, listed, numeral, plain
from privacy_core import of_100, share

if TYPE_CHECKING:
    from dashboard.compute.isolating import Scanned
    from dashboard.isolating import Seen
    from privacy_core import attacks

ISOLATE = "Can one person be singled out?"
ISOLATE_TABLE, ISOLATE_LISTS = "Your table", "Several lists of facts"
ISOLATE_RARE, ISOLATE_TOTALS, ISOLATE_WAYS = "Rare descriptions", "Totals and noise", "More ways"
ISOLATE_PARTS = (ISOLATE_TABLE, ISOLATE_LISTS, ISOLATE_RARE, ISOLATE_TOTALS, ISOLATE_WAYS)
ISOLATE_PART = "Part of the question"
NO_TABLE_NEEDED = f"*{ISOLATE_TOTALS}* and *{ISOLATE_WAYS}* need no table."
TABLE_WAITS = (
    f"Here every combination of its known columns is counted: how many people each leaves alone. {NO_TABLE_NEEDED}"
)
ISOLATE_KNOWN = "Say first which columns others could know."
PUTTING_TOGETHER, NOT_PUT = "Columns are put together, set by set.", "The sets of columns were not measured."
FACTS_KNOWN = "Facts known"
FACTS_HELP = "How many of the columns known to others (quasi-identifiers) the attacker has learned of somebody. Moving it colours another column of marks."
SURELY, SURELY_NOTHING = "They surely know", "nothing in particular"
SURELY_HELP = "Only combinations that hold all of these count; the others fade."
ALONE_MEANS = "Alone means fewer than"
ALONE_HELP = "2: nobody else has the same facts. Higher numbers count people in crowds (equivalence classes) of fewer; every mark can only rise."
UP_TO = "Combinations of up to so many facts"
DRAW_SETS = "Draw combinations of every size"
DRAW_SETS_HELP = "Some hundred combinations of each size, drawn at random; people are never drawn. The middle is then an estimate, and the worst at least as bad as shown."
UP_TO_HELP = (
    "So many columns have too many combinations to measure all at once. Whole sizes are measured, one after the other."
)
FACTS_ACROSS, FACTS_UP = "number of facts the attacker knows", "people, of 100 (square-root scale)"
FACTS_DASHED = "dashed: the middle one"
LONGER = "Measure for longer"


def isolate_noun(seen: Seen, n: int = 2) -> str:
    return ("person" if n == 1 else "people") if seen.people else ("row" if n == 1 else "rows")


def facts_said(n: int, capital: bool = False) -> str:
    """So many facts: one fact, two facts."""
    return f"{numeral(n, capital)} fact{'s' * (n != 1)}"


def isolate_answer(seen: Seen) -> str:
    """Whom so many facts, well chosen, single out."""
    if seen.missing is not None:
        return seen.missing
    if seen.found is None:
        return PUTTING_TOGETHER if seen.job is not None and not seen.job.ended else NOT_PUT
    worst, scan = seen.worst, seen.found.scan
    if worst is None:
        return _no_such_set(seen)
    if not worst.below:
        return _nobody(seen)
    who = f"{of_100(worst.below, scan.rows)} {isolate_noun(seen)}"
    if worst.below == scan.rows:
        who = f"every{'one' if seen.people else ' row'}"
    least = "at least " * _open(seen)
    several = seen.size != 1
    if scan.k > 2:
        verb, end = "leave" if several else "leaves", f" among fewer than {numeral(scan.k)}."
    else:
        verb, end = "single out" if several else "singles out", "."
    return fitting(*(f"{begin} {verb} {beyond(least + who)}{end}" for begin in _begins(seen)))


def _begins(seen: Seen) -> list[str]:
    """How the answer begins, from long to short."""
    facts, n = facts_said(seen.size, capital=True), len(seen.found.scan.columns) if seen.found else 0
    if seen.size == n:
        return [f"{facts}, all there are," if n > 1 else "The one known fact", facts]
    if seen.surely and len(seen.surely) == seen.size:
        return [f"The {facts.lower()} they surely know"]
    if seen.surely:
        named = listed(seen.surely)
        return [
            f"{facts}, {named} among {'them' if seen.size > 1 else 'it'} and well chosen,",
            f"{facts}, {named} among them,",
            f"{facts}, those they surely know among them,",
            facts,
        ]
    return [f"{facts}, well chosen,", facts]


def _open(seen: Seen) -> bool:
    """Whether not all sets of this size were measured: the worst may be worse."""
    scan = seen.found.scan if seen.found else None
    return scan is not None and len(scan.of_size(seen.size)) < comb(len(scan.columns), seen.size)


def _no_such_set(seen: Seen) -> str:
    if len(seen.surely) > seen.size:
        return f"They surely know {chosen(facts_said(len(seen.surely)))}, more than the {facts_said(seen.size)} asked about."
    return f"No combination of {facts_said(seen.size)} was measured before {chosen('time ended')}."


def _nobody(seen: Seen) -> str:
    up_to, k = facts_said(seen.size), seen.found.scan.k if seen.found else 2
    anyone, nobody = ("anyone", "nobody") if seen.people else ("any row", "no row")
    verbs, end = ("single", "singles") if k <= 2 else ("leave", "leaves"), _end(k)
    if not _open(seen) and len(seen.surely) == seen.size:
        return f"The {up_to} they surely know {verbs[seen.size == 1]} {chosen(nobody)}{end}"
    which = f"No set of up to {up_to}" if seen.size > 1 else "No single fact"
    if _open(seen):
        which = f"None of the {counted(seen.measured, 'set')} of {up_to} measured so far"
    elif seen.surely:
        which = f"No set of {up_to} with those they surely know"
    return f"{which} {verbs[1]} {chosen(anyone)}{end}"


def _end(k: int) -> str:
    return " out." if k <= 2 else f" among fewer than {numeral(k)}."


def isolate_line(seen: Seen) -> str:
    """Which table, how many sets, what is assumed, how it is counted."""
    study = seen.study
    if study.source is None or seen.asked is None:
        return TABLE_WAITS if study.source is None else plain(study.source.name)
    cut = seen.asked.cut
    begin = [f"{plain(study.source.name)} as loaded"]
    if seen.found is not None:
        scan = seen.found.scan
        begin += [
            f"{counted(scan.rows, isolate_noun(seen, 1))}{left_out(scan.suppressed, scan.left_out)}",
            sets_measured(scan),
        ]
    unit = "" if seen.people and cut.person is None else f" · counted in {'persons' if seen.people else 'rows'}"
    return f"{' · '.join(begin)} · knowing facts, not names · {how_counted(study)}{unit}"


def sets_measured(scan: attacks.subsets.SubsetScan) -> str:
    """How many of all sets of the known columns were measured."""
    n, of = len(scan.columns), f"{counted(len(scan.columns), 'known column')}"
    up_to = f"of up to {scan.max_size} of its {of}" if scan.max_size < n else f"of its {of}"
    if scan.partial:
        return f"partial: {len(scan.sets):,} of {scan.planned:,} combinations {up_to}"
    if scan.sampled:
        return f"{len(scan.sets):,} of {scan.total:,} combinations {up_to}, drawn at random (seed {scan.seed})"
    return (
        f"all {len(scan.sets):,} combinations {up_to}, each measured"
        if len(scan.sets) > 1
        else f"the one combination {up_to}"
    )


def facts_lead(seen: Seen) -> str:
    """What one mark is."""
    k = seen.found.scan.k if seen.found else 2
    height = (
        f"its height the {isolate_noun(seen)} who stand alone"
        if k <= 2
        else f"its height the {isolate_noun(seen)} in crowds below {k}"
    )
    several = (
        ""
        if seen.found is None or len(seen.found.scan.sets) <= 2000
        else ", or several about as high: larger marks are more"
    )
    return f"**Every mark is one combination of columns{several}; {height}.**"


def facts_key(seen: Seen) -> str:
    """What the marks are."""
    faded = " · faded: without what they surely know" if seen.surely else ""
    return f":small[:gray[:orange[◆] {facts_said(seen.size)} known · ● other numbers of facts · ┄ the middle combination{faded}]]"


def facts_line_label(size: int) -> str:
    """The words of the user's line."""
    return f"your line: {facts_said(size)}"


def worst_named(size: int, columns: Sequence[str]) -> tuple[str, ...]:
    """The worst set in a picture, from long to short."""
    head, names = f"worst {numeral(size)}: ", list(columns)
    cut = [f"{head}{', '.join(names[:kept])} and {size - kept} more" for kept in range(size - 1, 0, -1)]
    return (head + ", ".join(names), *cut)


def whole_named(whole: attacks.subsets.SubsetCount, rows: int) -> str:
    """All columns together, in a picture."""
    said, n = of_100(whole.below, rows).removesuffix(" of 100"), len(whole.columns)
    said = "everyone" if whole.below == rows else said if whole.below else "nobody"
    every = {1: "this one", 2: "both"}.get(n, f"all {numeral(n)}")
    return f"{every}: {said}"


def worst_line(seen: Seen) -> str:
    """The worst set of so many facts, and how many people it is."""
    worst = seen.worst
    if worst is None or seen.found is None:
        return ""
    rows, k = seen.found.scan.rows, seen.found.scan.k
    what = "alone" if k <= 2 else f"in crowds below {k}"
    head = "Worst of those measured" if _open(seen) else f"Worst {numeral(seen.size)}"
    many = (
        f"{worst.below:,} of {rows:,} {isolate_noun(seen)}" if worst.below else f"none of {rows:,} {isolate_noun(seen)}"
    )
    return f"**{head}:** {listed(worst.columns)}: {many} {what}."


def facts_message(seen: Seen, middle: float | None) -> str:
    """For those who cannot see it."""
    worst, found = seen.worst, seen.found
    if worst is None or found is None:
        return f"No combination of {facts_said(seen.size)} is shown."
    rows = found.scan.rows
    between = "" if middle is None else f", the middle one {_middle(middle, rows)}"
    return f"Of {counted(seen.measured, 'combination')} of {facts_said(seen.size)} the worst, {', '.join(worst.columns)}, leaves {of_100(worst.below, rows)} {isolate_noun(seen)} {_alone(found)}{between}."


def _alone(found: Scanned) -> str:
    return "alone" if found.scan.k <= 2 else f"in crowds below {found.scan.k}"


def _middle(middle: float, rows: int) -> str:
    """A middle may lie between two counts."""
    return f"{middle:g} of {rows}" if rows <= 100 and middle % 1 else of_100(middle, rows)


BY_LUCK = "Blind guesses hit"
BY_LUCK_HELP = "How often a description chosen without seeing the table fits exactly one of so many people, at best. Its rarity is 1 in their number. To fit one person proves little unless the description is rarer than that."
WORST_SET_HELP = "The combination of so many facts that leaves most people alone."
MIDDLE_SET_HELP = "Half of the combinations of so many facts leave no more people alone."
SETS_HELP = "Combinations of so many facts that were measured, those without what they surely know left out."


def isolate_metrics(seen: Seen) -> list[tuple[str, str, str]]:
    """Four numbers beside the picture."""
    worst, found = seen.worst, seen.found
    if found is None:
        return []
    rows, size = found.scan.rows, numeral(seen.size)
    middle = found.scan.middle(seen.size, seen.surely)
    least = "≥ " if _open(seen) and worst is not None and worst.below else ""
    among = f" Counted among {rows:,} {isolate_noun(seen)}."
    return [
        (f"Worst {size}", least + _in_short(seen, None if worst is None else worst.below), WORST_SET_HELP + among),
        (f"Middle {size}", _in_short(seen, middle), MIDDLE_SET_HELP + among),
        ("Combinations", f"{seen.measured:,}" if seen.measured else "none", SETS_HELP),
        (BY_LUCK, share(found.luck), BY_LUCK_HELP),
    ]


def _in_short(seen: Seen, count: float | None) -> str:
    """A count where there is little room."""
    rows = seen.found.scan.rows if seen.found else 0
    if count is None:
        return "not applicable" if len(seen.surely) > seen.size else "not measured"
    if not count:
        return "none found"
    return ("everyone" if seen.people else "every row") if count == rows else _middle(count, rows)


ISOLATE_METHODS = (
    "effective anonymity",
    "smallest combinations",
    "scores of smallest combinations",
    "population uniqueness",
)
