"""The page `isolate` below its picture: riskiest and smallest sets, scores, table and population; no value unasked."""

from __future__ import annotations

from itertools import combinations

import pytest

from dashboard import isolating, server
from dashboard.compute import isolating as work
from tests.dashboard.linkings import done, opened
from tests.dashboard.matchings import choose
from tests.dashboard.test_isolate_page import COLUMNS, PEOPLE, N, below, facts, found, isolate
from tests.dashboard.visits import KNOWN, SECRET, Role


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def test_details_are_the_core_s_and_show_no_value_unasked():
    visit = opened(facts(isolate(), 3), "isolate details")
    done(done(visit).run())
    frames = [frame.value for frame in visit.app.dataframe]
    riskiest = next(one for one in frames if "people alone" in one.columns)
    assert riskiest["people alone"].tolist() == sorted(
        (below(PEOPLE, one, 2) for one in combinations(COLUMNS, 3)), reverse=True
    )
    cut = found(visit).scan
    assert next(one for one in frames if "unique at worst" in one.columns)["facts"].tolist() == [1, 2, 3, 4]
    smallest = next(job.result for job in visit.state("results").values() if isinstance(job.result, work.Smallest))
    parts = next(one for one in frames if "part of all scores, of 100" in one.columns)
    assert dict(zip(parts["column"], parts["part of all scores, of 100"], strict=True)) == {
        name: f"{part:.1f}" for name, part in smallest.scores.by_column.items()
    }
    assert f"{smallest.found.with_any:,} of {cut.rows:,} people" in visit.texts
    everything = visit.texts + " ".join(str(one.to_dict()) for one in frames)
    assert "rare job" not in everything
    choose(visit, "isolate values", True)
    choose(visit, "isolate column", "work")
    asked = next(frame.value for frame in visit.app.dataframe if "value" in frame.value.columns)
    assert dict(zip(asked["value"], asked["part of its scores, of 100"], strict=True)) == {
        value: f"{part:.1f}" for value, part in smallest.scores.by_value["work"].items()
    }
    assert "rare job" in asked["value"].tolist()


def test_the_file_of_scores_has_a_line_per_row_and_no_value():
    visit = opened(isolate(), "isolate details")
    done(done(visit).run())
    smallest = next(job.result for job in visit.state("results").values() if isinstance(job.result, work.Smallest))
    file = isolating.per_row(smallest)()
    assert list(file) == ["row", "smallest", "minimal_uniques", "suda", "dis"], "as kelt subsets --per-row writes it"
    assert {len(column) for column in file.values()} == {N}
    alone = [below(PEOPLE, (name,), 2) for name in COLUMNS]
    assert sum(one == 1 for one in file["smallest"]) <= sum(alone)


def test_alone_in_the_table_is_told_from_alone_in_the_population():
    visit = opened(isolate(), "isolate details")
    done(done(visit).run())
    assert "how much of it the table holds nobody said: no count is estimated" in visit.texts
    assert "as is often taken where nobody says" in visit.texts
    choose(visit, "isolate of 100", 5.0)
    done(visit.run())
    assert f"among {20 * N:,} people" in visit.texts
    assert "With 5 of 100 people of the population in the table, as you said" in visit.texts
    choose(visit, "isolate of 100", 100.0)
    done(visit.run())
    assert "which is the whole population: alone there too" in visit.texts


def test_visits_of_persons_are_called_rows_where_rows_are_counted():
    visits = {"who": [i // 2 for i in range(20)], "age": [30 + i // 2 for i in range(20)], "ill": list("pq") * 10}
    visit = opened(isolate(visits, who=Role.PERSON, age=KNOWN, ill=SECRET), "isolate details")
    done(done(visit).run())
    assert "10 people" in visit.texts
    assert "20 of 20 rows" in visit.texts
    assert "20 people" not in visit.texts
