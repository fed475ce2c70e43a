"""Pairs of coordinates: how finely they place people, and those that lie nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.checkup.looks import Look
from privacy_core.intake.reading import counted
from privacy_core.intake.repairs import Repair, RepairKind
from privacy_core.intake.repairs.places import swapped
from privacy_core.intake.repairs.recoding import numbers_of
from privacy_core.intake.symptoms import Kind
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import FloatArray, Scale, Table

LAT = frozenset("lat latitude breite breitengrad latitud lats".split())
LON = frozenset("lon lng long longitude länge laenge längengrad laengengrad longitud".split())
_METRES_A_DEGREE = 111_320
_DECIMALS = (3, 2, 1, 0)
_FINEST = 7


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of points with coordinates rounded to so many decimals.

    Parameters
    ----------
    decimals : decimals kept
    metres : side of a cell from south to north
    cells : number of cells with a point
    smallest, largest : points in the emptiest and in the fullest of them; smallest is k
    alone : points alone in their cell
    """

    decimals: int
    metres: float
    cells: int
    smallest: int
    largest: int
    alone: int


def geo_pair(table: Table) -> tuple[str, str] | None:
    """Names of the columns that hold latitude and longitude, or None.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> geo_pair(from_frame(pd.DataFrame({"home_lat": [52.37], "home_lon": [4.89], "age": [3]})))
    ('home_lat', 'home_lon')
    """
    looks = [Look(column) for column in table.columns.values() if column.scale is Scale.NUMERIC]
    lats = [look for look in looks if look.words_of_name & LAT]
    lons = [look for look in looks if look.words_of_name & LON]
    pairs = [(lat, lon) for lat in lats for lon in lons if _rest(lat, LAT) == _rest(lon, LON)]
    pairs = pairs or [(lat, lon) for lat in lats[:1] for lon in lons[:1] if len(lats) == len(lons) == 1]
    return next(((lat.name, lon.name) for lat, lon in pairs if _on_a_globe(lat) and _on_a_globe(lon)), None)


def _rest(look: Look, words: frozenset[str]) -> frozenset[str]:
    return look.words_of_name - words


def _on_a_globe(look: Look) -> bool:
    """Whether most numbers could be degrees; a length or a duration is not."""
    degrees = look.rows(np.abs(look.numbers) <= 180)
    return 10 * degrees >= 8 * look.filled > 0


def geo_grids(
    table: Table, lat: str, lon: str, decimals: Sequence[int] = _DECIMALS, progress: Progress = unwatched
) -> tuple[Grid, ...]:
    """Count the points of each cell for several grid sizes; rows without a point play no part.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> homes = from_frame(pd.DataFrame({"lat": [52.371, 52.372, 48.1], "lon": [4.898, 4.897, 11.6]}))
    >>> [(grid.decimals, grid.smallest, grid.largest) for grid in geo_grids(homes, "lat", "lon", (3, 2))]
    [(3, 1, 1), (2, 1, 2)]
    """
    return tuple(_grids(table, lat, lon, decimals, progress))


def _grids(table: Table, lat: str, lon: str, decimals: Sequence[int], progress: Progress) -> Iterator[Grid]:
    for place, kept in enumerate(decimals):
        report(progress, place / len(decimals), "counting points in cells")
        points = _points(table, lat, lon, kept)
        if len(points):
            metres = _METRES_A_DEGREE / 10**kept
            alone = int(np.count_nonzero(points == 1))
            yield Grid(kept, metres, len(points), int(points.min()), int(points.max()), alone)


def _points(table: Table, lat: str, lon: str, decimals: int) -> NDArray[np.int64]:
    """Points of each cell that holds one."""
    north, east = _rounded(table, lat, decimals), _rounded(table, lon, decimals)
    placed = (north >= 0) & (east >= 0)
    cell = (north * (int(east.max(initial=0)) + 1) + east)[placed]
    if len(cell) and int(cell.max()) < 4 * len(cell) + 1024:
        counts = np.bincount(cell)
        return np.asarray(counts[counts > 0])
    return np.asarray(np.unique(cell, return_counts=True)[1])


def _rounded(table: Table, name: str, decimals: int) -> NDArray[np.int64]:
    """A number per row for the rounded coordinate; negative where it is missing or infinite."""
    column = table[name]
    rounded = np.round(column.categories.astype(float), decimals)
    place = np.cumsum(np.diff(rounded, prepend=rounded[:1]) > 0)
    place[~np.isfinite(rounded)] = -1
    return np.append(place, -1)[column.codes]


def places(table: Table, progress: Progress) -> Iterator[Finding]:
    """What stands out in a pair of coordinates."""
    pair = geo_pair(table)
    if pair is None:
        return
    lat, lon = pair
    yield from _precision(table, lat, lon, progress)
    yield from _nowhere(table, lat, lon, numbers_of(table[lat]), numbers_of(table[lon]))


def _precision(table: Table, lat: str, lon: str, progress: Progress) -> Iterator[Finding]:
    finest = max(_decimals(Look(table[name]).used) for name in (lat, lon))
    grids = geo_grids(table, lat, lon, [finest, *(kept for kept in _DECIMALS if kept < finest)], progress)
    if not grids or not finest:
        return
    coarser = [Repair(RepairKind.ROUND_GEO, lat, (lon, grid.decimals)) for grid in grids[1:]]
    first = next((each for each in coarser if each.parameters[1] == 2), coarser[0])
    told = "; ".join(f"{grid.decimals}: {grid.smallest:,} to {grid.largest:,}" for grid in grids)
    sentence = (
        f"Columns {lat!r} and {lon!r} place people with {finest} decimals (cells of {_long(grids[0].metres)}), "
        f"{counted(grids[0].alone, 'row')} alone. People in a cell by decimals kept: {told}."
    )
    yield Finding(Kind.GEO, lat, grids[0].alone, sentence, first, tuple(r for r in coarser if r != first))


def _decimals(numbers: FloatArray) -> int:
    """How many decimals are needed to write all of these numbers, at most 7."""
    enough = (kept for kept in range(_FINEST) if np.all(np.abs(np.round(numbers, kept) - numbers) < 1e-9))
    return next(enough, _FINEST)


def _long(metres: float) -> str:
    if metres >= 1000:
        return f"{metres / 1000:,.3g} km"
    return f"{metres:.3g} m" if metres >= 1 else f"{100 * metres:.2g} cm"


def _nowhere(table: Table, lat: str, lon: str, north: FloatArray, east: FloatArray) -> Iterator[Finding]:
    outside = int(np.count_nonzero((np.abs(north) > 90) | (np.abs(east) > 180)))
    if outside:
        sentence = f"Columns {lat!r} and {lon!r}: {counted(outside, 'row')} out of range (±90, ±180), so on no globe."
        yield Finding(Kind.GEO_RANGE, lat, outside, sentence)
    if turned := int(np.count_nonzero(swapped(north, east))):
        sentence = (
            f"Columns {lat!r} and {lon!r}: {counted(turned, 'row')} would lie on the globe if the two were swapped."
        )
        yield Finding(Kind.GEO_SWAPPED, lat, turned, sentence, Repair(RepairKind.SWAP_GEO, lat, (lon,)))
    if zero := int(np.count_nonzero((north == 0) & (east == 0))):
        sentence = (
            f"Columns {lat!r} and {lon!r}: {counted(zero, 'row')} at 0/0, in the sea: often a place that is unknown."
        )
        yield Finding(Kind.GEO_ZERO, lat, zero, sentence, Repair(RepairKind.NULL_ISLAND, lat, (lon,)))
