"""The page `isolate`, every set of known columns: every state, numbers by counting rows, no value shown unasked."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from threading import Event
from time import sleep

import numpy as np
import pandas as pd
import pytest

from dashboard import isolating, server, words
from dashboard.compute import isolating as work
from dashboard.compute.isolating import Scanned
from privacy_core import Missing, Unit, of_100
from privacy_core.attacks import singling_out
from tests.dashboard.linkings import done, opened
from tests.dashboard.matchings import choose
from tests.dashboard.visits import KNOWN, SECRET, Role, Visit, csv_of

RANDOM = np.random.default_rng(7)
N = 400
PEOPLE = {
    "sex": RANDOM.choice(["f", "m"], N).tolist(),
    "age": RANDOM.integers(20, 70, N).tolist(),
    "town": RANDOM.choice(list("abcdefgh"), N, p=[0.4, 0.2, 0.15, 0.1, 0.06, 0.05, 0.03, 0.01]).tolist(),
    "work": RANDOM.choice(["rare job", *"vwxyz"], N, p=[0.01, 0.3, 0.25, 0.2, 0.14, 0.1]).tolist(),
    "ill": RANDOM.choice(list("pqr"), N).tolist(),
}
COLUMNS = ("sex", "age", "town", "work")
ROLES = dict.fromkeys(COLUMNS, KNOWN) | {"ill": SECRET}


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def isolate(table: dict = PEOPLE, **roles: Role) -> Visit:
    return done(Visit().upload(csv_of(**table)).roles(**(roles or ROLES)).page("isolate"))


def found(visit: Visit) -> Scanned:
    return [job.result for job in visit.state("results").values() if isinstance(job.result, Scanned)][-1]


def below(table: dict, columns: tuple[str, ...], k: int) -> int:
    """Rows in groups smaller than k, counted one by one."""
    rows = pd.DataFrame(table).fillna("-").groupby(list(columns))
    return int(sum(len(group) for _, group in rows if len(group) < k))


def worst(table: dict, size: int, k: int, surely: tuple[str, ...] = ()) -> int:
    return max(below(table, one, k) for one in combinations(COLUMNS, size) if {*surely} <= {*one})


def facts(visit: Visit, to: int) -> Visit:
    return done(visit.type_in("isolate facts", to))


@pytest.mark.parametrize(("open_it", "answer"), [(False, words.LOAD_FIRST), (True, words.ROLES_FIRST)])
def test_an_empty_page_says_what_to_do_first(open_it: bool, answer: str):
    visit = Visit()
    visit = (visit.upload(csv_of(**PEOPLE)) if open_it else visit).page("isolate")
    assert (visit.question, visit.answer) == (words.ISOLATE, answer)
    assert not visit.figures


def test_columns_changed_at_random_are_not_counted():
    visit = isolate()
    visit.app.session_state["study"] = replace(visit.state("study"), perturbed=("age",))
    assert visit.run().answer == words.NOT_VALID


def test_answer_picture_metrics_and_sentence_are_counts_of_rows():
    visit = isolate()
    for size in (2, 3, 4):
        facts(visit, size)
        most = worst(PEOPLE, size, 2)
        assert of_100(most, N) in visit.answer
        assert visit.answer.startswith(words.facts_said(size, capital=True))
        assert f"{most:,} of {N:,} people alone" in visit.texts
        assert visit.metrics[f"Worst {words.numeral(size)}"] == of_100(most, N)
        counts = [below(PEOPLE, one, 2) for one in combinations(COLUMNS, size)]
        assert visit.metrics["Combinations"] == str(len(counts))
        middle = float(np.median(counts))
        assert visit.metrics[f"Middle {words.numeral(size)}"] == (of_100(middle, N) if middle else "none found")
    marks = {one["name"]: one for one in visit.figures[0]["rows"]["marks"]}
    assert len(marks) == 2 ** len(COLUMNS) - 1
    for size in range(1, 5):
        for one in combinations(COLUMNS, size):
            assert marks[", ".join(one)]["y"] == pytest.approx(100 * below(PEOPLE, one, 2) / N)


def test_luck_stands_beside_the_worst_set():
    assert isolate().metrics[words.BY_LUCK] == words.of_people(round(1e6 * singling_out.peak(N)), 10**6).removesuffix(
        " people"
    )


def test_alone_may_mean_among_fewer_than_more():
    visit = isolate()
    domain = visit.figures[0]["spec"]["layer"][0]["encoding"]["y"]["scale"]["domain"]
    done(visit.type_in("isolate k", 5))
    most = worst(PEOPLE, 4, 5)
    assert visit.answer == "Four facts, all there are, leave everyone among fewer than five."
    assert most == N
    assert visit.metrics["Worst four"] == "everyone"
    assert visit.figures[0]["spec"]["layer"][0]["encoding"]["y"]["scale"]["domain"] == domain, (
        "marks rise, the axis stays"
    )
    heights = {one["name"]: one["y"] for one in visit.figures[0]["rows"]["marks"]}
    assert heights["age, town"] == pytest.approx(100 * below(PEOPLE, ("age", "town"), 5) / N)


def test_what_they_surely_know_fades_the_rest():
    visit = facts(isolate(), 2)
    choose(visit, "isolate surely", ["work"])
    most = worst(PEOPLE, 2, 2, ("work",))
    assert visit.answer.startswith("Two facts, work among them")
    assert f"{most:,} of {N:,} people alone" in visit.texts
    assert visit.metrics["Combinations"] == "3"
    kept = {one["name"] for one in visit.figures[0]["rows"]["marks"] if one["kept"]}
    assert kept == {", ".join(one) for size in range(1, 5) for one in combinations(COLUMNS, size) if "work" in one}
    choose(facts(visit, 1), "isolate surely", ["work", "age"])
    assert visit.answer == "They surely know two facts, more than the one fact asked about."
    assert visit.metrics["Worst one"] == "not applicable"


def test_what_they_surely_know_is_not_said_of_other_facts():
    visit = facts(isolate(), 1)
    choose(visit, "isolate surely", ["age"])
    assert not below(PEOPLE, ("age",), 2)
    assert visit.answer == "The one fact they surely know singles nobody out."
    done(visit.type_in("isolate k", N))
    assert visit.answer == f"The one fact they surely know leaves everyone among fewer than {N}."


def test_a_pair_to_blur_is_the_one_that_leaves_most_alone():
    visit = facts(isolate(), 3)
    columns = found(visit).scan.worst(3).columns
    first, second = max(combinations(columns, 2), key=lambda pair: below(PEOPLE, pair, 2))
    assert f"Blur {first} and {second} together" in visit.texts


def test_nobody_is_singled_out():
    alike = {"a": ["x"] * 30, "b": ["y"] * 30, "ill": ["p", "q", "r"] * 10}
    visit = isolate(alike, a=KNOWN, b=KNOWN, ill=SECRET)
    assert visit.answer == "No set of up to two facts singles anyone out."
    assert visit.metrics["Worst two"] == "none found"
    assert "0 %" not in visit.texts


def test_one_known_column_is_one_mark_without_a_slider():
    visit = isolate({"id": list(range(12)), "ill": ["p", "q"] * 6}, id=KNOWN, ill=SECRET)
    assert visit.answer == "The one known fact singles out everyone."
    assert not [one for one in visit.app.slider if one.key == "isolate facts slider"]


def test_persons_are_counted_where_rows_are_visits():
    visits = {"who": [i // 2 for i in range(20)], "age": [30 + i // 2 for i in range(20)], "ill": list("pq") * 10}
    visit = isolate(visits, who=Role.PERSON, age=KNOWN, ill=SECRET)
    assert visit.answer == "The one known fact singles out everyone."
    assert "10 people" in visit.texts
    done(visit.count(unit=Unit.ROWS))
    assert visit.answer == "No single fact singles any row out."
    assert "20 rows" in visit.texts


def test_the_axis_ends_where_what_is_counted_is_in_small_crowds():
    visits = {"who": [i // 3 for i in range(36)], "age": [30 + i // 6 for i in range(36)], "ill": list("pq") * 18}
    visit = isolate(visits, who=Role.PERSON, age=KNOWN, ill=SECRET)
    assert found(visit).top == 100, "two persons share an age"
    done(visit.count(unit=Unit.ROWS))
    assert found(visit).top == 0, "six rows do"


def test_a_missing_value_may_match_anything():
    gaps = {"age": [30, 30, 41, None] * 3, "sex": ["f", None, "m", "f"] * 3, "ill": list("pqr") * 4}
    table = {**gaps, "age": [*gaps["age"][:-1], 77]}
    visit = isolate(table, age=KNOWN, sex=KNOWN, ill=SECRET)
    own = found(visit).scan.worst(2).below
    done(visit.count(missing=Missing.WILDCARD))
    assert found(visit).scan.worst(2).below <= own
    assert "matches anything" in visit.texts


def test_names_from_a_file_are_no_markdown():
    odd = {"**a**": list(range(8)), ":red[b]": list("xy") * 4, "ill": list("pq") * 4}
    visit = isolate(odd, **{"**a**": KNOWN, ":red[b]": KNOWN, "ill": SECRET})
    choose(facts(visit, 2), "isolate surely", [":red[b]"])
    assert "**a**, :red[b]: 8 of 8 people alone" in visit.texts


def wide(columns: int, rows: int = 60) -> dict:
    return {f"c{at}": RANDOM.integers(0, 3, rows).tolist() for at in range(columns)}


def test_too_many_columns_are_capped_and_said_and_may_be_drawn():
    table = wide(16)
    visit = isolate({**table, "ill": list("pqr") * 20}, **dict.fromkeys(table, KNOWN), ill=SECRET)
    most = work.first_most(16)
    assert work.sets_up_to(16, most) <= work.MOST_SETS < work.sets_up_to(16, most + 1)
    assert f"combinations of up to {most} of its 16 known columns, each measured" in visit.texts
    marks = visit.figures[0]["rows"]["marks"]
    assert len(marks) < 2000
    assert sum(one["sets"] for one in marks) == work.sets_up_to(16, most)
    done(visit.type_in("isolate most", 2))
    assert len(visit.figures[0]["rows"]["marks"]) == work.sets_up_to(16, 2)
    choose(visit, "isolate drawn", True)
    assert "drawn at random (seed 1)" in visit.texts
    assert "at least" in facts(visit, 8).answer
    assert facts(visit, 16).answer.startswith("16 facts, all there are, single out")
    opened(visit, "isolate details")
    done(visit)
    assert any("average, 95 % interval" in frame.value.columns for frame in visit.app.dataframe)


def test_time_that_ends_is_said_and_more_can_be_had(monkeypatch):
    table = wide(12)
    monkeypatch.setattr(work, "SECONDS", 1e-9)
    visit = isolate({**table, "ill": list("pqr") * 20}, **dict.fromkeys(table, KNOWN), ill=SECRET)
    assert "partial: " in visit.texts
    facts(visit, 12)
    assert "measured before time ended" in visit.answer or "at least" in visit.answer
    monkeypatch.setattr(isolating, "LONGER", 1e12)
    done(visit.press(words.LONGER))
    assert "all 4,095 combinations" in visit.texts


def test_another_line_shows_the_old_picture_until_the_new_one_is_there(monkeypatch):
    visit, go, real = isolate(), Event(), work.attacks.subsets.scan_subsets

    def slow(*given, **how):
        go.wait(20)
        return real(*given, **how)

    monkeypatch.setattr(work.attacks.subsets, "scan_subsets", slow)
    visit.type_in("isolate k", 3)
    assert visit.answer == words.PUTTING_TOGETHER
    assert len(visit.figures) == 1
    visit.app.button(key="cancel").click()
    visit.run()
    go.set()
    done(visit)
    assert words.MEASURE_AGAIN in [button.label for button in visit.app.button]


def test_another_table_begins_anew():
    visit = facts(isolate(), 2)
    choose(visit, "isolate surely", ["age"])
    choose(visit, "isolate part", words.ISOLATE_LISTS)
    done(visit.page("publish").sample("clinic").page("isolate"))
    assert visit.state("isolate part") == words.ISOLATE_LISTS, "which part is looked at belongs to no table"
    assert visit.state("isolate surely") is None
    assert visit.state("isolate facts") is None


def test_what_ends_while_the_page_is_drawn_is_shown_whole_by_the_next_run(monkeypatch):
    visit, go, real = isolate(), Event(), work.attacks.subsets.scan_subsets
    answered = words.isolate_answer

    def slow(*given, **how):
        go.wait(20)
        return real(*given, **how)

    def answer_then_end(seen):
        said = answered(seen)
        go.set()
        while seen.job is not None and not seen.job.over:
            sleep(0.01)
        return said

    monkeypatch.setattr(work.attacks.subsets, "scan_subsets", slow)
    monkeypatch.setattr(words, "isolate_answer", answer_then_end)
    visit.type_in("isolate k", 3)
    told = visit.answer, len(visit.metrics)
    assert told in ((words.PUTTING_TOGETHER, 0), (visit.answer, 4))
    assert visit.answer != words.PUTTING_TOGETHER or visit.app.button(key="cancel")
