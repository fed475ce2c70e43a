"""Repairs of pairs of coordinates."""

from __future__ import annotations

import numpy as np

from privacy_core.errors import TableError
from privacy_core.intake.repairs.kinds import Repair
from privacy_core.intake.repairs.recoding import numbers_of, with_numbers, with_row_numbers
from privacy_core.tables import FloatArray, Scale, Table


def round_geo(table: Table, repair: Repair) -> Table:
    """Round both coordinates to a grid."""
    lat, lon = _pair(table, repair)
    for name in (lat, lon):
        column = table[name]
        rounded = np.round(column.categories.astype(float), int(repair.parameters[1])) + 0.0
        table = table.with_column(with_numbers(column, rounded))
    return table


def swap_geo(table: Table, repair: Repair) -> Table:
    """Swap the coordinates of rows that lie on the globe only when swapped."""
    lat, lon = _pair(table, repair)
    north, east = numbers_of(table[lat]), numbers_of(table[lon])
    wrong = swapped(north, east)
    return _with_both(table, repair, np.where(wrong, east, north), np.where(wrong, north, east))


def null_island(table: Table, repair: Repair) -> Table:
    """Make both coordinates missing where both are 0."""
    lat, lon = _pair(table, repair)
    north, east = numbers_of(table[lat]), numbers_of(table[lon])
    nowhere = (north == 0) & (east == 0)
    return _with_both(table, repair, np.where(nowhere, np.nan, north), np.where(nowhere, np.nan, east))


def swapped(lat: FloatArray, lon: FloatArray) -> np.ndarray:
    """Pairs that lie on the globe only when latitude and longitude change places."""
    return (np.abs(lat) > 90) & (np.abs(lat) <= 180) & (np.abs(lon) <= 90)


def _pair(table: Table, repair: Repair) -> tuple[str, str]:
    names = repair.needs
    for name in names:
        if table[name].scale is not Scale.NUMERIC:
            raise TableError(f"Column {name!r} holds no numbers in its {table.n_rows:,} rows, so no coordinates.")
    return names[0], names[1]


def _with_both(table: Table, repair: Repair, lat: FloatArray, lon: FloatArray) -> Table:
    names = repair.needs
    for name, numbers in zip(names, (lat, lon), strict=True):
        table = table.with_column(with_row_numbers(table[name], numbers))
    return table
