"""How a file was read: uneven rows, previews of each guess, one click to read it another way."""

from __future__ import annotations

import pytest

from dashboard import compute, opening, server, state, words
from tests.dashboard.visits import KNOWN, SECRET, Visit, parquet_of, shown
from tests.privacy_core.intake.tables import workbook

RAGGED = b"age,sex,zip\n34,F,02138\n35,M\n36,F,02139,extra\n\n37,M,02139\n"
SEMICOLONS = b"ort;wert\nUlm;1,5\nBonn;2,5\n"


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def settled(visit: Visit) -> Visit:
    """Wait for a file that a click has begun to read."""
    job = visit.state("job")
    if job is not None:
        assert job.wait(30)
        visit.run()
    return visit


def pressed(visit: Visit, label: str) -> Visit:
    (button,) = [button for button in visit.app.button if button.label.startswith(label)]
    button.click()
    return settled(visit.run())


def opened(visit: Visit) -> Visit:
    """Open the popover of how the file was read."""
    generation = visit.state("generation of how read") or 0
    visit.app.session_state[f"how read-{generation}"] = True
    return visit.run()


def glimpses(visit: Visit) -> list[str]:
    """The previews as people read them: cells between bars."""
    return [shown(one.value) for one in visit.app.markdown if one.value.startswith("| ")]


def source_line(visit: Visit) -> str:
    return next(line for line in visit.texts.split("\n") if "read as" in line)


def test_a_refused_file_says_its_lines_and_offers_both_ways():
    visit = Visit().sample("hospital-4").upload(RAGGED, "ragged.csv")
    assert "lines 3, 4" in visit.errors[0]
    labels = [button.label for button in visit.app.button]
    assert "Leave these 2 rows out" in labels
    assert "Keep the extra text in an overflow column" in labels
    assert "1 row with extra text" in visit.texts
    assert "1 row with fewer fields" in visit.texts
    assert visit.state("study").source.key == "hospital-4"


def test_uneven_rows_are_left_out_on_one_click():
    visit = pressed(Visit().upload(RAGGED, "ragged.csv"), "Leave these 2 rows out")
    assert not visit.errors
    assert "2 rows, each taken as one person · 3 columns" in visit.texts
    assert "uneven rows: 2 left out" in source_line(visit)
    assert "The file: uneven rows, 2" in visit.texts
    assert "lines 3, 4" in visit.texts
    assert visit.state("uneven") is None


def test_uneven_rows_are_kept_on_one_click():
    visit = pressed(Visit().upload(RAGGED, "ragged.csv"), "Keep the extra text")
    assert "4 rows, each taken as one person · 4 columns" in visit.texts
    assert "uneven rows: 2 kept, with an overflow column" in source_line(visit)
    assert "overflow" in visit.state("draft")


def test_kept_can_be_changed_into_left_out():
    visit = opened(pressed(Visit().upload(RAGGED, "ragged.csv"), "Keep the extra text"))
    pressed(visit, "Take instead: leave the uneven rows out")
    assert "2 rows, each taken as one person · 3 columns" in visit.texts


def test_short_rows_have_no_overflow():
    visit = Visit().upload(b"a,b,c\n1,2,3\n4,5\n6,7,8\n", "short.csv")
    assert [button.label for button in visit.app.button if "row" in button.label] == [
        "Leave this row out",
        "Keep this row, missing cells empty",
    ]


def test_what_reading_left_out_is_in_the_summary(monkeypatch):
    said = []
    summed_up = compute.summed_up
    monkeypatch.setattr(compute, "summed_up", lambda *asked: said.append(summed_up(*asked)) or said[-1])
    visit = pressed(Visit().upload(RAGGED, "ragged.csv"), "Leave these 2 rows out").roles(zip=KNOWN, age=SECRET)
    visit.app.session_state["study popover"] = True
    visit.run()
    assert r"uneven rows\: 2 left out" in said[-1]
    assert any(each.proto.label == words.SAVE_SUMMARY for each in visit.app.get("download_button"))


def refused_bytes(visit: Visit) -> bytes | None:
    held: state.Uneven | None = visit.state("uneven")
    return held and held.content


@pytest.mark.parametrize("then", ["sample", "upload", "drop", "forget"])
def test_the_bytes_of_a_refused_file_are_let_go(then: str):
    visit = Visit().sample("hospital-4").upload(RAGGED, "ragged.csv")
    assert refused_bytes(visit) == RAGGED
    if then == "sample":
        visit.sample("hospital-5")
    elif then == "upload":
        visit.upload(SEMICOLONS)
    else:
        visit.press("Put the file away" if then == "drop" else "Forget my data")
    assert not visit.errors
    assert refused_bytes(visit) is None
    assert RAGGED not in [part for value in session(visit) if isinstance(value, tuple) for part in value]


def session(visit: Visit) -> list[object]:
    return list(visit.app.session_state._state.filtered_state.values())


def test_a_refused_file_leaves_the_guesses_of_the_open_one():
    visit = Visit().upload(SEMICOLONS, "open.csv").upload(RAGGED, "ragged.csv")
    assert visit.state("content") == (SEMICOLONS, "open.csv")
    opened(visit)
    pressed(visit, "Take instead: point")
    assert visit.state("study").source.name == "open.csv"
    assert visit.state("uneven") is None


def test_a_file_too_large_to_keep_is_said_so(monkeypatch):
    monkeypatch.setattr(opening, "KEPT", 10)
    visit = Visit().upload(RAGGED, "ragged.csv")
    assert "too large to be kept" in visit.texts
    assert refused_bytes(visit) is None
    assert not [button for button in visit.app.button if button.label.startswith(("Leave these", "Keep the"))]


def test_previews_show_when_asked_and_one_click_takes_the_other():
    visit = Visit().upload(SEMICOLONS, "people.csv")
    assert glimpses(visit) == []
    seen = glimpses(opened(visit))
    assert "| ort | wert |\n| --- | --- |\n| text | number |\n| Ulm | 1.5 |\n| Bonn | 2.5 |" in seen
    assert "| ort | wert |\n| --- | --- |\n| text | text |\n| Ulm | 1,5 |\n| Bonn | 2,5 |" in seen
    assert "| ort;wert |\n| --- |\n| text |\n| Ulm;1,5 |\n| Bonn;2,5 |" in seen
    pressed(visit, "Take instead: point")
    assert "decimal mark: comma" not in source_line(visit)
    assert visit.state("draft").keys() == {"ort", "wert"}
    assert glimpses(visit) == [], "closed again: no cell is shown unasked"


def test_a_way_that_would_be_refused_says_so():
    visit = opened(Visit().upload(b"a;b;c\nx,1;2;3\ny;4;5\nz;6;7\n", "people.csv"))
    assert "rows of those looked at would be uneven" in visit.texts or "row of those looked at" in visit.texts


def test_previews_are_plain_text():
    hostile = "<img src=x onerror=alert(1)>"
    visit = opened(Visit().upload(f"q;w\n{hostile};1\n**b**\t:red[x];2\n".encode(), "people.csv"))
    assert any("| **b**·:red[x] | 2 |" in one for one in glimpses(visit))
    assert not [one for one in visit.app.markdown if "<img" in one.value.replace(r"\<", "")]


def test_sheets_are_previewed_and_taken():
    content = workbook({"one": [["a", "b"], [1, 2]], "two": [["c", "d"], ["x", "y"]]})
    visit = opened(Visit().upload(content, "book.xlsx"))
    assert "| c | d |\n| --- | --- |\n| text | text |\n| x | y |" in glimpses(visit)
    pressed(visit, "Take instead: two")
    assert list(visit.state("draft")) == ["c", "d"]


def test_many_sheets_have_previews_for_the_first_only():
    visit = opened(Visit().upload(workbook({f"s{n}": [["a"], [n]] for n in range(12)}), "book.xlsx"))
    assert len(glimpses(visit)) <= 7
    assert "too many to show" in visit.texts


def test_nothing_to_doubt_has_no_popover():
    visit = Visit().upload(parquet_of(q=[1, 1, 2], s=["a", "b", "b"]), "people.parquet")
    assert not glimpses(opened(visit))


def test_an_empty_name_at_the_end_of_the_header_is_told(shared):
    content = (shared / "cases" / "c06_header_trailing_comma.csv").read_bytes()
    visit = Visit().upload(content, "c06.csv")
    assert list(visit.state("draft")) == ["age", "sex", "zip"]
    assert "on line 1, ends with a delimiter and has 4 names for 3 fields" in visit.texts
