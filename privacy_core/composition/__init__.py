"""Several releases of the same people: what is left of a secret once they are linked."""

from privacy_core.composition.counting_down import Countdown, countdown, random_countdown, random_sets
from privacy_core.composition.drift import Drift, drift, posterior
from privacy_core.composition.extremal import extremal_sets, extremal_tables
from privacy_core.composition.facts import Candidates, Counted, Linked
from privacy_core.composition.histogram import Bar, bars, by_fewest_left, left_per_person
from privacy_core.composition.linkage import Linkage
from privacy_core.composition.linking import link_by_key, link_groupings, link_rows
from privacy_core.composition.listing import link_by_population
from privacy_core.composition.publications import Publication
from privacy_core.composition.random_case import RandomCase, random_case
from privacy_core.composition.saying import findings, sentence
from privacy_core.composition.vocabulary import Spelling
from privacy_core.composition.worst_case import (
    Forecast,
    collapse_ell,
    ell_needed,
    forecast,
    releases_to_pin,
    worst_case,
)

__all__ = [
    "Bar",
    "Candidates",
    "Countdown",
    "Counted",
    "Drift",
    "Forecast",
    "Linkage",
    "Linked",
    "Publication",
    "RandomCase",
    "Spelling",
    "bars",
    "by_fewest_left",
    "collapse_ell",
    "countdown",
    "drift",
    "ell_needed",
    "extremal_sets",
    "extremal_tables",
    "findings",
    "forecast",
    "left_per_person",
    "link_by_key",
    "link_by_population",
    "link_groupings",
    "link_rows",
    "posterior",
    "random_case",
    "random_countdown",
    "random_sets",
    "releases_to_pin",
    "sentence",
    "worst_case",
]
