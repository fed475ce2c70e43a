"""Every page in every state: no exception, numbers are the core's, choices survive."""

from __future__ import annotations

import re

import pytest

from dashboard import server, words
from privacy_core import (
    Role,
    Thresholds,
    assess,
    contingency,
    corrections,
    equivalence_classes,
    lessons,
    of_100,
    one_in,
    samples,
    staircase,
)
from tests.dashboard.visits import KNOWN, MOST, NINE, PAGES, SECRET, UNUSED, Visit, csv_of, read, roles_of, seen


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    """Without a server there is nothing to prepare; this process stays as it was."""
    monkeypatch.setattr(server, "prepare", lambda: None)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_without_a_table_says_what_is_missing(page: str):
    visit = Visit().page(page)
    assert visit.question.endswith("?")
    assert not visit.errors
    assert not visit.figures
    assert not visit.metrics


@pytest.mark.parametrize("offer", samples.OFFERS, ids=lambda offer: offer.name)
def test_every_sample_opens_and_every_page_shows_it(offer: samples.Offer):
    visit = Visit().sample(offer.name)
    assert f"{offer.rows:,} rows" in visit.texts
    for page in PAGES:
        assert visit.page(page).figures
        assert visit.answer
    table = samples.load(offer.name)
    found = assess(table.table, table.roles)
    assert visit.page("crowd").metrics["Median crowd"] == f"{found.risk.median_crowd:,}"


def test_an_upload_waits_for_its_roles_to_be_accepted():
    visit = Visit().upload(NINE)
    assert "Three columns wait" in visit.answer
    assert not visit.figures
    for page in ("crowd", "giveaway"):
        visit.page(page)
        assert not visit.metrics
        assert not visit.figures
    assert visit.page("publish").accept().figures


@pytest.mark.parametrize("k", [1, 2, 3, 4, 50])
def test_numbers_of_the_crowd_are_the_cores(k: int):
    visit = Visit().upload(NINE).roles(zip=KNOWN, age=KNOWN, ill=SECRET).page("crowd").slide("k", k)
    expected = seen(NINE, ["zip", "age"], k)
    assert visit.metrics == {
        "Below the line": f"{expected.below:,}",
        "Average risk": one_in(expected.average_risk),
        "Worst risk": one_in(expected.highest_risk),
        "Median crowd": f"{expected.median:,}",
    }
    assert visit.state("study").thresholds.k == k


def test_the_staircase_is_the_cores():
    visit = Visit().upload(NINE).roles(zip=KNOWN, age=KNOWN, ill=KNOWN)
    steps = staircase(read(NINE), ["zip", "age", "ill"])
    drawn = visit.figures[0]["rows"]["steps"]
    assert [round(row["alone"] * 9 / 100) for row in drawn] == list(steps.alone)
    assert "every person" in visit.answer
    two = Visit().upload(NINE).roles(zip=KNOWN, ill=KNOWN)
    assert of_100(staircase(read(NINE), ["zip", "ill"]).alone[-1], 9) in two.answer


@pytest.mark.parametrize("t", [0.0, 0.3, 0.5, 1.0])
def test_numbers_of_the_giveaway_are_the_cores(t: float):
    visit = Visit().upload(NINE).roles(zip=KNOWN, age=KNOWN, ill=SECRET).page("giveaway").slide("giveaway t", t)
    found = assess(read(NINE), roles_of(zip=KNOWN, age=KNOWN, ill=SECRET), Thresholds(t=t))
    closeness = next(m for m in found.measurements if m.model.name == "t-closeness")
    marks = visit.figures[0]["rows"]["marks"]
    assert [row["value"] for row in marks] == pytest.approx(closeness.per_class.tolist())
    assert [row["beyond"] for row in marks] == closeness.fails.tolist()
    if closeness.records_failing:
        assert re.search(
            rf"{closeness.classes_failing} crowds?, {closeness.records_failing} people beyond", visit.texts
        )
    else:
        assert f"{closeness.value:.3f}".rstrip("0") in visit.answer


def test_a_moved_line_changes_the_rows_and_not_the_specification():
    visit = Visit().sample("clinic").page("crowd")
    before = visit.figures[0]
    after = visit.slide("k", 9).figures[0]
    assert after["rows"] != before["rows"]
    assert {k: v for k, v in after["spec"].items() if k != "datasets"} == {
        k: v for k, v in before["spec"].items() if k != "datasets"
    }


def test_slider_and_box_show_one_number():
    visit = Visit().sample("clinic").page("crowd").slide("k", 9)
    assert visit.app.number_input(key="k box").value == 9
    visit.type_in("k", 400)
    assert visit.state("study").thresholds.k == 400
    assert visit.app.slider(key="k slider").value == 50
    assert "400" in visit.answer


def test_lines_survive_turning_pages():
    visit = Visit().sample("hospital-4").page("crowd").slide("k", 7).page("giveaway").slide("giveaway t", 0.25)
    visit.page("crowd")
    assert visit.app.slider(key="k slider").value == 7
    visit.page("giveaway")
    assert visit.app.slider(key="giveaway t slider").value == 0.25


def test_another_table_takes_no_promise_over():
    visit = Visit().sample("hospital-4").page("crowd").slide("k", 7).page("giveaway").slide("giveaway t", 0.25)
    visit.page("publish").sample("hospital-5")
    assert visit.state("study").thresholds == Thresholds()
    assert visit.page("crowd").app.slider(key="k slider").value == 5


def test_another_table_begins_anew():
    visit = Visit().sample("hospital-4").page("giveaway").press(MOST)
    visit.page("publish").upload(NINE)
    assert visit.state("study").roles is None
    assert visit.state("selected") is None
    assert set(visit.state("draft")) == {"zip", "age", "ill"}
    assert len(visit.state("tables")) == 1


def test_without_a_secret_the_giveaway_asks_for_one():
    visit = Visit().upload(NINE).roles(zip=KNOWN, age=KNOWN).page("giveaway")
    assert not visit.figures
    assert "Secret" in visit.answer
    assert visit.page("crowd").figures


def test_roles_that_contradict_cannot_be_accepted():
    visit = Visit().upload(NINE)
    visit.app.session_state["draft"] = dict.fromkeys(("zip", "age", "ill"), Role.PERSON)
    visit.run()
    assert visit.errors
    assert next(button for button in visit.app.button if button.label.startswith("Accept")).disabled
    visit.app.session_state["draft"] = dict.fromkeys(("zip", "age", "ill"), UNUSED)
    assert visit.run().errors


def test_a_column_without_a_role_blocks_acceptance():
    visit = Visit().upload(NINE)
    visit.app.session_state["draft"] = {"zip": KNOWN, "age": None, "ill": SECRET}
    visit.run()
    assert next(button for button in visit.app.button if button.label.startswith("Accept")).disabled


def test_the_most_telling_crowd_is_the_cores_and_its_looks_are_hidden():
    visit = Visit().upload(NINE).roles(zip=KNOWN, age=KNOWN, ill=SECRET).page("giveaway")
    visit.press(MOST)
    found = assess(read(NINE), roles_of(zip=KNOWN, age=KNOWN, ill=SECRET))
    closeness = next(m for m in found.measurements if m.model.name == "t-closeness")
    assert visit.state("selected") == closeness.worst_first[0]
    assert visit.metrics["Crowd"] == "3 people"
    assert "476**" not in visit.texts
    visit.press("Show what it looks like")
    assert "476**" in visit.texts or "4790*" in visit.texts
    visit.press("Next worst")
    assert visit.state("selected") == closeness.worst_first[1]
    assert "476**" not in visit.texts
    assert visit.press("Previous").state("selected") == closeness.worst_first[0]
    assert visit.press("Previous").state("selected") == closeness.worst_first[0]


def test_arcs_are_explained_where_there_are_some():
    visit = Visit().upload(csv_of(q=list("aabb"), s=list("xxxy"))).roles(q=KNOWN, s=SECRET).page("giveaway")
    assert words.ARC_KEY in [one.value for one in visit.press(MOST).app.markdown]
    assert visit.figures[1]["rows"]["arcs"]
    alike = Visit().upload(csv_of(q=list("aabb"), s=list("xyxy"))).roles(q=KNOWN, s=SECRET).page("giveaway")
    assert words.ARC_KEY not in [one.value for one in alike.press(MOST).app.markdown]
    assert not alike.figures[1]["rows"]["arcs"]


def test_what_crowds_teach_is_said_once_it_is_opened():
    visit = Visit().upload(NINE).roles(zip=KNOWN, age=KNOWN, ill=SECRET).page("giveaway").press(MOST)
    for key in ("taught", "wrong tool"):
        visit.app.session_state[key] = True
    visit.run()
    counted = contingency(read(NINE), equivalence_classes(read(NINE), ["zip", "age"]), "ill")
    assert all(lesson.sentence in visit.texts for lesson in lessons(counted).counted)
    assert words.BELIEFS in visit.texts
    assert visit.texts.count("Often said:") == len(corrections("t-closeness"))
