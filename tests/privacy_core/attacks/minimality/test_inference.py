"""Inference from minimality: every number by trying all that rows could be, and its calibration against the truth."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest

from privacy_core import KAnonymity, Limits, ParameterError, Roles, Stopped, from_frame, hierarchy
from privacy_core.anonymizers import LocalRecoding
from privacy_core.attacks import Outcome
from privacy_core.attacks.minimality import audit, audit_record, infer_raised, posterior
from privacy_core.evidence import Counts

DECADES = {"age": hierarchy("age", [(f"{ten}0s", "20-39" if ten < 4 else "40-59", "*") for ten in (2, 3, 4, 5)])}


def ages(*values):
    return from_frame(pd.DataFrame({"age": list(values)}))


def guessed(original, released, trees=DECADES, k=None, holdout=None):
    found = audit(ages(*original), ages(*released), ["age"], trees, k=k)
    return infer_raised(found, trees, holdout=holdout)


def test_a_pair_in_sibling_leaves_is_known_for_sure():
    found = guessed(["20s", "30s"], ["20-39"] * 2)
    assert (found.cells, found.impossible, found.bits) == (1, 0, 1.0)
    assert found.pairs.predicted == 1.0
    assert found.pairs_without.predicted == 0.5
    assert found.pairs.right == Counts(1, 1)
    assert found.certain == Counts(1, 1)
    assert found.with_minimality.right == Counts(1, 1)
    assert found.with_minimality.predicted == found.with_minimality.truth == 1.0


def test_every_number_of_one_class_by_trying_everything():
    people = ["20s"] * 4 + ["30s"] + ["20s"] * 6 + ["30s"] * 3
    released = ["20-39"] * 5 + people[5:]
    found = guessed(people, released, k=3)
    q = np.array([6.5, 3.5]) / 10  # the rows published finer, half a row added
    ways = dict.fromkeys(range(6), 0.0)
    for rows in product((0, 1), repeat=5):
        ways[sum(rows)] += float(np.prod(q[list(rows)]))
    left = {n: chance / (1 - ways[0] - ways[5]) for n, chance in ways.items() if 0 < n < 5}
    assert found.cells == 1
    assert found.with_minimality.predicted == pytest.approx(max(left.values()))
    assert found.with_minimality.truth == pytest.approx(left[1])
    assert found.without.predicted == pytest.approx(max(ways.values()))
    assert found.without.truth == pytest.approx(ways[1])
    assert found.with_minimality.right == Counts(int(max(left, key=left.get) == 1), 1)
    assert found.bits == pytest.approx(-np.log2(1 - ways[0] - ways[5]))
    assert (found.pairs.predicted, found.pairs_without.predicted) == pytest.approx((left[1], ways[1]))
    assert found.pairs.right == Counts(1, 1)


def test_shares_of_a_hold_out():
    found = guessed(["20s", "20s", "30s"], ["20-39"] * 3, holdout=ages(*["20s"] * 19, "30s", "40s"))
    q = 1.5 / 21
    assert found.pairs.predicted == pytest.approx(3 * q * (1 - q) ** 2 / (1 - q**3 - (1 - q) ** 3))
    assert "21 people" in found.learned
    plain = guessed(["20s", "20s", "30s"], ["20-39"] * 3)
    assert plain.pairs.predicted == pytest.approx(1.0 * 3 * 0.5**3 / 0.75)  # nothing finer to learn from: equal shares


def test_large_classes_have_fewer_than_k_of_each():
    tree = {"age": hierarchy("age", [(c, "*") for c in "abc"])}
    people = list("aabbcc")
    found = guessed(people, ["*"] * 6, tree, k=3)
    assert found.with_minimality.right == Counts(1, 1)
    assert found.certain == Counts(1, 1)  # two of each is the only way with fewer than three of each
    assert found.bits == pytest.approx(-np.log2(90 / 729))


def test_what_no_minimal_algorithm_publishes_is_not_guessed():
    found = guessed(["20s", "20s", "30s", "30s"], ["20-39"] * 4, k=2)
    assert (found.cells, found.impossible) == (1, 1)
    assert found.with_minimality.right == found.without.right == Counts(0, 0)
    assert found.with_minimality.predicted is None
    assert found.outcome is Outcome.PREMISE_FAILS


def test_guesses_on_a_release_that_is_not_minimal_mislead():
    found = guessed(["20s", "20s", "20s"], ["20-39"] * 3)
    assert found.with_minimality.right == Counts(0, 1)
    assert found.with_minimality.truth == 0
    assert found.outcome is Outcome.PREMISE_FAILS
    assert "does not help" in found.sentence


def test_nothing_is_blurred():
    found = guessed(["20s", "20s"], ["20s", "20s"])
    assert (found.cells, found.bits, found.outcome) == (0, None, Outcome.NOT_MEASURED)
    assert "No cell is blurred" in found.sentence


def test_no_nodes_or_no_matching_no_inference():
    strange = audit(ages("20s", "30s"), ages("{20s, 50s}", "{30s, 20s}"), ["age"], DECADES)
    assert infer_raised(strange, DECADES) is None
    several = audit(ages("20s", "30s", "40s"), ages("*", "*", "20-39"), ["age"], DECADES)
    assert infer_raised(several, DECADES) is None


def test_a_hold_out_with_other_columns_is_refused():
    found = audit(ages("20s", "30s"), ages("*", "*"), ["age"], DECADES)
    other = from_frame(pd.DataFrame({"years": ["20s"]}))
    with pytest.raises(ParameterError, match="lacks column 'age' \\(1 of 1"):
        infer_raised(found, DECADES, holdout=other)


def drawn(n=600, seed=5):
    """Values whose shares differ within a parent, three columns."""
    random = np.random.default_rng(seed)
    shares = [0.3, 0.05, 0.2, 0.15, 0.2, 0.1]
    trees = {name: hierarchy(name, [(str(v), f"{v // 2}?", "*") for v in range(6)]) for name in "abc"}
    return {name: random.choice(6, n, p=shares).astype(str) for name in "abc"}, trees


def release_of(cells, trees, k=3):
    people = from_frame(pd.DataFrame(cells))
    made = LocalRecoding().anonymize(people, Roles(("a", "b", "c")), trees, [KAnonymity(k)], Limits())
    return people, made.table


def test_order_of_rows_changes_nothing():
    cells, trees = drawn()
    people, release = release_of(cells, trees)
    order = np.random.default_rng(1).permutation(people.n_rows)
    one = audit_record(found := audit(people, release, [*"abc"], trees), infer_raised(found, trees))
    turned = audit(people.only(order), release.only(order), [*"abc"], trees)
    assert audit_record(turned, infer_raised(turned, trees)) == one


def test_calibration_is_a_count_of_what_is_so():
    cells, trees = drawn()
    people, release = release_of(cells, trees)
    found = infer_raised(audit(people, release, [*"abc"], trees), trees)
    frame = pd.DataFrame({name: release[name].texts(np.arange(people.n_rows)) for name in "abc"})
    blurred = sum(not one[1][name].iloc[0].isdigit() for one in frame.groupby([*"abc"], sort=False) for name in "abc")
    assert found.cells == blurred
    assert found.impossible == 0
    assert found.with_minimality.right.attempts == found.without.right.attempts == blurred
    assert sum(one.right.attempts for one in found.with_minimality.bins) == blurred
    assert sum(one.right.hits for one in found.with_minimality.bins) == found.with_minimality.right.hits
    assert sum(told.attempts for told, _ in found.by_column.values()) == blurred
    assert found.with_minimality.truth > found.without.truth  # what is ruled out is never so
    assert found.bits > 0
    held = {name: [int((frame[name] == str(v)).sum()) + 0.5 for v in range(6)] for name in "abc"}
    expected, once = [], 0
    for _, rows in frame.groupby([*"abc"], sort=False):
        for name in "abc":
            if (text := rows[name].iloc[0]).endswith("?"):
                two = [2 * int(text[0]), 2 * int(text[0]) + 1]
                rarer = min(two, key=lambda v, name=name: held[name][v])
                expected.append(posterior(len(rows), held[name][rarer] / sum(held[name][v] for v in two)))
                once += int((cells[name][rows.index] == str(rarer)).sum() == 1)
    assert found.pairs.right == Counts(once, len(expected))
    assert found.pairs.predicted == pytest.approx(np.mean(expected))


def test_on_random_groups_the_chances_are_right():
    """Classes drawn at random and closed: the formula's own premise, so predicted and observed agree."""
    q, m, n = 0.25, 3, 400
    rows = np.random.default_rng(11).random((n, m)) < q
    mixed = rows.any(axis=1) & ~rows.all(axis=1)
    people, released = [], []
    for at, row in enumerate(rows):
        people += [f"{at}{'r' if one else 'c'}" for one in row]
        released += [f"{at}?" if mixed[at] else people[-1]] * m
    # every class has a node of its own, so that no move can change the groups
    tree = {"age": hierarchy("age", [(f"{at}{c}", f"{at}?", "*") for at in range(n) for c in "rc"])}
    shares = ages(*[f"{at}{'r' if j < 100 else 'c'}" for at in range(n) for j in range(400)])
    found = guessed(people, released, tree, holdout=shares)
    assert found.pairs.right.attempts == mixed.sum()
    low, high = found.pairs.right.interval
    assert low <= found.pairs.predicted <= high


def test_a_cancel_ends_it():
    cells, trees = drawn(60)
    people, release = release_of(cells, trees)
    found = audit(people, release, [*"abc"], trees)
    with pytest.raises(Stopped):
        infer_raised(found, trees, progress=lambda share, doing: share == 0)


def test_the_document_is_whole_and_finite():
    import json

    cells, trees = drawn(200)
    people, release = release_of(cells, trees)
    found = audit(people, release, [*"abc"], trees)
    said = json.loads(json.dumps(audit_record(found, infer_raised(found, trees)), allow_nan=False))
    assert said["minimal"] == "locally"
    assert said["verdict"] in {"beats baseline", "no better than baseline"}
    assert {"respects_hierarchy", "k", "refinable", "minimal", "inferred"} <= said.keys()
    assert len(said["findings"]) >= 3
