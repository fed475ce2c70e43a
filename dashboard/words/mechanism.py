"""Sentences of the second half of `again`: a mechanism, its chances, the error of a distribution, a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.words.phrases import beyond, counted, fitting, numeral
from privacy_core import ell_delta, one_in

if TYPE_CHECKING:
    from dashboard.compute import Promised, Settings
    from dashboard.promising import Mechanism

CELLS = "Cells of each class"
CELL_KINDS = {"lean": "Just enough", "spare": "Spare values"}


def cells_help(classes: int, values: int) -> str:
    """What the two designs are."""
    return (
        "Just enough: every class has exactly ℓ values of chance p, as many classes as p allows. Spare values: "
        f"{numeral(classes)} classes of {numeral(values)} values, the second half as frequent as the first, the third a third as "
        "frequent, and so on; p follows from them."
    )


ELL, ELL_HELP = (
    "Values every class is to show (ℓ)",
    "A class that shows fewer in a release breaks the promise of that release.",
)
DELTA, DELTA_HELP = (
    "One release may fail once in (1/δ)",
    "δ is a chance of failure, over the draw of the records of one release.",
)
RAREST, RAREST_HELP = (
    "Rarest value that counts: 1 record in (1/p)",
    "p is the least chance of a target cell, a class together with one of its ℓ values.",
)
MANY, MANY_HELP = (
    "Linked releases (t)",
    "Releases drawn independently, all with the same classes and the same target values.",
)
ROWS = ("bound from p alone", "bound from the cells", "exact", "simulated")
SIMULATING = "drawing …"
NO_PROMISE = "There is nothing to show while these settings promise nothing."
TARGET_ROW = "bound from missing targets"


def promise_lead(found: Promised) -> str:
    """What one mark is."""
    shapes = "Squares bound it, the diamond is exact, the circle is simulated."
    if found.linked.diversity is None:
        shapes = (
            "Squares bound it; linked, it is too much to count exactly, so the circle is simulated, with its interval."
        )
    return f"**Each mark is the chance that some class shows fewer values than promised.** {shapes}"


def odds(chance: float) -> str:
    """A chance in words, with three digits where it is not small."""
    if chance >= 1:
        return "always"
    if chance >= 0.01:
        return f"{1000 * chance:.1f} of 1,000".replace(".0 of", " of")
    return one_in(chance) if chance > 1e-12 else "below 1 in a trillion"


def bounded(chance: float) -> str:
    """A bound in words."""
    return "1 or more, so it says nothing" if chance >= 1 else odds(chance)


def one_release() -> str:
    """Head of the chances of a release by itself."""
    return "One release"


def linked_releases(n: int) -> str:
    """Head of the chances of all releases."""
    return f"{numeral(n, capital=True)} releases, linked"


def delta_line(asked: Settings, releases: int) -> str:
    """Words of the user's line."""
    at = one_in(releases * asked.delta) if releases * asked.delta < 1 else "says nothing"
    return f"your line: {'δ' if releases == 1 else 't·δ'} = {at}"


def simulated_name(failing: ell_delta.Failure) -> str:
    """What is simulated beside an exact number, or in place of one."""
    return ROWS[3] if failing.diversity is not None else "simulated, not counted"


def simulated(found: ell_delta.Simulation) -> str:
    """A simulated rate with its counts and interval."""
    if not found.diversity:
        return f"none found in {found.trials:,}"
    return f"{found.diversity:,} of {found.trials:,}"


def simulation_note(promised: Promised, found: ell_delta.Simulation | None, level: float) -> str:
    """How a rate is simulated, where the chance may lie, and what to hold against that; as long while it is drawn."""
    against = (
        " The exact chance is what to hold against it, not t·δ, which may lie far above."
        if promised.linked.diversity is not None
        else f" That is a simulation, not a bound; the bound is {bounded(promised.linked.exact)}."
    )
    this = "this one is being drawn"
    if found is not None:
        low, high = found.diversity_interval(level)
        this = f"this one is {_low(low)} to {odds(high)}"
    verb = "Simulated" if found is not None else "Drawing releases"
    return (
        f"{verb}: {promised.trials:,} sets of releases, seed {promised.seed}; {100 * level:g} of 100 such intervals hold the chance, "
        f"{this} (Clopper–Pearson).{against}"
    )


def _low(chance: float) -> str:
    return odds(chance) if chance else "none"


def mechanism_answer(seen: Mechanism) -> str:
    """What the mechanism promises."""
    if seen.found is None:
        return "These settings promise nothing: no such classes exist."
    said, linked = seen.found.guarantee, seen.found.linked
    often = _in_draws(linked.exact, linked.diversity is None)
    releases = "A release" if said.releases == 1 else f"{numeral(said.releases, capital=True)} linked releases"
    tail = f"{'promises' if said.releases == 1 else 'promise'} {numeral(said.ell)} values, except {beyond(often)}."
    whole = f"{releases} of {said.records:,} records {tail}"
    return whole if linked.diversity is not None else fitting(whole, f"{releases} {tail}")


def _in_draws(chance: float, bound: bool = False) -> str:
    """How often the promise is broken, to be read aloud; at most so often where only a bound is known."""
    most = "at most " if bound else ""
    if chance >= 0.01:
        return f"in {most}{1000 * min(chance, 1.0):.0f} of 1,000 draws"
    return "less than once in a million draws" if chance < 1e-6 else f"{most}once in {1 / chance:,.0f} draws"


def lines_said(seen: Mechanism) -> str:
    """The user's lines in words."""
    return " · ".join(f"| {group.line}" for group in seen.groups)


def mechanism_line(seen: Mechanism) -> str:
    """What is assumed."""
    asked = seen.asked
    if seen.found is None:
        return f"ℓ = {asked.ell} · p = {one_in(asked.p)} · δ = {one_in(asked.delta)}"
    said = seen.found.guarantee
    classes = f"{said.classes:,} classes" if said.classes > 1 else "one class"
    estimated = ", not estimated" if said.basis is ell_delta.Basis.GIVEN else ""
    return (
        f"{classes} made once for a distribution that is **{said.basis.value}**{estimated} · records drawn independently · the "
        f"same classes and target values in every release · ℓ = {said.ell}, p = {one_in(said.p)}, δ = {one_in(said.delta)}"
    )


def mechanism_message(seen: Mechanism) -> str:
    """For those who cannot see it."""
    linked = seen.found.linked
    counted_ = (
        f"exact {odds(linked.exact)}"
        if linked.diversity is not None
        else f"from missing targets {bounded(linked.exact)}"
    )
    return f"Bound {bounded(linked.bound)}, from the cells {bounded(linked.cells)}, {counted_}."


def mechanism_metrics(found: Promised) -> list[tuple[str, str, str]]:
    """Records and classes."""
    said = found.guarantee
    more = f"{said.records:,}"
    return [
        (
            "Records each",
            more,
            "N = ln(mℓ/δ) / ln(1/(1 − p)), rounded up (formula of Algorithm 1, arXiv 2506.18405).",
        ),
        ("Classes", f"{said.classes:,}", "As many as p allows; each has at least ℓ values of chance p or more."),
    ]


def slack_note(found: Promised) -> str:
    """What the four numbers say about one another, and what more releases cost."""
    said, asked = found.guarantee, found.settings
    more = (
        f" To let δ cover {_all_of(asked.releases)} releases together, each needs {counted(round(found.more), 'more record')}, not {_times(asked.releases)} as many."
        if asked.releases > 1
        else ""
    )
    first = (
        "The bound is nearly exact here: every class has just enough values."
        if found.once.is_tight
        else "Spare values keep the promise far more often than the bound says."
    )
    return f"{first}{more} N counts {found.n_cells:,} cells; {said.records:,} records make every one of them likely to be seen."


def _all_of(n: int) -> str:
    return "both" if n == 2 else f"all {numeral(n)}"


def _times(n: int) -> str:
    return "twice" if n == 2 else f"{numeral(n)} times"


def own_note(found: Promised) -> str:
    """What changes when the victim's own record is in the release."""
    own, said = found.own, found.guarantee
    return (
        f"If one of the {said.records:,} records is the victim's own, the bound is {bounded(own.target)} where their value is a target of "
        f"their class, else {bounded(own.other)}; one record more makes up for it."
    )


MECHANISM_ASSUMED = (
    "**Assumed:** independent draws from the distribution the classes were made for. **Not shown:** how often a value occurs; the "
    "promise is about which values are seen. Theorems 4.4 and 4.5 of arXiv 2506.18405 give the bounds; exact chances are ours."
)


def mechanism_notes(seen: Mechanism) -> tuple[str, str, str]:
    """What the promise means, does not mean, and what comes next."""
    if seen.found is None:
        return (
            "Every class must have ℓ values that are frequent enough.",
            "That no classes exist for these settings says nothing about a table.",
            "Choose a smaller ℓ or a smaller p. Then ask whether someone can match the release to what they know.",
        )
    said = seen.found.guarantee
    first = f"Whatever is drawn, an attacker who links {'these releases' if said.releases > 1 else 'this release'} is left {numeral(said.ell)} values for everybody, except in the draws counted above."
    second = "It does not promise anything when the distribution came from the data being released: then it is an estimate. Nor does it say how likely each of the values left is."
    third = "Write one plan, give it to every owner, and let each draw that many records. Then ask whether someone can match what is published to what they know."
    return first, second, third


MECHANISM_METHODS = (
    "records of a release",
    "chance that a release fails",
    "greedy classes",
    "error of the distribution",
    "certificate",
    "belief after releases",
)
