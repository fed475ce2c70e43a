"""The user's own releases on `again`: pinned settings, other ways, the open table among uploads, lists, rows left out."""

from __future__ import annotations

import pandas as pd
import pytest

from dashboard import server, words
from privacy_core import composition, from_frame, of_100, share
from privacy_core.hierarchies import read_hierarchy
from tests.dashboard.blurs import clinic, nine
from tests.dashboard.linkings import BARS, OTHER, SIX, again, choose, done, drawn, opened, uploads
from tests.dashboard.visits import KNOWN, SECRET, Visit, csv_of

TOWNS = {"who": [f"p{i}" for i in range(6)], "town": ["north"] * 3 + ["south"] * 3, "ill": list("xyzxyz")}
BANDS = {"who": TOWNS["who"], "town": ["a", "c", "c", "a", "d", "d"], "ill": list("xyzxyz")}
RAW = ["a", "b", "c", "a", "d", "d"]
TREE = b"a;north;*\nb;north;*\nc;north;*\nd;south;*\n"


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def publication(name: str, content: dict, *known: str) -> composition.Publication:
    return composition.Publication(name, from_frame(pd.DataFrame(content)), known)


def test_pinned_settings_are_linked_unless_other_ways_are_chosen():
    visit = clinic().press("Pin this").slide("blur k", 9).press("Pin this")
    pins = visit.state("study").blur.pinned
    visit = again(visit, words.OWN)
    ways = next(one for one in visit.app.multiselect if one.key == "own ways chosen")
    assert len(ways.value) == len(pins) == 2
    assert all(name.startswith("setting ") and "of Blur" in name for name in ways.value)
    assert visit.answer.startswith("Linked, your two releases")
    told = "\n".join(line for line in visit.texts.splitlines() if "setting B of Blur" in line)
    assert "k = " in told


def test_another_way_is_put_together_and_linked_at_once():
    visit = again(nine(), words.OWN)
    opened(visit, "another way")
    next(one for one in visit.app.multiselect if one.key == "way columns").set_value(["zip"])
    visit.run()
    visit.app.number_input(key="way level zip").set_value(2)
    done(visit.run().press(words.ADD_WAY))
    ways = next(one for one in visit.app.multiselect if one.key == "own ways chosen")
    assert ways.value == [words.AS_LOADED, "zip at level 2"]
    assert visit.answer == "Linked, your two releases pin all 9 people."


def test_levels_of_the_suggested_hierarchies_are_offered_before_any_was_made():
    content = csv_of(age=range(20, 60), ill=list("abcd") * 10)
    visit = again(Visit().upload(content).roles(age=KNOWN, ill=SECRET), words.OWN)
    opened(visit, "another way")
    next(one for one in visit.app.multiselect if one.key == "way columns").set_value(["age"])
    visit.run()
    assert visit.app.number_input(key="way level age").max > 0


def test_ways_of_a_table_that_was_open_before_are_forgotten():
    visit = again(nine(), words.OWN)
    opened(visit, "another way")
    next(one for one in visit.app.multiselect if one.key == "way columns").set_value(["zip"])
    done(visit.run().press(words.ADD_WAY))
    visit = visit.page("publish").upload(csv_of(a=[1, 1, 2], b=[1, 2, 2], s=list("xyz")), "other.csv")
    visit = done(visit.roles(a=KNOWN, b=KNOWN, s=SECRET).page("again"))
    assert visit.answer.startswith("Linked, your two releases")
    assert "zip" not in visit.texts


def test_the_open_table_is_one_of_the_releases():
    visit = Visit().upload(csv_of(**SIX), "first.csv").roles(age=KNOWN, ill=SECRET)
    visit = uploads(OTHER, visit=visit)
    assert visit.answer.startswith("One release only")
    visit.press(words.TAKE_OPEN)
    choose(choose(visit, "own file secret", "ill"), "own file known", ["age"])
    assert visit.answer == "Linked, your two releases pin 2 of 6 people."
    assert "first.csv (open table)" in visit.texts
    visit.app.button(key="remove open").click()
    assert done(visit.run()).answer.startswith("One release only")


def test_each_release_may_have_known_columns_of_its_own():
    first = {**SIX, "sex": list("mmmfff")}
    visit = choose(uploads(first, OTHER, file_secret="ill"), "own known apart", True)
    ages = [one for one in visit.app.multiselect if one.label.startswith("Known to others in")]
    assert [one.options for one in ages] == [["who", "age", "sex"], ["who", "age"]]
    for one, names in zip(ages, (["sex"], ["age"]), strict=True):
        next(again_ for again_ in visit.app.multiselect if again_.key == one.key).set_value(names)
        done(visit.run())
    several = [publication("a", first, "sex"), publication("b", OTHER, "age")]
    found = composition.link_by_key(several, "ill", "who")
    assert visit.metrics["Fewer values left"] == f"{found.shrank}"
    assert visit.answer == f"Linked, your two releases pin {of_100(found.pinned, found.people)} people."


def test_rows_that_a_release_left_out_are_no_crowd():
    gone = {"who": "p6", "age": "*", "ill": "y", "suppressed": "true"}
    first, second = (
        pd.concat([pd.DataFrame(one).assign(suppressed="false"), pd.DataFrame([gone])]).to_dict("list")
        for one in (SIX, OTHER)
    )
    visit = uploads(first, second, file_secret="ill", file_known=["age"])
    assert visit.answer == "Linked, your two releases pin 2 of 6 people."
    assert "rows left out: those flagged in suppressed" in visit.texts
    choose(visit, "own left out", words.STARRED)
    assert visit.answer == "Linked, your two releases pin 2 of 6 people."
    choose(visit, "own left out", words.NONE_LEFT_OUT)
    assert visit.answer == "Linked, your two releases pin 3 of 7 people."
    assert "rows left out: none" in visit.texts


def listed(*known: dict) -> Visit:
    visit = uploads(*known, file_secret="ill", file_known=["town"], join=words.BY_LIST)
    visit.app.file_uploader[1].set_value(("list.csv", csv_of(town=RAW), "text/csv"))
    return done(visit.run())


def test_a_label_covers_the_raw_values_below_it_in_its_hierarchy():
    visit = listed(TOWNS, BANDS)
    assert visit.answer == words.NOT_LINKED
    assert "None of 6 people on the list could be in every release" in visit.errors[0]
    visit.app.file_uploader[2].set_value([("regions.csv", TREE, "text/csv")])
    done(visit.run())
    several = [publication(name, one, "town") for name, one in (("1", TOWNS), ("2", BANDS))]
    people = from_frame(pd.DataFrame({"town": RAW}))
    found = composition.link_by_population(several, "ill", people, {"town": read_hierarchy(TREE, "town")})
    assert not visit.errors
    assert "town: regions.csv, 3 levels" in visit.texts
    bars = {round(row["i"]) + 1: row["y"] for row in drawn(visit, BARS)["bars"] if row["y"]}
    assert bars == {left: people for left, people in found.histogram.items() if people}
    visit.app.button(key="remove tree town").click()
    assert done(visit.run()).answer == words.NOT_LINKED


def test_a_hierarchy_that_fits_no_column_is_refused_without_its_values():
    visit = listed(TOWNS, BANDS)
    visit.app.file_uploader[2].set_value(
        [("other.csv", b"zebra;*\n", "text/csv"), ("town.csv", b"a;x\na;y\n", "text/csv")]
    )
    done(visit.run())
    (told,) = [error for error in visit.errors if "not used" in error]
    assert "other.csv was not used.** Its name ends in none of the known columns" in told
    assert "town.csv was not used.**" in told
    assert "zebra" not in told


def test_crowds_are_not_called_people():
    visit = uploads(SIX, {**SIX, "ill": list("xyyxyz")}, file_secret="ill", file_known=["age"], join=words.BY_CLASS)
    assert visit.answer == "Linked, your two releases pin no one; the fewest values left are 2 of 3."
    assert "Every bar is shared crowds with so many values left." in visit.texts
    assert "If the releases were drawn independently of one another" in visit.texts
    visit = uploads(SIX, {**SIX, "ill": list("xuuxyz")}, file_secret="ill", file_known=["age"], join=words.BY_CLASS)
    assert visit.answer == "Linked, your two releases pin 1 of 2 shared crowds."
    assert words.CROWDS_ONLY in opened(visit, "own findings").texts


def test_releases_that_name_the_same_people_tell_no_belief():
    """The same rows twice are one observation, not two."""
    visit = uploads(SIX, SIX, file_secret="ill", file_known=["age"])
    assert visit.answer.startswith("Linked, your two releases pin no one")
    assert "drawn independently of one another" not in visit.texts


def test_releases_that_share_few_people_tell_a_belief_with_its_condition():
    first = {"who": [f"a{i}" for i in range(10)], "age": ["20-39"] * 10, "ill": list("xxxxxxyyyy")}
    second = {**first, "who": ["a0", *(f"b{i}" for i in range(9))]}
    visit = uploads(first, second, file_secret="ill", file_known=["age"])
    found = composition.drift([publication(name, one, "age") for name, one in (("1", first), ("2", second))], "ill")
    assert "If the releases were drawn independently of one another, with an estimated prior" in visit.texts
    assert f"the largest belief is {share(found.highest.max())}" in visit.texts


def test_no_column_in_common_and_other_looks_are_sentences():
    assert uploads(SIX, {"q": [1, 2], "s": ["x", "y"]}).answer == words.NO_COMMON
    visit = uploads(SIX, OTHER, file_secret="ill", file_known=["age"], join=words.BY_CLASS)
    assert visit.answer == words.NOT_LINKED
    assert (
        "No class looks the same in every release (classes in each: 'release1.csv' 2, 'release2.csv' 2)"
        in visit.errors[0]
    )


def test_what_is_empty_says_that_files_need_no_open_table():
    assert words.OR_UPLOAD in again(case=words.OWN).texts
