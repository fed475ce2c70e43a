"""Built-in tables: the same every time, as large as they say, with roles and hierarchies that fit."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from privacy_core import ParameterError, Table, assess, samples

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
    assert clinic.names == ["age", "sex", "zip", "admission", "diagnosis", "income", "cost"]
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
    for column, tree in sample.hierarchies.items():
        assert tree.labels[-1] == ("*",)
        assert len(tree.levels_of(sample.table[column].labels)) == tree.height == 3


@pytest.mark.parametrize(
    ("name", "k"),
    [("hospital-3", 1), ("hospital-4", 3), ("hospital-5", 3), ("inpatient-4", 4), ("inpatient-3", 4), ("clinic", 1)],
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
