"""CPU time of the lattice beside a prototype of the same search, both timed in this run.

    python benchmarks/lattice.py                 the 27 settings, the whole lattice, sliders, a fresh process
    python benchmarks/lattice.py --million       also a million perturbed rows
    python benchmarks/lattice.py --runs 11 --only k8 equal

ARX's milliseconds are estimated: its published ones, times what the prototype takes here over
what the prototype took there, in the prototype's mode that was fastest there.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from privacy_core import (
    DeltaDisclosure,
    DistinctL,
    EntropyL,
    KAnonymity,
    Limits,
    Rank,
    RecursiveCL,
    Roles,
    TCloseness,
    Tree,
    from_frame,
    read_hierarchy,
)
from privacy_core.anonymizers import FullDomain, Objective, warm_up, whole_lattice
from privacy_core.anonymizers.lattice.aggregated import aggregated
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.rules import promise
from privacy_core.anonymizers.lattice.running import Budget
from privacy_core.anonymizers.lattice.seeking import sought
from privacy_core.progress import unwatched

HERE = Path(__file__).resolve()
SHARED = Path(os.environ.get("KELT_SHARED", HERE.parents[2] / "shared"))
FOLDER = SHARED / "data" / "arx"
LIMITS = (0.0, 0.02, 1.0)
NAMES = "sex age race marital-status education native-country workclass occupation salary-class".split()
# published CPU milliseconds at limits 0, 2 %, 100 %: ARX, then the prototype's fastest mode and its milliseconds
PUBLISHED = {
    "k9": ((40, "search", 70), (950, "search", 553), (3970, "pruned", 343)),
    "k8": ((40, "search", 34), (370, "pruned", 106), (840, "pruned", 63)),
    "distinct3": ((40, "search", 32), (540, "pruned", 127), (1140, "pruned", 72)),
    "entropy3": ((40, "search", 22), (570, "pruned", 273), (1470, "pruned", 120)),
    "recursive4_3": ((50, "search", 39), (520, "pruned", 340), (1230, "pruned", 175)),
    "tequal02": ((10, "search", 4), (780, "full", 293), (2780, "full", 284)),
    "thier02": ((20, "search", 9), (750, "full", 745), (2880, "pruned", 744)),
    "tord02age": ((70, "search", 21), (390, "pruned", 79), (940, "pruned", 54)),
    "ddisc1": ((40, "full", 323), (700, "full", 322), (2400, "full", 330)),
}


def adult() -> tuple[pd.DataFrame, dict[str, Any]]:
    """The Adult table and its hierarchies."""
    frame = pd.read_csv(FOLDER / "adult.csv", sep=";")
    return frame, {n: read_hierarchy((FOLDER / f"adult_hierarchy_{n}.csv").read_bytes(), n) for n in NAMES}


def perturbed(frame: pd.DataFrame, rows: int = 1_000_000) -> pd.DataFrame:
    """Adult repeated, one cell in eight replaced by a draw from its column."""
    random = np.random.default_rng(7)
    large = frame.iloc[np.arange(rows) % len(frame)].reset_index(drop=True)
    for name in large.columns:
        drawn = frame[name].to_numpy()[random.integers(0, len(frame), rows)]
        large[name] = np.where(random.random(rows) < 0.12, drawn, large[name])
    return large


def settings(trees: dict[str, Any]) -> dict[str, tuple[tuple[str, ...], tuple[Any, ...]]]:
    """Quasi-identifiers and promises of each row of the table."""
    k, eight = KAnonymity(5), tuple(name for name in NAMES if name != "occupation")
    return {
        "k9": (tuple(NAMES), (k,)),
        "k8": (eight, (k,)),
        "distinct3": (eight, (k, DistinctL("occupation", 3))),
        "entropy3": (eight, (k, EntropyL("occupation", 3))),
        "recursive4_3": (eight, (k, RecursiveCL("occupation", 4, 3))),
        "tequal02": (eight, (k, TCloseness("occupation", 0.2))),
        "thier02": (eight, (k, TCloseness("occupation", 0.2, Tree(trees["occupation"])))),
        "tord02age": (tuple(name for name in NAMES if name != "age"), (k, TCloseness("age", 0.2, Rank()))),
        "ddisc1": (eight, (k, DeltaDisclosure("occupation", float(np.log(2)), "present"))),
    }


def median_ms(run: Callable[[], Any], runs: int) -> float:
    """Median of the CPU milliseconds; the first call is not counted."""
    run()
    seconds = []
    for _ in range(runs):
        started = time.process_time()
        run()
        seconds.append(time.process_time() - started)
    return 1000 * statistics.median(seconds)


def prototype() -> Any:
    """The prototype of the same search."""
    spec = importlib.util.spec_from_file_location("yardstick", SHARED / "prototypes" / "lattice_prototype.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["yardstick"] = module  # its kernels, once cached, ask for it by name
    spec.loader.exec_module(module)
    return module


def the_27(table: Any, trees: dict[str, Any], runs: int, only: list[str]) -> None:
    """Each setting, ours beside the prototype."""
    yardstick = prototype()
    print(
        "| setting | limit | ours ms | nodes | prototype ms | mode | ARX ms, estimated | ARX / ours |\n|" + " --- |" * 8
    )
    for name, (names, models) in settings(trees).items():
        if only and name not in only:
            continue
        problem = yardstick.Problem(str(FOLDER / "adult.csv"), str(FOLDER), name)
        kept = promise(models)
        counted = aggregated(table, names, trees, kept.sensitive)
        grid = Grid(tuple(step.n_levels for step in counted.ladders))
        for limit, (arx, mode, there) in zip(LIMITS, PUBLISHED[name], strict=True):
            most = Limits(limit).rows(counted.n_rows)

            def ours(kept=kept, counted=counted, grid=grid, most=most) -> Any:
                return sought(counted, kept, grid, Objective(), most, unwatched, Budget())

            def theirs(problem=problem, limit=limit, mode=mode) -> Any:
                tags = problem.model in (yardstick.K_ONLY, yardstick.DISTINCT) or limit == 0
                run = problem.run(5, limit, 1, mode == "pruned") if mode != "search" else problem.search(5, limit, tags)
                return run

            mine, proto = median_ms(ours, runs), median_ms(theirs, runs)
            estimated = arx * proto / there
            print(
                f"| {name} | {100 * limit:g} % | {mine:.1f} | {ours().visited} | {proto:.1f} | {mode} | "
                f"{estimated:.0f} | {estimated / mine:.1f} |",
                flush=True,
            )


def whole(table: Any, trees: dict[str, Any], runs: int) -> None:
    """The whole lattice for every k up to 101, and what a slider costs."""
    print("\n| whole lattice, k from 1 to 101 | nodes | ms | a slider ms |\n|" + " --- |" * 4)
    for name in ("k8", "thier02", "k9"):
        names, models = settings(trees)[name]
        roles = Roles(names)
        looked = whole_lattice(table, roles, trees, models)
        made = median_ms(lambda roles=roles, models=models: whole_lattice(table, roles, trees, models), runs)
        moved = max(median_ms(lambda k=k, looked=looked: looked.at(k, 0.02), runs) for k in (2, 5, 50))
        print(f"| {name} | {looked.grid.size:,} | {made:.0f} | {moved:.1f} |", flush=True)


def million(frame: pd.DataFrame, trees: dict[str, Any], runs: int) -> None:
    """A million perturbed rows, after aggregation."""
    table = from_frame(perturbed(frame))
    print("\n| a million perturbed rows, 2 % | aggregation ms | search ms | nodes | loss |\n|" + " --- |" * 5)
    for name in ("k8", "k9", "tequal02"):
        names, models = settings(trees)[name]
        kept = promise(models)
        started = time.process_time()
        counted = aggregated(table, names, trees, kept.sensitive)
        took = 1000 * (time.process_time() - started)
        grid, most = Grid(tuple(s.n_levels for s in counted.ladders)), Limits(0.02).rows(counted.n_rows)

        def ours(kept=kept, counted=counted, grid=grid, most=most) -> Any:
            return sought(counted, kept, grid, Objective(), most, unwatched, Budget())

        found, ms = ours(), median_ms(ours, runs)
        print(f"| {name} | {took:.0f} | {ms:.0f} | {found.visited} | {found.quality:.6f} |", flush=True)


def fresh() -> None:
    """A process of its own, kernels cached: from the start of Python to the first optimum on Adult."""
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, str(HERE), "--first"], check=True, env={**os.environ, "PYTHONPATH": str(HERE.parents[1])}
    )
    print(f"A fresh process reaches its first optimum after {time.perf_counter() - started:.1f} s (wall).")


def first() -> None:
    """What the fresh process does."""
    frame, trees = adult()
    names, models = settings(trees)["k9"]
    found = FullDomain().anonymize(from_frame(frame), Roles(names), trees, models, Limits(0.02))
    print(f"\nFresh process: {time.process_time():.1f} s of CPU, {int(found.suppressed.sum())} rows suppressed.")


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--first", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.first:
        return first()
    warm_up()
    frame, trees = adult()
    table = from_frame(frame)
    the_27(table, trees, given.runs, given.only)
    if not given.only:
        whole(table, trees, given.runs)
        fresh()
    if given.million:
        million(frame, trees, given.runs)
    return None


if __name__ == "__main__":
    main()
