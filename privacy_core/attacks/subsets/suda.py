"""Scores of special uniques: rows alone by few columns and in many ways score high."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from privacy_core.attacks.subsets.uniques import MinimalUniques
from privacy_core.tables import FloatArray, Table


@dataclass(frozen=True, eq=False)
class Suda:
    """SUDA scores of the rows, and what they are made of.

    Parameters
    ----------
    score : float64 (n_rows,), 0 for a row without a minimal unique
    dis : float64 (n_rows,), 0 to 1: the score scaled to the chance that a match on a unique is right
    by_column : for each column, the part of all scores, 0 to 100, that comes from sets that hold it
    by_value : for each column, the same among its values, as labels; the parts of a column add up to 100
    dis_fraction : share of the population that is taken to be in the table
    original : whether a set's weight is the factorial of the columns left over, or the newer one
    """

    score: FloatArray
    dis: FloatArray
    by_column: Mapping[str, float | None]
    by_value: Mapping[str, Mapping[str, float]]
    dis_fraction: float
    original: bool


def suda(table: Table, found: MinimalUniques, dis_fraction: float = 0.01, original: bool = True) -> Suda:
    """Score the rows by their minimal uniques."""
    raise NotImplementedError
