"""Local suppression: single cells are withheld, everything else stays exactly as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.answers import Task, by_regrouping
from privacy_core.anonymizers.base import Anonymization, Limits
from privacy_core.anonymizers.closing import Closer
from privacy_core.anonymizers.judging import Judge
from privacy_core.anonymizers.matching import Crowds
from privacy_core.anonymizers.ordering import value_order
from privacy_core.anonymizers.releasing import recoded_cells
from privacy_core.anonymizers.withholding import Withholder
from privacy_core.classes import equivalence_classes
from privacy_core.counting import contingency
from privacy_core.errors import InternalError, ParameterError, UnknownColumn, in_range, whole_number
from privacy_core.models import KAnonymity, Measurement, PrivacyModel, Verdict, measure
from privacy_core.numbering import grouped
from privacy_core.policies import Missing, Policies, Prior
from privacy_core.progress import Progress
from privacy_core.tables import Column, FloatArray, IntArray, Scale, Table
from privacy_core.tables import table as table_of
from privacy_core.wildcard import lookalikes


@dataclass(frozen=True)
class LocalSuppression:
    """Withholds as few cells as it can find until the promise holds; a withheld cell is missing in the release.

    The promise depends on what a withheld cell, or one that was missing before, counts as:

    - a value of its own (the default): rows that withhold the same cells look alike to each other only.
      Any model can be promised. Stronger, and needs several times as many cells.
    - matches anything (wildcard, as in sdcMicro and μ-ARGUS): a row matches every row it could be. Only k
      can be promised. An attacker who knows that a value was rare enough to be withheld knows more.

    Parameters
    ----------
    withheld : `OWN` or `WILDCARD`, what is promised and judged; `policies.missing` cannot change it
    importance : cost of a withheld cell by column, above 0, default 1: of two cells that would do, the
        one of the less important column is withheld
    sizes : numbers of columns an attacker may know: k is reached on every set of so many columns; empty
        means on all columns together, which includes every smaller set. Only with wildcard.

    Notes
    -----
    Both searches are greedy and withhold whole rows last; they promise k, not the fewest cells. Where
    a few rows are left that nothing mends, they are suppressed as records if the limit allows, else other
    classes withhold cells with them. Where a cell matches anything nobody is left out, whatever the limit.
    No budget of time is read.

    Source: Templ, Kowarik & Meindl, Statistical disclosure control for micro-data using sdcMicro,
    JSS 67(4), 2015, section 4.2 (the task); the searches are ours.
    """

    withheld: Missing = Missing.OWN
    importance: Mapping[str, float] = field(default_factory=dict)
    sizes: tuple[int, ...] = ()

    name: ClassVar[str] = "local suppression"
    anonymize = by_regrouping

    def __post_init__(self) -> None:
        object.__setattr__(self, "withheld", Missing(self.withheld))
        if self.withheld is Missing.DROP:
            raise ParameterError("A withheld cell cannot leave its row out: withheld must be own or wildcard.")
        for column, weight in self.importance.items():
            in_range(0, **{f"importance of {column}": weight})
            if not weight:
                raise ParameterError(f"The importance of {column!r} must be above 0.")
        for size in self.sizes:
            in_range(1, size=size)
            whole_number(size=size)

    def _answer(self, task: Task, judge: Judge, limits: Limits, progress: Progress) -> Anonymization:
        if self.withheld is Missing.WILDCARD:
            return self._matching_anything(task, judge, progress)
        return self._own_value(task, judge, limits, progress)

    def _check(self, task: Task) -> None:
        roles, models = task.roles, task.models
        wildcard = self.withheld is Missing.WILDCARD
        roles.check(task.table.names)
        for name in self.importance:
            if name not in roles.quasi_identifiers:
                raise UnknownColumn(name, roles.quasi_identifiers)
        if wildcard and any(not isinstance(m, KAnonymity) and m.threshold is not None for m in models):
            raise ParameterError("Where a withheld cell matches anything (wildcard) only k can be promised.")
        if self.sizes and not wildcard:
            raise ParameterError(
                "k on every set of some columns is promised only where a withheld cell matches anything (wildcard)."
            )
        if self.sizes and max(self.sizes) > len(roles.quasi_identifiers):
            raise ParameterError(
                f"There are {len(roles.quasi_identifiers)} quasi-identifiers; no set of {max(self.sizes)} exists."
            )

    def _weights(self, names: Sequence[str]) -> FloatArray:
        return np.array([self.importance.get(name, 1.0) for name in names], float)

    def _own_value(self, task: Task, judge: Judge, limits: Limits, progress: Progress) -> Anonymization:
        cells = _Cells.of(task, judge)
        place = np.searchsorted(judge.rows, cells.rows)
        closer = Closer(judge, place, cells.codes.copy(), cells.gap, self._weights(cells.names), progress)
        left = closer.close()
        suppressed = task.table.suppressed.copy()
        if len(left) <= limits.rows(len(judge.rows)):
            suppressed[cells.rows[left]] = True
        else:
            closer.draw_in(left)
        released = cells.released(task.table, closer.codes == cells.gap[:, None], suppressed)
        return task.answer(released, suppressed, len(judge.rows))

    def _matching_anything(self, task: Task, judge: Judge, progress: Progress) -> Anonymization:
        cells = _Cells.of(task, judge)
        crowds = Crowds.of(cells.codes, cells.codes == cells.gap[:, None])
        mender = Withholder(crowds, self._weights(cells.names), judge.k, progress)
        width = len(cells.names)
        several = [s for size in sorted(set(self.sizes or (width,))) for s in combinations(range(width), size)]
        found = [mender.mend(some, cells.matches(crowds.gaps, some)) for some in several]
        if len(several) > 1:
            found = [cells.matches(crowds.gaps, some) for some in several]
        mender.give_back(several, found)
        released = cells.released(task.table, crowds.gaps, task.table.suppressed)
        found_again = self.judged(released, cells.names, task.models, task.policies)
        return task.measured(released, released.suppressed, found_again, found_again, len(judge.rows), Prior.TABLE)

    def judged(
        self, released: Table, names: Sequence[str], models: Sequence[PrivacyModel], policies: Policies | None = None
    ) -> tuple[Measurement, ...]:
        """Measure a release in which a withheld cell matches anything, on every set of columns that was promised.

        Parameters
        ----------
        released : the release, or a file of it read back
        names : quasi-identifiers
        models, policies : as given to the anonymizer

        Returns
        -------
        measurements : per model on the set with the smallest crowd, which stands for all

        Raises
        ------
        InternalError
            Rows match fewer than k rows on some set.
        """
        policies = replace(policies or Policies(), missing=Missing.WILDCARD, prior=Prior.TABLE)
        several = [some for size in sorted({*self.sizes} or {len(names)}) for some in combinations(names, size)]
        found = tuple(_worst(model, released, several, policies) for model in models)
        unkept = sum(m.records_failing for m in found)
        if unkept:
            raise InternalError(f"{unkept:,} rows still match too few rows. No release is handed out.")
        return found


def _worst(model: PrivacyModel, released: Table, several: Sequence[Sequence[str]], policies: Policies) -> Measurement:
    def asked(names: Sequence[str]) -> Measurement:
        return measure(model, contingency(released, equivalence_classes(released, names, policies), None, policies))

    found = [asked(names) for names in several]
    failing = [m for m in found if m.verdict is Verdict.FAILS]
    return min(failing or found, key=lambda m: (m.value is None, m.value or 0))


@dataclass(frozen=True, eq=False)
class _Cells:
    """The quasi-identifiers by name, and the judged rows in the order of their values.

    Parameters
    ----------
    codes : int64 (n_columns, n_rows)
    gap : int64 (n_columns,), the code that a missing cell has or would have
    """

    names: Sequence[str]
    rows: IntArray
    codes: IntArray
    gap: IntArray

    @classmethod
    def of(cls, task: Task, judge: Judge) -> _Cells:
        names, rows = sorted(task.roles.quasi_identifiers), value_order(task.table, task.roles, judge.rows)
        columns = [task.table[name] for name in names]
        codes = np.array([c.codes[rows] for c in columns], np.int64)
        return cls(names, rows, codes, np.array([len(c.categories) for c in columns], np.int64))

    def released(self, table: Table, gaps: NDArray[np.bool_], suppressed: NDArray[np.bool_]) -> Table:
        return without_cells(table, dict(zip(self.names, gaps, strict=True)), self.rows, suppressed)

    def matches(self, gaps: NDArray[np.bool_], some: Sequence[int]) -> IntArray:
        """How many rows each row matches in some columns, a gap matching anything, itself included."""
        chosen = list(some)
        codes = np.where(gaps[chosen], self.gap[chosen, None], self.codes[chosen])
        number, n = grouped(list(codes), (self.gap[chosen] + 1).tolist(), len(self.rows))
        size = np.bincount(number, minlength=n)
        first = np.empty(n, np.int64)
        first[number[::-1]] = np.arange(len(number))[::-1]
        shown = table_of(self._column(at, row) for at, row in zip(chosen, codes[:, first], strict=True))
        names = [self.names[at] for at in chosen]
        return np.asarray(lookalikes(shown, np.arange(n), names, size)[number], np.int64)

    def _column(self, at: int, codes: IntArray) -> Column:
        gap = int(self.gap[at])
        missing = bool((codes == gap).any())
        return Column(self.names[at], codes.astype(np.int32), np.arange(gap), Scale.NOMINAL, missing)


def without_cells(
    table: Table, gaps: Mapping[str, NDArray[np.bool_]], rows: IntArray, suppressed: NDArray[np.bool_]
) -> Table:
    """Return the table with some cells of some rows missing; everything else as it was.

    Parameters
    ----------
    gaps : by column, which of the `rows` are missing there
    rows : positions of the rows in the table
    suppressed : rows withheld whole; where there are any, these columns become text so that they read `*`
    """
    columns = {name: _emptied(table[name], gap, rows) for name, gap in gaps.items()}
    emptied = replace(table, columns={**table.columns, **columns})
    if not suppressed.any():
        return emptied
    texts = {name: ([*c.labels[: len(c.categories)], None], c.codes) for name, c in columns.items()}
    return recoded_cells(emptied, texts, suppressed)


def _emptied(column: Column, gap: NDArray[np.bool_], rows: IntArray) -> Column:
    codes = column.codes.copy()
    codes[rows[gap]] = len(column.categories)
    return replace(column, codes=codes, has_missing=bool((codes == len(column.categories)).any()))
