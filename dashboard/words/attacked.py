"""Sentences of `match` about attackers: halves joined, secrets guessed, beside strangers and guessing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dashboard.words.match import release_named
from dashboard.words.phrases import NOTHING_OPEN, beyond, chosen, counted, fitting, listed, plain
from privacy_core import attacks, of_100

if TYPE_CHECKING:
    from dashboard.attacking import Seen
    from dashboard.compute.attacking import Attacked

HALF_ONE, HALF_TWO = "One party knows", "Another party knows"
HALF_HELP = "Two parties hold different columns of the same people. Each looks for the released record nearest to its half; where both take the same one, the halves are joined. The first half is also what is known of a person when a secret is guessed."
SECRETS_GUESSED = "Secrets that are guessed"
TRIES, TRIES_HELP = (
    "Tries of each attack",
    "On so many people of the release, and as many strangers; all of them where there are fewer.",
)
SEED_OF_TRIES = "Seed"
TRIES_AXIS = "tries that hit, of 100, with intervals"
TRIES_KEY = ":small[:gray[:orange[◆] the attack on people of the release · :blue[■] the same attack on strangers · ● guessing (luck, dashed); lines are Wilson intervals at 95 %.]]"
TRIED_ON = {"members": "on people in the release", "strangers": "the same on strangers", "luck": "guessing"}
NOT_TRIED = "not measured"
NO_STRANGERS_TRIED = "strangers: not measured"
NO_LUCK_TRIED = "guessing: not measured"
CRITERIA_TEXT = "**Singling out** asks whether a description holds for exactly one person. **Linkability** asks whether records of one person are joined. **Inference** asks whether a secret is told by the other columns. (The three are those of the Article 29 Working Party, Opinion 05/2014.)"
TRIES_TABLE = "Counts, excess over strangers, and what was assumed"


def attack_head(one: attacks.Evidence | attacks.NotMeasured) -> str:
    """Which attack, and which criterion: drawn text."""
    if one.attack == "singling out":
        return "Singling out: what holds for one released record holds for one person"
    if one.attack == "linkability":
        return "Linkability: two halves of a person are joined"
    return f"{one.attack[:1].upper()}{one.attack[1:]}: guessed from the nearest records"


def hits(counts: attacks.Counts) -> str:
    """Counts beside a mark."""
    return f"{counts.hits:,} of {counts.attempts:,}" if counts.hits else f"none found in {counts.attempts:,}"


def with_interval(counts: attacks.Counts) -> str:
    """Counts with what they may as well be."""
    if counts.interval is None:
        return NOT_TRIED
    low, high = counts.interval
    return f"{hits(counts)} ({100 * low:.1f} to {100 * high:.1f} of 100)"


def attack_answer(seen: Seen) -> str:
    """Which attack gains most over those it should not reach."""
    if seen.missing is not None:
        return seen.missing
    found = seen.found
    if found is None:
        return (
            "Attackers try it on the release." if seen.job is not None and not seen.job.ended else "Nothing was tried."
        )
    tried = [one for one in found.found if isinstance(one, attacks.Evidence) and one.main.attempts]
    if not tried:
        return "No attack could be tried on this release."
    gained = [one for one in tried if _gains(one)]
    compared = all(_compared(one) for one in tried)
    if not gained:
        other = "people of the release than on strangers" if compared else "the release than guessing does"
        return f"{chosen('No attack')} is seen to do better on {other}."
    return _gained(max(gained, key=_gain))


def _compared(one: attacks.Evidence) -> bool:
    """Whether strangers were tried as well; there may be a table of them, and none to try."""
    return one.control is not None and one.control.attempts > 0


def _gains(one: attacks.Evidence) -> bool:
    """Whether it does better than luck, beyond chance."""
    return bool(one.beats_guessing) and (one.excess is None or one.excess.low > 0)


def _gain(one: attacks.Evidence) -> float:
    other = one.control if _compared(one) else one.baseline
    return (one.main.rate or 0.0) - (other.rate or 0.0)


def _gained(one: attacks.Evidence) -> str:
    what, hit = _did(one), of_100(one.main.hits, one.main.attempts)
    who, other = ("among strangers", one.control) if _compared(one) else ("blind guesses hit", one.baseline)
    luck = of_100(other.hits, other.attempts)
    return fitting(
        f"{what} hits in {beyond(f'{hit} tries')}; {who} {luck}.", f"{what} hits in {beyond(f'{hit} tries')}."
    )


def _did(one: attacks.Evidence) -> str:
    if one.attack == "singling out":
        return "Singling out by a released record"
    if one.attack == "linkability":
        return "Joining two halves"
    return f"Guessing {plain(one.attack.removeprefix('inference of '))}"


def attack_line(seen: Seen) -> str:
    """Which table, which release, what the attackers have, whose luck."""
    study, asked = seen.study, seen.asked
    if study.source is None:
        return NOTHING_OPEN
    if asked is None:
        return plain(study.source.name)
    strangers = "not at hand, so luck is guessing alone" if seen.holdout is None else plain(seen.holdout)
    return " · ".join(
        [
            f"people of {plain(study.source.name)}",
            f"release: {release_named(seen)}",
            f"one half: {listed(asked.left) or 'none'}",
            f"the other: {counted(len(asked.right), 'column')}",
            f"strangers: {strangers}",
            f"{counted(asked.attempts, 'try')} of each attack · seed {asked.seed}",
        ]
    )


def attack_message(found: Attacked) -> str:
    """For those who cannot see it."""
    return " ".join(attack_sentence(one) for one in found.found)


def attack_sentence(one: attacks.Evidence | attacks.NotMeasured) -> str:
    """One attack in a sentence: drawn text."""
    return f"{one.attack}: not measured. {one.reason}" if isinstance(one, attacks.NotMeasured) else one.sentence


def attack_rows(found: Attacked) -> dict[str, Sequence[Any]]:
    """Counts, intervals and excess as a table."""
    several = found.found
    return {
        "attack": [one.attack for one in several],
        "people in the release": [_cell(one, "main") for one in several],
        "strangers": [_cell(one, "control") for one in several],
        "guessing": [_cell(one, "baseline") for one in several],
        "excess over strangers": [_excess(one) for one in several],
        "better than guessing": [_better(one) for one in several],
    }


def _cell(one: attacks.Evidence | attacks.NotMeasured, which: str) -> str:
    counts = None if isinstance(one, attacks.NotMeasured) else getattr(one, which)
    return NOT_TRIED if counts is None else with_interval(counts)


def _excess(one: attacks.Evidence | attacks.NotMeasured) -> str:
    found = None if isinstance(one, attacks.NotMeasured) else one.excess
    return NOT_TRIED if found is None else f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f})"


def _better(one: attacks.Evidence | attacks.NotMeasured) -> str:
    better = None if isinstance(one, attacks.NotMeasured) else one.beats_guessing
    return NOT_TRIED if better is None else "yes" if better else "no: this attack says nothing about the release"


def attack_assumed(found: Attacked) -> list[str]:
    """Each attack, its sentence and what was assumed, escaped."""
    return [
        f"**{plain(one.attack)}** {plain(attack_sentence(one).removeprefix(f'{one.attack}: '))} "
        f"{plain(' '.join(getattr(one, 'assumptions', ())))}"
        for one in found.found
    ]


def attack_notes(seen: Seen) -> tuple[str, str, str]:
    """What it means, does not mean, and what comes next."""
    first = "What hits people of the release more often than strangers is due to the release, and not to what is true of people in general."
    if seen.holdout is None:
        first = "Guessing shows what anybody gets for nothing. Without strangers nobody can say how much of a hit is due to the release."
    second = "An attack that does no better than luck proves nothing: a better one may. A joined pair of halves is a common record, not always the person's own."
    third = "Where an attack gains, blur what its half holds, or leave a column out. Then try again."
    return first, second, third
