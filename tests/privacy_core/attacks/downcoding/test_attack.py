"""The attack: the paper's cases by hand, and the algorithm once more as loops over cells."""

from __future__ import annotations

import numpy as np
import pytest

from privacy_core import ParameterError
from privacy_core.attacks.downcoding import (
    Clusters,
    Kind,
    WhyNot,
    coded,
    compound,
    downcode,
    draw,
    judged,
    overgeneralized,
    predicates,
    recode,
    window_of,
)

INSIDE = Clusters().inside_share


def attacked(codes, k=10, clusters=1, **how):
    return judged(downcode(recode(codes, k, clusters), **how), codes)


def scattering(rows: int, dims: int, *rests: slice) -> np.ndarray:
    """Rows of one cluster, the first ones in the rest there."""
    codes = np.zeros((rows, dims), int)
    for row, rest in enumerate(rests):
        codes[row, rest] = 1
    return codes


def test_one_of_ten_rows_scatters():
    codes = scattering(10, 8, slice(0, 4))
    found = attacked(codes)
    assert len(found.refined) == 1
    assert (found.delta_n, found.delta_d, found.right) == (10, 4, True)
    assert found.refined[0].cells_right == 4
    assert sorted(map(tuple, found.nodes.tolist())) == sorted(map(tuple, codes.tolist()))
    named = compound(predicates(found, 0.1, INSIDE), codes)
    assert (len(named.predicates), named.fitting, named.all_isolate) == (1, (1,), True)
    assert named.predicates[0].matches(codes).tolist() == [0]


def test_nothing_follows_when_no_row_scatters_or_two_do():
    quiet = attacked(scattering(10, 8))
    assert [group.share for group in quiet.groups] == [0]
    assert (quiet.refined, quiet.delta_n, quiet.delta_d, quiet.right) == ((), 0, None, None)
    two = attacked(scattering(10, 8, slice(0, 4), slice(4, 8)))
    assert [(group.share, group.why_not) for group in two.groups] == [(1, WhyNot.SHARE)]
    assert compound((), scattering(10, 8)).all_isolate is None


def test_eleven_rows_are_for_the_rule_that_tries_every_class():
    codes = scattering(11, 8, slice(0, 4))
    paper = attacked(codes)
    assert [group.why_not for group in paper.groups] == [WhyNot.SIZE]
    every = attacked(codes, every_class=True)
    assert (len(every.refined), every.delta_n, every.right) == (1, 11, True)


def test_a_cell_of_all_rests_means_that_several_scatter():
    """Two rows that both scatter at k = 2 raise half the cells, as one does; but some cells are all rest."""
    codes = scattering(2, 8, slice(0, 4), slice(2, 6))
    assert [group.why_not for group in attacked(codes, 2).groups] == [WhyNot.REST]
    unchecked = attacked(codes, 2, complement_check=False)
    assert unchecked.right is False


def test_with_k_2_the_check_is_what_makes_the_groups_right():
    settings, rates = Clusters(n=200, k=2, clusters=100, dims=128, big=0.5), {}
    codes = coded(draw(settings, np.random.default_rng(3)).values, 100)
    for check in (True, False):
        refined = attacked(codes, 2, 100, complement_check=check).refined
        rates[check] = np.mean([group.right for group in refined])
        assert len(refined) > 5
    assert rates[True] == 1
    assert rates[False] < 0.9


def as_loops(published, every_class: bool) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Algorithm 1, cell by cell: rows and raised cells of the refined groups."""
    n, dims, clusters = *published.nodes.shape, published.clusters
    classes: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for row in range(n):
        read = tuple(published.nodes[row].tolist())
        inside = {node // 2 if node < 2 * clusters else node - 2 * clusters for node in read}
        if len(inside) == 1 and 3 * clusters not in read:
            classes.setdefault((inside.pop(), read), []).append(row)
    refined = set()
    for (cluster, read), rows in classes.items():
        together = sum(len(some) for (other, _), some in classes.items() if other == cluster)
        raised = tuple(d for d in range(dims) if read[d] == 2 * clusters + cluster)
        if not every_class and together != published.k:
            continue
        if any(node == 2 * cluster + 1 for node in read):
            continue
        if 3 * dims <= 8 * len(raised) <= 5 * dims:
            refined.add((tuple(rows), raised))
    return refined


@pytest.mark.parametrize("every_class", [False, True])
@pytest.mark.parametrize("rho", [0, 0.05])
def test_the_attack_does_what_the_paper_says_cell_by_cell(every_class, rho):
    settings, some = Clusters(n=120, k=5, clusters=24, dims=24, big=0.2), 0
    for seed in range(8):
        random = np.random.default_rng(seed)
        codes = coded(draw(settings, random).values, 24)
        published = overgeneralized(recode(codes, 5, 24), rho, random)
        found = judged(downcode(published, every_class=every_class), codes)
        mine = {(tuple(g.rows.tolist()), tuple(np.flatnonzero(g.raised).tolist())) for g in found.refined}
        assert mine == as_loops(published, every_class)
        some += len(mine)
        for group in found.refined:
            said = np.full((len(group.rows), 24), 2 * group.cluster)
            said[0, group.raised] += 1
            true = sorted(map(tuple, said.tolist())) == sorted(map(tuple, codes[group.rows].tolist()))
            assert group.right is true
            one = [d for d in np.flatnonzero(group.raised) if (codes[group.rows, d] % 2).sum() == 1]
            assert group.cells_right == len(one)
            assert sorted([*one, *np.flatnonzero(group.wrong)]) == np.flatnonzero(group.raised).tolist()
    assert some > 3


def test_what_follows_is_finer_than_what_was_published_and_no_longer_k_alike():
    codes = coded(draw(Clusters(), np.random.default_rng(3)).values, 10)
    found = attacked(codes, 10, 10)
    assert found.refined
    before, after = found.published.kinds, found.nodes
    changed = (after != found.published.nodes).any(axis=1)
    assert changed.sum() == found.delta_n
    assert set(before[after != found.published.nodes]) == {Kind.RAISED}
    alike = np.unique(after, axis=0, return_counts=True)[1]
    assert alike.min() == 1


def test_the_window():
    assert window_of(0.5) == (0.375, 0.625)
    low, high = window_of(0.2)
    assert low < 0.8 < high < 1 - 0.2**2
    published = recode(scattering(10, 8, slice(0, 2)), 10, 1)
    assert downcode(published).delta_n == 0
    assert downcode(published, window=(0.25, 0.5)).delta_n == 10
    quiet = recode(scattering(10, 8), 10, 1)
    assert downcode(quiet, window=(0, 1)).delta_n == 0  # where no cell is raised nothing can be refined
    for wrong in ((0.6, 0.4), (-0.1, 0.5), (0.5, 1.1), (float("nan"), 1)):
        with pytest.raises(ParameterError, match="The window must rise within"):
            downcode(published, window=wrong)


def test_what_is_wrong_is_said_to_be_wrong():
    """One row scatters, and a further cell was raised needlessly: what follows is wrong in that cell alone."""
    codes = scattering(10, 8, slice(0, 3))
    published = recode(codes, 10, 1)
    nodes = published.nodes.copy()
    nodes[:, 7] = 2
    found = judged(downcode(type(published)(nodes, published.owner, 1, 10)), codes)
    assert (found.delta_d, found.right, found.refined[0].cells_right) == (4, False, 3)
    assert np.flatnonzero(found.refined[0].wrong).tolist() == [7]
    assert compound(predicates(found, 0.1, INSIDE), codes).fitting == (0,)


def test_neither_the_order_of_rows_nor_of_attributes_matters():
    random = np.random.default_rng(3)
    codes = coded(draw(Clusters(), random).values, 10)
    published = recode(codes, 10, 10)
    found = judged(downcode(published, every_class=True), codes)
    rows, columns = random.permutation(100), random.permutation(64)
    moved = type(published)(published.nodes[rows][:, columns], published.owner[rows], 10, 10)
    again = judged(downcode(moved, every_class=True), codes[rows][:, columns])
    told = {(frozenset(g.rows.tolist()), frozenset(np.flatnonzero(g.raised).tolist()), g.right) for g in found.groups}
    back = {
        (frozenset(rows[g.rows].tolist()), frozenset(columns[np.flatnonzero(g.raised)].tolist()), g.right)
        for g in again.groups
    }
    assert found.refined
    assert told == back
