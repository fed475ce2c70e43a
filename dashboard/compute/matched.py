"""What a matched release says at any cut: who links, who links by luck, who is found; one pair side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from privacy_core import Table, linkage

SAME = 0.01
"""Members who link at most this share more often than controls do not link more often."""
LEAST = 0.5
"""The most lenient threshold that a cut starts at."""


@dataclass(frozen=True)
class At:
    """One level cut at one threshold.

    Parameters
    ----------
    level, tau : where; a threshold of +inf where too few controls allow one
    n, linked : members, and how many of them link
    controls, lucky : those who can only link by luck, and how many of them do
    precision, accuracy : of the linked, and of all members with a known match: who finds the right one; None where
        that is not known, or none links
    excess : (LR − LR₀)/(1 − LR₀); None where every control links, or there is none
    """

    level: int
    tau: float
    n: int
    linked: int
    controls: int
    lucky: int
    precision: float | None
    accuracy: float | None
    excess: float | None

    @property
    def rate(self) -> float:
        """Share of the members who link."""
        return self.linked / self.n

    @property
    def luck(self) -> float:
        """Share of the controls who link."""
        return self.lucky / max(self.controls, 1)

    @property
    def above(self) -> float:
        """Members less luck, a share."""
        return self.rate - self.luck

    @property
    def nothing_more(self) -> bool:
        """Whether members link no more often than by luck."""
        return self.above <= SAME + 1e-9

    @property
    def says_nothing(self) -> bool:
        """Whether some link, and the controls as often as the members."""
        return self.linked > 0 and self.nothing_more


def cut_at(risk: linkage.LinkageRisk, level: int, tau: float) -> At:
    """Cut one level at one threshold."""
    risen, judged, top = risk.surface, risk.calibration, risk.top_one
    linked, lucky = risen.linked_at(level, tau), judged.linked_at(level, tau)
    precision, accuracy = (None, None) if top is None else top.at(level, tau)
    above = linkage.optional(linkage.excess(linked / risen.n, lucky / judged.n if judged.n else np.nan))
    return At(level, tau, risen.n, linked, judged.n, lucky, precision, accuracy, above)


@dataclass(frozen=True, eq=False)
class Match:
    """A release that was matched.

    Parameters
    ----------
    risk : what the core found
    source, release : the tables
    seed : of what was drawn
    """

    risk: linkage.LinkageRisk
    source: Table
    release: Table
    seed: int

    @property
    def levels(self) -> tuple[str, ...]:
        """What is sorted by, finest first."""
        return self.risk.surface.levels

    def keys(self, level: int) -> tuple[str, ...]:
        """Parts of what a level sorts by."""
        return tuple(map(str, self.risk.blocks.levels[level].keys))

    @property
    def null(self) -> linkage.Null:
        """Whose luck it is."""
        return self.risk.calibration.null

    def at(self, level: int, tau: float) -> At:
        """Cut one level."""
        return cut_at(self.risk, level, tau)

    def recall_at(self, level: int, tau: float) -> float | None:
        """Share of the true pairs found at the threshold of the grid at or below; None without a known pair."""
        lost = self.risk.missed
        return None if lost is None else float(lost.recall[level, self._place(tau)])

    def _place(self, tau: float) -> int:
        return max(int(np.searchsorted(self.risk.surface.tau, tau + 1e-9)) - 1, 0)

    @cached_property
    def dull(self) -> tuple[float | None, ...]:
        """Threshold of each level up to which controls link as often as members; None where there is none."""
        return linkage.as_luck(self.risk.surface, self.risk.calibration, SAME)

    @cached_property
    def first_tau(self) -> float:
        """Where the cut starts: few controls link, however it is sorted; in hundredths."""
        tau = self.risk.calibration.tau
        usable = tau[tau <= 1]
        return 1.0 if not len(usable) else max(float(np.ceil(100 * usable.max() - 1e-6)) / 100, LEAST)

    @cached_property
    def first_level(self) -> int:
        """The sorting that serves an attacker best where the cut starts: most members found, or most more than luck."""
        several = [self.at(level, self.first_tau) for level in range(len(self.levels))]
        gains = [at.accuracy if at.accuracy is not None else at.above for at in several]
        return int(np.argmax(gains))

    @cached_property
    def curves(self) -> tuple[tuple[list[float], list[float], list[float] | None], ...]:
        """Members, luck and right ones of 100 at every threshold, per level."""
        risk, top = self.risk, self.risk.top_one
        right = [None] * len(self.levels) if top is None else (100 * top.accuracy).tolist()
        members, luck = (100 * risk.surface.rate).tolist(), (100 * risk.calibration.control).tolist()
        return tuple(zip(members, luck, right, strict=True))

    @property
    def most_components(self) -> int:
        """Components there could be."""
        return max(self.risk.projected.rank, self.risk.projected.components, 2)

    def pair(self, nth: int, level: int, tau: float) -> tuple[int, int, int, int] | None:
        """One linked pair: place among them, how many there are, source row, row of the release."""
        rows, targets = self.risk.linked(level, tau)
        if not len(rows):
            return None
        place = nth % len(rows)
        return place, len(rows), int(rows[place]), int(targets[place])

    def is_right(self, row: int, target: int) -> bool | None:
        """Whether a pair is one person; None where nobody said."""
        truth = self.risk.truth
        if truth is None or not truth.known[row]:
            return None
        return target in truth.targets[truth.first[row] : truth.first[row + 1]]

    def split(self, row: int, target: int) -> Mapping[str, float]:
        """What each column adds to a pair's similarity."""
        return linkage.attribution_of_pair(self.risk.encoded, self.risk.projected, row, target)

    def cells(self, row: int, target: int) -> dict[str, tuple[str, str]]:
        """What both tables hold of a pair, on the user's request only."""
        one, two = np.array([row]), np.array([target])
        return {
            name: (column.texts(one)[0], self.release[name].texts(two)[0] if name in self.release.columns else "")
            for name, column in self.source.columns.items()
        }


@dataclass(frozen=True, eq=False)
class AtLeast:
    """What was found before the work was stopped: rates that can only rise.

    Parameters
    ----------
    surface : lower bounds
    done : levels that were done
    """

    surface: linkage.Surface
    done: int
