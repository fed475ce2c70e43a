"""Sentences of the page `isolate` about several lists of facts: each judged alone, all together, and what people post."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dashboard.words.counting import MISSING_NAMES, left_out
from dashboard.words.isolate import NO_TABLE_NEEDED
from dashboard.words.outcomes import COUNTED_ONLY
from dashboard.words.phrases import beyond, chosen, counted, fitting, numeral, plain, uncoloured
from privacy_core import Missing, of_100

if TYPE_CHECKING:
    from dashboard.listing import Seen
    from privacy_core import attacks

JUDGING, NOT_JUDGED = "Every list is judged alone, then all together.", "The lists were not judged."
LISTS_AXIS = "people, of 100 (square-root scale)"
LISTS_LINE, LISTS_LINE_HELP = (
    "Smallest crowd you accept (k)",
    "The line every list is judged by. It is the same line as on Crowd.",
)
MISSING_CELL = "A missing cell"
MISSING_CELL_HELP = "Both readings of a gap: a value like any other, or one that could be anything. The second never makes anybody stand out more."
MISSING_CELLS = {
    Missing.OWN: "is its own value",
    Missing.WILDCARD: "matches anything",
    Missing.DROP: "leaves the row out",
}
MENDED = "Treated until all lists hold together"
MENDED_HELP = "The students were made alike list after list, and who left later broke a list that was treated before. Here every list is treated again until none changes: each holds, and together they still do not."
WHICH_LIST, ITS_COLUMNS, ITS_NAME = "List to change", "Its columns", "Its name"
ADD_LIST, REMOVE_LIST, FIRST_LISTS = "Add a list", "Remove it", "Back to the first lists"
LISTS_KEY = ":small[:gray[● nobody below the line · :orange[◆] stand alone · :orange[□] in crowds below the line]]"


def new_list(at: int) -> str:
    """What an added list is called until it is given a name."""
    return f"list {at}"


def list_name(name: str) -> str:
    """A list in a picture; long names are cut."""
    return name if len(name) <= 26 else f"{name[:25]}…"


def union_name(columns: int) -> str:
    """All lists in a picture."""
    return f"all together ({columns})"


def list_note(one: attacks.subsets.JudgedSet, found: attacks.subsets.Overlapping) -> str:
    """Beside a list: how many are alone, how many below the line."""
    if not one.below:
        return f"nobody below {found.k}"
    few = f"{one.below:,} below {found.k}"
    return (
        f"{one.unique:,} alone, {few}" if one.unique and found.k > 2 else f"{one.unique:,} alone" if one.unique else few
    )


def lists_answer(seen: Seen) -> str:
    """What the lists promise apart, and what they give away together."""
    if seen.missing is not None:
        return seen.missing
    found = seen.found
    if found is None:
        return JUDGING if seen.job is not None and not seen.job.ended else NOT_JUDGED
    few, n = numeral(found.k), len(found.sets)
    if not found.rows:
        return "No row is left to judge: every row is suppressed or left out."
    if found.k < 2:
        return f"A crowd of one hides nobody: together, {_line_of_one(found)}."
    if n == 1:
        return _one_list(found, few)
    if not found.union.below:
        every = "both" if n == 2 else f"all {numeral(n)}"
        return f"Even {every} lists together hide {chosen('everyone')} among at least {few}."
    return fitting(*(f"{apart}; together {_together(found)}." for apart in _apart(found, few)))


def _line_of_one(found: attacks.subsets.Overlapping) -> str:
    """Who stands alone where nobody can be below the line."""
    alone = found.union.unique
    return (
        f"{beyond(f'{of_100(alone, found.rows)} people')} stand alone" if alone else f"{chosen('nobody')} stands alone"
    )


def _one_list(found: attacks.subsets.Overlapping, few: str) -> str:
    if not found.union.below:
        return f"This one list hides {chosen('everyone')} among at least {few}."
    return f"This one list leaves {beyond(f'{of_100(found.union.below, found.rows)} people')} among fewer than {few}."


def _apart(found: attacks.subsets.Overlapping, few: str) -> tuple[str, ...]:
    """What the lists promise, from long to short."""
    n = len(found.sets)
    if found.clean == n:
        every = "Both lists hide" if n == 2 else f"Each of {numeral(n)} lists hides"
        return f"{every} everyone among {few}", f"Apart, {numeral(n)} lists hide everyone", f"Apart, {n} lists hold"
    if not found.clean:
        none = "Neither list" if n == 2 else f"None of {numeral(n)} lists"
        return f"{none} hides everyone among {few}", f"{none} holds"
    s = "s" * (found.clean == 1)
    return f"{found.clean} of {n} lists hide{s} everyone among {few}", f"{found.clean} of {n} lists hold{s}"


def _together(found: attacks.subsets.Overlapping) -> str:
    if found.union.unique:
        return f"they single out {beyond(f'{of_100(found.union.unique, found.rows)} people')}"
    return f"they leave {beyond(f'{of_100(found.union.below, found.rows)} people')} among fewer"


def lists_line(seen: Seen) -> str:
    """Which table, which lists, the line, how a gap is read."""
    study = seen.study
    if study.source is None:
        return LISTS_WAITS
    name, found = plain(study.source.name), seen.found
    if found is None:
        return name
    table = f"{name}, drawn again and treated until all lists hold together" if seen.mended else f"{name} as loaded"
    whose = "your" if study.thresholds.k is not None else "example"
    return " · ".join(
        [
            table,
            f"{counted(found.rows, 'person')}{left_out(found.suppressed, found.left_out)}",
            f"{counted(len(found.sets), 'list')}, {counted(len(found.union.columns), 'column')} together",
            f"missing cell: {MISSING_NAMES[seen.policies.missing]}",
            f"{whose} line: k = {found.k:,}",
        ]
    )


LISTS_WAITS = f"Here several lists of its columns are judged apart, and all of them together. {NO_TABLE_NEEDED}"
LISTS_LEAD = (
    "**Every row is one list of facts, judged as if nothing else were known; the last is all of them together.**"
)


def lists_message(found: attacks.subsets.Overlapping) -> str:
    """For those who cannot see it."""
    return found.sentence


def lists_metrics(found: attacks.subsets.Overlapping) -> list[tuple[str, str, str]]:
    """Four numbers beside the picture."""
    union, rows = found.union, found.rows
    few = lambda n: of_100(n, rows) if n else "nobody"  # noqa: E731
    found_in = f" Nobody means: none found in {rows:,}."
    return [
        (
            "Lists that hold",
            f"{found.clean or 'none'} of {len(found.sets)}",
            f"Lists on which nobody is in a crowd (equivalence class) below {found.k}.",
        ),
        (
            "Worst list, below",
            few(max(one.below for one in found.sets)),
            f"People below {found.k} on the list that hides people worst.{found_in}",
        ),
        (
            "Together, alone",
            few(union.unique),
            f"People who stand alone to somebody who knows the facts of all lists: effective anonymity 1.{found_in}",
        ),
        (
            "Together, below",
            few(union.below),
            f"People in crowds below {found.k} to somebody who knows the facts of all lists.{found_in}",
        ),
    ]


def lists_notes(seen: Seen) -> tuple[str, str, str]:
    """What the lists mean, do not mean, and what comes next."""
    found = seen.found
    third = "Judge together what one person can know, and blur that. Or leave out the columns that only one list needs."
    second = "It does not say that somebody knows the facts of every list. Ask why facts that one person can know were judged apart."
    if found is None:
        return "Every list is judged as if nothing else were known.", second, third
    if found.k < 2:
        return (
            f"A crowd of one hides nobody, so every list holds. Together, {uncoloured(_line_of_one(found))}.",
            second,
            third,
        )
    if not found.union.below:
        first = f"Even somebody who knows {_every(len(found.union.columns))} finds at least {found.k} people alike, whoever is looked for."
        return (
            first,
            second,
            "Add the facts that others could know and that stand on no list yet. Then see what blurring would cost.",
        )
    who = f"{of_100(found.union.unique or found.union.below, found.rows)} people"
    what = "stand alone" if found.union.unique else f"hide among fewer than {found.k}"
    return _means(found, f"{who} {what}"), second, third


def _every(n: int) -> str:
    """All of so many columns."""
    return {1: "this column", 2: "both columns"}.get(n, f"all {n} columns")


def _means(found: attacks.subsets.Overlapping, who: str) -> str:
    """What follows from lists that leave somebody in a small crowd when they are known together."""
    broken = len(found.sets) - found.clean
    if len(found.sets) == 1:
        return f"To somebody who knows this list, {who}. A second list could only add to them."
    if not broken:
        return f"A promise kept on each list is not kept on all of them: together, {who}. Nobody broke a rule: every list was asked about alone."
    if not found.clean:
        return f"No list keeps the promise, not even alone. Together, {who}."
    lists = "One list breaks" if broken == 1 else f"{numeral(broken, capital=True)} lists break"
    return f"{lists} the promise even alone. The others keep it only while nothing else is known: together, {who}."


LISTS_ASSUMED = f"**Assumed:** somebody knows every fact on a list without error, and that the person is in the table. Every row is counted: no draw, no interval. {COUNTED_ONLY}"
LISTS_TABLE, CHANGE_LISTS = "Every list in numbers", "Change the lists: what stands on each, and how many there are"
LISTS_METHODS = ("crowd", "several lists of facts")


def list_rows(found: attacks.subsets.Overlapping) -> dict[str, list[Any]]:
    """Every list and all together as a table."""
    several = (*found.sets, found.union)
    return {
        "list": [one.name for one in several],
        "columns": [", ".join(one.columns) for one in several],
        "smallest crowd": [one.smallest for one in several],
        "alone": [one.unique for one in several],
        f"below {found.k}": [one.below for one in several],
        "of 100 below": [of_100(one.below, found.rows) for one in several],
    }


POSTING = "What people post about themselves, and what that gives away"
POSTED, NOT_POSTED = "They post", "They do not post"
POSTED_HELP = "Facts people show of themselves, as on a résumé or a profile."
NOT_POSTED_HELP = "Columns whose values would be learned from the row that is found."
POST_FIRST = "Choose what is posted, and what is not."
RESUME = "Students with a certificate post their certificates, gender, year of birth and country; a failed course they do not post."
POSTED_METRICS = (
    ("Have something to post", "People of whom the table holds what is posted here."),
    ("Stand alone by it", "Of them, people who are the only ones it fits."),
    ("And something is learned", "Of those, people of whom the row then tells what they did not post."),
)


def posting_line(found: attacks.subsets.Posting) -> str:
    """The three numbers in words."""
    if not found.people:
        return "Nobody has something to post."
    if not found.unique:
        return f"{chosen('Nobody')} of {found.people:,} people with something to post is the only one it fits."
    alone = f"Of {found.people:,} people with something to post, {found.unique:,} {'is' if found.unique == 1 else 'are'} the only {'one' if found.unique == 1 else 'ones'} it fits"
    if not found.learned:
        return f"{alone}; of none of them anything is learned that was not posted."
    return f"{alone}; of {beyond(f'{found.learned:,}')} of them the table then tells what they did not post."


def posting_metrics(found: attacks.subsets.Posting) -> list[tuple[str, str, str]]:
    """People, alone, learned."""
    counts = (found.people, found.unique, found.learned)
    told = [f"{counts[0]:,}", *(_among(n, of) for n, of in zip(counts[1:], counts, strict=False))]
    return [(label, value, help_) for (label, help_), value in zip(POSTED_METRICS, told, strict=True)]


def _among(n: int, of: int) -> str:
    if not of:
        return "not applicable"
    return f"{n:,} of {of:,}" if n else f"none in {of:,}"


POSTING_NOTE = "**Assumed:** people post exactly these facts, all of them and truthfully, and the reader knows that they are in the table. **Not shown:** whether anybody looked. Where a gap matches anything, only those count whom no gap could hide."
