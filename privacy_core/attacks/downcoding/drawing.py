"""One draw of the demonstration: a table, its release, what follows from it, and whether that is right."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from privacy_core.attacks.downcoding.attack import WINDOW, Downcoding, downcode, judged
from privacy_core.attacks.downcoding.clusters import Clusters, Drawn, coded, draw
from privacy_core.attacks.downcoding.compound import Compound, compound, predicates
from privacy_core.attacks.downcoding.learning import Learned, learn
from privacy_core.attacks.downcoding.recoding import recode
from privacy_core.attacks.downcoding.remedy import overgeneralized
from privacy_core.errors import in_range, whole_number
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import IntArray


@dataclass(frozen=True)
class Rule:
    """How a release is made worse to read, and how it is attacked.

    Parameters
    ----------
    every_class : try every class, not only clusters of exactly k rows
    rho : chance that a cell is raised needlessly (0 to 1)
    holdout : rows of a hold-out the distribution is learned from; None where it is given
    """

    every_class: bool = False
    rho: float = 0.0
    holdout: int | None = None

    def __post_init__(self) -> None:
        whole_number(holdout=self.holdout)
        in_range(0, 1, rho=self.rho)
        in_range(1, holdout=self.holdout)


PAPER = Rule()
"""The paper's attack on a minimal release, the distribution given."""


@dataclass(frozen=True, eq=False)
class Trial:
    """One draw.

    Parameters
    ----------
    drawn, codes : the original, and the finest node of each of its cells (n, dims)
    found : the release and what follows from it, judged by the original
    compound : predicates that single rows out, tried on the original
    learned : what a hold-out told; None where the distribution is given, or the hold-out told nothing
    """

    drawn: Drawn
    codes: IntArray
    found: Downcoding
    compound: Compound
    learned: Learned | None

    @property
    def works(self) -> bool:
        """Whether something follows and all of it is right."""
        return self.found.right is True


def one_trial(settings: Clusters, random: np.random.Generator, rule: Rule = PAPER) -> Trial:
    """Draw a table, blur it, attack the release, compare with the table.

    Examples
    --------
    >>> found = one_trial(Clusters(), np.random.default_rng(3))
    >>> found.found.delta_n, found.works                   # two groups of ten are undone, rightly
    (20, True)
    """
    drawn = draw(settings, random)
    codes = coded(drawn.values, settings.clusters)
    published = recode(codes, settings.k, settings.clusters)
    if rule.rho:
        published = overgeneralized(published, rule.rho, random)
    window, big, inside, learned = WINDOW, settings.big, settings.inside_share, None
    if rule.holdout is not None:
        learned = learn(draw(settings, random, rule.holdout).values, settings.clusters)
        if learned is None:
            return Trial(drawn, codes, Downcoding(published, (), rule.every_class, WINDOW), compound((), codes), None)
        window, big, inside = learned.window, learned.big, learned.inside
    found = judged(downcode(published, every_class=rule.every_class, window=window), codes)
    return Trial(drawn, codes, found, compound(predicates(found, big, inside), codes), learned)


@dataclass(frozen=True, slots=True)
class Search:
    """A seed whose draw works, and how many had to be tried.

    Parameters
    ----------
    seed : None where none of them works
    tried : seeds tried, one after the other
    """

    seed: int | None
    tried: int


def seed_that_works(
    settings: Clusters, first: int, rule: Rule = PAPER, most: int = 200, progress: Progress = unwatched
) -> Search:
    """Try seeds one after the other until a draw works; `np.random.default_rng(seed)` then draws it again.

    A draw found this way is an example. How often one works is `Trials.daleth`.

    Parameters
    ----------
    settings, rule : what is drawn, and how it is attacked
    first : the first seed that is tried
    most : seeds that are tried, at least 1
    progress : told how far the search is; False ends it

    Raises
    ------
    ParameterError
        `most` is below 1.
    Stopped
        `progress` returned False.

    Examples
    --------
    >>> seed_that_works(Clusters(), 4)
    Search(seed=7, tried=4)
    """
    in_range(1, most=most)
    for tried in range(1, most + 1):
        report(progress, tried / most, "looking for a draw in which something follows")
        if one_trial(settings, np.random.default_rng(first + tried - 1), rule).works:
            return Search(first + tried - 1, tried)
    return Search(None, most)
