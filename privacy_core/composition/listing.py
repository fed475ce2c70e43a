"""Releases without a key, linked through a list of people: whoever a class covers could be in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.composition.covering import covered
from privacy_core.composition.facts import Counted
from privacy_core.composition.intersecting import Sets, expanded, holds, parts_of, sets_of
from privacy_core.composition.linkage import Linkage
from privacy_core.composition.linking import all_seen, intersected, shown
from privacy_core.composition.publications import Publication, Seen
from privacy_core.composition.vocabulary import Spelling, vocabulary
from privacy_core.errors import TableError
from privacy_core.frequencies import rows_have
from privacy_core.hierarchies import Hierarchy
from privacy_core.numbering import grouped
from privacy_core.policies import Policies
from privacy_core.progress import Progress, report, unwatched
from privacy_core.roles import Roles
from privacy_core.tables import Codes, IntArray, Table


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
    notes += [*_gaps(population, listed, publications), *_unknown(population, listed, hierarchies or {}, publications)]
    return intersected(several, words, sets, classes, listed + 1, None, Counted.PEOPLE, notes, progress)


def _could_be(
    one: Seen,
    place: IntArray,
    n_values: int,
    population: Table,
    listed: NDArray[np.intp],
    trees: Mapping[str, Hierarchy],
) -> tuple[Codes, Sets, list[str]]:
    """For every listed person the number of a union of classes, −1 for none; and the values of each union."""
    released, names = one.publication.table, one.publication.quasi_identifiers
    found = [covered(released[name], population[name], trees.get(name)) for name in names]
    alike = [_alike(column.codes) for column in found]
    groups = [group[population[name].codes[listed]] for name, (group, _) in zip(names, alike, strict=True)]
    look, n_looks = grouped(groups, [len(codes) for _, codes in alike], len(listed))
    example = np.empty(n_looks, np.intp)
    example[look] = np.arange(len(listed))
    columns = [
        _Side(group[example], codes, released[name].codes[one.classes.example].astype(np.int64))
        for name, group, (_, codes) in zip(names, groups, alike, strict=True)
    ]
    sets = _united(columns, shown(one, place, n_values))
    union = np.where(sets.size > 0, np.arange(n_looks), -1).astype(np.int32)
    said = [sentence for column in found for sentence in column.notes]
    return union[look], sets, [*said, *_fit_nobody(one, names, [column.codes for column in found])]


def _fit_nobody(one: Seen, names: Sequence[str], codes: Sequence[Sets]) -> Iterator[str]:
    """Published cells that could stand for no value of the list."""
    for name, several in zip(names, codes, strict=True):
        rows = np.bincount(one.publication.table[name].codes[one.classes.kept], minlength=several.n_values)
        rows[several.value] = 0
        if rows.any():
            held = f"{int(rows.sum()):,} {'row holds' if rows.sum() == 1 else 'rows hold'}"
            n = int(np.count_nonzero(rows))
            yield f"Column {name!r}: {held} {n:,} value{'s' * (n > 1)} that could stand for nobody on the list."


@dataclass(frozen=True, eq=False)
class _Side:
    """One column of looks and classes.

    Parameters
    ----------
    group : int64 (n_looks,), which published codes each look allows, by number
    codes : per such number the codes
    of_class : int64 (n_classes,), code of each class
    """

    group: IntArray
    codes: Sets
    of_class: IntArray

    @cached_property
    def classes(self) -> Sets:
        """Per code the classes that have it."""
        return sets_of(self.of_class, np.arange(len(self.of_class)), self.codes.n_values, len(self.of_class))

    @cached_property
    def several(self) -> IntArray:
        """Number of classes each look allows by this column alone."""
        owner, code = expanded(self.codes, np.arange(len(self.codes)))
        count = np.bincount(owner, self.classes.size[code], len(self.codes))
        return count.astype(np.int64)[self.group]


def _alike(codes: Sets) -> tuple[IntArray, Sets]:
    """Put raw values together that the same published codes cover."""
    number: dict[bytes, int] = {}
    group = np.array([number.setdefault(codes.of(raw).tobytes(), len(number)) for raw in range(len(codes))], np.int64)
    first = np.zeros(len(number), np.int64)
    first[group[::-1]] = np.arange(len(codes))[::-1]
    owner, code = expanded(codes, first)
    return group, sets_of(owner, code, len(number), codes.n_values)


def _united(columns: Sequence[_Side], sets: Sets) -> Sets:
    """Unite for every look the values of the classes that it allows in all columns.

    The column that allows the fewest classes proposes them, the others rule out.
    """
    best = min(columns, key=lambda column: int(column.several.sum()))
    owners, values = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for part in parts_of(best.several * max(int(sets.size.mean()), 1)):
        at, code = expanded(best.codes, best.group[part])
        again, chosen = expanded(best.classes, code)
        look = at[again] + part.start
        for column in columns:
            if column is not best:
                fits = holds(column.codes, column.group[look], column.of_class[chosen])
                look, chosen = look[fits], chosen[fits]
        again, value = expanded(sets, chosen)
        key = np.sort(look[again] * sets.n_values + value)
        owner, value = np.divmod(key[np.diff(key, prepend=-1) > 0], sets.n_values)
        owners.append(owner)
        values.append(value)
    return sets_of(np.concatenate(owners), np.concatenate(values), len(best.group), sets.n_values)


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
        f"Column {name!r} of the list: {rows_have(rows)} no value, which rules no class out."
        for name, rows in lacking.items()
        if rows
    ]


def _unknown(
    population: Table,
    listed: NDArray[np.intp],
    trees: Mapping[str, Hierarchy],
    publications: Sequence[Publication],
) -> Iterator[str]:
    """Values of the list that a hierarchy has no entry for: no label can stand for them."""
    names = dict.fromkeys(name for publication in publications for name in publication.quasi_identifiers)
    for name, tree in ((name, trees[name]) for name in names if name in trees):
        column = population[name]
        strange = np.array([*(word not in tree.place for word in column.labels[: len(column.categories)]), False])
        rows = int(np.count_nonzero(strange[column.codes[listed]]))
        if rows:
            yield (
                f"Column {name!r} of the list: {rows:,} {'row holds a value' if rows == 1 else 'rows hold values'} "
                "that the hierarchy has no entry for, so none of its labels stands for them."
            )
