"""On which level of a hierarchy a published text stands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from privacy_core.hierarchies import Hierarchy
from privacy_core.tables import Scale


def standing(tree: Hierarchy, words: Sequence[str], scale: Scale) -> list[tuple[int, int] | None]:
    """Lowest level each word is a label of, and a value of the hierarchy below that label; None for no level.

    Examples
    --------
    >>> from privacy_core import hierarchy
    >>> tree = hierarchy("zip", [("13053", "1305*", "*"), ("13068", "1306*", "*")])
    >>> standing(tree, ["13068", "1305*", "x"], Scale.NOMINAL)
    [(0, 1), (1, 0), None]
    """
    labels: dict[str, tuple[int, int]] = {}
    for level in range(tree.n_levels):
        first = np.unique(tree.above[level], return_index=True)[1]
        for label, leaf in zip(tree.labels[level], first.tolist(), strict=True):
            labels.setdefault(label, (level, leaf))
    found = [labels.get(word) for word in words]
    if scale is not Scale.NUMERIC:
        return found
    missing = [at for at, stands in enumerate(found) if stands is None and _is_number(words[at])]
    for at, leaf in zip(missing, tree.places([words[at] for at in missing], scale).tolist(), strict=True):
        found[at] = (0, leaf) if leaf >= 0 else None
    return found


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
