"""Undo and redo of settings, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from privacy_core.intake import Repair
from privacy_core.roles import Roles
from privacy_core.study import Study

STEPS = 100
"""So many steps can be undone."""


@dataclass(frozen=True, slots=True)
class History:
    """Where a study came from and what was undone; every step gives a new history.

    Parameters
    ----------
    past : studies before the present one, oldest first
    present : Study
    future : studies that were undone, the next one first

    Examples
    --------
    >>> from privacy_core import Thresholds
    >>> history = History(present=Study()).then(Study(thresholds=Thresholds(k=5)))
    >>> history.undone.present == Study(), history.undone.redone == history
    (True, True)
    """

    past: tuple[Study, ...] = ()
    present: Study = field(default_factory=Study)
    future: tuple[Study, ...] = ()

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step."""
        return bool(self.future)

    def then(self, study: Study) -> History:
        """The history after a change; nothing happens when nothing changed, and undone steps are let go."""
        return self if study == self.present else History((*self.past, self.present)[-STEPS:], study)

    def accepted(self, repairs: Sequence[Repair]) -> Roles | None:
        """The roles last accepted for the columns that these repairs leave; None when there were none.

        Examples
        --------
        >>> from privacy_core.intake import RepairKind
        >>> history = History(present=Study(roles=Roles(("age",)))).then(Study())
        >>> history.accepted([Repair(RepairKind.TRIM, "age")])
        Roles(quasi_identifiers=('age',), sensitive=(), identifiers=(), person=None, weight=None, household=None)
        >>> history.accepted([Repair(RepairKind.ONE_PERSON, "who")]) is None
        True
        """
        asked = _of_columns(repairs)
        several = (study.roles for study in (self.present, *self.past[::-1]) if _of_columns(study.repairs) == asked)
        return next((roles for roles in several if roles is not None), None)

    @property
    def undone(self) -> History:
        """One step back; the same when there is none."""
        if not self.past:
            return self
        return History(self.past[:-1], self.past[-1], (self.present, *self.future))

    @property
    def redone(self) -> History:
        """One undone step forward again; the same when there is none."""
        if not self.future:
            return self
        return History((*self.past, self.present), self.future[0], self.future[1:])


def _of_columns(repairs: Sequence[Repair]) -> tuple[Repair, ...]:
    return tuple(one for one in repairs if one.changes_columns)
