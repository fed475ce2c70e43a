"""The only cached functions: names, hashes and choices in, a result out.

Keys never hold a table. A model is named by a word, never handed over: Streamlit hashes a
dataclass by its fields alone, so `Equal()` and `Rank()` would share a cached result.
"""

from dashboard.compute import crowding, cutting, hierarchies, releases, telling, trying
from dashboard.compute.blurring import Asked, Others, asked, grounds, models, no_hope, pairs, promised
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
from dashboard.compute.hierarchies import (
    SUGGESTED,
    UPLOADED,
    built,
    column_of_file,
    faults,
    spec_of,
    specs_of,
    suggested_spec,
    tree,
    tree_rows,
    trees,
)
from dashboard.compute.measuring import QUALITIES, Measured, measuring, middle, ways
from dashboard.compute.naming import build, ground_called, ground_names
from dashboard.compute.publishing import Offered, offer
from dashboard.compute.releases import (
    Card,
    Failure,
    Released,
    as_uploaded,
    card,
    carried_out,
    failure,
    pinned_card,
    reasons,
    usefulness,
)
from dashboard.compute.scripting import Wanted, no_script, packed
from dashboard.compute.searching import MOST_WAYS, Searched, found_detail, n_ways, searching
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
from dashboard.compute.trying import METHODS, trial, trial_card
from dashboard.compute.ways import Ways


def let_go() -> None:
    """Free what this session has cached."""
    for cached in (
        *cutting.CACHES,
        *crowding.CACHES,
        *telling.CACHES,
        *hierarchies.CACHES,
        *releases.CACHES,
        *trying.CACHES,
    ):
        cached.clear()


__all__ = [
    "MOST_WAYS",
    "Searched",
    "found_detail",
    "n_ways",
    "searching",
    "Wanted",
    "no_script",
    "packed",
    "QUALITIES",
    "middle",
    "no_hope",
    "Others",
    "METHODS",
    "trial",
    "trial_card",
    "Offered",
    "offer",
    "SUGGESTED",
    "UPLOADED",
    "built",
    "column_of_file",
    "faults",
    "specs_of",
    "spec_of",
    "Asked",
    "Card",
    "Failure",
    "Measured",
    "Released",
    "Ways",
    "as_uploaded",
    "asked",
    "card",
    "carried_out",
    "failure",
    "grounds",
    "measuring",
    "models",
    "pairs",
    "pinned_card",
    "promised",
    "reasons",
    "suggested_spec",
    "tree",
    "tree_rows",
    "trees",
    "usefulness",
    "ways",
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
