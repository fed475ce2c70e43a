"""`kelt downcode ORIGINAL RELEASE`: could the release be finer, and what does it give away where it could not?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from textwrap import fill
from typing import Any

from privacy_core.arguments import intake_options, suppressed_options
from privacy_core.attacks.minimality import audit, audit_record, infer_raised
from privacy_core.cli_inputs import (
    advising,
    given_trees,
    noticed_in,
    read_table,
    refuse_no_qi,
    refuse_two_inputs,
    with_suppressed,
)
from privacy_core.errors import RoleError
from privacy_core.hierarchies import Hierarchy
from privacy_core.tables import Table


def audit_options(parser: argparse.ArgumentParser) -> None:
    """Add what ORIGINAL and RELEASE need; both of them, --k, --seed and --json are there already."""
    parser.add_argument("--qi", action="append", default=[], metavar="COL", help="column others could know")
    parser.add_argument(
        "--hierarchy", action="append", default=[], metavar="COL=FILE", help="what the column was generalized along"
    )
    parser.add_argument("--id", metavar="COL", help="column of both tables that says which rows belong together")
    parser.add_argument("--holdout", metavar="FILE", help="people not in the release: shares of values are theirs")
    suppressed_options(parser)
    intake_options(parser)


def audit_release(given: argparse.Namespace) -> int:
    """Run `kelt downcode ORIGINAL RELEASE` and return its exit code."""
    refuse_no_qi(given)
    if given.id in given.qi:
        raise RoleError(f"Column {given.id!r} has two roles; a column can have one.")
    paths = {name: path for name in ("original", "release", "holdout") if (path := getattr(given, name)) is not None}
    refuse_two_inputs(paths.values())
    readings = {name: read_table(path, given) for name, path in paths.items()}
    original, release = readings["original"].table, with_suppressed(readings["release"].table, given)
    trees = _trees(original, given)
    holdout = readings["holdout"].table if "holdout" in readings else None
    with advising(original):
        found = audit(original, release, given.qi, trees, k=given.k, id_column=given.id)
        raised = infer_raised(found, trees, holdout=holdout)
    said = audit_record(found, raised)
    said["findings"] += [*noticed_in(readings, [None, *given.qi, *filter(None, [given.id])])]
    print(json.dumps(said, allow_nan=False) if given.json else _text(said))
    return 0


def _trees(original: Table, given: argparse.Namespace) -> dict[str, Hierarchy]:
    trees = given_trees(original, given)
    for column in trees:
        if column not in given.qi:
            raise RoleError(f"A hierarchy is given for column {column!r}, which is no --qi.")
    return trees


def _text(said: Mapping[str, Any]) -> str:
    moves, guessed = said["moves"], said["inferred"]
    respects = "yes" if said["respects_hierarchy"] else "no"
    lines = [
        f"{said['rows']:,} rows in {said['classes']:,} classes, {said['suppressed']:,} suppressed, k = {said['k']:,}",
        f"respects the hierarchies: {respects}; minimal: {said['minimal'] or 'not known'}",
    ]
    if moves is not None:
        counted = ", ".join(f"{'not all looked at' if n is None else f'{n:,}'} {what}" for what, n in moves.items())
        lines.append(f"classes that could be finer: {said['refinable']:,} ({counted})")
    if guessed is not None and guessed["cells"]:
        lines += ["", f"{'attacker knows':>24} {'right':>9} {'of':>9} {'rate':>7} {'expected':>8}"]
        lines += [_line(what, guessed[key]) for what, key in _ATTACKERS.items()]
    sentences = [fill(f"- {sentence}", 120, subsequent_indent="  ") for sentence in said["findings"]]
    return "\n".join([*lines, f"verdict: {said['verdict']}", "", *sentences])


_ATTACKERS = {"shares and minimality": "with_minimality", "shares only (baseline)": "without"}


def _line(what: str, one: Mapping[str, Any]) -> str:
    rate, expected = (f"{'n/a' if part is None else f'{part:.3f}'}" for part in (one["rate"], one["predicted"]))
    return f"{what:>24} {one['right']:>9,} {one['of']:>9,} {rate:>7} {expected:>8}"
