"""CPU seconds of the scan of all sets of columns and of minimal uniques.

python benchmarks/subsets.py                         every case, under a minute
python benchmarks/subsets.py --only adult million-3 --runs 11

CPU seconds are medians of the runs after one that is not counted; all of it runs on one thread.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from privacy_core import Missing, Policies, Unit, intake
from privacy_core.attacks import minimal_uniques, scan_subsets, suda
from privacy_core.frames import from_coded
from privacy_core.tables import Scale, Table, table

SHARED = Path(os.environ.get("KELT_SHARED", Path(__file__).resolve().parents[2] / "shared"))


@dataclass(frozen=True)
class Case:
    title: str
    prepare: Callable[[], Table]
    work: Callable[[Table], Any]
    goal: float | None = None


@cache
def adult() -> Table:
    """Nine columns, 30,162 rows."""
    return intake.read((SHARED / "data/arx/adult.csv").read_bytes(), "adult.csv").table


@cache
def drawn(*widths: int, rows: int = 1_000_000) -> Table:
    """Columns of so many values, each as likely as any other: hardly two rows are alike."""
    draw = np.random.default_rng(1)
    made = [
        from_coded(f"c{at}", draw.integers(0, width, rows).astype(np.int32), np.arange(width), Scale.NOMINAL)
        for at, width in enumerate(widths)
    ]
    return table(made)


def unlike() -> Table:
    return drawn(100, 50, 40, 30, 20, 10, 5, 2)


@cache
def visits() -> Table:
    """The same, three rows to a person."""
    who = np.random.default_rng(3).integers(0, 333_333, 1_000_000).astype(np.int32)
    return unlike().with_column(from_coded("who", who, np.arange(333_333), Scale.NOMINAL))


@cache
def with_gaps() -> Table:
    """The same, 1 cell in 100 missing in the first three columns."""
    draw, people = np.random.default_rng(5), unlike()
    for name in people.names[:3]:
        one = people[name]
        codes = np.where(draw.random(people.n_rows) < 0.01, -1, one.codes).astype(np.int32)
        people = people.with_column(from_coded(name, codes, one.categories, Scale.NOMINAL))
    return people


def unlike_and_wide() -> Table:
    return drawn(1000, 300, 100, 50, 20, 10, 5, 2)


@cache
def alike() -> Table:
    """A million rows, each column of Adult drawn by itself."""
    draw, known = np.random.default_rng(1), adult()
    return table(
        [
            from_coded(name, draw.choice(known[name].codes, 1_000_000), known[name].categories, Scale.NOMINAL)
            for name in known.names[1:]
        ]
    )


def scan(largest: int | None = None) -> Callable[[Table], Any]:
    return lambda people: scan_subsets(people, people.names, max_size=largest, k=5)


def scan_persons(largest: int | None = None) -> Callable[[Table], Any]:
    policies = Policies(unit=Unit.PERSONS)
    return lambda people: scan_subsets(people, people.names[:8], max_size=largest, k=5, policies=policies, person="who")


def scan_gaps(largest: int | None = None) -> Callable[[Table], Any]:
    policies = Policies(Missing.WILDCARD)
    return lambda people: scan_subsets(people, people.names, max_size=largest, k=5, policies=policies)


def uniques(people: Table) -> Any:
    return minimal_uniques(people, people.names, 3)


def scores(people: Table) -> Any:
    return suda(people, uniques(people))


CASES = {
    "adult": Case("Adult, all 511 sets of 9 columns", adult, scan(), 0.15),
    "adult-uniques": Case("Adult, minimal uniques up to 3 columns", adult, uniques),
    "adult-scores": Case("Adult, minimal uniques up to 3 columns and SUDA", adult, scores),
    "million-3": Case("1,000,000 x 8, hardly two rows alike, 92 sets up to 3 columns", unlike, scan(3), 1),
    "million": Case("1,000,000 x 8, hardly two rows alike, all 255 sets", unlike, scan(), 3),
    "million-uniques": Case("1,000,000 x 8, hardly two rows alike, minimal uniques up to 3", unlike, uniques, 1.5),
    "persons-3": Case("1,000,000 x 8, persons of three rows, 92 sets up to 3 columns", visits, scan_persons(3)),
    "persons": Case("1,000,000 x 8, persons of three rows, all 255 sets", visits, scan_persons()),
    "gaps-3": Case("1,000,000 x 8, missing matches anything, 92 sets up to 3 columns", with_gaps, scan_gaps(3)),
    "gaps": Case("1,000,000 x 8, missing matches anything, all 255 sets", with_gaps, scan_gaps()),
    "wide-3": Case("1,000,000 x 8, up to 1,000 values, 92 sets up to 3 columns", unlike_and_wide, scan(3), 1),
    "wide": Case("1,000,000 x 8, up to 1,000 values, all 255 sets", unlike_and_wide, scan(), 3),
    "wide-uniques": Case("1,000,000 x 8, up to 1,000 values, minimal uniques up to 3", unlike_and_wide, uniques, 1.5),
    "alike-3": Case("1,000,000 x 8, Adult's columns drawn apart, 92 sets up to 3 columns", alike, scan(3), 1),
    "alike": Case("1,000,000 x 8, Adult's columns drawn apart, all 255 sets", alike, scan(), 3),
    "alike-uniques": Case("1,000,000 x 8, Adult's columns drawn apart, minimal uniques up to 3", alike, uniques, 1.5),
}


def cpu_seconds(case: Case) -> float:
    begun = time.process_time()
    case.work(case.prepare())
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=CASES, default=[*CASES])
    asked = parser.parse_args()
    for name in asked.only:
        case = CASES[name]
        case.work(case.prepare())
        spent = [cpu_seconds(case) for _ in range(asked.runs)]
        goal = "" if case.goal is None else f"   goal {case.goal:g}"
        between = f"({min(spent):.3f}-{max(spent):.3f})"
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{case.title}: {statistics.median(spent):.3f} {between}{goal}   peak {peak:,.0f} MiB", flush=True)


if __name__ == "__main__":
    main()
