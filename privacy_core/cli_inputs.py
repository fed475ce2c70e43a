"""What a call names becomes tables, roles and thresholds; shared by the commands of `kelt`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from privacy_core.arguments import THRESHOLDS
from privacy_core.errors import HierarchyError, ParameterError, RoleError, TableError, UnknownColumn
from privacy_core.hierarchies import Hierarchy, Matter, advice, examine, faults_beside, read_hierarchy
from privacy_core.intake import Options, Reading, read
from privacy_core.models import Thresholds
from privacy_core.publishing import SecretColumn
from privacy_core.roles import Roles
from privacy_core.tables import Table, split_order, suppressed_by_token


class Files:
    """Files of the call, each read once."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.read: dict[str, bytes] = {}
        self._table = given.table

    def __call__(self, path: str) -> bytes:
        if path not in self.read:
            self.read[path] = stdin_content() if path == self._table == "-" else file_content(path)
        return self.read[path]


def given_roles(given: argparse.Namespace, secrets: Sequence[SecretColumn]) -> Roles:
    """Return the roles the call gives."""
    sensitive = tuple(secret.column for secret in secrets)
    return Roles(tuple(given.qi), sensitive, (), given.person, given.weight, given.household)


def refuse_no_qi(given: argparse.Namespace) -> None:
    """Refuse a call that says of no column that others could know it.

    Raises
    ------
    RoleError
        There is no --qi.
    """
    if not given.qi:
        raise RoleError("No quasi-identifier is given: name at least one column with --qi.")


def noticed(reading: Reading, columns: Sequence[str | None]) -> list[str]:
    """What reading the file decided about these columns, in their order; None stands for the file."""
    return [note.sentence for column in columns for note in reading.notes if note.column == column]


def noticed_in(readings: Mapping[str, Reading], columns: Sequence[str | None]) -> Iterator[str]:
    """What reading each of several files decided about these columns."""
    for name, reading in readings.items():
        yield from (f"the {name}: {sentence}" for sentence in noticed(reading, columns))


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


def refuse_two_inputs(paths: Iterable[str | None]) -> None:
    """Refuse to read two tables from standard input.

    Raises
    ------
    ParameterError
        More than one path is -.
    """
    if [*paths].count("-") > 1:
        raise ParameterError("Standard input can be one table only: name files for the others.")


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
    write_files({path: content})


def write_files(contents: Mapping[str, bytes]) -> None:
    """Write every file or, where one cannot be written, leave none behind that was not there before."""
    made: list[Path] = []
    for path, content in contents.items():
        try:
            made += [Path(path)] * (not Path(path).exists())
            Path(path).write_bytes(content)
        except (OSError, ValueError) as refused:
            for one in filter(Path.exists, made):
                one.unlink()
            why = refused.strerror if isinstance(refused, OSError) else "no file can have this name"
            raise TableError(f"The file {path!r} cannot be written: {why}.") from None


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


def given_hierarchies(table: Table, given: argparse.Namespace) -> dict[str, str]:
    """The file of each column's hierarchy."""
    return once_each("--hierarchy", (about_column(table, text, "--hierarchy", "FILE") for text in given.hierarchy))


def given_trees(table: Table, given: argparse.Namespace) -> dict[str, Hierarchy]:
    """The hierarchy of each column that the call gives one."""
    return {name: read_hierarchy(file_content(path), name) for name, path in given_hierarchies(table, given).items()}


def once_each(flag: str, pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What an option says of each column.

    Raises
    ------
    ParameterError
        It is given twice for one column.
    """
    found: dict[str, str] = {}
    for column, said in pairs:
        if column in found:
            raise ParameterError(f"{flag} is given more than once for column {column!r}: leave out all but one.")
        found[column] = said
    return found


def about_hierarchies(
    table: Table, named: Mapping[str, str], secrets: Sequence[SecretColumn], fetch: Callable[[str], bytes]
) -> list[str]:
    """What is worth a look in the hierarchies of a call, though they can be used."""
    trees = dict.fromkeys([*named.items(), *((one.column, one.tree) for one in secrets if one.tree is not None)])
    found = []
    for column, path in trees:
        tree, faults = examine(fetch(path), column)
        beside = () if tree is None else faults_beside(tree, table[column])
        found += [fault.sentence for fault in faults if not fault.grave]
        found += [fault.sentence for fault in beside if fault.matter in (Matter.HEADER, Matter.BY_NUMBER)]
    return found


def given_secrets(table: Table, given: argparse.Namespace, trees: Mapping[str, str]) -> tuple[SecretColumn, ...]:
    """Return the sensitive columns the call gives, each with the file of its hierarchy."""
    return tuple(_secret(table, *typed_column(text, table.names), trees) for text in given.sensitive)


def _secret(table: Table, column: str, kind: str, argument: str, trees: Mapping[str, str]) -> SecretColumn:
    if kind == "hierarchy" and trees.get(column, argument) != argument:
        raise ParameterError(f"Column {column!r} has two hierarchies, by --hierarchy and by --sensitive: give one.")
    order = tuple(split_order(argument, table[column].labels)) if kind == "ordered" and argument else ()
    return SecretColumn(column, kind, order, argument if kind == "hierarchy" else trees.get(column))


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


@contextmanager
def advising(table: Table) -> Iterator[None]:
    """Where a hierarchy does not fit its column, say as well which column it fits, or which spelling would."""
    try:
        yield
    except HierarchyError as refused:
        if not isinstance(refused.hierarchy, Hierarchy):
            raise
        said = f"{refused} {advice(refused.hierarchy, table)}".strip()
        raise HierarchyError(said, refused.hierarchy) from None


def about_column(table: Table, text: str, flag: str, what: str) -> tuple[str, str]:
    """Split COL=TEXT; the longest name that is a column wins.

    Raises
    ------
    UnknownColumn
        No column has such a name.
    ParameterError
        A column is named, and nothing is said about it.
    """
    for at in [i for i, letter in enumerate(text) if letter == "="][::-1]:
        if text[:at] in table.names:
            return text[:at], text[at + 1 :]
    if text in table.names:
        raise ParameterError(f"{flag} names column {text!r} and nothing else: write {flag} {text}={what}.")
    raise UnknownColumn(text.split("=")[0], table.names)


def with_suppressed(table: Table, given: argparse.Namespace) -> Table:
    """Flag the rows that the call says are suppressed."""
    if given.suppressed:
        return table.without_flagged(given.suppressed)
    if given.suppressed_token is not None:
        return suppressed_by_token(table, given.qi, given.suppressed_token)
    return table
