"""What tests of the page `match` begin with: people, a release, strangers, uploads, what the core says."""

from __future__ import annotations

import numpy as np
import pandas as pd

from dashboard import words
from dashboard.compute.matched import Match
from privacy_core import from_frame, linkage, share
from tests.dashboard.blurs import done
from tests.dashboard.visits import KNOWN, SECRET, Role, Visit, csv_of

ID = Role.PERSON
RANDOM = np.random.default_rng(5)
N = 60
PEOPLE = {
    "who": [f"p{i}" for i in range(N)],
    "age": RANDOM.integers(20, 60, N).tolist(),
    "area": RANDOM.choice(list("xyz"), N).tolist(),
    "visits": RANDOM.integers(0, 90, N).tolist(),
    "spent": RANDOM.normal(50, 20, N).round(2).tolist(),
    "hours": RANDOM.normal(5, 2, N).round(2).tolist(),
    "ill": RANDOM.choice(list("abc"), N).tolist(),
}
RELEASE = {**PEOPLE, "visits": [visit + int(RANDOM.integers(-6, 7)) for visit in PEOPLE["visits"]]}
OTHERS = {**PEOPLE, "who": [f"q{i}" for i in range(N)], "visits": RANDOM.integers(0, 90, N).tolist(), "spent": RANDOM.normal(50, 20, N).round(2).tolist(), "hours": RANDOM.normal(5, 2, N).round(2).tolist()}  # fmt: skip
ROLES = {"who": ID, "age": KNOWN, "area": KNOWN, "ill": SECRET}


def choose(visit: Visit, name: str, value) -> Visit:
    """Choose in a segmented control, a list or several lists."""
    every = [
        *visit.app.button_group,
        *visit.app.selectbox,
        *visit.app.multiselect,
        *visit.app.toggle,
        *visit.app.number_input,
    ]
    next(one for one in every if one.key == f"{name} widget").set_value(value)
    return done(visit.run())


def opened(table: dict = PEOPLE) -> Visit:
    return Visit().upload(csv_of(**table)).roles(**ROLES).page("match")


def as_it_is(table: dict = PEOPLE) -> Visit:
    return choose(opened(table), "match origin", words.AS_IT_IS)


def give(visit: Visit, which: int, table: dict, name: str = "other.csv") -> Visit:
    visit.app.file_uploader[which].set_value([(name, csv_of(**table), "text/csv")])
    return done(visit.run())


def uploaded(table: dict = RELEASE) -> Visit:
    return give(choose(opened(), "match origin", words.UPLOADED_RELEASE), 0, table)


def core(release: dict = PEOPLE, **how) -> linkage.LinkageRisk:
    """What the core says of the same tables."""
    settings = linkage.LinkageSettings(("age", "area"), ("ill", "who"))
    one, two = (from_frame(pd.DataFrame(table)) for table in (PEOPLE, release))
    return linkage.link(one, two, settings, random=np.random.default_rng(1).spawn(3)[0], **how)


def found(visit: Visit) -> Match:
    jobs = [job.result for job in visit.state("results").values()]
    return next(one for one in reversed(jobs) if isinstance(one, Match))


def open_up(visit: Visit, label: str) -> Visit:
    """Open an expander, as its widget does."""
    visit.app.session_state[label] = True
    return done(visit.run())


def says(visit: Visit, risk: linkage.LinkageRisk, level: int, tau: float, luck: str) -> None:
    """The four numbers are the core's."""
    rate = risk.surface.rate_at(level, tau)
    top = risk.calibration.maxima[:, level]
    lucky = float(np.mean(top >= tau - 1e-6))
    assert number(visit.metrics["Members link"]) == share(rate)
    assert number(visit.metrics[f"{luck} link"]) == share(lucky)
    if risk.top_one is not None:
        precision, _ = risk.top_one.at(level, tau)
        assert number(visit.metrics["Links right"]) == share(precision)
    assert visit.metrics["More than luck"] in (f"{100 * (rate - lucky):.0f}", "none")


def number(metric: str) -> str:
    """A metric as the core says shares."""
    return f"{'none' if metric == 'none' else metric} of 100" if " in " not in metric else metric


def tables(visit: Visit) -> list[dict]:
    return [frame.value.to_dict("list") for frame in visit.app.dataframe]
