"""The command line `kelt`: one subcommand per question, one JSON document with --json.

Exit codes: 0 every threshold given holds; 1 one does not hold or nothing is left to judge;
2 the input or the call is wrong, said in one line on standard error.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from privacy_core import reports
from privacy_core.arguments import (
    Parser,
    anonymize_options,
    assess_options,
    below_zero,
    compose_options,
    mechanism_options,
    release_options,
)
from privacy_core.assessment import Assessment, assess
from privacy_core.cli_anonymize import ALGORITHMS, QUALITIES, anonymize
from privacy_core.cli_compose import SPELLINGS, compose
from privacy_core.cli_downcode import downcode, downcode_options
from privacy_core.cli_inputs import (
    Files,
    about_hierarchies,
    advising,
    given_hierarchies,
    given_roles,
    given_secrets,
    given_thresholds,
    noticed,
    read_table,
    refuse_no_qi,
    spare_inputs,
    with_suppressed,
    write_file,
)
from privacy_core.cli_link import link_options, link_tables
from privacy_core.cli_mechanism import ell_delta, make_release
from privacy_core.cli_single_out import single_out, single_out_options
from privacy_core.cli_subsets import subsets, subsets_options
from privacy_core.errors import InternalError, ParameterError, PrivacyError, RoleError
from privacy_core.exports import csv_text
from privacy_core.generalized import reading_of
from privacy_core.hierarchies import read_hierarchy
from privacy_core.models import KAnonymity, Measurement, Thresholds
from privacy_core.policies import Missing, MissingSensitive, Policies, Unit
from privacy_core.population import Population
from privacy_core.publishing.secret_columns import secrets_of, typed
from privacy_core.tables import Table
from privacy_core.units import in_unit


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a console without β says \u03b2
    try:
        given, more = _parser().parse_known_args(below_zero(sys.argv[1:] if arguments is None else arguments))
        if more and given.run is not _dashboard:
            raise ParameterError(f"Unrecognized arguments: {' '.join(more)}. See 'kelt --help'.")
        given.more = more
        code: int = given.run(given)
    except PrivacyError as refused:
        print(f"kelt: {' '.join(str(refused).split())}", file=sys.stderr)
        return 2
    except InternalError as fault:
        print(f"kelt: {' '.join(str(fault).split())}", file=sys.stderr)
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
    blurring = commands.add_parser("anonymize", help="blur a table until a promise holds", allow_abbrev=False)
    anonymize_options(blurring, [*ALGORITHMS], QUALITIES)
    blurring.set_defaults(run=anonymize)
    linking = commands.add_parser("compose", help="link releases of the same people", allow_abbrev=False)
    compose_options(linking, SPELLINGS)
    linking.set_defaults(run=compose)
    matching = commands.add_parser("link", help="match a release to what is known already", allow_abbrev=False)
    link_options(matching)
    matching.set_defaults(run=link_tables)
    undoing = commands.add_parser(
        "downcode", help="undo the blur where it follows from the release", allow_abbrev=False
    )
    downcode_options(undoing)
    undoing.set_defaults(run=downcode)
    planning = commands.add_parser("ell-delta", help="plan releases whose classes keep ell values", allow_abbrev=False)
    mechanism_options(planning)
    planning.set_defaults(run=ell_delta)
    releasing = commands.add_parser("release", help="publish a table with the classes of a plan", allow_abbrev=False)
    release_options(releasing)
    releasing.set_defaults(run=make_release)
    singling = commands.add_parser("subsets", help="count who is alone in every set of columns", allow_abbrev=False)
    subsets_options(singling)
    singling.set_defaults(run=subsets)
    isolating = commands.add_parser("single-out", help="isolate people by a release's classes", allow_abbrev=False)
    single_out_options(isolating)
    isolating.set_defaults(run=single_out)
    showing = commands.add_parser("dashboard", help="open the dashboard in a browser", allow_abbrev=False)
    showing.set_defaults(run=_dashboard)
    return parser


def _assess(given: argparse.Namespace) -> int:
    spare_inputs(given, (given.table, given.prior, given.population), (given.per_class,))
    reading = read_table(given.table, given)
    table = reading.table
    refuse_no_qi(given)
    files, named = Files(given), given_hierarchies(table, given)
    trees = {name: read_hierarchy(files(path), name) for name, path in named.items()}
    if given.nt and (lacking := [name for name in given.qi if name not in trees]):
        raise ParameterError(f"--nt needs a --hierarchy of every --qi; {', '.join(map(repr, lacking))} has none.")
    columns = given_secrets(table, given, named)
    table, secrets = typed(table, columns), secrets_of(columns, files)
    roles = given_roles(given, columns)
    roles.check(table.names)
    if given.suppressed in (name for name, _ in roles):
        raise RoleError(f"Column {given.suppressed!r} has two roles: it also says which records are suppressed.")
    original = _prior(given) if given.prior else None
    asked = given_thresholds(given)
    if not secrets and asked != Thresholds(k=asked.k, risk=asked.risk):
        raise ParameterError("A threshold about secrets needs at least one --sensitive column.")
    policies = Policies(Missing(given.missing), MissingSensitive(given.missing_sensitive))
    everyone = read_table(given.population, given).table if given.population else None
    outside = Population(everyone, given.sampling_fraction)
    seeded = None if given.seed is None else np.random.default_rng(given.seed)
    judged = with_suppressed(table, given).with_perturbed(given.perturbed)
    with advising(table):
        found = assess(judged, roles, asked, secrets, policies, original, outside, seeded, trees)
    said = reports.document(found)
    said["findings"] += [*_as_published(judged, given.qi), *about_hierarchies(table, named, columns, files)]
    said["findings"] += noticed(reading, [None, *(name for name, _ in roles)])
    if given.per_class:
        said["findings"] += _write_classes(given.per_class, found, table, given.person)
    print(json.dumps(said, allow_nan=False) if given.json else reports.text(said))
    return 0 if found.holds else 1


def _as_published(judged: Table, names: Sequence[str]) -> list[str]:
    """How the quasi-identifiers of a release were read; nothing of raw data."""
    rows = np.flatnonzero(~judged.suppressed)
    return [sentence for name in names for sentence in reading_of(judged[name], rows)]


def _prior(given: argparse.Namespace) -> Table:
    """The prior's table with the same types as the judged one."""
    table = read_table(given.prior, given).table
    return typed(table, given_secrets(table, given, {}))


def _per_class(found: Assessment) -> list[Measurement]:
    return [m for m in found.measurements if not isinstance(m.model, KAnonymity)]


def _write_classes(path: str, found: Assessment, table: Table, person: str | None) -> list[str]:
    people = in_unit(table, found.classes, Unit.PERSONS, person)
    text, changed = csv_text(reports.per_class(people, _per_class(found), table))
    write_file(path, text.encode())
    return [f"{changed:,} texts in the per-class file have an apostrophe, so that no spreadsheet runs them."] * bool(
        changed
    )


def _dashboard(given: argparse.Namespace) -> int:
    found = find_spec("dashboard")
    if found is None or not found.submodule_search_locations:
        raise ParameterError("The dashboard is not installed beside privacy_core.")
    folder = Path(next(iter(found.submodule_search_locations)))
    command = [sys.executable, "-m", "streamlit", "run", str(folder / "app.py"), *given.more]
    return subprocess.call(command, cwd=folder.parent)
