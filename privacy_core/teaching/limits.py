"""When t-closeness is the wrong tool, and what is often said about it wrongly."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from privacy_core.counting import Contingency
from privacy_core.errors import ParameterError

TINY = 100
"""Below this many rows (a choice of ours) a table is tiny: luck moves its numbers more than any grouping."""


@dataclass(frozen=True, slots=True)
class Caution:
    """One reason why t-closeness may be the wrong tool.

    Parameters
    ----------
    name : key
    sentence : the reason, and what to look at instead
    """

    name: str
    sentence: str


ALWAYS = (
    Caution("identity", "t-closeness never protects identity by itself: it needs k-anonymity beside it."),
    Caution(
        "changing table",
        "It looks at one release. Where the table changes and is published again, link the releases instead.",
    ),
    Caution(
        "outside knowledge",
        "It compares a crowd with this table. Someone with other data starts from another belief: t does not limit it.",
    ),
)


def cautions(table: Contingency) -> tuple[Caution, ...]:
    """What must be said beside t on this table: three reasons always, tiny tables and one value where true.

    Examples
    --------
    >>> from privacy_core import contingency, equivalence_classes, samples
    >>> nine = samples.load("hospital-4")
    >>> counted = contingency(nine.table, equivalence_classes(nine.table, ["zip", "age"]), "disease")
    >>> [caution.name for caution in cautions(counted)]
    ['identity', 'changing table', 'outside knowledge', 'tiny table']
    """
    rows, found = int(table.total.sum()), list(ALWAYS)
    if rows < TINY:
        found.append(
            Caution("tiny table", f"With {rows:,} rows luck alone moves a crowd far: read the values instead.")
        )
    if table.n_present == 1:
        found.append(
            Caution("one value", "Everyone has the same value: the distance is 0 and everybody's secret is known.")
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Correction:
    """A claim that is often read, or was read by many, and what is right.

    Parameters
    ----------
    name : key
    claim, right : plain sentences
    computed : whether the numbers are computed by the core in a test
    """

    name: str
    claim: str
    right: str
    computed: bool


@cache
def corrections(about: str = "t-closeness") -> tuple[Correction, ...]:
    """Claims of widely read notes on t-closeness, or of what was written on linked releases, with what is right.

    Parameters
    ----------
    about : t-closeness or releases

    Raises
    ------
    ParameterError
        Nothing is corrected about that.

    Examples
    --------
    >>> corrections()[2].right[:27]
    't is added, not multiplied:'
    >>> [one.name for one in corrections("releases")][:2]
    ['power', 'number of classes']
    """
    if about not in FILES:
        raise ParameterError(f"No corrections about {about!r}. There are: {', '.join(FILES)}.")
    text = files("privacy_core.teaching").joinpath(FILES[about]).read_text(encoding="utf-8")
    return tuple(Correction(**row) for row in tomllib.loads(text)["correction"])


FILES = {"t-closeness": "corrections.toml", "releases": "corrections_of_releases.toml"}
