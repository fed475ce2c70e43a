"""What tests of the audit begin with: small random tables, their hierarchies, what local recoding makes of them."""

from __future__ import annotations

import random as plain
from itertools import product

import pandas as pd

from privacy_core import (
    KAnonymity,
    Limits,
    Roles,
    from_frame,
    hierarchy,
)
from privacy_core.anonymizers import LocalRecoding


def tree_of(name, branching, levels):
    """Leaves of `branching` digits, a node per beginning."""
    leaves = ["".join(map(str, digits)) for digits in product(range(branching), repeat=levels)]
    return hierarchy(
        name, [(*(leaf[:cut] + "*" * (levels - cut) for cut in range(levels, 0, -1)), "*") for leaf in leaves]
    )


def random_table(seed, rows=(6, 14)):
    rng = plain.Random(seed)
    n, d, k = rng.randint(*rows), rng.randint(1, 3), rng.choice([2, 3])
    trees = {str(j): tree_of(str(j), rng.choice([2, 3]), rng.choice([1, 2])) for j in range(d)}
    cells = {name: [rng.choice(tree.labels[0]) for _ in range(n)] for name, tree in trees.items()}
    return from_frame(pd.DataFrame(cells)), trees, k


def recoded_locally(people, trees, k):
    return LocalRecoding().anonymize(people, Roles(tuple(trees)), trees, [KAnonymity(k)], Limits()).table
