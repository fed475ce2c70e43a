"""What every privacy model is, and the one place where a number meets a threshold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from privacy_core.counting import Contingency
from privacy_core.policies import TOLERANCE, Policies
from privacy_core.tables import FloatArray, IntArray

NOTHING_LEFT = "no record is left to judge"


class Better(StrEnum):
    """Which direction of a model's number protects more."""

    HIGHER = "higher"
    LOWER = "lower"


class Verdict(StrEnum):
    """Whether a threshold is kept; EMPTY when no released record is left to judge."""

    HOLDS = "holds"
    FAILS = "fails"
    EMPTY = "empty"


class PrivacyModel(Protocol):
    """A promise about every class: one number per class and a threshold all must keep.

    `threshold` may be None: the model then only measures. `strict` says that a value equal to the
    threshold fails.
    """

    name: ClassVar[str]
    symbol: ClassVar[str]
    better: ClassVar[Better]
    strict: ClassVar[bool]

    @property
    def monotone(self) -> bool:
        """Whether merging whole classes never makes the worst number worse, so that a search may prune."""

    @property
    def sensitive(self) -> str | None:
        """Column that is judged; None for a model that only counts rows."""

    @property
    def threshold(self) -> float | None:
        """The promise on the axis of `per_class`, or None."""

    def per_class(self, table: Contingency) -> FloatArray:
        """Return the model's number for each class, never NaN; infinite: no setting helps."""

    def sentence(self, found: Measurement) -> str:
        """Say in plain words what was found."""


@dataclass(frozen=True, eq=False)
class Measurement:
    """What a table has, measured by one model.

    Parameters
    ----------
    model : the model that was asked
    value : the worst class's number; None when it is not defined or nothing is left to judge
    per_class : float64 (n_classes,)
    size : rows of each class
    fails : bool (n_classes,), all False without a threshold
    records_failing : rows in failing classes
    verdict : None without a threshold
    policies : how doubtful rows were counted
    reason : why there is no value, else None
    """

    model: PrivacyModel
    value: float | None
    per_class: FloatArray
    size: IntArray
    fails: NDArray[np.bool_]
    records_failing: int
    verdict: Verdict | None
    policies: Policies
    reason: str | None = None

    @property
    def classes_failing(self) -> int:
        """Number of classes beyond the threshold."""
        return int(np.count_nonzero(self.fails))

    @property
    def worst(self) -> int | None:
        """Position of the worst class; the first of several."""
        if self.value is None:
            return None
        return int(self.per_class.argmin() if self.model.better is Better.HIGHER else self.per_class.argmax())

    @property
    def worst_first(self) -> IntArray:
        """Classes from the worst number to the best; of equals the larger class first, then by number."""
        severity = self.per_class if self.model.better is Better.HIGHER else -self.per_class
        return np.lexsort((-self.size, severity))


def measure(model: PrivacyModel, table: Contingency, per_class: FloatArray | None = None) -> Measurement:
    """Ask a model about every class and compare with its threshold.

    A model that is not strict holds when its value is at most the threshold + 1e-9 (at least the
    threshold − 1e-9 where higher is better); a strict one only when the value is below the
    threshold − 1e-9. After noise or random swaps in a column that is counted there is no value and no
    verdict, only the reason.

    Parameters
    ----------
    model : PrivacyModel
    table : Contingency
    per_class : the model's numbers where they rest on more than this table, such as on the groups
        around each class; None asks the model

    Examples
    --------
    >>> from privacy_core import KAnonymity, contingency, equivalence_classes, samples
    >>> nine = samples.load("hospital-4").table
    >>> found = measure(KAnonymity(4), contingency(nine, equivalence_classes(nine, ["zip", "age"]), None))
    >>> found.value, found.verdict.value, found.classes_failing, found.records_failing
    (3.0, 'fails', 3, 9)
    """
    if (reason := table.classes.not_valid(table.attribute)) is not None:
        return undefined(model, table, reason)
    per_class = model.per_class(table) if per_class is None else per_class
    if not table.count.sum():
        return _nothing(model, table, NOTHING_LEFT, Verdict.EMPTY)
    worst = float(per_class.min() if model.better is Better.HIGHER else per_class.max())
    fails = beyond(model, per_class)
    verdict = None if model.threshold is None else Verdict.FAILS if fails.any() else Verdict.HOLDS
    records = int(table.rows[fails].sum())
    return Measurement(model, worst, per_class, table.rows, fails, records, verdict, table.policies)


def judge(model: PrivacyModel, found: Measurement) -> Measurement:
    """Compare numbers already measured with another threshold of the same model."""
    if found.value is None:
        empty = model.threshold is not None and found.reason == NOTHING_LEFT
        return replace(found, model=model, verdict=Verdict.EMPTY if empty else None)
    fails = beyond(model, found.per_class)
    verdict = None if model.threshold is None else Verdict.FAILS if fails.any() else Verdict.HOLDS
    return replace(found, model=model, fails=fails, records_failing=int(found.size[fails].sum()), verdict=verdict)


def undefined(model: PrivacyModel, table: Contingency, reason: str) -> Measurement:
    """Say that a model has no value on this table, and why."""
    return _nothing(model, table, reason, None)


def beyond(model: PrivacyModel, per_class: FloatArray) -> NDArray[np.bool_]:
    """Which numbers lie beyond the model's threshold; none without one."""
    if model.threshold is None:
        return np.zeros(len(per_class), bool)
    if model.better is Better.HIGHER:
        return per_class < model.threshold - TOLERANCE
    return per_class >= model.threshold - TOLERANCE if model.strict else per_class > model.threshold + TOLERANCE


def _nothing(model: PrivacyModel, table: Contingency, reason: str, verdict: Verdict | None) -> Measurement:
    none = np.zeros(len(table.rows))
    asked = verdict if model.threshold is not None else None
    return Measurement(model, None, none, table.rows, none > 0, 0, asked, table.policies, reason)
