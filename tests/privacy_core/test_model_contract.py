"""One contract over every model (see `tests/contracts.py`)."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from privacy_core import (
    MODELS,
    DeltaDisclosure,
    Rank,
    TCloseness,
    Tree,
    Value,
    Verdict,
    hierarchy,
    measure,
)
from privacy_core.models.base import judge
from tests import contracts, strategies

TREE = hierarchy("s", [(v, "left" if v in "uv" else "right", "*") for v in "uvwxy"])
NUMBERS = hierarchy("s", [(v, "few" if v in "01" else "many", "*") for v in "01259"])
NOMINAL = contracts.models("s", [Tree(TREE)])
NUMERIC = contracts.models("s", [Rank(), Value(), Tree(NUMBERS)])


def name(model) -> str:
    ground = getattr(model, "ground", None)
    return " ".join(filter(None, [model.name, getattr(ground, "name", ""), getattr(model, "absent", "")]))


def example(scale: str = "nominal", seed: int = 3) -> pd.DataFrame:
    rng = random.Random(seed)
    values = [0.0, 1.0, 2.0, 5.0, 9.0] if scale == "numeric" else list("uvwxy")
    rows = [(rng.choice("ab"), rng.choice([1, 2, 3]), rng.choice(values)) for _ in range(60)]
    return pd.DataFrame(rows, columns=["q", "r", "s"])


BOTH = [pytest.param(m, "nominal", id=name(m)) for m in NOMINAL] + [
    pytest.param(m, "numeric", id=f"{name(m)} of numbers") for m in NUMERIC
]
every_model = pytest.mark.parametrize(("model", "scale"), BOTH)


def test_the_contract_is_run_on_every_model():
    assert {type(model) for model in NOMINAL} == {type(model) for model in NUMERIC} == set(MODELS)
    assert {model.name for model in NOMINAL} == set(contracts.FIELD)


@every_model
def test_shape_and_range(model, scale):
    contracts.shape_and_range(model, contracts.counted(example(scale)))


@every_model
def test_asking_changes_nothing(model, scale):
    contracts.inputs_unchanged(model, contracts.counted(example(scale)))


@every_model
@pytest.mark.parametrize(
    "counts", [(5, 2, 1, 1, 1, 1, 1, 2, 1, 3), (1, 1, 1, 1, 1, 4, 1, 1, 1, 1), (2, 2, 0, 0, 0, 2, 1, 1, 1, 1)]
)
def test_the_verdict_flips_at_the_threshold(model, scale, counts):
    values = example(scale)["s"].sort_values().unique()
    rows = [(q, v) for (q, v), n in zip([(q, v) for q in "ab" for v in values], counts, strict=True) for _ in range(n)]
    table = contracts.counted(pd.DataFrame(rows, columns=["q", "s"]))
    assert (0 in counts and "delta" in model.name) or np.isfinite(measure(model, table).value) or model.l > 2
    contracts.verdict_flips_at_the_threshold(model, table)


@every_model
def test_the_sentence_is_plain(model, scale):
    several, one = example(scale), example(scale).assign(s=example(scale)["s"].iloc[0])
    alone = pd.DataFrame({"q": range(3), "s": example(scale)["s"].unique()[:3]})
    for frame in (several, one, alone):
        contracts.sentence_is_plain(model, contracts.counted(frame))


@every_model
def test_repr_and_hash(model, scale):
    contracts.survives_repr(model)
    contracts.survives_repr(contracts.promising(model, 1))


@every_model
def test_the_order_of_rows_and_columns_and_the_index_play_no_part(model, scale):
    frame = example(scale)
    mixed = frame.sample(frac=1, random_state=1)[["s", "r", "q"]].set_axis(list("a" * 60))
    contracts.same_numbers(model, contracts.counted(frame), contracts.counted(mixed))


@every_model
def test_copies_change_only_the_crowds(model, scale):
    frame = example(scale)
    one, three = (model.per_class(contracts.counted(pd.concat([frame] * n))) for n in (1, 3))
    np.testing.assert_allclose(three, one * (3 if model.name == "k-anonymity" else 1), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("model", NOMINAL, ids=name)
def test_renaming_categories_changes_nothing(model):
    frame, new = example(), dict(zip("uvwxy", ["ypsilon", "=1+1", "", "NaN", "ü"], strict=True))
    if isinstance(getattr(model, "ground", None), Tree):
        renamed = hierarchy("s", [(new[v], "left" if v in "uv" else "right", "*") for v in "uvwxy"])
        other = TCloseness("s", ground=Tree(renamed))
    else:
        other = model
    before = model.per_class(contracts.counted(frame))
    after = other.per_class(contracts.counted(frame.assign(s=frame["s"].map(new))))
    np.testing.assert_allclose(after, before, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("model", [m for m in NUMERIC if not isinstance(getattr(m, "ground", None), Tree)], ids=name)
def test_another_unit_changes_nothing(model):
    """Pounds or dollars: distances by rank and by value do not see the unit (a tree names the values)."""
    frame = example("numeric")
    dearer = frame.assign(s=frame["s"] * 1e6 + 7)
    contracts.same_numbers(model, contracts.counted(frame), contracts.counted(dearer))


@given(strategies.cases(original=False))
def test_shape_and_range_of_any_table(case):
    grounds = {"nominal": [], "ordinal": [Rank()], "numeric": [Rank(), Value()]}[case.kind]
    table = contracts.counted(case.frame)
    for model in contracts.models("s", [*grounds, Tree(case.tree)]):
        contracts.shape_and_range(model, table)
        contracts.verdict_flips_at_the_threshold(model, table)


@every_model
def test_monotone_is_earned(model, scale):
    """Merging two whole classes never makes the worst number worse, in 400 random merges."""
    rng, worse = random.Random(5), 0
    for _ in range(400):
        merge = contracts.random_merge(rng, scale)
        worse += contracts.got_worse(model, model.per_class(merge.before), model.per_class(merge.after))
    present = getattr(model, "absent", "") == "present"
    assert (worse > 0) == present, f"{worse} of 400 merges made it worse"
    assert model.monotone is not present, "the flag says what merging shows"


@pytest.mark.parametrize("model", [m for m in NUMERIC if m.name == "t-closeness"], ids=name)
def test_distances_are_convex(model):
    """Merged, the distance is at most the mean of the two, weighted by rows."""
    rng = random.Random(8)
    for _ in range(200):
        merge = contracts.random_merge(rng, "numeric")
        weight, apart = merge.before.size[:2], model.per_class(merge.before)[:2]
        assert model.per_class(merge.after)[0] <= (weight * apart).sum() / weight.sum() + 1e-12


def test_delta_with_absent_values_skipped_gets_worse_somewhere():
    """A value absent from one class and frequent in the other becomes rare in the union."""
    before = contracts.counted(pd.DataFrame({"q": [0] * 9 + [1], "s": list("uuuuuuuuuv")}))
    model = DeltaDisclosure("s", absent="present")
    rng = random.Random(5)
    merges = [contracts.random_merge(rng) for _ in range(400)]
    worse = [contracts.got_worse(model, model.per_class(m.before), model.per_class(m.after)) for m in merges]
    assert any(worse)
    assert np.isinf(DeltaDisclosure("s").per_class(before)).all()


def test_nothing_left_is_empty_not_a_number():
    table = contracts.counted(example().assign(s=None))
    without = table.without_missing
    for model in NOMINAL[1:]:
        found = measure(contracts.promising(model, 1), without)
        assert (found.value, found.verdict, found.records_failing) == (None, Verdict.EMPTY, 0), model
        assert found.reason
        assert judge(contracts.promising(model, 1), measure(model, without)).verdict is Verdict.EMPTY
        assert judge(model, found).verdict is None
