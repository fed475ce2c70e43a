"""Sentences about hierarchies: where each comes from, its levels, how to make one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from dashboard.words.phrases import counted, listed, plain
from privacy_core import Hierarchy, TreeSpec, hierarchies

HIERARCHIES = "Hierarchies: how each column can be coarsened"
TREES_NOTE = "A study keeps how a hierarchy is made, never a label of it: one from a file, or edited here, is kept as its name and hash, and must be given again with the study."
UPLOAD_TREES = "Hierarchies you have: CSV files, one per column, level 0 first"
UPLOAD_TREES_NOTE = "A file belongs to the column its name ends in, such as hierarchy_age.csv, or else to the column whose values it holds."
BUILT_HERE, EDITED_HERE = "built on this page", "edited on this page"
WHICH_TREE = "Column"
HIGHEST, HIGHEST_HELP = "Coarsest level allowed", "Ways that blur this column further are not looked at."
IMPORTANCE, IMPORTANCE_HELP = "Importance", "A column that matters twice as much is blurred later."
VIEW, VIEWS = "Show as", ("Table", "Tree")
TAKE_EDITS, SAVE_TREE = "Take the edited labels", "Save this hierarchy as CSV"
CHANGE = "Change it"
CHANGES = {
    "move": "move a value or a group",
    "add level": "add a level",
    "drop level": "take a level out",
    "add value": "add a value",
    "drop value": "take a value out",
}
MOVE_WHAT, MOVE_FROM, MOVE_TO = "Of level", "Move", "to the group"
MOVE, MOVE_HELP = "Move it", "Choose a group of the next level, or write the name of a new one."
ADD_LEVEL, ADD_LEVEL_AT = "Add this level", "New level"
ADD_LEVEL_HELP = "It begins with the groups of the level below it; move them together afterwards. Levels from here on get the next number."
DROP_LEVEL, DROP_LEVEL_AT = "Take this level out", "Level"
ADD_VALUE, ADD_VALUE_TEXT, ADD_VALUE_TO = "Add this value", "Value", "in the group of level 1"
DROP_VALUE = "Take this value out"
ONE_LEVEL = "There is one level alone: add a level first."
CHANGE_NOTE = "Each change measures the map again. Undo takes it back."
MAKE, BUILD = "Make it in another way", "Use this one"
MAKERS = {
    "suggested": "the suggested one",
    "intervals": "numbers in intervals",
    "ordered groups": "neighbours of an order in groups",
    "dates": "dates by month, quarter, year, decade",
    "masking": "characters hidden one after another",
    "by frequency": "rare values together",
}
WIDTHS, ORIGIN = "Widths of the intervals, one per level", "An interval begins at"
BOTTOM, TOP_END = "One open group below", "One open group from"
SNAP, SNAP_HELP = (
    "Join end intervals narrower than",
    "An end interval cut short by an open group joins its neighbour when it is narrower than this.",
)
SIZES = "Values in a group, one number per level"
ORDER, ORDER_EXAMPLE = "Order of the values, one per line, lowest first", "Leave empty for the column's own order"
ORDER_HELP = "An order names values of your data: the hierarchy made from it is kept in this session like an uploaded one, not in the study."
UNITS, WRITTEN = "Units, from fine to coarse", "Dates such as 3/4/2024 are written"
HIDDEN_CHARACTERS, FROM = "Characters hidden, one number per level; empty: one more on each", "Hidden from"
SIDES = {True: "the right", False: "the left"}
MASK_WIDTH, FILL = "Characters of a value; empty: of the longest", "Shorter values are filled up with"
KEEP = "Values that stay, one number per level"
SECRET_TREE = "A secret is never blurred. Its hierarchy says which values are alike, for the hierarchical distance."


def tree_refused(name: str, why: str, found: Sequence[hierarchies.Fault]) -> str:
    """A hierarchy was refused; every fault where it could be read, else why it could not."""
    said = fault_lines([fault for fault in found if fault.grave]) or plain(why)
    return f"**{plain(name)} was not used.** {said}"


def fault_lines(found: Sequence[hierarchies.Fault]) -> str:
    """What is wrong with a hierarchy, with the values it concerns: the user is looking at them."""
    return "  \n".join(f"{plain(fault.sentence)}{_values(fault.labels)}" for fault in found)


def _values(labels: Sequence[str]) -> str:
    if not labels:
        return ""
    more = f", and {len(labels) - NAMED:,} more" if len(labels) > NAMED else ""
    return f" These: {listed(labels[:NAMED])}{more}."


NAMED = 12
"""Values named in a sentence about a hierarchy."""


def numbers_in(written: str, kind: Callable[[str], Any]) -> list[Any]:
    """Numbers of a text separated by blanks or commas; anything else is left out."""
    return [number for word in written.replace(",", " ").split() if (number := _number(word, kind)) is not None]


def _number(word: str, kind: Callable[[str], Any]) -> Any:
    try:
        return kind(word)
    except ValueError:
        return None


def made_how(spec: TreeSpec) -> str:
    """How a hierarchy is made, as plain text."""
    given = dict(spec.parameters)
    if spec.kind == "uploaded":
        return str(given.get("name", "a file"))
    told = [f"{name} {' '.join(map(str, at)) if isinstance(at, tuple) else at}" for name, at in given.items()]
    return ": ".join([MAKERS.get(spec.kind, spec.kind), *([", ".join(told)] if told else [])])


def tree_rows(
    made: Mapping[str, Hierarchy | str], specs: Mapping[str, TreeSpec], why: Mapping[str, str]
) -> dict[str, list[Any]]:
    """Every column: where its hierarchy comes from, and how many labels each level has; or what is wrong."""
    return {
        "column": list(made),
        "made from": [f"suggested: {why[name]}" if name in why else made_how(specs[name]) for name in made],
        "labels per level": [
            tree if isinstance(tree, str) else " → ".join(f"{len(level):,}" for level in tree.labels)
            for tree in made.values()
        ],
    }


def level_head(level: int) -> str:
    """Head of one level in the table of labels."""
    return f"level {level}" if level else "value (level 0)"


def level_of(head: str) -> int:
    """The level of a head."""
    return 0 if head == level_head(0) else int(head.split()[-1])


def label_rows(tree: Hierarchy, most: int) -> dict[str, Sequence[str]]:
    """A hierarchy as a table: a row per value, a column per level."""
    return {level_head(level): [tree.labels[level][group] for group in up[:most]] for level, up in enumerate(tree.maps)}


def level_with_labels(tree: Hierarchy, level: int) -> str:
    """A level in a list: its number and how many labels it has."""
    return f"{level}: {counted(len(tree.labels[level]), 'label' if level else 'value')}"


def labels_note(tree: Hierarchy, most: int) -> str:
    """How much of a hierarchy is shown, and what its levels do to the number of labels."""
    n = len(tree.labels[0])
    rest = f" The first {most:,} are shown; the file has all." if n > most else ""
    return f"{counted(n, 'value')}, {counted(tree.n_levels, 'level')}: {', '.join(f'{len(level):,}' for level in tree.labels)} different labels.{rest}"


def tree_lines(tree: Hierarchy, most: int) -> str:
    """A hierarchy from its coarsest labels down, as a nested list in Markdown."""
    lines = list(_branch(tree, tree.n_levels - 1, range(len(tree.labels[0])), 0))
    more = f"\n- … {len(lines) - most:,} more" if len(lines) > most else ""
    return "\n".join(lines[:most]) + more


def _branch(tree: Hierarchy, level: int, values: Sequence[int], depth: int) -> Iterator[str]:
    """One level's labels over some values, each with what lies beneath; levels that change nothing are passed over."""
    groups: dict[int, list[int]] = {}
    for value in values:
        groups.setdefault(tree.maps[level][value], []).append(value)
    for group, inside in groups.items():
        label = plain(tree.labels[level][group])
        if level == 0 or {tree.labels[level - 1][tree.maps[level - 1][v]] for v in inside} != {
            tree.labels[level][group]
        }:
            count = f" :gray[({len(inside):,})]" if level else ""
            yield f"{'    ' * depth}- {label}{count}"
            if level:
                yield from _branch(tree, level - 1, inside, depth + 1)
        else:
            yield from _branch(tree, level - 1, inside, depth)
