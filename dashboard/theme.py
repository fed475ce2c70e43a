"""Colours, fonts and chart configuration. The values are those of the theme in .streamlit/config.toml."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Palette:
    """What each colour of a figure means; never used alone, a shape or word stands beside it."""

    ink: str
    mute: str
    beyond: str
    beyond_text: str
    within: str
    choice: str
    luck: str
    wash: str
    pale: str
    grid: str
    axis: str
    ground: str
    excess: tuple[str, ...]


LIGHT = Palette(
    ink="#1F2328",
    mute="#59626C",
    beyond="#D55E00",
    beyond_text="#AD4600",
    within="#6E8CA8",
    choice="#0072B2",
    luck="#6B7480",
    wash="#FBE3D0",
    pale="#DCE6EE",
    grid="#ECE8DF",
    axis="#C9C3B6",
    ground="#FFFFFF",
    excess=tuple(f"#{one}" for one in "FDF1E6 FBDEC5 F7C49A F1A76D E88A45 D96F25 BD5814 9A450F 76340D 55260C".split()),
)
DARK = Palette(
    ink="#EAE7E1",
    mute="#AEB7C0",
    beyond="#F0883E",
    beyond_text="#FFA566",
    within="#6C8CA6",
    choice="#5AB0E6",
    luck="#98A2AD",
    wash="#4A2C18",
    pale="#223341",
    grid="#262C31",
    axis="#4A525A",
    ground="#14171A",
    excess=tuple(f"#{one}" for one in "2A1D14 432916 613617 834518 A85720 CC6D2D EC8745 FFA669 FFC596 FFE2C8".split()),
)
SANS = "Source Sans"


def palette(kind: str | None) -> Palette:
    """The palette of a theme; light unless the theme is said to be dark."""
    return DARK if kind == "dark" else LIGHT


def configuration(colours: Palette) -> dict[str, Any]:
    """Vega-Lite configuration shared by all figures."""
    return {
        "background": "transparent",
        "font": SANS,
        "view": {"stroke": None},
        "axis": {
            "labelFontSize": 13,
            "titleFontSize": 13,
            "titleFontWeight": "normal",
            "labelColor": colours.mute,
            "titleColor": colours.mute,
            "gridColor": colours.grid,
            "domainColor": colours.axis,
            "tickColor": colours.axis,
            "tickSize": 4,
            "labelPadding": 5,
            "titlePadding": 8,
        },
        "axisX": {"titleAnchor": "start"},
        "axisY": {"grid": False},
        "text": {"fontSize": 13, "color": colours.ink, "font": SANS},
        "point": {"filled": True, "opacity": 0.9},
        "padding": {"left": 4, "top": 6, "right": 8, "bottom": 4},
    }
