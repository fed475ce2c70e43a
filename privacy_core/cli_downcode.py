"""`kelt downcode`: can the blur be undone? On drawn tables with --simulate, or on a release and its original."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from textwrap import fill
from typing import Any

import numpy as np

from privacy_core.argument_types import count, number
from privacy_core.arguments import seed_option
from privacy_core.attacks.downcoding import Clusters, run_trials, trials_record
from privacy_core.cli_audit import audit_options, audit_release
from privacy_core.errors import ParameterError

_DRAWN: Mapping[str, tuple[Callable[[str], float], float | None, str, str]] = {
    "n": (count, 100, "N", "rows of a drawn table; 100"),
    "clusters": (count, 10, "N", "clusters they are drawn from; 10"),
    "dims": (count, 64, "N", "attributes; 64"),
    "big": (number, None, "P", "chance that a row scatters; 1/k"),
    "trials": (count, 100, "N", "tables to draw; 100"),
    "rho": (number, 0.0, "P", "chance that a cell is blurred needlessly; 0"),
    "learn": (count, None, "N", "learn the distribution from N further rows; it is given otherwise"),
}
_OF_TABLES = ("qi", "hierarchy", "id", "holdout", "suppressed", "suppressed_token")
"""Options that say something about ORIGINAL and RELEASE."""


def downcode_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `kelt downcode`."""
    parser.add_argument("original", nargs="?", metavar="ORIGINAL", help="the table before it was blurred")
    parser.add_argument("release", nargs="?", metavar="RELEASE", help="the table as published")
    parser.add_argument("--simulate", action="store_true", help="draw tables, blur them, undo the blur, count")
    parser.add_argument("--k", type=count, metavar="N", help="rows that look alike; with --simulate 10")
    for name, (kind, _, what, said) in _DRAWN.items():
        parser.add_argument(f"--{name}", type=kind, metavar=what, help=f"with --simulate: {said}")
    parser.add_argument("--every-class", action="store_true", help="with --simulate: not only clusters of k rows")
    seed_option(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    audit_options(parser)


def downcode(given: argparse.Namespace) -> int:
    """Run `kelt downcode` and return its exit code."""
    if given.simulate:
        return _simulate(given)
    if given.original is None or given.release is None:
        raise ParameterError("Give ORIGINAL and RELEASE, or --simulate.")
    for name in (*_DRAWN, "every_class"):
        if getattr(given, name) is not None and getattr(given, name) is not False:
            raise ParameterError(f"--{name.replace('_', '-')} is for --simulate, which is not given.")
    return audit_release(given)


def _simulate(given: argparse.Namespace) -> int:
    if given.original is not None or any(getattr(given, name, None) for name in _OF_TABLES):
        options = ", ".join(f"--{name.replace('_', '-')}" for name in _OF_TABLES)
        raise ParameterError(f"--simulate draws its tables: leave out ORIGINAL, RELEASE, {options}.")
    asked = {name: getattr(given, name) for name in _DRAWN}
    asked = {name: _DRAWN[name][1] if value is None else value for name, value in asked.items()}
    k = 10 if given.k is None else given.k
    settings = Clusters(
        asked["n"], k, asked["clusters"], asked["dims"], 1 / k if asked["big"] is None else asked["big"]
    )
    random = np.random.default_rng(given.seed)
    rule = {"every_class": given.every_class, "rho": asked["rho"], "holdout": asked["learn"]}
    found = run_trials(settings, asked["trials"], random, seed=given.seed, **rule)
    said = trials_record(found)
    print(json.dumps(said, allow_nan=False) if given.json else _text(said))
    return 0


def _text(said: Mapping[str, Any]) -> str:
    drawn, cells, named, one = said["draws"], said["cells"], said["predicates"], said["settings"]
    expected = said["expected"]
    lines = [
        f"{one['trials']:,} drawn tables of {one['n']:,} rows and {one['dims']:,} attributes, k = {one['k']:,}, seed "
        f"{said['seed']}",
        f"in {_of(drawn)} of them rows are undone and all that follows is right"
        + ("" if expected is None else f" (theory: {expected['daleth']:.3g})"),
        f"{said['records']:.1%} of the rows are undone"
        + ("" if expected is None else f" (theory: {expected['records']:.1%})"),
        f"groups wholly right: {_of(said['groups'])}; without minimality: {_of(said['baseline'])}",
        f"raised cells right: {_of(cells)}; least number of cells undone in a row: {said['min_delta_d'] or 'none'}",
        f"predicates per table: {named['mean']:.3g}; tables in which all of them isolate: {_of(named['all_isolate'])}",
        f"verdict: {said['verdict']}",
    ]
    return "\n".join([*lines, *(fill(sentence, 110) for sentence in said["findings"])])


def _of(counts: Mapping[str, Any]) -> str:
    if not counts["attempts"]:
        return "none"
    low, high = counts["interval"]
    return f"{counts['hits']:,} of {counts['attempts']:,} ({low:.1%} to {high:.1%})"
