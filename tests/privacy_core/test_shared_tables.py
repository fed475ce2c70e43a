"""Every small table of `cases/tables.json` against its right values (plain Python, fractions)."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from privacy_core import (
    AlphaK,
    BasicBeta,
    DeltaDisclosure,
    DistinctL,
    EnhancedBeta,
    EntropyL,
    MissingSensitive,
    Policies,
    PrivacyModel,
    Rank,
    RecursiveCL,
    Roles,
    TableError,
    TCloseness,
    Value,
    assess,
    contingency,
    equivalence_classes,
    from_frame,
    measure,
)

FILE = Path(os.environ.get("KELT_SHARED", Path(__file__).resolve().parents[3] / "shared")) / "cases" / "tables.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["cases"] if FILE.is_file() else []
RIGHT = [case for case in CASES if "refuse" not in case["right"]]
REFUSED = [case for case in CASES if "refuse" in case["right"]]

OUT = Policies(missing_sensitive=MissingSensitive.OUT)


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in cases]


def frame(case: dict[str, Any]) -> pd.DataFrame:
    """The pandas frame the JSON describes: object cells unless a dtype is given, its own index."""
    found = pd.DataFrame(case["rows"], columns=case["columns"], dtype=object)
    for column in case["columns"]:
        kind = case["dtypes"].get(column)
        if kind and kind.startswith("category:"):
            found[column] = pd.Categorical(found[column], categories=kind.removeprefix("category:").split(","))
        elif kind:
            found[column] = found[column].astype(kind)
    return found if case["index"] is None else found.set_axis(case["index"])


def models(name: str, rank: int) -> dict[str, PrivacyModel]:
    return {
        "l": DistinctL(name),
        "entropy_l": EntropyL(name),
        "alpha": AlphaK(name),
        "t_equal": TCloseness(name),
        "t_equal_on_values": TCloseness(name),
        "t_ordered": TCloseness(name, ground=Rank()),
        "t_value": TCloseness(name, ground=Value()),
        "beta": BasicBeta(name),
        "enhanced_beta": EnhancedBeta(name),
        "delta": DeltaDisclosure(name),
        "delta_present_only": DeltaDisclosure(name, absent="present"),
        "c_inf": RecursiveCL(name, l=rank),
    }


def number(written: Any) -> float:
    return math.inf if written in ("inf", "none exists") else float(written)


def wrong(case: dict[str, Any]) -> Iterator[str]:
    """Every right value that ours differs from."""
    table = from_frame(frame(case))
    classes = equivalence_classes(table, case["qi"])
    if (len(classes), int(classes.size.min())) != (case["right"]["classes"], case["right"]["k"]):
        yield f"classes {len(classes)}, k {classes.size.min()}"
    for name, right in case["right"]["per_sa"].items():
        counts = contingency(table, classes, name)
        ignored = measure(DistinctL(name), contingency(table, classes, name, OUT)).value
        if ignored != right["l_missing_ignored"]:
            yield f"{name} l_missing_ignored {ignored}"
        for key, model in models(name, right["recursive_l"]).items():
            if key in right and measure(model, counts).value != pytest.approx(number(right[key]), rel=1e-12, abs=1e-12):
                yield f"{name} {key}: {measure(model, counts).value}, right {right[key]}"


@pytest.mark.parametrize("case", named(RIGHT))
def test_right_values(case):
    assert list(wrong(case)) == []


@pytest.mark.parametrize("case", named(RIGHT))
def test_the_assessment_says_the_same(case):
    """The same numbers come out of `assess`, which picks the ground distances by itself."""
    table = from_frame(frame(case))
    found = assess(table, Roles(tuple(case["qi"]), tuple(case["sa"])))
    assert found.measurements[0].value == case["right"]["k"]
    for name, right in case["right"]["per_sa"].items():
        said = {
            m.model.ground.name: m.value
            for m in found.measurements
            if isinstance(m.model, TCloseness) and m.model.sensitive == name
        }
        expected = {"equal": right.get("t_equal", right.get("t_equal_on_values"))}
        expected |= {"ordered": right["t_ordered"], "value": right["t_value"]} if name in case["numeric_sa"] else {}
        assert said == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("case", named(REFUSED))
def test_refusals(case):
    with pytest.raises(TableError, match="no rows"):
        from_frame(frame(case))


def test_all_tables_were_read(shared):
    assert len(CASES) >= 24
    assert len(REFUSED) >= 1


PYCANON = {
    # peer's key, ours, and why the two may differ
    "k": ("k", "drops rows with a missing quasi-identifier, counts unused levels of a category"),
    "l": ("l", "mixes index labels with positions; cannot sort a missing or mixed secret"),
    "entropy_l": ("entropy_l", "cut to a whole number by int()"),
    "recursive_c_l": ("c_inf", "sorts counts in ascending order"),
    "alpha_k": ("alpha", "mixes index labels with positions"),
    "t": ("t", "mixes index labels with positions; one value divides by zero; no distance by value"),
    "beta": ("beta", "mixes index labels with positions"),
    "enhanced_beta": ("enhanced_beta", "a number even where no β exists"),
    "delta": ("delta", "skips values that a class does not show"),
}


def pycanon(case: dict[str, Any]) -> dict[str, Any]:
    return next((said for peer, said in case["peers"].items() if peer.startswith("pycanon")), {})


def right_of(case: dict[str, Any], key: str) -> float:
    """The worst right value over the sensitive columns, as pycanon combines them."""
    if key == "k":
        return case["right"]["k"]
    lower_is_worse = key in ("l", "entropy_l")
    keys = ("t_ordered", "t_equal") if key == "t" else (key,)
    found = [number(next(r[k] for k in keys if k in r)) for r in case["right"]["per_sa"].values()]
    return min(found) if lower_is_worse else max(found)


def differs(said: Any, right: float) -> bool:
    value = said[0] if isinstance(said, list) else said
    return isinstance(value, str) or value != pytest.approx(right, abs=1e-9)


def test_where_pycanon_differs_ours_is_right():
    """pycanon 1.3.6 is wrong on each model named above somewhere; ours is right on every case."""
    seen = {
        (case["id"], key)
        for case in RIGHT
        for key, (ours, _) in PYCANON.items()
        if key in pycanon(case) and differs(pycanon(case)[key], right_of(case, ours))
    }
    assert {key for _, key in seen} == set(PYCANON)
    assert {("nan_qi_str", "k"), ("entropy_3", "entropy_l"), ("recursive_5211", "recursive_c_l")} <= seen
    assert {("shuffled_index", "t"), ("delta_gap", "delta"), ("two_sa", "enhanced_beta")} <= seen
    assert [text for case in RIGHT if case["id"] in dict(seen) for text in wrong(case)] == []
