"""A study: what was chosen, never the data. Frozen; a change makes a new one."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

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
