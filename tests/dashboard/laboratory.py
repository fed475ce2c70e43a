"""What tests of the laboratory of `isolate` begin with: people, a part of the page, its results."""

from __future__ import annotations

import numpy as np

from dashboard import words
from privacy_core import attacks
from tests.dashboard.blurs import done
from tests.dashboard.matchings import choose
from tests.dashboard.visits import KNOWN, SECRET, UNUSED, Role, Visit, csv_of

lab = attacks.singling_out
RANDOM = np.random.default_rng(9)
ROLES = {"who": Role.PERSON, "age": KNOWN, "area": KNOWN, "ill": SECRET, "spent": UNUSED}


def people(n: int, seed: int) -> dict[str, list]:
    random = np.random.default_rng(seed)
    return {
        "who": [f"p{seed}-{i}" for i in range(n)],
        "age": random.integers(20, 60, n).tolist(),
        "area": random.choice(list("xyz"), n).tolist(),
        "spent": random.normal(50, 20, n).round(2).tolist(),
        "ill": random.choice(list("abc"), n).tolist(),
    }


PEOPLE, OTHERS = people(80, 1), people(300, 2)


def part(visit: Visit, name: str) -> Visit:
    return done(choose(done(visit.page("isolate")), "isolate part", name))


def result(visit: Visit, kind: type):
    return [job.result for job in visit.state("results").values() if isinstance(job.result, kind)][-1]


def opened(table: dict = PEOPLE) -> Visit:
    visit = Visit().upload(csv_of(**table)).roles(**ROLES)
    visit.app.session_state["match origin"] = words.AS_IT_IS
    return visit


def with_strangers(table: dict = OTHERS) -> Visit:
    visit = opened()
    visit.app.session_state["isolate what"] = True
    visit = part(visit, words.ISOLATE_RARE)
    visit.app.file_uploader[0].set_value([("others.csv", csv_of(**table), "text/csv")])
    return done(done(visit.run()))


def rows_of(visit: Visit, named: str) -> dict:
    return next(figure["rows"] for figure in visit.figures if named in figure["rows"])
