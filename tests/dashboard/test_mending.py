"""Repairs on the page: what is offered and in which order, what a click adds, what undoing brings back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dashboard import server, words
from privacy_core import COUNTED_SIZE, Role, as_toml, from_toml, household_size, intake, staircase
from tests.dashboard.visits import KNOWN, SECRET, Visit, csv_of, read

VISITS = csv_of(
    patient_id=["p1", "p1", "p2", "p3"], wave=[1, 2, 1, 1], bout=[9, 4, 1, 2], sex=list("ffmm"), flu=list("ynny")
)
HOMES = csv_of(hh=["a", "a", "b", "c", "c", "c"], who=[1, 2, 3, 4, 5, 5], sex=list("fmfmfm"), ill=list("yynnyn"))
SIDE_BY_SIDE = intake.Repair(intake.RepairKind.ONE_PERSON, "patient_id", ("wave",))
DONE = f": {words.UNDO_REPAIR}"
ORDER = "order patient_id-0"
SIZE = intake.Repair(intake.RepairKind.HOUSEHOLD_SIZE, "hh")


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def visits() -> Visit:
    return Visit().upload(VISITS).roles(patient_id=Role.PERSON, sex=KNOWN, flu=SECRET)


def reasons(visit: Visit) -> dict[str, str]:
    shown = visit.app.dataframe[0].value
    return dict(zip(shown["Column"], shown["Why suggested"], strict=True))


def labels(visit: Visit) -> list[str]:
    return [button.label for button in visit.app.button]


def test_the_counted_size_is_one_click_and_costs_at_once():
    visit = Visit().upload(HOMES)
    assert words.repair_label(SIZE) not in labels(visit)  # nothing before the household is accepted
    visit.roles(hh=Role.HOUSEHOLD, sex=KNOWN, ill=SECRET).press(words.repair_label(SIZE))
    study = visit.state("study")
    assert study.repairs == (SIZE,)
    assert study.roles.quasi_identifiers == ("sex", COUNTED_SIZE)
    held = read(HOMES)
    expected = staircase(held.with_column(household_size(held, "hh")), ["sex", COUNTED_SIZE])
    drawn = visit.run().figures[0]["rows"]["steps"]
    assert [round(row["alone"] * 6 / 100) for row in drawn] == list(expected.alone) == [0, 4]
    assert reasons(visit)[COUNTED_SIZE] == "made by a repair: anyone can count it by hh"
    assert from_toml(as_toml(study).encode()) == study
    visit.press(words.repair_label(SIZE) + DONE)
    assert visit.state("study").roles.quasi_identifiers == ("sex",)
    assert (visit.state("study").repairs, list(visit.state("draft"))) == ((), ["hh", "who", "sex", "ill"])


def test_sizes_are_counted_in_persons_once_they_are_known():
    visit = Visit().upload(HOMES).roles(hh=Role.HOUSEHOLD, who=Role.PERSON, sex=KNOWN)
    visit.press(words.repair_label(SIZE))
    (repair,) = visit.state("study").repairs
    assert repair == replace(SIZE, parameters=("who",))
    assert intake.apply(read(HOMES), repair)[COUNTED_SIZE].texts(range(6)) == ["2", "2", "1", "2", "2", "2"]
    visit.everywhere()


def test_households_without_an_id_are_not_counted():
    visit = Visit().upload(csv_of(hh=["a", None, "b"], sex=list("ffm"))).roles(hh=Role.HOUSEHOLD, sex=KNOWN)
    assert words.repair_label(SIZE) not in labels(visit)


def test_roles_accepted_before_a_repair_come_back_with_its_columns():
    visit = visits()
    before = visit.state("study").roles
    visit.press(words.repair_label(SIDE_BY_SIDE))
    assert visit.state("study").roles is None
    visit.press(words.repair_label(SIDE_BY_SIDE) + DONE)
    assert (visit.state("study").roles, visit.state("study").repairs) == (before, ())
    assert visit.figures


def test_roles_changed_since_are_kept_when_a_column_comes_back():
    visit = visits()
    visit.press(words.repair_label(SIDE_BY_SIDE)).accept()
    put = visit.state("study").roles
    assert put.sensitive == ("flu visit 1", "flu visit 2")
    visit.app.session_state["draft"] = visit.state("draft") | {"sex": SECRET, "wave visit 1": KNOWN}
    changed = replace(put, quasi_identifiers=("wave visit 1",), sensitive=("sex", *put.sensitive))
    visit.app.session_state["study"] = replace(visit.state("study"), roles=changed)
    visit.app.session_state["history"] = visit.state("history").then(visit.state("study"))
    visit.run()
    visit.press(words.repair_label(SIDE_BY_SIDE) + DONE)
    assert visit.state("study").roles is None  # sex is a secret now, and without it nothing is known to others
    assert visit.state("draft")["flu"] is SECRET
    assert visit.state("draft")["sex"] is SECRET


def test_any_column_can_order_the_rows_of_a_person():
    visit = visits()
    box = visit.app.selectbox(key=ORDER)
    assert box.options == [words.THEIR_VALUES, "wave", "bout", "sex", "flu"]
    assert box.value == "wave"
    box.set_value("bout")
    visit.run().press(words.repair_label(SIDE_BY_SIDE))
    by_bout = replace(SIDE_BY_SIDE, parameters=("bout",))
    assert visit.state("study").repairs == (by_bout,)
    visit.app.selectbox(key=ORDER).select_index(0)
    assert visit.run().state("study").repairs == (replace(SIDE_BY_SIDE, parameters=()),)
    visit.press(words.repair_label(SIDE_BY_SIDE) + DONE)
    assert visit.state("study").repairs == ()


def test_a_column_with_gaps_orders_nothing_and_what_was_there_stays():
    gaps = csv_of(patient_id=["p1", "p1", "p2"], wave=[1, 2, 1], bout=[9, None, 1], sex=list("ffm"))
    visit = Visit().upload(gaps).roles(patient_id=Role.PERSON, sex=KNOWN)
    visit.app.selectbox(key=ORDER).set_value("bout")
    visit.run().press(words.repair_label(SIDE_BY_SIDE))
    assert any("'bout': 1 row has no place in the order" in error for error in visit.errors)
    assert visit.state("study").repairs == ()


def test_counts_of_the_cards_are_said_to_be_of_the_file():
    visit = visits()
    assert words.COUNTS_AS_READ not in visit.texts
    assert words.COUNTS_AS_READ in visit.press(words.repair_label(SIDE_BY_SIDE)).texts


def test_columns_made_by_a_repair_say_so():
    visit = visits().press(words.repair_label(SIDE_BY_SIDE))
    found = reasons(visit)
    assert found["flu visit 2"].startswith("made by a repair from flu; ")
    assert found["patient_id"].startswith("an id")
    assert all(found.values())


def test_findings_about_persons_come_first():
    content = csv_of(
        land=["DE", "de", "FR", "DE"] * 6,
        fee=[999, 3, 4, 5] * 6,
        town=["Ulm ", "Bonn", "Kiel", "Jena"] * 6,
        email=[f"person{i}@example.org" for i in range(24)],
        patient_id=[i // 2 for i in range(24)],
    )
    found = Visit().upload(content).texts
    titles = [line for line in found.splitlines() if line.startswith("**") and ": " in line and line.endswith("**")]
    assert "several rows per person" in titles[0]
    assert "e-mail addresses" in titles[1]
    assert len(titles) > 3
