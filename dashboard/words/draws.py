"""Sentences of `undo` about many draws: stored curves, the share of coarse cells, one description per crowd."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.words.outcomes import chance, found_in, interval, power
from dashboard.words.phrases import counted
from privacy_core import attacks

if TYPE_CHECKING:
    from dashboard.compute.recovering import Undone
    from dashboard.recovering import Ten

DETAIL_DRAWS = "Draws, theory and stored curves"
DETAIL_COMPOUND = "Many people at once: one description per crowd"
CURVE = "Along which setting"
CURVES_OF_DRAWS = {
    "dims": "Columns",
    "k": "Crowd size",
    "n": "People",
    "rho": "Needless blur",
    "holdout": "Learned from",
}
"""By name of a stored curve without the rule, what lies along it."""
CURVE_AXES = {
    "dims": "columns",
    "k": "crowd size k, with N / k clusters and one of k people odd",
    "n": "people, ten of them per cluster",
    "rho": "fine cells made coarse needlessly",
    "holdout": "people not in the release, from whom the attacker learns how people are spread",
}
CURVE_NAMES = ("draws that work", "crowds right", "theory")
CURVE_KEY = ":small[:gray[:orange[◆] draws in which a crowd falls and all is right · :blue[■] crowds attacked that were wholly right · ○ theory; of 100 each, lines are Wilson intervals at 95 %.]]"
SPREAD_LEAD = "**Every bar counts crowds with that share of coarse cells.** Inside the band (3/8 to 5/8) one row is taken to be odd."
SPREAD_AXIS, SPREAD_COUNT = "share of coarse cells", "crowds"


def setting_at(name: str, at: float) -> str:
    """A point of a curve under its mark."""
    return ("none" if not at else f"{100 * at:g} of 100") if name == "rho" else f"{at:,.0f}"


def curve_said(name: str, found: attacks.downcoding.Curve) -> str:
    """For those who cannot see it."""
    ends = found.points[0], found.points[-1]
    said = [f"at {setting_at(name, one.at)} {found_in(one.trials.daleth)} draws work" for one in ends]
    return f"Along {CURVE_AXES[name]}: {said[0]}, {said[1]}."


def curve_note(found: attacks.downcoding.Stored) -> str:
    """How the stored draws were made."""
    return f"Stored: {found.trials} draws per point, seed {found.seed}, {attacks.downcoding.Clusters().n} people unless said. Made by `{found.command}`; a test makes the first draws of each again."


def draw_rows(name: str, found: attacks.downcoding.Curve) -> dict[str, list[str]]:
    """A stored curve as a table."""
    points = found.points
    return {
        CURVE_AXES[name].partition(",")[0]: [setting_at(name, one.at) for one in points],
        "draws that work": [_counted(one.trials.daleth) for one in points],
        "theory": [_theory(one.trials.theory) for one in points],
        "rows that fall": [chance(one.trials.records) for one in points],
        "crowds attacked, wholly right": [found_in(one.trials.groups) for one in points],
        "coarse cells read rightly": [found_in(one.trials.cells) for one in points],
        "baseline: method not known": [found_in(one.trials.without_minimality) for one in points],
        "fewest cells of a row": [
            "–" if one.trials.min_delta_d is None else f"{one.trials.min_delta_d}" for one in points
        ],
    }


def _theory(one: attacks.downcoding.Theory | None) -> str:
    return "–" if one is None else chance(one.daleth)


def _counted(counts: attacks.Counts) -> str:
    return f"{found_in(counts)} ({interval(counts)})"


def spread_said(found: attacks.downcoding.Trials) -> str:
    """For those who cannot see it."""
    n = len(found.shares) - 1
    low, high = attacks.downcoding.WINDOW
    inside = sum(several for at, several in enumerate(found.shares) if low <= at / n <= high)
    return (
        f"Of {counted(sum(found.shares), 'crowd')} looked at, {inside:,} have a share of coarse cells from 3/8 to 5/8."
    )


def remedy_line(seen: Ten) -> str | None:
    """What needless blur does to whole rows and to cells."""
    if not seen.asked.rho or seen.draws is None:
        return None
    right = attacks.downcoding.whole_right(seen.asked.rho, seen.asked.dims)
    return (
        f"Needless blur of {chance(seen.asked.rho)} cells: a crowd stays wholly right in {chance(right)} cases (theory), yet "
        f"{found_in(seen.draws.cells)} coarse cells are read rightly. Randomness is no guarantee."
    )


def description_line(one: Undone | None) -> str:
    """The description that names the odd row of this draw."""
    if one is None or one.log2_weight is None:
        return "In this draw nobody is described: no crowd falls."
    fits = "exactly one person" if one.fitting == 1 else counted(one.fitting or 0, "person")
    return (
        f"The odd row of the strip is a description of one person: outside in the coarse columns, inside in all others. A person drawn "
        f"anew fits it with chance {power(one.log2_weight)}; of the people drawn it fits {fits}."
    )


COMPOUND_LEAD = "The more people, the more crowds fall at once, and each gives its own description. All of them have to be right together."


def compound_rows(found: attacks.downcoding.Curve) -> dict[str, list[str]]:
    """Descriptions per draw as people grow, beside what was known before."""
    several = [(one, attacks.downcoding.beside(one.trials.predicates)) for one in found.points]
    return {
        "people": [setting_at("n", one.at) for one, _ in several],
        "descriptions per draw (L)": [f"{one.trials.predicates:.2f}" for one, _ in several],
        "draws in which all L fit one person each": [_counted(one.trials.all_isolate) for one, _ in several],
        "one at a time (baseline): L/e": [f"{known.plain:.2f}" for _, known in several],
        "all right, earlier result: about e^−L": [chance(known.all_before) for _, known in several],
    }
