"""Inference from minimality on a user's own release, with what it is worth measured against the original beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.minimality.auditing import Audit
from privacy_core.attacks.minimality.guessing import Guesses, guesses
from privacy_core.attacks.minimality.reading import codes_in
from privacy_core.attacks.minimality.saying import inferred
from privacy_core.attacks.outcomes import Outcome, outcome
from privacy_core.errors import ParameterError
from privacy_core.evidence import Counts
from privacy_core.hierarchies import Hierarchy
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import FloatArray, IntArray, Table


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
    truth : mean chance the attacker gives what is true, 0 to 1; None without any
    bins : the guesses by tenths of their predicted chance, empty tenths left out
    """

    predicted: float | None
    right: Counts
    truth: float | None
    bins: tuple[Bin, ...]

    @property
    def gap(self) -> float | None:
        """Predicted minus observed, −1 to 1: above 0 the attacker believes to know more than is so."""
        return None if self.predicted is None or self.right.rate is None else self.predicted - self.right.rate


@dataclass(frozen=True)
class Raised:
    """What minimality says of the blurred cells of a release, and what that is worth.

    A cell here is a class in one column: how many of its rows have each of the next finer values is guessed.

    Parameters
    ----------
    cells : classes and columns published coarser than a single value
    impossible : of those, the ones that a minimal algorithm never publishes, whatever the rows; they are not guessed
    with_minimality : guesses of an attacker who knows that the algorithm is minimal
    without : guesses of one who knows the shares only, in the same cells
    pairs : cells of two finer values: the chance that exactly one row has the rarer, by `posterior`, and how often so
    pairs_without : the same by the shares only
    certain : cells whose numbers are known for sure if the algorithm is minimal, and how many are as said
    bits : mean leak of a cell in bits; None without a cell
    by_column : guesses with and without minimality, by column
    learned : where the shares come from
    outcome : whether knowing of minimality beats not knowing it; `premise fails` where the release is not minimal
    """

    cells: int
    impossible: int
    with_minimality: Calibration
    without: Calibration
    pairs: Calibration
    pairs_without: Calibration
    certain: Counts
    bits: float | None
    by_column: Mapping[str, tuple[Counts, Counts]]
    learned: str
    outcome: Outcome

    @property
    def sentence(self) -> str:
        """What was guessed, and what it is worth."""
        return inferred(self)


def infer_raised(
    found: Audit,
    hierarchies: Mapping[str, Hierarchy],
    *,
    holdout: Table | None = None,
    progress: Progress = unwatched,
) -> Raised | None:
    """Guess what stands behind blurred cells from minimality alone, and measure the guesses.

    Parameters
    ----------
    found : an audit
    hierarchies : as given to the audit
    holdout : people who are not in the release, from whom the shares of finer values are learned; without them they
        are learned from the rows that the release publishes finer
    progress : told how far the work is; False ends it

    Returns
    -------
    raised : None where cells are no nodes of the hierarchies, so that nobody can say what the next finer values are

    Raises
    ------
    ParameterError, HierarchyError
        The hold-out lacks a column, or holds values without an entry.

    Notes
    -----
    Formula: rows of a class are drawn from the shares of the next finer values; a minimal algorithm cannot publish a
    class all of whose rows share one (of 2k rows or more: one that k of them share). The guess is the likeliest
    numbers of rows that are left, half a row added to every share.

    Edge cases: cells that a minimal algorithm never publishes are counted and not guessed; None where cells are no
    nodes of the hierarchies.

    Does not say: which row has which value, nor that the chances are right: classes are not drawn at random, so they
    are off on real releases, and how much is measured.

    Source: ours, after Cohen, USENIX Security 2022.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame, hierarchy
    >>> from privacy_core.attacks.minimality import audit
    >>> tree = {"age": hierarchy("age", [(f"{ten}0s", "20-39", "*") for ten in (2, 3)])}
    >>> people = from_frame(pd.DataFrame({"age": ["20s", "30s"]}))
    >>> found = infer_raised(audit(people, from_frame(pd.DataFrame({"age": ["20-39"] * 2})), ["age"], tree), tree)
    >>> found.pairs.predicted, found.pairs_without.predicted, found.certain, found.bits
    (1.0, 0.5, Counts(hits=1, attempts=1), 1.0)
    """
    boxes = found.boxes
    if boxes is None:
        return None
    _refuse_other_columns(found, holdout)
    several = []
    for at, read in enumerate(found.columns):
        report(progress, at / len(found.columns), "guessing what stands behind blurred cells")
        learnt = None if holdout is None else codes_in(read, holdout[read.name], hierarchies.get(read.name))
        several.append(guesses(boxes, at, learnt))
    every = Guesses.joined(several)
    return Raised(
        cells=sum(one.cells for one in several),
        impossible=sum(one.cells - len(one.right) for one in several),
        with_minimality=_calibration(every.chance, every.right, every.truth),
        without=_calibration(every.chance_without, every.right_without, every.truth_without),
        pairs=_event(every.one_differs, every.differs),
        pairs_without=_event(every.one_differs_without, every.differs),
        certain=_counts(every.right[every.chance >= 1 - 1e-9]),
        bits=float(_sum(every.bits) / len(every.bits)) if len(every.bits) else None,
        by_column={
            read.name: (_counts(one.right), _counts(one.right_without))
            for read, one in zip(found.columns, several, strict=True)
            if one.cells
        },
        learned=_learned(holdout),
        outcome=outcome(_counts(every.right), _counts(every.right_without), premise=found.premise is not False),
    )


def _refuse_other_columns(found: Audit, holdout: Table | None) -> None:
    lacking = [] if holdout is None else [one.name for one in found.columns if one.name not in holdout.names]
    if lacking:
        raise ParameterError(
            f"The hold-out lacks column {lacking[0]!r} ({len(lacking)} of {len(found.columns)} columns): it must be "
            "people of the same kind, as they were before the blur."
        )


def _learned(holdout: Table | None) -> str:
    if holdout is None:
        return "shares learned from the rows that the release publishes finer"
    return f"shares learned from {holdout.n_rows:,} people of the hold-out"


def _counts(right: NDArray[np.bool_]) -> Counts:
    return Counts(int(right.sum()), len(right))


def _sum(numbers: FloatArray) -> float:
    """A sum that does not hang on the order of the rows."""
    return float(np.sort(numbers).sum())


def _event(chance: FloatArray, happened: NDArray[np.bool_]) -> Calibration:
    """A chance of one event, beside how often it happened."""
    return _calibration(chance, happened, np.where(happened, chance, 1 - chance))


def _calibration(chance: FloatArray, right: NDArray[np.bool_], truth: FloatArray) -> Calibration:
    n = len(chance)
    tenth: IntArray = np.minimum((chance * 10 + 1e-9).astype(np.int64), 9)
    bins = tuple(
        Bin(at / 10, (at + 1) / 10, _sum(chance[tenth == at]) / int((tenth == at).sum()), _counts(right[tenth == at]))
        for at in np.unique(tenth).tolist()
    )
    return Calibration(_sum(chance) / n if n else None, _counts(right), _sum(truth) / n if n else None, bins)
