"""Compile the kernels, or read them from the cache, before somebody waits for them."""

from __future__ import annotations

import numpy as np

from privacy_core.anonymizers.lattice.running import compiled
from privacy_core.hierarchies import hierarchy
from privacy_core.models import DistinctL, KAnonymity, TCloseness
from privacy_core.progress import unwatched
from privacy_core.roles import Roles
from privacy_core.tables import Column, Scale, table


def warm_up() -> bool:
    """Run every kernel once on four made-up rows; return whether there are kernels at all.

    The first time this takes as long as the compiler does, later a second; meant for a thread of its own.
    """
    from privacy_core.anonymizers.base import Limits
    from privacy_core.anonymizers.full_domain import FullDomain
    from privacy_core.anonymizers.lattice.lattice import whole_lattice

    if not compiled():
        return False
    words = np.array(["a", "b"], object)
    codes = np.array([0, 0, 1, 1], np.int32)
    four = table([Column(name, codes.copy(), words.copy(), Scale.NOMINAL) for name in ("q", "s")])
    roles, trees = Roles(("q",), ("s",)), {"q": hierarchy("q", [("a", "*"), ("b", "*")])}
    FullDomain().anonymize(four, roles, trees, [KAnonymity(2), DistinctL("s", 2)], Limits(0.5))
    FullDomain().anonymize(four, roles, trees, [KAnonymity(2), TCloseness("s", 0.1)], Limits(0.5))
    whole_lattice(four, roles, trees, [KAnonymity(2)], unwatched)
    return True
