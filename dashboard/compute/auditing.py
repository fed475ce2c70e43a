"""A release of one's own audited: could it be finer, and what does its being as fine as it is tell?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dashboard.compute.attackable import Attackable
from privacy_core import Progress, attacks, part_of


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


def auditing(asked: Asked, on: Attackable) -> Callable[[Progress], Audited]:
    """Work that audits a release."""

    def work(told: Progress) -> Audited:
        shown, made = on.released(part_of(told, 0.0, 0.2)), on.hierarchies
        more = {"k": asked.k, "id_column": asked.id_column, "progress": part_of(told, 0.2, 0.8)}
        found = attacks.minimality.audit(on.original, shown, asked.known, made, **more)
        within = part_of(told, 0.8, 1.0)
        return Audited(found, attacks.minimality.infer_raised(found, made, holdout=on.holdout, progress=within))

    return work
