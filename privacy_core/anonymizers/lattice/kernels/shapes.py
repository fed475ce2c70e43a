"""What the kernels are told, as tuples of arrays: where a class keeps what, how it is judged, what is wanted.

A class is one row of 64-bit words: key, second key where one does not suffice, rows, rows of the population
where there is one, counts of the sensitive values (several in one word). So merging two classes adds words.
Sums of leaves share words as well, each field wide enough never to run over.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numpy.typing import NDArray

from privacy_core.tables import FloatArray, IntArray


class Layout(NamedTuple):
    """Where a class keeps what. Columns are in the order in which they are raised.

    shift, field, second : place of each column in the key, its mask, 1 if in the second key
    leaf_word, leaf_shift, leaf_field : place of each column's sum of leaves
    leaf_at, even, leaf : first entry, for each column and level, of its groups' leaves; whether these are all the
        same; leaves of a group, shifted
    jump : first entry, for each column and two levels, of what a raise adds to the key
    key_step : what is added, by group
    n_levels, stride : levels of each column; how far apart its nodes are
    size, crowd, width : words of a class (its rows, its population); crowd is −1 without a population
    n_leaf : words of sums of leaves
    wide : 1 with a second key
    """

    shift: IntArray
    field: IntArray
    second: IntArray
    leaf_word: IntArray
    leaf_shift: IntArray
    leaf_field: IntArray
    leaf_at: NDArray[Any]
    even: NDArray[Any]
    leaf: IntArray
    jump: NDArray[Any]
    key_step: IntArray
    n_levels: IntArray
    stride: IntArray
    size: int
    crowd: int
    n_leaf: int
    width: int
    wide: int


class Rules(NamedTuple):
    """How a class is judged by the models of the sensitive columns.

    word, n_values, missing : first word, domain and missing value (−1: none) of each sensitive column
    bits, per_word : width of a count and counts per word
    first : models of each sensitive column, as a range
    kind, limit, number, place : of each model: what it is, the badness beyond which a class fails, a whole
        number of its own, and where its numbers start
    numbers, groups : priors and the like; groups of a tree
    logs : x·ln x for small x
    crowd : rows of the population a class needs, 0 without a promise
    """

    word: IntArray
    n_values: IntArray
    missing: IntArray
    bits: int
    per_word: int
    first: IntArray
    kind: IntArray
    limit: FloatArray
    number: IntArray
    place: IntArray
    numbers: FloatArray
    groups: IntArray
    logs: FloatArray
    crowd: int


class Aim(NamedTuple):
    """What a good node is: how sums of leaves become a quality, lower being better.

    kind : see `aims`
    generalized, suppressed : how much each of the two counts
    by_level : 1 where the level itself is what is lost, instead of leaves
    base : sum of leaves of all rows, by column and level
    leaves, low, span, weight : by column: leaves of a row that lost all, the least sum, the range, the importance
    bound : by node, no more than its quality
    rows : rows that are judged
    """

    kind: int
    generalized: float
    suppressed: float
    by_level: int
    base: NDArray[Any]
    leaves: FloatArray
    low: FloatArray
    span: FloatArray
    weight: FloatArray
    bound: FloatArray
    rows: int


class Bench(NamedTuple):
    """Room to work in; holds nothing between calls but the clock of the slots.

    slots, clock : hash table: age and place of a class; age
    raised, offset : columns being raised and where their steps start
    key, second : of a stretch of classes: both keys after the raise
    share : counts of one class
    group : counts by group of a tree
    sums : sums of leaves of the failing classes
    even : leaves of the columns whose groups all have as many at the present node
    uneven, uneven_at : the other columns, and where the leaves of their groups stand
    judged : beside each class its badness under each model, NaN while unknown; no columns where it is not kept
    veil : what is added to the badness of a class that merges with no other, and with one: [0, NaN]
    fails : whether each class of the node fails
    skip, found : of a stretch of classes: whether it needs no look, how bad it is
    doubts : [doubtful comparisons, of this node]
    by_size : sums by class size
    marginal : rows by group, for one column
    """

    slots: IntArray
    clock: IntArray
    raised: IntArray
    offset: IntArray
    key: IntArray
    second: IntArray
    share: FloatArray
    group: FloatArray
    sums: IntArray
    even: IntArray
    uneven: IntArray
    uneven_at: IntArray
    judged: FloatArray
    veil: FloatArray
    fails: NDArray[Any]
    skip: NDArray[Any]
    found: FloatArray
    doubts: IntArray
    by_size: NDArray[Any]
    marginal: IntArray


class Path(NamedTuple):
    """Where a walk stands: the nodes from the root down to the present one.

    level : levels of the present node
    at, n, coming, raised : by depth: first row and number of classes, next column to raise, column raised last
    where : [depth, 1 while the present node is still to be judged, visited, 1 when room is lacking]
    """

    level: IntArray
    at: IntArray
    n: IntArray
    coming: IntArray
    raised: IntArray
    where: IntArray


class Wanted(NamedTuple):
    """What a walk is for.

    k, limit : size of a class, rows that may be suppressed
    collect : 1 to describe every node, 0 to find the best one
    floor, cap : smallest and largest k described; a class below the floor fails, whatever else it keeps
    """

    k: int
    limit: int
    collect: int
    cap: int
    floor: int


class Notes(NamedTuple):
    """What a walk finds out, by node.

    suppressed, quality : rows suppressed (−1: not visited), quality; when looking for the best
    best : [quality of the best node so far]
    doubtful : whether a comparison was too close
    classes, squares, smallest : number of classes, sum of their squared sizes, smallest size
    failing, failing_leaves : classes, rows and squares of classes failing another model or the floor; their leaves
    below, below_leaves : by node and k − floor: rows of the other classes smaller than k; their leaves
    worst : by model and node: badness of the worst class
    """

    suppressed: IntArray
    quality: FloatArray
    best: FloatArray
    doubtful: NDArray[Any]
    classes: IntArray
    squares: IntArray
    smallest: IntArray
    failing: NDArray[Any]
    failing_leaves: NDArray[Any]
    below: NDArray[Any]
    below_leaves: NDArray[Any]
    worst: NDArray[Any]


class Stock(NamedTuple):
    """Where a search stands, and the tables at hand.

    order : nodes by bound
    closed, opens : by node: nothing more to look for; judged, and finer ones may hold
    levels, at, n : of each table at hand: its levels, first row, number of classes
    level, odometer, path : levels of the present node, of a box, nodes of a chain
    where : [position in the order, tables at hand, visited, work left, whether the node judged last opens]
    tags : 1 where a node that does not hold rules out all finer ones, whatever it fails
    """

    order: IntArray
    closed: NDArray[Any]
    opens: NDArray[Any]
    levels: NDArray[Any]
    at: IntArray
    n: IntArray
    level: IntArray
    odometer: IntArray
    path: IntArray
    where: IntArray
    tags: int
