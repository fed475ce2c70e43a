"""A synthetic table: nobody's rows, drawn so that columns and pairs of columns look like the original's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy.special import ndtri
from scipy.stats import norm

from privacy_core.errors import in_range
from privacy_core.tables import Codes, Column, FloatArray, Table, table


def synthesized(original: Table, names: Sequence[str], random: np.random.Generator, rows: int | None = None) -> Table:
    """Draw new rows from a Gaussian copula fitted to the original.

    Parameters
    ----------
    names : columns to draw; the others are not in the answer
    random : where chance comes from; the same rows in another order give the same table
    rows : number of rows, default as many as the original has that are not suppressed

    Returns
    -------
    drawn : every value occurs in the original; a missing cell is drawn as one more value of its column

    Notes
    -----
    Formula: z = Φ⁻¹(mid-rank share) per column, correlated as the original's z, back through each column's own
    distribution. Names take the order of their codes, so how names go together is only roughly kept. No row
    belongs to a person, yet no chance is promised: it is no mechanism with differential privacy.

    Source: Nelsen, An Introduction to Copulas, 2006; Patki, Wedge & Veeramachaneni, The Synthetic Data Vault,
    DSAA 2016.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [20, 30, 40, 50], "sex": ["f", "m", "f", "m"]}))
    >>> drawn = synthesized(people, ["age", "sex"], np.random.default_rng(1), rows=6)
    >>> drawn.n_rows, set(drawn["age"].labels) <= {"20", "30", "40", "50"}
    (6, True)
    """
    in_range(1, rows=rows)
    kept = np.flatnonzero(~original.suppressed)
    columns = [original[name] for name in names]
    n = len(kept) if rows is None else rows
    draws = norm.cdf(random.standard_normal((n, len(columns))) @ _root(columns, kept).T)
    made = [replace(c, codes=_codes(c, kept, draws[:, j])) for j, c in enumerate(columns)]
    return table(replace(c, has_missing=bool(c.has_missing and (c.codes == c.missing).any())) for c in made)


def _upto(column: Column, kept: np.ndarray) -> FloatArray:
    """Share of rows up to each code."""
    count = np.bincount(column.codes[kept], minlength=column.n_codes)
    return np.asarray(np.cumsum(count) / len(kept))


def _root(columns: Sequence[Column], kept: np.ndarray) -> FloatArray:
    """A matrix that makes independent normals as correlated as the columns' normal scores."""
    scores = []
    for column in columns:
        upto = _upto(column, kept)
        middle = (np.append(0.0, upto[:-1]) + upto) / 2
        scores.append(ndtri(np.clip(middle, 1e-12, 1 - 1e-12))[column.codes[kept]])
    spread = np.array([score.std() > 0 for score in scores])
    together = np.eye(len(columns))
    if spread.sum() > 1:
        together[np.ix_(spread, spread)] = np.corrcoef(np.array(scores)[spread])
    values, vectors = np.linalg.eigh(together)
    root = vectors * np.sqrt(np.maximum(values, 0))
    return np.asarray(root / np.sqrt((root**2).sum(axis=1, keepdims=True)))


def _codes(column: Column, kept: np.ndarray, share: FloatArray) -> Codes:
    found = np.searchsorted(_upto(column, kept), share, side="right")
    last = int(column.codes[kept].max())
    return np.minimum(found, last).astype(np.int32)
