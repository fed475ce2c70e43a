"""Secrets that one release generalizes and another does not: they are compared as written, and that is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from privacy_core.composition.covering import Listed
from privacy_core.composition.publications import Seen
from privacy_core.generalized import Exact, Generalized, parse_column
from privacy_core.tables import Scale

FEW = 20_000
"""Most different values that are looked at; a secret with more of them is no generalized one."""


def generalized_apart(several: Sequence[Seen]) -> Iterator[str]:
    """Say how many rows hold an interval, mask or set that could stand for values another release shows instead.

    Such a value is never taken for those it could stand for: what is left is then too little, or nothing.
    """
    if max(int(np.count_nonzero(one.counts.total)) for one in several) > FEW:
        return
    held = [_held(one) for one in several]
    if all(one.keys() == held[0].keys() for one in held):
        return
    shapes = [_shapes(one) for one in several]
    for at, one in enumerate(several):
        broad = {word for word in held[at] if not isinstance(shapes[at].get(word, Exact("")), Exact)}
        meant: set[str] = set()
        for other in range(len(several)) if broad else ():
            meant |= _standing(broad - set(held[other]), shapes[at], [shapes[other][word] for word in held[other]])
        if meant:
            yield _said(one, len(meant), sum(held[at][word] for word in meant))


def _said(one: Seen, values: int, rows: int) -> str:
    return (
        f"Column {one.counts.attribute!r} of {one.name!r}: {rows:,} {'row holds' if rows == 1 else 'rows hold'} "
        f"{values:,} generalized value{'s' * (values > 1)} (interval, mask, set or *) that could stand for values "
        "another release shows; secrets are compared as they are written, so what is left may be too little: write "
        "the secret alike in all releases."
    )


def _held(one: Seen) -> dict[str, int]:
    """Rows of every value that a release shows; a missing one is none."""
    total = one.counts.total.tolist()
    words = enumerate(one.counts.labels)
    return {word: int(total[at]) for at, word in words if total[at] and at != one.counts.missing}


def _shapes(one: Seen) -> Mapping[str, Generalized]:
    """What every value of a release says it is; numbers and texts without a sign of generalization are exact."""
    column = one.publication.table[one.counts.attribute or ""]
    words = column.labels[: len(column.categories)]
    if column.scale is Scale.NUMERIC:
        return {word: Exact(number) for word, number in zip(words, column.categories.tolist(), strict=True)}
    return dict(zip(words, parse_column(column).shapes, strict=False))


def _standing(broad: set[str], shapes: Mapping[str, Generalized], others: Sequence[Generalized]) -> set[str]:
    """Generalized values that could stand for a value of another release."""
    listed = Listed(others)
    return {word for word in broad if len(np.atleast_1d(listed.meeting(shapes[word])))}
