"""Columns changed at random are not counted: every page says so, and the choice travels; secrets bring hierarchies."""

from __future__ import annotations

import pytest

from dashboard import server, words
from privacy_core import samples, write_hierarchy
from privacy_core.keeping.saving import as_toml, from_toml
from tests.dashboard.visits import KNOWN, SECRET, Visit, csv_of

TABLE = csv_of(age=[30, 30, 41, 41, 52, 52], sex=list("ffmmff"), s=list("xyxyxy"))


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def answer(visit: Visit) -> str:
    return visit.app.header[0].value


def declared(*names: str) -> Visit:
    visit = Visit().upload(TABLE).roles(age=KNOWN, sex=KNOWN, s=SECRET)
    visit.app.session_state["counted"] = True
    visit.run()
    visit.app.multiselect(key="policy perturbed").set_value(list(names))
    return visit.run()


def test_crowds_of_changed_columns_are_not_counted_on_any_page():
    visit = declared("age")
    assert visit.state("study").perturbed == ("age",)
    for page in ("publish", "crowd", "giveaway", "blur"):
        visit.page(page)
        assert answer(visit) == words.NOT_VALID, page
        assert not visit.app.metric
        assert "changed at random: age" in visit.texts


def test_a_changed_secret_leaves_the_crowds():
    visit = declared("s")
    assert answer(visit.page("crowd")) != words.NOT_VALID
    assert visit.app.metric
    assert answer(visit.page("giveaway")) == words.NOT_VALID


def test_the_choice_travels_in_the_study_and_is_undone():
    visit = declared("age")
    study = visit.state("study")
    assert from_toml(as_toml(study).encode()) == study
    visit.app.multiselect(key="policy perturbed").set_value([])
    visit.run()
    assert visit.state("study").perturbed == ()
    assert answer(visit.page("crowd")) != words.NOT_VALID


def test_a_secret_takes_an_uploaded_hierarchy_for_its_distance():
    nine = samples.load("hospital-4")
    columns = {name: column.texts(range(nine.table.n_rows)) for name, column in nine.table.columns.items()}
    visit = Visit().upload(csv_of(**columns)).roles(zip=KNOWN, age=KNOWN, disease=SECRET)
    visit.page("giveaway")
    assert "hierarchical" not in visit.app.segmented_control(key="choose ground").options
    visit.page("blur").press("Use the suggested hierarchies")
    visit.app.session_state["hierarchies"] = True
    visit.run()
    content = write_hierarchy(nine.hierarchies["disease"])
    uploader = next(u for u in visit.app.file_uploader if u.key.startswith("tree files"))
    uploader.set_value([("disease.csv", content, "text/csv")])
    visit.run()
    assert [spec.column for spec in visit.state("study").blur.trees] == ["zip", "age", "disease"]
    visit.page("giveaway")
    assert "hierarchical" in visit.app.segmented_control(key="choose ground").options
