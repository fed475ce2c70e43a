"""What tests of plans begin with: a table of people, its plan, a plan written by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from privacy_core import (
    as_ordered,
    from_frame,
)
from privacy_core.ell_delta import Kind, Plan, PlanColumn, empirical, greedy, plan

SIZES = ("small", "mid", "large")
AGES = PlanColumn("age", Kind.NUMBERS, 20.0, 60.0)
SEX = PlanColumn("sex", Kind.VALUES, values=("f", "m"))
SETTINGS = ("ill", 2, 0.05, 0.1, 46)


def people(n: int, seed: int):
    rng = np.random.default_rng(seed)
    day = pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 9, n), unit="D")
    columns = {
        "name": [f"n{i}" for i in range(n)],
        "age": rng.integers(0, 6, n) / 2,
        "sex": rng.choice(["f", "m"], n),
        "size": rng.choice(SIZES, n),
        "day": day.date,
        "ill": rng.choice(list("abc"), n),
    }
    table = from_frame(pd.DataFrame(columns))
    return table.with_column(as_ordered(table["size"], SIZES))


def planned(table, names, of_group=None, p=0.02):
    of_group = greedy(empirical(table, names, "ill"), 2, p) if of_group is None else of_group
    return plan(table, names, "ill", of_group, 2, 0.05, p, 200)


def tuples(table, names):
    """What each row shows, as tuples that sort like the table's order."""
    places = [{"size": SIZES.index}.get(name, lambda value: value) for name in names]
    texts = [table[name].categories[table[name].codes] for name in names]
    return [tuple(place(value) for place, value in zip(places, row, strict=True)) for row in zip(*texts, strict=True)]


columns = st.lists(st.sampled_from(["age", "sex", "size", "day"]), min_size=1, max_size=3, unique=True)


def frame(**cells):
    return from_frame(pd.DataFrame(cells))


TWO = Plan((AGES, SEX), ((30.0, "m"), (50.0, "f")), *SETTINGS)
