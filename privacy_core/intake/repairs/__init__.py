"""Repairs: small frozen values, applied in order to a table, undone by leaving them out."""

from privacy_core.intake.repairs.applying import apply, apply_repairs
from privacy_core.intake.repairs.kinds import Repair, RepairKind

__all__ = ["Repair", "RepairKind", "apply", "apply_repairs"]
