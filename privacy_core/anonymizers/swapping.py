"""Swapping: people trade their values in one column after another, so that columns keep what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from privacy_core.anonymizers.ordering import value_order
from privacy_core.anonymizers.perturbation import Perturbation
from privacy_core.errors import in_range
from privacy_core.roles import Roles
from privacy_core.tables import Codes, Column, IntArray, Scale, Table


def swap(table: Table, names: Sequence[str], random: np.random.Generator, reach: float = 0.05) -> Perturbation:
    """Let rows trade values with rows of nearby rank.

    Every column keeps exactly the values it had, each as often as before; who has which one changes, and
    with it how columns go together.

    Parameters
    ----------
    names : columns to swap, each by itself; missing cells and suppressed rows stay as they are
    random : where chance comes from; the same rows in another order are changed alike
    reach : how far apart in rank the values of two partners are at most, as a share of the rows, 0 to 1. Names
        have no ranks: of them this share of the rows trades with any other such row.

    Raises
    ------
    ParameterError
        The reach is out of range.
    UnknownColumn
        A name is no column.

    Notes
    -----
    Source: Moore, Controlled data-swapping techniques for masking public use microdata sets, US Bureau of the
    Census 1996 (ranks); Dalenius & Reiss, Data-swapping, JSPI 6(1), 1982 (the idea). Windows of ranks, in which
    partners are drawn, are ours.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"income": [10, 20, 30, 40]}))
    >>> done = swap(people, ["income"], np.random.default_rng(1), reach=0.5)
    >>> done.table["income"].codes.tolist(), done.changed
    ([1, 0, 3, 2], {'income': 4})
    """
    in_range(0, 1, reach=reach)
    order = value_order(table, Roles(), np.flatnonzero(~table.suppressed))
    changed = {}
    for name in sorted(names):
        column = table[name]
        codes = _swapped(column, order, reach, random)
        changed[name] = int(np.count_nonzero(codes != column.codes))
        table = table.with_column(replace(column, codes=codes))
    return Perturbation(table.with_perturbed(names), changed, {})


def _swapped(column: Column, order: IntArray, reach: float, random: np.random.Generator) -> Codes:
    rows = order[column.codes[order] < len(column.categories)]
    if column.scale is Scale.NOMINAL:
        rows = rows[random.random(len(rows)) < reach]
        one, other = _pairs(rows, max(len(rows), 1), random)
    else:
        rows = rows[np.argsort(column.codes[rows], kind="stable")]
        one, other = _pairs(rows, round(reach * len(rows)) + 1, random)
    codes = column.codes.copy()
    codes[one], codes[other] = column.codes[other], column.codes[one]
    return codes


def _pairs(rows: IntArray, width: int, random: np.random.Generator) -> tuple[IntArray, IntArray]:
    """Partners within windows of so many rows; the windows begin anywhere, who is left over keeps the value."""
    window = (np.arange(len(rows)) + random.integers(width)) // width
    mixed = np.lexsort((random.random(len(rows)), window))
    first = np.searchsorted(window, window[mixed])
    place = np.arange(len(rows)) - first
    leads = np.flatnonzero((place % 2 == 0) & (np.append(window[mixed][1:], -1) == window[mixed]))
    return rows[mixed[leads]], rows[mixed[leads + 1]]
