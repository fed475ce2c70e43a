"""Protection configurations: ways to protect a table, to be compared by what an attacker still achieves."""

from privacy_core.protections.coarsening import coarsened
from privacy_core.protections.comparing import Outcome, sweep
from privacy_core.protections.families import GRID, Family, Original, Protection, matchable
from privacy_core.protections.synthesis import synthesized

__all__ = ["GRID", "Family", "Original", "Outcome", "Protection", "coarsened", "matchable", "sweep", "synthesized"]
