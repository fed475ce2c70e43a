"""One way to blur, carried out: the release, who is left out and why, what it costs beside other settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard import words
from dashboard.compute.blurring import Promise, ground_of, models
from dashboard.compute.cutting import SESSION, Cut, table
from dashboard.compute.hierarchies import given_up, trees
from dashboard.compute.naming import build
from privacy_core import (
    Anonymization,
    Crowd,
    EquivalenceClasses,
    Hierarchy,
    Limits,
    Measurement,
    Prior,
    PrivacyModel,
    Roles,
    Setting,
    Table,
    TreeSpec,
    anonymizers,
    contingency,
    crowd,
    equivalence_classes,
    measure,
    utility,
)


@dataclass(frozen=True, eq=False)
class Released:
    """A release that keeps its promise, measured again, or what a way looks like that keeps none.

    Parameters
    ----------
    blurred : every quasi-identifier at its level, nobody left out yet
    classes : its crowds
    asked : each model on those crowds, compared with the original's distribution
    answer : the release, measured; left-out rows flagged and reading * in every known column
    limit : rows that may be left out
    """

    blurred: Table
    classes: EquivalenceClasses
    asked: tuple[Measurement, ...]
    answer: Anonymization
    limit: int

    @property
    def published(self) -> Table:
        """The release."""
        return self.answer.table

    @property
    def refused(self) -> str | None:
        """Why it is no release: it leaves out more than may be; None where it is one."""
        several = int(self.left_out.sum())
        return None if several <= self.limit else words.over_limit(several, self.limit)

    @property
    def left_out(self) -> NDArray[np.bool_]:
        """Rows the release leaves out that were not suppressed before."""
        return self.published.suppressed & ~self.blurred.suppressed


def carried_out(chosen: Cut, specs: tuple[TreeSpec, ...], levels: tuple[int, ...], promise: Promise) -> Released:
    """Blur to these levels, leave out every crowd that breaks the promise, and measure the release again.

    The limit decides only whether there is a release: moving it measures nothing again.
    """
    done = _carried_out(chosen, specs, levels, replace(promise, suppression=1.0))
    return replace(done, limit=Limits(promise.suppression).rows(int((~done.blurred.suppressed).sum())))


@st.cache_resource(max_entries=12, **SESSION)
def _carried_out(chosen: Cut, specs: tuple[TreeSpec, ...], levels: tuple[int, ...], promise: Promise) -> Released:
    held, made, asked = table(chosen), trees(chosen, specs), models(chosen, promise)
    at = dict(zip(chosen.known, levels, strict=True))
    seen = anonymizers.blurred(held, chosen.known, made, at, asked, chosen.policies)
    found = anonymizers.AtLevels(at).anonymize(held, _roles(chosen), made, asked, Limits(1.0), policies=chosen.policies)
    return Released(seen.table, seen.classes, seen.measurements, found, held.n_rows)


def _roles(chosen: Cut) -> Roles:
    return Roles(chosen.known, chosen.secrets)


def _measured(
    chosen: Cut, blurred: Table, classes: EquivalenceClasses, asked: Sequence[PrivacyModel], prior: Prior
) -> Iterator[Measurement]:
    """Each model on some crowds, against the original's distribution or their own."""
    before = _judged(table(chosen)) if prior is Prior.ORIGINAL else None
    policies = replace(chosen.policies, prior=prior)
    counts = {
        name: contingency(blurred, classes, name, policies, before if name else None)
        for name in {model.sensitive for model in asked}
    }
    yield from (measure(model, counts[model.sensitive]) for model in asked)


def _judged(held: Table) -> Table:
    return held.only(np.flatnonzero(~held.suppressed)) if held.suppressed.any() else held


@dataclass(frozen=True, eq=False)
class Card:
    """One setting beside others.

    Parameters
    ----------
    method : name of the anonymizer
    k : its line
    detail : share of the detail given up before anybody is left out
    loss : Loss (geometric mean), left-out rows included
    left_out, rows : rows left out, of how many judged
    crowd : the crowds before anybody is left out
    smallest : smallest crowd of the release; 0 where nobody is left
    fewest : fewest different secrets in a crowd of the release; None without a secret
    distance, own : largest distance (t) against the original's mix, and against the release's own
    at_once : number of columns on which crowds were counted, every set of so many; None for all together
    """

    method: str
    k: int
    detail: float
    loss: float
    left_out: int
    rows: int
    crowd: Crowd | None
    smallest: int
    fewest: int | None
    distance: float | None
    own: float | None
    at_once: int | None = None


@st.cache_resource(max_entries=24, **SESSION)
def card(chosen: Cut, specs: tuple[TreeSpec, ...], levels: tuple[int, ...], promise: Promise) -> Card:
    """What one way costs and what its worst crowd tells."""
    done = carried_out(chosen, specs, levels, promise)
    at = dict(zip(chosen.known, levels, strict=True))
    return described(
        chosen,
        trees(chosen, specs),
        done.published,
        promise.k,
        promise.ground,
        "full-domain",
        at,
        done.blurred,
        lost_at(chosen, specs, at),
    )


@st.cache_resource(max_entries=6, **SESSION)
def as_uploaded(chosen: Cut, specs: tuple[TreeSpec, ...], k: int, ground: str) -> Card:
    """The table as it is, nobody left out."""
    held, at = table(chosen), dict.fromkeys(chosen.known, 0)
    return described(chosen, trees(chosen, specs), held, k, ground, "as uploaded", at, held, 0.0)


def lost_at(chosen: Cut, specs: tuple[TreeSpec, ...], levels: Mapping[str, int]) -> float:
    """Share of the detail that some levels give up, before anybody is left out."""
    return float(np.mean([lost[levels[name]] for name, lost in given_up(chosen, specs).items()]))


def described(
    chosen: Cut,
    made: Mapping[str, Hierarchy],
    published: Table,
    k: int,
    ground: str,
    method: str,
    levels: Mapping[str, int] | None,
    blurred: Table,
    detail: float,
) -> Card:
    """Put one release beside the original.

    Parameters
    ----------
    blurred : what it looks like before anybody is left out; for a method without such a table the release itself
    detail : share of the detail it gives up
    """
    held = table(chosen)
    seen = equivalence_classes(blurred, chosen.known, chosen.policies)
    shown = equivalence_classes(published, chosen.known, chosen.policies)
    after = utility.loss(utility.coarsenings(held, published, chosen.known, made, levels))
    worst = [_worst(chosen, published, shown, name, ground) for name in chosen.secrets if len(shown)]
    return Card(
        method,
        k,
        detail,
        float(after.aggregated(utility.Aggregate.GEOMETRIC)),
        int(published.suppressed.sum() - held.suppressed.sum()),
        int((~held.suppressed).sum()),
        crowd(seen, k),
        int(shown.size.min(initial=held.n_rows)) if len(shown) else 0,
        min((fewest for fewest, _, _ in worst), default=None),
        max((far for _, far, _ in worst), default=None),
        max((own for _, _, own in worst), default=None),
    )


def _worst(
    chosen: Cut, published: Table, shown: EquivalenceClasses, secret: str, ground: str
) -> tuple[int, float, float]:
    """Fewest secrets, largest distance from the original's mix, and from the release's own."""
    near = build(chosen, secret, "t", ground_of(chosen, secret, ground), None)
    few = build(chosen, secret, "l", "", None)
    fewest, far = _measured(chosen, published, shown, (few, near), Prior.ORIGINAL)
    (own,) = _measured(chosen, published, shown, (near,), Prior.TABLE)
    return int(fewest.value or 0), float(far.value or 0), float(own.value or 0)


def levels_of(chosen: Cut, specs: tuple[TreeSpec, ...], pin: Setting) -> tuple[int, ...] | None:
    """The levels of a pinned setting; None where its columns or levels are no longer there."""
    levels, made = dict(pin.levels), trees(chosen, specs)
    if set(levels) != set(made) or any(level >= made[name].n_levels for name, level in levels.items()):
        return None
    return tuple(levels[name] for name in chosen.known)


CACHES = (_carried_out, card, as_uploaded)
