"""Sentences of the second half of `again`: a mechanism, its chances, the error of a distribution, a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dashboard.words.phrases import beyond, counted, numeral, plain
from privacy_core import ell_delta, one_in, share

if TYPE_CHECKING:
    from dashboard.compute import Limits, Planned, Promised, Repaired, Settings
    from dashboard.promising import Mechanism, Wrong

CELLS = "Cells of each class"
CELL_KINDS = {"lean": "Just enough", "spare": "Spare values"}
CELLS_HELP = (
    "Just enough: every class has exactly ℓ values of chance p, as many classes as p allows. Spare values: five classes of "
    "six values, the second half as frequent as the first, the third a third as frequent, and so on; p follows from them."
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
PROMISE_LEAD = "**Each mark is the chance that some class shows fewer values than promised.** Squares bound it, the diamond is exact."


def odds(chance: float) -> str:
    """A chance in words, with three digits where it is not small."""
    if chance >= 1:
        return "always, so it says nothing"
    if chance >= 0.01:
        return f"{1000 * chance:.1f} of 1,000".replace(".0 of", " of")
    return one_in(chance) if chance > 1e-12 else "below 1 in a trillion"


def one_release() -> str:
    """Head of the chances of a release by itself."""
    return "One release"


def linked_releases(n: int) -> str:
    """Head of the chances of all releases."""
    return f"{numeral(n, capital=True)} releases, linked"


def delta_line(asked: Settings, releases: int) -> str:
    """Words of the user's line."""
    at = one_in(min(releases * asked.delta, 1.0)) if releases * asked.delta < 1 else "says nothing"
    return f"your line: {'δ' if releases == 1 else 't·δ'} = {at}"


def exact_name(failing: ell_delta.Failure) -> str:
    """What the exact number is of."""
    return ROWS[2] if failing.diversity is not None else "exact, a target value missing"


def simulated(found: ell_delta.Simulation) -> str:
    """A simulated rate with its counts and interval."""
    if not found.diversity:
        return f"none found in {found.trials:,}"
    return f"{found.diversity:,} of {found.trials:,}"


def simulation_note(found: ell_delta.Simulation | None) -> str:
    """How a rate was simulated, and where the chance may lie."""
    if found is None:
        return "Drawing releases at random …"
    low, high = found.diversity_interval()
    return (
        f"Simulated: {found.trials:,} sets of releases, seed 1; 95 of 100 such intervals hold the chance, this one is {odds(low)} to "
        f"{odds(high)} (Clopper–Pearson)."
    )


def mechanism_answer(seen: Mechanism) -> str:
    """What the mechanism promises."""
    if seen.found is None:
        return "These settings promise nothing: no such classes exist."
    said, linked = seen.found.guarantee, seen.found.linked
    exact = linked.target if linked.diversity is None else linked.diversity
    releases = "A release" if said.releases == 1 else f"{numeral(said.releases, capital=True)} linked releases"
    shows = "promises" if said.releases == 1 else "promise"
    return (
        f"{releases} of {said.records:,} records {shows} {numeral(said.ell)} values, except {beyond(_in_draws(exact))}."
    )


def _in_draws(chance: float) -> str:
    """How often the promise is broken, to be read aloud."""
    if chance >= 0.01:
        return f"in {1000 * min(chance, 1.0):.0f} of 1,000 draws"
    return "less than once in a million draws" if chance < 1e-6 else f"once in {1 / chance:,.0f} draws"


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
    return (
        f"{classes} made once for a distribution that is **{said.basis.value}**, not estimated · records drawn independently · the "
        f"same classes and target values in every release · ℓ = {said.ell}, p = {one_in(said.p)}, δ = {one_in(said.delta)}"
    )


def mechanism_message(seen: Mechanism) -> str:
    """For those who cannot see it."""
    linked = seen.found.linked
    exact = linked.target if linked.diversity is None else linked.diversity
    return f"Bound {odds(linked.bound)}, from the cells {odds(linked.cells)}, exact {odds(exact)}."


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
        f" To let δ cover all {numeral(asked.releases)} releases together, each needs {counted(round(found.more), 'more record')}, not {asked.releases} times as many."
        if asked.releases > 1
        else ""
    )
    once = found.once
    exact = once.target if once.diversity is None else once.diversity
    tight = exact > 0.5 * once.bound
    first = (
        "The bound is nearly exact here: every class has just enough values."
        if tight
        else "Spare values keep the promise far more often than the bound says."
    )
    return f"{first}{more} N counts {found.n_cells:,} cells; {said.records:,} records make every one of them likely to be seen."


def own_note(found: Promised) -> str:
    """What changes when the victim's own record is in the release."""
    own, said = found.own, found.guarantee
    return (
        f"If one of the {said.records:,} records is the victim's own, the bound is {odds(own.target)} where their value is a target of "
        f"their class, else {odds(own.other)}; one record more makes up for it."
    )


MECHANISM_ASSUMED = (
    "**Assumed:** independent draws from the distribution the classes were made for. **Not shown:** how often a value occurs; the "
    "promise is about which values are seen. Theorems 4.4 and 4.5 of arXiv 2506.18405 give the bounds; exact chances are ours."
)

WRONG_TITLE = "When the distribution was only estimated"
ERROR_LABEL = "Error of the estimate (ε)"
ERROR_HELP = (
    "Total variation distance: the largest difference between the estimated and the true chance of any set of records."
)


def wrong_title(seen: Wrong) -> str:
    """Promised against real."""
    return f"Estimated, not known: promised {share(seen.found.promised)}, really {_real(seen)}"


def _real(seen: Wrong) -> str:
    return "every time" if seen.found.real >= 1 else share(seen.found.real)


def wrong_picture(seen: Wrong) -> tuple[str, str, str, str]:
    """Words of both marks, title of the axis, message."""
    promised = f"promised: {share(seen.found.promised)}"
    real = f"real: {_real(seen)}"
    return (
        promised,
        real,
        "releases that fail, of 100",
        f"The promise was {share(seen.found.promised)}; the true chance is {_real(seen)}.",
    )


def wrong_line(seen: Wrong) -> str:
    """The example in words."""
    found = seen.found
    if seen.error >= seen.p:
        return (
            f"An error of {seen.error:g} can empty a cell of estimated chance {seen.p:g}: then {beyond('every release fails')}, and no number "
            "of records helps."
        )
    return (
        f"One class, two values, the rarer estimated at {seen.p:g}: {found.records:,} records promise failure in {share(seen.delta)}. Its true "
        f"chance is {seen.p - seen.error:g}, so {beyond(f'{share(found.real)} releases')} fail."
    )


WRONG_ASSUMED = (
    "**Assumed:** the error falls on the rarest cell, which is the worst it can do. **Not shown:** a typical error; but nobody can "
    "promise that it is typical. (Our counterexample to a claim of the paper.)"
)
REPAIRS = "Three repairs for the mechanism above, at this error"


def repair_rows(seen: Repaired) -> dict[str, list[str]]:
    """Repairs, the records they need, and what they rest on."""
    found = seen.records
    none = "none: the error is not below p"
    rows = [
        (
            "as planned",
            "as planned",
            "may fail every time" if seen.bound >= 1 else f"fails in up to {odds(seen.bound)}",
        ),
        ("every cell lowered by ε (naive)", f"{found.naive:,}" if found else none, "correct, and wasteful"),
        ("ε spent once (least N)", f"{found.budget:,}" if found else none, "the error can drain one cell only"),
        ("ε spent once (closed form)", f"{found.closed:,}" if found else none, "a formula that suffices"),
    ]
    if seen.redesigned is not None:
        classes, records = seen.redesigned
        rows.append(
            (
                f"classes made with p + ε: {counted(classes, 'class').replace('classs', 'classes')}",
                f"{records:,}",
                "fewer classes, no more records",
            )
        )
    heads = ("repair", "records", "what it rests on")
    return {head: [row[i] for row in rows] for i, head in enumerate(heads)}


def breakdown_line(seen: Repaired) -> str:
    """From which error on nothing helps."""
    return f"From an error of {seen.breakdown:.3g} on, some true distribution never shows ℓ values in one of these classes, whatever N."


LIMITS_TITLE = "Four things the promise is not"


def limit_lines(seen: Limits) -> list[tuple[str, str]]:
    """Head and text of each."""
    alone, drift, close = seen.alone, seen.drift, seen.close
    sets = " and ".join("{" + ", ".join(sorted(one)) + "}" for one in alone.shown)
    return [
        (
            "The property alone does not compose; the mechanism does",
            f"A release that always shows {plain(sets.split(' and ')[0])} and one that always shows {plain(sets.split(' and ')[1])} are each "
            f"({alone.ell}, 0)-diverse; linked they leave {plain(', '.join(sorted(alone.left)))}. Common classes and a common target set are what composes.",
        ),
        (
            "Sets compose, frequencies drift",
            f"Two releases that each show {' and '.join(map(str, seen.counts))} of {sum(seen.counts)} rule nothing out, yet belief rises from "
            f"{drift.highest_before[0]:.2g} to {drift.highest[0]:.3f} and entropy ℓ falls from {drift.ell_before[0]:.2f} to "
            f"{drift.ell[0]:.2f}. So it is false that whatever holds "
            "with chance 1 − δ composes.",
        ),
        (
            "t-closeness does not stop linkage",
            f"{numeral(close.releases, capital=True)} releases, each within t = {close.t:.2g} of the table and showing {close.ell} values, "
            f"leave {numeral(close.left)}. A constant column is even 0-close, and everyone is pinned.",
        ),
        (
            "Like differential privacy, and unlike it",
            "As with (ε, δ), chances of failure add up over releases: t·δ. But here the chance is over the data's draw, a known "
            "distribution is needed, and it descends from probabilistic k-anonymity: no noise, no promise against other knowledge.",
        ),
    ]


CURVES = "How many records: against δ, ℓ, p and the number of releases"
CURVES_NOTE = (
    "With as many classes as p allows; δ is shared by all releases. The curves are ours: they evaluate the formula."
)
CURVE_TITLES = {
    "delta": "chance of failure, all releases (δ)",
    "ell": "values every class shows (ℓ)",
    "p": "least chance of a target cell (p)",
    "releases": "linked releases (t)",
}


def curve_message(name: str, now: int) -> str:
    """For those who cannot see it."""
    return f"Records a release needs against {CURVE_TITLES[name]}; at the present settings {now:,}."


SAID_WRONGLY = "What is often said wrongly"
PLAN = "A plan for your own table"
PLAN_NOTE = (
    "Classes of neighbours in the order of the known columns, made for the shares of this table, ℓ, δ and t as above. "
    "Another owner applies the file to their own table and so has the same classes."
)
PLAN_P, PLAN_SECRET = "Rarest value that counts: 1 record in (1/p)", "Secret of the plan"
NO_KNOWN = "No column is known to others, so there is nothing to group by."
PLAN_FILE = "Plan (TOML)"
PLAN_COMMAND = "kelt release TABLE.csv --plan plan.toml --out release.csv"
LEARNT = "What more classes buy: error of the estimated shares of the secret at this number of records"


def plan_title(seen: Planned) -> str:
    """Classes and records of the plan, and on what they rest."""
    said = seen.guarantee
    return f"**{said.classes:,} classes, {said.records:,} records a release** · basis: {said.basis.value}"


def plan_sentence(seen: Planned) -> str:
    """The promise in the core's words; an estimate says so."""
    return plain(seen.guarantee.sentence)


def certified_line(seen: Planned) -> str:
    """What a held-out half certifies, or why nothing."""
    if seen.certified is None:
        return f"**Not certified.** {plain(seen.refused or '')}"
    made, counted_ = seen.halves or (0, 0)
    return (
        f"**Certified** by {counted_:,} records that the classes were not made from (made from {made:,}, seed 1): "
        f"{plain(seen.certified.sentence)} Neither half may be one of the releases."
    )


def learnt_rows(seen: Planned) -> dict[str, list[Any]]:
    """Greedy, equal-size and one class at the same number of records."""
    return {
        "grouping": [one.name for one in seen.learnt],
        "classes": [one.classes for one in seen.learnt],
        "keeps ℓ values of chance p": ["yes" if one.keeps else "no" for one in seen.learnt],
        "error": [f"{one.error:.4f}" for one in seen.learnt],
        "of it, people of a class differ": [f"{one.blur:.4f}" for one in seen.learnt],
        "of it, few records": [f"{one.luck:.4f}" for one in seen.learnt],
    }


def mechanism_notes(seen: Mechanism) -> tuple[str, str, str]:
    """What the promise means, does not mean, and what comes next."""
    if seen.found is None:
        return (
            "Every class must have ℓ values that are frequent enough.",
            "That no classes exist for these settings says nothing about a table.",
            "Choose a smaller ℓ or a smaller p. Then look once more at what others could know.",
        )
    said = seen.found.guarantee
    first = f"Whatever is drawn, an attacker who links {'these releases' if said.releases > 1 else 'this release'} is left {numeral(said.ell)} values for everybody, except in the draws counted above."
    second = "It does not promise anything when the distribution came from the data being released: then it is an estimate. Nor does it say how likely each of the values left is."
    third = "Write one plan, give it to every owner, and let each draw that many records. Before that, look once more at what others could know."
    return first, second, third


MECHANISM_METHODS = (
    "records of a release",
    "chance that a release fails",
    "greedy classes",
    "error of the distribution",
    "certificate",
    "belief after releases",
)
