"""`kelt single-out`: does a release let somebody isolate one person better than blindly?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from textwrap import fill
from typing import Any

import numpy as np

from privacy_core.argument_types import count, number
from privacy_core.arguments import intake_options, seed_option, suppressed_options
from privacy_core.attacks import (
    ClassPredicates,
    Counts,
    Evidence,
    RecordMode,
    RecordPredicates,
    class_predicates,
    findings_of_classes,
    findings_of_records,
    record_predicates,
)
from privacy_core.cli_inputs import (
    advising,
    given_trees,
    noticed_in,
    read_table,
    refuse_no_qi,
    refuse_two_inputs,
    with_suppressed,
)
from privacy_core.errors import ParameterError, RoleError, TableError
from privacy_core.evidence import counts_record
from privacy_core.hierarchies import Hierarchy
from privacy_core.tables import Table

POLICIES = {
    "hit": "exactly one row of the original satisfies the predicate, really counted",
    "missing": "a missing cell satisfies a suppressed or missing published one only, which cover everything",
    "suppressed": "rows of the release that are suppressed describe nobody and are counted",
    "weight": "(rows of the hold-out + 1/2) / (rows of the hold-out + 1)",
    "verdict": "beats the baseline only above blind guessing and above strangers, beyond what the intervals allow; for "
    "classes also above n w (1 - w)^(n - 1), the most that blind predicates of no more weight w reach; for records "
    "also where at most 25 of 1,000 groups drawn from people and strangers together give as many hits",
}


def single_out_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `kelt single-out`."""
    parser.add_argument("original", metavar="ORIGINAL", help="the table the release was made from")
    parser.add_argument("release", metavar="RELEASE", help="the table that is attacked")
    parser.add_argument("--qi", action="append", default=[], metavar="COL", help="column predicates are made of")
    parser.add_argument("--holdout", metavar="FILE", help="people who are not in the release: no verdict without")
    parser.add_argument("--tries", type=count, default=500, metavar="N", help="predicates tried; 500")
    seed_option(parser)
    parser.add_argument(
        "--hierarchy", action="append", default=[], metavar="COL=FILE", help="what generalized labels stand for"
    )
    parser.add_argument(
        "--limit", type=number, metavar="W", help="weight below which a description is rare; 1/(100 rows)"
    )
    parser.add_argument(
        "--records",
        choices=[mode.value for mode in RecordMode],
        help="predicates of single released records as well, as for synthetic data",
    )
    parser.add_argument(
        "--columns-each", type=count, metavar="N", help="columns of a predicate on several; 3, or all of fewer"
    )
    parser.add_argument(
        "--exclude", action="append", default=[], metavar="COL", help="--qi no predicate of a record is about"
    )
    suppressed_options(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    intake_options(parser)


def single_out(given: argparse.Namespace) -> int:
    """Run `kelt single-out` and return its exit code."""
    refuse_no_qi(given)
    _refuse_calls(given)
    readings = {name: read_table(path, given) for name, path in _paths(given).items()}
    tables = {name: reading.table for name, reading in readings.items()}
    tables["release"] = with_suppressed(tables["release"], given)
    trees = given_trees(tables["original"], given)
    with advising(tables["original"]):
        said = document(tables, trees, given)
    said["findings"] += [*noticed_in(readings, [None, *given.qi])]
    print(json.dumps(said, allow_nan=False) if given.json else text(said))
    return 0


def _paths(given: argparse.Namespace) -> dict[str, str]:
    named = {name: getattr(given, name) for name in ("original", "release", "holdout")}
    return {name: path for name, path in named.items() if path is not None}


def _refuse_calls(given: argparse.Namespace) -> None:
    refuse_two_inputs(_paths(given).values())
    if given.suppressed in given.qi:
        raise RoleError(f"Column {given.suppressed!r} has two roles: it also says which records are suppressed.")
    if given.records is None and (given.exclude or given.columns_each):
        raise ParameterError("--exclude and --columns-each are about predicates of records: ask for them by --records.")


def document(tables: Mapping[str, Table], trees: Mapping[str, Hierarchy], given: argparse.Namespace) -> dict[str, Any]:
    """Both attacks as the contract of `kelt single-out` has them.

    The figures at the top are those of the classes; of the records where the classes cannot be attacked.

    Raises
    ------
    TableError
        The classes cannot be attacked, and nothing else was asked for.
    """
    chances = np.random.default_rng(given.seed).spawn(2)
    records = None if given.records is None else _by_records(tables, trees, given, chances[1])
    try:
        first = _of_classes(_by_classes(tables, trees, given, chances[0]))
    except TableError as refused:
        if records is None:
            raise
        first = {
            "attack": "records",
            **_counted(records.evidence.main, records.evidence),
            "weights": _weights_of_records(records),
            "classes": {"measured": False, "reason": str(refused)},
            "verdict": records.outcome.value,
            "findings": [f"Predicates from classes are not measured. {refused}"],
        }
    said = {**first, "seed": given.seed, "policies": POLICIES}
    if records is not None:
        said["records"] = _of_records(records)
        said["findings"] += findings_of_records(records)
    return said


def _by_classes(
    tables: Mapping[str, Table],
    trees: Mapping[str, Hierarchy],
    given: argparse.Namespace,
    random: np.random.Generator,
) -> ClassPredicates:
    both = tables["original"], tables["release"], given.qi, random
    drawn = {"tries": given.tries, "seed": given.seed, "limit": given.limit}
    return class_predicates(*both, holdout=tables.get("holdout"), hierarchies=trees, **drawn)


def _by_records(
    tables: Mapping[str, Table],
    trees: Mapping[str, Hierarchy],
    given: argparse.Namespace,
    random: np.random.Generator,
) -> RecordPredicates:
    both = tables["original"], tables["release"], given.qi, random
    drawn = {"tries": given.tries, "seed": given.seed, "exclude": given.exclude, "mode": given.records}
    return record_predicates(
        *both, holdout=tables.get("holdout"), hierarchies=trees, n_columns=given.columns_each, **drawn
    )


def _of_classes(found: ClassPredicates) -> dict[str, Any]:
    evidence = found.evidence if isinstance(found.evidence, Evidence) else None
    return {
        "attack": "classes",
        **_counted(found.main, evidence),
        "weights": _weights(found),
        "classes": {
            "measured": True,
            "classes": len(found.sizes),
            "suppressed": found.n_suppressed,
            "predicted": float(found.predicted.mean()),
            "blind": None if found.blind is None else float(found.blind.mean()),
            "overfit": None if found.overfit is None else _quantiles(found.overfit),
            "fit_more": int(np.count_nonzero(found.fit > found.sizes)),
            "rows_alone": found.alone,
            "holdout_in_original": found.members,
            "holdout_nowhere": found.nowhere,
            "control_all": _beside(found.control_as_counted),
        },
        "assumptions": [*found.assumptions],
        "verdict": found.outcome.value,
        "findings": findings_of_classes(found),
    }


def _quantiles(found: np.ndarray[Any, np.dtype[np.float64]]) -> dict[str, float]:
    middle, high = np.quantile(found, [0.5, 0.9]).tolist()
    return {"median": middle, "p90": high}


def _weights(found: ClassPredicates) -> dict[str, Any]:
    """Weights of descriptions; in-sample shares are told apart, for they are none."""
    if found.weight is None or found.predicate_weight is None:
        return {"source": "in-sample", "median": None, "below": None, "in_sample": float(np.median(found.in_sample))}
    return {
        "source": "hold-out",
        "median": found.median_weight,
        "median_of_predicates": float(np.median(found.predicate_weight)),
        "below": found.below,
        "eta": found.eta,
        "limit": found.limit,
        "resolution": found.resolution,
        "unresolved": found.unresolved,
        "in_sample": float(np.median(found.in_sample)),
    }


def _weights_of_records(found: RecordPredicates) -> dict[str, Any]:
    if found.weight is None or not len(found.weight):
        return {"source": None, "median": None, "below": None}
    unresolved = int(np.count_nonzero(found.weight < (found.resolution or 0)))
    middle = float(np.median(found.weight))
    return {
        "source": "hold-out",
        "median": middle,
        "below": None,
        "resolution": found.resolution,
        "unresolved": unresolved,
    }


def _of_records(found: RecordPredicates) -> dict[str, Any]:
    excess = found.evidence.excess
    return {
        "mode": found.mode.value,
        "columns_each": found.n_columns,
        "asked": found.evidence.asked,
        **_counted(found.evidence.main, found.evidence),
        "control_all": _beside(found.control_as_counted),
        "excess": None if excess is None else {"value": excess.value, "interval": [excess.low, excess.high]},
        "by_column": dict(found.by_column),
        "hits_by_column": dict(found.hits_by_column),
        "weights": _weights_of_records(found),
        "blind": found.blind,
        "by_luck": found.by_luck,
        "assumptions": [*found.evidence.assumptions],
        "verdict": found.outcome.value,
    }


def _counted(main: Counts, evidence: Evidence | None) -> dict[str, Any]:
    baseline, control = (None, None) if evidence is None else (evidence.baseline, evidence.control)
    return {**counts_record(main), "baseline": _beside(baseline), "control": _beside(control)}


def _beside(counts: Counts | None) -> dict[str, Any] | None:
    return None if counts is None else counts_record(counts)


def text(said: Mapping[str, Any]) -> str:
    """The same document for people, at most 120 characters wide."""
    lines = [f"{said['verdict']}; seed {said['seed']}", ""]
    rows = [(f"predicates from {said['attack']}", said)]
    if "records" in said and said["attack"] != "records":
        rows.append((f"predicates from records, {said['records']['mode']}", said["records"]))
    lines += [f"{'':<38} {'people':>22} {'blind':>22} {'strangers':>22}"]
    lines += [f"{name:<38} {_rate(one)} {_rate(one['baseline'])} {_rate(one['control'])}" for name, one in rows]
    counted = "; ".join(f"{what}: {how}" for what, how in said["policies"].items())
    lines += ["", *fill(f"counted as: {counted}", 120).splitlines(), ""]
    told = [*(rows[0][1].get("assumptions") or said["records"]["assumptions"]), *said["findings"]]
    return "\n".join([*lines, *(fill(f"- {sentence}", 120, subsequent_indent="  ") for sentence in told)])


def _rate(one: Mapping[str, Any] | None) -> str:
    if one is None or one["rate"] is None:
        return f"{'n/a':>22}"
    low, high = one["interval"]
    return f"{one['rate']:>8.3f} {f'{low:.3f}–{high:.3f}':>13}"
