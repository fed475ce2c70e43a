"""`kelt link`: can a release be matched to what somebody already knows?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import Any

import numpy as np

from privacy_core.argument_types import count, number
from privacy_core.arguments import intake_options, seed_option, suppressed_options
from privacy_core.attacks import Attackers, evidence_record
from privacy_core.cli_inputs import (
    given_trees,
    noticed_in,
    read_table,
    refuse_no_qi,
    refuse_two_inputs,
    with_suppressed,
)
from privacy_core.errors import NoRows, ParameterError, RoleError, UnknownColumn
from privacy_core.hierarchies import Hierarchy
from privacy_core.intake import Reading
from privacy_core.linkage import (
    Coding,
    Fit,
    LinkageRisk,
    LinkageSettings,
    baselines,
    baselines_record,
    findings,
    link,
    nobody,
    parse_level,
    parse_tau,
    record,
)
from privacy_core.roles import Roles
from privacy_core.tables import Table

FITS = [fit.value for fit in Fit]
CODINGS = [coding.value for coding in Coding]


def link_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `kelt link`."""
    parser.add_argument("original", metavar="ORIGINAL", help="the people in the release, as the attacker knows them")
    parser.add_argument("release", metavar="RELEASE", help="the table that is matched")
    parser.add_argument("--qi", action="append", default=[], metavar="COL", help="column others could know: it blocks")
    parser.add_argument("--sensitive", action="append", default=[], metavar="COL", help="secret: enters no operator")
    parser.add_argument("--ignore", action="append", default=[], metavar="COL", help="column that enters no operator")
    parser.add_argument("--id", metavar="COL", help="column of both tables that says who is who, for scoring only")
    parser.add_argument(
        "--level",
        action="append",
        default=[],
        metavar="COL,…",
        help="a level of blocks, finest first: columns, age/10 for bins, zip@2 for a hierarchy; empty compares all",
    )
    parser.add_argument("--tau", default="0:1:.01", metavar="A:B:STEP", help="thresholds; 0:1:.01 unless given")
    parser.add_argument(
        "--components", type=count, metavar="N", help="axes; 95 of 100 parts of the variance, at least 8"
    )
    parser.add_argument("--fit", choices=FITS, default=FITS[0], help="whose rows set scale and axes")
    parser.add_argument(
        "--encoding",
        action="append",
        default=[],
        metavar="HOW",
        help=f"how names become numbers: {', '.join(CODINGS)}; or the encoding of the files, such as cp1252",
    )
    parser.add_argument("--holdout", metavar="FILE", help="people who are not in the release: what luck links")
    parser.add_argument("--auxiliary", metavar="FILE", help="what the attacker holds instead of the original")
    parser.add_argument("--alpha", type=number, default=0.05, metavar="X", help="share that may link by luck; .05")
    parser.add_argument(
        "--hierarchy", action="append", default=[], metavar="COL=FILE", help="what generalized labels stand for"
    )
    parser.add_argument("--attackers", action="store_true", help="attackers who single out, link and infer as well")
    parser.add_argument("--attempts", type=count, default=500, metavar="N", help="tries of each attacker; 500")
    seed_option(parser)
    _sparing_options(parser)
    suppressed_options(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    intake_options(parser, encoding=False)


def _sparing_options(parser: argparse.ArgumentParser) -> None:
    """Add what makes large tables less work, each for a bound or an interval."""
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--most-candidates", type=count, metavar="N", help="look at N of a block: rates are lower bounds")
    one.add_argument("--approximate", action="store_true", help="look among the most alike: rates are lower bounds")
    parser.add_argument("--sample", type=count, metavar="N", help="ask N records only: rates have an interval")


def link_tables(given: argparse.Namespace) -> int:
    """Run `kelt link` and return its exit code."""
    refuse_no_qi(given)
    refuse_two_inputs(_paths(given).values())
    given.coding, given.encoding = _codings(given.encoding)
    readings, tables = _read(given)
    tables["release"] = with_suppressed(tables["release"], given)
    _check_roles(tables, given)
    known = tables.get("auxiliary", tables["original"])
    trees = given_trees(tables["original"], given)
    chances = np.random.default_rng(given.seed).spawn(2)
    found = link(
        known,
        tables["release"],
        _settings(known, given),
        id_column=given.id,
        holdout=tables.get("holdout"),
        hierarchies=trees,
        random=chances[0],
    )
    said = document(found, given, chances[1])
    if given.attackers:
        said["attackers"] = [*_attackers(tables, trees, given)]
    columns = [None, *given.qi, *given.sensitive, *filter(None, [given.id])]
    said["findings"] += [*noticed_in(readings, columns)]
    print(json.dumps(said, allow_nan=False) if given.json else text(said))
    return 0


def _paths(given: argparse.Namespace) -> dict[str, str]:
    named = {name: getattr(given, name) for name in ("original", "release", "holdout", "auxiliary")}
    return {name: path for name, path in named.items() if path is not None}


def _read(given: argparse.Namespace) -> tuple[dict[str, Reading], dict[str, Table]]:
    """All tables; a release may be a header and nothing below it."""
    readings, tables = {}, {}
    for name, path in _paths(given).items():
        try:
            readings[name] = read_table(path, given)
        except NoRows as empty:
            if name != "release":
                raise NoRows(f"The {name} is empty. {empty}") from None
            tables[name] = nobody(empty.names)
        else:
            tables[name] = readings[name].table
    return readings, tables


def _codings(asked: Sequence[str]) -> tuple[str, str | None]:
    """How names become numbers and how files are encoded: one option says both, each at most once."""
    codings, files = [one for one in asked if one in CODINGS], [one for one in asked if one not in CODINGS]
    if max(len(codings), len(files)) > 1:
        raise ParameterError(
            f"--encoding is given {len(asked)} times: name one of {', '.join(CODINGS)}, and one encoding of files."
        )
    return next(iter(codings), CODINGS[0]), next(iter(files), None)


def _check_roles(tables: Mapping[str, Table], given: argparse.Namespace) -> None:
    """Every column named is there, and in one role."""
    original = tables["original"]
    Roles(tuple(given.qi), tuple(given.sensitive)).check(original.names)
    for name in given.ignore:
        if all(name not in table.names for table in tables.values()):
            raise UnknownColumn(name, original.names)
    apart = {*given.sensitive, *given.ignore, given.suppressed}
    for name in [*given.qi, *filter(None, [given.id])]:
        if name in apart or (name == given.id and name in given.qi):
            raise RoleError(f"Column {name!r} has two roles; a column can have one.")
    if given.id is not None:
        for table in (tables.get("auxiliary", original), tables["release"]):
            table[given.id]


def _settings(known: Table, given: argparse.Namespace) -> LinkageSettings:
    levels = tuple(parse_level(text, known.names) for text in given.level) or None
    ignored = [*given.sensitive, *given.ignore, *filter(None, [given.suppressed])]
    tau = tuple(parse_tau(given.tau).tolist())
    asked = Fit(given.fit), Coding(given.coding)
    sparing = {name: getattr(given, name) for name in ("most_candidates", "approximate", "sample")}
    first = tuple(given.qi), tuple(ignored), levels, tau, given.components
    return LinkageSettings(*first, *asked, alpha=given.alpha, **sparing)


def document(found: LinkageRisk, given: argparse.Namespace, random: np.random.Generator) -> dict[str, Any]:
    """A linkage as the contract of `kelt link` has it."""
    settings = found.settings
    return {
        **record(found),
        "baselines": baselines_record(baselines(found, random)),
        "policies": {
            "attacker": "the auxiliary table" if given.auxiliary else "the whole original",
            "fit": settings.fit.value,
            "encoding": settings.coding.value,
            "weight": settings.weight,
            "missing": "a value of its own, in blocks and in vectors; a missing number is the mean",
            "suppressed": "counted, its known columns missing",
            "search": _search(settings),
            "levels": f"{' → '.join(name or 'all are compared' for name in found.surface.levels)}",
            "alpha": f"{settings.alpha:g} may link by luck at the calibrated threshold",
            "threshold": "reached within 1e-6",
        },
        "seed": given.seed,
        "findings": findings(found),
    }


def _search(settings: LinkageSettings) -> str:
    """How much of the records and of their candidates is looked at."""
    looked = "all candidates"
    if settings.most_candidates is not None:
        looked = f"at most {settings.most_candidates:,} candidates of a block, drawn at random: lower bounds"
    elif settings.approximate:
        looked = "the lists of candidates that are most alike: lower bounds"
    return looked if settings.sample is None else f"{looked}, of {settings.sample:,} records drawn at random"


def _attackers(
    tables: Mapping[str, Table], trees: Mapping[str, Hierarchy], given: argparse.Namespace
) -> Iterator[dict[str, Any]]:
    """Singling out and linkability by the known columns and the others, and inference of every secret."""
    people, release, strangers = tables["original"], tables["release"], tables.get("holdout")
    apart = {*given.qi, *given.sensitive, *given.ignore, given.id, given.suppressed}
    every = [table.names for table in tables.values()]
    others = [name for name in people.names if name not in apart and all(name in names for names in every)]
    asked = given.qi, others, given.sensitive, strangers, given.attempts, trees, given.seed
    yield from map(evidence_record, Attackers(people, release, *asked).run())


def text(said: Mapping[str, Any]) -> str:
    """The same document for people, at most 120 characters wide; one line a level, at its calibrated threshold."""
    counted = "; ".join(f"{what}: {how}" for what, how in said["policies"].items())
    lines = [
        f"{said['n']:,} records of the attacker, {said['m']:,} of the release, {said['components']} components",
        f"luck measured on: {said['null']} ({said['controls']:,}), allowed: {said['alpha']:g}; seed {said['seed']}",
        *fill(f"counted as: {counted}", 120).splitlines(),
        "",
        f"{'blocks':>8} {'tau':>7} {'link':>7} {'luck':>7} {'right':>7} {'recall':>7}  sorted by",
        *map(_line, said["levels"]),
    ]
    lines += ["", *(_attack(one) for one in said["attackers"])] if "attackers" in said else []
    sentences = [fill(f"- {sentence}", 120, subsequent_indent="  ") for sentence in said["findings"]]
    return "\n".join([*lines, "", *sentences])


def _line(level: Mapping[str, Any]) -> str:
    numbers = [
        level[key]
        for key in ("tau_calibrated", "rate_calibrated", "control_calibrated", "top1_precision", "structural_recall")
    ]
    shown = " ".join(f"{'n/a' if one is None else one if isinstance(one, str) else f'{one:.3f}':>7}" for one in numbers)
    return f"{level['blocks']:>8,} {shown}  {level['name'] or 'nothing: all are compared'}"


def _attack(one: Mapping[str, Any]) -> str:
    said = one["sentence"] if one["measured"] else f"{one['attack']}: not measured. {one.get('reason', '')}".strip()
    return fill(said, 120, subsequent_indent="  ")
