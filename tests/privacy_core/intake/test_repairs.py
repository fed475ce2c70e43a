"""Repairs do what they say, in order, and are undone by leaving them out."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import Study
from privacy_core.errors import TableError
from privacy_core.frames import from_frame
from privacy_core.intake import Kind, Repair, RepairKind, apply, apply_repairs, doctor, read
from privacy_core.tables import MISSING, Scale, Table


def cells(table: Table, name: str) -> list[str | None]:
    labels = [None if label == MISSING else label for label in table[name].labels]
    return [labels[code] for code in table[name].codes]


def mended(values: list[object], kind: RepairKind, *parameters: str | int | float) -> list[str | None]:
    return cells(apply(from_frame(pd.DataFrame({"c": values})), Repair(kind, "c", parameters)), "c")


@pytest.mark.parametrize(
    ("kind", "parameters", "before", "after"),
    [
        (RepairKind.MISSING, ("NA", "*"), ["NA", "x", "*"], [None, "x", None]),
        (RepairKind.MISSING, (999, -1), [34, 999, -1], ["34", None, None]),
        (RepairKind.MISSING, ("inf", "-inf"), [1.5, np.inf, -np.inf], ["1.5", None, None]),
        (RepairKind.MISSING, (-999,), ["1", "-999", "x"], ["1", None, "x"]),
        (RepairKind.TEXT, (), [1, 2, 1], ["1", "2", "1"]),
        (RepairKind.NUMBER, (".",), ["34", "1,234.5", "x", None], ["34", "1234.5", None, None]),
        (RepairKind.NUMBER, (",",), ["1.234", "1,5", "7"], ["1234", "1.5", "7"]),
        (RepairKind.NUMBER, (), ["02138", "2138"], ["2138", "2138"]),
        (RepairKind.MERGE, (), ["Ulm", "ulm ", "Ulm", "Bonn"], ["Ulm", "Ulm", "Ulm", "Bonn"]),
        (RepairKind.MERGE_NUMBERS, (), [0.3, 0.1 + 0.2, 0.5], ["0.3", "0.3", "0.5"]),
        (RepairKind.TRIM, (), [" a", "a", "b\u00a0"], ["a", "a", "b"]),
        (RepairKind.NORMALISE, (), ["Zu\u0308rich", "a\u200bb", "x\u00a0y"], ["Zürich", "ab", "x y"]),
        (RepairKind.DAY_FIRST, (), ["03/04/2024", "x", "13.04.69"], ["2024-04-03", "x", "1969-04-13"]),
        (RepairKind.MONTH_FIRST, (), ["03/04/2024", "3/14/2024"], ["2024-03-04", "2024-03-14"]),
        (RepairKind.SERIAL, (), ["45379", "2024-01-01"], ["2024-03-28", "2024-01-01"]),
        (RepairKind.GROUP_RARE, (2,), ["a", "a", "b", "c", None], ["a", "a", "other", "other", None]),
        (RepairKind.CAP, (90,), [34, 92, 89, None], ["34", "90+", "89", None]),
        (RepairKind.CAP, (90,), ["92", "90+", "9"], ["90+", "90+", "9"]),
        (RepairKind.ZIP3, (), ["03601", "10001", "94110-1234"], ["000", "100", "941"]),
    ],
)
def test_of_one_column(kind, parameters, before, after):
    assert mended(before, kind, *parameters) == after


def test_capped_ages_are_in_order():
    table = apply(from_frame(pd.DataFrame({"age": [9, 100, 89, 10]})), Repair(RepairKind.CAP, "age", (90,)))
    assert (table["age"].scale, table["age"].labels) == (Scale.ORDINAL, ["9", "10", "89", "90+"])


def test_a_column_of_texts_becomes_numbers_when_tokens_go():
    table = apply(read(b"age\n34\nNA\n41\n", "t").table, Repair(RepairKind.MISSING, "age", ("NA",)))
    assert table["age"].scale is Scale.NUMERIC


def test_total_rows_go_and_the_rest_is_read_anew():
    table = read(b"age,n\n34,1\n41,2\nTotal,3\nSource: x,\n", "t").table
    repair = next(each.repair for each in doctor(table) if each.kind is Kind.CLOSING_ROWS)
    mended = apply(table, repair)
    assert (mended.n_rows, mended["age"].scale, cells(mended, "age")) == (2, Scale.NUMERIC, ["34", "41"])
    assert repair.changes_rows
    assert "shorter" in repair.sentence


def test_visits_side_by_side():
    frame = pd.DataFrame(
        {"flu": ["no", "yes", "no"], "patient_id": ["p1", "p1", "p2"], "visit date": [3, 1, 2], "sex": ["f", "f", "m"]}
    )
    offered = next(each for each in doctor(from_frame(frame)) if each.kind is Kind.SEVERAL_ROWS).others
    assert offered == (Repair(RepairKind.ONE_PERSON, "patient_id", ("visit date",)),)
    mended = apply(from_frame(frame), *offered)
    assert mended.names == [
        "flu visit 1",
        "flu visit 2",
        "patient_id",
        "visit date visit 1",
        "visit date visit 2",
        "sex",
    ]
    assert (cells(mended, "flu visit 1"), cells(mended, "flu visit 2")) == (["yes", "no"], ["no", None])
    assert offered[0].changes_rows
    assert "ordered by 'visit date'" in offered[0].sentence
    assert "ordered by all their values" in Repair(RepairKind.ONE_PERSON, "patient_id").sentence


@pytest.mark.parametrize("spoilt", [{"visit date": [1, 1, 2]}, {"visit date": [3, None, 2]}])
def test_no_column_orders_visits_that_fall_together_or_have_no_date(spoilt):
    frame = pd.DataFrame({"patient_id": ["p1", "p1", "p2"], **spoilt})
    offered = next(each for each in doctor(from_frame(frame)) if each.kind is Kind.SEVERAL_ROWS).others
    assert offered == (Repair(RepairKind.ONE_PERSON, "patient_id"),)


def test_rows_without_a_person_are_not_put_side_by_side():
    frame = pd.DataFrame({"patient_id": ["p1", "p1", "p2", None], "flu": [1, 2, 3, 4]})
    assert next(each for each in doctor(from_frame(frame)) if each.kind is Kind.SEVERAL_ROWS).repairs == ()
    with pytest.raises(TableError, match="'patient_id': 1 row has no person id"):
        apply(from_frame(frame), Repair(RepairKind.ONE_PERSON, "patient_id"))


def test_household_sizes_are_added():
    table = from_frame(pd.DataFrame({"hh": ["a", "a", "b"], "who": [1, 1, 2]}))
    repair = Repair(RepairKind.HOUSEHOLD_SIZE, "hh")
    assert cells(apply(table, repair), "household size (counted)") == ["2", "2", "1"]
    in_persons = Repair(RepairKind.HOUSEHOLD_SIZE, "hh", ("who",))
    assert cells(apply(table, in_persons), "household size (counted)") == ["1", "1", "1"]
    assert in_persons.needs == ("hh", "who")
    assert (repair.changes_columns, repair.changes_rows) == (True, False)
    assert "counted in rows" in repair.sentence
    assert "counted in distinct 'who'" in in_persons.sentence
    with pytest.raises(TableError, match="'who'"):
        apply(from_frame(pd.DataFrame({"hh": ["a"]})), in_persons)


def test_one_row_for_equal_rows():
    table = from_frame(pd.DataFrame({"a": ["x", "x", "y", None, None], "b": [1, 1, 1, 2, 2]}))
    mended = apply(table, Repair(RepairKind.ONE_ROW))
    assert (mended.n_rows, cells(mended, "a")) == (3, ["x", "y", None])
    assert "k changes" in Repair(RepairKind.ONE_ROW).sentence


def test_coordinates():
    table = from_frame(pd.DataFrame({"lat": [52.377, -33.9, 151.2, 0], "lon": [4.894, 151.2, -33.9, 0]}))
    swapped = apply(table, Repair(RepairKind.SWAP_GEO, "lat", ("lon",)))
    assert cells(swapped, "lat") == ["52.377", "-33.9", "-33.9", "0"]
    nowhere = apply(swapped, Repair(RepairKind.NULL_ISLAND, "lat", ("lon",)))
    assert cells(nowhere, "lon") == ["4.894", "151.2", "151.2", None]
    rounded = apply(nowhere, Repair(RepairKind.ROUND_GEO, "lat", ("lon", 1)))
    assert (cells(rounded, "lat")[0], cells(rounded, "lon")[0]) == ("52.4", "4.9")


def test_the_last_column_stays():
    with pytest.raises(TableError, match="the only one"):
        apply(from_frame(pd.DataFrame({"a": [1]})), Repair(RepairKind.DROP_COLUMN, "a"))


def test_all_rows_cannot_go():
    with pytest.raises(TableError, match="2 rows; its last 2"):
        apply(from_frame(pd.DataFrame({"a": [1, 2]})), Repair(RepairKind.DROP_LAST, None, (2,)))


def test_text_cannot_become_numbers():
    with pytest.raises(TableError, match="none of its 2 cells is a number"):
        apply(from_frame(pd.DataFrame({"a": ["x", "y"]})), Repair(RepairKind.NUMBER, "a"))


def test_a_study_of_another_file():
    table = from_frame(pd.DataFrame({"a": [1, 2]}))
    repairs = [
        Repair(RepairKind.TRIM, "zip"),
        Repair(RepairKind.TEXT, "a"),
        Repair(RepairKind.ROUND_GEO, "a", ("lon", 2)),
    ]
    with pytest.raises(TableError, match=r"2 of 3 repairs need 2 columns .* 'zip', 'lon'\. Nothing was changed\."):
        apply_repairs(table, repairs)


def test_a_repair_of_a_column_dropped_before_is_refused():
    table = from_frame(pd.DataFrame({"a": [1, 2], "b": [1, 2]}))
    with pytest.raises(TableError, match="'a'"):
        apply_repairs(table, [Repair(RepairKind.DROP_COLUMN, "a"), Repair(RepairKind.TEXT, "a")])


def test_a_study_keeps_them_in_order():
    study = Study(repairs=(Repair(RepairKind.TRIM, "a"), Repair(RepairKind.MERGE, "a")))
    assert [each.kind for each in study.repairs] == [RepairKind.TRIM, RepairKind.MERGE]
    assert hash(study.repairs) == hash((Repair(RepairKind.TRIM, "a"), Repair(RepairKind.MERGE, "a")))


@pytest.mark.parametrize("kind", RepairKind)
def test_each_repair_has_a_sentence(kind):
    parameters = ("lon", 2) if "coordinates" in kind or kind is RepairKind.NULL_ISLAND else (3,)
    assert Repair(kind, "c", parameters).sentence.endswith(".")
    assert "{" not in Repair(kind, "c", parameters).sentence


texts = st.one_of(
    st.none(),
    st.sampled_from(["NA", "a", "A", " a", "12", "1,5", "03/04/2024", "45379", "2024-02-30", "*", "a@b.example"]),
    st.text(max_size=4).filter(lambda text: text.encode("utf-8", "ignore").decode() == text),
)
numbers = st.one_of(st.none(), st.sampled_from([999.0, -1.0, 0.1 + 0.2, 0.3, np.inf]), st.floats(-180, 180))
rows = st.lists(st.tuples(texts, st.sampled_from(["x", "y", None]), numbers, numbers), min_size=1, max_size=20)


def whole(rows: list[tuple[object, ...]]) -> Table:
    return from_frame(pd.DataFrame(rows, columns=["word", "few", "lat", "lon"]).convert_dtypes())


def shown(table: Table) -> dict[str, list[str]]:
    return {name: table[name].texts(np.arange(table.n_rows)) for name in table.names}


@settings(max_examples=80, deadline=None)
@given(rows)
def test_whatever_is_offered_can_be_applied_and_undone(made):
    table = whole(made)
    before = shown(table)
    offered = [repair for finding in doctor(table) for repair in finding.repairs]
    for repair in offered:
        apply(table, repair)
    assert shown(table) == before
    assert shown(apply_repairs(table, ())) == before


@settings(max_examples=60, deadline=None)
@given(rows)
def test_a_repair_done_twice_is_a_repair_done_once(made):
    table = whole(made)
    for repair in [repair for finding in doctor(table) for repair in finding.repairs]:
        if repair.kind in (RepairKind.DROP_COLUMN, RepairKind.DROP_LAST, RepairKind.SWAP_GEO, RepairKind.GROUP_RARE):
            continue
        once = apply(table, repair)
        assert shown(apply(once, repair)) == shown(once)


@settings(max_examples=60, deadline=None)
@given(rows)
def test_only_some_repairs_change_the_number_of_rows(made):
    table = whole(made)
    for repair in [repair for finding in doctor(table) for repair in finding.repairs]:
        assert repair.changes_rows or apply(table, repair).n_rows == table.n_rows


@settings(max_examples=60, deadline=None)
@given(rows)
def test_what_was_mended_is_found_no_more(made):
    table = whole(made)
    for finding in doctor(table):
        if finding.kind in (Kind.NEAR_EQUAL, Kind.TWIN_ROWS, Kind.INFINITE, Kind.DUPLICATE, Kind.GEO_ZERO):
            again = doctor(apply(table, finding.repair))
            assert (finding.kind, finding.column) not in {(each.kind, each.column) for each in again}
