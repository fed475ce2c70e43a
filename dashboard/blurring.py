"""What `blur` looks at and what its clicks do: lines, a chosen way, pinned settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from dashboard import compute, figures, jobs, state, words
from privacy_core import Limits, Setting, Study, Thresholds, anonymizers

LETTERS = "ABCDEFGH"
LOSS = "loss-geometric"
"""The measure of cost in which other methods stand on the map."""
PINS = len(LETTERS) - 2
"""Settings that may be pinned beside the table as it is and the present one."""
OFF = Thresholds(l=1, t=1, entropy_l=2, beta=1, enhanced_beta=1, delta_disclosure=1)
"""Where a line stands that promises nothing, or that is only just switched on."""


@dataclass(frozen=True, eq=False)
class View:
    """Everything the map and its answer show.

    Parameters
    ----------
    study : the study as it is
    found : the lattice, as it was measured
    asked : the promise it is seen against
    ways : every way against that promise
    chosen : the way shown as the answer, or None where nothing keeps the promise
    by_hand : whether the user chose it
    pinned : (way, letter, label) of each pinned setting that the lattice has
    tried : what other methods brought, where the map can show it
    letter : letter of the chosen way
    failure : why the way that was clicked breaks the promise, or None
    """

    study: Study
    found: compute.Measured
    asked: compute.Asked
    ways: anonymizers.Ways
    chosen: int | None
    by_hand: bool
    pinned: tuple[tuple[int, str, str], ...]
    tried: tuple[figures.Badge, ...]
    letter: str
    failure: compute.Failure | None

    @property
    def cut(self) -> compute.Cut:
        """Which table, which columns, how counted."""
        return self.found.cut

    @property
    def columns(self) -> tuple[str, ...]:
        """The quasi-identifiers."""
        return self.found.columns

    @property
    def heights(self) -> tuple[int, ...]:
        """Number of levels of each quasi-identifier."""
        return self.ways.shape

    @property
    def detail(self) -> float:
        """Share of the detail given up by the chosen way."""
        return float(self.found.detail[self.chosen])

    @property
    def left_out(self) -> int:
        """Rows the chosen way leaves out."""
        return int(self.ways.left_out[self.chosen])

    @property
    def levels(self) -> tuple[int, ...]:
        """Level of each quasi-identifier of the chosen way."""
        return tuple(self.ways.levels[self.chosen].tolist())

    @property
    def key(self) -> tuple[Any, ...]:
        """What names the release of the chosen way."""
        return self.cut, self.found.specs, self.levels, self.asked.promise

    @property
    def is_pinned(self) -> bool:
        """Whether the present setting stands among the pinned ones already."""
        return self.letter in LETTERS[1 : 1 + len(self.study.blur.pinned)]

    @property
    def steps(self) -> list[tuple[str, int, int]]:
        """Column, level and number of levels, of the chosen way."""
        return list(zip(self.columns, self.levels, self.heights, strict=True))

    @property
    def binned(self) -> bool:
        """Whether a mark stands for several ways."""
        return len(self.ways.cost) > figures.SINGLE_WAYS

    @cached_property
    def chart(self) -> figures.Chart:
        """The map."""
        ways, path = self.ways, self.ways.path(self.chosen) if self.chosen is not None else ()
        every = [(0, LETTERS[0], words.AS_UPLOADED), *self.pinned]
        if self.chosen is not None and self.letter not in [letter for _, letter, _ in every]:
            every.append((self.chosen, self.letter, words.promise(self.asked.pairs)))
        badges = [
            self._badge(way, [one for one in every if one[0] == way]) for way in dict.fromkeys(w for w, *_ in every)
        ]
        badges += self.tried
        return figures.Chart(ways.cost, ways.crowd, ways.keeps, ways.front, path, ways.rows, self.asked.k, badges)

    def _badge(self, way: int, settings: Sequence[tuple[int, str, str]]) -> figures.Badge:
        """One disc for all settings that chose the same way."""
        letters, labels = "".join(letter for _, letter, _ in settings), " / ".join(label for *_, label in settings)
        return figures.Badge(float(self.ways.cost[way]), int(self.ways.crowd[way]), letters, labels, way == self.chosen)


def look(study: Study, found: compute.Measured) -> View:
    """What was measured, seen from the present lines; k and the limit only filter."""
    promise = replace(compute.asked(study), others=found.others, ground=found.ground)
    ways = compute.ways(found, promise, study.blur.importance)
    by_hand = way_of(study.blur.levels, found, ways)
    if by_hand is not None and not ways.keeps[by_hand]:
        by_hand = None
    chosen = ways.best if by_hand is None else by_hand
    pinned = tuple(_pinned(study, found, ways))
    letter = _letter(study.blur.pinned, promise, found.columns, ways, chosen)
    failure = _failure(found, promise, ways)
    tried = tuple(_tried(study, found))
    return View(study, found, promise, ways, chosen, by_hand not in (None, ways.best), pinned, tried, letter, failure)


def _letter(
    pins: Sequence[Setting],
    promise: compute.Promise,
    columns: Sequence[str],
    ways: anonymizers.Ways,
    chosen: int | None,
) -> str:
    """The letter of the present setting: of the table as it is, of a pinned one like it in everything, or a new one."""
    own = LETTERS[1 + len(pins)]
    if chosen is None:
        return own
    if chosen == 0 and not ways.left_out[0]:
        own = LETTERS[0]
    levels = dict(zip(columns, ways.levels[chosen].tolist(), strict=True))
    alike = (
        letter
        for letter, pin in zip(LETTERS[1:], pins, strict=False)
        if pin.method not in compute.METHODS
        and dict(pin.levels) == levels
        and compute.promise_of(pin) == promise.promise
    )
    return next(alike, own)


def way_of(levels: Sequence[tuple[str, int]], found: compute.Measured, ways: anonymizers.Ways) -> int | None:
    """The way with these levels, if the lattice has it."""
    given = dict(levels)
    if set(given) != set(found.columns):
        return None
    wanted = [given[name] for name in found.columns]
    there = all(level < height for level, height in zip(wanted, ways.shape, strict=True))
    return ways.way(wanted) if there else None


def _pinned(study: Study, found: compute.Measured, ways: anonymizers.Ways) -> Iterator[tuple[int, str, str]]:
    for letter, pin in zip(LETTERS[1:], study.blur.pinned, strict=False):
        way = way_of(pin.levels, found, ways)
        if way is not None:
            yield way, letter, words.promise(compute.promise_of(pin).pairs)


def _tried(study: Study, found: compute.Measured) -> Iterator[figures.Badge]:
    """What pinned settings of other methods brought: their Loss and the smallest crowd of their release.

    Only where the axis of the map is that Loss, and where crowds are counted on all columns as the map counts them.
    """
    blur = study.blur
    if blur.quality != LOSS or blur.gs != 0.5 or blur.importance:
        return
    for letter, pin in zip(LETTERS[1:], blur.pinned, strict=False):
        job = jobs.kept(("trial", found.cut, blur.trees, pin)) if pin.method in compute.METHODS else None
        if job is None or job.result is None:
            continue
        card = compute.trial_card(found.cut, blur.trees, pin, job.result)
        if card is not None and card.at_once is None and card.smallest:
            yield figures.Badge(100 * card.loss, card.smallest, letter, words.METHOD_NAMES[pin.method], False, True)


def _failure(found: compute.Measured, promise: compute.Asked, ways: anonymizers.Ways) -> compute.Failure | None:
    """Why the way that was clicked breaks the present promise; None where it keeps it."""
    clicked = state.recall("why not")
    if clicked is None or clicked >= len(ways.cost) or ways.keeps[clicked]:
        return None
    levels = tuple(ways.levels[clicked].tolist())
    limit = Limits(promise.suppression).rows(ways.rows)
    return compute.failure(found.cut, found.specs, levels, promise, int(ways.left_out[clicked]), limit)
