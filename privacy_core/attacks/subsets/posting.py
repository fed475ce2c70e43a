"""A person posts some facts: do they single the person out, and what is learned that was not posted?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.subsets.effective import effective_anonymity
from privacy_core.errors import ParameterError
from privacy_core.policies import Policies
from privacy_core.tables import Table


@dataclass(frozen=True)
class Posting:
    """What posting some facts about oneself gives away.

    Parameters
    ----------
    posted, hidden : columns that are posted, and columns that are not
    people : rows of people who have something to post
    unique : of them, rows that nobody else resembles in what is posted
    learned : of those, rows of which something not posted is learned
    policies : how missing values were counted
    """

    posted: tuple[str, ...]
    hidden: tuple[str, ...]
    people: int
    unique: int
    learned: int
    policies: Policies

    @property
    def sentence(self) -> str:
        """The three numbers in words."""
        alone = f"Of {self.people:,} people with something to post, {self.unique:,} are the only ones it fits"
        return f"{alone}; of {self.learned:,} of them the table then tells what they did not post."


def posting(
    table: Table,
    posted: Sequence[str],
    hidden: Sequence[str],
    policies: Policies | None = None,
    who: NDArray[np.bool_] | None = None,
    telling: NDArray[np.bool_] | None = None,
) -> Posting:
    """Ask who is singled out by facts people post about themselves, and what else the table then tells.

    Parameters
    ----------
    table : one row per person
    posted, hidden : columns, none in both
    policies : under a missing value that matches anything, only those count whom no gap could hide
    who : bool (n_rows,), people with something to post; everybody by default
    telling : bool (n_rows,), rows whose hidden columns hold something worth hiding; by default those with a value there

    Raises
    ------
    ParameterError
        No column is posted or hidden, or one is both.

    Notes
    -----
    Does not say: that anybody was identified; people may post less, or something else.

    Source: the search of EdX students by what a résumé shows, Cohen, Attacks on deidentification's defenses, USENIX
    Security 2022: 333 of the students with a certificate stood alone without doubt and had failed a course. How a
    missing value is read there is not told; the reading here is ours.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"degree": ["law", "law", "art"], "failed": [0, 1, 2]}))
    >>> posting(people, ["degree"], ["failed"]).sentence
    'Of 3 people with something to post, 1 are the only ones it fits; of 1 of them the table then tells what they did \
not post.'
    """
    _refuse(posted, hidden)
    policies = policies or Policies()
    crowd = effective_anonymity(table, posted, policies)
    taking = (crowd > 0) & (True if who is None else who)
    alone = taking & (crowd == 1)
    learned = alone & (_with_a_value(table, hidden) if telling is None else telling)
    people, unique = int(taking.sum()), int(alone.sum())
    return Posting(tuple(posted), tuple(hidden), people, unique, int(learned.sum()), policies)


def _refuse(posted: Sequence[str], hidden: Sequence[str]) -> None:
    if not posted or not hidden:
        raise ParameterError(f"At least one column is {'hidden' if posted else 'posted'}; none is given.")
    if both := [name for name in posted if name in hidden]:
        raise ParameterError(f"Column {both[0]!r} is both posted and hidden.")


def _with_a_value(table: Table, names: Sequence[str]) -> NDArray[np.bool_]:
    """Rows that have a value in some of the columns."""
    found = np.zeros(table.n_rows, bool)
    for name in names:
        column = table[name]
        found |= column.codes != column.missing if column.has_missing else True
    return found
