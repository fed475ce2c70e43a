"""Result → figure. A figure is a Vega-Lite specification and named data; nothing here knows Streamlit."""

from dashboard.figures.axis import distances, swarm
from dashboard.figures.base import Figure
from dashboard.figures.mass import mixes
from dashboard.figures.people import crowds
from dashboard.figures.profile import profile
from dashboard.figures.steps import stairs
from dashboard.figures.ways import SINGLE_WAYS, Badge, Chart, binned, ways

__all__ = [
    "Badge",
    "Chart",
    "Figure",
    "SINGLE_WAYS",
    "binned",
    "crowds",
    "distances",
    "mixes",
    "profile",
    "stairs",
    "swarm",
    "ways",
]
