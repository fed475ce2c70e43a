"""Minimality proved on small tables: the most that boxes can be refined together, as an integer program."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import product

import numpy as np

from privacy_core.refinement.boxes import Boxes, Node
from privacy_core.tables import FloatArray, IntArray

ROWS, COLUMNS = 15, 3
"""Largest table that is asked exactly."""


@dataclass(frozen=True, eq=False)
class _Program:
    """Which row may read which nodes, and how many steps deeper than now that is.

    Parameters
    ----------
    row, node : int64 (n_pairs,), a row and what it might read, nodes numbered
    gain : float64 (n_pairs,), steps deeper than the row's box reads now
    """

    row: IntArray
    node: IntArray
    gain: FloatArray


def small(boxes: Boxes) -> bool:
    """Whether a table is small enough to be asked exactly."""
    return boxes.codes.shape[1] <= ROWS and len(boxes.codes) <= COLUMNS


def prove(boxes: Boxes) -> bool | None:
    """Refine boxes until no k-anonymous recoding at all is strictly finer; the boxes are changed in place.

    Returns
    -------
    proved : True when they are minimal now; None where SciPy is absent or gives up

    Notes
    -----
    Formula: maximise the summed depth gained, every row reading one node combination inside its present
    one, every combination in use read by at least k rows. The optimum is 0 exactly when the recoding is
    minimal. Cohen, USENIX Security 2022, defines minimality; the program is ours.
    """
    while True:
        better = _best(boxes)
        if better is None:
            return None
        if not len(better):
            return True
        _, owner = np.unique(better, axis=0, return_inverse=True)
        finer = Boxes.of(boxes.trees, boxes.codes, boxes.k, owner.ravel())
        boxes.rows, boxes.nodes, boxes.numbers = finer.rows, finer.nodes, finer.numbers
        boxes.united()


def finer(boxes: Boxes, known: Collection[int]) -> frozenset[int]:
    """Every box with a row that some recoding at least as fine everywhere reads finer; `known` ones are not asked."""
    asked = [number for number in sorted(boxes.rows) if number not in known]
    several = [number for number in asked if (better := _best(boxes, boxes.rows[number])) is not None and len(better)]
    return frozenset([*known, *several])


def _best(boxes: Boxes, rows: IntArray | None = None) -> IntArray | None:
    """Nodes of each row in the deepest refinement (n_rows, n_columns); empty when there is none, None unknown.

    Parameters
    ----------
    rows : whose depth counts; default all
    """
    try:
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array
    except ImportError:  # pragma: no cover - SciPy comes with scikit-learn
        return None
    reads = boxes.read()
    program, nodes = _program(boxes, reads)
    n_rows, n_pairs, n_nodes = reads.shape[1], len(program.row), len(nodes)
    pair, one = np.arange(n_pairs), np.ones(n_pairs)
    size = (n_rows, n_pairs + n_nodes)
    each = csr_array((one, (program.row, pair)), shape=size)
    open_only = csr_array(
        (np.concatenate([one, -one]), (np.tile(pair, 2), np.concatenate([pair, n_pairs + program.node]))),
        shape=(n_pairs, n_pairs + n_nodes),
    )
    members = csr_array(
        (
            np.concatenate([one, np.full(n_nodes, -float(boxes.k))]),
            (np.concatenate([program.node, np.arange(n_nodes)]), np.arange(n_pairs + n_nodes)),
        ),
        shape=(n_nodes, n_pairs + n_nodes),
    )
    rules = [
        LinearConstraint(each, 1, 1),
        LinearConstraint(open_only, -np.inf, 0),
        LinearConstraint(members, 0, np.inf),
    ]
    gain = program.gain if rows is None else np.where(np.isin(program.row, rows), program.gain, 0.0)
    cost = np.concatenate([-gain, np.zeros(n_nodes)])
    found = milp(cost, constraints=rules, integrality=np.ones(len(cost)), bounds=Bounds(0, 1))
    if found.status != 0:
        return None
    if found.fun > -0.5:
        return np.zeros((0, len(boxes.codes)), np.int64)
    chosen = np.flatnonzero(found.x[:n_pairs] > 0.5)
    better = np.zeros((n_rows, len(boxes.codes)), np.int64)
    better[program.row[chosen]] = np.array(nodes)[program.node[chosen]]
    return better


def _program(boxes: Boxes, reads: IntArray) -> tuple[_Program, list[Node]]:
    place: dict[Node, int] = {}
    pairs = [
        (row, place.setdefault(node, len(place)), _deeper(boxes, node, reads[:, row]))
        for row in range(reads.shape[1])
        for node in product(*(_between(boxes, column, row, int(reads[column, row])) for column in range(len(reads))))
    ]
    row, node, gain = (np.array(part) for part in zip(*pairs, strict=True))
    return _Program(row, node, gain.astype(float)), list(place)


def _between(boxes: Boxes, column: int, row: int, node: int) -> list[int]:
    """Nodes from a row's value up to what it reads."""
    tree = boxes.trees[column]
    path = dict.fromkeys(tree.path[: tree.level[node] + 1, boxes.codes[column, row]].tolist())
    return list(path)


def _deeper(boxes: Boxes, node: Node, reads: IntArray) -> int:
    return int(sum(t.depth[n] - t.depth[r] for t, n, r in zip(boxes.trees, node, reads, strict=True)))
