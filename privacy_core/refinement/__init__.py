"""How far a table could be less blurred: boxes of rows refined until no closure, split, join or pool is left.

Pure functions on codes and nodes of hierarchies; the anonymizer that recodes locally and the audit that
asks whether a release is minimal both use them. Cohen, Attacks on deidentification's defenses, USENIX
Security 2022, defines minimality; the moves are ours.
"""

from privacy_core.refinement.boxes import Boxes
from privacy_core.refinement.pools import Budget
from privacy_core.refinement.search import Moves, Refinable, possible, refinable, refine
from privacy_core.refinement.splits import split_all
from privacy_core.refinement.trees import Taxonomy, taxonomy

__all__ = [
    "Boxes",
    "Budget",
    "Moves",
    "Refinable",
    "Taxonomy",
    "possible",
    "refinable",
    "refine",
    "split_all",
    "taxonomy",
]
