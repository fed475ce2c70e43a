"""Releases without a key, linked through a list of people: whoever a class covers could be in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from privacy_core.composition.covering import Bits, covered
from privacy_core.composition.intersecting import Sets, expanded, sets_of
from privacy_core.composition.linkage import Linkage
from privacy_core.composition.linking import all_seen, linked, shown
from privacy_core.composition.publications import Publication, Seen
from privacy_core.composition.vocabulary import Spelling, vocabulary
from privacy_core.errors import TableError
from privacy_core.hierarchies import Hierarchy
from privacy_core.numbering import grouped
from privacy_core.policies import Policies
from privacy_core.progress import Progress, report, unwatched
from privacy_core.roles import Roles
from privacy_core.tables import Codes, IntArray, Table

AT_ONCE = 20_000_000
"""Pairs of people and classes, or of people and values, that are looked at together."""


def link_by_population(
    publications: Sequence[Publication],
    attribute: str,
    population: Table,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    policies: Policies | None = None,
    spelling: Spelling = Spelling.JOINED,
    progress: Progress = unwatched,
) -> Linkage:
    """Link releases through what is publicly known about people: one row per person, raw quasi-identifiers.

    Each release could hold a person in any class whose published values cover the raw ones; the values
    of all those classes are united, then intersected over the releases.

    Parameters
    ----------
    publications : two or more releases
    attribute : the secret, a column of every release; the list needs none
    population : one row per person
    hierarchies : by column, where labels stand for values that they do not spell out
    policies, spelling, progress : as in `link_by_key`

    Returns
    -------
    linkage : people are rows of the list, counted from 1; a release that covers nobody's row is one the
        person is not in

    Raises
    ------
    UnknownColumn
        The list lacks a quasi-identifier.
    ParameterError
        There is one release only, or missing matches anything.
    TableError
        Nobody on the list is covered in every release.

    Examples
    --------
    >>> from privacy_core import samples
    >>> four, five, raw = (samples.load(f"hospital-{number}") for number in (4, 5, 3))
    >>> both = [Publication(one.name, one.table, one.roles.quasi_identifiers) for one in (four, five)]
    >>> found = link_by_population(both, "salary", raw.table)
    >>> found.people, found.ids(found.pinned_people)
    (9, ['2', '8'])
    """
    several = all_seen(publications, attribute, policies or Policies())
    for publication in publications:
        Roles(publication.quasi_identifiers).check(population.names)
    words = vocabulary(several, spelling)
    listed = np.flatnonzero(~population.suppressed)
    classes, sets, notes = np.empty((len(listed), len(several)), np.int32), [], []
    for at, (one, place) in enumerate(zip(several, words.place, strict=True)):
        report(progress, at / (len(several) + 1), "finding who could be in which class")
        found, united, said = _could_be(one, place, len(words.labels), population, listed, hierarchies or {})
        classes[:, at] = found
        sets.append(united)
        notes += [f"{sentence[:-1]} (release {one.name!r})." for sentence in said]
    inside = (classes >= 0).sum(axis=0).tolist()
    if not (classes >= 0).all(axis=1).any():
        raise TableError(_nobody(several, inside, len(listed)))
    notes += _gaps(population, listed, publications)
    return linked(several, words, sets, classes, listed + 1, None, notes, progress)


def _could_be(
    one: Seen,
    place: IntArray,
    n_values: int,
    population: Table,
    listed: NDArray[np.intp],
    trees: Mapping[str, Hierarchy],
) -> tuple[Codes, Sets, list[str]]:
    """For every listed person the number of a union of classes, −1 for none; and the values of each union."""
    names = one.publication.quasi_identifiers
    found = [covered(one.publication.table[name], population[name], trees.get(name)) for name in names]
    alike = [_alike(one.bits) for one in found]
    codes = [group[population[name].codes[listed]] for name, (group, _) in zip(names, alike, strict=True)]
    look, n_looks = grouped(codes, [len(bits) for _, bits in alike], len(listed))
    example = np.empty(n_looks, np.intp)
    example[look] = np.arange(len(listed))
    per_look = [bits[code[example]] for code, (_, bits) in zip(codes, alike, strict=True)]
    per_class = [one.publication.table[name].codes[one.classes.example] for name in names]
    union, sets = _united(per_look, per_class, shown(one, place, n_values))
    return union[look], sets, [sentence for column in found for sentence in column.notes]


def _alike(bits: Bits) -> tuple[IntArray, Bits]:
    """Put raw codes together that the same published values cover."""
    rows = np.ascontiguousarray(bits).view(np.dtype((np.void, bits.shape[1]))).reshape(-1)
    _, first, group = np.unique(rows, return_index=True, return_inverse=True)
    return group.reshape(-1), bits[first]


def _united(per_look: Sequence[Bits], per_class: Sequence[Codes], sets: Sets) -> tuple[Codes, Sets]:
    """Unite for every look the values of the classes that cover it."""
    n_looks, step = len(per_look[0]), max(AT_ONCE // max(len(sets), sets.n_values), 1)
    owners, values = [], []
    for first in range(0, n_looks, step):
        fits = _fitting([bits[first : first + step] for bits in per_look], per_class)
        look, chosen = np.nonzero(fits)
        at, value = expanded(sets, chosen)
        pairs = np.zeros(len(fits) * sets.n_values, bool)
        pairs[look[at] * sets.n_values + value] = True
        owner, value = np.divmod(np.flatnonzero(pairs), sets.n_values)
        owners.append(owner + first)
        values.append(value)
    owner, value = np.concatenate(owners), np.concatenate(values)
    united = sets_of(owner, value, n_looks, sets.n_values)
    return np.where(united.size > 0, np.arange(n_looks), -1).astype(np.int32), united


def _fitting(per_look: Sequence[Bits], per_class: Sequence[Codes]) -> NDArray[np.bool_]:
    """Whether each class could hold each look, in every column."""
    fits = np.ones((len(per_look[0]), len(per_class[0])), bool)
    for bits, code in zip(per_look, per_class, strict=True):
        fits &= (bits[:, code >> 3] >> (code & 7).astype(np.uint8) & 1).astype(bool)
    return fits


def _nobody(several: Sequence[Seen], inside: Sequence[int], listed: int) -> str:
    counted = ", ".join(f"{one.name!r} {people:,}" for one, people in zip(several, inside, strict=True))
    return (
        f"None of {listed:,} people on the list could be in every release (people whom a class covers: {counted}). The "
        "list needs raw values of the quasi-identifiers, written as in the releases."
    )


def _gaps(population: Table, listed: NDArray[np.intp], publications: Sequence[Publication]) -> list[str]:
    """Cells of the list that rule nothing out."""
    names = dict.fromkeys(name for publication in publications for name in publication.quasi_identifiers)
    lacking = {name: int((population[name].codes[listed] == population[name].missing).sum()) for name in names}
    return [
        f"Column {name!r} of the list: {rows:,} rows have no value, which rules no class out."
        for name, rows in lacking.items()
        if rows
    ]
