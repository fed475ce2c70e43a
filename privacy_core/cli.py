"""The command line `kelt`: one subcommand per question, one JSON document with --json.

Exit codes: 0 every threshold given holds; 1 one does not hold or nothing is left to judge;
2 the input or the call is wrong, said in one line on standard error.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from privacy_core import reports
from privacy_core.arguments import THRESHOLDS, Parser, assess_options
from privacy_core.assessment import Assessment, assess
from privacy_core.errors import ParameterError, PrivacyError, RoleError, TableError, UnknownColumn
from privacy_core.exports import csv_text
from privacy_core.hierarchies import Hierarchy, read_hierarchy
from privacy_core.intake import Options, Reading, read
from privacy_core.models import Ground, KAnonymity, Measurement, Rank, Secret, Thresholds, Tree, Value
from privacy_core.policies import Missing, MissingSensitive, Policies, Unit
from privacy_core.population import Population
from privacy_core.roles import Roles
from privacy_core.tables import Scale, Table, as_nominal, as_ordered, split_order, suppressed_by_token
from privacy_core.units import in_unit


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a console without β says \u03b2
    try:
        given, more = _parser().parse_known_args(arguments)
        if more and given.run is not _dashboard:
            raise ParameterError(f"Unrecognized arguments: {' '.join(more)}. See 'kelt --help'.")
        given.more = more
        code: int = given.run(given)
    except PrivacyError as refused:
        print(f"kelt: {' '.join(str(refused).split())}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 2
    return code


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="kelt", description="See what a table of personal data gives away.", allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    assessing = commands.add_parser("assess", help="measure one table", allow_abbrev=False)
    assess_options(assessing)
    assessing.set_defaults(run=_assess)
    showing = commands.add_parser("dashboard", help="open the dashboard in a browser", allow_abbrev=False)
    showing.set_defaults(run=_dashboard)
    return parser


def _assess(given: argparse.Namespace) -> int:
    _spare_inputs(given)
    reading = _reading(given.table, given)
    table = reading.table
    if not given.qi:
        raise RoleError("No quasi-identifier is given: name at least one column with --qi.")
    table, secrets = _secrets(table, given)
    roles = _roles(given, secrets)
    roles.check(table.names)
    if given.suppressed in (name for name, _ in roles):
        raise RoleError(f"Column {given.suppressed!r} has two roles: it also says which records are suppressed.")
    original = _retyped(_reading(given.prior, given).table, given) if given.prior else None
    asked = _thresholds(given)
    if not secrets and asked != Thresholds(k=asked.k, risk=asked.risk):
        raise ParameterError("A threshold about secrets needs at least one --sensitive column.")
    policies = Policies(Missing(given.missing), MissingSensitive(given.missing_sensitive))
    everyone = _reading(given.population, given).table if given.population else None
    outside = Population(everyone, given.sampling_fraction)
    seeded = None if given.seed is None else np.random.default_rng(given.seed)
    found = assess(_with_suppressed(table, given), roles, asked, secrets, policies, original, outside, seeded)
    said = reports.document(found)
    said["findings"] += _noticed(reading, [None, *(name for name, _ in roles)])
    if given.per_class:
        said["findings"] += _write_classes(Path(given.per_class), found, table, given.person)
    print(json.dumps(said, allow_nan=False) if given.json else reports.text(said))
    return 0 if found.holds else 1


def _roles(given: argparse.Namespace, secrets: Sequence[Secret]) -> Roles:
    sensitive = tuple(secret.column for secret in secrets)
    return Roles(tuple(given.qi), sensitive, (), given.person, given.weight, given.household)


def _noticed(reading: Reading, columns: Sequence[str | None]) -> list[str]:
    """What reading the file decided about these columns, in their order; None stands for the file."""
    return [note.sentence for column in columns for note in reading.notes if note.column == column]


def _per_class(found: Assessment) -> list[Measurement]:
    return [m for m in found.measurements if not isinstance(m.model, KAnonymity)]


def _write_classes(path: Path, found: Assessment, table: Table, person: str | None) -> list[str]:
    people = in_unit(table, found.classes, Unit.PERSONS, person)
    text, changed = csv_text(reports.per_class(people, _per_class(found), table))
    _write(path, text)
    return [f"{changed:,} texts in the per-class file have an apostrophe, so that no spreadsheet runs them."] * bool(
        changed
    )


def _thresholds(given: argparse.Namespace) -> Thresholds:
    c, rank = given.recursive or (None, 2)
    named = {name.replace("-", "_"): getattr(given, name.replace("-", "_")) for name in THRESHOLDS}
    return Thresholds(**named, c=c, recursive_l=rank)


def _spare_inputs(given: argparse.Namespace) -> None:
    """Refuse to write over a file that is read."""
    if given.per_class is None:
        return
    named = [text[at + 1 :] for text in (*given.hierarchy, *given.sensitive) for at, c in enumerate(text) if c == "="]
    for path in (given.table, given.prior, given.population, *named):
        if path is not None and _is_same_file(path, given.per_class):
            raise ParameterError(f"The file {path!r} is read and would be written over: name another file.")


def _is_same_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):  # one of them is not there, or can be no file
        return False


def _reading(path: str, given: argparse.Namespace) -> Reading:
    uneven = given.uneven.replace("-", " ")
    parts = given.delimiter, given.decimal, given.encoding, given.sheet, tuple(given.na), given.skip
    options = Options(*parts, uneven=uneven)
    content = sys.stdin.buffer.read() if path == "-" else _content(path)
    return read(content, "standard input" if path == "-" else Path(path).name, options)


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as refused:
        raise TableError(f"The file {path!r} cannot be read: {refused.strerror}.") from None
    except ValueError:
        raise TableError(f"The file {path!r} cannot be read: no file can have this name.") from None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as refused:
        raise TableError(f"The file {str(path)!r} cannot be written: {refused.strerror}.") from None


def _secrets(table: Table, given: argparse.Namespace) -> tuple[Table, list[Secret]]:
    trees = dict(_named_file(table, text) for text in given.hierarchy)
    secrets = []
    for text in given.sensitive:
        column, kind, argument = typed_column(text, table.names)
        table = _with_type(table, column, kind, argument)
        tree = read_hierarchy(_content(argument), column) if kind == "hierarchy" else trees.get(column)
        secrets.append(Secret(column, _ground(table, column, kind, tree), tree))
    return table, secrets


def _retyped(table: Table, given: argparse.Namespace) -> Table:
    """The prior's table with the same types as the judged one."""
    for text in given.sensitive:
        table = _with_type(table, *typed_column(text, table.names))
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


def _with_type(table: Table, column: str, kind: str, argument: str) -> Table:
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


def _named_file(table: Table, text: str) -> tuple[str, Hierarchy]:
    for at in [i for i, letter in enumerate(text) if letter == "="][::-1]:
        if text[:at] in table.names:
            return text[:at], read_hierarchy(_content(text[at + 1 :]), text[:at])
    raise UnknownColumn(text.split("=")[0], table.names)


def _with_suppressed(table: Table, given: argparse.Namespace) -> Table:
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


def _dashboard(given: argparse.Namespace) -> int:
    found = find_spec("dashboard")
    if found is None or not found.submodule_search_locations:
        raise ParameterError("The dashboard is not installed beside privacy_core.")
    folder = Path(next(iter(found.submodule_search_locations)))
    command = [sys.executable, "-m", "streamlit", "run", str(folder / "app.py"), *given.more]
    return subprocess.call(command, cwd=folder.parent)
