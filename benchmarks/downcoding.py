"""CPU seconds of the downcoding demonstration: draw, blur minimally, attack, judge.

python benchmarks/downcoding.py               every case, 5 runs each, seconds
python benchmarks/downcoding.py --runs 11
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

from privacy_core.attacks.downcoding import (  # noqa: E402
    Clusters,
    Rule,
    consistent,
    one_trial,
    run_trials,
    seed_that_works,
    two_rows,
)


@dataclass(frozen=True)
class Case:
    title: str
    work: Callable[[int], Any]
    goal: float | None = None


def once(settings: Clusters, rule: Rule | None = None) -> Callable[[int], Any]:
    return lambda seed: one_trial(settings, np.random.default_rng(seed), rule or Rule())


CASES = {
    "demo": Case("once: 300 rows, 64 attributes, k = 10, 30 clusters", once(Clusters(n=300, clusters=30)), 0.5),
    "default": Case("once: 100 rows, 64 attributes, k = 10", once(Clusters())),
    "every": Case("once: 300 rows, 64 attributes, every class", once(Clusters(n=300, clusters=30), Rule(True))),
    "pairs": Case("once: 300 rows, 64 attributes, k = 2", once(Clusters(300, 2, 150, 64, 0.5)), 0.5),
    "wide": Case("once: 300 rows, 512 attributes", once(Clusters(n=300, clusters=30, dims=512))),
    "long": Case("once: 2,000 rows, 64 attributes, 200 clusters", once(Clusters(n=2000, clusters=200))),
    "learned": Case("once: 300 rows, learned from 500", once(Clusters(n=300, clusters=30), Rule(holdout=500))),
    "twenty": Case(
        "20 draws: 100 rows, 64 attributes", lambda seed: run_trials(Clusters(), 20, np.random.default_rng(seed))
    ),
    "seed": Case("a seed that works, from a fresh one on", lambda seed: seed_that_works(Clusters(), 100 * seed)),
    "smallest": Case("two rows: originals listed and judged", lambda seed: consistent(two_rows())),
}


def measured(case: Case, runs: int) -> list[float]:
    case.work(0)  # what is loaded at the first call is not counted
    seconds = []
    for seed in range(1, runs + 1):
        start = time.process_time()
        case.work(seed)
        seconds.append(time.process_time() - start)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="*", choices=CASES, help="default: every case")
    asked = parser.parse_args()
    print(f"{'CPU seconds, one thread':<60} {'median':>8} {'range':>15} {'goal':>6}")
    for name in asked.only or CASES:
        seconds = measured(CASES[name], asked.runs)
        goal = "" if CASES[name].goal is None else f"{CASES[name].goal:g}"
        spread = f"{min(seconds):.4f}-{max(seconds):.4f}"
        print(f"{CASES[name].title:<60} {statistics.median(seconds):8.4f} {spread:>15} {goal:>6}", flush=True)


if __name__ == "__main__":
    main()
