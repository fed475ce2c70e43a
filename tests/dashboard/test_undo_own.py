"""The audit of `undo`: a release of one's own, blurred here or uploaded; numbers are the core's, refusals are sentences."""

from __future__ import annotations

import pandas as pd
import pytest

from dashboard import auditing, server, words
from dashboard.compute.auditing import Audited
from privacy_core import anonymizers, attacks, from_frame, hierarchy
from privacy_core.attacks import minimality
from tests.dashboard.blurs import done, nine
from tests.dashboard.matchings import choose
from tests.dashboard.visits import KNOWN, SECRET, Visit, csv_of, shown

AGES = [24, 35, 44, 47]
TREE = [
    ("24", "20-29", "20-39", "*"),
    ("35", "30-39", "20-39", "*"),
    ("44", "40-49", "40-59", "*"),
    ("47", "40-49", "40-59", "*"),
]
PEOPLE = {"age": AGES, "sex": list("FFMM"), "ill": list("abcd")}
RELEASE = {"age": ["20-39", "20-39", "40-49", "40-49"], "sex": list("FFMM"), "ill": list("abcd")}


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def own(visit: Visit) -> Visit:
    return done(choose(visit.page("undo"), "undo part", words.UNDO_OWN))


def with_tree() -> Visit:
    """Four people with decades above their ages."""
    visit = Visit().upload(csv_of(**PEOPLE)).roles(age=KNOWN, sex=KNOWN, ill=SECRET).page("blur")
    trees = [("hierarchy_age.csv", "\n".join(";".join(row) for row in TREE).encode(), "text/csv")]
    trees += [("hierarchy_sex.csv", b"F;*\nM;*\n", "text/csv")]
    visit.app.file_uploader[0].set_value(trees)
    return done(visit.run())


def given(release: dict = RELEASE, visit: Visit | None = None) -> Visit:
    """Audit an uploaded release."""
    shown = choose(own(visit or with_tree()), "match origin", words.UPLOADED_RELEASE)
    shown.app.file_uploader[0].set_value([("release.csv", csv_of(**release), "text/csv")])
    return done(shown.run())


def result(visit: Visit) -> Audited:
    return next(job.result for job in reversed(visit.state("results").values()) if isinstance(job.result, Audited))


def core(release: dict = RELEASE) -> minimality.Audit:
    trees = {"age": hierarchy("age", TREE), "sex": hierarchy("sex", [("F", "*"), ("M", "*")])}
    tables = (from_frame(pd.DataFrame(one)) for one in (PEOPLE, release))
    return minimality.audit(*tables, ["age", "sex"], trees)


def marks(visit: Visit) -> dict:
    return next(figure["rows"] for figure in visit.figures if "members" in figure["rows"])


def test_what_is_missing_is_asked_for_first():
    assert own(Visit()).answer == words.LOAD_FIRST
    loaded = Visit().upload(csv_of(**PEOPLE))
    assert own(loaded).answer == words.ROLES_FIRST
    accepted = Visit().upload(csv_of(**PEOPLE)).roles(age=KNOWN, sex=KNOWN, ill=SECRET)
    assert own(accepted).answer == words.BLURRED_FIRST[words.BLUR_FIRST]
    assert not accepted.figures
    asked = choose(own(with_tree()), "match origin", words.UPLOADED_RELEASE)
    assert asked.answer == words.BLURRED_FIRST[words.NO_UPLOAD]


def test_a_release_of_blur_is_audited_as_the_core_audits_it():
    visit = own(nine())
    found = result(visit).audit
    assert found.minimal is anonymizers.Minimal.NO or found.minimal is not None
    assert visit.metrics["Smallest crowd"] == str(found.k)
    assert visit.metrics["Could be finer"] == words.of_crowds(found.refinable, found.classes)
    assert f"{found.rows} rows in" in visit.texts
    assert "not a legal conclusion" in visit.texts


def test_a_release_that_is_as_fine_as_it_can_be_gives_something_away():
    visit = given()
    found, raised = result(visit).audit, result(visit).raised
    assert found.minimal is core().minimal is anonymizers.Minimal.PROVED
    assert found.refinable == 0
    assert visit.answer.startswith("No crowd could be blurred less")
    assert visit.metrics["Could be finer"] == "none of 2"
    assert visit.metrics["Told per cell"] == f"{raised.bits:.2f} bit"
    assert next(row["note"] for row in marks(visit)["members"]) == words.hits(raised.with_minimality.right)
    assert next(row["note"] for row in marks(visit)["luck"]) == words.hits(raised.without.right)
    assert marks(visit)["strangers"][0]["rate"] == 0
    assert f"**{raised.outcome.value}**" in visit.texts


def test_a_release_that_could_be_finer_fails_the_premise():
    wide = {**RELEASE, "age": ["20-39", "20-39", "*", "*"]}
    visit = given(wide)
    found = result(visit).audit
    assert (found.refinable, found.classes) == (core(wide).refinable, 2)
    assert marks(visit)["strangers"][0]["rate"] == 100 * found.refinable / found.classes == 50
    assert visit.answer == f"{found.refinable} of 2 crowds could be blurred less, so this attack has no premise."
    assert "**premise fails**" in visit.texts
    assert "Detail was given away for that." in visit.texts


def test_a_release_that_does_not_generalize_is_one_sentence_with_column_and_rows():
    visit = given({**RELEASE, "age": ["40-59", "40-59", "40-49", "40-49"]})
    assert visit.answer == "Nothing was audited."
    (error,) = visit.errors
    assert "age" in error
    assert "2 of 4 rows" in error
    assert not visit.figures


def test_cells_that_are_no_nodes_are_said_and_not_guessed():
    visit = given({**RELEASE, "age": ["24-46", "24-46", "44-47", "44-47"]})
    assert result(visit).raised is None
    assert visit.answer == "Not made along its hierarchies: this attack on your release has no premise."
    assert visit.metrics["Blurred cells"] == "not measured"
    assert "no nodes" in str(marks(visit)["none"])


def test_a_promise_that_is_not_kept_is_said_first():
    visit = given()
    visit.app.number_input(key="undo own k widget").set_value(3)
    visit = done(visit.run())
    assert visit.answer == "4 rows are in crowds below k = 3: the promise is not kept."
    assert "**premise fails**" in visit.texts


def test_a_crowd_of_one_leaves_nothing_to_undo():
    visit = given({**RELEASE, "age": ["24", "35", "40-49", "40-49"]})
    assert visit.answer == "Some crowd of your release is one person, so there is no blur to undo."


def test_details_and_methods_are_made_once_they_are_open():
    visit = given()
    assert not visit.app.dataframe
    visit.app.session_state["audit table"] = True
    visit = done(visit.run())
    frames = [frame.value for frame in visit.app.dataframe]
    assert frames[0]["how many"].tolist() == ["0", "0", "0", "0"]
    assert "method known" in frames[1].columns
    assert "rows: " in visit.texts


def test_strangers_are_where_the_shares_are_learned():
    visit = given()
    assert "learned from the rows that the release publishes finer" in visit.texts
    others = {"age": [24, 24, 35, 44], "sex": list("FFMM")}
    visit.app.session_state["undo which"] = True
    done(visit.run())
    visit.app.file_uploader[1].set_value([("others.csv", csv_of(**others), "text/csv")])
    visit = done(visit.run())
    assert "4 people of the hold-out (others.csv)" in visit.texts
    before = visit.metrics
    visit.app.file_uploader[1].set_value([("wrong.csv", csv_of(sex=["F", "M"]), "text/csv")])
    visit = done(visit.run())
    assert visit.errors == [
        "'wrong.csv' is not used. The hold-out lacks column 'age' (1 of 2 columns): it must be people of the same kind, as "
        "they were before the blur."
    ]
    assert visit.metrics == before
    assert "4 people of the hold-out (others.csv)" in visit.texts, "those that served stay"


def test_nothing_of_another_table_is_kept():
    visit = given()
    visit.app.number_input(key="undo own k widget").set_value(2)
    done(visit.run())
    visit.page("publish").upload(csv_of(age=[1, 2], sex=["F", "M"]))
    assert visit.state("undo own k") is None
    assert visit.state("undo part") == words.UNDO_OWN


def test_the_picture_has_attack_and_baseline_on_one_scale():
    found = Audited(core(), minimality.infer_raised(core(), {"age": hierarchy("age", TREE)}))
    kinds = [one.kind for one in auditing.picture(found)]
    assert kinds[:2] == ["head", "strangers"]
    assert "members" in kinds
    assert "luck" in kinds
    assert found.raised.outcome in attacks.Outcome


def test_a_typed_promise_is_that_of_its_release():
    visit = given()
    visit.app.number_input(key="undo own k widget").set_value(3)
    visit = done(visit.run())
    assert "promise asked for: k = 3" in visit.texts
    visit.app.session_state["undo which"] = True
    visit = done(visit.run())
    visit.app.file_uploader[0].set_value(
        [("other.csv", csv_of(**{**RELEASE, "age": ["20-39"] * 2 + ["*"] * 2}), "text/csv")]
    )
    visit = done(visit.run())
    assert visit.app.number_input(key="undo own k widget").value is None
    assert "promise asked for: k = 2" in visit.texts


def test_nothing_is_told_per_cell_where_the_premise_fails():
    visit = given({**RELEASE, "age": ["20-39", "20-39", "*", "*"]})
    assert visit.metrics["Told per cell"] == "nothing"


def test_columns_without_a_hierarchy_are_named_where_they_cannot_be_read():
    visit = Visit().upload(csv_of(**PEOPLE)).roles(age=KNOWN, sex=KNOWN, ill=SECRET)
    visit = given({**RELEASE, "age": ["young", "young", "40-49", "40-49"]}, visit)
    assert visit.errors
    assert "No hierarchy is known of age, sex" in visit.texts
    assert "No hierarchy is known" not in given().texts


def test_every_finding_of_the_core_is_on_the_page():
    visit = given()
    visit.app.session_state["audit table"] = True
    visit = done(visit.run())
    found = result(visit)
    for one in minimality.findings(found.audit, found.raised):
        assert shown(words.plain(one)) in visit.texts
        assert "%" not in one


def test_what_is_so_is_of_the_release_and_what_is_expected_is_the_attackers():
    drawn = auditing.picture(result(given()))
    at = next(place for place, one in enumerate(drawn) if one.name == words.DIFFERS_HEAD)
    assert [one.kind for one in drawn[at : at + 4]] == ["head", "strangers", "members", "luck"]


def test_a_release_without_a_blurred_cell_has_nothing_to_tell():
    same = {**PEOPLE, "age": [24, 24, 44, 44]}
    visit = Visit().upload(csv_of(**same)).roles(age=KNOWN, sex=KNOWN, ill=SECRET)
    visit = given(same, visit)
    assert visit.metrics["Blurred cells"] == "0"
    assert "no cell of it is blurred" in visit.texts
