"""What a call names becomes tables, roles and thresholds; shared by the commands of `kelt`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from privacy_core.arguments import THRESHOLDS
from privacy_core.errors import ParameterError, TableError, UnknownColumn
from privacy_core.hierarchies import Hierarchy, read_hierarchy
from privacy_core.intake import Options, Reading, read
from privacy_core.models import Ground, Rank, Secret, Thresholds, Tree, Value
from privacy_core.roles import Roles
from privacy_core.tables import Scale, Table, as_nominal, as_ordered, split_order, suppressed_by_token


def given_roles(given: argparse.Namespace, secrets: Sequence[Secret]) -> Roles:
    """Return the roles the call gives."""
    sensitive = tuple(secret.column for secret in secrets)
    return Roles(tuple(given.qi), sensitive, (), given.person, given.weight, given.household)


def noticed(reading: Reading, columns: Sequence[str | None]) -> list[str]:
    """What reading the file decided about these columns, in their order; None stands for the file."""
    return [note.sentence for column in columns for note in reading.notes if note.column == column]


def given_thresholds(given: argparse.Namespace) -> Thresholds:
    """Return the thresholds the call gives."""
    c, rank = given.recursive or (None, 2)
    named = {name.replace("-", "_"): getattr(given, name.replace("-", "_")) for name in THRESHOLDS}
    n, t = given.nt or (None, None)
    return Thresholds(**named, c=c, recursive_l=rank, n=n, nt=t)


def read_table(path: str, given: argparse.Namespace) -> Reading:
    """Read a table with the options of the call; - is standard input."""
    content = stdin_content() if path == "-" else file_content(path)
    return read(content, "standard input" if path == "-" else Path(path).name, options(given))


def options(given: argparse.Namespace) -> Options:
    """Return how the call says tables are read."""
    parts = given.delimiter, given.decimal, given.encoding, given.sheet, tuple(given.na), given.skip
    return Options(*parts, uneven=given.uneven.replace("-", " "))


def stdin_content() -> bytes:
    """Return the bytes of standard input."""
    return sys.stdin.buffer.read()


def file_content(path: str) -> bytes:
    """Return the bytes of a file."""
    try:
        return Path(path).read_bytes()
    except OSError as refused:
        raise TableError(f"The file {path!r} cannot be read: {refused.strerror}.") from None
    except ValueError:
        raise TableError(f"The file {path!r} cannot be read: no file can have this name.") from None


def write_file(path: str, content: bytes) -> None:
    """Write a file that the call names."""
    try:
        Path(path).write_bytes(content)
    except OSError as refused:
        raise TableError(f"The file {path!r} cannot be written: {refused.strerror}.") from None
    except ValueError:
        raise TableError(f"The file {path!r} cannot be written: no file can have this name.") from None


def spare_inputs(given: argparse.Namespace, inputs: Iterable[str | None], outputs: Iterable[str | None]) -> None:
    """Refuse to write over a file that is read.

    Raises
    ------
    ParameterError
        An output is one of the inputs, or a file that an option names.
    """
    named = [text[at + 1 :] for text in (*given.hierarchy, *given.sensitive) for at, c in enumerate(text) if c == "="]
    for out in filter(None, outputs):
        for path in filter(None, (*inputs, *named)):
            if _is_same_file(path, out):
                raise ParameterError(f"The file {path!r} is read and would be written over: name another file.")


def _is_same_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):  # one of them is not there, or can be no file
        return False


def given_secrets(
    table: Table, given: argparse.Namespace, trees: Mapping[str, Hierarchy]
) -> tuple[Table, list[Secret]]:
    """Return the sensitive columns the call gives, and the table with their types."""
    secrets = []
    for text in given.sensitive:
        column, kind, argument = typed_column(text, table.names)
        table = with_type(table, column, kind, argument)
        tree = read_hierarchy(file_content(argument), column) if kind == "hierarchy" else trees.get(column)
        secrets.append(Secret(column, _ground(table, column, kind, tree), tree))
    return table, secrets


def retyped(table: Table, given: argparse.Namespace) -> Table:
    """The prior's table with the same types as the judged one."""
    for text in given.sensitive:
        table = with_type(table, *typed_column(text, table.names))
    return table


def typed_column(text: str, names: Sequence[str]) -> tuple[str, str, str]:
    """Split `COL[:TYPE]` into column, type and the type's argument; a whole column name wins.

    Examples
    --------
    >>> typed_column("a:b:ordered=low<high", ["a:b"]), typed_column("a:value", ["a:value"])
    (('a:b', 'ordered', 'low<high'), ('a:value', '', ''))
    """
    if text in names:
        return text, "", ""
    for at in [i for i, letter in enumerate(text) if letter == ":"][::-1]:
        kind, _, argument = text[at + 1 :].partition("=")
        simple = kind in ("nominal", "ordered", "value") and not argument
        if text[:at] in names and (simple or (kind in ("ordered", "hierarchy") and argument)):
            return text[:at], kind, argument
    raise UnknownColumn(text, names)


def with_type(table: Table, column: str, kind: str, argument: str) -> Table:
    """Return the table with a column of the type the call gives it."""
    if kind == "nominal":
        return table.with_column(as_nominal(table[column]))
    if argument and kind == "ordered":
        return table.with_column(as_ordered(table[column], split_order(argument, table[column].labels)))
    if kind == "ordered" and table[column].scale is Scale.NOMINAL:
        raise ParameterError(f"Column {column!r} is text without an order: write {column}:ordered=low<mid<high.")
    if kind == "value" and table[column].scale is not Scale.NUMERIC:
        raise ParameterError(f"Column {column!r} has no numbers: distance by value is not defined.")
    return table


def _ground(table: Table, column: str, kind: str, tree: Hierarchy | None) -> Ground | None:
    if kind == "value":
        return Value()
    if kind == "ordered":
        return Rank()
    return Tree(tree) if kind == "hierarchy" and tree else None


def named_file(table: Table, text: str) -> tuple[str, Hierarchy]:
    """Read the hierarchy that COL=FILE names."""
    column, path = about_column(table, text)
    return column, read_hierarchy(file_content(path), column)


def about_column(table: Table, text: str) -> tuple[str, str]:
    """Split COL=TEXT; the longest name that is a column wins."""
    for at in [i for i, letter in enumerate(text) if letter == "="][::-1]:
        if text[:at] in table.names:
            return text[:at], text[at + 1 :]
    raise UnknownColumn(text.split("=")[0], table.names)


def with_suppressed(table: Table, given: argparse.Namespace) -> Table:
    """Flag the rows that the call says are suppressed."""
    if given.suppressed:
        return table.with_suppressed(_true_rows(table, given.suppressed))
    if given.suppressed_token is not None:
        return suppressed_by_token(table, given.qi, given.suppressed_token)
    return table


TRUTH = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False, "": False}


def _true_rows(table: Table, name: str) -> np.ndarray:
    column = table[name]
    words = [label.lower() for label in column.labels[: len(column.categories)]] + [""] * column.has_missing
    strange = np.array([word not in TRUTH for word in words])[column.codes].sum()
    if strange:
        raise TableError(f"Column {name!r}: {strange:,} rows are neither true nor false.")
    return np.array([TRUTH[word] for word in words])[column.codes]
