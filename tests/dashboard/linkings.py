"""What tests of the page `again` begin with: the page at a case, uploaded releases, work that is waited for."""

from __future__ import annotations

from dashboard import words
from tests.dashboard.visits import Visit, csv_of, shown

SIX = {"who": [f"p{i}" for i in range(6)], "age": ["20-39"] * 3 + ["40-59"] * 3, "ill": list("xyzxyz")}
OTHER = {"who": [f"p{i}" for i in range(6)], "age": ["<30", "30+", "30+", "<30", "30+", "30+"], "ill": list("xyzxyz")}
CHIPS, BARS = "chips", "bars"


def done(visit: Visit) -> Visit:
    """Wait for the work and show it."""
    for _ in range(10):
        job = visit.state("job")
        if job is None:
            return visit
        assert job.wait(120)
        visit.run()
    raise AssertionError("work does not end")


def choose(visit: Visit, name: str, value) -> Visit:
    """Choose in a segmented control, a list or several lists."""
    every = [*visit.app.button_group, *visit.app.selectbox, *visit.app.multiselect, *visit.app.toggle]
    next(one for one in every if one.key == f"{name} widget").set_value(value)
    return done(visit.run())


def again(visit: Visit | None = None, case: str = words.WORST) -> Visit:
    visit = (visit or Visit()).page("again")
    return visit if case == words.WORST else choose(visit, "again case", case)


def drawn(visit: Visit, rows: str) -> dict:
    return next(figure["rows"] for figure in visit.figures if rows in figure["rows"])


def uploads(*tables: dict, visit: Visit | None = None, **roles) -> Visit:
    visit = choose(again(visit, words.OWN), "own origin", words.ORIGINS[1])
    files = [(f"release{i}.csv", csv_of(**one), "text/csv") for i, one in enumerate(tables, 1)]
    visit.app.file_uploader[0].set_value(files)
    done(visit.run())
    for name, value in roles.items():
        choose(visit, f"own {name}".replace("_", " "), value)
    return visit


def heads(visit: Visit) -> list[str]:
    return [shown(one.value) for one in visit.app.subheader]


def opened(visit: Visit, key: str) -> Visit:
    """Open an expander."""
    visit.app.session_state[key] = True
    return visit.run()
