"""The lattice of generalization levels: described as a whole, or searched for its best node."""

from privacy_core.anonymizers.lattice.aims import Objective, Quality
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.lattice import MOST_NODES, SPAN, Lattice, View, whole_lattice
from privacy_core.anonymizers.lattice.reaching import Sizes, class_sizes
from privacy_core.anonymizers.lattice.reasons import Reason
from privacy_core.anonymizers.lattice.warming import warm_up
from privacy_core.anonymizers.lattice.ways import FILTERED, Reached, Ways, reached, ways

__all__ = [
    "FILTERED",
    "Grid",
    "Lattice",
    "MOST_NODES",
    "Objective",
    "Quality",
    "Reached",
    "Reason",
    "SPAN",
    "Sizes",
    "View",
    "Ways",
    "class_sizes",
    "reached",
    "warm_up",
    "ways",
    "whole_lattice",
]
