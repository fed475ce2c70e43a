"""What a click on the costs of a release does: figures the user names, a column to predict."""

from __future__ import annotations

from dashboard import compute, jobs, state
from dashboard.blurring import View
from privacy_core import utility


def named() -> tuple[utility.Query, ...]:
    """The figures of this session; they name values of the data, so no study keeps them."""
    return state.slot("figures", tuple)


def count(column: str, value: str, name: str) -> None:
    """Name a figure: how many rows have a value."""
    _add(utility.Query(name, {column: value}))


def mean(column: str, name: str) -> None:
    """Name a figure: the mean of a column."""
    _add(utility.Query(name, {}, column))


def _add(query: utility.Query) -> None:
    if query not in named():
        state.remember("figures", (*named(), query))


def clear() -> None:
    """Forget all named figures."""
    state.remember("figures", ())


def predict(view: View, target: str) -> None:
    """Ask how well a column can be predicted."""
    state.remember("predicted", (view.key, target))


def predicted(view: View) -> jobs.Job | None:
    """The prediction asked for, for the way that is shown; None where none was asked for or other work goes on."""
    asked, target = state.recall("predicted", (None, None))
    key = ("predict", asked, target)
    if asked != view.key or jobs.another(key) is not None:
        return None
    return jobs.ask(key, compute.predicting(*view.key, target))
