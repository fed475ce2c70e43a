"""What tests of the page `blur` begin with: tables with their hierarchies, the map, work that is waited for."""

from __future__ import annotations

from privacy_core import Hierarchy, Role, samples
from privacy_core.hierarchies import build, suggest_hierarchy
from tests.dashboard.visits import KNOWN, SECRET, Visit, csv_of

SUGGESTED = "Use the suggested hierarchies"
NINE = csv_of(
    zip=["47677", "47602", "47678", "47905", "47909", "47906", "47605", "47673", "47607"], ill=list("abcdefbga")
)
ZIP = b"47677;4767*;476**;*\n47602;4760*;476**;*\n47678;4767*;476**;*\n47905;4790*;479**;*\n47909;4790*;479**;*\n47906;4790*;479**;*\n47605;4760*;476**;*\n47673;4767*;476**;*\n47607;4760*;476**;*\n"


def done(visit: Visit) -> Visit:
    """Wait for the lattice and show it."""
    for _ in range(10):
        job = visit.state("job")
        if job is None:
            return visit
        assert job.wait(120)
        visit.run()
    raise AssertionError("work does not end")


def clinic() -> Visit:
    """The clinic's visits, each taken for a person of its own: nobody is named by two rows."""
    visit, chosen = Visit().sample("clinic"), samples.load("clinic").roles
    alone = {name: role for name, role in chosen if role is not Role.PERSON}
    return done(visit.roles_again(alone).page("blur").press(SUGGESTED))


def nine(**trees: bytes) -> Visit:
    """Nine people with their hierarchy of ZIP codes."""
    visit = Visit().upload(NINE).roles(zip=KNOWN, ill=SECRET).page("blur")
    visit.app.file_uploader[0].set_value([("hierarchy_zip.csv", trees.get("zip", ZIP), "text/csv")])
    return done(visit.run())


def chart(visit: Visit) -> dict:
    return next(figure["rows"] for figure in visit.figures if "ways" in figure["rows"])


def compute_trees(sample) -> dict[str, Hierarchy]:
    return {n: build(suggest_hierarchy(sample.table[n])[0], sample.table[n]) for n in sample.roles.quasi_identifiers}
