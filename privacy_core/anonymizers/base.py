"""What every anonymizer is, what it may spend, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import floor
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import in_range, whole_number
from privacy_core.hierarchies import Hierarchy
from privacy_core.models import Measurement, PrivacyModel
from privacy_core.policies import TOLERANCE, Policies, Prior
from privacy_core.progress import Progress, unwatched
from privacy_core.roles import Roles
from privacy_core.tables import Table

WITHHELD = "*"
"""What every quasi-identifier of a suppressed row reads."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What an anonymizer may spend: rows it may suppress, time, nodes of a lattice.

    Parameters
    ----------
    suppression : share of the judged rows that may be suppressed, 0 to 1
    seconds : time budget on the clock, heeded by what searches; None means to the end
    nodes : most nodes looked at; None means all that are needed

    Raises
    ------
    ParameterError
        A limit lies out of its range.
    """

    suppression: float = 0.0
    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        in_range(0, 1, suppression=self.suppression)
        in_range(0, seconds=self.seconds)
        in_range(1, nodes=self.nodes)
        whole_number(nodes=self.nodes)

    def rows(self, n: int) -> int:
        """Most rows of n that may be suppressed.

        Examples
        --------
        >>> Limits(0.02).rows(30_162), Limits(0.29).rows(100)      # 0.29 * 100 is 28.999999999999996
        (603, 29)
        """
        return min(n, floor(n * self.suppression + TOLERANCE))


class Minimal(StrEnum):
    """Whether less blur could keep the promise: proved that none could, none nearby, or not looked at."""

    PROVED = "proved"
    LOCALLY = "locally"
    NO = "no"


@dataclass(frozen=True, eq=False)
class Anonymization:
    """What an anonymizer found: the release and what was measured on it, or the reason why there is none.

    Parameters
    ----------
    table : the release; quasi-identifiers generalized, suppressed rows flagged and reading "*" in every
        quasi-identifier, no row dropped, rows in the order they had. None without an answer.
    levels : level of each quasi-identifier where all its values share one, else None
    suppressed : bool (n_rows,), rows withheld, those suppressed before included
    prior : whose distribution the promise is about; it travels with the release
    measurements : the models asked for on the release, compared with the original table
    own : the same models on the release, compared with the release's own distribution
    visited : nodes, boxes or clusters looked at
    nodes : size of the lattice, None where there is none
    seconds : time on the clock
    minimal : whether less blur could do, None where the question was not asked
    bound : no setting has a better quality than this; given by a search that stopped early, else None. In the unit
        of the objective, see `Quality.unit`, as `quality` is
    reason : why there is no release, and what comes closest; None with a release
    stopped_early : whether a budget ended the search, so that more time or nodes may find another release
    quality : what the objective is for this release; lower is better. None without a release or an objective
    """

    table: Table | None
    levels: Mapping[str, int] | None
    suppressed: NDArray[np.bool_]
    prior: Prior
    measurements: tuple[Measurement, ...]
    own: tuple[Measurement, ...]
    visited: int
    nodes: int | None
    seconds: float
    minimal: Minimal | None = None
    bound: float | None = None
    reason: str | None = None
    stopped_early: bool = False
    quality: float | None = None


class Anonymizer(Protocol):
    """Blurs a table until every model keeps its threshold, or says why it cannot.

    Settings of its own are fields of the anonymizer. The answer depends on the rows as a multiset: not on
    their order, nor on the order of columns that are not quasi-identifiers, nor on threads.
    """

    name: ClassVar[str]

    def anonymize(
        self,
        table: Table,
        roles: Roles,
        hierarchies: Mapping[str, Hierarchy],
        models: Sequence[PrivacyModel],
        limits: Limits,
        progress: Progress = unwatched,
        policies: Policies | None = None,
    ) -> Anonymization:
        """Find a release.

        Parameters
        ----------
        table : rows flagged as suppressed stay so and are judged in no class
        roles : at least one quasi-identifier
        hierarchies : by name of the quasi-identifier
        models : each with a threshold
        limits : what may be spent
        progress : told how far the work is; False ends it
        policies : how doubtful rows count; the prior is always the original table

        Raises
        ------
        HierarchyError, RoleError, ParameterError, UnknownColumn
            The input does not fit together.
        Stopped
            Progress said so.
        InternalError
            The release fails its own promise.
        """
