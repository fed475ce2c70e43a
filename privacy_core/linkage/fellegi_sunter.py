"""The Fellegi–Sunter model: fields vote for or against a match, each by how telling it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import LinkageError, ParameterError
from privacy_core.linkage.agreement import Patterns
from privacy_core.tables import FloatArray, frozen

LEAST_FIELDS = 3
"""Fewer fields do not determine m, u and the share of matches: two have three free frequencies for five numbers."""
ROUNDS = 2000
STILL = 1e-9
EDGE = 1e-9
"""Learned chances stay this far from 0 and 1, where a step could never bring them back."""


@dataclass(frozen=True, eq=False)
class Model:
    """What agreement of each field says.

    Parameters
    ----------
    names : fields
    m : float64 (n_fields,), chance that a field agrees if the two records are one person
    u : float64 (n_fields,), chance that it agrees if they are not
    matches : share of pairs that match, above 0 and below 1
    rounds : steps of EM; 0 where m and u were given
    settled : whether the steps came to rest

    Raises
    ------
    ParameterError
        A chance outside [0, 1], or lists of different length.

    Notes
    -----
    Source: Fellegi & Sunter, A theory for record linkage, JASA 64, 1969; independence of fields given the match.

    Examples
    --------
    >>> told = Model(("name", "city"), np.array([0.9, 0.8]), np.array([0.1, 0.2]), 0.01)
    >>> patterns = np.array([[1, 1], [1, 0], [0, 1], [0, 0]], bool)
    >>> [float(score) for score in told.score(patterns).round(6)]
    [3.583519, 0.81093, -0.81093, -3.583519]
    """

    names: tuple[str, ...]
    m: FloatArray
    u: FloatArray
    matches: float
    rounds: int = 0
    settled: bool = True

    def __post_init__(self) -> None:
        for name in ("m", "u"):
            object.__setattr__(self, name, np.array(getattr(self, name), np.float64))
        if not len(self.names) == len(self.m) == len(self.u):
            raise ParameterError("m and u need one chance per field.")
        if any(not 0 <= chance <= 1 for chance in [*self.m, *self.u]) or not 0 < self.matches < 1:
            raise ParameterError("m and u must lie between 0 and 1, the share of matches strictly between.")
        frozen(self.m)
        frozen(self.u)

    @property
    def agrees(self) -> FloatArray:
        """Nats for a match when a field agrees, log(m / u); 0 for a field that always agrees."""
        return _log_ratio(self.m, self.u)

    @property
    def differs(self) -> FloatArray:
        """Nats when it does not, log((1 − m) / (1 − u)); 0 for a field that always agrees."""
        return _log_ratio(1 - self.m, 1 - self.u)

    @property
    def weights(self) -> FloatArray:
        """What agreement adds to a pair that differs everywhere: w = agrees − differs."""
        return self.agrees - self.differs

    @property
    def start(self) -> float:
        """Score of a pair that differs everywhere, the constant c."""
        return float(self.differs.sum())

    @property
    def line(self) -> float:
        """Score at which a match is as likely as not."""
        return log((1 - self.matches) / self.matches)

    def score(self, agree: NDArray[np.bool_]) -> FloatArray:
        """Nats for a match of some patterns (n, n_fields): a dot product with the weights, plus a constant."""
        return np.asarray(agree @ self.weights + self.start)

    def probability(self, score: float) -> float:
        """Chance of a match given the score."""
        return 1 / (1 + exp(min(self.line - score, 700.0)))

    def waterfall(self, agree: NDArray[np.bool_]) -> dict[str, float]:
        """Nats each field adds for one pair; they add up to its score."""
        return dict(zip(self.names, np.where(agree, self.agrees, self.differs).tolist(), strict=True))


def _log_ratio(one: FloatArray, other: FloatArray) -> FloatArray:
    """log(one / other), 0 where both are 0; ±inf never: chances are cut at the edge."""
    safe = np.clip(one, EDGE, 1), np.clip(other, EDGE, 1)
    return np.where((one == 0) & (other == 0), 0.0, np.log(safe[0] / safe[1]))


def learned(names: Sequence[str], seen: Patterns, share: float) -> Model:
    """Learn m, u and the share of matches by expectation and maximisation, without knowing any match.

    Parameters
    ----------
    names : fields
    seen : patterns among the pairs
    share : share of matches to begin with, above 0 and below 1: one true target per source record

    Raises
    ------
    LinkageError
        No pair shares a block, or fewer than three fields differ among the pairs that do.

    Notes
    -----
    Fields that all pairs agree or differ in tell nothing: m = u. Where the classes come out swapped, so that
    agreement speaks against a match, they are swapped back.

    Source: Jaro, Advances in record-linkage methodology, JASA 84, 1989 (EM); the start and the edges are ours.

    Examples
    --------
    >>> from privacy_core.linkage.agreement import Patterns
    >>> agree = np.array(np.meshgrid(*[[0, 1]] * 3, indexing="ij"), bool).reshape(3, -1).T
    >>> chance = lambda p: np.where(agree, p, 1 - np.array(p)).prod(axis=1)
    >>> mixed = 0.1 * chance([0.9, 0.8, 0.95]) + 0.9 * chance([0.1, 0.2, 0.3])
    >>> found = learned(("a", "b", "c"), Patterns(agree, (mixed * 1e7).round().astype(int), 10**7), 0.05)
    >>> found.m.round(2).tolist(), found.u.round(2).tolist(), round(found.matches, 2)
    ([0.9, 0.8, 0.95], [0.1, 0.2, 0.3], 0.1)
    """
    total = int(seen.count.sum())
    if not total:
        raise LinkageError("No record shares a block with a record of the release: there is no pair to learn from.")
    rate = seen.count @ seen.agree / total
    telling = (rate > 0) & (rate < 1)
    if telling.sum() < LEAST_FIELDS:
        raise LinkageError(
            f"Columns that differ among records of one block: {int(telling.sum())}; learning how telling they are "
            f"needs at least {LEAST_FIELDS}. Use coarser blocks, or give m and u."
        )
    state = _State(np.full(len(rate), 0.9), np.clip(rate, 0.01, 0.5), min(max(share, 1e-6), 0.5))
    state.m[~telling] = state.u[~telling] = rate[~telling]
    rounds, moved = 0, inf
    while rounds < ROUNDS and moved > STILL:
        moved = state.step(seen.agree, seen.count, telling)
        rounds += 1
    return state.model(tuple(names), telling, rounds, moved <= STILL)


class _State:
    """m, u and the share of matches while they are learned."""

    def __init__(self, m: FloatArray, u: FloatArray, share: float) -> None:
        self.m, self.u, self.share = m, u, share

    def step(self, agree: NDArray[np.bool_], count: NDArray[np.int64], telling: NDArray[np.bool_]) -> float:
        """One round; returns how far the numbers moved."""
        chances = [np.log(np.where(agree, p, 1 - p)[:, telling]).sum(axis=1) for p in (self.m, self.u)]
        odds = np.log(self.share) - np.log1p(-self.share) + chances[0] - chances[1]
        weight = count / (1 + np.exp(np.clip(-odds, -700, 700)))
        share = float(np.clip(weight.sum() / count.sum(), EDGE, 1 - EDGE))
        m, u = (_mean(agree, part) for part in (weight, count - weight))
        moved = max(
            float(np.abs(m - self.m)[telling].max()), float(np.abs(u - self.u)[telling].max()), abs(share - self.share)
        )
        self.m[telling], self.u[telling], self.share = m[telling], u[telling], share
        return moved

    def model(self, names: tuple[str, ...], telling: NDArray[np.bool_], rounds: int, settled: bool) -> Model:
        """The result, matches being the class in which fields agree more."""
        m, u, share = self.m, self.u, self.share
        if (np.log(m) - np.log(u))[telling].sum() < 0:
            m, u, share = u, m, 1 - share
        return Model(names, m, u, share, rounds, settled)


def _mean(agree: NDArray[np.bool_], weight: FloatArray) -> FloatArray:
    return np.asarray(np.clip(weight @ agree / max(float(weight.sum()), EDGE), EDGE, 1 - EDGE))


def given_model(chances: Mapping[str, tuple[float, float]], names: Sequence[str], matches: float) -> Model:
    """A model from m and u of each field.

    Parameters
    ----------
    chances : (m, u) by field
    names : fields, in the order of the model
    matches : share of pairs that match

    Raises
    ------
    ParameterError
        A field has no m and u.

    Examples
    --------
    >>> told = given_model({"city": (0.8, 0.2), "name": (0.9, 0.1)}, ["name", "city"], 0.01)
    >>> told.names, told.agrees.round(3).tolist()
    (('name', 'city'), [2.197, 1.386])
    """
    for name in names:
        if name not in chances:
            raise ParameterError(f"Column {name!r} has no m and u.")
    m, u = np.array([chances[name] for name in names], float).reshape(-1, 2).T
    return Model(tuple(names), m, u, matches)
