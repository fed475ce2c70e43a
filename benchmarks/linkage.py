"""CPU seconds of linkage (CVPL): the whole chain, the kernel beside a plain matrix product, moving the threshold.

python benchmarks/linkage.py                         every case but the million, some minutes
python benchmarks/linkage.py --only 10k kernel
python benchmarks/linkage.py --only protections capped listed sampled --runs 1
python benchmarks/linkage.py --only million --runs 1

CPU seconds are of all threads; the wall clock stands beside them because two threads share the rows.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

import numpy as np  # noqa: E402

from privacy_core import protections, samples  # noqa: E402
from privacy_core.frames import from_coded, from_numbers  # noqa: E402
from privacy_core.linkage import (  # noqa: E402
    LinkageRisk,
    LinkageSettings,
    leave_one_out,
    link,
    parse_level,
    sweep_components,
    tiles,
)
from privacy_core.linkage.kernels import scanning  # noqa: E402
from privacy_core.protections import GRID, Original, Outcome  # noqa: E402
from privacy_core.tables import Scale, Table, table  # noqa: E402

LEVELS = ("age/10,region,gender", "age/10,region", "age/20,region", "region", "")


@dataclass(frozen=True)
class Case:
    title: str
    prepare: Callable[[], Any]
    work: Callable[[Any], Any]
    goal: float | None = None


def people(n: int, regions: int = 13) -> tuple[Table, Table]:
    """An original and a release with ages in bins and noise; 3 categories, 10 correlated numbers, an id."""
    draw = np.random.default_rng(1)
    lives = draw.normal(size=(n, 6)) @ draw.normal(size=(6, 10)) + 0.7 * draw.normal(size=(n, 10))
    age = np.clip(draw.normal(45, 15, n), 18, 90).astype(int)
    named = {name: draw.integers(0, size, n) for name, size in (("region", regions), ("gender", 2), ("band", 7))}

    def one(noise: float) -> Table:
        columns = [from_numbers("age", (age // 10 * 10 if noise else age).astype(float))]
        for name, codes in named.items():
            words = np.array([f"{name} {at:05d}" for at in range(codes.max() + 1)], object)
            columns.append(from_coded(name, codes, words, Scale.NOMINAL))
        columns += [from_numbers(f"x{at}", lives[:, at] + noise * draw.normal(size=n)) for at in range(10)]
        return table([*columns, from_numbers("id", np.arange(n))])

    return one(0.0), one(0.5)


def whole(
    n: int, levels: tuple[str, ...] = LEVELS, regions: int = 13, id_column: str | None = "id", **sparing: Any
) -> tuple[Callable[[], Any], Callable[[Any], LinkageRisk]]:
    """The chain from two coded tables to rates, controls, top-1 and attribution, at 16 components."""

    def work(tables: tuple[Table, Table]) -> LinkageRisk:
        known = ("age", "region", "gender", "band")
        parsed = tuple(parse_level(text, tables[0].names) for text in levels)
        asked = LinkageSettings(known, ("id",), parsed, components=16, **sparing)
        return link(*tables, asked, id_column=id_column, random=np.random.default_rng(1))

    return lambda: people(n, regions), work


def linked() -> LinkageRisk:
    prepare, work = whole(10_000)
    return work(prepare())


def move(found: LinkageRisk) -> Any:
    """Everything a page reads again when the threshold moves: rates, controls, top-1, what the links are made of."""
    tau = 0.873
    levels = range(len(found.surface.levels))
    rates = [(found.surface.rate_at(at, tau), found.top_one and found.top_one.at(at, tau)) for at in levels]
    return rates, found.attribute(len(levels) - 1, tau)


def protect(shop: samples.Sample) -> list[Outcome]:
    """Every protection of the grid, made and matched to the original at the usual levels."""
    known, apart = shop.roles.quasi_identifiers, (*shop.roles.sensitive, "person")
    original = Original(shop.table, shop.roles, np.random.default_rng(1))
    return list(protections.sweep(original, LinkageSettings(known, apart)))


CASES = {
    "10k": Case("10,000 x 10,000, 5 levels, unblocked among them, non-match null", *whole(10_000), 0.3),
    "10k-shuffled": Case("the same without ids: permutation null", *whole(10_000, id_column=None), 0.3),
    "100k-blocked": Case("100,000 x 100,000, 4 levels", *whole(100_000, LEVELS[:-1]), 3),
    "100k": Case("100,000 x 100,000, 5 levels, unblocked among them", *whole(100_000), 12),
    "tau": Case("moving the threshold at 10,000 x 10,000", linked, move, 0.05),
    "sweep": Case("k sweep at 10,000 x 10,000, unblocked", linked, sweep_components),
    "left-out": Case("14 columns left out in turn at 10,000 x 10,000, unblocked", linked, leave_one_out),
    "protections": Case(
        f"{len(GRID)} protections of 10,000 touchpoints, made and matched",
        lambda: samples.load("touchpoints"),
        protect,
        10,
    ),
    "capped": Case("as 100k, at most 1,000 candidates of a block", *whole(100_000, most_candidates=1000)),
    "listed": Case("as 100k, lists of candidates that are alike", *whole(100_000, approximate=True)),
    "sampled": Case("as 100k, 10,000 records asked", *whole(100_000, sample=10_000)),
    "million": Case(
        "1,000,000 x 1,000,000, 3 levels, blocks up to 20,000",
        *whole(1_000_000, ("age/10,region", "age/20,region", "region"), 51),
        30,
    ),
}


def seconds(work: Callable[[], Any]) -> tuple[float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - wall


def timed(case: Case, runs: int) -> str:
    made = case.prepare()
    case.work(made) if runs > 1 else None
    spent = [seconds(lambda: case.work(made)) for _ in range(runs)]
    cpu, wall = (statistics.median(one) for one in zip(*spent, strict=True))
    goal = "" if case.goal is None else f"   goal {case.goal:g}"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"{case.title}: {cpu:.3f} CPU s, {wall:.3f} wall s{goal}   peak {peak:,.0f} MiB"


def kernel(runs: int, k: int = 16) -> list[str]:
    """Rates of one thread: the compiled kernel, the tile of a matrix product, and a large single-precision product."""
    draw = np.random.default_rng(1)
    rows, columns = (side / np.linalg.norm(side, axis=1)[:, None] for side in draw.normal(size=(2, 100_000, k)))
    source, targets = np.float32(rows[:4000]), np.ascontiguousarray(np.float32(columns.T))
    units = np.array([[row, min(row + 256, 4000), 0, 100_000] for row in range(0, 4000, 256)])
    square = np.float32(draw.normal(size=(2048, 2048)))

    def scan(room: Any) -> Callable[[], Any]:
        none = np.zeros(4001, np.int64), np.zeros(0, np.int64)
        return lambda: room.scan(
            source, targets, units, np.full((4000, 3), -np.inf, np.float32), np.full((4000, 3), -1), *none
        )

    work = {
        "compiled kernel": (scan(scanning), 2 * k * 4000 * 100_000),
        "tile of a product": (scan(tiles), 2 * k * 4000 * 100_000),
        "plain SGEMM": (lambda: square @ square, 2 * 2048**3),
    }
    rates = {}
    for name, (run, operations) in work.items():
        run()
        rates[name] = operations / statistics.median(seconds(run)[0] for _ in range(runs)) / 1e9
    plain = rates["plain SGEMM"]
    return [
        f"{name}, k = {k}: {rate:.0f} GFLOP/s of one thread, {rate / plain:.2f} of SGEMM"
        for name, rate in rates.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=[*CASES, "kernel"], default=None)
    asked = parser.parse_args()
    chosen = asked.only or [*(name for name in CASES if name != "million"), "kernel"]
    for name in chosen:
        lines = kernel(max(asked.runs, 5)) if name == "kernel" else [timed(CASES[name], asked.runs)]
        print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    main()
