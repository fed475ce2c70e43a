"""One column of several tables becomes a feature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage.features import Feature, Kind
from privacy_core.tables import Codes, Column, Scale, Table


def feature(name: str, tables: Sequence[Table], known: bool, tree: Hierarchy | None) -> Feature:
    """Bring one column of all tables to one meaning."""
    columns = tuple(one[name] for one in tables)
    lacking = [one.suppressed if known else np.zeros(one.n_rows, bool) for one in tables]
    if all(column.scale is Scale.NUMERIC for column in columns):
        return _numbers(name, columns, lacking, known)
    return _texts(name, columns, lacking, known)


def _numbers(name: str, columns: tuple[Column, ...], lacking: Sequence[NDArray[np.bool_]], known: bool) -> Feature:
    of_code = [np.append(column.categories.astype(float), np.nan) for column in columns]
    distinct = np.unique(np.concatenate([numbers[:-1] for numbers in of_code]))
    values = tuple(
        _rows(numbers, column, gone, np.nan) for numbers, column, gone in zip(of_code, columns, lacking, strict=True)
    )
    parts = tuple(
        _rows(
            np.append(np.searchsorted(distinct, numbers[:-1]), len(distinct)).astype(np.int32),
            column,
            gone,
            len(distinct),
        )
        for numbers, column, gone in zip(of_code, columns, lacking, strict=True)
    )
    return Feature(name, Kind.NUMBER, known, values, values, (), parts, len(distinct) + 1, columns)


def _texts(name: str, columns: tuple[Column, ...], lacking: Sequence[NDArray[np.bool_]], known: bool) -> Feature:
    words = [column.labels[: len(column.categories)] for column in columns]
    categories = tuple(sorted(set().union(*words)))
    place = {word: code for code, word in enumerate(categories)}
    values = tuple(
        _rows(np.array([*(place[word] for word in own), -1], np.int32), column, gone, -1)
        for own, column, gone in zip(words, columns, lacking, strict=True)
    )
    parts: tuple[Codes, ...] = tuple(np.where(codes < 0, len(categories), codes).astype(np.int32) for codes in values)
    return Feature(name, Kind.CATEGORY, known, values, values, categories, parts, len(categories) + 1, columns)


def _rows(of_code: NDArray[Any], column: Column, gone: NDArray[np.bool_], missing: float) -> NDArray[Any]:
    rows = of_code[column.codes]
    if gone.any():
        rows[gone] = missing
    return rows
