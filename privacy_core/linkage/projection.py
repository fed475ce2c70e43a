"""Vectors become few coordinates (the operator psi of the chain): principal components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import in_range, whole_number
from privacy_core.linkage.axes import MOST_COLUMNS, MOST_COMPONENTS, Axes, principal_axes
from privacy_core.linkage.encoding import Encoded, Fit
from privacy_core.tables import FloatArray, frozen

LEAST_COMPONENTS, EXPLAINED = 8, 0.95
QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
"""Shares at which the norms of latent vectors are told."""


@dataclass(frozen=True, eq=False)
class Directions:
    """Latent vectors of length 1, and which records have none.

    Parameters
    ----------
    unit : float32 (n, k), C-contiguous; zeros where there is no direction
    exact : float64 (n, k)
    undirected : bool (n,); the similarity of such a record to any other is 0
    """

    unit: NDArray[np.float32]
    exact: FloatArray
    undirected: NDArray[np.bool_]

    def __post_init__(self) -> None:
        for array in (self.unit, self.exact, self.undirected):
            frozen(array)


@dataclass(frozen=True, eq=False)
class Projected:
    """Records as coordinates along the axes on which they differ most.

    Parameters
    ----------
    latent : per side float64 (n_side, k), measured from the mean of the fit rows
    mean : (d,), the origin
    basis : (d, k), orthonormal columns; signs are set so that the largest entry is positive
    explained : (k,), share of the variance of the fit rows along each axis
    spectrum : share along every axis there is, largest first
    components : axes in use, k
    asked : axes asked for; None chose by explained variance
    rank : axes there are
    fit : whose rows set origin and axes
    rms : root mean square length of the fit rows' vectors
    undirected : per side bool (n_side,), at the origin: no direction
    norm_quantiles : per side, lengths at the shares `QUANTILES`
    notes : one sentence per decision
    """

    latent: tuple[FloatArray, ...]
    mean: FloatArray
    basis: FloatArray
    explained: FloatArray
    spectrum: FloatArray
    components: int
    asked: int | None
    rank: int
    fit: Fit
    rms: float
    undirected: tuple[NDArray[np.bool_], ...]
    norm_quantiles: tuple[tuple[float, ...], ...]
    notes: tuple[str, ...]

    def __post_init__(self) -> None:
        for array in (*self.latent, *self.undirected, self.mean, self.basis, self.explained, self.spectrum):
            frozen(array)

    def directions(self, side: int) -> Directions:
        """The unit vectors of one side."""
        return directions(self.latent[side], self.rms)

    def first(self, components: int) -> Projected:
        """Keep the first axes only; what `project` gives when asked for so many."""
        k = min(components, self.components)
        latent = tuple(np.ascontiguousarray(side[:, :k]) for side in self.latent)
        shorter = replace(
            self, latent=latent, basis=self.basis[:, :k], explained=self.explained[:k], components=k, asked=components
        )
        return _described(shorter)


def project(
    encoded: Encoded,
    components: int | None = None,
    fit: Fit = Fit.JOINT,
    basis: tuple[FloatArray, FloatArray] | None = None,
) -> Projected:
    """Place every record on the axes along which the fit rows differ most.

    Parameters
    ----------
    encoded : vectors of all sides
    components : axes wanted, at least 1; None takes the fewest that hold 95% of the variance, at least 8
    fit : whose rows set origin and axes
    basis : origin (d,) and orthonormal axes (d, k) fitted before, instead of fitting

    Raises
    ------
    ParameterError
        Components that are no whole number of at least 1.
    LinkageError
        A basis made for another number of columns.

    Notes
    -----
    Formula: the eigenvectors of the covariance matrix of the fit rows; no whitening. More components than the
    rank are the rank.

    Edge cases: without any column every record is at the origin. One component makes every cosine −1 or 1.

    Source: Khvatov and Neyman, arXiv 2602.11015, section 4 (PCA, joint, source, target or pre-fitted); the choice
    of k, the origin and the rule for records at the origin are ours.

    Examples
    --------
    >>> from privacy_core.linkage import given
    >>> corners = given([np.array([[2.0, 0], [0, 1]]), np.array([[-2.0, 0], [0, -1]])], ["a", "b"])
    >>> project(corners).explained.tolist(), project(corners, 1).undirected[0].tolist()
    ([0.8, 0.2], [False, True])
    """
    in_range(1, components=components)
    whole_number(components=components)
    axes = principal_axes(encoded, fit.sides, components, basis)
    k = _enough(axes) if components is None and basis is None else min(components or axes.rank, axes.rank)
    if basis is not None:
        k = min(components or basis[1].shape[1], basis[1].shape[1])
    chosen = np.ascontiguousarray(axes.basis[:, :k])
    latent = tuple(placed(encoded, side, axes.mean, chosen) for side in range(len(encoded.n)))
    spectrum = axes.spectrum
    found = Projected(
        latent, axes.mean, chosen, spectrum[:k].copy(), spectrum, k, components, axes.rank, fit, 0.0, (), (), ()
    )
    return replace(_described(found), notes=tuple(_notes(encoded, found, axes)))


def placed(encoded: Encoded, side: int, mean: FloatArray, basis: FloatArray, without: Sequence[str] = ()) -> FloatArray:
    """Coordinates of a side's records along given axes, the columns of some features left at the origin.

    Returns
    -------
    latent : float64 (n_side, k)
    """
    kept = [at for at, one in enumerate(encoded.features) if one.name not in without]
    here, pieces = [encoded.places[at] for at in kept], [encoded.pieces[at] for at in kept]
    steps = [(one.codes[side], one.vectors @ basis[at]) for one, at in zip(pieces, here, strict=True) if one.codes]
    origin = sum((mean[place] @ basis[place] for place in here), np.zeros(basis.shape[1]))
    lines = encoded.number_columns
    along = np.where(np.isin(encoded.owner[lines], kept)[:, None], basis[lines], 0)
    latent = np.empty((encoded.n[side], basis.shape[1]))
    for start in range(0, len(latent), _STRETCH):
        rows = slice(start, start + _STRETCH)
        stretch = encoded.numbers[side][rows] @ along - origin
        for codes, step in steps:
            stretch += step[codes[rows]]
        latent[rows] = stretch
    return latent


_STRETCH = 8192
"""Rows at a time, so that the sums stay in the processor's memory."""


def directions(latent: FloatArray, rms: float | None = None) -> Directions:
    """Bring vectors to length 1; one shorter than 1e-12 of the root mean square length has no direction.

    Parameters
    ----------
    latent : (n, k)
    rms : the length compared with; None takes that of these rows

    Examples
    --------
    >>> found = directions(np.array([[3.0, 4.0], [0.0, 0.0]]))
    >>> found.exact.tolist(), found.undirected.tolist()
    ([[0.6, 0.8], [0.0, 0.0]], [False, True])
    """
    norm = _norms(latent)
    undirected = norm <= _NO_LENGTH * (_rms([latent]) if rms is None else rms)
    exact = latent / np.where(undirected, 1.0, norm)[:, None]
    exact[undirected] = 0
    return Directions(np.ascontiguousarray(exact, np.float32), exact, undirected)


_NO_LENGTH = 1e-12


def _norms(latent: FloatArray) -> FloatArray:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", latent, latent)))


def _rms(sides: Sequence[FloatArray]) -> float:
    rows = sum(map(len, sides))
    return float(np.sqrt(sum(float(np.vdot(side, side)) for side in sides) / rows)) if rows else 0.0


def _enough(axes: Axes) -> int:
    """The fewest axes with 95% of the variance, in [8, rank]; axes of equal variance are not parted."""
    held = np.cumsum(axes.spectrum)
    k = int(np.searchsorted(held, EXPLAINED - 1e-12)) + 1
    k = min(max(k, LEAST_COMPONENTS), axes.rank)
    while k < axes.rank and axes.parts_equals(k):
        k += 1
    return k


def _described(found: Projected) -> Projected:
    """Fill in who has no direction, and how long the vectors are."""
    norms = [_norms(side) for side in found.latent]
    rms = _rms([found.latent[side] for side in found.fit.sides])
    undirected = tuple(norm <= _NO_LENGTH * rms for norm in norms)
    quantiles = tuple(tuple(np.quantile(norm, QUANTILES).tolist()) if len(norm) else () for norm in norms)
    return replace(found, rms=rms, undirected=undirected, norm_quantiles=quantiles)


def _notes(encoded: Encoded, found: Projected, axes: Axes) -> Iterator[str]:
    if not found.components:
        yield "No column differs between rows, so no record has a direction: there is no information to link by."
    if found.components == 1:
        yield "One component: every similarity is −1, 0 or 1, so take two or more."
    if found.asked is not None and found.asked > found.components:
        yield f"{found.asked:,} components were asked for and {found.components:,} there are."
    if axes.cut:
        yield (
            f"The vectors have {encoded.d:,} columns, more than {MOST_COLUMNS:,}: at most {MOST_COMPONENTS} components "
            "are found, so rare values weigh nothing. Frequencies or hierarchies need fewer columns."
        )
    if found.asked is not None and axes.parts_equals(found.components):
        yield "The last component and the next are equally strong, so which of them is kept is arbitrary."
    if sum(encoded.n[:2]) < LEAST_COMPONENTS:
        yield f"The two tables have {sum(encoded.n[:2])} rows together: too few for directions to mean anything."
