"""A study: what was chosen, never the data. Frozen; a change makes a new one."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from privacy_core.errors import in_range
from privacy_core.intake import Repair
from privacy_core.models import Thresholds
from privacy_core.policies import Policies
from privacy_core.roles import Roles


class Origin(StrEnum):
    """Where a table came from."""

    SAMPLE = "sample"
    UPLOAD = "upload"


@dataclass(frozen=True, slots=True)
class Source:
    """Which table is studied, without holding it.

    Parameters
    ----------
    origin : built-in sample or uploaded file
    name : what people call it: the sample's title or the file's name
    key : the sample's name or the SHA-256 of the file's bytes
    """

    origin: Origin
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Context:
    """Why and for whom a table is published, in the user's words; text only.

    Parameters
    ----------
    purpose : what it is published for
    recipient : who gets it
    release_model : public, controlled or enclave, or the user's own words
    one_row_is_one : person, visit, household, …
    """

    purpose: str = ""
    recipient: str = ""
    release_model: str = ""
    one_row_is_one: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to blur under the promise it was chosen for, pinned to stand beside others.

    Parameters
    ----------
    thresholds : the promise
    suppression : share of rows that may be left out, 0 to 1
    levels : level of each quasi-identifier; empty for a method without common levels
    method : name of the anonymizer
    ground : name of the ground distance of t, empty for the column's own
    parameters : name and number of each setting of the method

    Raises
    ------
    ParameterError
        The suppression limit lies out of its range.
    """

    thresholds: Thresholds = field(default_factory=Thresholds)
    suppression: float = 0.0
    levels: tuple[tuple[str, int], ...] = ()
    method: str = "full-domain"
    ground: str = ""
    parameters: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        in_range(0, 1, suppression=self.suppression)


@dataclass(frozen=True, slots=True)
class Blur:
    """How a table is to be blurred; settings only, never a value of the data.

    Parameters
    ----------
    suppression : share of rows that may be left out, 0 to 1
    quality : name of the measure of what blurring costs
    gs : weight of suppression against generalization in it, 0 to 1; at 0.5 both count in full
    ground : name of the ground distance of t, empty for the column's own
    levels : level of each quasi-identifier that the user chose; empty for the least blur
    max_level : coarsest level allowed, by quasi-identifier
    importance : weight in the cost, by quasi-identifier; 1 where none is given
    trees : how each hierarchy is made, by quasi-identifier; the suggested one where none is given
    pinned : settings to stand beside one another

    Raises
    ------
    ParameterError
        The suppression limit or the weight lies out of its range, or an importance is below 0.
    """

    suppression: float = 0.02
    quality: str = "loss-geometric"
    gs: float = 0.5
    ground: str = ""
    levels: tuple[tuple[str, int], ...] = ()
    max_level: tuple[tuple[str, int], ...] = ()
    importance: tuple[tuple[str, float], ...] = ()
    trees: tuple[TreeSpec, ...] = ()
    pinned: tuple[Setting, ...] = ()

    def __post_init__(self) -> None:
        in_range(0, 1, suppression=self.suppression, gs=self.gs)
        for _, weight in self.importance:
            in_range(0, importance=weight)


@dataclass(frozen=True, slots=True)
class TreeSpec:
    """How the hierarchy of one column is made, without a label of it.

    An uploaded hierarchy holds labels of the user's data: it is named by its file and hash, and must be given again.

    Parameters
    ----------
    column : name
    kind : "suggested", "uploaded", or the name of a builder
    parameters : name and setting of each parameter of the builder; file name and SHA-256 of an uploaded one
    """

    column: str
    kind: str
    parameters: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """Everything a user has chosen so far.

    Parameters
    ----------
    source : the table, or None while nothing is loaded
    roles : None until the user has accepted roles
    policies : how doubtful rows are counted
    missing_tokens : texts the user declared to mean missing
    suppressed_token : text that marks a suppressed record in every quasi-identifier, or None
    thresholds : promises the user has set
    repairs : what was mended, in order; undone by leaving one out
    context : why and for whom
    norm : name of the published number the line was taken from, or None
    blur : how the table is to be blurred
    perturbed : columns whose values were changed at random (noise, PRAM, swapping) before they came here

    Examples
    --------
    >>> Study().roles is None
    True
    """

    source: Source | None = None
    roles: Roles | None = None
    policies: Policies = field(default_factory=Policies)
    missing_tokens: tuple[str, ...] = ()
    suppressed_token: str | None = None
    thresholds: Thresholds = field(default_factory=Thresholds)
    repairs: tuple[Repair, ...] = ()
    context: Context = field(default_factory=Context)
    norm: str | None = None
    blur: Blur = field(default_factory=Blur)
    perturbed: tuple[str, ...] = ()

    @property
    def touched(self) -> tuple[str, ...]:
        """Known or secret columns that were changed at random, so that counting them says nothing."""
        roles = self.roles or Roles()
        return tuple(n for n in (*roles.quasi_identifiers, *roles.sensitive) if n in self.perturbed)

    @property
    def crowds_touched(self) -> bool:
        """Whether a known column was changed at random, so that crowds say nothing."""
        return self.roles is not None and not {*self.touched}.isdisjoint(self.roles.quasi_identifiers)
