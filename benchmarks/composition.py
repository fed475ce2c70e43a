"""CPU seconds and peak memory of linking releases: every run in a process of its own, on one thread.

    python benchmarks/composition.py                    two releases of a million people, a list, the demonstrations

Tables are made as codes and not timed; what is timed is grouping, counting, matching people, and intersecting.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core import child, peak

HERE = Path(__file__).resolve()
PEOPLE = 1_000_000


def release(rng: Any, secret: Any, n_values: int, classes: int, ids: Any, name: str) -> Any:
    """A release of everybody: classes drawn anew, two quasi-identifiers, ids in an order of its own."""
    import numpy as np

    from privacy_core import Column, Scale
    from privacy_core.composition import Publication
    from privacy_core.tables import table

    n, group = len(secret), rng.integers(0, classes, len(secret)).astype(np.int32)
    order = rng.permutation(n).astype(np.int32)
    labels = np.array([f"v{i:07d}" for i in range(n_values)], object)
    scale = Scale.NUMERIC if ids.dtype.kind == "i" else Scale.NOMINAL
    columns = [
        Column("who", order, ids.copy(), scale),
        Column("area", group // 100, np.arange(-(-classes // 100)), Scale.NUMERIC),
        Column("age", group % 100, np.arange(100), Scale.NUMERIC),
        Column("secret", secret[order], labels, Scale.NOMINAL),
    ]
    return Publication(name, table(columns), ("area", "age"))


def releases(several: int, n_values: int, classes: int, text: bool) -> Any:
    import numpy as np

    rng = np.random.default_rng(1)
    secret = rng.integers(0, n_values, PEOPLE).astype(np.int32)
    ids = np.array([f"P{i:07d}" for i in range(PEOPLE)], object) if text else np.arange(PEOPLE)
    ids_of = [np.append(ids[:-1], [f"Q{at}"]).astype(object) if text and at else ids for at in range(several)]
    return [release(rng, secret, n_values, classes, ids_of[at], f"release {at}") for at in range(several)]


def by_key(given: Any) -> Any:
    from privacy_core.composition import link_by_key

    found = link_by_key(given, "secret", "who")
    return found.pinned, found.shrank, found.histogram, found.worst_case, found.random_case


def with_list(classes: int) -> Any:
    """Two releases by age band and area without a key, and a list of a million raw ages and areas."""
    import numpy as np
    import pandas as pd

    from privacy_core import from_frame
    from privacy_core.composition import Publication

    rng = np.random.default_rng(2)
    people = pd.DataFrame({"age": rng.integers(18, 98, PEOPLE), "zip": rng.integers(10_000, 10_000 + classes, PEOPLE)})
    secret = rng.integers(0, 20, PEOPLE)
    made = []
    for width, shown in ((10, 4), (5, 3)):
        low = people["age"] // width * width
        ages = "[" + low.astype(str) + ", " + (low + width).astype(str) + "["
        masked = people["zip"].astype(str).str[:shown] + "*" * (5 - shown)
        frame = from_frame(pd.DataFrame({"age": ages, "zip": masked, "secret": secret}))
        made.append(Publication(f"by {width}", frame, ("age", "zip")))
    return made, from_frame(people)


def by_list(given: Any) -> Any:
    from privacy_core.composition import link_by_population

    found = link_by_population(given[0], "secret", given[1])
    return found.pinned, found.histogram


def demonstrations(given: Any) -> Any:
    """What a slider moves: the forecast, and a thousand people in six releases, linked anew."""
    from privacy_core.composition import forecast, link_rows
    from privacy_core.samples import thousand

    found = link_rows(thousand(6, coordinated=False), "secret")
    return forecast(200, [150] * 10), [found.after(several).pinned for several in range(1, 7)]


@dataclass(frozen=True)
class Case:
    """What is timed (`work`), on what (`prepare`, not timed), and the goal in seconds and MiB."""

    title: str
    prepare: Callable[[], Any]
    work: Callable[[Any], Any]
    seconds: float | None = None
    memory: int | None = None


CASES = {
    "numbers": Case("1M x 2: whole numbers as ids", lambda: releases(2, 20, 100_000, False), by_key, 3, 2048),
    "texts": Case("1M x 2: texts as ids", lambda: releases(2, 20, 100_000, True), by_key, 3, 2048),
    "small": Case("1M x 2: 300,000 classes", lambda: releases(2, 100, 300_000, True), by_key, 3, 2048),
    "large": Case("1M x 2: 1,000 values in 1,000 classes", lambda: releases(2, 1000, 1000, True), by_key, 3, 2048),
    "amounts": Case(
        "1M x 2: 100,000 values in 5,000 classes", lambda: releases(2, 100_000, 5000, True), by_key, 3, 2048
    ),
    "unique": Case("1M x 2: a million values", lambda: releases(2, PEOPLE, 1000, True), by_key, None, 2048),
    "five": Case("1M x 5: 100 values in 10,000 classes", lambda: releases(5, 100, 10_000, True), by_key, None, 2048),
    "list": Case("1M x 2: through a list of a million", lambda: with_list(5000), by_list, None, 2048),
    "demonstrations": Case("six releases of 1,000 people, a forecast", lambda: None, demonstrations, 0.1),
}


def run(case: Case) -> dict[str, Any]:
    import privacy_core.samples  # noqa: F401 - importing is not timed

    given = case.prepare()
    before, start = peak(), time.process_time()
    case.work(given)
    return {"seconds": time.process_time() - start, "before": before, "peak": peak()}


def measured(name: str, case: Case, runs: int) -> dict[str, Any]:
    each = [json.loads(child(sys.executable, str(HERE), "--case", name)) for _ in range(runs)]
    seconds = [one["seconds"] for one in each]
    print(
        f"{case.title:<42} {statistics.median(seconds):8.3f} {min(seconds):7.3f}-{max(seconds):.3f} "
        f"{case.seconds or '':>6} {max(one['peak'] for one in each):8,.0f}",
        flush=True,
    )
    return {"case": name, "seconds": statistics.median(seconds), "peak_mib": max(one["peak"] for one in each)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="*", choices=CASES, help="default: every case")
    parser.add_argument("--case", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.case:
        print(json.dumps(run(CASES[asked.case])))
        return
    print(f"{'CPU seconds, one thread':<42} {'median':>8} {'range':>13} {'goal':>8} {'peak MiB':>8}")
    print(*[json.dumps(measured(name, CASES[name], asked.runs)) for name in asked.only or CASES], sep="\n")


if __name__ == "__main__":
    main()
