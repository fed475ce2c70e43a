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

    Parameters
    ----------
    published : a minimal release
    rho : chance that a cell is raised, 0 to 1; the rows of a class are raised together, so they still read the same
    random : which cells are raised

    Raises
    ------
    ParameterError
        `rho` lies outside [0, 1].

    Notes
    -----
    Source: ours, an answer that suggests itself to Cohen, USENIX Security 2022.

    Examples
    --------
    >>> from privacy_core.attacks.downcoding.recoding import recode
    >>> middles = recode(np.array([[0], [0]]), 2, 1)                # both in the middle of the one cluster
    >>> overgeneralized(middles, 1.0, np.random.default_rng(1)).nodes.tolist()
    [[2], [2]]
    """
    in_range(0, 1, rho=rho)
    classes = len(published.sizes)
    raised = random.random((classes, published.nodes.shape[1]))[published.owner] < rho
    above = tree(published.clusters).parent[published.nodes]
    nodes = np.where(raised & (published.kinds < Kind.RAISED), above, published.nodes)
    return replace(published, nodes=frozen(nodes))


def whole_right(rho: float, dims: int) -> float:
    """Chance, about, that a group stays wholly right when cells are raised needlessly with chance rho.

    Parameters
    ----------
    rho : 0 to 1
    dims : attributes D

    Raises
    ------
    ParameterError
        `rho` lies outside [0, 1].

    Notes
    -----
    Formula: (1 − ρ)^(D/2), half the cells of a recognised group being in the middle. Ours.

    Examples
    --------
    >>> round(whole_right(0.02, 64), 3), round(whole_right(0.1, 64), 3)
    (0.524, 0.034)
    """
    in_range(0, 1, rho=rho)
    return float((1 - rho) ** (dims / 2))
