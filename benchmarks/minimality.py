"""Which releases are minimal, and what minimality gives away there: the tables of docs/findings.md.

    python benchmarks/minimality.py                        every part
    python benchmarks/minimality.py --only adult samples   parts: adult, holdout, samples, arx, papers

Adult and its hierarchies come from the folder that KELT_SHARED names. Nothing is timed and nothing is drawn but the
halves of `holdout`, with a fixed seed, so the same lines are printed each time.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from privacy_core import KAnonymity, Limits, Roles, from_frame, hierarchy, samples
from privacy_core.anonymizers import (
    Anonymizer,
    FullDomain,
    LocalRecoding,
    LocalSuppression,
    Microaggregation,
    Mondrian,
)
from privacy_core.anonymizers.releasing import recoded
from privacy_core.attacks.minimality import Audit, Calibration, Raised, audit, infer_raised
from privacy_core.classes import equivalence_classes
from privacy_core.errors import ParameterError, PrivacyError
from privacy_core.hierarchies import Hierarchy, build, read_hierarchy, suggest_hierarchy
from privacy_core.intake import read
from privacy_core.tables import Table, suppressed_by_token
from privacy_core.utility import texts_at

SHARED = Path(os.environ.get("KELT_SHARED", Path(__file__).resolve().parents[2] / "shared"))
ARX = SHARED / "data" / "arx"
ADULT = "sex age race marital-status education native-country workclass occupation salary-class".split()
SAMPLES = ("hospital-3", "clinic", "skewed", "visits", "survey", "touchpoints", "diabetes")
Trees = Mapping[str, Hierarchy]
METHODS: dict[str, tuple[Callable[[], Anonymizer], float]] = {
    "full-domain": (FullDomain, 0.0),
    "full-domain, 2 % withheld": (FullDomain, 0.02),
    "local recoding": (LocalRecoding, 0.0),
    "Mondrian": (Mondrian, 0.0),
    "microaggregation": (Microaggregation, 0.0),
    "local suppression": (LocalSuppression, 0.0),
}


@dataclass(frozen=True)
class Case:
    """A release to look at.

    Parameters
    ----------
    name : what it is called in the table
    original, release : the tables
    trees : hierarchies, by column
    known : columns that others could know
    k : what was promised
    holdout : people to learn shares from
    """

    name: str
    original: Table
    release: Table
    trees: Trees
    known: Sequence[str]
    k: int
    holdout: Table | None = None


def adult() -> tuple[Table, Trees]:
    """The Adult table and its hierarchies."""
    trees = {n: read_hierarchy((ARX / f"adult_hierarchy_{n}.csv").read_bytes(), n) for n in ADULT}
    return read((ARX / "adult.csv").read_bytes(), "adult.csv").table, trees


def made(
    name: str, table: Table, trees: Trees, known: Sequence[str], k: int, how: str, holdout: Table | None = None
) -> Iterator[Case]:
    """A release made by one of our methods."""
    method, withheld = METHODS[how]
    found = method().anonymize(table, Roles(tuple(known)), trees, [KAnonymity(k)], Limits(withheld))
    if found.table is None:
        raise ParameterError(f"{name}, k = {k}: {found.reason}")
    yield Case(f"{name}, k = {k}", table, found.table, trees, known, k, holdout)


def of_adult() -> Iterator[Case]:
    """Adult, nine columns, by every method."""
    table, trees = adult()
    for how in METHODS:
        for k in (2, 5, 10):
            yield from made(how, table, trees, ADULT, k, how)
    for k in (2, 5, 10):
        yield from made("Mondrian, all columns but age", table, trees, [n for n in ADULT if n != "age"], k, "Mondrian")


def of_halves() -> Iterator[Case]:
    """Half of Adult released, shares learned from the other half."""
    table, trees = adult()
    order = np.random.default_rng(1).permutation(table.n_rows)
    half = table.n_rows // 2
    people, others = table.only(np.sort(order[:half])), table.only(np.sort(order[half:]))
    for known in (ADULT, ADULT[:5]):
        for k in (2, 5, 10):
            for holdout in (None, others):
                learned = "the release" if holdout is None else "a hold-out"
                name = f"local recoding, {len(known)} columns, shares of {learned}"
                yield from made(name, people, trees, known, k, "local recoding", holdout)


def of_samples() -> Iterator[Case]:
    """The built-in tables, with the hierarchies that are suggested for their columns."""
    offered = {offer.name for offer in samples.OFFERS}
    for name in filter(offered.__contains__, SAMPLES):
        sample = samples.load(name)
        known = sample.roles.quasi_identifiers
        trees = {column: build(suggest_hierarchy(sample.table[column])[0], sample.table[column]) for column in known}
        for how in ("full-domain", "local recoding", "Mondrian"):
            yield from made(f"{name}: {how}", sample.table, trees, known, 3 if name == "hospital-3" else 5, how)


def of_arx() -> Iterator[Case]:
    """What ARX's own tests say is its answer on Adult for k alone: the levels are ARX's, the file is made here."""
    table, trees = adult()
    cases = json.loads((SHARED / "cases" / "arx_cases.json").read_text())["cases"]
    seen: dict[tuple[int, ...], str] = {}
    for case in cases:
        levels = tuple(case.get("expected_transformation") or [])
        if case.get("privacy_models") == ["KAnonymity: 5-anonymity"] and len(levels) == len(ADULT):
            how = case["algorithm"].lower().replace("_", " ")
            seen.setdefault(levels, f"ARX {how}, {case['suppression_limit']:.0%} allowed")
    for levels, name in seen.items():
        texts = {n: texts_at(table[n], trees[n], level) for n, level in zip(ADULT, levels, strict=True)}
        classes = equivalence_classes(recoded(table, texts), ADULT)
        small = np.bincount(classes.of_row)[classes.of_row] < 5
        yield Case(f"{name}: levels {''.join(map(str, levels))}", table, recoded(table, texts, small), trees, ADULT, 5)


def of_papers() -> Iterator[Case]:
    """Releases that others published or their programs wrote."""
    raw = samples.load("hospital-3").table
    zips = [(z, z[:4] + "*", z[:3] + "**", "*") for z in raw["zip"].labels]
    decades = [(a, "≥40" if a >= "40" else a[0] + "*", "≥40" if a >= "40" else "<40", "*") for a in raw["age"].labels]
    halves = [(a, "≥40" if a >= "40" else "≤40", "*") for a in raw["age"].labels]
    for name, ages in {"hospital-4": decades, "hospital-5": halves}.items():
        trees = {"zip": hierarchy("zip", zips), "age": hierarchy("age", ages)}
        yield Case(
            f"t-closeness paper, {samples.load(name).title.lower()}",
            raw,
            samples.load(name).table,
            trees,
            ["zip", "age"],
            3,
        )
    original = read((ARX / "test.csv").read_bytes(), "test.csv").table
    written = read((SHARED / "cases" / "c28_suppressed_stars.csv").read_bytes(), "c28.csv").table
    known = ["age", "gender", "zipcode"]
    trees = {n: read_hierarchy((ARX / f"test_hierarchy_{n}.csv").read_bytes(), n) for n in ("age", "gender")}
    rows = [(z, *(z[:cut] + "*" * (5 - cut) for cut in (4, 3, 2, 1, 0))) for z in original["zipcode"].labels]
    trees["zipcode"] = hierarchy("zipcode", rows)
    yield Case("file that ARX wrote", original, suppressed_by_token(written, known, "*"), trees, known, 2)
    pair = [
        read((SHARED / "cases" / f"c56_perturbed_{one}.csv").read_bytes(), one).table for one in ("original", "release")
    ]
    yield Case("a pair with noise", *pair, {}, ["age", "sex"], 1)
    two = read((SHARED / "cases" / "c67_minimality_downcoding.csv").read_bytes(), "c67.csv").table
    people = pd.DataFrame({"age_released": ["20-29", "30-39", "40-49", "40-49"], "sex": [*"FFMM"]})
    tree = hierarchy("age_released", [("20-29", "20-39", "*"), ("30-39", "20-39", "*"), ("40-49", "40-49", "*")])
    yield Case("two rows 20-39", from_frame(people), two, {"age_released": tree}, ["age_released", "sex"], 2)


PARTS: dict[str, Callable[[], Iterator[Case]]] = {
    "adult": of_adult,
    "holdout": of_halves,
    "samples": of_samples,
    "arx": of_arx,
    "papers": of_papers,
}
HEAD = (
    "release",
    "classes",
    "minimal",
    "can be finer",
    "loss",
    "cells",
    "right by minimality",
    "right by shares",
    "one differs",
    "told for sure",
    "verdict",
)


def lines(cases: Iterator[Case]) -> Iterator[str]:
    """A table, one release a line."""
    yield f"| {' | '.join(HEAD)} |"
    yield "|---" * len(HEAD) + "|"
    yield from map(line, cases)


def line(case: Case) -> str:
    """One release as a row of the table."""
    try:
        found = audit(case.original, case.release, case.known, case.trees, k=case.k)
    except PrivacyError as refused:
        return _row(case.name, "none", f"refused: {str(refused).partition('. ')[0]}", *["-"] * (len(HEAD) - 3))
    raised = infer_raised(found, case.trees, holdout=case.holdout)
    return _row(case.name, *_audited(found), *_inferred(found, raised))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _audited(found: Audit) -> list[str]:
    loss = sum(found.utility.loss.values()) / len(found.utility.loss)
    strange = ", ".join(f"{one.column} ({one.rows / found.rows:.0%} of rows)" for one in found.no_nodes)
    minimal = "not known" if found.minimal is None else found.minimal.value
    classes = f"{found.classes:,}" + f" ({found.utility.withheld:,} withheld)" * bool(found.utility.withheld)
    finer = "-" if found.moves is None else f"{found.refinable:,}"
    return [classes, minimal + f", no node: {strange}" * bool(strange), finer, f"{loss:.3f}"]


def _inferred(found: Audit, raised: Raised | None) -> list[str]:
    if raised is None:
        return [*["-"] * 5, found.outcome.value]
    told = raised.with_minimality
    return [
        f"{raised.cells:,}",
        _beside(told),
        _beside(raised.without),
        _beside(raised.pairs),
        f"{raised.certain.attempts:,}" + f" ({raised.certain.hits:,} right)" * bool(raised.certain.attempts),
        raised.outcome.value,
    ]


def _beside(found: Calibration) -> str:
    """What is so, and what was expected."""
    if found.right.rate is None or found.predicted is None:
        return "-"
    return f"{found.right.rate:.1%} ({found.predicted:.1%})"


def main() -> None:
    """Print the tables that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", choices=PARTS, default=[*PARTS])
    for part in parser.parse_args().only:
        print(f"\n### {part}\n")
        for one in lines(PARTS[part]()):
            print(one, flush=True)


if __name__ == "__main__":
    main()
