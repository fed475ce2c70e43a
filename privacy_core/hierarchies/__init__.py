"""Generalization hierarchies: one column's values in ever coarser groups."""

from privacy_core.hierarchies.arx_csv import read_hierarchy, write_hierarchy
from privacy_core.hierarchies.building import Spec, build, settings, spec_from
from privacy_core.hierarchies.calendar_units import Dates, DayOrder, Unit
from privacy_core.hierarchies.checking import advice, best_columns, examine, faults_beside, respelled
from privacy_core.hierarchies.climbing import Senses, Way, one_level_up, senses
from privacy_core.hierarchies.editing import (
    as_rows,
    moved,
    with_level,
    with_value,
    without_level,
    without_value,
)
from privacy_core.hierarchies.faults import MOST_LEVELS, Fault, Matter, faults_of_lines
from privacy_core.hierarchies.grouping import ByFrequency, OrderedGroups
from privacy_core.hierarchies.masking import Masking
from privacy_core.hierarchies.nesting import Hierarchy, hierarchy
from privacy_core.hierarchies.ranges import Intervals
from privacy_core.hierarchies.spelling import same_number
from privacy_core.hierarchies.suggesting import suggest_hierarchy

__all__ = [
    "ByFrequency",
    "Dates",
    "DayOrder",
    "Fault",
    "Hierarchy",
    "Intervals",
    "MOST_LEVELS",
    "Masking",
    "Matter",
    "OrderedGroups",
    "Senses",
    "Spec",
    "Unit",
    "Way",
    "advice",
    "as_rows",
    "best_columns",
    "build",
    "examine",
    "faults_beside",
    "faults_of_lines",
    "hierarchy",
    "moved",
    "one_level_up",
    "read_hierarchy",
    "respelled",
    "same_number",
    "senses",
    "settings",
    "spec_from",
    "suggest_hierarchy",
    "with_level",
    "with_value",
    "without_level",
    "without_value",
    "write_hierarchy",
]
