"""The page `isolate`, several lists of facts: judged apart and together by counting rows; lists changed; what is posted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dashboard import server, words
from privacy_core import Missing, Policies, from_frame, of_100, samples
from privacy_core.attacks import subsets
from tests.dashboard.linkings import done, opened
from tests.dashboard.matchings import choose
from tests.dashboard.visits import KNOWN, SECRET, Role, Visit, csv_of

RANDOM = np.random.default_rng(11)
N = 300
PEOPLE = {
    "age": RANDOM.integers(30, 40, N).tolist(),
    "sex": RANDOM.choice(["f", "m"], N).tolist(),
    "town": [str(one) if one != "e" else None for one in RANDOM.choice(list("abcde"), N)],
    "note": RANDOM.integers(0, 9, N).tolist(),
    "ill": RANDOM.choice(list("pqr"), N).tolist(),
}
ROLES = {"age": KNOWN, "sex": KNOWN, "town": KNOWN, "ill": SECRET}


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def lists(visit: Visit) -> Visit:
    return choose(done(visit.page("isolate")), "isolate part", words.ISOLATE_LISTS)


def own(table: dict = PEOPLE, **roles: Role) -> Visit:
    return lists(Visit().upload(csv_of(**table)).roles(**(roles or ROLES)))


def courses() -> Visit:
    return lists(Visit().sample("courses"))


def below(columns: list[str], k: int, table: dict = PEOPLE) -> int:
    rows = pd.DataFrame(table).fillna("-").groupby(columns)
    return int(sum(len(group) for _, group in rows if len(group) < k))


def rows(visit: Visit) -> list[dict]:
    return visit.figures[0]["rows"]["rows"]


def test_an_empty_page_says_what_to_do_first():
    visit = lists(Visit())
    assert (visit.question, visit.answer) == (words.ISOLATE, words.LOAD_FIRST)


def test_at_first_every_known_column_is_a_list_and_numbers_are_counts_of_rows():
    visit = own()
    names = ["age", "sex", "town"]
    assert [one["name"] for one in rows(visit)] == [*names, "all together (3)"]
    alone, few = below(names, 2), below(names, 5)
    held = sum(not below([name], 5) for name in names)
    assert visit.metrics["Lists that hold"] == f"{held} of 3"
    assert visit.metrics["Together, alone"] == of_100(alone, N)
    assert visit.metrics["Together, below"] == of_100(few, N)
    assert of_100(alone, N) in visit.answer
    assert (100 * (rows(visit)[-1]["alone"] ** 2) / 100) == pytest.approx(100 * alone / N)
    assert rows(visit)[-1]["below"] ** 2 == pytest.approx(100 * few / N)


def test_the_line_moves_what_holds():
    visit = own()
    done(visit.type_in("k", 60))
    held = sum(not below([name], 60) for name in ("age", "sex", "town"))
    assert visit.metrics["Lists that hold"] == f"{held} of 3"
    assert "your line: k = 60" in visit.texts
    assert visit.state("study").thresholds.k == 60, "it is the line of the study"


def test_a_missing_cell_may_match_anything():
    visit = own()
    before = visit.metrics
    choose(visit, "isolate missing", Missing.WILDCARD)
    assert "missing cell: matches anything" in visit.texts
    assert visit.state("study").policies.missing is Missing.OWN, "read so here alone"
    assert visit.metrics["Together, below"] != before["Together, below"]


def test_rows_that_are_left_out_are_said():
    visit = own()
    choose(visit, "isolate missing", Missing.DROP)
    gaps = sum(town is None for town in PEOPLE["town"])
    assert gaps
    assert f"{N - gaps} people ({gaps} left out for a missing value)" in visit.texts


def test_a_list_that_breaks_the_promise_alone_is_not_excused():
    visit = own()
    broken = sum(bool(below([name], 5)) for name in ("age", "sex", "town"))
    assert not broken
    assert "Nobody broke a rule" in visit.texts
    done(visit.type_in("k", 40))
    broken = sum(bool(below([name], 40)) for name in ("age", "sex", "town"))
    assert 0 < broken < 3
    assert "Nobody broke a rule" not in visit.texts
    assert "the promise even alone" in visit.texts


def test_a_line_of_one_promises_nothing():
    visit = own()
    done(visit.type_in("k", 1))
    alone = below(["age", "sex", "town"], 2)
    assert visit.answer == f"A crowd of one hides nobody: together, {of_100(alone, N)} people stand alone."
    assert "so every list holds" in visit.texts


def test_lists_are_added_filled_named_and_removed():
    visit = opened(own(), "isolate change lists")
    done(visit.press(words.ADD_LIST))
    assert [one["name"] for one in rows(visit)] == ["age", "sex", "town", "list 4", "all together (4)"]
    assert "note" in next(one for one in visit.app.multiselect if one.key == "isolate list columns widget").value
    choose(visit, "isolate list columns", ["age", "note"])
    name = next(one for one in visit.app.text_input if one.key == "isolate list name widget")
    name.set_value("**diary**")
    done(visit.run())
    assert rows(visit)[3]["name"] == "**diary**"
    assert rows(visit)[3]["below"] ** 2 == pytest.approx(100 * below(["age", "note"], 5) / N)
    next(one for one in visit.app.text_input if one.key == "isolate list name widget").set_value("age")
    done(visit.run())
    assert rows(visit)[3]["name"] == "**diary**", "two lists never share a name"
    choose(visit, "isolate list", 0)
    done(visit.press(words.REMOVE_LIST))
    assert [one["name"] for one in rows(visit)][:2] == ["sex", "town"]
    done(visit.press(words.FIRST_LISTS))
    assert [one["name"] for one in rows(visit)] == ["age", "sex", "town", "all together (3)"]


def test_a_list_without_a_column_is_a_sentence():
    visit = opened(own(), "isolate change lists")
    choose(visit, "isolate list columns", [])
    assert visit.errors == ["1 of 3 lists has no column."]
    assert visit.answer == words.NOT_JUDGED
    choose(visit, "isolate list columns", ["age"])
    assert not visit.errors


def offered(visit: Visit) -> list[str]:
    return next(one for one in visit.app.multiselect if one.key == "isolate list columns widget").options


@pytest.mark.parametrize("role", [Role.IDENTIFIER, Role.PERSON, Role.WEIGHT, Role.HOUSEHOLD])
def test_columns_that_name_or_weigh_somebody_stand_on_no_list(role: Role):
    table = {"who": list(range(1, N + 1)), **PEOPLE}
    visit = opened(own(table, who=role, **ROLES), "isolate change lists")
    assert "who" not in offered(visit)
    assert "note" in offered(visit)


def test_a_column_changed_at_random_stands_on_no_list():
    visit = opened(own(), "isolate change lists")
    assert "ill" in offered(visit)
    visit.app.session_state["study"] = replace(visit.state("study"), perturbed=("ill",))
    assert "ill" not in offered(done(visit.run()))


def test_visits_of_one_person_are_put_side_by_side():
    visits = {"who": [at // 2 for at in range(40)], "age": [30 + at // 20 for at in range(40)], "day": list(range(40)), "ill": list("pq") * 20}  # fmt: skip
    visit = own(visits, who=Role.PERSON, age=KNOWN, day=KNOWN, ill=SECRET)
    assert "20 people" in visit.texts
    assert [one["name"] for one in rows(visit)] == ["age", "day", "all together (3)"]
    assert visit.metrics["Together, alone"] == "all 20"


def test_one_list_and_lists_that_hold_together():
    alike = {"a": ["x", "y"] * 30, "b": ["u"] * 60, "ill": list("pqr") * 20}
    assert (
        own(alike, a=KNOWN, b=KNOWN, ill=SECRET).answer == "Even both lists together hide everyone among at least five."
    )
    assert own(alike, a=KNOWN, ill=SECRET).answer == "This one list hides everyone among at least five."


def test_the_courses_hold_apart_and_not_together_and_their_order_can_be_mended():
    visit = courses()
    table = samples.load("courses").table
    judged = subsets.overlapping(table, samples.COURSE_LISTS, 5)
    assert len(rows(visit)) == 18
    assert visit.metrics["Lists that hold"] == f"{judged.clean} of 17" == "16 of 17"
    assert of_100(judged.union.unique, judged.rows) in visit.answer
    assert visit.answer.startswith("16 of 17 lists hide everyone among five; together they single out")
    choose(visit, "isolate mended", True)
    assert visit.answer.startswith("Each of 17 lists hides everyone among five") or visit.answer.startswith(
        "Apart, 17 lists"
    )
    assert visit.metrics["Lists that hold"] == "17 of 17"
    assert "treated until all lists hold together" in visit.texts
    assert not [one for one in rows(visit)[:-1] if one["over"]]
    assert rows(visit)[-1]["alone"] > 0


def test_what_students_post_singles_them_out_and_tells_what_they_failed():
    visit = opened(courses(), "isolate posting")
    done(visit)
    table = samples.load("courses").table
    who, telling = samples.to_post(table)
    posted = next(job.result for job in visit.state("results").values() if isinstance(job.result, subsets.Posting))
    assert posted == subsets.posting(table, posted.posted, posted.hidden, posted.policies, who, telling)
    assert visit.metrics["Stand alone by it"] == f"{posted.unique:,} of {posted.people:,}"
    assert visit.metrics["And something is learned"] == f"{posted.learned:,} of {posted.unique:,}"
    assert 0 < posted.learned < posted.unique < posted.people
    choose(visit, "isolate hidden", [])
    assert words.POST_FIRST in visit.texts


def test_posts_of_an_own_table_are_its_known_columns():
    visit = done(opened(own(), "isolate posting"))
    alone = below(["age", "sex", "town"], 2)
    assert visit.metrics["Have something to post"] == f"{N:,}"
    assert visit.metrics["Stand alone by it"] == (f"{alone:,} of {N:,}" if alone else f"none in {N:,}")


def test_whom_a_post_singles_out_follows_how_a_gap_is_read():
    visit = done(opened(own(), "isolate posting"))
    before = visit.metrics["Stand alone by it"]
    choose(visit, "isolate missing", Missing.WILDCARD)
    held = from_frame(pd.DataFrame(PEOPLE))
    expected = subsets.posting(held, ["age", "sex", "town"], ["ill"], Policies(Missing.WILDCARD))
    after = visit.metrics["Stand alone by it"]
    assert after == (f"{expected.unique:,} of {N:,}" if expected.unique else f"none in {N:,}") != before


def test_every_list_stands_in_a_table():
    visit = opened(own(), "lists table")
    shown = next(frame.value for frame in visit.app.dataframe if "smallest crowd" in frame.value.columns)
    assert shown["list"].tolist() == ["age", "sex", "town", "all together"]
    assert shown["below 5"].tolist()[:3] == [below([name], 5) for name in ("age", "sex", "town")]
