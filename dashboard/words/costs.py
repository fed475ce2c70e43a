"""Sentences about what a release costs, measured otherwise than by the chosen measure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboard.words.phrases import plain
from privacy_core import of_100, utility

OTHERWISE = "What it costs, measured otherwise"
MEASURES_NOTE = "Left-out rows are counted in: they say nothing. Bits: how many yes-or-no questions a reader lacks."
PAIRS = "**How columns go together.** Correlation of two numbers (−1 to 1), else association (0 to 1); left-out rows take no part."
PREDICTION = (
    "**What can still be learnt.** A classifier predicts one column from the known ones, in rows it has not seen."
)
PREDICT_WHAT, PREDICT = "Column to predict", "Predict it"
FIGURES = "**Figures of your own.** What the table says, and what a reader of the release would reckon."
COUNT_IN, COUNT_OF, ADD_COUNT = "Count the rows in which", "is", "Add this count"
MEAN_OF, ADD_MEAN = "Mean of", "Add this mean"
CLEAR_FIGURES = "Take all figures away"
NO_MEAN = "No known or secret column holds numbers, so no mean can be named."
FIGURES_NOTE = "A reader takes a blurred cell to be each of its values with equal chance, and a left-out row to be anything. Figures name values of your data: they stay in this session."
UNKNOWN = "not defined"


def measure_rows(before: utility.Utility, after: utility.Utility) -> dict[str, list[Any]]:
    """Other measures, of the table as it is and of the release."""
    rows = [
        ("detail kept, of 100 (granularity)", 100 * before.granularity, 100 * after.granularity),
        ("cells that say nothing, of 100", 100 * before.cells_withheld, 100 * after.cells_withheld),
        ("pairs of rows that look the same (discernibility)", before.discernibility, after.discernibility),
        ("rows per crowd (AECS)", before.aecs, after.aecs),
        ("bits lost in all cells (non-uniform entropy)", before.entropy_loss, after.entropy_loss),
        ("entropy kept, of 100", 100 * before.entropy_kept, 100 * after.entropy_kept),
        ("bits per row from the table (KL divergence)", before.kl_divergence, after.kl_divergence),
        ("largest change of a pair of columns", before.correlation_change, after.correlation_change),
    ]
    return {
        "measure": [name for name, _, _ in rows],
        "as loaded": [_number(was) for _, was, _ in rows],
        "in the release": [_number(now) for _, _, now in rows],
    }


def _number(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.4g}"


def pair_rows(pairs: Sequence[utility.PairChange]) -> dict[str, list[Any]]:
    """How strongly each pair of columns goes together, before and after; the largest change first."""
    ordered = sorted(pairs, key=lambda one: (-abs(one.change or 0.0), one.columns))
    return {
        "columns": [" and ".join(one.columns) for one in ordered],
        "kind": [one.kind for one in ordered],
        "as loaded": [_rounded(one.before) for one in ordered],
        "in the release": [_rounded(one.after) for one in ordered],
        "change": [_rounded(one.change) for one in ordered],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def prediction(found: utility.Classification) -> str:
    """How well a column is predicted, before and after, beside always saying its commonest value."""
    if found.reason is not None:
        return plain(found.reason)
    right, now, guess = (
        of_100(round(share * found.rows), found.rows) for share in (found.before, found.after, found.guess)
    )
    return (
        f"{plain(found.target)} is predicted right for {right} rows from the table as loaded and for {now} from the "
        f"release; always saying its commonest value is right for {guess}."
    )


def count_name(column: str, value: str) -> str:
    """Name of a count, as plain text."""
    return f"rows with {column} = {value}"


def mean_name(column: str) -> str:
    """Name of a mean, as plain text."""
    return f"mean of {column}"


def figure_rows(found: Sequence[utility.Answer]) -> dict[str, list[Any]]:
    """Figures the user named, before and after."""
    return {
        "figure": [one.query.name for one in found],
        "as loaded": [_number(one.before) for one in found],
        "in the release": [_number(one.after) for one in found],
        "off by, of 100": [UNKNOWN if one.error is None else f"{100 * one.error:.3g}" for one in found],
    }
