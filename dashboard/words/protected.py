"""Sentences of `match` about protection settings: which leaves least more than luck, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dashboard.words.attacked import with_interval
from dashboard.words.match import NOUNS
from dashboard.words.phrases import NOTHING_OPEN, beyond, chosen, counted, fitting, plain
from privacy_core import attacks, of_100, protections, share

if TYPE_CHECKING:
    from dashboard.compute.matched import At
    from dashboard.compute.protected import Protected
    from dashboard.protecting import Seen

ALL = len(protections.GRID)
"""Configurations there are."""
SWEEP_SORTED = "Attacker sorts by"
SWEEP_SORTED_HELP = "The attacker compares only records that agree in these columns. How the attacker sorts is no protection setting: it has its own slices in the first part of the page, and never shares an axis with this one."
SWEEP_LEAD = ":small[:gray[Each row is the open table, protected one way and matched to itself; strengths compare within one kind only.]]"
SWEEP_AXIS = "of 100 members, at the calibrated threshold"
SWEEP_HEADS = ("cells unchanged · drift",)
SWEEP_TABLE = "All settings as a table, with intervals (Wilson, 95 %) and what each costs"
SWEEP_MEANS = "**Cells unchanged**: of 100 cells that can be matched, those that read as before. **Drift**: mean absolute change of the correlations between numbers that are still numbers. Both say *not applicable* where they are not defined."
SEVERAL_ROWS = "People have several rows here: a match with another row of the same person counts as wrong."


def protection_answer(seen: Seen) -> str:
    """Which protection leaves least more than luck, and what it costs."""
    if seen.missing is not None:
        return seen.missing
    if seen.said is not None and not seen.rows:
        return "The settings were not compared."
    if seen.running:
        return f"The table is protected in {ALL} ways, and each is matched."
    if not seen.whole:
        return f"{len(seen.rows)} of {ALL} protections are matched; then it was stopped."
    best = seen.best
    return f"None of the {ALL} protections can be applied to this table." if best is None else _best(seen, best)


def _best(seen: Seen, best: Protected) -> str:
    at = seen.at(best)
    name = best.name[:1].upper() + best.name[1:]
    if seen.nothing_more:
        left = chosen("nothing more than luck")
        return fitting(f"{name} leave{_s(best)} {left}; {_costs(best)}.", f"{name}: {left}; {_costs(best)}.")
    left = beyond(f"{share(at.above)} more than luck")
    return fitting(f"{name} leave{_s(best)} least: {left}; {_costs(best)}.", f"{name}: {left}; {_costs(best)}.")


def _s(one: Protected) -> str:
    return "" if one.name.startswith(("means", "cells", "synthetic")) else "s"


def _costs(one: Protected) -> str:
    if one.unchanged is None:
        return "no row is anybody's any more"
    changed = 1 - one.unchanged
    return "no cell is changed" if changed < 1e-9 else f"{share(changed)} cells are changed"


def protection_line(seen: Seen) -> str:
    """Which table, whose configurations, one space for all, whose luck, and the policies."""
    study, how = seen.study, seen.attacker
    if study.source is None or how is None:
        return NOTHING_OPEN
    rows = next((at.n for one in seen.rows if (at := seen.at(one)) is not None), None)
    size = "" if rows is None else f"{counted(rows, 'row')} of "
    return " · ".join(
        [
            f"{size}{plain(study.source.name)}",
            f"{ALL} configurations, ours",
            "scale and directions from the original for all of them (fit source)",
            _luck(seen),
            "who is who: row by row, except in synthetic rows",
            f"at most {share(how.alpha)} by luck",
            f"seed {how.seed}",
        ]
    )


def _luck(seen: Seen) -> str:
    if seen.holdout is not None:
        return f"luck: strangers from {plain(seen.holdout)}"
    return "luck: each one's best wrong pair, for synthetic rows the table shuffled (no table of strangers)"


def no_release(one: Protected) -> str:
    """Why there is no such release: drawn text, not Markdown."""
    return f"not applicable: {one.reason}"


def protection_note(one: Protected) -> str:
    """What it costs, beside the row."""
    cells = "not applicable" if one.unchanged is None else f"{_hundred(one.unchanged)} of 100"
    return f"{cells} · {_drift(one)}"


def _hundred(part: float) -> str:
    return "100" if part > 1 - 1e-9 else f"{min(round(100 * part), 99)}"


def _drift(one: Protected) -> str:
    return "n/a" if one.drift is None else f"{one.drift:.3f}"


def protection_message(seen: Seen) -> str:
    """For those who cannot see it."""
    best = seen.best
    if best is None:
        return "No protection is matched yet."
    at = seen.at(best)
    who = NOUNS[best.null]
    return f"Of {len(seen.rows)} protections, {best.name} leaves least: {of_100(at.linked, at.n)} members link, {of_100(at.lucky, at.controls)} {who} do."


def protection_rows(seen: Seen) -> dict[str, Sequence[Any]]:
    """The same as a table."""
    pairs = [(one, seen.at(one)) for one in seen.rows]
    return {
        "kind": [one.family for one, _ in pairs],
        "setting": [one.name for one, _ in pairs],
        "τ": ["n/a" if at is None else f"{at.tau:.3f}" if at.tau <= 1 + 1e-6 else "none" for _, at in pairs],
        "members link": [_of(at and (at.linked, at.n)) for _, at in pairs],
        "luck links": [_of(at and (at.lucky, at.controls)) for _, at in pairs],
        "luck is": ["n/a" if one.null is None else NOUNS[one.null] for one, _ in pairs],
        "excess": ["n/a" if at is None or at.excess is None else f"{at.excess:.3f}" for _, at in pairs],
        "links right": [_right(at) for _, at in pairs],
        "found, of all": ["n/a" if at is None or at.accuracy is None else share(at.accuracy) for _, at in pairs],
        "cells unchanged": ["n/a" if one.unchanged is None else share(one.unchanged) for one, _ in pairs],
        "drift": [_drift(one) for one, _ in pairs],
        "seconds": [f"{one.seconds:.1f}" for one, _ in pairs],
        "why not": [one.reason or "" for one, _ in pairs],
    }


def _of(counts: tuple[int, int] | None) -> str:
    return "not applicable" if counts is None else with_interval(attacks.Counts(*counts))


def _right(at: At | None) -> str:
    if at is None or at.accuracy is None:
        return "n/a"
    return "no link" if at.precision is None else share(at.precision)


def sweep_level(name: str) -> str:
    """A way to sort, in the list."""
    return name or "nothing: all are compared"


def protection_metrics(seen: Seen) -> list[tuple[str, str, str]]:
    """Members, luck, right and cost of the protection that leaves least."""
    best = seen.best
    if best is None:
        return []
    at = seen.at(best)
    head = f"{best.name}; of 100."
    right = "not known" if at.accuracy is None else _right(at).removesuffix(" of 100")
    return [
        ("Members link", _number(at.linked, at.n), f"At its calibrated threshold, {head} {_of((at.linked, at.n))}, Wilson at 95 %."),
        ("Luck links", _number(at.lucky, at.controls), f"{NOUNS[best.null].capitalize()}, at the same threshold: {_of((at.lucky, at.controls))}."),
        ("Links right", right, "Of 100 links, those whose best match is the right person; equals share the credit."),
        _cost(best),
    ]  # fmt: skip


def _cost(best: Protected) -> tuple[str, str, str]:
    if best.unchanged is None:
        return (
            "Drift",
            _drift(best),
            "Mean absolute change of the correlations; cells unchanged is not applicable, for no row is anybody's.",
        )
    return "Cells unchanged", _hundred(best.unchanged), "Of 100 cells that can be matched, those that read as before."


def _number(count: int, total: int) -> str:
    return (
        "none" if not count else of_100(count, total).removesuffix(" of 100") if total > 100 else f"{count} of {total}"
    )


def protection_notes(seen: Seen) -> tuple[str, str, str]:
    """What it means, does not mean, and what comes next."""
    first = "Every setting meets the same attacker, who sees all releases along the same directions; what is left above luck is due to the release."
    second = "A setting that leaves little here may leave much to an attacker who knows other things. Strengths of two kinds are no common scale: 5 rows and half a spread do not compare."
    third = "Take a setting that leaves little more than luck at a cost you can bear. Blur the table that way, then match it."
    return first, second, third


def protection_head(best: Protected) -> str:
    """Whose numbers these are."""
    return f"{best.name[:1].upper()}{best.name[1:]}, of 100"


def sweep_progress(done: int, doing: str) -> str:
    """How far the work is."""
    return f"{done} of {ALL} done; {doing}" if doing else f"{done} of {ALL} done"
