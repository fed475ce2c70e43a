"""Built-in tables: the same every time, as large as they say, with roles and hierarchies that fit."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from privacy_core import (
    ParameterError,
    Scale,
    Table,
    assess,
    contingency,
    equivalence_classes,
    intake,
    lessons,
    samples,
)

NAMES = [offer.name for offer in samples.OFFERS]


def digest(table: Table) -> str:
    seen = hashlib.sha256()
    for column in table.columns.values():
        seen.update(f"{column.name}{column.scale}{column.labels}".encode())
        seen.update(np.ascontiguousarray(column.codes))
    return seen.hexdigest()


@pytest.mark.parametrize("name", NAMES)
def test_the_same_every_time(name):
    assert digest(samples.load(name).table) == digest(samples.load(name).table)


def test_the_clinic_is_the_one_lessons_speak_of():
    """Golden sums: changing the generator changes every number printed about the clinic."""
    clinic = samples.load("clinic").table
    assert clinic.n_rows == 5000
    assert clinic.names == [
        "age",
        "sex",
        "zip",
        "admission",
        "diagnosis",
        "income",
        "cost",
        "patient",
        "household",
        "weight",
    ]
    assert (len(clinic["diagnosis"].categories), len(clinic["zip"].categories)) == (15, 40)
    assert all(label.startswith("0") for label in clinic["zip"].labels), "ZIP codes keep their zero"
    assert [clinic[name].scale.value for name in ("age", "income", "cost")] == ["numeric"] * 3
    sums = [int(clinic[name].categories[clinic[name].codes].sum()) for name in ("age", "income", "cost")]
    assert sums == [264_271, 150_444_900, 12_509_580]
    assert (clinic["age"].categories.min(), clinic["age"].categories.max()) == (18, 97)


@pytest.mark.parametrize("name", NAMES)
def test_offers_roles_and_trees_fit(name):
    sample = samples.load(name)
    offer = next(offer for offer in samples.OFFERS if offer.name == name)
    assert (sample.title, sample.about, sample.table.n_rows) == (offer.title, offer.about, offer.rows)
    assert sample.origin
    sample.roles.check(sample.table.names)
    assert set(sample.hierarchies) <= set(sample.roles.sensitive)
    assert not sample.roles.identifiers
    for column, tree in sample.hierarchies.items():
        assert tree.labels[-1] == ("*",)
        assert len(tree.levels_of(sample.table[column].labels)) == tree.height == 3


@pytest.mark.parametrize(
    ("name", "k"),
    [
        ("hospital-3", 1),
        ("hospital-4", 3),
        ("hospital-5", 3),
        ("inpatient-4", 4),
        ("inpatient-3", 4),
        ("clinic", 1),
        ("skewed", 50),
        ("visits", 3),
        ("survey", 1),
        ("release-1", 2),
        ("release-2", 6),
    ],
)
def test_smallest_crowds(name, k):
    sample = samples.load(name)
    assert assess(sample.table, sample.roles).measurements[0].value == k


def test_the_papers_rows_pair_up():
    """The three hospital tables show the same nine people; only the quasi-identifiers are blurred."""
    raw, four, five = (samples.load(name).table for name in ("hospital-3", "hospital-4", "hospital-5"))
    for name in ("salary", "disease"):
        assert raw[name].labels == four[name].labels == five[name].labels
        assert raw[name].codes.tolist() == four[name].codes.tolist() == five[name].codes.tolist()
    ages = np.array(raw["age"].labels, int)[raw["age"].codes]
    for row, blurred in enumerate(np.array(four["age"].labels)[four["age"].codes]):
        assert blurred == ("≥40" if ages[row] >= 40 else f"{ages[row] // 10}*")
    for table in (four, five):
        zips = np.array(table["zip"].labels)[table["zip"].codes]
        for row, exact in enumerate(np.array(raw["zip"].labels)[raw["zip"].codes]):
            assert str(exact).startswith(str(zips[row]).rstrip("*"))


def test_an_unknown_sample_lists_those_there_are():
    with pytest.raises(ParameterError, match=r"No sample 'hospital'\. Samples: hospital-3"):
        samples.load("hospital")


def units(name: str, column: str):
    """Rows of each class and different units (persons, households) of each class."""
    sample = samples.load(name)
    classes = equivalence_classes(sample.table, sample.roles.quasi_identifiers)
    pairs = np.unique(np.stack([classes.of_row, sample.table[column].codes]), axis=1)
    return classes.size, np.bincount(pairs[0])


def share_a_value(table: Table, unit: str, *columns: str) -> bool:
    alone = len(equivalence_classes(table, [unit]))
    return all(len(equivalence_classes(table, [unit, column])) == alone for column in columns)


def test_patients_and_households_of_the_clinic_hang_together():
    clinic = samples.load("clinic").table
    assert share_a_value(clinic, "patient", "age", "sex", "zip", "household", "weight")
    assert share_a_value(clinic, "household", "zip", "weight")
    assert np.bincount(clinic["patient"].codes).max() == 3
    assert len(clinic["patient"].categories) < clinic.n_rows
    assert clinic["weight"].categories.min() > 0
    rows, persons = units("clinic", "patient")
    assert (persons <= rows).all()
    assert (persons < rows).any()


def test_three_visits_are_one_person():
    """k in rows is 3, k in persons is 1 (case c30: several rows per person)."""
    rows, persons = units("visits", "person")
    assert (rows.min(), persons.min()) == (3, 1)
    assert (rows == 3 * persons).all()


def test_one_in_a_hundred_becomes_fifty_in_a_hundred():
    """Acceptance check F5: of 10,000, 1 % positive; crowds of 50 with 1, 25 and 49 positives."""
    sample = samples.load("skewed")
    table = contingency(sample.table, equivalence_classes(sample.table, sample.roles.quasi_identifiers), "test")
    positive = table.labels.index("positive")
    assert table.prior[positive] == 0.01
    per_class = np.array([table.mix(i)[positive] for i in range(len(table.classes))])
    assert sorted(set(np.rint(50 * per_class).astype(int).tolist())) == [0, 1, 25, 49]
    assert (table.classes.size == 50).all()
    found = lessons(table)
    assert sorted(found.times[found.skewness.found].round(6).tolist()) == [50, 98]
    measured = {m.model.name: m for m in assess(sample.table, sample.roles).measurements}
    assert measured["t-closeness"].value == pytest.approx(0.97)
    assert measured["basic-beta"].value == pytest.approx(97)


def test_the_survey_holds_households_and_weights():
    survey = samples.load("survey").table
    assert share_a_value(survey, "household", "region", "weight", "size", "income")
    counts = np.bincount(survey["household"].codes)
    stated = survey["size"].categories[survey["size"].codes]
    assert (counts[survey["household"].codes] == stated).all(), "a household's size can be counted back"
    weight = survey["weight"].categories
    assert 20 <= weight.min() < weight.max() <= 240


def test_two_releases_of_the_same_people_rule_each_other_s_values_out():
    one, two = (samples.load(f"release-{i}").table for i in (1, 2))
    assert one["person"].labels == two["person"].labels
    secret = one["diagnosis"]
    assert secret.codes.tolist() == two["diagnosis"].codes.tolist()
    left = []
    classes = [equivalence_classes(table, ["age", "sex", "zip"]).of_row for table in (one, two)]
    for row in range(one.n_rows):
        shown = [set(secret.codes[of_row == of_row[row]].tolist()) for of_row in classes]
        left.append((len(shown[0] & shown[1]), min(map(len, shown))))
    assert min(n for n, _ in left) == 1, "somebody is pinned although the smallest ℓ is 2"
    assert min(n for _, n in left) == 2
    assert np.mean([n < before for n, before in left]) > 0.5


@pytest.mark.parametrize("name", NAMES)
def test_a_download_reads_back_as_the_same_table(name):
    sample = samples.load(name)
    again = intake.read(sample.as_csv().encode(), f"{name}.csv").table
    assert again.names == sample.table.names
    for column in sample.table.columns.values():
        assert again[column.name].texts(np.arange(9)) == column.texts(np.arange(9))


def test_real_patients_where_scikit_learn_is_installed():
    pytest.importorskip("sklearn")
    sample = samples.load("diabetes")
    assert sample.table.n_rows == 442
    assert sample.table["sex"].labels == ["code 1", "code 2"]
    assert np.bincount(sample.table["sex"].codes).tolist() == [235, 207]
    assert (sample.table["age"].categories.min(), sample.table["age"].categories.max()) == (19, 79)
    assert "real" in sample.origin


def test_real_patients_are_offered_only_with_scikit_learn():
    assert ("diabetes" in NAMES) == samples.real.available()


def test_touchpoints_are_what_people_do_and_strangers_are_others():
    shop = samples.load("touchpoints").table
    assert (shop.n_rows, len(shop.names), len(shop["person"].categories)) == (10_000, 16, 10_000)
    others = samples.strangers()
    assert others.names == shop.names
    assert not set(others["person"].labels) & set(shop["person"].labels)
    numbers = [column for column in shop.columns.values() if column.scale is Scale.NUMERIC]
    done = np.array([column.categories[column.codes] for column in numbers], float)
    assert np.abs(np.corrcoef(done) - np.eye(len(done))).max() > 0.5, "habits belong together"


def test_the_second_register_holds_the_same_people_with_mistakes():
    first, second = (samples.load(f"register-{which}").table for which in (1, 2))
    assert set(first["person"].labels) == set(second["person"].labels)
    assert not (first["person"].codes == second["person"].codes).all(), "in another order"
    at = np.argsort(second["person"].codes)
    for name in ("given_name", "surname", "postcode"):
        pairs = zip(first[name].texts(np.arange(4000)), second[name].texts(at), strict=True)
        assert 0.02 < np.mean([one != other for one, other in pairs]) < 0.2, name
    assert second["phone"].n_missing
    assert not first["phone"].n_missing
