"""The axes along which encoded records differ most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh

from privacy_core.errors import LinkageError
from privacy_core.linkage.encoding import Encoded
from privacy_core.linkage.moments import moments, rows_of
from privacy_core.tables import FloatArray

MOST_COLUMNS, MOST_COMPONENTS = 1024, 64
_NOTHING = 1e-11
"""Share of the largest variance below which an axis is rounding."""
_EQUAL = 1e-9
_CLOSE = 1e-4
"""Relative error of a variance among many columns, where hundreds may be nearly equal."""


@dataclass(frozen=True, eq=False)
class Axes:
    """Origin and axes, strongest first.

    Parameters
    ----------
    mean : (d,)
    basis : (d, rank)
    spectrum : (rank,), share of the variance along each
    cut : whether there are more axes than were looked for
    """

    mean: FloatArray
    basis: FloatArray
    spectrum: FloatArray
    cut: bool = False

    @property
    def rank(self) -> int:
        """Number of axes."""
        return len(self.spectrum)

    def parts_equals(self, k: int) -> bool:
        """Whether a cut after k axes parts two of equal variance."""
        return 0 < k < self.rank and self.spectrum[k - 1] - self.spectrum[k] <= _EQUAL * self.spectrum[k - 1]


def principal_axes(
    encoded: Encoded, sides: Sequence[int], components: int | None, basis: tuple[FloatArray, FloatArray] | None = None
) -> Axes:
    """Eigenvectors of the covariance of some sides' rows, or axes fitted before and the variance along them."""
    if basis is not None:
        return _fitted_before(encoded, sides, *basis)
    if encoded.d > MOST_COLUMNS:
        return _strongest(encoded, sides, min(components or MOST_COMPONENTS, MOST_COMPONENTS))
    mean, covariance, _ = moments(encoded, sides)
    variance, vectors = np.linalg.eigh(covariance)
    variance, vectors = variance[::-1], vectors[:, ::-1]
    kept = variance > _NOTHING * max(float(variance[:1].sum()), np.finfo(float).tiny)
    spectrum = variance[kept] / (variance[kept].sum() or 1)
    return Axes(mean, _signed(vectors[:, kept]), spectrum)


def _strongest(encoded: Encoded, sides: Sequence[int], wanted: int) -> Axes:
    """The strongest axes of many columns, found without a covariance matrix."""
    rows = rows_of(encoded, sides)
    n, d = rows.shape
    mean = np.asarray(rows.sum(axis=0)).ravel() / n
    total = (float((rows.data**2).sum()) - n * float(mean @ mean)) / max(n - 1, 1)

    def covariance(vector: FloatArray) -> FloatArray:
        flat = vector.ravel()
        return np.asarray((rows.T @ (rows @ flat) - n * mean * (mean @ flat)) / max(n - 1, 1))

    operator = LinearOperator((d, d), matvec=covariance, dtype=np.float64)
    start = np.random.default_rng(0).standard_normal(d)
    variance, vectors = eigsh(operator, min(wanted, d - 1), v0=start, tol=_CLOSE)
    order = np.argsort(-variance)
    kept = order[variance[order] > _NOTHING * variance.max()]
    return Axes(mean, _signed(vectors[:, kept]), variance[kept] / total, cut=len(kept) == wanted)


def _fitted_before(encoded: Encoded, sides: Sequence[int], mean: FloatArray, basis: FloatArray) -> Axes:
    if mean.shape != (encoded.d,) or basis.ndim != 2 or len(basis) != encoded.d:
        raise LinkageError(f"The axes given are for {len(mean):,} columns; these tables have {encoded.d:,}.")
    rows = rows_of(encoded, sides)
    along = rows @ basis - mean @ basis
    total = float((rows.data**2).sum() - 2 * (rows @ mean).sum() + rows.shape[0] * (mean @ mean))
    return Axes(mean.copy(), basis.copy(), np.square(along).sum(axis=0) / (total or 1))


def _signed(vectors: FloatArray) -> FloatArray:
    """Each axis so that its largest entry is positive: an eigenvector has no sign of its own."""
    largest = np.abs(vectors).argmax(axis=0) if vectors.size else np.zeros(vectors.shape[1], int)
    signs = np.sign(vectors[largest, np.arange(vectors.shape[1])]) if vectors.size else np.ones(vectors.shape[1])
    return np.asarray(vectors * signs)
