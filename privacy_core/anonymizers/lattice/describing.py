"""Every node summed up, so that any k, any suppression limit and most objectives are look-ups."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.aims import Objective, kernel_aim, scales
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.kernels.shapes import Notes, Wanted
from privacy_core.anonymizers.lattice.packing import Packed, fits, leaf_words, packed
from privacy_core.anonymizers.lattice.rules import Promise, known, reached, rules
from privacy_core.anonymizers.lattice.running import Budget, Errand, bench_for, compiled, notes_for, walked
from privacy_core.anonymizers.lattice.twin import judged
from privacy_core.errors import ParameterError, in_range
from privacy_core.progress import Progress, report
from privacy_core.tables import FloatArray, IntArray

DOING = "looking at every node"
MOST_BYTES = 1 << 30
"""Memory that the numbers about the nodes of one lattice may take."""
ROOM = 1 << 28
"""Words of classes (2 GiB) beyond which counts are kept as cells, and the models judge."""


@dataclass(frozen=True, eq=False)
class Description:
    """What is known of each node.

    Parameters
    ----------
    floor, cap : smallest and largest k that is a look-up; a class below the floor counts as failing
    classes, squares, smallest : int64 (n_nodes,), number of classes, sum of squared sizes, smallest size
    failing : int64 (3, n_nodes), classes, rows and squared sizes of classes that break another promise than k
    failing_leaves : their sums of leaves
    below : int64 (n_nodes, cap − floor + 1), rows of the other classes that are smaller than each k
    below_leaves : their sums of leaves
    worst : float64 (n_models, n_nodes), the worst class's number under each other model
    packed : how sums of leaves are packed; None: one column each

    Nodes that a budget left out have no classes, see `known`.
    """

    floor: int
    cap: int
    classes: IntArray
    squares: IntArray
    smallest: IntArray
    failing: IntArray
    failing_leaves: IntArray
    below: IntArray
    below_leaves: IntArray
    worst: FloatArray
    packed: Packed | None

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether each node was looked at, bool (n_nodes,)."""
        return self.classes > 0

    def reaches(self, k: int) -> bool:
        """Whether this k is a look-up."""
        return self.floor <= k <= self.cap

    def suppressed(self, k: int) -> IntArray:
        """Rows in failing classes at each node.

        Raises
        ------
        ParameterError
            k lies outside of what was described.
        """
        in_range(self.floor, self.cap, k=k)
        return np.asarray(self.failing[1] + self.below[:, k - self.floor])

    def leaves(self, k: int, n_columns: int) -> IntArray:
        """Sums of leaves of those rows, int64 (n_columns, n_nodes)."""
        sums = self.failing_leaves + self.below_leaves[:, k - self.floor]
        if self.packed is None:
            return np.asarray(sums.T)
        return np.array([self.packed.leaves(sums, column) for column in range(n_columns)])

    def of_size(self, k: int) -> tuple[IntArray, IntArray]:
        """Sizes from the floor up to below k, and the rows of the other classes of that very size."""
        sizes = np.arange(self.floor, k)
        return sizes, np.diff(self.below[:, : k - self.floor + 1], axis=1).T


def described(
    aggregated: Aggregated,
    kept: Promise,
    grid: Grid,
    floor: int,
    cap: int,
    progress: Progress,
    budget: Budget | None = None,
) -> Description:
    """Describe every node, compiled where that is possible.

    Parameters
    ----------
    floor, cap : smallest and largest k that will be asked
    budget : what may be spent; nodes that were not reached stay unknown. None: to the end

    Raises
    ------
    Stopped
        Progress said so.
    """
    if not compilable(aggregated, kept):
        return _through_models(aggregated, kept, grid, floor, cap, progress, budget or Budget())
    words = packed(aggregated, kept.sensitive)
    coded = rules(kept, aggregated, words)
    notes, bench = notes_for(grid, words, len(coded.kind), cap - floor), bench_for(words, coded, cap - floor)
    plain = Objective()
    aim = kernel_aim(aggregated, grid, plain, scales(aggregated, plain), words.order)
    wanted = Wanted(kept.k, aggregated.n_rows, 1, cap, floor)
    errand = Errand(words, coded, aim, wanted, notes, bench)
    walked(errand, progress, (budget or Budget()).but_one(grid.size), DOING)
    _again(errand, aggregated, kept, grid, progress, budget or Budget())
    models = [model for name in kept.sensitive for model in kept.others if model.sensitive == name]
    worst = {model: reached(model, notes.worst[m]) for m, model in enumerate(models)}
    return Description(
        floor,
        cap,
        notes.classes,
        notes.squares,
        notes.smallest,
        notes.failing,
        notes.failing_leaves,
        notes.below,
        notes.below_leaves,
        np.array([worst[model] for model in kept.others]).reshape(len(kept.others), grid.size),
        words,
    )


def widest_span(aggregated: Aggregated, kept: Promise, grid: Grid, span: int) -> int:
    """As many values of k beyond the first as may be look-ups, so that a description stays below `MOST_BYTES`.

    Raises
    ------
    ParameterError
        Not even one fits.
    """
    leaves = leaf_words(aggregated) if compilable(aggregated, kept) else len(aggregated.ladders)
    words = MOST_BYTES // 8 // grid.size - (6 + leaves + len(kept.others))
    fitting = words // (1 + leaves) - 1
    if fitting < 0:
        raise ParameterError(
            f"The lattice has {grid.size:,} nodes: what is known of them would take more than "
            f"{MOST_BYTES / 1e9:.1f} GB. Fewer quasi-identifiers, levels or promises would do."
        )
    return min(span, fitting)


def compilable(aggregated: Aggregated, kept: Promise) -> bool:
    """Whether the kernels can be used: Numba is there, they know the models, and the table fits."""
    if not compiled() or not fits(aggregated) or not all(known(model) for model in kept.others):
        return False
    values = sum(aggregated.counts[name].n_values for name in kept.sensitive)
    return len(aggregated.rows) * (values / 2 + 8) < ROOM


def _through_models(
    aggregated: Aggregated, kept: Promise, grid: Grid, floor: int, cap: int, progress: Progress, budget: Budget
) -> Description:
    """Describe the nodes one after the other, the coarsest first: there something holds if it does anywhere near."""
    n, columns = grid.size, len(aggregated.ladders)
    blank = Description(
        floor,
        cap,
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros((3, n), np.int64),
        np.zeros((n, columns), np.int64),
        np.zeros((n, cap - floor + 1), np.int64),
        np.zeros((n, cap - floor + 1, columns), np.int64),
        np.zeros((len(kept.others), n)),
        None,
    )
    for done in range(n):
        if done and budget.spent(done):
            break
        report(progress, done / n, DOING)
        write(blank, aggregated, kept, grid, n - 1 - done, floor)
    return blank


def write(
    page: Description | Notes,
    aggregated: Aggregated,
    kept: Promise,
    grid: Grid,
    node: int,
    floor: int,
    words: Packed | None = None,
) -> None:
    """Describe one node through the models."""
    found, span = judged(aggregated, kept, grid.levels(node)), page.below.shape[1] - 1
    size, bad = found.rows, found.fails | (found.rows < floor) & (found.rows > 0)
    page.classes[node], page.squares[node] = np.count_nonzero(size), (size**2).sum()
    page.smallest[node] = size[size > 0].min()
    page.failing[:, node] = np.count_nonzero(bad), size[bad].sum(), (size[bad] ** 2).sum()
    sums = _packed_sums(found.leaves * size, words)
    page.failing_leaves[node] = sums[:, bad].sum(axis=1)
    small = ~bad & (size > 0) & (size < floor + span)
    by_size = np.zeros((span, 1 + len(sums)), np.int64)
    np.add.at(by_size, size[small] - floor, np.vstack([size, sums]).T[small])
    below = np.cumsum(by_size, axis=0)
    page.below[node, 1:], page.below_leaves[node, 1:] = below[:, 0], below[:, 1:]
    for m, (model, value) in enumerate(found.values.items()):
        there = value[size >= max(floor, 1)]
        if not len(there):
            continue
        page.worst[m, node] = there.min() if model.better.value == "higher" else there.max()


def _packed_sums(each: IntArray, words: Packed | None) -> IntArray:
    if words is None:
        return each
    sums = np.zeros((words.layout["n_leaf"], each.shape[1]), np.int64)
    for j, column in enumerate(words.order):
        sums[words.layout["leaf_word"][j]] += each[column] << words.layout["leaf_shift"][j]
    return sums


def _again(
    errand: Errand, aggregated: Aggregated, kept: Promise, grid: Grid, progress: Progress, budget: Budget
) -> None:
    """Judge nodes once more, by the models, where a number lay too close to a limit; unknown if time forbids it.

    Where a budget ended the walk, the coarsest node is judged as well: there something holds if it does anywhere
    near. The numbers of the worst classes stay as the kernels left them, on a scale of their own.
    """
    notes, worst = errand.notes, errand.notes.worst.copy()
    doubtful = np.flatnonzero(notes.doubtful)
    for done, node in enumerate(doubtful):
        report(progress, done / len(doubtful), DOING)
        if budget.spent(0):
            notes.classes[node] = 0
        else:
            write(notes, aggregated, kept, grid, int(node), errand.wanted.floor, errand.packed)
    allowed = budget.nodes is None or np.count_nonzero(notes.classes) < budget.nodes
    if allowed and not notes.classes[-1]:
        write(notes, aggregated, kept, grid, grid.size - 1, errand.wanted.floor, errand.packed)
    notes.worst[:] = worst
