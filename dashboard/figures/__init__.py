"""Result → figure. A figure is a Vega-Lite specification and named data; nothing here knows Streamlit."""

from dashboard.figures.axis import distances, swarm
from dashboard.figures.bars import Pair, bars
from dashboard.figures.base import Figure
from dashboard.figures.candidates import candidates
from dashboard.figures.chips import CHIPS, HEIGHT, STEPS, Step, chips, fitting
from dashboard.figures.drawn import At, along, spread
from dashboard.figures.facts import facts
from dashboard.figures.falls import Fall, falls
from dashboard.figures.lists import Listed, lists
from dashboard.figures.luck import Frame, Rare, luck
from dashboard.figures.mass import mixes
from dashboard.figures.odds import Odd, Odds, curve, odds, promised_and_real
from dashboard.figures.people import crowds
from dashboard.figures.pinned import nine, square, thousand
from dashboard.figures.profile import profile
from dashboard.figures.reached import Row, reached
from dashboard.figures.sets import HEIGHT as FACTS_HEIGHT
from dashboard.figures.sets import SINGLE_SETS, binned_sets
from dashboard.figures.sets import Chart as FactChart
from dashboard.figures.sets import Mark as FactMark
from dashboard.figures.sets import Named as NamedSet
from dashboard.figures.shares import Share, histograms, shares
from dashboard.figures.sheets import sheets
from dashboard.figures.slices import Slice, slices
from dashboard.figures.slices import which as which_slices
from dashboard.figures.steps import stairs
from dashboard.figures.strip import CELLS, Spoken, Strip, strip
from dashboard.figures.totals import Climb, Measured, totals
from dashboard.figures.tries import Tried, tries
from dashboard.figures.ways import SINGLE_WAYS, Badge, Chart, binned, ways
from dashboard.figures.worlds import World, worlds

__all__ = [
    "At",
    "Badge",
    "CELLS",
    "CHIPS",
    "Chart",
    "Climb",
    "FACTS_HEIGHT",
    "FactChart",
    "FactMark",
    "Fall",
    "Figure",
    "Frame",
    "HEIGHT",
    "Listed",
    "Measured",
    "NamedSet",
    "Odd",
    "Odds",
    "Pair",
    "Rare",
    "Row",
    "SINGLE_SETS",
    "SINGLE_WAYS",
    "STEPS",
    "Share",
    "Slice",
    "Spoken",
    "Step",
    "Strip",
    "Tried",
    "World",
    "along",
    "bars",
    "binned",
    "binned_sets",
    "candidates",
    "chips",
    "crowds",
    "curve",
    "distances",
    "facts",
    "falls",
    "fitting",
    "histograms",
    "lists",
    "luck",
    "mixes",
    "nine",
    "odds",
    "profile",
    "promised_and_real",
    "reached",
    "shares",
    "sheets",
    "slices",
    "spread",
    "square",
    "stairs",
    "strip",
    "swarm",
    "thousand",
    "totals",
    "tries",
    "ways",
    "which_slices",
    "worlds",
]
