"""Generalization hierarchies: one column's values in ever coarser groups."""

from privacy_core.hierarchies.arx_csv import read_hierarchy, write_hierarchy
from privacy_core.hierarchies.building import Spec, build, settings, spec_from
from privacy_core.hierarchies.calendar_units import Dates, DayOrder, Unit
from privacy_core.hierarchies.climbing import one_level_up
from privacy_core.hierarchies.grouping import ByFrequency, OrderedGroups
from privacy_core.hierarchies.masking import Masking
from privacy_core.hierarchies.nesting import MOST_LEVELS, Hierarchy, hierarchy
from privacy_core.hierarchies.ranges import Intervals

__all__ = [
    "ByFrequency",
    "Dates",
    "DayOrder",
    "Hierarchy",
    "Intervals",
    "MOST_LEVELS",
    "Masking",
    "OrderedGroups",
    "Spec",
    "Unit",
    "build",
    "hierarchy",
    "one_level_up",
    "read_hierarchy",
    "settings",
    "spec_from",
    "write_hierarchy",
]
