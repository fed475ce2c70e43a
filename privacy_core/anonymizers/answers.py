"""What every anonymizer ends with: a release judged again, or the reason why there is none."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.base import Anonymization, Minimal
from privacy_core.anonymizers.releasing import release
from privacy_core.models import PrivacyModel
from privacy_core.policies import Policies, Prior
from privacy_core.roles import Roles
from privacy_core.tables import Table


@dataclass(frozen=True, eq=False)
class Task:
    """What was asked of an anonymizer, and since when processor time is counted."""

    table: Table
    roles: Roles
    models: Sequence[PrivacyModel]
    policies: Policies | None
    since: float = field(default_factory=time.process_time)

    def answer(
        self,
        released: Table,
        suppressed: NDArray[np.bool_],
        visited: int,
        minimal: Minimal | None = None,
        levels: Mapping[str, int] | None = None,
    ) -> Anonymization:
        """Judge a release again and hand it out.

        Raises
        ------
        InternalError
            The release fails its own promise.
        """
        found, own = release(self.table, released, suppressed, self.roles, self.models, self.policies)
        spent = time.process_time() - self.since
        return Anonymization(
            released, levels, suppressed, Prior.ORIGINAL, found, own, visited, None, spent, minimal=minimal
        )

    def nothing(self, reason: str, visited: int = 0) -> Anonymization:
        """Say why there is no release."""
        spent = time.process_time() - self.since
        withheld = self.table.suppressed
        return Anonymization(None, None, withheld, Prior.ORIGINAL, (), (), visited, None, spent, reason=reason)
