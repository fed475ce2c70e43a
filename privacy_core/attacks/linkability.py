"""Linkability: does the release join two halves of one person that different parties hold?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from privacy_core.attacks.nearness import PEOPLE, RELEASE, STRANGERS, Space, sliced
from privacy_core.attacks.trying import chosen, in_order, shared
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.evidence import Counts, Evidence
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage import Feature
from privacy_core.progress import Progress, unwatched
from privacy_core.tables import IntArray, Table


def linkability(
    people: Table,
    release: Table,
    left: Sequence[str],
    right: Sequence[str],
    random: np.random.Generator,
    strangers: Table | None = None,
    attempts: int = 500,
    neighbours: int = 1,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    seed: int | None = None,
    progress: Progress = unwatched,
) -> Evidence:
    """Try to join two halves of people by way of the release.

    One party knows `left` of a person, another `right`. Each looks for the released records nearest to its
    half; where both find a common record, the halves are joined: a hit.

    Parameters
    ----------
    people : originals of the people in the release
    left, right : columns of each half, none in both
    random : where chance comes from: whom it is tried on, which of equally near records is taken, guessing
    strangers : people like them who are not in the release; their hits are luck
    attempts : people it is tried on, at least 1; all where there are fewer
    neighbours : released records each party looks at, at least 1
    hierarchies : by column, for generalized labels
    seed : what `random` was made from, to be told with the result

    Returns
    -------
    evidence : baseline: each party takes records at random

    Raises
    ------
    ParameterError
        A half is empty or the halves overlap.
    UnknownColumn
        A column is not in every table.

    Notes
    -----
    Source: Giomi, Boenisch, Wehmeyer & Tasnádi, PoPETs 2023(2), section on linkability; how ties are taken and
    that generalized values are compared by what they stand for is ours.

    Examples
    --------
    >>> from privacy_core import samples
    >>> shop = samples.load("touchpoints")
    >>> halves = ["age", "region", "hour"], ["visits", "minutes", "spent"]
    >>> rng = np.random.default_rng(1)
    >>> unblurred = linkability(shop.table, shop.table, *halves, rng, samples.strangers(), 200)
    >>> unblurred.main.hits > 180, unblurred.control.hits < 5      # published as it is: every half finds its row
    (True, True)
    """
    in_range(1, attempts=attempts, neighbours=neighbours)
    whole_number(attempts=attempts, neighbours=neighbours)
    if twice := sorted({*left} & {*right}):
        raise ParameterError(f"Column {twice[0]!r} is in both halves; a column can be in one.")
    if not left or not right:
        raise ParameterError("Both halves need a column: name what each party knows.")
    tables = [people, release, *([strangers] if strangers is not None else [])]
    both = shared(tables, left, hierarchies), shared(tables, right, hierarchies)
    halves = Halves(both, min(neighbours, release.n_rows), random)
    main = halves.tried(PEOPLE, attempts, progress)
    control = None if strangers is None else halves.tried(STRANGERS, attempts, progress)
    assumptions = (
        f"One party knows {', '.join(left)} of a person exactly, another {', '.join(right)}.",
        f"Each takes the {_records(neighbours)} nearest to what it knows; of equally near ones, one by chance.",
        "A hit means that both take a common record, whether or not it is the person's own.",
    )
    return Evidence("linkability", main, halves.guessed(main.attempts), control, attempts, seed, assumptions)


class Halves:
    """Two halves of columns, and the chance that breaks ties."""

    def __init__(self, halves: Sequence[Sequence[Feature]], k: int, random: np.random.Generator) -> None:
        self.halves, self.k, self.random = halves, k, random
        self.features = [one for half in halves for one in half]
        self.spaces = [Space(half) for half in halves]
        released = in_order(self.features, RELEASE, np.arange(len(self.features[0].values[RELEASE])))
        self.place = np.empty(len(released), np.int64)
        self.place[released] = np.arange(len(released))

    def tried(self, side: int, attempts: int, progress: Progress) -> Counts:
        """Try it on some rows of a side."""
        everyone = np.arange(len(self.features[0].values[side]))
        rows = chosen(self.features, side, everyone, attempts, self.random)
        orders = [self.random.permutation(len(self.place))[self.place] for _ in self.halves]
        hits = 0
        for some_rows in sliced(rows, len(self.place), "joining halves", progress):
            one, other = (self._nearest(*half, side, some_rows) for half in zip(self.spaces, orders, strict=True))
            hits += int((one[:, :, None] == other[:, None, :]).any(axis=(1, 2)).sum())
        return Counts(hits, len(rows))

    def _nearest(self, space: Space, order: IntArray, side: int, rows: IntArray) -> IntArray:
        """The k nearest records, (n, k); of equally near ones those that come first in a random order."""
        far = space.distances(side, rows).round(9)
        last = np.partition(far, self.k - 1, axis=1)[:, self.k - 1] if self.k > 1 else far.min(axis=1)
        near = [np.flatnonzero(one <= line) for one, line in zip(far, last, strict=True)]
        kept = [at[np.lexsort((order[at], one[at]))[: self.k]] for at, one in zip(near, far, strict=True)]
        return np.array(kept, np.int64).reshape(len(rows), self.k)

    def guessed(self, attempts: int) -> Counts:
        """Take records at random on both sides, as often."""
        n = len(self.place)
        meet = self.random.hypergeometric(self.k, n - self.k, self.k, attempts)
        return Counts(int(np.count_nonzero(meet)), attempts)


def _records(n: int) -> str:
    return "released record" if n == 1 else f"{n} released records"
