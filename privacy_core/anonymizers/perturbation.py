"""Values changed at random: PRAM for names, additive noise for numbers. Nothing can be promised in k afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from privacy_core.anonymizers.ordering import value_order
from privacy_core.errors import ParameterError, in_range
from privacy_core.roles import Roles
from privacy_core.tables import Codes, Column, FloatArray, IntArray, Scale, Table

ROUNDING = 1e-9
"""Slack of a matrix whose rows must add up to 1."""


@dataclass(frozen=True, eq=False)
class Perturbation:
    """A table in which values were changed at random, and how.

    Parameters
    ----------
    table : the changed columns are declared in `table.perturbed`, so that every measure that counts rows
        that look the same answers "not valid here"
    changed : by column, rows whose value is another now
    matrices : by column PRAM's chances, (n_categories, n_categories): from the row's value to the column's
    """

    table: Table
    changed: Mapping[str, int]
    matrices: Mapping[str, FloatArray]

    @property
    def sentence(self) -> str:
        """What was done, in words."""
        parts = [f"{rows:,} of {self.table.n_rows:,} values of {name}" for name, rows in self.changed.items()]
        return (
            f"Changed at random: {'; '.join(parts)}. Crowds, ℓ, t, β and δ-disclosure count what is no longer "
            "there and are switched off for these columns; measure linkage instead."
        )


def pram(
    table: Table,
    names: Sequence[str],
    random: np.random.Generator,
    stay: float = 0.8,
    invariant: bool = True,
    matrices: Mapping[str, FloatArray] | None = None,
) -> Perturbation:
    """Replace values by others of the same column with known chances (post-randomisation method).

    Parameters
    ----------
    names : columns to change; missing cells and suppressed rows stay as they are
    random : where chance comes from; the same rows in another order are changed alike
    stay : chance that a value is kept, 0 to 1, the rest spread evenly over the values that occur
    invariant : whether every value is expected as often as before. The matrix is followed by the
        chances, given what it made of a value, of what the value was; so fewer values stay than `stay` says.
    matrices : by column your own chances instead of `stay`, rows adding up to 1

    Raises
    ------
    ParameterError
        A chance out of range, a matrix of another size or whose rows do not add up to 1.
    UnknownColumn
        A name is no column.

    Notes
    -----
    Formula: R = P·Q with Q[l, k] = P[k, l]·t[k] / Σ_j P[j, l]·t[j], t the counts before; then t·R = t.

    Source: Gouweleeuw, Kooiman, Willenborg & de Wolf, Post randomisation for statistical disclosure
    control, Journal of Official Statistics 14(4), 1998; Kooiman, Willenborg & Gouweleeuw, 1997 (invariance).

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"sex": ["f", "f", "f", "m"]}))
    >>> done = pram(people, ["sex"], np.random.default_rng(1), stay=0.5)
    >>> done.matrices["sex"].round(4).tolist(), sorted(done.table.perturbed)
    ([[0.75, 0.25], [0.75, 0.25]], ['sex'])
    """
    in_range(0, 1, stay=stay)
    order, used, changed, given = _order(table), {}, {}, matrices or {}
    for name in sorted(names):
        column = table[name]
        count = np.bincount(column.codes[order], minlength=len(column.categories))[: len(column.categories)]
        matrix = _checked(column, given[name]) if name in given else _even(count, stay)
        used[name] = invariant_matrix(matrix, count) if invariant else matrix
        codes = _drawn(column, order, used[name], random)
        changed[name] = int(np.count_nonzero(codes != column.codes))
        table = table.with_column(replace(column, codes=codes))
    return Perturbation(table.with_perturbed(names), changed, used)


def invariant_matrix(matrix: FloatArray, count: IntArray) -> FloatArray:
    """Chances that leave the expected counts as they are: a step forward, then back by Bayes' rule.

    Examples
    --------
    >>> chances = invariant_matrix(np.array([[0.8, 0.2], [0.4, 0.6]]), np.array([30, 10]))
    >>> (np.array([30, 10]) @ chances).round(9).tolist()
    [30.0, 10.0]
    """
    joint = matrix * count[:, None]
    total = joint.sum(axis=0)
    back = np.where(total[:, None] > 0, joint.T / np.where(total > 0, total, 1)[:, None], 0.0)
    both = matrix @ back
    return np.where(both.sum(axis=1, keepdims=True) > 0, both, np.eye(len(both)))


def _even(count: IntArray, stay: float) -> FloatArray:
    """Keep a value with one chance, else any other that occurs; a value alone stays."""
    occurs = count > 0
    others = max(int(occurs.sum()) - 1, 1)
    matrix = np.where(np.outer(occurs, occurs), (1 - stay) / others, 0.0)
    np.fill_diagonal(matrix, np.where(occurs & (occurs.sum() > 1), stay, 1.0))
    return matrix


def _checked(column: Column, matrix: FloatArray) -> FloatArray:
    n = len(column.categories)
    matrix = np.asarray(matrix, float)
    if matrix.shape != (n, n):
        raise ParameterError(f"The matrix of {column.name!r} must have {n} rows and {n} columns, one per value.")
    if not (matrix >= 0).all() or np.abs(matrix.sum(axis=1) - 1).max(initial=0) > ROUNDING:
        raise ParameterError(f"The matrix of {column.name!r}: every row must be chances that add up to 1.")
    return matrix


def _drawn(column: Column, order: IntArray, matrix: FloatArray, random: np.random.Generator) -> Codes:
    """Draw a new code for every row, in the order of the rows' values."""
    rows = order[column.codes[order] < len(column.categories)]
    codes, draw = column.codes.copy(), random.random(len(rows))
    for code in np.unique(column.codes[rows]):
        mine = column.codes[rows] == code
        upto = np.cumsum(matrix[code])
        codes[rows[mine]] = np.searchsorted(upto, draw[mine] * upto[-1], side="right")
    return codes


def add_noise(
    table: Table, names: Sequence[str], random: np.random.Generator, amount: float = 0.1, correlated: bool = False
) -> Perturbation:
    """Add normal noise to numbers.

    Parameters
    ----------
    names : numeric columns; missing and infinite cells and suppressed rows stay as they are
    random : where chance comes from; the same rows in another order are changed alike
    amount : standard deviation of the noise as a share of the column's own, at least 0
    correlated : whether the noise of several columns is as correlated as the columns, so that their
        correlations are expected unchanged

    Raises
    ------
    ParameterError
        The amount is negative, or a column holds no numbers.

    Notes
    -----
    Formula: x + e, e normal with mean 0 and covariance amount²·diag(s²), or amount²·S where correlated; S
    and s² from rows with finite numbers in all the columns. Variances grow by 1 + amount². A column of whole
    numbers stays one: what is added is rounded.

    Source: Kim, A method for limiting disclosure in microdata based on random noise and transformation,
    ASA Survey Research Methods 1986; Brand, Microdata protection through noise addition, LNCS 2316, 2002.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"income": [100.0, 200.0, 300.0, None]}))
    >>> done = add_noise(people, ["income"], np.random.default_rng(1))
    >>> done.changed, done.table["income"].n_missing
    ({'income': 3}, 1)
    """
    in_range(0, amount=amount)
    columns = [table[name] for name in sorted(names)]
    for column in columns:
        if column.scale is not Scale.NUMERIC:
            raise ParameterError(f"Column {column.name!r} holds no numbers: noise cannot be added. PRAM changes names.")
    order = _order(table)
    numbers = np.array([np.append(c.categories.astype(float), np.nan)[c.codes[order]] for c in columns])
    noise = _noise(numbers, correlated, random) * amount
    changed = {}
    for column, number, extra in zip(columns, numbers, noise, strict=True):
        new = _noisy(column, order, number, extra)
        changed[column.name] = int(np.count_nonzero(_values(new, order) != _values(column, order)))
        table = table.with_column(new)
    return Perturbation(table.with_perturbed(names), changed, {})


def _noise(numbers: FloatArray, correlated: bool, random: np.random.Generator) -> FloatArray:
    """Normal noise (n_columns, n_rows) with the covariance of the numbers, or with their variances only."""
    plain = random.standard_normal(numbers.shape)
    whole = numbers[:, np.isfinite(numbers).all(axis=0)]
    if whole.shape[1] < 2:
        return np.zeros_like(plain)
    covariance = np.atleast_2d(np.cov(whole))
    if not correlated:
        return plain * np.sqrt(np.diag(covariance))[:, None]
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray((vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T @ plain)


def _noisy(column: Column, order: IntArray, number: FloatArray, extra: FloatArray) -> Column:
    """The column with noise added to some rows; whole numbers stay whole, other rows keep their value."""
    whole = column.categories.dtype.kind in "iu"
    every = np.append(column.categories.astype(float), np.nan)[column.codes]
    every[order] = np.where(np.isfinite(number), number + (np.rint(extra) if whole else extra), number)
    known = column.codes != column.missing if column.has_missing else np.ones(len(every), bool)
    categories, place = np.unique(every[known], return_inverse=True)
    codes = np.full(len(every), len(categories), np.int32)
    codes[known] = place
    exact = categories.astype(np.int64) if whole and np.abs(categories).max(initial=0) < 2**53 else categories
    return Column(column.name, codes, exact, Scale.NUMERIC, column.has_missing)


def _values(column: Column, rows: IntArray) -> FloatArray:
    return np.append(column.categories.astype(float), np.inf)[column.codes[rows]]


def _order(table: Table) -> IntArray:
    """Rows that are not suppressed, in the order of their values."""
    return value_order(table, Roles(), np.flatnonzero(~table.suppressed))
