"""The audit: our own releases, every recoding of small tables, files of other packages, refusals, cancel."""

from __future__ import annotations

from math import inf

import numpy as np
import pandas as pd
import pytest

from privacy_core import (
    KAnonymity,
    Limits,
    ParameterError,
    RoleError,
    Roles,
    Stopped,
    TableError,
    UnknownColumn,
    from_frame,
    hierarchy,
)
from privacy_core.anonymizers import FullDomain, Minimal, Mondrian
from privacy_core.attacks import Outcome
from privacy_core.attacks.minimality import Matched, audit
from tests.privacy_core.attacks.minimality.small_releases import random_table, recoded_locally

AGES = hierarchy("age", [(str(a), f"[{a // 10 * 10}, {a // 10 * 10 + 10}[", "*") for a in range(20, 60)])


def ages(*values):
    return from_frame(pd.DataFrame({"age": list(values)}))


def test_two_rows_in_sibling_leaves():
    tree = {"age": hierarchy("age", [("20s", "20-39", "*"), ("30s", "20-39", "*"), ("40s", "40-49", "*")])}
    found = audit(ages("20s", "30s"), ages("20-39", "20-39"), ["age"], tree)
    assert (found.k, found.minimal, found.refinable, found.premise) == (2, Minimal.PROVED, 0, True)


def test_a_split_that_was_not_made_is_found():
    found = audit(ages(21, 22, 31, 32), ages("*", "*", "*", "*"), ["age"], {"age": AGES}, k=2)
    assert found.minimal is Minimal.NO
    assert (found.moves.splits, found.refinable, found.classes) == (1, 1, 1)
    assert "1 of 1 classes could be finer at k = 2" in found.sentence
    assert audit(ages(21, 22, 31, 32), ages("*", "*", "*", "*"), ["age"], {"age": AGES}).minimal is Minimal.PROVED


def test_a_closure_that_was_not_made_is_found():
    found = audit(ages(21, 22), ages("*", "*"), ["age"], {"age": AGES})
    assert (found.moves.closures, found.refinable, found.minimal) == (1, 1, Minimal.NO)


def test_a_promise_that_is_not_kept():
    found = audit(ages(21, 22, 31), ages("[20, 30[", "[20, 30[", "31"), ["age"], {"age": AGES}, k=2)
    assert (found.k, found.promised, found.short, found.judged_at) == (1, 2, 1, 1)
    assert found.outcome is Outcome.PREMISE_FAILS
    assert "k = 2 is not kept: 1 row is" in found.faults[0]


def test_nothing_is_promised_at_one():
    found = audit(ages(21, 35), ages(21, 35), ["age"], {"age": AGES})
    assert (found.k, found.minimal, found.premise) == (1, Minimal.PROVED, False)
    assert "single row" in found.sentence


def test_mondrian_writes_no_nodes():
    values = [21, 23, 28, 34, 36, 39, 44, 47]
    people = from_frame(pd.DataFrame({"age": values, "s": list("abcdefgh")}))
    made = Mondrian().anonymize(people, Roles(("age",)), {"age": AGES}, [KAnonymity(2)], Limits())
    found = audit(people, made.table, ["age"], {"age": AGES})
    assert not found.respects
    assert (found.minimal, found.moves, found.boxes, found.outcome) == (Minimal.NO, None, None, Outcome.PREMISE_FAILS)
    [one] = found.no_nodes
    assert (one.column, one.rows, one.tight) == ("age", 8, 8)  # [21, 23]: both ends are ages of the class
    assert found.k == 2
    assert found.utility.average == 2.0
    assert 0 < found.utility.loss["age"] < 0.3


def test_ends_that_are_no_values_tell_nothing():
    found = audit(ages(22, 24, 36), ages("[21, 25]", "[21, 25]", "36"), ["age"], {"age": AGES})
    assert [(one.texts, one.rows, one.tight) for one in found.no_nodes] == [(1, 2, 0)]


def test_sets_that_list_their_class():
    tree = {"age": hierarchy("age", [(c, "*") for c in "abc"])}
    found = audit(ages("a", "b", "a"), ages("{a, b}", "{a, b}", "{a, c}"), ["age"], tree)
    assert [(one.texts, one.rows, one.tight) for one in found.no_nodes] == [(2, 3, 2)]


def test_full_domain_is_rarely_minimal_and_suppressed_rows_are_left_out():
    random = np.random.default_rng(3)
    people = from_frame(pd.DataFrame({"age": random.integers(20, 60, 300), "sex": random.choice(["f", "m"], 300)}))
    trees = {"age": AGES, "sex": hierarchy("sex", [("f", "*"), ("m", "*")])}
    made = FullDomain().anonymize(people, Roles(("age", "sex")), trees, [KAnonymity(5)], Limits(0.1))
    found = audit(people, made.table, ["age", "sex"], trees, k=5)
    assert found.rows == 300 - made.suppressed.sum()
    assert found.utility.withheld == made.suppressed.sum()
    assert found.k >= 5
    assert found.respects
    assert found.minimal is Minimal.NO
    assert found.refinable > 0


def test_missing_values_are_a_value_of_their_own():
    people, trees = ages("20", None, None, "21"), {"age": AGES}
    found = audit(people, ages("*", None, None, "*"), ["age"], trees)
    assert (found.k, found.respects, found.moves.closures) == (2, True, 1)  # 20 and 21 could read their decade
    blurred = audit(people, ages(*["*"] * 4), ["age"], trees)
    assert (blurred.k, blurred.moves.splits) == (4, 0)
    assert audit(people, ages(*["*"] * 4), ["age"], trees, k=2).moves.splits == 1


def test_a_missing_cell_stands_for_everything_where_nothing_was_missing():
    found = audit(ages(20, 21, 35), ages(None, None, None), ["age"], {"age": AGES})
    assert (found.respects, found.k, found.minimal) == (True, 3, Minimal.PROVED)


def test_a_label_with_two_senses_is_the_finest_over_its_class():
    tree = {"age": hierarchy("age", [("Other", "Other", "*"), ("Rare", "Other", "*"), ("Usual", "Usual", "*")])}
    assert audit(ages("Other", "Other"), ages("Other", "Other"), ["age"], tree).minimal is Minimal.PROVED
    found = audit(ages("Other", "Rare"), ages("Other", "Other"), ["age"], tree)
    assert (found.minimal, found.moves.closures) == (Minimal.PROVED, 0)


def test_a_label_whose_senses_share_nothing_is_what_joins_its_class():
    rows = [("a", "X", "left", "*"), ("b", "X", "left", "*"), ("c", "y", "X", "*"), ("d", "y", "X", "*")]
    found = audit(ages("a", "c"), ages("X", "X"), ["age"], {"age": hierarchy("age", rows)})
    assert (found.minimal, found.moves.closures, found.k) == (Minimal.PROVED, 0, 2)


def test_without_a_hierarchy_a_column_has_values_and_a_star():
    found = audit(ages("x", "x", "y", "z"), ages("x", "x", "*", "*"), ["age"], {})
    assert (found.minimal, found.respects) == (Minimal.PROVED, True)


def test_a_shuffled_release_is_judged_where_one_assignment_fits_only():
    people = ages(21, 22, 31, 32, 33)
    found = audit(people, ages("[30, 40[", "[20, 30[", "[30, 40[", "[20, 30[", "[30, 40["), ["age"], {"age": AGES})
    assert found.matching.by is Matched.ONLY
    assert found.minimal is Minimal.PROVED
    several = audit(people, ages("[30, 40[", "*", "[30, 40[", "*", "*"), ["age"], {"age": AGES})
    assert several.matching.by is Matched.ANY
    assert (several.minimal, several.premise, several.outcome) == (None, None, Outcome.NOT_MEASURED)
    assert "not known" in several.sentence
    assert several.k == 2


def test_not_all_pairs_looked_at_is_not_minimal():
    random = np.random.default_rng(0)
    people = from_frame(pd.DataFrame({name: random.integers(0, 8, 400).astype(str) for name in "pqr"}))
    trees = {name: hierarchy(name, [(str(v), f"{v // 2}?", f"{v // 4}??", "*") for v in range(8)]) for name in "pqr"}
    release = recoded_locally(people, trees, 3)
    assert audit(people, release, [*"pqr"], trees).minimal is Minimal.LOCALLY
    found = audit(people, release, [*"pqr"], trees, pairs=0)
    assert (found.minimal, found.moves.pools, found.premise) == (None, None, None)
    assert "not all pairs" in found.sentence


def test_a_cancel_ends_it():
    people, trees, _ = random_table(1)
    release = recoded_locally(people, trees, 2)
    for after in range(6):
        shares: list[float] = []

        def stop(share, doing, after=after, shares=shares):
            shares.append(share)
            return len(shares) <= after

        with pytest.raises(Stopped):
            audit(people, release, list(trees), trees, progress=stop)
        assert shares == sorted(shares)
        assert max(shares) <= 1


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        ({"k": 0}, ParameterError, "k must be at least 1"),
        ({"k": 2.5}, ParameterError, "k must be a whole number"),
        ({"k": 5}, ParameterError, "k = 5 cannot be kept: the release has 3 rows"),
        ({"k": inf}, ParameterError, "k must"),
        ({"known": ["zip"]}, UnknownColumn, "zip"),
        ({"known": []}, RoleError, "quasi-identifier"),
        ({"id_column": "zip"}, UnknownColumn, "zip"),
    ],
)
def test_refusals(asked, error, said):
    asked = {"known": ["age"], **asked}
    with pytest.raises(error, match=said):
        audit(ages(20, 21, 22), ages("*", "*", "*"), asked.pop("known"), {"age": AGES}, **asked)


def test_a_perturbed_column_is_refused():
    with pytest.raises(ParameterError, match="'age' was changed at random"):
        audit(ages(20, 21), ages(20, 21).with_perturbed(["age"]), ["age"], {"age": AGES})


def test_all_rows_alike():
    found = audit(ages(*[20] * 6), ages(*[20] * 6), ["age"], {"age": AGES}, k=3)
    assert (found.k, found.minimal) == (6, Minimal.PROVED)


def shared_table(shared, name):
    from privacy_core.intake import read

    return read((shared / "cases" / name).read_bytes(), name).table


def test_a_perturbed_release_does_not_generalize(shared):
    original, release = (shared_table(shared, f"c56_perturbed_{which}.csv") for which in ("original", "release"))
    with pytest.raises(TableError, match="in column 'age' 2 of 4 rows"):
        audit(original, release, ["age", "sex"], {})


def test_an_output_of_arx_with_a_suppressed_row(shared):
    from privacy_core.hierarchies import read_hierarchy
    from privacy_core.intake import read
    from privacy_core.tables import suppressed_by_token

    folder = shared / "data" / "arx"
    original = read((folder / "test.csv").read_bytes(), "test.csv").table
    release = suppressed_by_token(shared_table(shared, "c28_suppressed_stars.csv"), ["age", "gender", "zipcode"], "*")
    zips = [(z, z[:4] + "*", z[:3] + "**", z[:2] + "***", z[0] + "****", "*****") for z in original["zipcode"].labels]
    trees = {
        name: read_hierarchy((folder / f"test_hierarchy_{name}.csv").read_bytes(), name) for name in ("age", "gender")
    }
    trees["zipcode"] = hierarchy("zipcode", zips)
    found = audit(original, release, ["age", "gender", "zipcode"], trees)
    assert (found.k, found.classes, found.rows, found.utility.withheld) == (2, 3, 6, 1)
    assert found.respects
    assert found.minimal is Minimal.NO  # every ZIP code begins with 81 and more could be told
    assert found.refinable >= 1


def test_two_rows_twenty_to_thirty_nine(shared):
    release = shared_table(shared, "c67_minimality_downcoding.csv")
    original = from_frame(
        pd.DataFrame({"age_released": ["20-29", "30-39", "40-49", "40-49"], "sex": ["F", "F", "M", "M"]})
    )
    tree = hierarchy("age_released", [("20-29", "20-39", "*"), ("30-39", "20-39", "*"), ("40-49", "40-49", "*")])
    found = audit(original, release, ["age_released", "sex"], {"age_released": tree}, k=2)
    assert (found.k, found.minimal, found.refinable) == (2, Minimal.PROVED, 0)
