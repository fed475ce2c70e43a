"""Compile the kernels, or read them from the cache, before somebody waits for them."""

from __future__ import annotations

import numpy as np

from privacy_core.attacks.subsets.parts import compiled
from privacy_core.attacks.subsets.scanning import scan_subsets
from privacy_core.attacks.subsets.uniques import minimal_uniques
from privacy_core.policies import Policies, Unit
from privacy_core.tables import Column, Scale, table


def warm_up() -> bool:
    """Run every kernel once on four made-up rows; return whether there are kernels at all."""
    if not compiled():
        return False
    words = np.array(["a", "b"], object)
    codes = np.array([0, 0, 1, 1], np.int32)
    four = table([Column(name, codes.copy(), words.copy(), Scale.NOMINAL) for name in ("a", "b", "c")])
    scan_subsets(four, four.names)
    scan_subsets(four, ["a", "b"], policies=Policies(unit=Unit.PERSONS), person="c")
    minimal_uniques(four, four.names)
    return True
