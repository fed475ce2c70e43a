"""The import doctor: what stands out in a table, each with its count and, where there is one, a repair."""

from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.checkup.geography import Grid, geo_grids, geo_pair
from privacy_core.intake.checkup.homes import counted_homes
from privacy_core.intake.checkup.rounds import doctor
from privacy_core.intake.checkup.weighing import by_weight

__all__ = ["Finding", "Grid", "by_weight", "counted_homes", "doctor", "geo_grids", "geo_pair"]
