"""The only cached functions: names, hashes and choices in, a result out.

Keys never hold a table. A model is named by a word, never handed over: Streamlit hashes a
dataclass by its fields alone, so `Equal()` and `Rank()` would share a cached result.
"""

from dashboard.compute import crowding, cutting, telling
from dashboard.compute.crowding import attackers, crowds, grouped, listed_in, regimes, sizes, smallest, smallest_by_unit
from dashboard.compute.cutting import (
    Cut,
    classes,
    counted_homes,
    counts,
    cut,
    headcounts,
    keys,
    looked_at,
    preview,
    repaired,
    table,
)
from dashboard.compute.naming import build, ground_called, ground_names
from dashboard.compute.telling import (
    SEED,
    Bound,
    all_together,
    believed,
    bounds,
    by_luck,
    domain,
    drawn,
    knowing_more,
    measured,
    merger,
    numbers,
    one,
    order,
    summed_up,
    taught,
)


def let_go() -> None:
    """Free what this session has cached."""
    for cached in (*cutting.CACHES, *crowding.CACHES, *telling.CACHES):
        cached.clear()


__all__ = [
    "SEED",
    "Bound",
    "Cut",
    "attackers",
    "believed",
    "bounds",
    "build",
    "by_luck",
    "classes",
    "counted_homes",
    "counts",
    "crowds",
    "cut",
    "domain",
    "drawn",
    "ground_called",
    "ground_names",
    "grouped",
    "listed_in",
    "headcounts",
    "keys",
    "knowing_more",
    "let_go",
    "measured",
    "merger",
    "numbers",
    "one",
    "order",
    "all_together",
    "preview",
    "regimes",
    "looked_at",
    "repaired",
    "sizes",
    "smallest",
    "smallest_by_unit",
    "summed_up",
    "table",
    "taught",
]
