"""Three attacks on a crowd's secrets: homogeneity, skewness, similarity.

Machanavajjhala et al., ℓ-diversity, 2006 (homogeneity); Li et al., t-closeness, 2007 (skewness, similarity).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.counting import Contingency
from privacy_core.errors import in_range
from privacy_core.frequencies import of_100, share
from privacy_core.hierarchies import Hierarchy
from privacy_core.models.t_closeness import tree_levels
from privacy_core.policies import TOLERANCE
from privacy_core.tables import FloatArray, IntArray

TIMES = 10.0
"""A class counts as skewed, unless told otherwise, when a value is more than 10 times as frequent as before."""


@dataclass(frozen=True, eq=False, slots=True)
class Lesson:
    """One attack and the classes it works on.

    Parameters
    ----------
    name : homogeneity, skewness or similarity
    meaning : one plain sentence on what the attacker learns
    found : bool (n_classes,)
    classes, rows : how many classes and rows it works on
    of_classes, of_rows : out of how many
    """

    name: str
    meaning: str
    found: NDArray[np.bool_]
    classes: int
    rows: int
    of_classes: int
    of_rows: int

    @property
    def sentence(self) -> str:
        """What was counted, as people say it."""
        if not self.classes:
            return f"{self.name.capitalize()}: found in none of {self.of_classes:,} crowds."
        rows = of_100(self.rows, self.of_rows)
        crowds = f"{self.classes:,} of {self.of_classes:,} crowds ({rows} rows)"
        return f"{self.name.capitalize()}: {crowds}. {self.meaning}"


@dataclass(frozen=True, eq=False, slots=True)
class Lessons:
    """What every class of one column teaches.

    Parameters
    ----------
    attribute : the sensitive column
    homogeneity, skewness : Lesson
    similarity : Lesson, None without a value tree
    distinct : int64 (n_classes,), different values
    groups : int64 (n_classes,), different groups one level up the tree, or None
    times : float64 (n_classes,), largest posterior over prior; infinite for a value the prior does not know
    value : int64 (n_classes,), the value with that largest ratio; -1 for a class without a value
    before, after : float64 (n_classes,), its share of the prior and of the class
    labels : text of every value
    """

    attribute: str
    homogeneity: Lesson
    skewness: Lesson
    similarity: Lesson | None
    distinct: IntArray
    groups: IntArray | None
    times: FloatArray
    value: IntArray
    before: FloatArray
    after: FloatArray
    labels: tuple[str, ...]

    @property
    def counted(self) -> tuple[Lesson, ...]:
        """The attacks that could be looked for, in order."""
        found = (self.homogeneity, self.skewness, self.similarity)
        return tuple(lesson for lesson in found if lesson is not None)

    @property
    def groups_at_least(self) -> int | None:
        """Distinct ℓ counted one level up the tree: the fewest groups of any class; None without a tree."""
        return None if self.groups is None or not len(self.groups) else int(self.groups.min())

    def of(self, chosen: int) -> tuple[str, ...]:
        """What one class teaches, one sentence per attack; holds a value of the data, so only where asked for."""
        said = []
        if self.homogeneity.found[chosen]:
            said.append(f"Everyone here shares one value of {self.attribute}.")
        if self.skewness.found[chosen]:
            said.append(
                f"{self.labels[self.value[chosen]]}: {share(self.before[chosen])} in the whole table, "
                f"{share(self.after[chosen])} here, {times_as_often(self.times[chosen])}."
            )
        if self.similarity is not None and self.groups is not None and self.similarity.found[chosen]:
            said.append(f"The {self.distinct[chosen]} values here belong to one group one level up.")
        return tuple(said)


def times_as_often(times: float) -> str:
    """Say a ratio: "33 times", "2.5 times".

    Examples
    --------
    >>> times_as_often(100 / 3), times_as_often(2.5), times_as_often(np.inf)
    ('33 times', '2.5 times', 'a value the prior does not know')
    """
    if not np.isfinite(times):
        return "a value the prior does not know"
    return f"{times:,.0f} times" if times >= 10 else f"{times:.2g} times"


def lessons(table: Contingency, hierarchy: Hierarchy | None = None, times: float = TIMES) -> Lessons:
    """Look for the three attacks in every class.

    Parameters
    ----------
    table : Contingency of the sensitive column
    hierarchy : its value tree; needs at least one level between the values and the root
    times : a class is skewed when a value is more than this many times as frequent as in the prior

    Returns
    -------
    Lessons

    Raises
    ------
    ParameterError
        `times` is below 1.

    Notes
    -----
    Formula: homogeneity: one value in the class. Skewness: max q/p over the values of the class
    is above the line. Similarity: several values, one group one level up the tree.

    Edge cases: a missing value is a value and a group of its own. A class without a value teaches
    nothing. A class with one value counts under homogeneity, not under similarity. Small classes
    are skewed by luck alone: see `luck`.

    Does not say: whether the attacker knows more than the table; whether a group one level up is
    what people would mind being known.

    Source: Machanavajjhala et al., ℓ-diversity, ICDE 2006 (homogeneity); Li, Li &
    Venkatasubramanian, t-closeness, ICDE 2007 (skewness, similarity). The line for skewness is ours.

    Examples
    --------
    >>> from privacy_core import contingency, equivalence_classes, samples
    >>> nine = samples.load("hospital-4")
    >>> counted = contingency(nine.table, equivalence_classes(nine.table, ["zip", "age"]), "disease")
    >>> found = lessons(counted, nine.hierarchies["disease"])
    >>> found.similarity.classes, found.similarity.rows, found.of(0)     # three stomach diseases
    (1, 3, ('The 3 values here belong to one group one level up.',))
    """
    in_range(1, times=times)
    distinct, groups = np.diff(table.start), _groups(table, hierarchy)
    ratio, cell = _most_gained(table)
    known = cell >= 0
    value = np.where(known, np.append(table.value, -1)[cell], -1)
    alike = None if groups is None else (groups == 1) & (distinct > 1)
    return Lessons(
        str(table.attribute),
        _lesson("homogeneity", SHARED, distinct == 1, table),
        _lesson("skewness", SKEWED.format(times=times), ratio > times * (1 + TOLERANCE), table),
        None if alike is None else _lesson("similarity", ALIKE, alike, table),
        distinct,
        groups,
        ratio,
        value,
        np.where(known, np.append(table.prior, 0.0)[value], 0.0),
        np.where(known, np.append(table.share, 0.0)[cell], 0.0),
        table.labels,
    )


SHARED = "One value in the crowd: finding the crowd is knowing the secret."
SKEWED = "A value is more than {times:g} times as frequent as in the whole table."
ALIKE = "Several values, but one group one level up the tree."


def _lesson(name: str, meaning: str, found: NDArray[np.bool_], table: Contingency) -> Lesson:
    size = table.classes.size
    return Lesson(name, meaning, found, int(found.sum()), int(size[found].sum()), len(size), int(size.sum()))


def _groups(table: Contingency, hierarchy: Hierarchy | None) -> IntArray | None:
    """Different groups of each class one level up; None without a level between the values and the root."""
    levels = [] if hierarchy is None else tree_levels(table, hierarchy)
    return np.diff(table.coarser(levels[1]).start) if len(levels) > 1 else None


def _most_gained(table: Contingency) -> tuple[FloatArray, IntArray]:
    """Largest posterior over prior of each class, and the first cell that reaches it; -1 without a cell."""
    before = table.prior[table.value]
    ratio = np.full(len(before), np.inf)
    np.divide(table.share, before, out=ratio, where=before > 0)
    most = table.max_by_class(ratio)
    reached = np.flatnonzero(ratio == most[table.owner])[::-1]
    cell = np.full(len(most), -1)
    cell[table.owner[reached]] = reached
    return most, cell
