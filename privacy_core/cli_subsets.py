"""`kelt subsets`: what does every set of columns give away?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from textwrap import fill
from typing import Any

import numpy as np

from privacy_core.argument_types import count, number
from privacy_core.arguments import intake_options, seed_option, suppressed_options
from privacy_core.attacks.subsets import (
    MinimalUniques,
    SampleUniques,
    SubsetScan,
    Suda,
    minimal_uniques,
    sample_uniques,
    scan_subsets,
    scores_per_row,
    suda,
)
from privacy_core.cli_inputs import noticed, read_table, refuse_no_qi, spare_inputs, with_suppressed, write_file
from privacy_core.errors import RoleError
from privacy_core.exports import csv_text
from privacy_core.pivoting import pivoted
from privacy_core.policies import Missing, Policies
from privacy_core.tables import Table

MOST_SCORES = 10_000
"""Rows of which every score is printed."""


def subsets_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `kelt subsets`."""
    parser.add_argument("table", help="CSV, TSV, XLSX, Parquet or Stata file, or - for CSV on standard input")
    parser.add_argument("--qi", action="append", default=[], metavar="COL", help="column others could know")
    parser.add_argument("--max-size", type=count, default=3, metavar="N", help="most columns in a set; 3 unless given")
    parser.add_argument("--k", type=count, default=5, metavar="N", help="a crowd of fewer is small; 5 unless given")
    parser.add_argument("--person", metavar="COL", help="whose row it is: rows of a person are put side by side first")
    parser.add_argument("--order", metavar="COL", help="what puts the rows of a person in order, with --person")
    parser.add_argument(
        "--missing", choices=[one.value for one in Missing], default="own", help="what a missing --qi counts as"
    )
    parser.add_argument("--seconds", type=number, metavar="S", help="after which no further set is begun")
    parser.add_argument("--sample", type=count, metavar="N", help="sets drawn of each size; rows are never sampled")
    seed_option(parser, "of --sample")
    parser.add_argument(
        "--sampling-fraction", type=number, metavar="X", help="share of the population in the table: who is alone there"
    )
    parser.add_argument(
        "--dis-fraction", type=number, default=0.01, metavar="X", help="the same as DIS takes it; .01 unless given"
    )
    parser.add_argument(
        "--weights", choices=["original", "new"], default="original", help="of SUDA: Elliot's, or sdcMicro's new ones"
    )
    parser.add_argument("--per-row", metavar="FILE", help="write one line per row as CSV: smallest set, scores")
    suppressed_options(parser)
    parser.set_defaults(hierarchy=[], sensitive=[])
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    intake_options(parser)


@dataclass(frozen=True, eq=False)
class _Found:
    """Everything that one call finds."""

    scan: SubsetScan
    minimal: MinimalUniques
    scores: Suda
    alone: SampleUniques


def subsets(given: argparse.Namespace) -> int:
    """Run `kelt subsets` and return its exit code."""
    spare_inputs(given, (given.table,), (given.per_row,))
    reading = read_table(given.table, given)
    refuse_no_qi(given)
    _refuse_two_roles(given)
    table, columns = _side_by_side(with_suppressed(reading.table, given), given)
    found = _measured(table, columns, given)
    said = document(found, given)
    said["findings"] += noticed(reading, [None, *given.qi, *filter(None, [given.person])])
    if given.per_row:
        text, _ = csv_text(per_row(found, table, given.person))
        write_file(given.per_row, text.encode())
    print(json.dumps(said, allow_nan=False) if given.json else text_of(said))
    return 0


def _refuse_two_roles(given: argparse.Namespace) -> None:
    named = [*dict.fromkeys(given.qi), *filter(None, [given.person, given.suppressed])]
    for name in named:
        if named.count(name) > 1:
            raise RoleError(f"Column {name!r} has two roles; a column can have one.")


def _side_by_side(table: Table, given: argparse.Namespace) -> tuple[Table, list[str]]:
    """One row per person, where persons are told, and the columns that the named ones became."""
    for name in given.qi:
        table[name]
    if given.person is None:
        if given.order is not None:
            raise RoleError(f"--order names column {given.order!r}, and no --person says whose rows are put in order.")
        return table, given.qi
    needed = dict.fromkeys([given.person, *given.qi, *filter(None, [given.order])])
    kept = Table({name: table[name] for name in needed}, table.n_rows, table.suppressed.copy())
    found = pivoted(kept, given.person, given.order)
    return found.people, [made for name in given.qi for made, of in found.made_of.items() if of == name]


def _measured(table: Table, columns: Sequence[str], given: argparse.Namespace) -> _Found:
    policies = Policies(Missing(given.missing))
    draw, estimate = np.random.default_rng(given.seed).spawn(2)
    scan = scan_subsets(
        table,
        columns,
        max_size=given.max_size,
        k=given.k,
        policies=policies,
        seconds=given.seconds,
        sample=given.sample,
        random=draw,
        seed=given.seed if given.sample else None,
    )
    minimal = minimal_uniques(table, columns, given.max_size, policies, seconds=given.seconds)
    scores = suda(table, minimal, given.dis_fraction, given.weights == "original")
    return _Found(
        scan, minimal, scores, sample_uniques(table, columns, given.sampling_fraction, policies, None, estimate)
    )


def document(found: _Found, given: argparse.Namespace) -> dict[str, Any]:
    """What was found as the contract of `kelt subsets` has it; counts are rows."""
    scan, minimal = found.scan, found.minimal
    return {
        "rows": scan.rows,
        "rows_suppressed": scan.suppressed,
        "rows_left_out": scan.left_out,
        "columns": list(scan.columns),
        "k": scan.k,
        "max_size": scan.max_size,
        "subsets": [{"columns": one.columns, "unique": one.unique, "below_k": one.below} for one in scan.sets],
        "unicity": [asdict(one) | {"worst_columns": _worst(scan, one.size)} for one in scan.unicity],
        "minimal_uniques": {
            "rows": minimal.with_any,
            "max_size": minimal.max_size,
            "by_size": {str(size): rows for size, rows in minimal.by_size.items()},
            "by_column": dict(minimal.by_column),
            "sets": [{"columns": one.columns, "rows": one.rows} for one in minimal.sets],
        },
        "suda": _scores(found.scores, minimal),
        "sample_uniques": {"unique": found.alone.uniques, "also_in_population": found.alone.still},
        "partial": scan.partial or minimal.partial,
        "sampled": scan.sampled,
        "planned": scan.planned,
        "total": scan.total,
        "seed": scan.seed,
        "policies": _policies(given, minimal),
        "findings": [*findings(found)],
    }


def _worst(scan: SubsetScan, size: int) -> tuple[str, ...]:
    return max(scan.of_size(size), key=lambda one: one.unique).columns


def _scores(scores: Suda, minimal: MinimalUniques) -> dict[str, Any]:
    few = minimal.n_rows <= MOST_SCORES
    return {
        "contributions": dict(scores.by_column),
        "scores": scores.score.tolist() if few else None,
        "dis": scores.dis.tolist() if few and scores.dis is not None else None,
        "dis_fraction": scores.dis_fraction,
        "highest": float(scores.score.max()),
        "weights": "original" if scores.original else "new",
    }


def _policies(given: argparse.Namespace, minimal: MinimalUniques) -> dict[str, str]:
    unit = "rows" if given.person is None else "persons: the rows of each are put side by side"
    scores = f"SUDA over sets of up to {minimal.max_size} columns, {given.weights} weights; other sizes, other scores"
    return {"missing": given.missing, "suppressed": "left out", "unit": unit, "scores": scores}


def findings(found: _Found) -> Iterator[str]:
    """What the counts say in sentences, and what they do not."""
    scan, minimal = found.scan, found.minimal
    for one in scan.unicity:
        yield (
            f"With {one.size} known {'column' if one.size == 1 else 'columns'}, {_percent(one.mean)} of the rows are "
            f"unique on average over {one.sets:,} of {one.of:,} sets{_between(one.interval)}; the worst of them leaves "
            f"{_percent(one.worst)} unique."
        )
    yield (
        f"{minimal.with_any:,} of {minimal.rows:,} rows are alone in some set of up to {minimal.max_size} columns; a "
        "row counts for every size of set that is minimal for it."
    )
    yield found.alone.sentence
    yield from _bounds(scan, minimal)
    yield "That a set leaves a row alone does not say that an attacker knows it, or that he finds the person."


def _between(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f" (95 % interval {_percent(interval[0])} to {_percent(interval[1])})"


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _bounds(scan: SubsetScan, minimal: MinimalUniques) -> Iterator[str]:
    if scan.sampled:
        yield f"Sets were drawn at random (seed {scan.seed}); one that was not drawn may be worse. Every row counts."
    if scan.partial:
        yield (
            f"Partial: {len(scan.sets):,} of {scan.planned:,} sets were looked at; one that was not may leave more "
            "rows alone. Give more --seconds, a smaller --max-size or --sample."
        )
    if minimal.partial:
        yield (
            f"Minimal uniques were looked for in sets of up to {minimal.max_size} columns only, for of "
            f"{len(minimal.columns):,} columns there are too many sets, or time ended."
        )


def per_row(found: _Found, table: Table, person: str | None) -> dict[str, list[Any]]:
    """One entry per row of the table, or per person in the order of ids."""
    made = scores_per_row(found.minimal, found.scores)
    who = {} if person is None else {f"person {person}": table[person].texts(np.arange(table.n_rows))}
    return {"row": made.pop("row"), **who, **made}


def text_of(said: Mapping[str, Any]) -> str:
    """The same document for people, at most 120 characters wide."""
    counted = "; ".join(f"{what}: {how}" for what, how in said["policies"].items())
    lines = [
        f"{said['rows']:,} rows, {len(said['columns'])} columns, crowds below {said['k']}",
        *fill(f"counted as: {counted}", 120).splitlines(),
        "",
        f"{'columns':>7} {'sets':>9} {'middle':>8} {'mean':>8} {'worst':>8}  worst set",
        *(_line(one) for one in said["unicity"]),
        "",
        f"{'column':<24} {'rows with a minimal unique':>28} {'of all scores':>14}",
        *(_column(name, said) for name in said["columns"]),
        "",
    ]
    return "\n".join(lines + [fill(f"- {one}", 120, subsequent_indent="  ") for one in said["findings"]])


def _line(one: Mapping[str, Any]) -> str:
    shares = " ".join(f"{one[key]:>8.2%}" for key in ("median", "mean", "worst"))
    return f"{one['size']:>7} {one['sets']:>9,} {shares}  {', '.join(one['worst_columns'])}"


def _column(name: str, said: Mapping[str, Any]) -> str:
    part = said["suda"]["contributions"][name]
    shown = "n/a" if part is None else f"{part:.1f} %"
    return f"{name:<24} {said['minimal_uniques']['by_column'][name]:>28,} {shown:>14}"
