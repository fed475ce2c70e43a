"""What every privacy model keeps, whatever it measures; run over `privacy_core.MODELS`."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import privacy_core
from privacy_core import (
    Better,
    Contingency,
    DeltaDisclosure,
    Policies,
    RecursiveCL,
    TCloseness,
    Verdict,
    contingency,
    equivalence_classes,
    from_frame,
    measure,
)
from privacy_core.models.base import judge

FIELD = {
    "k-anonymity": "k",
    "distinct-l": "l",
    "entropy-l": "l",
    "recursive-cl": "c",
    "alpha-k": "alpha",
    "t-closeness": "t",
    "basic-beta": "beta",
    "enhanced-beta": "beta",
    "delta-disclosure": "delta",
}
"""The parameter of each model that is its threshold."""


def models(column: str, grounds: Sequence[Any] = ()) -> list[Any]:
    """Every model once, with the ground distances and conventions that change its formula."""
    found = [model() if model.name == "k-anonymity" else model(column) for model in privacy_core.MODELS]
    found += [RecursiveCL(column, l=rank) for rank in (1, 3)]
    found += [TCloseness(column, ground=ground) for ground in grounds]
    return [*found, DeltaDisclosure(column, absent="present")]


def promising(model: Any, threshold: float) -> Any:
    """The same model with a threshold."""
    return replace(model, **{FIELD[model.name]: threshold})


def counted(frame: pd.DataFrame, column: str = "s", policies: Policies | None = None) -> Contingency:
    """Contingency of a frame; every other column is a quasi-identifier."""
    table = from_frame(frame)
    known = [name for name in table.names if name != column]
    return contingency(table, equivalence_classes(table, known, policies), column, policies)


def same_numbers(model: Any, one: Contingency, other: Contingency) -> None:
    """The same numbers, the order of classes aside."""
    left, right = np.sort(model.per_class(one)), np.sort(model.per_class(other))
    np.testing.assert_allclose(left, right, rtol=1e-12, atol=1e-12, err_msg=repr(model))


def shape_and_range(model: Any, table: Contingency) -> None:
    """One number per class, never NaN, never negative."""
    numbers = model.per_class(table)
    assert numbers.shape == (len(table.classes),)
    assert numbers.dtype == np.float64
    assert not np.isnan(numbers).any(), model
    assert (numbers >= 0).all(), model


def inputs_unchanged(model: Any, table: Contingency) -> None:
    """Asking twice gives the same, and nothing that was read was written."""
    arrays = {name: value for name, value in vars(table).items() if isinstance(value, np.ndarray)}
    before = {name: value.copy() for name, value in arrays.items()}
    for value in arrays.values():
        value.flags.writeable = False
    first, second = model.per_class(table), model.per_class(table)
    np.testing.assert_array_equal(first, second)
    for name, value in arrays.items():
        np.testing.assert_array_equal(value, before[name])


def verdict_flips_at_the_threshold(model: Any, table: Contingency) -> None:
    """A value equal to the threshold holds unless the model is strict; 1e-9 is slack, 1e-6 is not."""
    value = measure(model, table).value
    if np.isinf(value):
        assert measure(promising(model, 1), table).verdict is Verdict.FAILS, "no setting helps"
        return
    floor = 1 if model.better is Better.HIGHER else 0
    ceiling = 1 if FIELD[model.name] in ("alpha", "t") else np.inf
    whole = FIELD[model.name] == "k" or model.name == "distinct-l"
    worse = 1 if model.better is Better.HIGHER else -1
    step = 1.0 if whole else 1e-6
    expected = {0.0: not model.strict, worse * step: False, -worse * step: True}
    if not whole:
        expected |= {worse * 1e-10: not model.strict, -worse * 1e-10: not model.strict}
    for shift, holds in expected.items():
        if floor <= value + shift <= ceiling:
            found = measure(promising(model, value + shift), table)
            assert found.verdict is (Verdict.HOLDS if holds else Verdict.FAILS), (model, value, shift)
            assert found.fails.any() is not np.bool_(holds)
            assert (found.records_failing > 0) is not holds
            again = judge(promising(model, value + shift), measure(model, table))
            assert (again.verdict, again.records_failing) == (found.verdict, found.records_failing)


def sentence_is_plain(model: Any, table: Contingency) -> None:
    """A sentence in words: a capital, a full stop, no leftovers of the machine."""
    said = model.sentence(measure(model, table))
    assert re.fullmatch(r"[A-Z].*\.", said), said
    assert len(re.findall(r"[a-z]{3,}", said)) >= 5, said
    assert not re.search(r"\b(None|nan|inf|Infinity|True|False)\b|\{|\}|np\.|array\(|-\d", said), said


def survives_repr(model: Any) -> None:
    """Hashable, equal to its own repr evaluated, frozen."""
    again = eval(repr(model), vars(privacy_core))
    assert again == model
    assert hash(again) == hash(model)
    with pytest.raises(AttributeError):
        model.name = "another"


def worst(model: Any, numbers: np.ndarray) -> float:
    return float(numbers.min() if model.better is Better.HIGHER else numbers.max())


def got_worse(model: Any, before: np.ndarray, after: np.ndarray) -> bool:
    """Whether the worst number is beyond the worst before, rounding aside."""
    one, other = worst(model, before), worst(model, after)
    return other < one - 1e-9 if model.better is Better.HIGHER else other > one + 1e-9


@dataclass(frozen=True)
class Merge:
    """A table before and after two of its classes became one."""

    before: Contingency
    after: Contingency


def random_merge(rng: random.Random, scale: str = "nominal") -> Merge:
    """Two to five classes of one to nine rows; the first two are merged."""
    values = [0.0, 1.0, 2.0, 5.0, 9.0][: rng.randint(1, 5)] if scale == "numeric" else "uvwxy"[: rng.randint(1, 5)]
    rows = [(q, rng.choice(values)) for q in range(rng.randint(2, 5)) for _ in range(rng.randint(1, 9))]
    frame = pd.DataFrame(rows, columns=["q", "s"])
    return Merge(counted(frame), counted(frame.assign(q=frame["q"].replace(0, 1))))
