"""The parts pages are made of: each shows one thing, and gives back a typed value where it has one."""

from dashboard.widgets.base import (
    Span,
    columns,
    counted_as,
    figure,
    heading,
    metrics,
    notes,
    number,
    ready,
    refusal,
    small,
    small_on_phones,
    waiting,
    warning,
)
from dashboard.widgets.crowd import K_SPAN, crowd_table
from dashboard.widgets.giveaway import bounds, class_table, distances, ground, more_promises, one_crowd, promise, secret
from dashboard.widgets.publish import acceptance, noticed, offers, preview, roles_table, staircase

__all__ = [
    "K_SPAN",
    "Span",
    "acceptance",
    "bounds",
    "class_table",
    "columns",
    "counted_as",
    "crowd_table",
    "distances",
    "figure",
    "ground",
    "heading",
    "metrics",
    "more_promises",
    "notes",
    "noticed",
    "number",
    "offers",
    "one_crowd",
    "preview",
    "promise",
    "ready",
    "refusal",
    "roles_table",
    "secret",
    "small",
    "small_on_phones",
    "staircase",
    "waiting",
    "warning",
]
