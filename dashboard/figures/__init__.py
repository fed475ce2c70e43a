"""Result → figure. A figure is a Vega-Lite specification and named data; nothing here knows Streamlit."""

from dashboard.figures.axis import distances, swarm
from dashboard.figures.base import Figure
from dashboard.figures.mass import mixes
from dashboard.figures.people import crowds
from dashboard.figures.steps import stairs

__all__ = ["Figure", "crowds", "distances", "mixes", "stairs", "swarm"]
