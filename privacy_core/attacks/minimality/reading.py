"""A column of a release beside its original: which values each published text covers, and which node it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from privacy_core.composition.covering import Listed
from privacy_core.exports import unguarded
from privacy_core.generalized import Any, Exact, Generalized, Set, parse_column
from privacy_core.hierarchies import Hierarchy, senses
from privacy_core.refinement import Taxonomy, taxonomy
from privacy_core.tables import Codes, Column, FloatArray, IntArray, Scale


@dataclass(frozen=True, eq=False)
class ReadColumn:
    """What one column of a release says of its original.

    Parameters
    ----------
    name : of the column
    tree : the nodes that the column can be published as, over every value of its hierarchy
    values : what the codes of `tree` stand for
    codes : int64 (n_original,), code of every row of the original
    published : int32 (n_released,), code of every row of the release
    reads : by code of the release, the codes of `tree` that it covers, ascending; none where it cannot be read
    nodes : by code of the release, the nodes that it may stand for, the finest first; none where it is no node
    notes : how texts that are no labels were read, one sentence each; no value of the data
    """

    name: str
    tree: Taxonomy
    values: Column
    codes: IntArray
    published: Codes
    reads: tuple[IntArray, ...]
    nodes: tuple[tuple[int, ...], ...]
    notes: tuple[str, ...]

    @property
    def n_values(self) -> int:
        """Number of values, a missing cell included where it is one."""
        return int(self.tree.path.shape[1])

    def covers(self, published: Codes | IntArray, codes: IntArray) -> NDArray[np.bool_]:
        """Whether each published text covers the value beside it."""
        key, pairs = published.astype(np.int64) * self.n_values + codes, self._pairs
        return np.asarray(pairs[np.searchsorted(pairs, key).clip(max=len(pairs) - 1)] == key)

    @cached_property
    def _pairs(self) -> IntArray:
        """Every published text with every value it covers, as one number, ascending."""
        keys = [code * self.n_values + covered for code, covered in enumerate(self.reads)]
        return np.concatenate([np.array([-1]), *keys])

    @cached_property
    def is_node(self) -> NDArray[np.bool_]:
        """By code of the release, whether it is a node of the hierarchy."""
        return np.array([bool(several) for several in self.nodes], bool)

    @cached_property
    def loss(self) -> FloatArray:
        """By code of the release, the share of the other values it could stand for: 0 for one value, 1 for all."""
        width = np.array([len(covered) for covered in self.reads], float)
        return np.asarray((width - 1).clip(0) / max(self.n_values - 1, 1))


def read_column(original: Column, released: Column, tree: Hierarchy | None) -> ReadColumn:
    """Read a published column with the hierarchy it was made by.

    A text is first looked up among the labels of the hierarchy, then read as interval, mask, set or `*`; one that
    covers the values under a node is that node, however it is written. A missing cell is the missing value where
    there is one, else suppressed.

    Parameters
    ----------
    original : the column before it was blurred
    released : the same column of the release
    tree : its hierarchy; without one its nodes are its values and everything

    Raises
    ------
    HierarchyError
        The original holds values without an entry.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame, hierarchy
    >>> ages = from_frame(pd.DataFrame({"age": [21, 29, 34]}))["age"]
    >>> tree = hierarchy("age", [(str(age), f"{age // 10}0s", "*") for age in range(20, 40)])
    >>> read = read_column(ages, from_frame(pd.DataFrame({"age": ["20s", "[20, 29]", "*"]}))["age"], tree)
    >>> [read.tree.labels[nodes[0]] for nodes in read.nodes], read.loss.round(2).tolist()
    (['*', '20s', '20s'], [1.0, 0.47, 0.47])
    """
    released = _unguarded(released, original, tree)
    values, codes = _over_all(original, tree) if tree is not None else (original, original.codes.astype(np.int64))
    nodes_of, parsed, looks = taxonomy(values, tree), parse_column(released), Listed(_exact(values))
    size = _sizes(nodes_of)
    labels = _labelled(nodes_of, tree, released, values)
    place = {word: code for code, word in enumerate(values.labels[: len(values.categories)])}
    reads: list[IntArray] = []
    nodes: list[tuple[int, ...]] = []
    strange = False
    for shape, several in zip(parsed.shapes, labels, strict=True):
        strange |= not several
        covered = _under(nodes_of, several) if several else _covered(nodes_of, looks, shape, place)
        reads.append(covered)
        nodes.append(several or _node(nodes_of, size, covered))
    told = parsed.notes if strange else ()
    return ReadColumn(original.name, nodes_of, values, codes, released.codes, tuple(reads), tuple(nodes), told)


def _unguarded(released: Column, original: Column, tree: Hierarchy | None) -> Column:
    """The release without the apostrophes that stand in its file against formulas; what is a value or label stays."""
    words = released.categories.tolist()
    bare = [unguarded(word) if isinstance(word, str) else word for word in words]
    if bare == words:
        return released
    known = {*original.labels, *chain.from_iterable(tree.labels if tree is not None else ())}
    kept = [word if word in known else other for word, other in zip(words, bare, strict=True)]
    return replace(released, categories=np.array(kept, object))


def codes_in(read: ReadColumn, column: Column, tree: Hierarchy | None) -> IntArray:
    """Code of every row of another table in a read column; −1 for a value that has no node there.

    Raises
    ------
    HierarchyError
        Values without an entry.
    """
    missing = -1 if read.values.missing is None else read.values.missing
    if tree is not None:
        leaf = tree.codes(column)
        return np.where(leaf < len(read.values.categories), leaf, missing)[column.codes]
    place = {label: code for code, label in enumerate(read.values.labels[: len(read.values.categories)])}
    words = column.labels[: len(column.categories)]
    return np.array([*(place.get(word, -1) for word in words), missing], np.int64)[column.codes]


def _over_all(original: Column, tree: Hierarchy) -> tuple[Column, IntArray]:
    """The column over every value of its hierarchy, those that it never holds included."""
    leaf, every = tree.codes(original), np.array(tree.labels[0], object)
    codes = leaf[original.codes]
    own = bool((leaf == len(every)).any())
    return Column(original.name, codes.astype(np.int32), every, Scale.NOMINAL, own), codes


def _exact(values: Column) -> list[Generalized]:
    """The values as numbers, days or texts; one that looks generalized itself is the text it is."""
    words, known = values.labels, len(values.categories)
    shapes = parse_column(values).shapes[:known]
    return [shape if isinstance(shape, Exact) else Exact(word) for word, shape in zip(words, shapes, strict=False)]


def _labelled(nodes: Taxonomy, tree: Hierarchy | None, released: Column, values: Column) -> Iterator[tuple[int, ...]]:
    """Nodes of each code of the release that is written as the hierarchy writes it; none for the others."""
    known = len(released.categories)
    if tree is None:
        place = {label: code for code, label in enumerate(values.labels[: len(values.categories)])}
        yield from (((place[word],) if word in place else ()) for word in released.labels[:known])
    else:
        held = senses(tree)
        rows = held.rows_of(released)[:known]
        for row in rows.tolist():
            leaves = enumerate(held.leaf[row].tolist()) if row >= 0 else ()
            yield tuple(dict.fromkeys(int(nodes.path[level, leaf]) for level, leaf in leaves if leaf >= 0))
    if released.has_missing:
        yield tuple(dict.fromkeys([*_missing(tree, values), nodes.root]))


def _missing(tree: Hierarchy | None, values: Column) -> list[int]:
    """The code of a missing cell, where there is one."""
    if values.missing is not None:
        return [values.missing]
    return [tree.place[""]] if tree is not None and "" in tree.place else []


def _sizes(tree: Taxonomy) -> IntArray:
    """Number of codes under each node."""
    found = np.zeros(len(tree), np.int64)
    for nodes in tree.path:
        node, count = np.unique(nodes, return_counts=True)
        found[node] = count
    return found


def _under(tree: Taxonomy, nodes: Sequence[int]) -> IntArray:
    """Codes under any of some nodes."""
    if len(nodes) == 1 and tree.level[nodes[0]] == 0:
        return np.array(nodes)  # a single value is its own code
    return np.flatnonzero(np.logical_or.reduce([tree.path[tree.level[node]] == node for node in nodes]))


def _covered(tree: Taxonomy, looks: Listed, shape: Generalized, place: Mapping[str, int]) -> IntArray:
    """Codes that a text which is no label covers; everything covers missing cells, a set what is written in it."""
    if isinstance(shape, Any):
        return np.arange(tree.path.shape[1])
    written = [place[word] for word in shape.members if word in place] if isinstance(shape, Set) else []
    return np.unique(np.array([*looks.meeting(shape), *written], np.int64))


def _node(tree: Taxonomy, size: IntArray, covered: IntArray) -> tuple[int, ...]:
    """The node with exactly these codes, if there is one."""
    if not len(covered):
        return ()
    joint = tree.joint(covered)
    return (joint,) if size[joint] == len(covered) else ()
