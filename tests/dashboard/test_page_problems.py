"""Files as people have them: broken, tiny, hostile, without roles; each page says what is the matter."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from dashboard import server
from privacy_core import MissingSensitive, Role, Unit, crowd, equivalence_classes
from tests.dashboard.visits import KNOWN, PAGES, SECRET, Visit, csv_of, parquet_of, read

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "**bold** :red[x]",
    "$x^2$",
    "[l](javascript:alert(1))",
    ":material/home:",
    "🦊 fox",
    'say "hi"',
    "it's",
    "two\nlines",
    "a.b[0]",
    "a\\b",
    "class",
    "people",
    "size",
    "crowd",
    "__index_level_0__",
    "known: q",
    "#",
    " ",
    "-1",
    "null",
)


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def accepted(content: bytes, name: str = "people.csv") -> Visit:
    visit = Visit().upload(content, name)
    return visit if visit.errors else visit.accept()


def opened_everywhere(visit: Visit) -> Visit:
    """Every page with what is hidden in it opened."""
    for page in PAGES:
        visit.page(page)
        for key in ("counted", "preview", "all crowds", "all classes", "more promises"):
            visit.app.session_state[key] = True
        visit.run()
        for toggle in visit.app.toggle:
            toggle.set_value(True)
            visit.run()
    return visit


@pytest.mark.parametrize("name", HOSTILE)
def test_any_column_name_does_on_every_page(name: str):
    content = csv_of(**{name: list("aabbc"), "other": list("abcde"), "s": list("xyxyx")})
    visit = Visit().upload(content)
    names = list(visit.state("draft"))
    visit.roles(**{names[0]: KNOWN, "other": KNOWN, "s": SECRET})
    opened_everywhere(visit)
    visit.page("publish").roles_again({names[0]: SECRET, "other": KNOWN, "s": KNOWN})
    visit.page("giveaway").press("Show the most telling crowd")


@pytest.mark.parametrize("value", HOSTILE)
def test_any_value_does_on_every_page(value: str):
    visit = Visit().upload(csv_of(q=[value, value, "b"], s=[value, "y", value])).roles(q=KNOWN, s=SECRET)
    visit.page("giveaway").press("Show the most telling crowd").press("Show what it looks like")
    opened_everywhere(visit)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"", "empty.csv"),
        (b"a,b\n", "header.csv"),
        (b"PK\x03\x04broken", "broken.xlsx"),
        (b"PAR1broken", "broken.parquet"),
        (b"a,b\n1,2\n3,4,5,6\n7\n", "ragged.csv"),
        (bytes(range(256)) * 20, "noise.bin"),
        (b"\x00" * 5000, "zeros.csv"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_red_sentence_and_changes_nothing(content: bytes, name: str):
    visit = Visit().sample("hospital-4").upload(content, name)
    assert visit.errors
    told = visit.errors[0]
    assert name in told
    assert re.search(r"\.\s", told), "a cause and a next step"
    assert visit.state("study").source.key == "hospital-4"
    assert visit.figures
    visit.sample("hospital-5")
    assert not visit.errors


def test_a_file_name_is_shown_as_text():
    visit = Visit().upload(b"", "**x** <b>:red[y].csv")
    assert "**x** <b>:red[y].csv" in visit.errors[0]
    assert "<b>" not in visit.app.error[0].value.replace("\\<", "")


def test_a_refusal_quotes_no_cell():
    visit = Visit().upload(b'name,age\nAnna Karenina,3\n"open quote,4\nx,y,z\n')
    assert "Karenina" not in " ".join(visit.errors)
    assert "open quote" not in " ".join(visit.errors)


@pytest.mark.parametrize("n", [1, 3])
def test_tiny_tables_get_no_identifiers_by_uniqueness(n: int):
    visit = Visit().upload(csv_of(zip=["01", "02", "03"][:n], thing=[1, 2, 3][:n]))
    assert Role.IDENTIFIER not in visit.state("draft").values()
    assert visit.accept().page("crowd").metrics["Worst risk"] == "1 in 1"


def test_a_binary_secret_offers_two_values_at_most(shared):
    content = (shared / "cases" / "c58_binary_ldiversity_limit.csv").read_bytes()
    visit = accepted(content).page("giveaway")
    visit.app.session_state["more promises"] = True
    visit.run()
    assert visit.app.slider(key="giveaway l slider").max == 2
    assert visit.app.number_input(key="giveaway l box").max == 2
    visit.slide("giveaway l", 1).slide("giveaway l", 2)
    assert visit.state("model") == "l"
    assert "none of" in visit.texts


def test_numbers_on_the_page_are_the_engines(shared):
    content = (shared / "cases" / "c50_exactly_k.csv").read_bytes()
    visit = Visit().upload(content).roles(q=KNOWN, s=SECRET).page("crowd").slide("k", 5)
    assert visit.metrics["Below the line"] == "4"
    assert crowd(equivalence_classes(read(content), ["q"]), 5).below == 4


def test_an_inflating_workbook_is_refused_with_its_limit(shared):
    visit = Visit().upload((shared / "cases" / "c26_inflating.xlsx").read_bytes(), "c26_inflating.xlsx")
    if visit.errors:
        assert "bomb" not in visit.errors[0].lower()
        assert re.search(r"\d", visit.errors[0])
    else:
        assert visit.state("study").source


def test_every_number_has_a_sentence():
    visit = Visit().sample("hospital-4")
    for page in PAGES:
        visit.page(page)
        assert all(metric.help and metric.help.rstrip().endswith(".") for metric in visit.app.metric)
        assert [head.value for head in visit.app.subheader[-3:]] == [
            "What it means",
            "What it does not mean",
            "What to do next",
        ]


def test_both_numbers_of_missing_secrets_can_be_seen(shared):
    content = (shared / "cases" / "c35_missing_sensitive.csv").read_bytes()
    visit = accepted(content).page("giveaway")
    visit.app.session_state["more promises"] = True
    visit.run().slide("giveaway l", 2)
    own = visit.texts
    assert visit.count(missing_sensitive=MissingSensitive.OUT).texts != own


@pytest.mark.parametrize("part", range(8))
def test_every_shared_case_can_be_looked_at(part: int, shared):
    for file in sorted((shared / "cases").glob("c??_*.*"))[part::8]:
        if file.stat().st_size < 2_000_000:
            visit = accepted(file.read_bytes(), file.name)
            if not visit.errors:
                opened_everywhere(visit)


def test_a_parquet_file_is_read():
    visit = Visit().upload(parquet_of(q=[1, 1, 2], s=["a", "b", "b"]), "people.parquet").roles(q=KNOWN, s=SECRET)
    assert visit.page("crowd").metrics["Worst risk"] == "1 in 1"


def test_missing_texts_are_declared_in_the_popover():
    visit = Visit().upload(csv_of(q=["NA", "x", "x", "y"], s=list("abab"))).roles(q=KNOWN, s=SECRET).page("crowd")
    visit.app.session_state["counted"] = True
    visit.run()
    visit.app.text_input(key="policy tokens").set_value("NA y")
    visit.run()
    assert visit.state("study").missing_tokens == ("NA", "y")
    assert visit.metrics["Worst risk"] == "1 in 2"
    visit.app.session_state["counted"] = True
    visit.run().app.radio(key="policy missing").set_value(type(visit.state("study").policies.missing).DROP)
    assert "left out" in visit.run().texts
    assert visit.metrics["Median crowd"] == "2"


GAPS = {"who": ["p1", "p1", "p2", "", "p2"], "age": [30, 30, 41, 41, 41], "s": list("xxyxy")}


def test_a_person_id_that_rows_lack_is_refused_before_roles_are_accepted():
    visit = Visit().upload(csv_of(**GAPS))
    visit.app.session_state["draft"] = {"who": Role.PERSON, "age": KNOWN, "s": SECRET}
    visit.run()
    assert any("1 row has no" in error for error in visit.errors)
    assert next(b for b in visit.app.button if b.label.startswith("Accept")).disabled


def test_a_page_says_what_the_core_refuses():
    visit = Visit().upload(csv_of(**GAPS)).roles(age=KNOWN, s=SECRET)
    study = visit.state("study")
    policies = replace(study.policies, unit=Unit.PERSONS)
    visit.app.session_state["study"] = replace(study, roles=replace(study.roles, person="who"), policies=policies)
    for page in ("crowd", "publish"):
        visit.page(page)
        assert any("so it could be anyone" in error for error in visit.errors), (page, visit.errors)
