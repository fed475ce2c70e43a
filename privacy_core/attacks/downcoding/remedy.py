"""A remedy that is none: blur more than needed, here and there, at random."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from privacy_core.attacks.downcoding.clusters import Kind, tree
from privacy_core.attacks.downcoding.recoding import Published
from privacy_core.errors import in_range
from privacy_core.tables import frozen


def overgeneralized(published: Published, rho: float, random: np.random.Generator) -> Published:
    """Blur needlessly: every cell of a class that says middle or rest is raised to its cluster with chance rho.

    The release is then no longer minimal, and the attack's premise fails; what it says of single cells stays right
    much longer than what it says of whole rows.
    """
    in_range(0, 1, rho=rho)
    classes = len(published.sizes)
    raised = random.random((classes, published.nodes.shape[1]))[published.owner] < rho
    above = tree(published.clusters).parent[published.nodes]
    nodes = np.where(raised & (published.kinds < Kind.RAISED), above, published.nodes)
    return replace(published, nodes=frozen(nodes))


def whole_right(rho: float, dims: int) -> float:
    """Chance, about, that a group stays wholly right when cells are raised needlessly with chance rho.

    Notes
    -----
    Formula: (1 − ρ)^(D/2), half the cells of a recognised group being in the middle. Ours.
    """
    in_range(0, 1, rho=rho)
    return float((1 - rho) ** (dims / 2))
