"""A hierarchy beside the column it is meant for: what does not fit, and what would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from privacy_core.errors import HierarchyError
from privacy_core.hierarchies.arx_csv import lines
from privacy_core.hierarchies.faults import Fault, Matter, faults_of_lines, lacking_entries
from privacy_core.hierarchies.nesting import Hierarchy, hierarchy
from privacy_core.hierarchies.spelling import misspelled
from privacy_core.tables import Column, Table


def examine(content: bytes, column: str) -> tuple[Hierarchy | None, tuple[Fault, ...]]:
    r"""Read a file as far as it can be read: the hierarchy, or None, and everything found on the way.

    Raises
    ------
    HierarchyError
        The file is no text.

    Examples
    --------
    >>> tree, faults = examine(b"34;30s;*\n34;40s;*\n", "age")
    >>> tree, [(fault.matter.value, fault.labels, fault.at) for fault in faults]
    (None, [('values with two parents', ('34',), (1, 2))])
    """
    found = lines(content, column)
    faults = faults_of_lines(column, found)
    if any(fault.grave for fault in faults):
        return None, faults
    return hierarchy(column, [row for _, row in found]), faults


def faults_beside(tree: Hierarchy, column: Column) -> tuple[Fault, ...]:
    """Everything that keeps a hierarchy from covering a column, and how many numbers are written otherwise in it."""
    words = column.labels[: len(column.categories)]
    rows = np.bincount(column.codes, minlength=column.n_codes).tolist()
    found = [word for word, at in zip(words, tree.places(words, column.scale).tolist(), strict=True) if at >= 0]
    return (
        *_header(tree, column, words),
        *lacking_entries(column.name, words, rows, [*tree.labels[0], *found]),
        *_numbers(tree, column, [word for word in found if word not in tree.place]),
    )


def _numbers(tree: Hierarchy, column: Column, found: Sequence[str]) -> Iterator[Fault]:
    if found:
        said = (
            f"{len(found):,} values of {column.name!r} are written otherwise in its hierarchy, such as 3.0 for 3; "
            "they are found by their number."
        )
        yield Fault(Matter.BY_NUMBER, column.name, 0, len(found), said, tuple(found))


def _header(tree: Hierarchy, column: Column, words: Sequence[str]) -> Iterator[Fault]:
    first = tree.labels[0][0]
    if first.strip().casefold() == column.name.strip().casefold() and first not in words:
        said = (
            f"The first row of the hierarchy of {column.name!r} begins with the column's name, which is none of its "
            "values. Such files have no header, so it counts as one more value until it is taken out."
        )
        yield Fault(Matter.HEADER, column.name, 0, 1, said, (first,), (1,))


def advice(tree: Hierarchy, table: Table) -> str:
    """What would work where a hierarchy does not fit its column: another column, or another spelling.

    Returns
    -------
    said : sentences that name columns and counts; empty where nothing would help

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"work": ["Private", "State-gov"], "age": [3, 4]}))
    >>> advice(hierarchy("age", [("Private", "*"), ("State-gov", "*")]), people)
    "It fits column 'work', whose 2 values all have an entry."
    >>> advice(hierarchy("work", [("private", "*"), ("State-gov ", "*")]), people)
    "With its entries written as in column 'work', every one of the 2 values has one."
    """
    return " ".join((*_elsewhere(tree, table), *_respelled(tree, table)))


def _elsewhere(tree: Hierarchy, table: Table) -> Iterator[str]:
    best, share = next(iter(best_columns(tree, table)), (tree.column, 0.0))
    if best != tree.column and share == 1:
        several = len(table[best].categories)
        yield f"It fits column {best!r}, whose {several:,} values all have an entry."


def _respelled(tree: Hierarchy, table: Table) -> Iterator[str]:
    column = table.columns.get(tree.column)
    if column is None:
        return
    try:
        mended = respelled(tree, column)
    except HierarchyError:  # several values share one entry: nobody can say whose it is
        return
    words = column.labels[: len(column.categories)]
    lacking, before = (int((one.places(words, column.scale) < 0).sum()) for one in (mended, tree))
    if lacking < before:
        left = f"{len(words) - lacking:,} of the {len(words):,} values have" if lacking else ""
        yield (
            f"With its entries written as in column {tree.column!r}, "
            f"{left or f'every one of the {len(words):,} values has'} one."
        )


def best_columns(tree: Hierarchy, table: Table) -> tuple[tuple[str, float], ...]:
    """Columns that a hierarchy fits, best first, with the share of their different values that have an entry.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"work": ["Private", "State-gov"], "job": ["Sales", "Private"]}))
    >>> best_columns(hierarchy("job", [("Private", "*"), ("State-gov", "*")]), people)
    (('work', 1.0), ('job', 0.5))
    """
    fits = ((name, _fit(tree, column)) for name, column in table.columns.items())
    return tuple(sorted(((name, fit) for name, fit in fits if fit), key=lambda one: -one[1]))


def _fit(tree: Hierarchy, column: Column) -> float:
    words = column.labels[: len(column.categories)]
    return float((tree.places(words, column.scale) >= 0).mean()) if words else 0.0


def respelled(tree: Hierarchy, column: Column) -> Hierarchy:
    """Write the entries of a hierarchy as the column does, where they are only written differently.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> ages = from_frame(pd.DataFrame({"age": [3, 4]}))["age"]
    >>> respelled(hierarchy("age", [("03", "*"), ("4.0", "*")]), ages).labels[0]
    ('3', '4')
    """
    words = column.labels[: len(column.categories)]
    alike = misspelled((word for word in words if word not in tree.place), _unused(tree, words))
    named = {entry: word for word, entry in alike.items()}
    if len(named) < len(alike):
        raise HierarchyError(
            f"Column {column.name!r}: {len(alike) - len(named)} values are written like another value's entry."
        )
    leaves = tuple(named.get(label, label) for label in tree.labels[0])
    return Hierarchy(tree.column, (leaves, *tree.labels[1:]), tree.maps)


def _unused(tree: Hierarchy, words: Iterable[str]) -> list[str]:
    """Entries that are no value of the column as they are written."""
    return [label for label in tree.labels[0] if label not in set(words)]
