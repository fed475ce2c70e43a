"""What leaves the house: which columns, which rows, in which file."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from privacy_core import ParameterError, Roles, Scale, TableError, UnknownColumn, from_frame, intake
from privacy_core.anonymizers import recoded
from privacy_core.publishing import Keep, publication, written

FRAME = pd.DataFrame(
    {
        "id": [1, 2, 3, 4],
        "zip": ["11", "11", "12", "21"],
        "ill": ["=cmd()", "flu", None, "+1"],
        "pay": [1.5, float("inf"), -3.0, 2.0],
        "n": [-5, 10**17, 3, 4],
        "w": [1, 2, 3, 4],
        "yes": [True, False, True, True],
    }
)
ROLES = Roles(("zip",), ("ill", "pay", "n"), ("id",), weight="w")
GONE = np.array([False, False, False, True])
RELEASE = recoded(from_frame(FRAME), {"zip": ["1*", "1*", "2*"]}, GONE)


def test_columns_nobody_asked_for_stay_at_home():
    found = publication(RELEASE, ROLES)
    assert found.table.names == ["zip", "ill", "pay", "n", "suppressed"]
    assert found.notes == ("Left out: 'id' (identifier), 'w' (weight), 'yes' (no role).",)


def test_columns_asked_for_and_pseudonyms_keep_the_order_of_the_original():
    found = publication(RELEASE, ROLES, Keep(("yes", "w")), b"a secret of many bytes")
    assert found.table.names == ["id", "zip", "ill", "pay", "n", "w", "yes", "suppressed"]
    assert found.notes == (
        "Pseudonyms, which link equal values: 'id'.",
        "Kept as they are, and judged by no model: 'yes'.",
    )


def test_person_and_household_ids_are_never_published_as_they_are():
    roles = Roles(("zip",), person="id", household="w")
    assert publication(RELEASE, roles).table.names == ["zip", "suppressed"]
    shown = publication(RELEASE, roles, salt=b"a secret of many bytes").table
    assert shown.names == ["id", "zip", "w", "suppressed"]
    assert shown["id"].labels[0].startswith("p")
    for name in ("id", "w"):
        with pytest.raises(TableError, match="pseudonyms or not at all"):
            publication(RELEASE, roles, Keep((name,)))


def test_a_column_that_is_not_there_is_refused():
    with pytest.raises(UnknownColumn, match="Did you mean 'yes'"):
        publication(RELEASE, ROLES, Keep(("yess",)))


def test_the_flag_gets_another_name_where_its_own_is_taken():
    twice = FRAME.rename(columns={"yes": "suppressed", "n": "suppressed (2)"})
    release = recoded(from_frame(twice), {"zip": ["1*", "1*", "2*"]}, GONE)
    roles = Roles(("zip",), ("suppressed (2)",))
    found = publication(release, roles, Keep(("suppressed",)))
    assert found.flag == "suppressed (3)"
    assert any("flagged in 'suppressed (3)'" in note for note in found.notes)
    assert publication(release, Roles(("zip",))).flag == "suppressed"


def test_suppressed_rows_left_out():
    found = publication(RELEASE, ROLES, Keep(suppressed_rows=False))
    assert (found.table.n_rows, found.flag) == (3, None)
    assert "1 suppressed rows are left out" in found.notes[-1]
    with pytest.raises(TableError, match="All 4 rows are suppressed"):
        publication(RELEASE.with_suppressed(np.ones(4, bool)), ROLES, Keep(suppressed_rows=False))


def test_csv_is_not_run_and_numbers_stay_numbers():
    found = written(publication(RELEASE, ROLES), "r.csv")
    assert found.content.decode().splitlines() == [
        "zip,ill,pay,n,suppressed",
        "1*,'=cmd(),1.5,-5,false",
        "1*,flu,inf,100000000000000000,false",
        "1*,,-3.0,3,false",
        "*,'+1,2.0,4,true",
    ]
    assert found.notes[0] == "2 texts have an apostrophe, so that no spreadsheet runs them."


def test_xlsx_holds_numbers_as_numbers_and_text_as_text():
    found = written(publication(RELEASE, ROLES), "r.xlsx")
    back = intake.read(found.content, "r.xlsx").table
    assert back["pay"].scale.value == "nominal"  # the infinite number is text
    assert back["ill"].texts(np.arange(4)) == ["'=cmd()", "flu", "(missing)", "'+1"]
    plain = written(publication(RELEASE, Roles(("zip",), ("w",))), "r.xlsx")
    assert intake.read(plain.content, "r.xlsx").table["w"].scale.value == "numeric"


def test_parquet_keeps_kinds():
    found = written(publication(RELEASE, ROLES, Keep(("yes",))), "r.parquet")
    frame = pq.read_table(io.BytesIO(found.content))
    kinds = {name: str(kind) for name, kind in zip(frame.column_names, frame.schema.types, strict=True)}
    assert kinds == {
        "zip": "string", "ill": "string", "pay": "double", "n": "int64", "yes": "bool", "suppressed": "bool"
    }  # fmt: skip
    assert frame["ill"].to_pylist() == ["=cmd()", "flu", None, "+1"]
    assert frame["n"].to_pylist() == [-5, 10**17, 3, 4]
    assert frame["suppressed"].to_pylist() == [False, False, False, True]
    assert found.notes == ()


@pytest.mark.parametrize("kind", ["csv", "xlsx", "parquet"])
def test_the_same_release_is_the_same_bytes(kind):
    one, other = (written(publication(release, ROLES), f"r.{kind}").content for release in (RELEASE, replace(RELEASE)))
    assert one == other


@pytest.mark.parametrize("kind", ["csv", "xlsx", "parquet"])
def test_every_kind_of_file_reads_back_into_the_same_crowds(kind):
    found = publication(RELEASE, Roles(("zip",), ("n",)))
    back = intake.read(written(found, f"r.{kind}").content, f"r.{kind}").table
    everyone = np.arange(4)
    assert back["zip"].texts(everyone) == found.table["zip"].texts(everyone)
    assert [text.lower() for text in back["suppressed"].texts(everyone)] == ["false"] * 3 + ["true"]


def test_another_kind_of_file_is_refused():
    with pytest.raises(ParameterError, match=r"\.csv, \.xlsx, \.parquet"):
        written(publication(RELEASE, ROLES), "r.txt")


MOMENTS = {
    "days": pd.to_datetime(["2024-01-02", "2024-01-01", None]),
    "moments": pd.to_datetime(["2024-01-02 10:00:00", "2024-01-01 11:30:00", None]),
    "fractions": pd.to_datetime(["2024-01-02 10:00:00.5", "2024-01-01 11:30:00.123456789", None]),
    "of a zone": pd.to_datetime(["2024-01-02 10:00:00", "2024-01-01 11:30:00", None]).tz_localize("UTC"),
}


@pytest.mark.parametrize("name", MOMENTS)
def test_days_and_moments_stay_such_in_parquet(name):
    people = from_frame(pd.DataFrame({"q": ["a", "a", "b"], "when": MOMENTS[name]}))
    content = written(publication(people, Roles(("q",), ("when",))), "r.parquet").content
    assert pa.types.is_temporal(pq.read_schema(io.BytesIO(content)).field("when").type)
    back = intake.read(content, "r.parquet").table["when"]
    assert (back.scale, back.codes.tolist()) == (Scale.ORDINAL, people["when"].codes.tolist())


def test_an_order_that_is_not_that_of_the_days_stays_text():
    days = pd.Categorical(["2024-01-02", "2024-01-01"], ["2024-01-02", "2024-01-01"], ordered=True)
    people = from_frame(pd.DataFrame({"q": ["a", "a"], "when": days}))
    content = written(publication(people, Roles(("q",), ("when",))), "r.parquet").content
    assert pq.read_table(io.BytesIO(content))["when"].to_pylist() == ["2024-01-02", "2024-01-01"]
