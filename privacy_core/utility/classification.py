"""How well a column can be predicted from the quasi-identifiers, before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from privacy_core.numbering import grouped
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import IntArray, Scale, Table
from privacy_core.utility.coarsening import Coarsening

FOLDS = 3
MOST_CLASSES = 50


@dataclass(frozen=True)
class Classification:
    """Share of rows whose value of one column is predicted right, in rows the classifier has not seen.

    Parameters
    ----------
    target : name of the column predicted
    guess : share of the most frequent value: what always saying it would get
    before : accuracy from the original quasi-identifiers
    after : accuracy from those of the release, on the same rows; a suppressed row teaches nothing
    rows : judged rows
    reason : why nothing was measured, else None
    """

    target: str
    guess: float | None
    before: float | None
    after: float | None
    rows: int
    reason: str | None = None


def classification(
    original: Table,
    release: Table,
    columns: Sequence[Coarsening],
    target: str,
    random: np.random.Generator,
    progress: Progress = unwatched,
) -> Classification:
    """Predict a column from the quasi-identifiers of the original and of the release.

    Logistic regression on one column of zeros and ones per value, three-fold cross-validation. The folds
    are the same for both, and do not depend on the order of rows or columns.

    Parameters
    ----------
    original, release : rows in the same order
    columns : from `coarsenings`, without the target
    target : column to predict, such as the sensitive one
    random : draws the folds
    progress : told after every fit

    Raises
    ------
    UnknownColumn
        No such column.
    Stopped
        Progress said so.
    """
    rows = np.flatnonzero(~original.suppressed)
    value = original[target].codes[rows]
    reason = _unfit(original, target, value)
    if reason is not None:
        return Classification(target, None, None, None, len(rows), reason)
    features = sorted((one for one in columns if one.column != target), key=lambda one: one.column)
    before = np.stack([one.before.astype(np.int64) for one in features], axis=1)
    after = np.stack([np.where(one.withheld, -1, one.after) for one in features], axis=1)
    fold = _folds([*before.T, *(after.T + 1), value.astype(np.int64)], random)
    teaches = ~release.suppressed[rows]
    guess = float(np.bincount(value).max() / len(value))
    right = _right(before, after, value, fold, teaches, progress)
    return Classification(target, guess, right[0] / len(rows), right[1] / len(rows), len(rows))


def _unfit(original: Table, target: str, value: NDArray[np.int32]) -> str | None:
    """Why a classifier cannot be asked, or None."""
    if find_spec("sklearn") is None:
        return "not measured: scikit-learn is not installed"
    kinds = len(np.unique(value))
    if kinds < 2:
        return f"not measured: column {target!r} has one value in all rows"
    if kinds > MOST_CLASSES or (original[target].scale is Scale.NUMERIC and kinds > 2):
        return f"not measured: column {target!r} has {kinds:,} different values, too many to be classes"
    if len(value) < 2 * FOLDS:
        return f"not measured: {len(value):,} rows are too few"
    return None


def _folds(codes: Sequence[IntArray], random: np.random.Generator) -> IntArray:
    """Fold of each row; rows are numbered by what they hold, equal rows being interchangeable."""
    kind, _ = grouped(codes, [int(code.max(initial=0)) + 1 for code in codes], len(codes[0]))
    fold = np.empty(len(kind), np.int64)
    fold[np.argsort(kind, kind="stable")] = random.permutation(len(kind)) % FOLDS
    return fold


def _right(
    before: IntArray,
    after: IntArray,
    value: NDArray[np.int32],
    fold: IntArray,
    teaches: NDArray[np.bool_],
    progress: Progress,
) -> list[int]:
    """Rows predicted right, from the original and from the release."""
    right = [0, 0]
    for number in range(FOLDS):
        for which, (features, known) in enumerate([(before, np.ones(len(value), bool)), (after, teaches)]):
            report(progress, (2 * number + which) / (2 * FOLDS), "predicting")
            train, test = (fold != number) & known, fold == number
            right[which] += int((_predicted(features[train], value[train], features[test]) == value[test]).sum())
    return right


def _predicted(features: IntArray, value: NDArray[np.int32], asked: IntArray) -> NDArray[np.int32]:
    """What a classifier taught with the first rows says of the others; -1 where there is nothing to learn."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder

    if len(np.unique(value)) < 2:
        return np.full(len(asked), value[0] if len(value) else -1, np.int32)
    order = np.lexsort([*features.T, value])
    model = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LogisticRegression(max_iter=500))
    model.fit(features[order], value[order])
    return np.asarray(model.predict(asked), np.int32)
