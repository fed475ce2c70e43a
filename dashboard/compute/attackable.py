"""What an attack on a release works on: the table that is held, the release, hierarchies, people in neither."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dashboard.compute.linking import Publish
from privacy_core import Hierarchy, Progress, Table, report


@dataclass(frozen=True, eq=False)
class Attackable:
    """What an attack works on; every table is read before the work begins, or made by the work.

    Parameters
    ----------
    original : the open table
    release : what was published of it, or the work that makes it
    hierarchies : whose labels the release may hold
    holdout : people who are not in it; None without any
    """

    original: Table
    release: Table | Publish
    hierarchies: Mapping[str, Hierarchy]
    holdout: Table | None = None

    def released(self, told: Progress) -> Table:
        """The release; where it has yet to be made, that is what the work begins with."""
        if isinstance(self.release, Table):
            return self.release
        report(told, 0.0, "making the release")
        return self.release(told).table
