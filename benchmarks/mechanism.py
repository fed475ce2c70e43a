"""CPU seconds of the (ℓ, δ) mechanism: exact chances, simulation, classes of large tables.

python benchmarks/mechanism.py               every case, 5 runs each, a few seconds
python benchmarks/mechanism.py --runs 11
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402

from privacy_core import from_frame  # noqa: E402
from privacy_core.ell_delta import (  # noqa: E402
    compare_groupings,
    empirical,
    even,
    failure,
    given,
    greedy,
    plan,
    release,
    robust_records,
    simulate,
    worst_bound,
)


@dataclass(frozen=True)
class Case:
    title: str
    prepare: Callable[[], Any]
    work: Callable[[Any], Any]
    goal: float | None = None


def unequal(classes: int, values: int) -> Any:
    return given(np.random.default_rng(1).dirichlet(np.full(classes * values, 3.0)).reshape(classes, values))


def lean() -> Any:
    return even(4, 3, 1 / 12)


def population() -> Any:
    rng = np.random.default_rng(7)
    columns = {"age": rng.integers(0, 90, 1_000_000), "zip": rng.integers(0, 2000, 1_000_000)}
    table = from_frame(pd.DataFrame({**columns, "ill": rng.integers(0, 20, 1_000_000)}))
    return table, empirical(table, ["age", "zip"], "ill")


def planned(made: Any) -> Any:
    table, groups = made
    of_group = greedy(groups, 5, 0.0005)
    return table, plan(table, ["age", "zip"], "ill", of_group, 5, 0.05, 0.0005, 20_000)


def sliders(cells: Any) -> Any:
    """Whatever a move of a slider may ask for."""
    for releases in (1, 2):
        failure(cells, 3, 1 / 12, 63, releases)
    return robust_records(4, 3, 0.05, 1 / 12, 0.04), worst_bound(cells, 3, 63, 0.04)


CASES = {
    "pairs": Case(
        "200,000 pairs of releases, 12 cells, 63 records",
        lean,
        lambda cells: simulate(cells, 3, 63, 2, np.random.default_rng(1)),
        1.0,
    ),
    "f1": Case(
        "exact, a target cell empty: 200 unequal cells, 10 releases",
        lambda: unequal(200, 1),
        lambda cells: failure(cells, 1, 0.001, 2000, 10),
        0.05,
    ),
    "f2": Case(
        "exact, too few values: 2 releases, 20 unequal cells",
        lambda: unequal(4, 5),
        lambda cells: failure(cells, 3, 0.01, 120, 2),
        0.5,
    ),
    "f2-50": Case(
        "exact, too few values: 2 releases, 50 unequal cells, 2,000 records",
        lambda: unequal(10, 5),
        lambda cells: failure(cells, 3, 0.005, 2000, 2),
        0.5,
    ),
    "sliders": Case("one move of a slider: exact, linked, error", lean, sliders, 0.1),
    "greedy": Case(
        "greedy classes of 1M rows, 180,000 combinations", population, lambda made: greedy(made[1], 5, 0.0005)
    ),
    "release": Case("a plan applied to 1M rows", lambda: planned(population()), lambda made: release(made[1], made[0])),
    "groupings": Case(
        "three groupings compared, 400 groups", lambda: unequal(400, 6), lambda c: compare_groupings(c, 3, 0.02, 1000)
    ),
}


def measured(case: Case, runs: int) -> list[float]:
    made, seconds = case.prepare(), []
    for _ in range(runs):
        start = time.process_time()
        case.work(made)
        seconds.append(time.process_time() - start)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="*", choices=CASES, help="default: every case")
    asked = parser.parse_args()
    print(f"{'CPU seconds, one thread':<68} {'median':>8} {'range':>15} {'goal':>6}")
    for name in asked.only or CASES:
        seconds = measured(CASES[name], asked.runs)
        goal = "" if CASES[name].goal is None else f"{CASES[name].goal:g}"
        spread = f"{min(seconds):.4f}-{max(seconds):.4f}"
        print(f"{CASES[name].title:<68} {statistics.median(seconds):8.4f} {spread:>15} {goal:>6}", flush=True)


if __name__ == "__main__":
    main()
