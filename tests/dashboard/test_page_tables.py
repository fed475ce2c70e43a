"""What a table may hold: nothing left, missing and infinite values, many columns, visits; and how it is let go."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from dashboard import server, words
from privacy_core import (
    Missing,
    MissingSensitive,
    Role,
    Study,
    intake,
    joint,
    samples,
    special_uniques,
)
from tests.dashboard.visits import KNOWN, MOST, NINE, SECRET, Visit, csv_of


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    """Without a server there is nothing to prepare; this process stays as it was."""
    monkeypatch.setattr(server, "prepare", lambda: None)


def test_all_rows_suppressed_leaves_nothing_to_judge():
    content = csv_of(q=["*"] * 4, s=list("abab"))
    visit = Visit().upload(content).roles(q=KNOWN, s=SECRET).count(suppressed_token="*")
    assert "No row is left" in visit.page("crowd").answer
    assert "No row is left" in visit.page("giveaway").answer
    visit.page("publish")
    assert visit.page("crowd").count(suppressed_token=None).metrics


def test_all_rows_left_out_leaves_nothing_to_judge():
    visit = Visit().upload(csv_of(q=["a", None], p=[None, "b"], s=list("ab"))).roles(q=KNOWN, p=KNOWN, s=SECRET)
    visit.count(missing=Missing.DROP).everywhere()
    assert "No row is left" in visit.page("crowd").answer
    visit.page("giveaway").count(missing=Missing.OWN)
    assert visit.figures


@pytest.mark.parametrize("policy", MissingSensitive)
@pytest.mark.parametrize("values", [",,,", "flu,,,", ",,,1", "1,,,3", "inf,,1,2"])
def test_missing_secrets(policy: MissingSensitive, values: str):
    content = "\n".join(["q,s", *(f"{q},{s}" for q, s in zip("aabc", values.split(","), strict=True))]).encode()
    visit = Visit().upload(content).roles(q=KNOWN, s=SECRET).count(missing_sensitive=policy).everywhere()
    visit.page("giveaway")
    if not visit.figures:
        assert "No row is left" in visit.answer
        return
    for ground in visit.app.get("button_group")[0].options:
        visit.app.session_state["ground"] = str(ground)
        visit.run().press(MOST)
        for _ in range(3):
            visit.press("Next worst")
        visit.app.session_state["selected"] = None
        visit.run()


def test_a_constant_secret_is_said_to_be_known():
    visit = Visit().upload(csv_of(q=list("aabb"), s=["flu"] * 4)).roles(q=KNOWN, s=SECRET).page("giveaway")
    assert "everybody" in " ".join([visit.texts, *visit.errors])
    visit.press(MOST)
    assert visit.metrics["Different values"] == "1 of 1"


def test_a_text_declared_missing_is_counted_as_such():
    visit = Visit().upload(csv_of(q=["NA", "x", "x", "x"], s=list("abab"))).roles(q=KNOWN, s=SECRET).page("crowd")
    assert visit.count(missing=Missing.DROP).metrics["Worst risk"] == "1 in 1"
    assert visit.count(missing_tokens=("NA",), missing=Missing.DROP).metrics["Worst risk"] == "1 in 3"


def test_a_secret_that_becomes_empty_when_declared_missing():
    visit = Visit().upload(csv_of(q=list("aab"), s=["NA"] * 3)).roles(q=KNOWN, s=SECRET)
    visit.count(missing_tokens=("NA",)).everywhere()
    visit.count(missing_sensitive=MissingSensitive.OUT).everywhere()


def test_infinite_numbers_can_be_looked_at():
    content = csv_of(q=list("aabb"), s=[1.0, np.inf, -np.inf, 1e308])
    visit = Visit().upload(content).roles(q=KNOWN, s=SECRET).everywhere().page("giveaway")
    visit.press(MOST)
    assert "value" not in [str(option) for option in visit.app.get("button_group")[0].options]


def test_ten_thousand_different_secrets():
    content = csv_of(q=np.arange(10_000) % 700, s=[f"v{i}" for i in range(10_000)])
    visit = Visit().upload(content).roles(q=KNOWN, s=SECRET).everywhere().page("giveaway")
    visit.press(MOST)
    assert len(visit.figures[1]["rows"]["values"]) <= 20
    assert len(visit.figures[1]["rows"]["arcs"]) <= 20 * 20 * 13


def test_forty_columns():
    content = csv_of(**{f"c{i}": np.arange(50) % (i + 2) for i in range(40)})
    visit = Visit().upload(content).roles(**dict.fromkeys([f"c{i}" for i in range(39)], KNOWN), c39=SECRET)
    assert len(visit.everywhere().figures[0]["rows"]["steps"]) == 12


def held(column: str) -> list[object]:
    """Everything in this process that was made of a table with this column."""
    gc.collect()
    kinds = [one for one in gc.get_objects() if str(type(one).__module__).startswith("privacy_core")]
    return [one for one in kinds if column in (getattr(one, "name", None), *(getattr(one, "quasi_identifiers", ())))]


def test_forget_lets_go_of_everything():
    content = NINE.replace(b"zip,age,ill", b"forgotten,age,ill")
    visit = Visit().upload(content).roles(forgotten=KNOWN, age=KNOWN, ill=SECRET).everywhere().page("giveaway")
    visit.press(MOST).page("publish")
    assert held("forgotten")
    visit.press("Forget my data")
    assert "Nothing is loaded" in visit.answer
    left = visit.app.session_state._state.filtered_state
    assert not [
        name for name in left if not name.startswith(("shown", "generation", "open", "upload", "study", "page"))
    ]
    assert left["study"] == Study()
    assert not [name for name, value in left.items() if name.startswith("upload") and value is not None]
    assert held("forgotten") == []
    assert "wait" in visit.upload(content).answer


def test_another_table_lets_go_of_the_one_before():
    content = NINE.replace(b"zip,age,ill", b"let_go,age,ill")
    visit = Visit().upload(content).accept()
    assert [one for one in held("let_go") if type(one).__name__ == "Column"]
    visit.upload(NINE).run()  # Streamlit keeps what a run began with until the next one begins
    assert not [one for one in held("let_go") if type(one).__name__ == "Column"]


SIDE_BY_SIDE = intake.Repair(intake.RepairKind.ONE_PERSON, "patient_id", ("wave",))


def test_visits_are_put_side_by_side_and_back():
    visits = csv_of(patient_id=["p1", "p1", "p2", "p3"], wave=[1, 2, 1, 1], sex=list("ffmm"), flu=list("ynny"))
    visit = Visit().upload(visits).roles(sex=KNOWN, flu=SECRET)
    visit.press(words.repair_label(SIDE_BY_SIDE))
    assert list(visit.state("draft")) == [
        "patient_id",
        "wave visit 1",
        "wave visit 2",
        "sex",
        "flu visit 1",
        "flu visit 2",
    ]
    assert visit.state("draft")["flu visit 2"] is SECRET
    assert visit.state("study").roles is None
    visit.accept().everywhere()
    assert visit.state("study").roles.sensitive == ("flu visit 1", "flu visit 2")
    visit.press(f"{words.repair_label(SIDE_BY_SIDE)}: {words.UNDO_REPAIR}")
    assert visit.state("draft")["flu"] is SECRET
    assert visit.state("study").repairs == ()


def test_all_secrets_as_one_value():
    visit = Visit().sample("hospital-4").page("giveaway")
    box = visit.app.selectbox(key="choose secret")
    assert box.options == ["salary", "disease", "salary + disease"]
    box.set_value("salary + disease")
    visit.run()
    nine = samples.load("hospital-4")
    together = joint(nine.table, nine.roles)
    marks = visit.figures[0]["rows"]["marks"]
    assert max(row["value"] for row in marks) == pytest.approx(together.distance)
    assert f"secret: salary + disease, {together.values} values" in visit.texts
    visit.everywhere()


def test_persons_are_counted_alike_on_both_pages():
    visits = csv_of(patient_id=["p1", "p1", "p2", "p3"], sex=list("ffmm"), flu=list("ynny"))
    visit = Visit().upload(visits).roles(patient_id=Role.PERSON, sex=KNOWN, flu=SECRET)
    assert "1 of 3 people" in visit.answer
    assert "1 of 3 people" in visit.page("crowd").answer


def test_few_facts_single_people_out():
    table = samples.load("hospital-3")
    found = special_uniques(table.table, table.roles.quasi_identifiers)
    said = words.few_facts_line(found)
    assert f"{found.by_number[0]:,} by one" in said
    assert words.few_facts_rows(found)["rows singled out"] == [rows for _, rows in found.sets]


def test_rows_are_never_called_persons_where_missing_matches_anything():
    visits = csv_of(patient_id=["p1", "p1", "p1", "p2"], sex=["f", "f", None, "f"], flu=list("ynny"))
    visit = Visit().upload(visits).roles(patient_id=Role.PERSON, sex=KNOWN, flu=SECRET)
    assert "counted in persons" in visit.page("crowd").texts
    visit.count(missing=Missing.WILDCARD)
    assert "counted in rows" in visit.texts
    assert words.ROWS_ONLY in visit.texts
    assert "persons 4" not in visit.texts
    assert "counted in rows" in visit.page("publish").texts
