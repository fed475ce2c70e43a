"""Which predicates an attacker makes of a release's records, and which a blind one makes of nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb

import numpy as np

from privacy_core.attacks.nearness import RELEASE
from privacy_core.attacks.singling_out.conditions import Part, Query, Ranked, Sign, ranked, spans, within_all
from privacy_core.attacks.trying import in_order
from privacy_core.linkage import Feature, Kind
from privacy_core.progress import Progress, report
from privacy_core.tables import IntArray

DRAWS = 100
"""Records and columns that are drawn at most, for each predicate asked for."""
MOST_LOOKED_AT = 200_000_000
"""Rows that the search for predicates on several columns looks through at most."""


def of_one_column(features: Sequence[Feature], tries: int, random: np.random.Generator) -> list[Query]:
    """Predicates on one column that hold for exactly one released row, columns in turn.

    A value that occurs once, a missing cell that occurs once, for numbers also "at most the smallest" and "at least
    the largest". Every column has its turn as long as it has predicates left, so that one with many rare values
    gets no more than the others leave.

    Parameters
    ----------
    features : columns, with the release among their sides
    tries : predicates wanted
    random : order within each column and among columns
    """
    columns = ranked(features, RELEASE)
    several = [_alone(at, one, columns[at]) for at, one in enumerate(features)]
    mixed = [[own[place] for place in random.permutation(len(own))] for own in several]
    turn = random.permutation(len(mixed)).tolist()
    longest = max(map(len, mixed), default=0)
    return [*islice((mixed[at][place] for place in range(longest) for at in turn if place < len(mixed[at])), tries)]


def _alone(at: int, feature: Feature, column: Ranked) -> list[Query]:
    """All predicates on one column that hold for one released row, in the order of their values."""
    values, times = np.unique(column.known, return_counts=True)
    found: list[Part] = [(at, Sign.EQUAL, value) for value in values[times == 1].tolist()]
    if feature.kind is Kind.NUMBER and len(values):
        found += [(at, Sign.AT_MOST, float(values[0]))] * bool(times[0] == 1)
        found += [(at, Sign.AT_LEAST, float(values[-1]))] * bool(times[-1] == 1)
    found += [(at, Sign.MISSING, 0.0)] * (len(column.values) - len(column.known) == 1)
    return [(one,) for one in found]


def of_several_columns(
    features: Sequence[Feature], n_columns: int, tries: int, random: np.random.Generator, progress: Progress
) -> list[Query]:
    """Predicates on several columns of a random released record that hold for no other released row.

    Names must be equal; a number lies on the record's side of the column's median, at least or at most as large as
    the record's.

    Parameters
    ----------
    n_columns : columns of each predicate, drawn at random, at most as many as there are
    tries : predicates wanted, all different; at most `DRAWS` times as many are looked at,
        and no more once `MOST_LOOKED_AT` rows were
    """
    columns = ranked(features, RELEASE)
    middle = [float(np.median(one.known)) if len(one.known) else 0.0 for one in columns]
    released = in_order(features, RELEASE, np.arange(len(columns[0].values)))
    found: dict[Query, None] = {}
    looked = 0
    for draw, (row, chosen) in enumerate(_drawn(released, len(features), n_columns, DRAWS * tries, random)):
        if draw % 256 == 0:
            report(progress, max(len(found) / tries, looked / MOST_LOOKED_AT), "looking for predicates of one record")
        query = tuple(_beside(at, features[at].kind, columns[at].values[row], middle[at]) for at in chosen)
        places = spans(columns, query)
        looked += places[0][1] - places[0][0]
        if query not in found and len(within_all(columns, places)) == 1:
            found[query] = None
        if len(found) == tries or looked > MOST_LOOKED_AT:
            break
    return [*found]


def _beside(at: int, kind: Kind, value: float, middle: float) -> Part:
    if np.isnan(value):
        return at, Sign.MISSING, 0.0
    if kind is Kind.CATEGORY:
        return at, Sign.EQUAL, float(value)
    return at, Sign.AT_LEAST if value > middle else Sign.AT_MOST, float(value)


def _drawn(
    released: IntArray, several: int, n_columns: int, most: int, random: np.random.Generator
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Rows and columns by chance; where there are few, each once."""
    ways = comb(several, n_columns)
    if len(released) * ways <= most:
        chosen = [*combinations(range(several), n_columns)]
        for place in random.permutation(len(released) * ways).tolist():
            yield int(released[place // ways]), chosen[place % ways]
        return
    for _ in range(most):
        yield int(released[random.integers(len(released))]), _some(several, n_columns, random)


def _some(several: int, n_columns: int, random: np.random.Generator) -> tuple[int, ...]:
    return tuple(sorted(random.permutation(several)[:n_columns].tolist()))


def blindly(features: Sequence[Feature], n_columns: int, several: int, random: np.random.Generator) -> Iterator[Query]:
    """Predicates of an attacker who knows the columns and what they can hold, and nothing of who holds it.

    Parameters
    ----------
    n_columns : columns of each predicate, drawn at random
    several : predicates
    """
    columns = ranked(features, RELEASE)
    whole = [bool((one.known % 1 == 0).all()) for one in columns]
    for _ in range(several):
        chosen = _some(len(features), n_columns, random)
        yield tuple(_by_chance(at, features[at].kind, columns[at], whole[at], random) for at in chosen)


def _by_chance(at: int, kind: Kind, column: Ranked, whole: bool, random: np.random.Generator) -> Part:
    """A condition by chance: one of the names, or a number between the smallest and the largest."""
    if not len(column.known):
        return at, Sign.MISSING, 0.0
    if kind is Kind.CATEGORY:
        held = np.unique(column.known)
        place = int(random.integers(len(held) + (len(column.known) < len(column.values))))
        return (at, Sign.EQUAL, float(held[place])) if place < len(held) else (at, Sign.MISSING, 0.0)
    sign = (Sign.EQUAL, Sign.AT_MOST, Sign.AT_LEAST)[int(random.integers(3))]
    low, high = column.known[0], column.known[-1]
    value = float(random.integers(int(low), int(high), endpoint=True) if whole else random.uniform(low, high))
    return at, sign, value
