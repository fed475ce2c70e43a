"""What tests of sentences of the laboratory begin with: each part as it is set, work that goes on, an answer read aloud."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd

from dashboard import demonstrating, describing, totalling, words
from dashboard.compute import demonstrating as ways_work
from dashboard.compute import describing as rare_work
from dashboard.compute import totalling as totals_work
from dashboard.compute.attackable import Attackable
from dashboard.compute.demonstrating import Way
from dashboard.compute.describing import Asked
from dashboard.compute.totalling import Totals
from dashboard.releasing import Chosen
from privacy_core import Origin, Roles, Source, Study, from_frame
from tests.dashboard.test_match_words import Done
from tests.dashboard.test_words import COLOURED, LONGEST, NEVER
from tests.dashboard.visits import shown

STUDY = Study(Source(Origin.UPLOAD, "people.csv", "key"), Roles(("age",), ("ill",)))
quiet = lambda *_: True  # noqa: E731


def not_yet(seen):
    """The same while its work was going on when the page began."""
    return replace(seen, job=SimpleNamespace(result=seen.job.result, ended=False, refused=None, stopped=False))


def read_aloud(answer: str) -> None:
    assert len(words.uncoloured(shown(answer))) <= LONGEST, answer
    assert len(COLOURED.findall(answer)) <= 1
    assert not NEVER.search(answer)


def totals_of(**settings) -> totalling.Seen:
    start = {"rows": 1000, "bits": 20, "counts": 21, "epsilon": 1.0, "adaptive": False, "trials": 300, "seed": 1}
    asked = Totals(**{**start, **settings})
    return totalling.Seen(asked, Done(totals_work.trying(asked)(quiet)))


def way(name: str, **settings) -> demonstrating.Seen:
    asked = Way(**{"way": name, "k": 5, "columns": 400, "rows": 200, "trials": 200, "seed": 1, **settings})
    return demonstrating.Seen(asked, Done(ways_work.trying(asked)(quiet)))


def described(release: dict | None = None, holdout: bool = True, rows: int = 60, **asked) -> describing.Seen:
    random = np.random.default_rng(3)
    people = {"age": random.integers(20, 60, rows), "pay": random.integers(0, 9999, rows)}
    table = from_frame(pd.DataFrame(people))
    strangers = from_frame(pd.DataFrame({"age": random.integers(20, 60, 400), "pay": random.integers(0, 9999, 400)}))
    made = table if release is None else from_frame(pd.DataFrame(release))
    how = Asked(("age",), ("age", "pay"), 2, 100, 1, **asked)
    found = rare_work.describing(how, Attackable(table, made, {}, strangers if holdout else None))(quiet)
    return SeenWithoutSession(
        STUDY,
        Chosen("release"),
        how,
        ("age", "pay"),
        holdout="strangers" if holdout else None,
        job=Done(found),
    )


class SeenWithoutSession(describing.Seen):
    @property
    def rows(self) -> int:
        return 60
