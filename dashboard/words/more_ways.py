"""Sentences of `isolate` about more ways: bits left out, printed ends, two releases, half of every row, what does hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dashboard.words.attacked import NOT_TRIED
from dashboard.words.outcomes import (
    badge,
    chance,
    found_in,
    found_in_short,
    interval,
    legal,
    power,
    raised,
    rate,
    seeded,
)
from dashboard.words.phrases import beyond, chosen, counted, fitting, numeral, plain, unbroken, uncoloured
from dashboard.words.totals import TRYING
from privacy_core import attacks

if TYPE_CHECKING:
    from dashboard.demonstrating import Pair, Seen

WAY_HERE = "How rows are made alike"
WAYS_HERE = ("Bits left out", "One bit of a pair", "Intervals")
WAY_HELP = "Bits left out: of every k rows only the bits in which they agree are published. One bit of a pair: the same for k = 2, and any bit that was left out is used. Intervals: each goes from the smallest to the largest of k values."
WAYS_K, WAYS_K_HELP = "Rows made alike (k)", "Every published row is like at least k − 1 others."
WAYS_COLUMNS, WAYS_COLUMNS_HELP = (
    "Columns of yes or no",
    "Each is 0 or 1 with equal chance. A column survives where all k rows agree, with chance 2^(1 − k).",
)
WAYS_ROWS = "Rows in the table"
ALL_EQUAL = "all equal"
WAYS_UP = "tries that single somebody out, of 100"
WAYS_LEAD = "**Each pair of bars is a table: the attack at the left, a blind one as rare at its right.** :small[:gray[Thin lines are intervals, dotted what is expected.]]"
BLIND, EXPECTED = "blind", "expected"
IT_TAKES_COLUMNS = (
    "From about so many columns on, the columns that are left describe the k rows so well that nobody else fits."
)
IT_TAKES_VALUES = "An end point is somebody’s value; it isolates where nobody else has the same one, whatever k is."
NOT_SHOWN = {
    "ends": "intervals whose ends were fixed beforehand. Where all values are equal nothing can be isolated, as the last bars show.",
    "bits": "columns that depend on one another. With few columns this attack fails, as the bars show.",
}
NOT_ATTACKED = "These tables were not attacked."
TRYING_WAYS = "Tables are drawn, published and attacked."
WAYS_TABLE = "The bars as numbers"


def own_setting(at: int) -> str:
    """The pair the numbers are about: drawn text."""
    return f"yours: {at:,}"


def ways_axis(seen: Seen) -> str:
    """What tells the pairs apart: drawn text."""
    return "rows to an interval (k)" if seen.asked.way == "ends" else "columns in the table"


def ways_answer(seen: Seen) -> str:
    """Whether rows made alike are singled out all the same."""
    found, asked = seen.found, seen.asked
    if found is None:
        return NOT_ATTACKED if seen.job is not None and seen.job.ended else TRYING_WAYS
    one = found.own
    alike = "one printed end" if asked.way == "ends" else f"k = {asked.k}"
    loud = one.outcome is attacks.Outcome.BEATS
    hits = f"{rate(one.main)} tries"
    if not loud:
        few = f"{asked.columns:,} {'column is' if asked.columns == 1 else 'columns are'} too few"
        nobody = f"Made alike for {alike}, nobody is singled out {chosen('beyond luck')}"
        return fitting(f"{nobody}: {few}.", f"{nobody}.")
    if asked.way == "ends":
        return fitting(
            f"In a crowd of {numeral(asked.k)}, one printed end point singles a person out in {beyond(hits)}.",
            f"One printed end point singles a person out in {beyond(hits)}.",
        )
    first = f"Made alike for {alike}, one row is still singled out in {beyond(hits)}"
    return fitting(f"{first}; blindly in {_blindly(one)}.", f"{first}.")


def _blindly(one: attacks.singling_out.Demonstration) -> str:
    return "none" if one.baseline < 1e-12 else chance(one.baseline)


def ways_line(seen: Seen) -> str:
    """What is drawn, and how often."""
    asked = seen.asked
    kind = "one number per row" if asked.way == "ends" else f"{counted(asked.columns, 'column')} of yes or no"
    return f"drawn tables of {asked.rows:,} rows, {kind}, none of them yours · {unbroken(f'k = {asked.k}')} · {counted(asked.trials, 'try')}, seed {asked.seed}"


def ways_metrics(seen: Seen, needed: int | None) -> list[tuple[str, str, str | None]]:
    """Four numbers: the attack, a blind one, what is expected, what it takes."""
    one = None if seen.found is None else seen.found.own
    waits = NOT_TRIED if seen.job is not None and seen.job.ended else TRYING
    tried = (waits,) * 3 if one is None else (found_in_short(one.main), chance(one.baseline), _expected(one))
    within = "" if one is None else f"; interval {interval(one.main)}"
    weight = "" if one is None else f", {power(one.log2_weight)} in the middle"
    most = "fine values" if needed is None else f"{needed:,}" if needed < 10**12 else "over a trillion"
    return [
        ("Singled out", tried[0], f"Tries in which the attacker’s description fitted exactly one row of the table{within}."),
        ("Blindly", tried[1], f"The best attacker who sees nothing and whose description is as rare{weight}."),
        ("Expected", tried[2], "By theory: (1 − 1/k)^(k − 1), which nears 1/e, less what outsiders who fit as well spoil; for intervals the chance that nobody else has the value."),
        ("It takes", most if needed is None else f"{most} columns", IT_TAKES_VALUES if needed is None else IT_TAKES_COLUMNS),
    ]  # fmt: skip


def _expected(one: attacks.singling_out.Demonstration) -> str:
    if one.theory is None:
        return "not proved"
    return "nearly all" if 0.995 <= one.theory < 1 else chance(one.theory)


def ways_message(seen: Seen) -> str:
    """For those who cannot see it."""
    found = seen.found
    if found is None:
        return TRYING_WAYS
    others = ", ".join(f"{at:,}: {found_in(one.main)}" for at, one in found.others)
    return f"At the user’s setting {found_in(found.own.main)} tries single a row out; beside it {others}."


def ways_outcome(seen: Seen) -> str:
    """The outcome at the user's setting."""
    one = None if seen.found is None else seen.found.own
    return f"Yours: {badge(attacks.Outcome.NOT_MEASURED if one is None else one.outcome)}"


def ways_legal(seen: Seen) -> str:
    """What the tries at the user's setting may be called in an assessment."""
    return legal(None if seen.found is None else seen.found.own)


def ways_assumed(seen: Seen) -> str:
    """What is assumed, and what it does not show."""
    one = None if seen.found is None else seen.found.own
    told = (
        "Rows are drawn independently from one distribution, which the attacker knows."
        if one is None
        else " ".join(one.assumptions)
    )
    shown = NOT_SHOWN["ends" if seen.asked.way == "ends" else "bits"]
    return f"**Assumed:** {plain(told)} {seeded(seen.asked.trials, seen.asked.seed)}. **Not shown:** {shown}"


def ways_rows(seen: Seen) -> dict[str, Sequence[Any]]:
    """The bars as a table."""
    found = seen.found
    if found is None:
        return {}
    own = found.asked.k if found.asked.way == "ends" else found.asked.columns
    several = [(own_setting(own), found.own), *((f"{at:,}", one) for at, one in found.others)]
    several += [] if found.equal is None else [(ALL_EQUAL, found.equal)]
    return {
        ways_axis(seen): [name for name, _ in several],
        "singled out": [found_in(one.main) for _, one in several],
        "interval": [interval(one.main) for _, one in several],
        "blindly": [chance(one.baseline) for _, one in several],
        "expected": [_expected(one) for _, one in several],
        "outcome": [one.outcome.value for _, one in several],
    }


def ways_notes(seen: Seen) -> tuple[str, str, str]:
    """What it means, does not mean, and what comes next."""
    first = "A crowd of k does not keep one of it from being singled out: what is published of the crowd may be so rare that a draw by chance within it does the rest. The same holds for ℓ-diversity and t-closeness, whose crowds are crowds as well."
    second = "It does not mean that your release fails: with few columns this attack does. And a release that withstands it may fail beside a second one."
    third = "Fix intervals beforehand, never by the people in them, and publish few columns. Then see what your own crowds give away."
    return first, second, third


OUT = {"first": "release 1 alone", "second": "release 2 alone", "together": "both"}
TWO_TITLE = "Two releases, each harmless alone"
NOT_OUT = "not published"
PAIR_UP = "tries, of 100"
PUBLISH_THAT = {"first": "Publish release 1", "second": "Publish release 2"}
TAKE_BACK = {"first": "Take release 1 back", "second": "Take release 2 back"}


def pair_sentence(seen: Pair) -> str:
    """What the releases that are out give away."""
    if not seen.out:
        return "Nothing is published yet. Publish one release, then the other."
    if seen.both:
        one = seen.found.together
        return (
            f"Together they tell a whole row in {beyond(f'{rate(one.main)} tries')}: their difference is the last row."
        )
    which = "first" if "first" in seen.out else "second"
    one = getattr(seen.found, which)
    return f"Alone it tells a row in {chosen(f'{rate(one.main)} tries')}: every row is as likely as before."


def pair_outcome(seen: Pair) -> str:
    """The outcome of what is out."""
    one = _out(seen)
    if one is None:
        return f"{badge(attacks.Outcome.NOT_MEASURED)}, nothing is published"
    return (
        f"{badge(one.outcome)} · {found_in(one.main)}, interval {interval(one.main)} · blindly {chance(one.baseline)}"
    )


def pair_legal(seen: Pair) -> str:
    """What the releases that are out may be called in an assessment."""
    return legal(_out(seen))


def _out(seen: Pair) -> attacks.singling_out.Demonstration | None:
    """What came of the releases that are out; None where none is."""
    if not seen.out:
        return None
    return seen.found.together if seen.both else getattr(seen.found, next(iter(seen.out)))


def pair_assumed(seen: Pair) -> str:
    """What the two releases are."""
    one = seen.found.together
    bits, rows = int(one.settings["m"]), int(one.settings["n"])
    return (
        f"**Assumed:** {rows:,} rows of {bits} bits, each 0 or 1 by a fair coin. Release 1 is the bitwise sum of all rows but the last, release 2 that of all. {seeded(one.main.attempts, one.seed)}. "
        "**It shows** that to fail this attack can disqualify a release, and to withstand it never approves one. (Our example; the paper has another.)"
    )


def pair_message(seen: Pair) -> str:
    """For those who cannot see it."""
    return uncoloured(pair_sentence(seen))


HALF_TITLE = "Half of every row left out, everybody singled out"
HALF_ROWS = "Rows, half of each published"
ROWS_ISOLATED, ALL_ISOLATED = "rows isolated", "tables with all isolated"
HALF_UP = "of 100"


def half_sentence(found: attacks.singling_out.FullSinglingOut) -> str:
    """How many rows are isolated though many tables lead to the same release."""
    return (
        f"{beyond(f'{_all(found)} rows')} are each isolated by a description as rare as {power(found.all_rows.log2_weight)}, though "
        f"2{raised(round(found.log2_inputs))} tables lead to the same release."
    )


def _all(found: attacks.singling_out.FullSinglingOut) -> str:
    hits = found.rows
    return f"All {hits.attempts:,}" if hits.hits == hits.attempts else found_in(hits)


def half_outcome(found: attacks.singling_out.FullSinglingOut) -> str:
    """Outcome with interval and luck."""
    one = found.all_rows
    return f"{badge(one.outcome)} · every row in {found_in(one.main)} tables, interval {interval(one.main)} · one row blindly {chance(one.baseline)}"


def half_legal(found: attacks.singling_out.FullSinglingOut) -> str:
    """What it may be called in an assessment."""
    return legal(found.all_rows)


def half_assumed(found: attacks.singling_out.FullSinglingOut) -> str:
    """What is published."""
    one = found.all_rows
    return (
        f"**Assumed:** rows of {int(one.settings['bits']):,} bits by fair coins, the last half of each published. {seeded(one.main.attempts, one.seed)}. "
        "**It shows** that leaving much out, so that nobody could undo it, keeps nobody from being singled out."
    )


def half_message(found: attacks.singling_out.FullSinglingOut) -> str:
    """For those who cannot see it."""
    return f"{found_in(found.rows)} rows are isolated; in {found_in(found.all_rows.main)} tables every row is."


WAYS_METHODS = ("bits left out", "blind luck")
