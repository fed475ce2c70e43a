"""A release of one's own audited: could it be finer, and what does its being as fine as it is tell?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from dashboard.compute.linking import Publish
from privacy_core import Hierarchy, Progress, Table, attacks, report


@dataclass(frozen=True)
class Asked:
    """What a release is audited by: a key.

    Parameters
    ----------
    known : columns that others could know
    k : promise; None for the smallest crowd there is
    id_column : that says which rows of both tables belong together; None for their order
    """

    known: tuple[str, ...]
    k: int | None = None
    id_column: str | None = None


@dataclass(frozen=True, eq=False)
class Audited:
    """A release of one's own: whether it could be finer, and what can be inferred from its being as fine as it is.

    Parameters
    ----------
    audit : as the core has it
    raised : what minimality says of its blurred cells; None where its cells are no nodes
    """

    audit: attacks.minimality.Audit
    raised: attacks.minimality.Raised | None


def auditing(
    held: Table,
    release: Table | Publish,
    asked: Asked,
    made: Mapping[str, Hierarchy],
    strangers: Table | None,
) -> Callable[[Progress], Audited]:
    """Work that audits a release; the tables are here already, or the release is made first."""

    def work(told: Progress) -> Audited:
        report(told, 0.0, "making the release")
        shown = release if isinstance(release, Table) else release(partial(_within, told, 0.0, 0.2)).table
        more = {"k": asked.k, "id_column": asked.id_column, "progress": partial(_within, told, 0.2, 0.6)}
        found = attacks.minimality.audit(held, shown, asked.known, made, **more)
        within = partial(_within, told, 0.8, 0.2)
        return Audited(found, attacks.minimality.infer_raised(found, made, holdout=strangers, progress=within))

    return work


def _within(told: Progress, first: float, span: float, share: float, doing: str) -> bool:
    """Progress of one part of the work."""
    return told(first + span * share, doing)
