"""Descriptions that should fit one person: made from a release, tried on its people, on strangers, and blindly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dashboard.compute.linking import Publish
from dashboard.compute.matching import FIRST_SEED
from privacy_core import Hierarchy, Progress, Table

FIRST_TRIES = 500
FIRST_COLUMNS = 3


@dataclass(frozen=True)
class Asked:
    """What is tried: a key.

    Parameters
    ----------
    known : columns that tell the crowds of the release apart
    columns : columns that a description of one record may be made of
    together : columns in a description of several
    rarer : how many times rarer than 1 row in the table a description must be to count as rare
    tries, seed : of each attack, and their chance
    """

    known: tuple[str, ...]
    columns: tuple[str, ...]
    together: int = FIRST_COLUMNS
    rarer: int = 100
    tries: int = FIRST_TRIES
    seed: int = FIRST_SEED


@dataclass(frozen=True)
class Described:
    """What came of it; each part is the core's, or why it was not tried."""

    asked: Asked
    crowds: object
    records: tuple[object, ...]


def describing(
    held: Table,
    release: Table | Publish,
    asked: Asked,
    strangers: Table | None,
    trees: Mapping[str, Hierarchy],
) -> Callable[[Progress], Described]:
    """Work that tries every description; the tables are here already, or the release is made first."""
    raise NotImplementedError
