"""The larger, natural group around every class: one level up in the hierarchy of every quasi-identifier."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from privacy_core.classes import EquivalenceClasses
from privacy_core.counting import Contingency, contingency
from privacy_core.errors import ParameterError
from privacy_core.hierarchies import Hierarchy, one_level_up
from privacy_core.numbering import grouped
from privacy_core.policies import Policies
from privacy_core.tables import Table


@dataclass(frozen=True, eq=False)
class Supersets:
    """Coarser classes, and which of them each class lies in.

    Parameters
    ----------
    table, policies : what was counted, and how
    coarser : classes one level up
    parent : int64 (n_classes,), the coarser class of each class
    """

    table: Table
    policies: Policies
    coarser: EquivalenceClasses
    parent: NDArray[np.int64]

    def counted(self, attribute: str, original: Table | None = None) -> Contingency:
        """How often each value of a column occurs in each coarser class, over the domain of the finer ones."""
        return contingency(self.table, self.coarser, attribute, self.policies, original)


def supersets(
    table: Table, classes: EquivalenceClasses, hierarchies: Mapping[str, Hierarchy], policies: Policies | None = None
) -> Supersets:
    """Put classes together that share every quasi-identifier one level up.

    Works on a raw table and on a published one: each column goes up from the level it stands on.

    Parameters
    ----------
    table, classes : what was grouped, and its classes
    hierarchies : one per quasi-identifier of the classes, by column
    policies : how the supersets are counted; the defaults where None

    Raises
    ------
    ParameterError
        A quasi-identifier has no hierarchy.
    HierarchyError
        Rows hold a value that is a label of no level; column and number are named.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import equivalence_classes, from_frame, hierarchy
    >>> people = from_frame(pd.DataFrame({"zip": ["a", "b", "c"]}))
    >>> tree = hierarchy("zip", [("a", "west", "*"), ("b", "east", "*"), ("c", "west", "*")])
    >>> supersets(people, equivalence_classes(people, ["zip"]), {"zip": tree}).parent.tolist()
    [0, 1, 0]
    """
    names = classes.quasi_identifiers
    lacking = [name for name in names if name not in hierarchies]
    if lacking:
        raise ParameterError(
            f"(n, t)-closeness needs a hierarchy of every quasi-identifier; {len(lacking)} of {len(names)} have none: "
            f"{', '.join(map(repr, lacking))}."
        )
    raised = [one_level_up(hierarchies[name], table[name], classes.kept) for name in names]
    of_row, n_coarser = grouped([groups for groups, _ in raised], [n for _, n in raised], len(classes.kept))
    parent = np.zeros(len(classes), np.int64)
    parent[classes.of_row] = of_row
    size = np.bincount(of_row, minlength=n_coarser)
    coarser = replace(classes, of_row=of_row, size=size, members=None, persons=None)
    return Supersets(table, policies or Policies(), coarser, parent)
