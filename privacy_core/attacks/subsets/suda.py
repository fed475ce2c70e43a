"""Scores of special uniques: rows alone by few columns and in many ways score high."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.subsets.uniques import MinimalUniques
from privacy_core.classes import equivalence_classes
from privacy_core.errors import ParameterError
from privacy_core.tables import FloatArray, Table, frozen


@dataclass(frozen=True, eq=False)
class Suda:
    """SUDA scores of the rows, and what they are made of.

    Parameters
    ----------
    score : float64 (n_rows,), 0 for a row without a minimal unique
    dis : float64 (n_rows,), 0 to 1: the score scaled to the chance that a match on a unique row is right; None for 28
        columns and more, where the scaling would no longer rise with the score
    by_column : for each column, the part of all scores, 0 to 100, that comes from sets that hold it; sets hold
        several, so the parts may add up to more; None where no row has a score
    by_value : for each column, how its part is divided among its values, by their labels: parts from 0 to 100 that
        add up to 100; empty where the column is in no set
    dis_fraction : share of the population that is taken to be in the table
    original : whether a set's weight is the original one or that which sdcMicro calls new
    pairs : rows that look like exactly one other row in all columns
    """

    score: FloatArray
    dis: FloatArray | None
    by_column: Mapping[str, float | None]
    by_value: Mapping[str, Mapping[str, float]]
    dis_fraction: float
    original: bool
    pairs: int


def suda(table: Table, found: MinimalUniques, dis_fraction: float = 0.01, original: bool = True) -> Suda:
    """Score the rows by their minimal uniques.

    Parameters
    ----------
    table : the table in which they were found
    found : minimal uniques, of sizes up to the largest that counts
    dis_fraction : share of the population that is taken to be in the table, above 0 and below 1
    original : weights of Elliot and others; otherwise those that sdcMicro calls new

    Raises
    ------
    ParameterError
        The fraction is out of its range.

    Notes
    -----
    Formula: score = Σ weight over the minimal uniques of a row; with ATT columns, sets of up to M columns and a set
    of s columns, the original weight is Π (ATT − i) for i from s to min(M, ATT − 1), the new one
    (2^(ATT − s) − 1) / C(ATT, s). DIS: with D rows in pairs, π the fraction, Q = 1 + (8 − ATT) / 20 and
    A = Σ score^−Q over rows with a score, odds = score^Q · A · π / (D (1 − π)).

    Edge cases: a set of all columns counts 1 in the original and 0 in the new weights. Without a pair of rows, a
    match on a unique row is always right: DIS is 1 wherever there is a score.

    Does not say: the chance that a person is found; DIS is fitted to a model of what a match on a pair tells, with
    a fraction that somebody has to know.

    Source: Elliot, Manning & Ford (2002) for the score; Elliot, Skinner & Dale, Special uniques, random uniques and
    sticky populations (1998), and Skinner & Elliot, A measure of disclosure risk for microdata (2002), for DIS; the
    scaling and the new weights as sdcMicro 5.8 computes them.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.attacks.subsets import minimal_uniques
    >>> three = from_frame(pd.DataFrame({"a": [2, 1, 1], "b": [0, 3, 0], "c": [0, 6, 0]}))
    >>> scored = suda(three, minimal_uniques(three, ["a", "b", "c"]))
    >>> scored.score.tolist(), scored.by_column
    ([2.0, 4.0, 2.0], {'a': 50.0, 'b': 37.5, 'c': 37.5})
    """
    if not 0 < dis_fraction < 1:
        raise ParameterError(f"The fraction of DIS must lie above 0 and below 1, got {dis_fraction:g}.")
    n = len(found.columns)
    weight = np.array([_weight(int(size), n, found.max_size, original) for size in found.size])
    worth = weight[found.at]
    score = np.bincount(found.row, worth, found.n_rows).astype(np.float64)
    whole, pairs = float(worth.sum()), _pairs(table, found)
    of_column = {name: worth * found.holding(name)[found.at] for name in found.columns}
    return Suda(
        frozen(score),
        frozen(_dis(score, n, pairs, dis_fraction)) if n < 28 else None,
        {name: 100 * float(part.sum()) / whole if whole else None for name, part in of_column.items()},
        {name: _by_value(table, name, found.row, part) for name, part in of_column.items()},
        dis_fraction,
        original,
        pairs,
    )


def scores_per_row(found: MinimalUniques, scores: Suda) -> dict[str, list[Any]]:
    """Minimal uniques and scores of every row as columns of a file, without a value of the table.

    Returns
    -------
    columns : `row` from 1 on, `smallest` columns that leave it alone (None where none do), `minimal_uniques`, `suda`
        and, where it is defined, `dis`
    """
    dis = {} if scores.dis is None else {"dis": scores.dis.tolist()}
    return {
        "row": list(range(1, found.n_rows + 1)),
        "smallest": [size or None for size in found.smallest.tolist()],
        "minimal_uniques": found.per_row.tolist(),
        "suda": scores.score.tolist(),
        **dis,
    }


def _weight(size: int, n: int, largest: int, original: bool) -> float:
    if original:
        return float(prod(n - i for i in range(size, min(largest, n - 1) + 1)))
    return (2.0 ** (n - size) - 1) / comb(n, size)


def _pairs(table: Table, found: MinimalUniques) -> int:
    classes = equivalence_classes(table, found.columns, found.policies)
    return int(classes.size[classes.crowd == 2].sum())


def _dis(score: FloatArray, n: int, pairs: int, fraction: float) -> FloatArray:
    found, some = np.zeros(len(score)), score > 0
    power = 1 + (8 - n) / 20
    raised = score[some] ** power
    odds = raised * (1 / raised).sum() * fraction
    found[some] = odds / (odds + pairs * (1 - fraction))
    return found


def _by_value(table: Table, name: str, row: NDArray[Any], worth: FloatArray) -> dict[str, float]:
    """How the worth is divided among the values of a column, in their declared order."""
    column = table[name]
    codes = np.where(table.suppressed[row], column.n_codes, column.codes[row])
    parts = np.bincount(codes, worth, column.n_codes + 1)
    if not parts.any():
        return {}
    shares = (100 * parts / parts.sum()).tolist()
    return {label: share for label, share in zip([*column.labels, "*"], shares, strict=True) if share}
