"""Sentences of `isolate` about totals: exact ones add up to a person, noise stops that, and some of it is luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dashboard.words.attacked import NOT_TRIED
from dashboard.words.outcomes import badge, chance, found_in, found_in_short, interval, legal, raised, rate, seeded
from dashboard.words.phrases import beyond, chosen, fitting, numeral, unbroken
from privacy_core import attacks

if TYPE_CHECKING:
    from dashboard.compute.totalling import Luck, Totals
    from dashboard.totalling import Seen

TRYING = "trying …"
COUNTS, COUNTS_HELP = (
    "Totals published",
    "Each total is the number of rows that have some property. The attacker, or anybody, chose the properties.",
)
BITS, BITS_HELP = (
    "How rare a description must be (bits)",
    "A description counts only when its chance of fitting a fresh row is at most 1 in (rows × 2^bits). Without such a limit luck alone isolates rows.",
)
EPSILON, EPSILON_HELP = (
    "Noise on each total (ε)",
    "Laplace noise of scale 1/ε is added to every total. Less ε is more noise; the ε of all totals add up.",
)
TOTAL_ROWS, TRIALS = "Rows in the table", "Tries"
TRIALS_HELP = "Tables that are drawn, published and attacked, once with exact totals and once with noise."
ASKED = "Totals are chosen"
AT_ONE_TIME, ONE_BY_ONE = "All at one time", "One by one"
ASKED_HELP = "One by one, each total is chosen once the one before is known, and the attack begins anew as soon as a start fails."
LAB_SEED = "Seed"
TOTAL_LINES = {
    "exact": "exact totals",
    "noise": "with noise",
    "luck": "blind luck",
    "bound": "most that this noise allows",
}
TOTALS_AXIS = "totals that are published"
TOTALS_UP = "releases that single somebody out, of 100"
TRIED_MARK = "tried"
TOTALS_LEAD = (
    "**Each line is a way to publish.** Marks are what tries reached, with intervals; what is filled is more than luck."
)
TOTALS_TABLE = "The lines as numbers, and the attack step by step"
MOST_STEPS = 28
"""Most steps of a line that stand in its table, beside its ends and the user's own number."""


def totals_steps(asked: Totals) -> tuple[str, str, str]:
    """The attack, step by step, with the chance of its first step."""
    often = chance(attacks.singling_out.peak(asked.rows))
    return (
        f"Ask for the number of rows that pass a test which 1 row in {asked.rows:,} passes by chance. In {often} tables the answer is exactly 1.",
        "Ask for the same test together with one further yes-or-no property at a time. Each answer, 0 or 1, is then that row's own.",
        "The test and all the answers describe one row. Every further total halves how many others could fit, and the attack succeeds as often.",
    )


def seen_many(asked: Totals) -> str:
    """How many totals, with their noun."""
    return f"{numeral(asked.counts, capital=True)} exact {'total' if asked.counts == 1 else 'totals'}"


def totals_answer(seen: Seen) -> str:
    """Who is singled out by so many totals, and what noise does to it."""
    asked = seen.asked
    many = "No total at all" if not asked.counts else seen_many(asked)
    if not asked.rounds:
        verb = "singles" if asked.counts < 2 else "single"
        return f"{many} {verb} {chosen('nobody')} out this way; it takes {asked.needed}."
    often = beyond(f"{chance(seen.exact)} releases")
    noisy = "in none" if seen.noise <= 0 else f"in {chance(seen.noise)}"
    out = f"{many} single somebody out in {often}"
    return fitting(f"{out}; with noise {noisy}.", f"{out}.")


def totals_line(seen: Seen) -> str:
    """What is assumed of the table, and what counts as rare."""
    asked = seen.asked
    how = "chosen one by one" if asked.adaptive else "all chosen before"
    return (
        f"drawn tables of {asked.rows:,} rows, none of them yours · rarity asked of a description: {chance(2.0**-asked.bits / asked.rows)} · "
        f"totals {how}, noise of {unbroken(f'ε = {asked.epsilon:g}')} on each"
    )


def totals_cut(asked: Totals) -> str:
    """Words of the user's line."""
    return f"your line: {asked.counts:,} {'total' if asked.counts == 1 else 'totals'}"


def totals_message(seen: Seen) -> str:
    """For those who cannot see it."""
    bound = "no guarantee" if seen.bound is None else f"no attack above {chance(seen.bound)}"
    return (
        f"With {seen.asked.counts:,} totals, exact ones single somebody out in {chance(seen.exact)} releases, noisy ones in "
        f"{chance(seen.noise)}, blind luck in {chance(seen.lines.blind / 100)}; this noise promises {bound}."
    )


def totals_metrics(seen: Seen) -> list[tuple[str, str, str | None]]:
    """Four numbers: what was tried twice, luck, what the noise promises."""
    tried = seen.tried
    exact, noise = (None, None) if tried is None else (tried.exact, tried.noise)
    bound = "no guarantee" if seen.bound is None else chance(seen.bound)
    first = "Releases of exact totals in which the attack isolated exactly one row"
    return [
        ("Exact, tried", _tried(seen, exact), f"{first}{_within(exact)}."),
        ("With noise, tried", _tried(seen, noise), f"The same attack on the same kind of totals, each with Laplace noise{_within(noise)}."),
        ("Blind luck", chance(seen.lines.blind / 100), attacks_blind(seen.asked)),
        ("Any attack, at most", bound, BOUND_HELP),
    ]  # fmt: skip


def _within(one: attacks.singling_out.Demonstration | None) -> str:
    return "" if one is None else f"; interval {interval(one.main)}"


def attacks_blind(asked: Totals) -> str:
    """Help of luck."""
    return f"The best attacker who sees nothing and whose description is as rare: B(n, w) = n·w·(1 − w)^(n − 1) at w = 2{raised(-asked.bits)} / {asked.rows:,}."


BOUND_HELP = "Whatever the attack, a release with this noise on every total lets it succeed with a chance of at most n·e^ε·w, ε of all totals together (ours, by exchanging one row; the paper has a theorem of this kind). From 1 on that promises nothing, which is not the same as being broken."


def _tried(seen: Seen, one: attacks.singling_out.Demonstration | None) -> str:
    if not seen.asked.rounds:
        return "too few totals"
    if one is None:
        return NOT_TRIED if seen.job is not None and seen.job.ended else TRYING
    return found_in_short(one.main)


def totals_outcomes(seen: Seen) -> str:
    """Both outcomes; as long a line while they are tried."""
    tried = seen.tried
    both = (None, None) if tried is None else (tried.exact, tried.noise)
    named = zip(("Exact totals", "With noise"), both, strict=True)
    return " · ".join(f"{name}: {_outcome(one)}" for name, one in named)


def _outcome(one: attacks.singling_out.Demonstration | None) -> str:
    return badge(attacks.Outcome.NOT_MEASURED if one is None else one.outcome)


def totals_legal(seen: Seen) -> str:
    """What the exact totals that were tried may be called in an assessment."""
    return legal(None if seen.tried is None else seen.tried.exact)


def totals_assumed(asked: Totals) -> str:
    """What is assumed, and what it does not show."""
    return (
        f"**Assumed:** rows drawn independently from a distribution the attacker knows, who chooses what is counted. {seeded(asked.trials, asked.seed)} · "
        "lines are computed. **Not shown:** totals that a statistician chose for other reasons, which may give away less."
    )


def totals_bound(seen: Seen) -> str:
    """Up to where the noise promises anything."""
    upto = seen.lines.guaranteed()
    if upto < 1:
        return "With so little noise nothing is promised, not even for one total: that means no guarantee, not a break."
    if upto == len(seen.lines.bound) - 1:
        return f"This noise promises something for every number of totals in the picture, up to {upto:,}."
    return f"This noise promises something for up to {upto:,} totals; beyond, **no guarantee**, which is not the same as broken."


def totals_rows(seen: Seen) -> dict[str, Sequence[Any]]:
    """The lines as a table, where they step."""
    asked, held = seen.asked, seen.lines
    last = len(held.exact) - 1
    steps = range(asked.needed, last + 1, asked.needed)
    at = sorted({0, asked.counts, last, *steps[:: 1 + len(steps) // MOST_STEPS]})
    bound = [held.bound[n] / 100 for n in at]
    return {
        "totals": at,
        "exact": [chance(held.exact[n] / 100) for n in at],
        "with noise": [chance(held.noise[n] / 100) for n in at],
        "blind luck": [chance(held.blind / 100)] * len(at),
        "any attack on this noise, at most": ["no guarantee" if one >= 1 else chance(one) for one in bound],
    }


def totals_notes(seen: Seen) -> tuple[str, str, str]:
    """What it means, does not mean, and what comes next."""
    first = f"Exact totals compose badly: each is harmless, and a few of them together describe one row that hardly anything else fits. {_noise(seen)}"
    second = "It does not mean that totals give people away whoever chose them, nor that noise of any size helps. Where nothing is promised, nothing is known."
    third = "Count every total that is published about the same people, and settle beforehand how much noise all of them together get. Rows can be blurred instead."
    return first, second, third


def _noise(seen: Seen) -> str:
    """What noise came to in the tries: rarer than exact totals, and perhaps still more than luck."""
    noisy = None if seen.tried is None else seen.tried.noise
    if noisy is None or not seen.asked.rounds:
        return "Noise on every total stops it, as long as there are not too many."
    if noisy.outcome is attacks.Outcome.BEATS:
        less = "less, and still" if noisy.main.hits < seen.tried.exact.main.hits else "no less, and"
        return f"With this noise it happened in {found_in(noisy.main)} tries: {less} more than blind luck."
    many = f"{noisy.main.hits:,}" if noisy.main.hits else "none"
    return f"With this noise it happened in {many} of {noisy.main.attempts:,} tries, no more than blind luck."


LUCK_TITLE = "How much of it is luck?"
LUCK_ROWS, LUCK_WEIGHT = "Rows guessed among", "Weight (log₁₀)"
LUCK_WEIGHT_HELP = "The chance w that a description fits a fresh row, as a power of ten: −3 is 1 in 1,000."
LUCK_AXIS, LUCK_UP = "weight: chance that a fresh row fits", "descriptions that fit exactly one row, of 100"
LUCK_LEAD = "**The curve is an attacker who has seen nothing.** The circle is what tries of it reached."
LUCK_ASSUMED = "**Assumed:** rows drawn independently, the description fixed before. The curve is B(n, w) = n·w·(1 − w)^(n − 1), highest at w = 1/n. To isolate a row is not enough: the description must be rare, so that luck does not explain it."


def luck_peak(found: Luck) -> str:
    """Words at the top of the curve."""
    return f"{chance(found.peak)} by luck alone"


def blind_sentence(found: Luck) -> str:
    """Luck where the sliders stand."""
    expected = chance(found.tried.theory or 0.0)
    rows = "one row" if found.rows == 1 else f"{found.rows:,} rows"
    weight = "every row" if found.weight >= 1 else f"{chance(found.weight)} rows"
    return f"A blind description that fits {weight} fits exactly one of {rows} in **{expected}** tables."


def luck_tried(found: Luck) -> str:
    """What tries of it came to."""
    one = found.tried
    return (
        f"Blind guessing: {badge(one.outcome)} · {found_in(one.main)}, interval {interval(one.main)} · best blind description as rare: "
        f"{chance(one.baseline)} · {seeded(one.main.attempts, one.seed)}"
    )


def luck_message(found: Luck) -> str:
    """For those who cannot see it."""
    return f"Blind luck is highest at one row in {found.rows:,}, with {chance(found.peak)}; here it is {chance(found.tried.theory or 0.0)}, tried {rate(found.tried.main)}."


TOTALS_METHODS = ("totals that single out", "most that noise allows", "blind luck")
