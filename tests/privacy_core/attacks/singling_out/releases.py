"""What tests of predicates from a release begin with: people, and a release of them."""

from __future__ import annotations

import pandas as pd

NAMES = ["age", "city", "sex"]


def people(random, n):
    return pd.DataFrame(
        {
            "age": random.integers(20, 40, n),
            "city": [f"02{one}" for one in random.integers(100, 120, n)],
            "sex": random.choice(["f", "m", "x"], n),
            "pay": random.integers(0, 10_000, n),
        }
    )


def blurred(frame, random):
    """Each row blurred in a way of its own: intervals, masks, sets, stars, values as they are."""
    rows = []
    for _, one in frame.iterrows():
        width = int(random.choice([1, 5, 10]))
        low = int(one["age"]) // width * width
        rows.append(
            {
                "age": str(one["age"]) if width == 1 else f"[{low}, {low + width}[",
                "city": str(random.choice([one["city"], one["city"][:4] + "*", one["city"][:3] + "**", "*"])),
                "sex": str(random.choice([one["sex"], "*", "{f, m}" if one["sex"] != "x" else "{m, x}"])),
            }
        )
    return pd.DataFrame(rows)


def shown(published, table):
    labels = {name: table[name].labels for name in published.columns}
    codes = zip(*(code.tolist() for code in published.code), strict=True)
    return [tuple(labels[name][at] for name, at in zip(published.columns, one, strict=True)) for one in codes]
