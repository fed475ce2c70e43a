"""Class sizes of every node against grouping the rows at every node anew."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import Stopped, from_frame, hierarchy
from privacy_core.anonymizers.lattice.aggregated import aggregated
from privacy_core.anonymizers.lattice.reaching import class_sizes


def trees(letters: str):
    """Two columns: one with three levels, one with two."""
    first = [(letter, "ab" if letter in "ab" else "other", "*") for letter in letters]
    return {"p": hierarchy("p", first), "q": hierarchy("q", [(letter, "*") for letter in letters])}


rows = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), min_size=1, max_size=40)


@given(rows, st.integers(-1, 45))
def test_the_largest_k_within_a_limit_agrees_with_an_oracle(people, limit):
    frame = pd.DataFrame(people, columns=["p", "q"])
    made = trees("abcd")
    found = class_sizes(aggregated(from_frame(frame), ["p", "q"], made)).reached(limit)
    for node, (up, right) in enumerate(product(range(3), range(2))):
        seen = pd.DataFrame({"p": at(made["p"], frame["p"], up), "q": at(made["q"], frame["q"], right)})
        sizes = seen.value_counts().to_numpy()
        reached = [k for k in range(1, len(frame) + 1) if sizes[sizes < k].sum() <= max(limit, 0)]
        within = [k for k in reached if k in sizes]
        assert found[node] == max(within)


def at(tree, values, level):
    place = {label: tree.labels[level][up] for label, up in zip(tree.labels[0], tree.maps[level], strict=True)}
    return [place[value] for value in values]


@given(rows)
def test_every_row_is_in_a_class_of_every_node(people):
    frame = pd.DataFrame(people, columns=["p", "q"])
    found = class_sizes(aggregated(from_frame(frame), ["p", "q"], trees("abcd")))
    assert len(found.start) == 7
    assert (np.diff(found.start) > 0).all()
    assert (found.smaller < len(frame)).all()
    assert (found.smaller[found.start[:-1]] == 0).all()


def test_a_limit_may_differ_from_node_to_node():
    frame = pd.DataFrame({"p": list("aaab"), "q": list("aaaa")})
    found = class_sizes(aggregated(from_frame(frame), ["p", "q"], trees("abcd")))
    limits = np.array([0, 1, 0, 0, 0, 0])
    assert found.reached(limits).tolist() == [1, 3, 4, 4, 4, 4]


def test_it_can_be_watched_and_stopped():
    frame = pd.DataFrame({"p": list("ab"), "q": list("ab")})
    counted, told = aggregated(from_frame(frame), ["p", "q"], trees("abcd")), []
    class_sizes(counted, lambda share, doing: told.append(doing) or True)
    assert told == ["0 of 6"]
    with pytest.raises(Stopped):
        class_sizes(counted, lambda share, doing: False)
