"""Exact chances from generating functions: numbers of records are fixed, cells are not independent.

When the number of records is Poisson instead, cells are independent, and the chance h(z) that a release fails at
rate z is a product. Σ F(N) zᴺ/N! = eᶻ h(z) gives back the chance F(N) at exactly N records: its coefficient is read
off a circle (trapezoid rule, which converges geometrically). The circle goes through the saddle point, where no
digit is lost however small the chance; what is left is rounding, below 1e-9 of any chance above 1e-100.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import InternalError
from privacy_core.tables import FloatArray

Nodes = NDArray[Any]
"""Rates, real or complex."""
BLOCK = 2**21
"""Most numbers of one intermediate array."""
FAINT = 1e-24
"""What is smaller all along 16 points of a circle, beside 1 on the real axis, is followed by nothing larger."""
CERTAIN = 1 - 1e-12
"""From here on what is missing to 1 is rounding."""
LEAST = -600.0
"""Where ln h lies below, the chance is taken for 0."""
LOWEST = -1e4
"""Stands for ln 0."""


@dataclass(frozen=True, eq=False)
class Groups:
    """Cells that are looked at together: a group fails where fewer than `ell` of its cells are shown.

    Parameters
    ----------
    mass : float64 (n_groups, most cells), chance of each cell, padded with 0
    times : float64 (n_groups,), how many groups are alike
    ell : cells a group must show
    """

    mass: FloatArray
    times: FloatArray
    ell: int

    @property
    def cells(self) -> float:
        """Number of cells in all."""
        return float(np.count_nonzero(self.mass, axis=1) @ self.times)

    @property
    def total(self) -> float:
        """Chance of all cells together."""
        return float(self.mass.sum(axis=1) @ self.times)


def alike(mass: FloatArray, ell: int) -> Groups:
    """Put groups with the same chances together, so that each kind is calculated once."""
    rows, times = np.unique(-np.sort(-mass, axis=1), axis=0, return_counts=True)
    return Groups(rows, times.astype(np.float64), ell)


def chance(groups: Groups, drawn: int, releases: int = 1) -> float:
    """Chance that some group has fewer than `ell` cells that every release shows.

    Parameters
    ----------
    groups : Groups; their chances add up to at most 1
    drawn : records of each release, drawn independently
    releases : independent releases, 1 or 2

    Returns
    -------
    chance : in [0, 1], relative error below 1e-9 where it is above 1e-100

    Examples
    --------
    >>> four = alike(np.full((2, 2), 1 / 4), 2)
    >>> round(chance(four, 4) * 32, 9), round(chance(four, 5, releases=2) * 4096, 9)     # exactly 29/32, 3871/4096
    (29.0, 3871.0)
    """
    if drawn < groups.ell * groups.times.sum() or np.count_nonzero(groups.mass, axis=1).min() < groups.ell:
        return 1.0
    if releases == 1 and groups.ell == 1 and groups.times.sum() == 1:  # all records fall beside the one group
        return 0.0 if groups.total > CERTAIN else math.exp(drawn * math.log1p(-groups.total))
    radius, height = _saddle(groups, drawn, releases)
    if not height > LEAST:
        return 0.0
    mean: float = _circle_mean(groups, drawn, releases, radius, height)
    scale = releases * _log_inverse_poisson(drawn, radius) + height
    if not math.isfinite(mean):
        raise InternalError("The exact chance of failure could not be calculated for these cells.")
    return min(1.0, max(0.0, mean * math.exp(scale)))


def _log_inverse_poisson(drawn: int, radius: float) -> float:
    """Ln of N! eʳ/rᴺ, without the cancellation of its large parts."""
    apart = (radius - drawn) / drawn
    return _stirling_rest(drawn) + drawn * (apart - math.log1p(apart))


def _stirling_rest(n: int) -> float:
    """Ln n! − n ln n + n."""
    if n < 20:
        return math.lgamma(n + 1) - n * math.log(n) + n
    square = 1 / (n * n)
    return 0.5 * math.log(2 * math.pi * n) + (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / n


def _saddle(groups: Groups, drawn: int, releases: int) -> tuple[float, float]:
    """Rate that makes eʳ h(r)/rᴺ smallest, whose logarithm is convex in ln r, and ln h there."""
    low, high = math.log(drawn), math.log(drawn) + 12
    for _ in range(3):
        grid = np.linspace(low, high, 25)
        rate = np.exp(grid)
        with np.errstate(divide="ignore"):
            height = np.log(-np.expm1(_log_kept(groups, [rate] * releases)))
        size = np.where(height > LEAST, height + releases * (rate - drawn * grid), np.inf)
        best = int(np.argmin(size))
        low, high = grid[max(best - 1, 0)], grid[min(best + 1, 24)]
    return float(rate[best]), float(height[best])


def _circle_mean(groups: Groups, drawn: int, releases: int, radius: float, height: float) -> float:
    """Mean over the circle(s) of eᶻ h(z)/zᴺ, divided by its value on the real axis."""
    points = math.ceil(12 * math.sqrt(drawn)) + 30
    # beyond this angle nothing reaches the last digit: every term shrinks at least like exp(−N (1 − cos)/2)
    enough = (45 + math.log(2) * groups.cells) / drawn
    most = points // 2 if enough >= 1 else math.floor(math.asin(math.sqrt(enough)) / math.pi * points)
    step = np.arange(-most, most + 1)
    step = step[2 * step > -points]
    angle = 2 * math.pi * step / points
    upper = step >= 0
    mirrored = np.where((step == 0) | (2 * step == points), 1.0, 2.0)[upper]  # conjugate rates, conjugate values
    first, others = angle[upper], [angle] * (releases - 1)
    rows = max(1, min(16, BLOCK // (len(groups.times) * math.prod(map(len, others)))))
    total = 0.0
    for at in range(0, len(first), rows):
        grid = np.meshgrid(first[at : at + rows], *others, indexing="ij")
        found = _failing(groups, [part.ravel() for part in grid], drawn, radius, height)
        total += float(mirrored[at : at + rows] @ found.reshape(len(grid[0]), -1).sum(axis=1))
        if rows == 16 and np.abs(found).max() < FAINT:
            break
    return total / float(points) ** releases


def _failing(groups: Groups, angles: list[FloatArray], drawn: int, radius: float, height: float) -> FloatArray:
    """Real part of eᶻ h(z)/zᴺ at points of the circle(s), divided by the value on the real axis."""
    rates = [radius * np.exp(1j * angle) for angle in angles]
    turned = [radius * _expm1(1j * angle) - 1j * drawn * angle for angle in angles]
    shift: Nodes = np.sum(turned, axis=0) - height
    kept = _log_kept(groups, rates) - groups.total * _left(rates)
    with np.errstate(over="ignore", invalid="ignore"):
        near, far = -np.exp(shift) * _expm1(kept), np.exp(shift) - np.exp(shift + kept)
    return np.asarray(np.where(kept.real < 1, near, far).real)


def _log_kept(groups: Groups, rates: list[Nodes]) -> Nodes:
    """Σ ln of the chance that a group does not fail, times e to the power of its mass times the rates on the left.

    Without that factor powers would overflow on the left half of a circle.
    """
    total: Nodes = np.zeros_like(rates[0])
    several = max(1, BLOCK // len(rates[0]))
    for at in range(0, len(groups.times), several):
        mass, times = groups.mass[at : at + several], groups.times[at : at + several]
        total = total + times @ _log_group_kept(mass, groups.ell, rates)
    return total


def _log_group_kept(mass: FloatArray, ell: int, rates: list[Nodes]) -> Nodes:
    """The summands of `_log_kept`, (n_groups, n_nodes)."""
    fewer = [np.ones((len(mass), len(rates[0])), rates[0].dtype)] + [np.zeros((), rates[0].dtype)] * (ell - 1)
    for cell in range(mass.shape[1]):
        shown, hidden = _cell(mass[:, cell, None], rates)
        fewer = [fewer[0] * hidden] + [more * hidden + less * shown for less, more in pairwise(fewer)]
    failing = sum(fewer)
    covered = _expm1(mass.sum(axis=1)[:, None] * _left(rates))  # 0 on the right half
    return _log1p(covered - failing)


def _left(rates: list[Nodes]) -> Nodes:
    """Sum of the rates that lie on the left half of their circle."""
    return np.asarray(np.sum([np.where(rate.real < 0, rate, 0) for rate in rates], axis=0))


def _cell(mass: FloatArray, rates: list[Nodes]) -> tuple[Nodes, Nodes]:
    """Weights of a cell that every release shows, and of one that some release does not."""
    shown: Any = 1.0
    hidden: Any = 0.0
    for rate in rates:
        right = rate.real >= 0
        power = np.exp(np.where(right, -mass * rate, mass * rate))
        whole, gone = np.where(right, 1.0, power), np.where(right, power, 1.0)
        hidden = hidden * whole + gone * shown
        shown = shown * (whole - gone)
    return shown, hidden


def _log1p(number: Nodes) -> Nodes:
    """ln(1 + number), also where the number is tiny; NumPy's own loses the digits of complex ones."""
    real, imaginary = number.real, number.imag
    with np.errstate(divide="ignore"):
        size = np.log1p(np.maximum(2 * real + real * real + imaginary * imaginary, -1)) / 2
    size = np.maximum(size, LOWEST)
    return np.asarray(size + 1j * np.arctan2(imaginary, 1 + real) if np.iscomplexobj(number) else size)


def _expm1(number: Nodes) -> Nodes:
    """E to the number minus 1, also where the number is tiny."""
    if not np.iscomplexobj(number):
        return np.expm1(number)
    real, imaginary = number.real, number.imag
    return np.asarray(
        np.expm1(real) * np.cos(imaginary) - 2 * np.sin(imaginary / 2) ** 2 + 1j * np.exp(real) * np.sin(imaginary)
    )
