"""Whether a release is as fine as its promise allows: what the attack of Cohen rests on, looked at on own tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from privacy_core.anonymizers import Minimal
from privacy_core.attacks.minimality.matching import Matching
from privacy_core.attacks.minimality.reading import ReadColumn
from privacy_core.attacks.outcomes import Outcome
from privacy_core.hierarchies import Hierarchy
from privacy_core.progress import Progress, unwatched
from privacy_core.refinement import Boxes, Moves
from privacy_core.tables import Table

PAIRS = 100_000_000
"""Pairs of classes that are compared at most when looking for rows that two could pool."""


@dataclass(frozen=True)
class NoNode:
    """A column of a release with texts that are no node of its hierarchy.

    Parameters
    ----------
    column : name
    texts : different ones
    rows : that hold them
    tight : rows whose text is an interval that begins and ends with values of its own class, which gives both away
    """

    column: str
    texts: int
    rows: int
    tight: int


@dataclass(frozen=True)
class Utility:
    """How coarse a release is.

    Parameters
    ----------
    average : rows of a class on average
    largest : rows of the largest class
    loss : by column, share of the other values that a cell could stand for, 0 to 1, on average
    withheld : suppressed rows, which are in no class and not in `loss`
    """

    average: float
    largest: int
    loss: Mapping[str, float]
    withheld: int


@dataclass(frozen=True, eq=False)
class Audit:
    """Whether a release respects its hierarchies, keeps its promise and could be finer.

    Parameters
    ----------
    k : rows of the smallest class
    promised : k that the release promises; `k` unless given
    respects : whether every cell is a node of its hierarchy
    faults : why the theorem does not apply, one sentence each; empty where its premise holds or is not known
    moves : how often each refinement is possible; None where the release does not respect the hierarchies
    minimal : proved, locally, no; None where it is not known, for cells are no nodes or not all pairs of classes
        were compared
    refinable : classes that can be specialized further; a lower bound where not all pairs were compared
    classes, rows : that are judged
    no_nodes : columns whose texts are no nodes
    utility : how coarse the release is
    outcome : `premise fails` where a fault stands against the theorem, else `not measured`; inference measures
    policies : how doubtful things were counted, by what
    columns, matching, boxes : what was read; `boxes` is None where the release does not respect the hierarchies
    """

    k: int
    promised: int
    respects: bool
    faults: tuple[str, ...]
    moves: Moves | None
    minimal: Minimal | None
    refinable: int
    classes: int
    rows: int
    no_nodes: tuple[NoNode, ...]
    utility: Utility
    policies: Mapping[str, str]
    columns: tuple[ReadColumn, ...]
    matching: Matching
    boxes: Boxes | None

    @property
    def premise(self) -> bool | None:
        """Whether the theorem applies: nodes only, the promise kept, minimal; None where that is not known."""
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome:
        """`premise fails`, or `not measured`: an audit looks at a premise, `infer_raised` measures."""
        raise NotImplementedError

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        raise NotImplementedError


def audit(
    original: Table,
    release: Table,
    known: Sequence[str],
    hierarchies: Mapping[str, Hierarchy],
    *,
    k: int | None = None,
    id_column: str | None = None,
    pairs: int | None = PAIRS,
    progress: Progress = unwatched,
) -> Audit:
    """Ask whether a release could be finer and still keep its promise.

    Parameters
    ----------
    original : the table before it was blurred
    release : rows flagged as suppressed are left out and counted
    known : columns that others could know; in both tables
    hierarchies : by column; a column without one can be published as its values and as everything
    k : rows a class was to have at least; default those of the smallest class
    id_column : column of both tables that says which rows belong together; default by order, else any that fit
    pairs : pairs of classes compared at most
    progress : told how far the work is; False ends it

    Raises
    ------
    TableError
        The release does not generalize the original: the first column at fault and the number of rows.
    ParameterError, RoleError, UnknownColumn, HierarchyError
        The input does not fit together.
    Stopped
        Progress said so.
    """
    raise NotImplementedError
