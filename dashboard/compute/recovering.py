"""The blur undone: two rows, one crowd of a made-up table, many draws, and a release of one's own audited."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from dashboard.compute.linking import Publish
from privacy_core import Hierarchy, ParameterError, Progress, Table, report
from privacy_core.attacks import downcoding, minimality

PEOPLE, DRAWS, FIRST_DRAW = 100, 20, 2
"""People of a draw; draws made while somebody waits; a seed whose draw works at first, found by `finding`."""


@dataclass(frozen=True)
class Asked:
    """One setting of the demonstration: a key.

    Parameters
    ----------
    k, dims : people of a crowd, columns
    rho : chance that a cell is blurred needlessly
    every : whether every crowd is tried
    """

    k: int
    dims: int
    rho: float = 0.0
    every: bool = False

    @property
    def settings(self) -> downcoding.Clusters:
        """The same for the core: as many clusters as give k people each, one of k people odd."""
        return downcoding.Clusters(PEOPLE, self.k, max(PEOPLE // max(self.k, 1), 1), self.dims, 1 / max(self.k, 1))

    @property
    def rule(self) -> downcoding.Rule:
        """How it is blurred and attacked."""
        return downcoding.Rule(self.every, self.rho)


@dataclass(frozen=True, eq=False)
class Undone:
    """One crowd of a draw.

    Parameters
    ----------
    rows, dims : its rows and columns
    coarse : per column, whether it was made coarse
    wrong : per column, whether what follows is wrong
    share, raised : of the columns that are coarse, and how many
    why_not : why nothing follows; None where something does
    right : whether all that follows is right
    cells_right : coarse columns in which it is
    crowds : crowds of the draw in which something follows
    log2_weight : chance that a person drawn anew fits the description of the odd one, as a power of 2
    fitting : people of the original who fit it
    """

    rows: int
    dims: int
    coarse: tuple[bool, ...]
    wrong: tuple[bool, ...]
    share: float
    raised: int
    why_not: downcoding.WhyNot | None
    right: bool
    cells_right: int
    crowds: int
    log2_weight: float | None
    fitting: int | None

    @property
    def refined(self) -> bool:
        """Whether something follows."""
        return self.why_not is None


def drawing(asked: Asked, seed: int) -> Callable[[Progress], Undone]:
    """Work that draws people, blurs them, undoes the blur, and shows one crowd."""

    def work(told: Progress) -> Undone:
        report(told, 0.1, "drawing people and blurring them")
        return _shown(downcoding.one_trial(asked.settings, np.random.default_rng(seed), asked.rule))

    return work


def _shown(trial: downcoding.Trial) -> Undone:
    """The first crowd in which something follows, wholly right ones before others; else one in which nothing does."""
    found = trial.found
    if not found.groups:
        raise ParameterError("No crowd of this draw lies within one cluster: draw again, or ask for fewer people alike.")
    order = [group.right is not True for group in found.groups], [_refusal(group.why_not) for group in found.groups]
    place = min(range(len(found.groups)), key=lambda at: (order[0][at], order[1][at]))
    group = found.groups[place]
    rows = group.rows[found.published.owner[group.rows] == found.published.owner[group.rows[0]]]
    outside = trial.codes[group.rows] == 2 * group.cluster + 1
    wrong = group.raised & (outside.sum(axis=0) != 1) if group.refined else np.zeros(len(group.raised), bool)
    at = [one is group for one in found.refined].index(True) if group.refined else None
    return Undone(
        len(rows),
        len(group.raised),
        tuple(group.raised.tolist()),
        tuple(wrong.tolist()),
        group.share,
        int(group.raised.sum()),
        group.why_not,
        group.right is True,
        group.cells_right or 0,
        len(found.refined),
        None if at is None else trial.compound.predicates[at].log2_weight,
        None if at is None else trial.compound.fitting[at],
    )


def _refusal(why: downcoding.WhyNot | None) -> int:
    """The closer to an attack, the earlier."""
    order = (None, downcoding.WhyNot.SHARE, downcoding.WhyNot.REST, downcoding.WhyNot.SIZE)
    return order.index(why)


def finding(asked: Asked, first: int) -> Callable[[Progress], downcoding.Search]:
    """Work that looks for a draw that works, seed by seed."""
    return lambda told: downcoding.seed_that_works(asked.settings, first, asked.rule, DRAWS, told)


def trying(asked: Asked, seed: int) -> Callable[[Progress], downcoding.Trials]:
    """Work that makes a few draws and counts."""
    more = {"every_class": asked.every, "rho": asked.rho, "seed": seed}
    return lambda told: downcoding.run_trials(
        asked.settings, DRAWS, np.random.default_rng(seed), progress=told, **more
    )


@dataclass(frozen=True, eq=False)
class Audited:
    """A release of one's own: whether it could be finer, and what can be inferred from its being as fine as it is.

    Parameters
    ----------
    audit : as the core has it
    raised : what minimality says of its blurred cells; None where its cells are no nodes
    people : what the strangers are called from whom shares were learned; None without any
    """

    audit: minimality.Audit
    raised: minimality.Raised | None
    people: str | None


def auditing(
    held: Table,
    release: Table | Publish,
    known: tuple[str, ...],
    made: Mapping[str, Hierarchy],
    id_column: str | None,
    strangers: tuple[str, Table] | tuple[None, None],
) -> Callable[[Progress], Audited]:
    """Work that audits a release; the tables are here already, or the release is made first."""

    def work(told: Progress) -> Audited:
        report(told, 0.0, "making the release")
        shown = release if isinstance(release, Table) else release(partial(_within, told, 0.0, 0.2)).table
        within = partial(_within, told, 0.2, 0.6)
        found = minimality.audit(held, shown, known, made, id_column=id_column, progress=within)
        if found.boxes is None:
            return Audited(found, None, None)
        people, table = strangers
        within = partial(_within, told, 0.8, 0.2)
        return Audited(found, minimality.infer_raised(found, made, holdout=table, progress=within), people)

    return work


def _within(told: Progress, first: float, span: float, share: float, doing: str) -> bool:
    """Progress of one part of the work."""
    return told(first + span * share, doing)
