"""What an attacker still links under each protection: one table, one attacker, one axis of protections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from privacy_core.errors import PrivacyError
from privacy_core.linkage.risk import LinkageRisk, link
from privacy_core.linkage.settings import LinkageSettings
from privacy_core.linkage.truth import truth_by_position
from privacy_core.progress import Progress, report
from privacy_core.protections.families import GRID, Family, Original, Protection, matchable
from privacy_core.tables import Column, FloatArray, Scale, Table


@dataclass(frozen=True, eq=False)
class Outcome:
    """One protection and what is left to link.

    Parameters
    ----------
    protection : which one
    risk : how far the protected table can be matched to the original; None where there is no such release
    reason : why there is none
    unchanged : share of matchable cells that still read as before; None where rows are about nobody
    drift : mean absolute change of the correlations between numbers that are still numbers; None with fewer than two
        numbers, or rows that have them all
    seconds : on the clock, protection and matching together
    """

    protection: Protection
    risk: LinkageRisk | None
    reason: str | None
    unchanged: float | None
    drift: float | None
    seconds: float


def sweep(
    original: Original,
    settings: LinkageSettings,
    strangers: Table | None = None,
    protections: Sequence[Protection] = GRID,
) -> Iterator[Outcome]:
    """Protect a table in several ways and match each release to the original, one after the other.

    Protections are settings of the owner; blocking levels are a choice of the attacker. Both are called λ in the
    paper; only along blocking levels does a rate never fall.

    Parameters
    ----------
    original : people, roles, chance and progress
    settings : the attacker, the same for all; with `fit=Fit.SOURCE` all releases are seen along the same axes
    strangers : people who are in none of the releases
    protections : what is tried, default all nineteen

    Yields
    ------
    outcome : as soon as each is done

    Raises
    ------
    Stopped
        Progress said so.

    Notes
    -----
    Source: protection configurations, Khvatov & Neyman, arXiv 2602.11015; the list of configurations is ours.

    Examples
    --------
    >>> from privacy_core import samples
    >>> shop = samples.load("touchpoints")
    >>> few = shop.table.only(np.arange(300))
    >>> rng, asked = np.random.default_rng(1), LinkageSettings(shop.roles.quasi_identifiers, ("interest", "person"))
    >>> done = list(sweep(Original(few, shop.roles, rng), asked, protections=[GRID[0], GRID[-1]]))
    >>> [(one.protection.name, one.unchanged, one.risk.top_one is None) for one in done]
    [('as it is', 1.0, False), ('synthetic rows', None, True)]
    """
    chances = original.random.spawn(len(protections))
    for at, (protection, chance) in enumerate(zip(protections, chances, strict=True)):
        report(original.progress, at / len(protections), protection.name)
        own = replace(original, random=chance, progress=_within(original.progress, at / len(protections)))
        yield _outcome(protection, own, settings, strangers)


def _within(progress: Progress, share: float) -> Progress:
    """Heeds a stop within one protection; the share grows between them."""
    return lambda _, doing: progress(share, doing)


def _outcome(protection: Protection, original: Original, settings: LinkageSettings, strangers: Table | None) -> Outcome:
    begun = perf_counter()
    try:
        made = protection.make(original)
    except PrivacyError as refused:
        return Outcome(protection, None, str(refused), None, None, perf_counter() - begun)
    truth = truth_by_position(original.table.n_rows) if protection.keeps_people else None
    found = link(
        original.table,
        made,
        settings,
        truth=truth,
        holdout=strangers,
        hierarchies=original.hierarchies if protection.family is Family.K_ANONYMITY else {},
        random=original.random,
        progress=original.progress,
    )
    names = matchable(original.table, original.roles)
    unchanged = _unchanged(original.table, made, names) if protection.keeps_people else None
    return Outcome(protection, found, None, unchanged, _drift(original.table, made, names), perf_counter() - begun)


def _unchanged(before: Table, after: Table, names: Sequence[str]) -> float:
    """Share of cells that read the same."""
    return float(np.mean([_same(before[name], after[name]) for name in names]))


def _same(before: Column, after: Column) -> float:
    place = {label: code for code, label in enumerate(before.labels)}
    to = np.array([place.get(label, -1) for label in after.labels], np.int64)
    return float((to[after.codes] == before.codes).mean())


def _drift(before: Table, after: Table, names: Sequence[str]) -> float | None:
    numeric = [name for name in names if before[name].scale is after[name].scale is Scale.NUMERIC]
    if len(numeric) < 2:
        return None
    one, other = (_correlations(held, numeric) for held in (before, after))
    if one is None or other is None:
        return None
    return float(np.abs(one - other)[np.triu_indices(len(numeric), 1)].mean())


def _correlations(held: Table, names: Sequence[str]) -> FloatArray | None:
    """Pearson's correlations over rows where all numbers are there; 0 beside a constant, None without two such rows."""
    columns = [np.append(held[name].categories.astype(float), np.nan)[held[name].codes] for name in names]
    rows = np.array(columns)
    rows = rows[:, np.isfinite(rows).all(axis=0)]
    if rows.shape[1] < 2:
        return None
    rows = rows - rows.mean(axis=1, keepdims=True)
    length = np.sqrt(np.square(rows).sum(axis=1, keepdims=True))
    unit = np.divide(rows, length, out=np.zeros_like(rows), where=length > 0)
    return np.asarray(unit @ unit.T)
