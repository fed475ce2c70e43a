"""Which findings matter most: what is wrong with the persons first, then with the rows, then with values."""

from __future__ import annotations

from collections.abc import Iterable

from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.symptoms import Kind

_ORDER: tuple[frozenset[Kind], ...] = (
    frozenset({Kind.SEVERAL_ROWS, Kind.HOUSEHOLD_SIZE}),
    frozenset({Kind.NAMES, Kind.EMAIL, Kind.PHONE, Kind.FREE_TEXT}),
    frozenset({Kind.ALL_UNIQUE, Kind.GEO, Kind.HIDDEN_SHEET}),
    frozenset({Kind.NUMERIC_HEADER, Kind.CLOSING_ROWS, Kind.TITLE_ROWS, Kind.EMPTY_ROWS, Kind.TWIN_ROWS}),
)
_WEIGHTS = {kind: place for place, kinds in enumerate(_ORDER) for kind in kinds}


def by_weight(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in order of weight; findings of one weight stay in the order in which they were found.

    First what makes every count mean something else (several rows per person, households), then columns
    that name people, columns that tell every row apart, rows that are no records, findings with a repair, the rest.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> from privacy_core.intake.checkup.rounds import doctor
    >>> visits = from_frame(pd.DataFrame({"land": ["DE", "de", "FR", "DE"], "patient_id": [1, 1, 2, 3]}))
    >>> [found.kind.value for found in by_weight(doctor(visits))]
    ['several rows per person', 'near-equal values']
    """
    last = len(_ORDER)
    return tuple(sorted(findings, key=lambda one: _WEIGHTS.get(one.kind, last if one.repairs else last + 1)))
