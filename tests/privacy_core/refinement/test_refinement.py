"""Refinement: every move as loops see it, minimality by trying every recoding, and the exact program."""

from __future__ import annotations

import random
from itertools import combinations, product

import numpy as np
import pytest

from privacy_core import Scale, hierarchy
from privacy_core.refinement import Boxes, Budget, Moves, possible, refine, taxonomy
from privacy_core.refinement.cover import Cover, positions
from privacy_core.refinement.exact import prove
from privacy_core.tables import Column

Reads = tuple[frozenset[str], ...]


def going(doing: str) -> bool:
    return True


def uniform_tree(name: str, branching: int, levels: int):
    leaves = branching**levels
    paths = [(*(f"{level}:{leaf // branching**level}" for level in range(levels)), "*") for leaf in range(leaves)]
    return hierarchy(name, paths)


def column_of(name: str, tree, codes) -> Column:
    return Column(name, np.array(codes, np.int32), np.array(tree.labels[0], object), Scale.NOMINAL)


def random_boxes(rng: random.Random, rows: tuple[int, int] = (6, 15), one_box: bool = False) -> Boxes:
    n, d, k = rng.randint(*rows), rng.randint(1, 3), rng.choice([2, 3])
    trees, codes = [], []
    for j in range(d):
        tree = uniform_tree(str(j), rng.choice([2, 3]), rng.choice([1, 2]))
        codes.append([rng.randrange(len(tree.labels[0])) for _ in range(n)])
        trees.append(taxonomy(column_of(str(j), tree, codes[-1]), tree))
    owner = None if one_box else np.array([i % max(1, n // k) for i in range(n)])
    boxes = Boxes.of(trees, np.array(codes, np.int64), k, owner)
    boxes.united()
    return boxes


def values(boxes: Boxes, column: int, node: int) -> frozenset[int]:
    """Codes under a node."""
    tree = boxes.trees[column]
    return frozenset(np.flatnonzero((tree.path == node).any(axis=0)).tolist())


def reads(boxes: Boxes, nodes) -> Reads:
    return tuple(values(boxes, j, node) for j, node in enumerate(nodes))


def finer(one: Reads, other: Reads) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def above(boxes: Boxes, row: int) -> list[tuple[int, ...]]:
    """Everything a row could read."""
    several = [dict.fromkeys(t.path[:, c[row]].tolist()) for t, c in zip(boxes.trees, boxes.codes, strict=True)]
    return list(product(*several))


def refinable(boxes: Boxes) -> bool:
    """Whether some k-anonymous recoding is finer: for every set of rows that might move, by all they could read.

    Rows choose among what they read now and everything finer; tried depth first with the counts still
    needed as the bound.
    """
    n = boxes.codes.shape[1]
    now = [tuple(nodes) for nodes in boxes.read().T.tolist()]
    choices = [
        [now[i], *(node for node in above(boxes, i) if finer(reads(boxes, node), reads(boxes, now[i])))]
        for i in range(n)
    ]

    def search(i: int, count: dict, moved: bool) -> bool:
        if sum(max(boxes.k - c, 0) for c in count.values()) > n - i:
            return False
        if i == n:
            return moved
        for node in choices[i]:
            count[node] = count.get(node, 0) + 1
            if search(i + 1, count, moved or node != now[i]):
                return True
            count[node] -= 1
            if not count[node]:
                del count[node]
        return False

    return search(0, {}, False)


def sizes(boxes: Boxes) -> list[int]:
    return [len(rows) for rows in boxes.rows.values()]


@pytest.mark.parametrize("seed", range(60))
def test_moves_are_found_exactly_where_loops_find_them(seed):
    boxes = random_boxes(random.Random(seed))
    k, found = boxes.k, possible(boxes)
    read = {number: reads(boxes, nodes) for number, nodes in boxes.nodes.items()}

    def fits(row: int, what: Reads) -> bool:
        return all(int(c[row]) in part for c, part in zip(boxes.codes, what, strict=True))

    splits = sum(
        len(rows) >= 2 * k
        and any(
            finer(reads(boxes, node), read[number]) and sum(fits(r, reads(boxes, node)) for r in rows) >= k
            for row in rows
            for node in above(boxes, int(row))
        )
        for number, rows in boxes.rows.items()
    )
    assert found.splits == splits
    joins = 0
    for number, rows in boxes.rows.items():
        movable = sum(any(finer(w, read[number]) and fits(int(r), w) for w in read.values()) for r in rows)
        joins += bool(movable and (len(rows) > k or movable == len(rows)))
    assert found.joins == joins
    assert found.closures == 0


@pytest.mark.parametrize("seed", range(60))
def test_pools_are_made_of_rows_that_fit_something_finer_than_both(seed):
    boxes = random_boxes(random.Random(1_000 + seed), (10, 40))
    before = {number: reads(boxes, nodes) for number, nodes in boxes.nodes.items()}
    owner = {int(row): number for number, rows in boxes.rows.items() for row in rows}
    refine(boxes, Budget(), going)
    assert min(sizes(boxes)) >= boxes.k
    assert sum(sizes(boxes)) == boxes.codes.shape[1]
    for number, rows in boxes.rows.items():
        now = reads(boxes, boxes.nodes[number])
        assert boxes.nodes[number] == boxes.closure(rows)
        for row in rows.tolist():
            was = before[owner[row]]
            assert now == was or finer(now, was)
    assert possible(boxes).none


@pytest.mark.parametrize("seed", range(25))
def test_the_exact_program_agrees_with_trying_everything(seed):
    rng = random.Random(2_000 + seed)
    boxes = random_boxes(rng, (4, 7))
    before = [tuple(nodes) for nodes in boxes.read().T.tolist()]
    could = refinable(boxes)
    assert prove(boxes) is True
    assert ([tuple(nodes) for nodes in boxes.read().T.tolist()] != before) == could
    assert not refinable(boxes)
    assert min(sizes(boxes)) >= boxes.k


@pytest.mark.parametrize("seed", range(80))
def test_from_one_box_nothing_is_left_that_the_exact_program_could_refine(seed):
    boxes = random_boxes(random.Random(3_000 + seed), one_box=True)
    assert refine(boxes, Budget(), going)
    before = boxes.read().tolist()
    assert prove(boxes) is True
    assert boxes.read().tolist() == before


def two_that_can_pool() -> Boxes:
    """One box reads (0, *), the other (*, 0); each can spare a row (0, 0)."""
    tree = uniform_tree("q", 2, 1)
    codes = np.array([[0, 0, 1, 1, 0, 0], [0, 1, 0, 0, 0, 0]])
    trees = [taxonomy(column_of(str(j), tree, codes[j]), tree) for j in range(2)]
    return Boxes.of(trees, codes, 2, np.array([0, 0, 1, 1, 0, 1]))


def test_a_pool_of_two_boxes():
    boxes = two_that_can_pool()
    assert possible(boxes) == Moves(closures=0, splits=0, joins=0, pools=2)
    assert refine(boxes, Budget(), going)
    assert sizes(boxes) == [2, 2, 2]
    new = boxes.rows[3]
    assert boxes.codes[:, new].tolist() == [[0, 0], [0, 0]]
    assert possible(boxes).none


def test_a_budget_of_pairs_or_of_time_ends_the_search_undecided():
    boxes = two_that_can_pool()
    assert possible(boxes, 0).pools is None
    assert not possible(boxes, 0).none
    assert not refine(boxes, Budget(0), going)
    assert sizes(boxes) == [3, 3]
    assert not refine(boxes, Budget(), lambda doing: False)
    assert sizes(boxes) == [3, 3]


@pytest.mark.parametrize("seed", range(30))
def test_the_bits_say_which_boxes_cover_which_rows(seed):
    boxes = random_boxes(random.Random(4_000 + seed), (8, 60))
    cover, n = Cover.of(boxes), len(boxes.rows)
    over = positions(cover.over_rows(boxes.codes), n)
    inside = positions(cover.inside(np.arange(n)), n)
    read = [reads(boxes, boxes.nodes[number]) for number in cover.numbers]
    for row, at in product(range(boxes.codes.shape[1]), range(n)):
        assert over[row, at] == all(int(c[row]) in part for c, part in zip(boxes.codes, read[at], strict=True))
    for one, other in product(range(n), repeat=2):
        assert inside[one, other] == finer(read[other], read[one])
        assert boxes.within(boxes.nodes[cover.numbers[other]], boxes.nodes[cover.numbers[one]]) == inside[one, other]
    for one, other in combinations(range(n), 2):
        meets = all(a & b for a, b in zip(read[one], read[other], strict=True))
        assert (other in cover.meeting(boxes.trees, one)) == meets


def test_nodes_of_the_same_values_are_one_and_a_root_is_added():
    tree = hierarchy("q", [("a", "x", "only x"), ("b", "x", "only x"), ("c", "y", "only y"), ("never", "y", "only y")])
    found = taxonomy(column_of("q", tree, [0, 1, 2]), tree)
    assert found.labels == ("a", "b", "c", "never", "x", "y", "*")
    assert found.share.tolist() == [0.25] * 4 + [0.5, 0.5, 1.0]
    assert found.depth.tolist() == [2, 2, 2, 2, 1, 1, 0]
    assert found.joint(np.array([0, 1])) == 4
    assert found.joint(np.array([0, 2])) == found.root
    assert found.joint(np.array([2])) == 2


def test_without_a_hierarchy_there_are_values_and_a_root():
    column = Column("q", np.array([0, 1, 2], np.int32), np.array(["a", "b"], object), Scale.NOMINAL, True)
    found = taxonomy(column, None)
    assert found.labels == ("a", "b", None, "*")
    assert found.path.tolist() == [[0, 1, 2], [3, 3, 3]]
