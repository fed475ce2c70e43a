"""CPU seconds and peak memory of the core: every run in a process of its own, on one thread.

    python benchmarks/core.py                           Adult and a million rows
    python benchmarks/core.py --peers                   also pycanon, in a venv made with uv
    python benchmarks/core.py --peers PYTHON            also pycanon, in the venv of that Python

This file runs in three ways: as the whole benchmark, which imports neither pandas nor the core
(a child process inherits its parent's peak memory), and as `--make` and `--case`, its children.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

QUASI_IDENTIFIERS = ("age", "education", "occupation", "marital-status", "race", "sex", "native-country")
SENSITIVE = ("salary-class", "workclass", "income")
HERE = Path(__file__).resolve()
SHARED = Path(os.environ.get("KELT_SHARED", HERE.parents[2] / "shared"))
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(HERE.parents[1])}
PYCANON = "pycanon==1.3.6"


def frames(path: Path) -> Iterator[tuple[str, Any]]:
    """Adult with an income made up for it, and a million rows drawn from its margins, column by column."""
    import numpy as np
    import pandas as pd

    adult = pd.read_csv(path, sep=";", skipinitialspace=True)
    rng = np.random.default_rng(7)
    rich = 5 * (adult["salary-class"] == ">50K").to_numpy()
    adult["income"] = np.round(np.exp(rng.normal(3.4, 0.6, len(adult))) + rich).clip(0, 200).astype(int)
    yield "adult", adult
    draws = {name: adult[name].to_numpy()[rng.integers(0, len(adult), 1_000_000)] for name in adult.columns}
    yield "million", pd.DataFrame(draws)


def make(path: Path, folder: Path) -> None:
    """Write both frames, for Kelt as Arrow files and for its peers as CSV."""
    import pyarrow as pa
    from pyarrow import feather

    for name, frame in frames(path):
        feather.write_feather(pa.Table.from_pandas(frame), folder / f"{name}.arrow", compression="uncompressed")
        frame.to_csv(folder / f"{name}.csv", index=False)


def arrow(file: Path) -> Any:
    from pyarrow import feather

    return feather.read_table(file, memory_map=False)


def pandas(file: Path) -> Any:
    return arrow(file).to_pandas()


def coded(file: Path) -> Any:
    return code(arrow(file))


def code(frame: Any) -> Any:
    from privacy_core import from_frame

    return from_frame(frame)


def assess(table: Any, sensitive: tuple[str, ...] = SENSITIVE) -> Any:
    from privacy_core import Roles, assess

    return assess(table, Roles(QUASI_IDENTIFIERS, sensitive))


def code_and_assess(frame: Any) -> Any:
    return assess(code(frame))


def code_and_assess_one(frame: Any) -> Any:
    return assess(code(frame), SENSITIVE[:1])


def group(frame: Any) -> Any:
    from privacy_core import equivalence_classes

    return equivalence_classes(code(frame), QUASI_IDENTIFIERS)


def staircase(table: Any) -> Any:
    from privacy_core import staircase

    return staircase(table, QUASI_IDENTIFIERS)


def suggest(table: Any) -> Any:
    from privacy_core.suggestions import suggest

    return suggest(table)


def with_people(file: Path) -> Any:
    """A million rows as codes, with made-up weights, homes of about four, and a population of a million."""
    import numpy as np

    from privacy_core import Population
    from privacy_core.frames import from_numbers

    table = coded(file)
    rng = np.random.default_rng(7)
    table = table.with_column(from_numbers("weight", np.round(rng.lognormal(4, 0.7, table.n_rows), 1) + 1))
    table = table.with_column(from_numbers("home", rng.integers(0, table.n_rows // 4, table.n_rows)))
    return table, Population(table.only(rng.integers(0, table.n_rows, table.n_rows)))


def three_risks(given: Any) -> Any:
    """Grouping, then journalist risk from a population table, individual and household risk."""
    from privacy_core import equivalence_classes, household_risk, individual_risk, journalist

    table, population = given
    classes = equivalence_classes(table, QUASI_IDENTIFIERS)
    each = individual_risk(table, classes, "weight")
    return journalist(table, classes, population), each, household_risk(table, classes, "home", each)


def population_unique(given: Any) -> Any:
    from privacy_core import dankar, equivalence_classes

    classes = equivalence_classes(given[0], QUASI_IDENTIFIERS)
    return dankar(classes.size, 0.1), dankar(classes.size, 0.5)


def three_units(given: Any) -> Any:
    from privacy_core import equivalence_classes, in_histories, in_persons

    table = given[0]
    classes = equivalence_classes(table, QUASI_IDENTIFIERS)
    return in_persons(table, classes, "home"), in_histories(table, classes, "home")


def with_gaps(file: Path) -> Any:
    """A million rows with 1 cell in 100 missing in three columns: 8 patterns of gaps."""
    import numpy as np
    import pyarrow as pa

    frame = arrow(file).to_pandas()
    rng = np.random.default_rng(7)
    for name in QUASI_IDENTIFIERS[:3]:
        frame[name] = frame[name].mask(rng.random(len(frame)) < 0.01)
    return code(pa.Table.from_pandas(frame))


def wildcard(table: Any) -> Any:
    from privacy_core import Missing, Policies, equivalence_classes

    return equivalence_classes(table, QUASI_IDENTIFIERS, Policies(missing=Missing.WILDCARD))


@dataclass(frozen=True)
class Case:
    """What is timed (`work`), on what (`prepare`, not timed), and the goal in seconds and MiB."""

    title: str
    size: str
    prepare: Callable[[Path], Any]
    work: Callable[[Any], Any]
    seconds: float | None = None
    memory: int | None = None


CASES = {
    "adult": Case("Adult: codes to all measures", "adult", coded, assess, 0.05),
    "adult-pandas": Case("Adult: pandas to all measures", "adult", pandas, code_and_assess),
    "million": Case("1M: codes to all measures", "million", coded, assess, 0.8, 700),
    "million-pandas": Case("1M: pandas to all measures", "million", pandas, code_and_assess, 1.3, 700),
    "million-arrow": Case("1M: Arrow to all measures", "million", arrow, code_and_assess, 1.3, 700),
    "coding-pandas": Case("1M x 10: pandas to codes", "million", pandas, code),
    "coding-arrow": Case("1M x 10: Arrow to codes", "million", arrow, code),
    "staircase": Case("1M x 7: staircase", "million", coded, staircase),
    "risks": Case("1M: journalist, individual, household", "million", with_people, three_risks, 1.0),
    "uniqueness": Case("1M: population uniqueness, twice", "million", with_people, population_unique),
    "units": Case("1M: k in persons and histories", "million", with_people, three_units),
    "wildcard": Case("1M: missing matches anything", "million", with_gaps, wildcard),
    "suggest": Case("1M x 10: suggested roles", "million", coded, suggest),
}
AGAINST_PEERS = {
    "adult-one": Case("Adult, one secret: pandas to all measures", "adult", pandas, code_and_assess_one),
    "million-k": Case("1M: pandas to class sizes", "million", pandas, group),
}


def run(case: Case, folder: Path) -> dict[str, Any]:
    """Time one run; memory is that of the whole process, the frame's own included."""
    import pyarrow as pa

    import privacy_core  # noqa: F401 - importing is not timed

    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    given = case.prepare(folder / f"{case.size}.arrow")
    before, start = peak(), time.process_time()
    case.work(given)
    return {"seconds": time.process_time() - start, "before": before, "peak": peak()}


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def child(python: str, *arguments: str) -> str:
    environment = {**os.environ, **ONE_THREAD}
    return subprocess.run([python, *arguments], env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def measured(name: str, case: Case, runs: int, folder: Path) -> dict[str, Any]:
    """Median seconds and largest memory over the runs."""
    each = [json.loads(child(sys.executable, str(HERE), "--case", name, "--folder", str(folder))) for _ in range(runs)]
    return {
        "case": name,
        "title": case.title,
        "seconds": round(statistics.median(run["seconds"] for run in each), 4),
        "fastest": round(min(run["seconds"] for run in each), 4),
        "slowest": round(max(run["seconds"] for run in each), 4),
        "goal_seconds": case.seconds,
        "before_mib": round(max(run["before"] for run in each)),
        "peak_mib": round(max(run["peak"] for run in each)),
        "goal_mib": case.memory,
        "runs": runs,
    }


def show(found: dict[str, Any]) -> None:
    spread = f"{found['fastest']:.3f}-{found['slowest']:.3f}"
    goal = "" if found["goal_seconds"] is None else f"{found['goal_seconds']:g}"
    print(f"{found['title']:<42} {found['seconds']:8.3f} {spread:>15} {goal:>6} {found['peak_mib']:8,}", flush=True)


def compare(python: str, runs: int, folder: Path) -> Iterator[dict[str, Any]]:
    """Time pycanon's measures of one secret and the same measures here, in the same run."""
    kelt = {name: measured(name, case, runs, folder)["seconds"] for name, case in AGAINST_PEERS.items()}
    for ours, size, wanted in (("adult-one", "adult", "all"), ("million-k", "million", "k")):
        took = json.loads(child(python, str(HERE.with_name("peers.py")), str(folder / f"{size}.csv"), wanted))
        total = sum(took.values())
        yield {"case": ours, "kelt": kelt[ours], "pycanon": took, "ratio": round(total / kelt[ours])}


def show_ratio(found: dict[str, Any]) -> None:
    title, theirs = AGAINST_PEERS[found["case"]].title, sum(found["pycanon"].values())
    print(f"{title:<42} {found['kelt']:8.3f}  pycanon {theirs:8.2f}  ratio {found['ratio']:,}", flush=True)


def venv(folder: Path) -> str:
    """Make a virtual environment with pycanon in it; return its Python."""
    python = str(folder / "peers" / "bin" / "python")
    subprocess.run(["uv", "venv", "-q", "--python", sys.executable, str(folder / "peers")], check=True)
    subprocess.run(["uv", "pip", "install", "-q", "--python", python, PYCANON], check=True)
    return python


def benchmark(asked: argparse.Namespace, folder: Path) -> Iterator[dict[str, Any]]:
    """Print a line per case as it is done; yield what was found."""
    child(sys.executable, str(HERE), "--make", str(asked.data), "--folder", str(folder))
    print(f"{'CPU seconds, one thread':<42} {'median':>8} {'range':>15} {'goal':>6} {'peak MiB':>8}")
    for name in asked.only or CASES:
        show(found := measured(name, CASES[name], asked.runs, folder))
        yield found
    if asked.peers:
        python = venv(folder) if asked.peers == "uv" else asked.peers
        for found in compare(python, asked.runs, folder):
            show_ratio(found)
            yield found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=SHARED / "data" / "arx" / "adult.csv", help="adult.csv of ARX")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="*", choices=CASES, help="default: every case")
    parser.add_argument("--peers", nargs="?", const="uv", metavar="PYTHON", help="time pycanon too")
    parser.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--case", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.make:
        make(asked.make, asked.folder)
    elif asked.case:
        print(json.dumps(run({**CASES, **AGAINST_PEERS}[asked.case], asked.folder)))
    else:
        with tempfile.TemporaryDirectory() as folder:
            print(*map(json.dumps, list(benchmark(asked, Path(folder)))), sep="\n")


if __name__ == "__main__":
    main()
