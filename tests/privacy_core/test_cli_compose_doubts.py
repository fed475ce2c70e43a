"""`kelt compose`: what is doubtful about ids, secrets, lists and hierarchies is said with counts."""

from __future__ import annotations

import pytest

from tests.command import kelt

ONE = "who,q,ill\n1,a,x\n2,a,y\n3,b,x\n14,b,y\n"
ASKED = ("--qi=q", "--sensitive=ill", "--json")


@pytest.fixture
def linked(tmp_path):
    """Link ONE with another text."""
    (tmp_path / "one.csv").write_text(ONE, encoding="utf-8")
    (tmp_path / "list.csv").write_text("q,z\na,1\na,2\nb,3\nb,4\n", encoding="utf-8")

    def run(text, *more):
        (tmp_path / "two.csv").write_text(text, encoding="utf-8")
        named = [str(one).replace("@", f"{tmp_path}/") for one in more or ["--id=who"]]
        return kelt("compose", tmp_path / "one.csv", tmp_path / "two.csv", *ASKED, *named)

    return run


def said_about(found, *words):
    return [line for line in found.json["findings"] if all(word in line for word in words)]


def test_ids_that_lost_their_zeros_are_said(linked):
    found = linked("who,q,ill\n001,c,x\n002,c,y\n003,d,x\n14,d,y\n")
    assert (found.json["people"], found.json["not_in_all"]) == (1, 6)
    assert said_about(found, "'who' of 'two.csv'", "3 ids are written like ids of an earlier release")


def test_and_are_the_reason_where_nobody_is_in_both(linked):
    found = linked("who,q,ill\n001,c,x\n002,c,y\n003,d,x\n014,d,y\n")
    assert (found.code, found.out) == (2, "")
    assert "4 ids are written like ids of an earlier release" in found.err
    assert "Parts of one table" not in found.err


def test_ids_that_are_told_apart_within_a_release_are_no_doubt(linked):
    found = linked("who,q,ill\n1,c,x\n2,c,y\n3,d,x\n14,d,y\n")
    assert not said_about(found, "written like ids")


@pytest.mark.parametrize(
    ("text", "rows", "values"),
    [
        ("who,q,ill\n1,c,1-2\n2,c,1-2\n3,d,1-2\n14,d,2\n", 3, 1),
        ("who,q,ill\n1,c,*\n2,c,2\n3,d,1\n14,d,2\n", 1, 1),
        ('who,q,ill\n1,c,"{1, 2}"\n2,c,"[0, 5]"\n3,d,1\n14,d,2\n', 2, 2),
    ],
)
def test_a_secret_that_only_one_release_generalizes_is_said(linked, tmp_path, text, rows, values):
    (tmp_path / "one.csv").write_text("who,q,ill\n1,a,1\n2,a,2\n3,b,1\n14,b,2\n", encoding="utf-8")
    found = kelt("compose", tmp_path / "one.csv", _other(tmp_path, text), *ASKED, "--id=who")
    held = f"{rows} row{'s hold' if rows > 1 else ' holds'} {values} generalized value{'s' * (values > 1)} "
    assert said_about(found, "'ill' of 'two.csv'", held)


def _other(folder, text):
    (folder / "two.csv").write_text(text, encoding="utf-8")
    return folder / "two.csv"


def test_a_secret_that_both_releases_generalize_alike_is_not(tmp_path):
    bands = "who,q,ill\n1,a,0-9\n2,a,10-19\n3,b,0-9\n14,b,10-19\n"
    (tmp_path / "one.csv").write_text(bands, encoding="utf-8")
    found = kelt("compose", tmp_path / "one.csv", _other(tmp_path, bands), *ASKED, "--id=who")
    assert not said_about(found, "generalized")


GENERAL = "who,q,ill\n1,G,x\n2,G,y\n3,G,x\n4,G,y\n"


def test_a_hierarchy_says_what_labels_stand_for_and_what_it_does_not_know(linked, tmp_path):
    (tmp_path / "h.csv").write_text("a;G\nb;G\n", encoding="utf-8")
    whole = linked(GENERAL, "--population=@list.csv", "--hierarchy=q=@h.csv")
    assert (whole.json["people"], whole.json["not_in_all"]) == (4, 0)
    assert not said_about(whole, "hierarchy")
    (tmp_path / "h.csv").write_text("a;G\n", encoding="utf-8")
    part = linked(GENERAL, "--population=@list.csv", "--hierarchy=q=@h.csv")
    assert (part.json["people"], part.json["not_in_all"]) == (2, 2)
    assert said_about(part, "'q' of the list", "2 rows hold values that the hierarchy has no entry for")


def test_published_values_that_fit_nobody_are_said(linked):
    found = linked("who,q,ill\n1,a,x\n2,a,y\n3,B,x\n4,C,y\n", "--population=@list.csv")
    assert said_about(found, "'q'", "2 rows hold 2 values that could stand for nobody on the list", "'two.csv'")


REFUSED = {
    "a hierarchy of no quasi-identifier": (
        GENERAL, ["--population=@list.csv", "--hierarchy=z=@one.csv"], "--hierarchy is given for column 'z'"
    ),
    "a list without the column": (GENERAL, ["--population=@empty.csv"], "the list: "),
    "a perturbed secret": (ONE, ["--id=who", "--perturbed=ill"], "column 'ill' was changed at random"),
    "a release without the column": ("who,qq,ill\n1,a,x\n", ["--id=who"], "two.csv: No column 'q'"),
    "a release without rows": ("who,q,ill\n", ["--id=who"], "two.csv: "),
    "a row without an id": ("who,q,ill\n1,a,x\n,a,y\n", ["--id=who"], "Release 'two.csv': Column 'who': 1 row has no"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_names_the_table(linked, tmp_path, name):
    (tmp_path / "empty.csv").write_text("r\n1\n", encoding="utf-8")
    text, more, why = REFUSED[name]
    found = linked(text, *more)
    assert (found.code, found.out) == (2, "")
    assert why in found.err
    assert found.err.count("\n") == 1
