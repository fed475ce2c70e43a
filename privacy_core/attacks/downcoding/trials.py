"""Many draws of the demonstration, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from privacy_core.attacks.downcoding.attack import Group, WhyNot
from privacy_core.attacks.downcoding.clusters import Clusters
from privacy_core.attacks.downcoding.drawing import Rule, Trial, one_trial
from privacy_core.attacks.downcoding.theory import Theory, predict
from privacy_core.attacks.outcomes import Outcome, outcome
from privacy_core.errors import ParameterError, whole_number
from privacy_core.evidence import Counts
from privacy_core.progress import Progress, report, unwatched


@dataclass(frozen=True)
class Trials:
    """Many draws, counted.

    Parameters
    ----------
    settings, rule : what was drawn, and how it was attacked
    trials : draws
    worked : by number of rows refined, ascending, the draws in which so many are and all that follows is right
    groups : refined groups, and those wholly right
    rows : rows refined in all draws together
    cells : raised cells of refined groups, and those in which indeed exactly one row is in the rest
    without_minimality : refined groups, and those that the likeliest reading gets right when it is not known that the
        release is minimal: that no row scatters
    all_isolate : draws with a predicate, and those in which every one fits exactly one row, each a different one
    min_delta_d : least number of refined cells in a refined row; None where none is
    shares : by number of raised cells (0 to dims), the groups that were looked at, whether refined or not
    seed : what chance was made from; None where the caller keeps it
    """

    settings: Clusters
    rule: Rule
    trials: int
    worked: tuple[tuple[int, int], ...]
    groups: Counts
    rows: int
    cells: Counts
    without_minimality: Counts
    all_isolate: Counts
    min_delta_d: int | None
    shares: tuple[int, ...]
    seed: int | None = None

    @property
    def daleth(self) -> Counts:
        """Draws in which rows are refined and all that follows is right: ד at any Δ_N and Δ_D above 0."""
        return self.daleth_at(1)

    def daleth_at(self, delta_n: int) -> Counts:
        """Draws in which at least so many rows are refined and all that follows is right."""
        return Counts(sum(draws for rows, draws in self.worked if rows >= delta_n), self.trials)

    @property
    def delta_n(self) -> float:
        """Rows refined, on average over the draws."""
        return self.rows / self.trials

    @property
    def records(self) -> float:
        """Share of rows refined, on average over the draws (0 to 1)."""
        return self.delta_n / self.settings.n

    @property
    def predicates(self) -> float:
        """Predicates per draw (L), on average over the draws."""
        return self.groups.attempts / self.trials

    @property
    def theory(self) -> Theory | None:
        """What is expected; None for the rule that tries every class, and where the blur is needless in part."""
        return expected(self.settings, self.rule)

    @property
    def outcome(self) -> Outcome:
        """Groups wholly right, against the same groups read without minimality."""
        premise = self.rule.rho == 0 or self.groups.attempts > 0
        return outcome(self.groups, self.without_minimality, premise)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the attacker is given, and what the figures hold for, one sentence each."""
        one, rule = self.settings, self.rule
        blur = "blurred as little as the hierarchy and k allow"
        if rule.rho:
            blur = f"blurred needlessly, cells raised with chance {rule.rho:g}, so it is no longer minimal"
        knows = "knows the distribution"
        if rule.holdout is not None:
            knows = f"learns the distribution from {rule.holdout:,} rows that are not in the release"
        return (
            f"Rows are drawn independently from {one.clusters:,} clusters; each scatters with chance {one.big:g}.",
            f"The release is {blur}.",
            f"The attacker sees the release alone, knows hierarchy and k = {one.k:,}, and {knows}.",
        )


def expected(settings: Clusters, rule: Rule) -> Theory | None:
    """What theory expects; None for the rule that tries every class, and where the blur is needless in part.

    Examples
    --------
    >>> expected(Clusters(), Rule(every_class=True)) is None, round(expected(Clusters(), Rule()).daleth, 3)
    (True, 0.389)
    """
    if rule.every_class or rule.rho:
        return None
    return predict(settings.n, settings.k, settings.clusters, settings.dims, settings.big)


def run_trials(
    settings: Clusters,
    trials: int,
    random: np.random.Generator,
    *,
    every_class: bool = False,
    rho: float = 0.0,
    holdout: int | None = None,
    seed: int | None = None,
    progress: Progress = unwatched,
) -> Trials:
    """Run the demonstration many times and count.

    What is drawn the i-th time depends on the generator's seed and on i alone: a longer run begins as a shorter one.

    Parameters
    ----------
    trials : at least 1
    every_class : try every class, not only clusters of exactly k rows
    rho : chance that a cell is raised needlessly
    holdout : rows of a hold-out to learn the distribution from; it is given unless said
    seed : what `random` was made from, to be told with the result

    Raises
    ------
    ParameterError
        No trial, or a number out of its range.

    Examples
    --------
    >>> found = run_trials(Clusters(), 20, np.random.default_rng(1), seed=1)
    >>> found.groups, found.without_minimality.hits, found.min_delta_d >= 24
    (Counts(hits=13, attempts=13), 0, True)
    """
    whole_number(trials=trials)
    if trials < 1:
        raise ParameterError(f"At least 1 trial is needed, got {trials:,}.")
    counted = _Counted(settings, Rule(every_class, rho, holdout))
    for at in range(trials):
        report(progress, at / trials, "drawing tables and undoing their blur")
        counted.take(one_trial(settings, random.spawn(1)[0], counted.rule))
    return counted.told(trials, seed)


class _Counted:
    """Counts over draws so far."""

    def __init__(self, settings: Clusters, rule: Rule) -> None:
        self.settings, self.rule = settings, rule
        self.worked: Counter[int] = Counter()
        self.shares: Counter[int] = Counter()
        self.refined: list[tuple[Group, bool]] = []
        self.isolated: list[bool] = []

    def take(self, trial: Trial) -> None:
        """Count one more."""
        found, isolate = trial.found, trial.compound.all_isolate
        self.worked[found.delta_n] += trial.works
        self.isolated += [isolate] if isolate is not None else []
        for group in found.groups:
            if group.why_not in (None, WhyNot.SHARE):
                self.shares[int(group.raised.sum())] += 1
        for group in found.refined:
            self.refined.append((group, bool((trial.codes[group.rows] == 2 * group.cluster).all())))

    def told(self, trials: int, seed: int | None) -> Trials:
        """Return all counts."""
        groups = [group for group, _ in self.refined]
        raised = [int(group.raised.sum()) for group in groups]
        return Trials(
            self.settings,
            self.rule,
            trials,
            tuple(sorted((rows, draws) for rows, draws in self.worked.items() if draws)),
            Counts(sum(bool(group.right) for group in groups), len(groups)),
            sum(len(group.rows) for group in groups),
            Counts(sum(group.cells_right or 0 for group in groups), sum(raised)),
            Counts(sum(plain for _, plain in self.refined), len(groups)),
            Counts(sum(self.isolated), len(self.isolated)),
            min(raised, default=None),
            tuple(self.shares[cells] for cells in range(self.settings.dims + 1)),
            seed,
        )
