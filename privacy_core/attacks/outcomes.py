"""What an attack came to, in one of four words, and the one line that may be said of it in an assessment."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from privacy_core.evidence import Counts, better
from privacy_core.frequencies import one_in

RARE, TINY = 1e-3, 1e-12
"""Chances below which decimals say little, and below which no number helps."""


@dataclass(frozen=True)
class NotMeasured:
    """An attack that could not be tried, and why."""

    attack: str
    reason: str


class Outcome(StrEnum):
    """What an attack came to. None of the four says that nothing else could succeed."""

    PREMISE_FAILS = "premise fails"
    NO_BETTER = "no better than baseline"
    BEATS = "beats baseline"
    NOT_MEASURED = "not measured"


def outcome(main: Counts | None, baseline: Counts | float | None, premise: bool = True) -> Outcome:
    """Say whether an attack beats the blind one by more than the intervals allow.

    Parameters
    ----------
    main : what the attack achieved; None where it was not tried
    baseline : what blind attackers achieved, or the most that they can achieve (0 to 1)
    premise : whether what the attack rests on was found to hold

    Examples
    --------
    >>> outcome(Counts(50, 100), 0.37).value, outcome(Counts(40, 100), 0.37).value
    ('beats baseline', 'no better than baseline')
    >>> outcome(Counts(50, 100), 0.37, premise=False).value, outcome(Counts(0, 0), 0.37).value
    ('premise fails', 'not measured')
    """
    if not premise:
        return Outcome.PREMISE_FAILS
    if main is None or main.interval is None:
        return Outcome.NOT_MEASURED
    beats = better(main, baseline) if isinstance(baseline, Counts) else _above(main.interval, baseline)
    if beats is None:
        return Outcome.NOT_MEASURED
    return Outcome.BEATS if beats else Outcome.NO_BETTER


def _above(interval: tuple[float, float], chance: float | None) -> bool | None:
    return None if chance is None else interval[0] > chance


def legal_line(main: Counts, baseline: Counts | float, strangers: Counts | None = None) -> str:
    """What the counts may be called in an assessment, and what they may not.

    Parameters
    ----------
    main : what the attack achieved, at least one attempt
    baseline : what blind attackers achieve, as counts or as a chance
    strangers : what the same attack achieves among people who are not in the release, where that was tried

    Notes
    -----
    Source: recital 26 of the General Data Protection Regulation; Cohen & Nissim, Towards formalizing the GDPR's
    notion of singling out, PNAS 2020, hold that resisting this attack is necessary and not sufficient.

    Examples
    --------
    >>> legal_line(Counts(40, 100), 0.001)[:110]
    'Rows can be singled out from this release with probability 0.4 (95 % interval 0.309 to 0.498), by a blind atta'
    >>> legal_line(Counts(40, 100), 2**-20)[110:160]
    'cker with probability 1 in 1,048,576. This is tech'
    >>> legal_line(Counts(40, 100), 0.001, Counts(39, 100))[95:194]
    'by a blind attacker with probability 0.001; the same predicates single out one of as many strangers'
    """
    low, high = main.interval or (0.0, 1.0)
    blind = baseline.rate if isinstance(baseline, Counts) else baseline
    away = None if strangers is None else strangers.rate
    same = (
        "" if away is None else f"; the same predicates single out one of as many strangers with probability {away:.3g}"
    )
    return (
        f"Rows can be singled out from this release with probability {main.rate or 0:.3g} (95 % interval {low:.3g} to "
        f"{high:.3g}), by a blind attacker with {_beside(blind)}{same}. This is technical evidence for an "
        "assessment under recital 26, not a legal conclusion."
    )


def _beside(blind: float | None) -> str:
    """The blind attacker's chance; a small one as one in so many, which can be read aloud."""
    if blind is None:
        return "a probability that was not measured"
    if 0 < blind < TINY:
        return "a probability below 1 in a trillion"
    return f"probability {one_in(blind) if 0 < blind < RARE else f'{blind:.3g}'}"
