"""Generalization hierarchies: one column's values in ever coarser groups."""

from privacy_core.hierarchies.arx_csv import read_hierarchy, write_hierarchy
from privacy_core.hierarchies.nesting import MOST_LEVELS, Hierarchy, hierarchy

__all__ = ["MOST_LEVELS", "Hierarchy", "hierarchy", "read_hierarchy", "write_hierarchy"]
