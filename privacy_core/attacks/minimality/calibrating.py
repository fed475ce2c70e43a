"""Inference from minimality on a user's own release, with what it is worth measured against the original beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from privacy_core.attacks.minimality.auditing import Audit
from privacy_core.attacks.outcomes import Outcome
from privacy_core.evidence import Counts
from privacy_core.hierarchies import Hierarchy
from privacy_core.progress import Progress, unwatched
from privacy_core.tables import Table


@dataclass(frozen=True)
class Bin:
    """Guesses whose predicted chance lies in one tenth.

    Parameters
    ----------
    low, high : bounds of the tenth
    predicted : mean predicted chance of these guesses
    right : how many of them are right
    """

    low: float
    high: float
    predicted: float
    right: Counts


@dataclass(frozen=True)
class Calibration:
    """What an attacker's guesses about blurred cells are worth, measured against the original.

    Parameters
    ----------
    predicted : mean chance the attacker gives the guesses, 0 to 1; None without any
    right : guesses that are right
    truth : mean chance the attacker gives what is true, 0 to 1
    bins : the guesses by tenths of their predicted chance, empty tenths left out
    """

    predicted: float | None
    right: Counts
    truth: float | None
    bins: tuple[Bin, ...]

    @property
    def gap(self) -> float | None:
        """Predicted minus observed, −1 to 1: above 0 the attacker thinks to know more than is so."""
        return None if self.predicted is None or self.right.rate is None else self.predicted - self.right.rate


@dataclass(frozen=True)
class Raised:
    """What minimality says of the blurred cells of a release, and what that is worth.

    A cell here is a class in one column: how many of its rows have each of the next finer values is guessed.

    Parameters
    ----------
    cells : classes and columns published coarser than a single value
    impossible : of those, the ones that a minimal algorithm could not have published, given the shares
    with_minimality : guesses of an attacker who knows that the algorithm is minimal
    without : guesses of one who knows the shares only
    pairs : cells of two finer values where `posterior` says that exactly one row differs: predicted and observed
    certain : cells whose numbers are known for sure when the algorithm is minimal
    certain_right : those of them that are as said
    bits : mean leak of a cell in bits
    by_column : cells and guesses right with and without minimality, by column
    learned : where the shares come from
    outcome : whether knowing of minimality beats not knowing it
    sentence : in words
    """

    cells: int
    impossible: int
    with_minimality: Calibration
    without: Calibration
    pairs: Calibration
    certain: Counts
    bits: float | None
    by_column: Mapping[str, tuple[Counts, Counts]]
    learned: str
    outcome: Outcome
    sentence: str


def infer_raised(
    found: Audit,
    hierarchies: Mapping[str, Hierarchy],
    *,
    holdout: Table | None = None,
    progress: Progress = unwatched,
) -> Raised:
    """Guess what stands behind blurred cells from minimality alone, and measure the guesses.

    Parameters
    ----------
    found : an audit
    hierarchies : as given to the audit
    holdout : people who are not in the release, from whom the shares of finer values are learned; without them they
        are learned from the rows that the release publishes finer
    progress : told how far the work is; False ends it

    Notes
    -----
    Formula: rows of a class are drawn from the shares of the next finer values; a minimal algorithm cannot publish a
    class all of whose rows share one (of 2k rows or more: one that k of them share). The guess is the likeliest
    numbers of rows that are left. Ours, after Cohen, USENIX Security 2022; classes are not drawn at random, so the
    chances are off on real releases, and how much is measured.
    """
    raise NotImplementedError
