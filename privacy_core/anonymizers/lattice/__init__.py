"""The lattice of generalization levels: described as a whole, or searched for its best node."""

from privacy_core.anonymizers.lattice.aims import Objective, Quality
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.lattice import Lattice, View, whole_lattice
from privacy_core.anonymizers.lattice.reasons import Reason
from privacy_core.anonymizers.lattice.warming import warm_up

__all__ = ["Grid", "Lattice", "Objective", "Quality", "Reason", "View", "warm_up", "whole_lattice"]
