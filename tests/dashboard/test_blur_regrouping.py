"""A hierarchy on the page `blur`, changed one step at a time: groups, levels and values, undone and done again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dashboard import compute, server, words
from privacy_core import Setting, Thresholds, hierarchies
from tests.dashboard.blurs import done, nine
from tests.dashboard.visits import Visit


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def changing(what: str) -> Visit:
    """Nine people, the editor open on the ZIP codes, one kind of change chosen."""
    visit = nine()
    visit.app.session_state["hierarchies"] = True
    visit.run()
    visit.app.segmented_control(key="change tree").set_value(what)
    return visit.run()


def rows(visit: Visit) -> dict[str, tuple[str, ...]]:
    """The hierarchy as the study has it: the labels of each value."""
    study = visit.state("study")
    (spec,) = study.blur.trees
    content = visit.state("trees")[dict(spec.parameters)["sha256"]]
    return {row[0]: row[1:] for row in hierarchies.as_rows(hierarchies.read_hierarchy(content, spec.column))}


def asked(visit: Visit) -> Visit:
    visit.run()
    return done(visit)


def test_a_value_moves_to_another_group_and_back_by_undo():
    visit = changing("move")
    before = rows(visit)
    visit.app.selectbox(key="move label zip 0").set_value("47905")
    visit.app.selectbox(key="move to zip 0").set_value("4767*")
    visit.run()
    done(visit.press(words.MOVE))
    assert rows(visit) == {**before, "47905": before["47677"]}
    visit.app.button(key="undo tree").click()
    assert rows(asked(visit)) == before
    visit.app.button(key="redo tree").click()
    assert rows(asked(visit))["47905"] == before["47677"]


def test_a_group_moves_with_its_values():
    visit = changing("move")
    visit.app.selectbox(key="move level zip").set_value(1)
    visit.run()
    visit.app.selectbox(key="move label zip 1").set_value("4760*")
    visit.app.selectbox(key="move to zip 1").set_value("479**")
    visit.run()
    done(visit.press(words.MOVE))
    found = rows(visit)
    assert [found[value] for value in ("47602", "47605", "47607")] == [("4760*", "479**", "*")] * 3
    assert found["47677"] == ("4767*", "476**", "*")


def test_a_move_waits_for_the_group():
    visit = changing("move")
    assert next(button for button in visit.app.button if button.label == words.MOVE).disabled


def test_a_level_comes_and_goes_and_what_names_levels_follows():
    visit = changing("add level")
    study = visit.state("study")
    pins = (Setting(Thresholds(k=2), 0.5, (("zip", 2),)), Setting(Thresholds(k=2), 0.5, (("zip", 1),)))
    visit.app.session_state["study"] = replace(
        study, blur=replace(study.blur, levels=(("zip", 2),), max_level=(("zip", 2),), pinned=pins)
    )
    visit.app.selectbox(key="add level zip").set_value(2)
    visit.run()
    done(visit.press(words.ADD_LEVEL))
    assert rows(visit)["47677"] == ("4767*", "4767*", "476**", "*")
    blur = visit.state("study").blur
    assert (blur.levels, blur.max_level) == ((("zip", 3),), (("zip", 3),))
    assert [pin.levels for pin in blur.pinned] == [(("zip", 3),), (("zip", 1),)]
    visit.app.segmented_control(key="change tree").set_value("drop level")
    visit.run()
    visit.app.selectbox(key="drop level zip").set_value(3)
    visit.run()
    done(visit.press(words.DROP_LEVEL))
    assert rows(visit)["47677"] == ("4767*", "4767*", "*")
    blur = visit.state("study").blur
    assert (blur.levels, blur.max_level) == ((), (("zip", 2),))
    assert [pin.levels for pin in blur.pinned] == [(), (("zip", 1),)]
    assert words.OTHER_COLUMNS in visit.texts


def test_a_value_is_added_to_a_group_and_taken_out_again():
    visit = changing("add value")
    before = rows(visit)
    visit.app.text_input(key="add value zip").set_value(" 47911 ")
    visit.app.selectbox(key="add value to zip").set_value("4790*")
    visit.run()
    done(visit.press(words.ADD_VALUE))
    assert rows(visit) == {**before, "47911": ("4790*", "479**", "*")}
    visit.app.segmented_control(key="change tree").set_value("drop value")
    visit.run()
    visit.app.selectbox(key="drop value zip").set_value("47911")
    visit.run()
    done(visit.press(words.DROP_VALUE))
    assert rows(visit) == before


def test_a_value_that_rows_hold_stays_and_the_reason_names_column_and_count():
    visit = changing("drop value")
    before = visit.state("study")
    visit.app.selectbox(key="drop value zip").set_value("47677")
    visit.run()
    visit.press(words.DROP_VALUE)
    (said,) = visit.errors
    assert said.startswith("**Not done.** zip: 1 rows hold a value with no entry in the hierarchy")
    assert visit.state("study") is before


def test_the_last_grouping_level_taken_out_leaves_the_values_and_a_way_on():
    visit = changing("drop level")
    for _ in range(3):
        visit.app.selectbox(key="drop level zip").set_value(1)
        visit.run()
        done(visit.press(words.DROP_LEVEL))
    assert set(rows(visit).values()) == {()}
    assert words.ONE_LEVEL in visit.texts
    assert visit.state("study").blur.trees[0].kind == compute.UPLOADED
