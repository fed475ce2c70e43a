"""What is promised: models with thresholds from what the user asked for, and promises no release can keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from privacy_core.errors import ParameterError
from privacy_core.models import (
    AlphaK,
    DeltaDisclosure,
    DistinctL,
    EntropyL,
    KAnonymity,
    NTCloseness,
    PrivacyModel,
    RecursiveCL,
    Secret,
    Thresholds,
    promises,
)
from privacy_core.policies import TOLERANCE, MissingSensitive, Policies
from privacy_core.tables import Table


def promised(table: Table, secrets: Sequence[Secret], asked: Thresholds) -> tuple[PrivacyModel, ...]:
    """Models that have a threshold: k-anonymity first, then those of every sensitive column.

    A largest risk of 1/11 is the promise that every class holds 11 rows; with k asked for too, the stricter
    counts.

    Raises
    ------
    ParameterError
        Nothing is promised, or a promise about secrets without a sensitive column.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import Secret, Thresholds, from_frame
    >>> people = from_frame(pd.DataFrame({"q": ["a", "b"], "s": ["x", "y"]}))
    >>> [(m.name, m.threshold) for m in promised(people, [Secret("s")], Thresholds(k=5, l=2, risk=1 / 11))]
    [('k-anonymity', 11.0), ('distinct-l', 2)]
    """
    if asked == Thresholds(recursive_l=asked.recursive_l):
        raise ParameterError("Nothing is promised: give at least one threshold, such as k.")
    if not secrets and replace(asked, k=None, risk=None) != Thresholds(recursive_l=asked.recursive_l):
        raise ParameterError("A threshold about secrets needs at least one sensitive column.")
    crowd = _crowd(asked)
    several = (model for s in secrets for model in promises(s, table[s.column].scale, asked))
    return (*([] if crowd is None else [KAnonymity(crowd)]), *(m for m in several if m.threshold is not None))


def _crowd(asked: Thresholds) -> float | None:
    if asked.risk is None:
        return asked.k
    if asked.risk <= 0:
        raise ParameterError("A largest risk of 0 cannot be kept: somebody who picks a row at random may be right.")
    by_risk = float(max(1, ceil(1 / asked.risk - TOLERANCE)))
    return by_risk if asked.k is None else max(asked.k, by_risk)


def hopeless(table: Table, models: Sequence[PrivacyModel], policies: Policies | None = None) -> str | None:
    """Say why no class whatever can keep a promise, and what would work; None where one class of all might.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import DistinctL, KAnonymity, from_frame
    >>> people = from_frame(pd.DataFrame({"q": ["a", "b"], "s": ["x", "y"]}))
    >>> hopeless(people, [KAnonymity(3)])
    'k = 3 cannot be reached: only 2 rows are judged. The largest k is 2.'
    >>> hopeless(people, [KAnonymity(2), DistinctL("s", 2)]) is None
    True
    """
    judged = np.flatnonzero(~table.suppressed)
    if not len(judged):
        return "Every row is suppressed: there is nothing to release."
    reasons = (_never(table, judged, model, policies or Policies()) for model in models)
    return next((reason for reason in reasons if reason), None)


def _never(table: Table, judged: np.ndarray, model: PrivacyModel, policies: Policies) -> str | None:
    asked = model.threshold or 0.0
    if isinstance(model, KAnonymity):
        if asked > len(judged):
            n = len(judged)
            return f"k = {asked:g} cannot be reached: only {n:,} rows are judged. The largest k is {n}."
        return None
    if isinstance(model, DeltaDisclosure) and asked <= TOLERANCE:
        return (
            f"δ-disclosure of {model.sensitive!r} must stay below its threshold: 0 leaves nothing. Ask for more than 0."
        )
    if isinstance(model, NTCloseness) and model.n > len(judged):
        return f"(n, t)-closeness with n = {model.n:,.0f} cannot be reached: only {len(judged):,} rows are judged."
    values = _values(table, judged, model.sensitive, policies)
    least = model.l if isinstance(model, RecursiveCL) else asked
    if isinstance(model, DistinctL | EntropyL | RecursiveCL) and least > values + TOLERANCE:
        return (
            f"ℓ = {least:g} cannot be reached: column {model.sensitive!r} has {values:,} different values. "
            f"The largest ℓ is {values}."
        )
    if isinstance(model, AlphaK) and values and asked < 1 / values - TOLERANCE:
        return (
            f"α = {asked:g} cannot be reached: with the {values:,} different values of column {model.sensitive!r} one "
            f"of them has a share of at least {1 / values:.4g}."
        )
    return None


def _values(table: Table, judged: np.ndarray, sensitive: str | None, policies: Policies) -> int:
    if sensitive is None:
        return 0
    column = table[sensitive]
    present = np.unique(column.codes[judged])
    left_out = column.has_missing and policies.missing_sensitive is MissingSensitive.OUT
    return int(np.count_nonzero(present != column.missing)) if left_out else len(present)
