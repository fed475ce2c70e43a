"""Households whose size can be counted back from the table."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from privacy_core.households import rare_sizes
from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.reading import counted
from privacy_core.intake.repairs import Repair, RepairKind
from privacy_core.intake.symptoms import Kind
from privacy_core.numbering import without_value
from privacy_core.tables import Table


def counted_homes(table: Table, household: str, person: str | None = None) -> Iterator[Finding]:
    """What the sizes of households give away, once a column is accepted as their id; nothing where ids are missing.

    Parameters
    ----------
    table : Table
    household : column with the household's id
    person : column with the person's id; without one every row is one member

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> homes = from_frame(pd.DataFrame({"home": ["a", "a", "a", "b", "c"]}))
    >>> next(counted_homes(homes, "home")).sentence
    "The size of each 'home' can be counted from its rows: 1 size occurs once only, and tells which household it is."
    """
    rows = np.flatnonzero(~table.suppressed)
    if any(without_value(table, name, rows) for name in (household, person) if name is not None):
        return
    alone, unit = len(rare_sizes(table, household, person)), "rows" if person is None else "persons"
    told = (
        f"{counted(alone, 'size')} {'occurs' if alone == 1 else 'occur'} once only, and "
        f"{'tells' if alone == 1 else 'tell'} which household it is."
        if alone
        else "each size occurs more than once."
    )
    sentence = f"The size of each {household!r} can be counted from its {unit}: {told}"
    repair = Repair(RepairKind.HOUSEHOLD_SIZE, household, () if person is None else (person,))
    yield Finding(Kind.HOUSEHOLD_SIZE, household, alone, sentence, repair)
