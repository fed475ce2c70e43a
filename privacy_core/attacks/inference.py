"""Inference: what the records nearest to a person say about a secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.nearness import PEOPLE, RELEASE, SAME, STRANGERS, Space, sliced
from privacy_core.attacks.trying import chosen, shared
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.evidence import Counts, Evidence
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage import Feature, Kind
from privacy_core.progress import Progress, unwatched
from privacy_core.tables import IntArray, Table


def inference(
    people: Table,
    release: Table,
    known: Sequence[str],
    secret: str,
    random: np.random.Generator,
    strangers: Table | None = None,
    attempts: int = 500,
    tolerance: float = 0.05,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    seed: int | None = None,
    progress: Progress = unwatched,
) -> Evidence:
    """Guess a secret from the released records nearest to what is known of a person.

    The attacker looks at all records that lie equally near and guesses the value most of them have, of
    numbers the one that is right for most of them.

    Parameters
    ----------
    people : originals of the people in the release; those whose secret is missing are not tried
    known : columns the attacker knows exactly, the secret not among them
    secret : column that is guessed
    random : where chance comes from: whom it is tried on
    strangers : people like them who are not in the release; what is guessed of them is true of people in general
    attempts : people it is tried on, at least 1; all where there are fewer
    tolerance : how far from the truth a guessed number may lie to be a hit, as a share of the truth's size,
        0 or more; a truth of 0 must be met exactly. Names must be equal
    hierarchies : by column, for generalized labels
    seed : what `random` was made from, to be told with the result

    Returns
    -------
    evidence : baseline: the best single guess for everybody, from the released secrets alone

    Raises
    ------
    ParameterError
        The secret is among the known columns, or nothing is known.
    UnknownColumn
        A column is not in every table.

    Notes
    -----
    Source: Giomi, Boenisch, Wehmeyer & Tasnádi, PoPETs 2023(2), section on inference; the vote of equally near
    records, the distance that counts as a hit and the baseline are ours.

    Examples
    --------
    >>> from privacy_core import samples
    >>> shop = samples.load("touchpoints")
    >>> found = inference(shop.table, shop.table, ["age", "minutes", "spent"], "interest", np.random.default_rng(1))
    >>> found.main.hits > 450, found.control is None      # published as it is, and nobody to compare with
    (True, True)
    """
    in_range(1, attempts=attempts)
    whole_number(attempts=attempts)
    in_range(0, tolerance=tolerance)
    if secret in known:
        raise ParameterError(f"Column {secret!r} is known and cannot be guessed at the same time.")
    if not known:
        raise ParameterError("Nothing is known of a person: name the columns the attacker has.")
    tables = [people, release, *([strangers] if strangers is not None else [])]
    guesser = Guesser(shared(tables, known, hierarchies), shared(tables, [secret], hierarchies)[0], tolerance)
    main, baseline = guesser.tried(PEOPLE, attempts, random, progress)
    control = None if strangers is None else guesser.tried(STRANGERS, attempts, random, progress)[0]
    assumptions = (
        f"The attacker knows {', '.join(known)} exactly and guesses {secret}.",
        "The guess is what most of the equally near released records say.",
        f"A number is a hit within {tolerance:g} of the truth's size, a name when it is equal.",
    )
    return Evidence(f"inference of {secret}", main, baseline, control, attempts, seed, assumptions)


class Guesser:
    """Released secrets, and how a guess is made from some of them."""

    def __init__(self, known: Sequence[Feature], secret: Feature, tolerance: float) -> None:
        self.known, self.secret, self.tolerance = known, secret, tolerance
        self.space = Space(known)
        self.held = np.flatnonzero(~secret.missing(RELEASE))
        self.released = secret.values[RELEASE][self.held]

    def tried(self, side: int, attempts: int, random: np.random.Generator, progress: Progress) -> tuple[Counts, Counts]:
        """Hits of the attack and of one guess for everybody, on the same people."""
        asked = np.flatnonzero(~self.secret.missing(side))
        rows = chosen([*self.known, self.secret], side, asked, attempts, random)
        if not len(self.held):
            return Counts(0, len(rows)), Counts(0, len(rows))
        guesses = [self._guesses(side, some) for some in self._sliced(rows, progress)]
        truth = self.secret.values[side][rows]
        guess = np.concatenate([self.released[:0], *guesses])
        return self._counted(guess, truth), self._counted(np.full(len(rows), self._best(self.released)), truth)

    def _sliced(self, rows: IntArray, progress: Progress) -> Iterator[IntArray]:
        return sliced(rows, len(self.secret.values[RELEASE]), "guessing a secret", progress)

    def _guesses(self, side: int, rows: IntArray) -> NDArray[Any]:
        far = self.space.distances(side, rows)[:, self.held]
        near = far <= far.min(axis=1, keepdims=True) + SAME
        return np.array([self._best(self.released[some]) for some in near])

    def _best(self, values: NDArray[Any]) -> Any:
        """The value that is a hit for most of these; of several the first."""
        guesses = np.unique(values)
        low, high = self._reach(values)
        right = np.searchsorted(np.sort(low), guesses, "right") - np.searchsorted(np.sort(high), guesses, "left")
        return guesses[np.argmax(right)]

    def _reach(self, truth: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Smallest and largest guess that is a hit."""
        slack = np.abs(truth) * self.tolerance if self.secret.kind is Kind.NUMBER else 0
        return truth - slack, truth + slack

    def _counted(self, guess: NDArray[Any], truth: NDArray[Any]) -> Counts:
        low, high = self._reach(truth)
        return Counts(int(np.count_nonzero((low <= guess) & (guess <= high))), len(truth))
