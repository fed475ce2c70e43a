"""Each kind of finding is made where it is true, with its count and its repair."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from privacy_core.frames import from_frame
from privacy_core.intake import Finding, Kind, Options, RepairKind, by_weight, doctor, geo_grids, geo_pair, read
from privacy_core.progress import Stopped
from privacy_core.tables import Table


def found(table: Table | pd.DataFrame, kind: Kind, column: str | None = None) -> Finding | None:
    whole = table if isinstance(table, Table) else from_frame(table)
    return next((each for each in doctor(whole) if each.kind is kind and column in (None, each.column)), None)


def column(*values: object) -> pd.DataFrame:
    return pd.DataFrame({"c": list(values)})


@pytest.mark.parametrize(
    ("values", "kind", "count", "repair"),
    [
        (["NO", "NA", "n/a", "SE", "NA"], Kind.MISSING_TOKENS, 3, RepairKind.MISSING),
        (["Ulm", "ulm", "Ulm", "Bonn"], Kind.NEAR_EQUAL, 1, RepairKind.MERGE),
        (["Bad Ems", "Bad\u00a0Ems", "Bad Ems", "Ulm"], Kind.NEAR_EQUAL, 1, RepairKind.MERGE),
        (["Ulm", "Ulm\u200b", "Bonn"], Kind.NEAR_EQUAL, 1, RepairKind.MERGE),
        (["Z\u00fcrich", "Zu\u0308rich", "Z\u00fcrich"], Kind.NEAR_EQUAL, 1, RepairKind.MERGE),
        (["Ulm ", "Ulm", "Ulm", "Bonn"], Kind.NEAR_EQUAL, 1, RepairKind.MERGE),
        ([" Ulm", "Bonn", "Kiel"], Kind.BLANKS, 1, RepairKind.TRIM),
        (["Bad\u00a0Ems", "Bonn", "Kiel"], Kind.INVISIBLE, 1, RepairKind.NORMALISE),
        (["34", "41", "unknown", "28", "52"], Kind.NUMERIC_TEXT, 1, RepairKind.NUMBER),
        (["34", "41", "28"], Kind.NUMERIC_TEXT, 3, RepairKind.NUMBER),
        (["SEPT2", "1E5", "BRCA1", "10-11"], Kind.SPREADSHEET_CODES, 3, None),
        (["a@b.example", "none given", "c@d.example"], Kind.EMAIL, 2, RepairKind.DROP_COLUMN),
        (["+49 171 2345678", "(030) 1234567", "0171 / 998877", "x"], Kind.PHONE, 3, RepairKind.DROP_COLUMN),
        (["x", "x", "x"], Kind.CONSTANT, 3, RepairKind.DROP_COLUMN),
        ([1.0, 2.5, np.inf, -np.inf], Kind.INFINITE, 2, RepairKind.MISSING),
        ([0.3, 0.1 + 0.2, 0.7], Kind.NUMBER_TWINS, 1, RepairKind.MERGE_NUMBERS),
        ([34, 51, 999, 28], Kind.SENTINEL, 1, RepairKind.MISSING),
        ([3, 5, 9999, 28, 9999], Kind.SENTINEL, 2, RepairKind.MISSING),
        ([3, 0, -1, 28, 12], Kind.SENTINEL, 1, RepairKind.MISSING),
        ([1, 2, 3, 4, 5, 9, 9], Kind.SENTINEL, 2, RepairKind.MISSING),
        ([1200.5, 300, -999, 150], Kind.SENTINEL, 1, RepairKind.MISSING),
        ([1200, 300, 170, 150, -5], Kind.NEGATIVE, 1, None),
        (["03/04/2024", "13/04/2024", "05/05/2024"], Kind.AMBIGUOUS_DATES, 1, RepairKind.DAY_FIRST),
        (["03/04/2024", "3/14/2024", "3/15/2024"], Kind.AMBIGUOUS_DATES, 1, RepairKind.MONTH_FIRST),
        (["13.04.68", "14.05.69"], Kind.TWO_DIGIT_YEARS, 2, RepairKind.DAY_FIRST),
        (["2023-02-29", "2024-02-29", "2024-01-01"], Kind.IMPOSSIBLE_DATES, 1, None),
        (["31/04/2024", "30/04/2024", "29/04/2024"], Kind.IMPOSSIBLE_DATES, 1, None),
        (["2024-01-05", "45379", "2024-01-07"], Kind.SERIAL_DATES, 1, RepairKind.SERIAL),
        (["*", "a", "b"], Kind.STARS, 1, None),
    ],
)
def test_of_one_column(values, kind, count, repair):
    finding = found(column(*values), kind)
    assert finding is not None
    assert finding.count == count
    assert (finding.repair.kind if finding.repair else None) is repair


def test_numbers_hidden_by_na_tokens_are_looked_at_too():
    finding = found(column("1", "0", "2", "-999", "3", "NaN"), Kind.SENTINEL)
    assert finding is not None
    assert "-999 in 1 cell" in finding.sentence


def test_free_text():
    notes = [f"the patient came on day {i} and spoke about work" for i in range(8)]
    assert found(column(*notes), Kind.FREE_TEXT).count == 8


def test_names_by_spelling_and_by_the_name_of_the_column():
    people = ["Anna Weber", "Jon van Dyk", "Mary O'Hara", "Peter Maier", "Eva Lund", "José Díaz"]
    assert found(column(*people), Kind.NAMES).count == 6
    first = pd.DataFrame({"first_name": ["Anna", "Anna", "Jon", "Eva"], "v": [1, 2, 1, 2]})
    assert found(first, Kind.NAMES, "first_name").repair.kind is RepairKind.DROP_COLUMN


def test_phones_by_the_name_of_the_column():
    assert found(pd.DataFrame({"phone": ["0161550100", "161550101"], "v": [1, 2]}), Kind.PHONE).count == 2


def test_all_unique_from_twenty_rows():
    assert found(column(*[f"P{i}" for i in range(20)]), Kind.ALL_UNIQUE).count == 20
    assert found(column(*[f"P{i}" for i in range(19)]), Kind.ALL_UNIQUE) is None


def test_duplicate_columns():
    finding = found(pd.DataFrame({"a": [1, 2, 1], "b": [1, 2, 1]}), Kind.DUPLICATE)
    assert (finding.column, finding.repair.kind) == ("b", RepairKind.DROP_COLUMN)


@pytest.fixture
def rng():
    return np.random.default_rng(5)


def test_one_to_one_and_many_to_one(rng):
    age = rng.integers(18, 80, 300)
    frame = pd.DataFrame({"age": age, "code": [f"k{a:02}" for a in age], "band": [f"{a // 10}x" for a in age]})
    assert "one-to-one" in found(frame, Kind.DERIVED, "code").sentence
    derived = found(frame, Kind.DERIVED, "band") or found(frame, Kind.HIERARCHY, "band")
    assert derived.repair.kind is RepairKind.DROP_COLUMN


def test_hierarchy_like_columns(rng):
    zips = rng.integers(100, 140, 300)
    frame = pd.DataFrame({"plz": [f"0{z}" for z in zips], "town": [f"town {z // 10}" for z in zips]})
    assert found(frame, Kind.HIERARCHY).column == "town"


def test_total_is_the_sum_of_two(rng):
    a, b = rng.integers(1, 90, 50), rng.integers(1, 90, 50)
    frame = pd.DataFrame({"a": a, "b": b, "total": a + b, "area": a * b})
    assert "'a' + 'b'" in found(frame, Kind.DERIVED, "total").sentence
    assert "'a' × 'b'" in found(frame, Kind.DERIVED, "area").sentence


def test_a_sum_that_fails_in_one_row_is_none(rng):
    a, b = rng.integers(1, 90, 500), rng.integers(1, 90, 500)
    total = a + b
    total[7] += 1
    assert found(pd.DataFrame({"a": a, "b": b, "total": total}), Kind.DERIVED) is None


def test_age_and_year_of_birth(rng):
    age = rng.integers(18, 80, 60)
    late = rng.integers(0, 2, 60)
    assert "year of birth" in found(pd.DataFrame({"age": age, "born": 2024 - age - late}), Kind.DERIVED, "age").sentence
    dates = [f"{2024 - a}-05-0{1 + a % 9}" for a in age]
    assert "year of birth" in found(pd.DataFrame({"age": age, "birth_date": dates}), Kind.DERIVED, "age").sentence


def test_twin_rows_and_rows_without_values():
    frame = pd.DataFrame({"a": ["x", "x", "y", None], "b": [1, 1, 2, None], "c": [*"ppq", None]})
    assert found(frame, Kind.TWIN_ROWS).count == 1
    assert found(frame, Kind.EMPTY_ROWS).count == 1


def test_several_rows_per_person():
    frame = pd.DataFrame({"patient_id": ["p1", "p1", "p1", "p2"], "v": [1, 2, 3, 4]})
    finding = found(frame, Kind.SEVERAL_ROWS)
    assert finding.count == 2
    assert "2 persons in 4 rows, up to 3 rows each" in finding.sentence


def test_rare_values(rng):
    lands = np.append(rng.choice(["DE", "FR", "IT"], 196), ["SM", "SM", "VA", "LI"])
    finding = found(column(*lands), Kind.RARE)
    assert (finding.count, finding.repair.parameters) == (4, (5,))


def test_coordinates():
    lat = [52.370216, 52.370841, 52.371999, 52.379189, 52.3785, -33.86882, 151.20929, 0]
    lon = [4.895168, 4.895902, 4.897001, 4.899431, 4.9001, 151.20929, -33.86882, 0]
    table = from_frame(pd.DataFrame({"lat": lat, "lon": lon}))
    assert geo_pair(table) == ("lat", "lon")
    assert [(grid.decimals, grid.smallest, grid.largest) for grid in geo_grids(table, "lat", "lon", (6, 2))] == [
        (6, 1, 1),
        (2, 1, 3),
    ]
    for kind, count in ((Kind.GEO, 8), (Kind.GEO_RANGE, 1), (Kind.GEO_SWAPPED, 1), (Kind.GEO_ZERO, 1)):
        assert found(table, kind).count == count
    assert found(table, Kind.GEO).repair.parameters == ("lon", 2)


def test_safe_harbor_hints():
    frame = pd.DataFrame({"zip": ["03601", "10001", "69201"], "age": ["92", "73", "90+"]})
    assert found(frame, Kind.RESTRICTED_ZIP).count == 2
    assert "2000 census" in found(frame, Kind.RESTRICTED_ZIP).sentence
    assert (found(frame, Kind.OVER_89).count, found(frame, Kind.OVER_89).repair.parameters) == (1, (90,))


def test_serial_numbers_in_a_column_called_a_date():
    assert found(pd.DataFrame({"visit_date": [45379, 45380, 45381], "v": [1, 2, 3]}), Kind.SERIAL_DATES).count == 3
    assert found(pd.DataFrame({"income": [45379, 45380, 45381], "v": [1, 2, 3]}), Kind.SERIAL_DATES) is None


def test_numeric_headers_but_not_years():
    assert found(pd.DataFrame([[2, 3]], columns=["34", "51"]), Kind.NUMERIC_HEADER).count == 2
    assert found(pd.DataFrame([[1, 2, 3]], columns=["land", "2019", "2020"]), Kind.NUMERIC_HEADER) is None


def test_totals_and_sources():
    content = b"age,sex,n\n34,F,1\n41,M,2\n41,M,3\nTotal,,6\nSource: invented,,\n"
    reading = read(content, "t.csv")
    findings = list(doctor(reading.table, reading.facts))
    closing = next(each for each in findings if each.kind is Kind.CLOSING_ROWS)
    assert (closing.count, closing.repair.parameters) == (2, (2,))
    assert Kind.NUMERIC_TEXT not in {each.kind for each in findings}  # age is text only because of them


def test_a_full_total_row_is_one_when_its_word_occurs_once():
    content = b"ward,a,b\nA,1,2\nB,3,4\nTotal,4,6\n"
    assert found(read(content, "t.csv").table, Kind.CLOSING_ROWS).count == 1
    assert found(read(b"type,a,b\nTotal,1,2\nPart,3,4\nTotal,4,6\n", "t.csv").table, Kind.CLOSING_ROWS) is None


def test_what_reading_noticed_comes_first_with_the_other_reading():
    reading = read(b"title;;\nzip;age;v\n02138;34;1\n02139;41;2\n", "t.csv")
    findings = list(doctor(reading.table, reading.facts))
    assert [each.kind for each in findings[:2]] == [Kind.TITLE_ROWS, Kind.LEADING_ZEROS]
    assert [each.kind for each in findings[1].repairs] == [RepairKind.NUMBER]


def test_hidden_sheets_and_mixed_cells(shared):
    content = (shared / "cases" / "c15_sheets_title_dates.xlsx").read_bytes()
    reading = read(content, "c15.xlsx")
    kinds = {each.kind: each for each in doctor(reading.table, reading.facts)}
    assert {Kind.HIDDEN_SHEET, Kind.OTHER_SHEETS, Kind.TITLE_ROWS, Kind.MIXED, Kind.CLOSING_ROWS} <= kinds.keys()
    assert reading.table.n_rows - kinds[Kind.CLOSING_ROWS].count == 4


def test_a_column_is_told_once_of_each_kind():
    table = read(b"a;b\nNA;x\nNA;y\n", "t.csv", Options(delimiter=";")).table
    said = [(each.kind, each.column) for each in doctor(table)]
    assert len(said) == len(set(said))


def test_the_doctor_stops_when_told():
    table = from_frame(column("a", "b"))
    with pytest.raises(Stopped):
        list(doctor(table, (), lambda share, doing: False))


def test_a_million_rows_with_progress_after_every_column(rng):
    n = 1_000_000
    zips = rng.integers(1000, 99999, n)
    frame = pd.DataFrame(
        {
            "uid": np.char.add("P", rng.permutation(n).astype(str)).astype(object),
            "age": rng.integers(0, 98, n),
            "sex": rng.choice(["female", "male"], n),
            "zip": np.char.zfill(zips.astype(str), 5).astype(object),
            "town": np.char.add("town ", (zips // 20).astype(str)).astype(object),
            "lat": np.round(rng.uniform(47, 55, n), 6),
            "lon": np.round(rng.uniform(6, 15, n), 6),
            "income": np.round(rng.lognormal(10, 0.5, n), 2),
            "cost": np.round(rng.lognormal(7, 1.5, n), 2),
            "admission": (np.datetime64("2020-01-01") + rng.integers(0, 1500, n)).astype(str),
            "diagnosis": np.char.add("d", rng.integers(0, 300, n).astype(str)).astype(object),
            "ward": rng.choice(list("ABCDEF"), n),
        }
    )
    table = from_frame(frame)
    told: list[float] = []

    def progress(share: float, doing: str) -> bool:
        told.append(share)
        return True

    kinds = {each.kind for each in doctor(table, (), progress)}
    assert len(told) > len(frame.columns)
    assert {Kind.ALL_UNIQUE, Kind.GEO, Kind.HIERARCHY} <= kinds


def test_parquet_and_csv_are_told_the_same():
    frame = pd.DataFrame({"age": [34, 999, 41, 28], "land": ["DE", "de", "DE", "FR"]})
    packed = io.BytesIO()
    frame.to_parquet(packed)
    by_csv = [
        (each.kind, each.column, each.count) for each in doctor(read(frame.to_csv(index=False).encode(), "c").table)
    ]
    assert by_csv == [(each.kind, each.column, each.count) for each in doctor(read(packed.getvalue(), "p").table)]


def test_weighty_findings_come_first_and_none_is_lost():
    frame = pd.DataFrame(
        {
            "one": ["x"] * 24,
            "land": ["DE", "de", "FR", "DE"] * 6,
            "code": [f"k{i}" for i in range(24)],
            "mail": [f"p{i}@example.org" for i in range(24)],
            "patient_id": [i // 2 for i in range(24)],
        }
    )
    as_found = tuple(doctor(from_frame(frame)))
    ordered = by_weight(as_found)
    kinds = [each.kind for each in ordered]
    assert kinds[:3] == [Kind.SEVERAL_ROWS, Kind.EMAIL, Kind.ALL_UNIQUE]
    assert kinds.index(Kind.NEAR_EQUAL) > 2
    assert sorted(map(repr, ordered)) == sorted(map(repr, as_found))
    assert by_weight(ordered) == ordered
