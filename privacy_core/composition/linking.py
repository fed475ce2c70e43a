"""Releases of the same people, linked: by a person key, row by row, or class by class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.composition.facts import Counted, Linked
from privacy_core.composition.intersecting import Sets, common_values, sets_of
from privacy_core.composition.linkage import Linkage
from privacy_core.composition.people import Known, by_column
from privacy_core.composition.publications import Publication, Seen, seen
from privacy_core.composition.ranges import check_several
from privacy_core.composition.saying import nobody_in_all
from privacy_core.composition.standing_for import generalized_apart
from privacy_core.composition.vocabulary import Spelling, Vocabulary, vocabulary
from privacy_core.errors import ParameterError, RoleError, TableError
from privacy_core.numbering import grouped
from privacy_core.policies import Policies
from privacy_core.progress import Progress, unwatched
from privacy_core.tables import MISSING, IntArray, as_text, frozen


def link_by_key(
    publications: Sequence[Publication],
    attribute: str,
    person: str,
    policies: Policies | None = None,
    spelling: Spelling = Spelling.JOINED,
    progress: Progress = unwatched,
) -> Linkage:
    """Link releases that name each person in a column.

    The key is the owner's, to know whose classes belong together; an attacker knows the
    quasi-identifiers of the person instead.

    Parameters
    ----------
    publications : two or more releases
    attribute : the secret, a column of every release
    person : column that says whose row it is; one row per person in a release
    policies : how missing values and suppressed records count
    spelling : what values that releases write differently are
    progress : told how far the work is

    Raises
    ------
    ParameterError
        There is one release only, or missing matches anything.
    TableError
        Rows without an id, people with several rows in a release, or nobody is in every release.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> one = from_frame(pd.DataFrame({"who": [1, 2, 3], "q": ["a", "a", "b"], "s": ["x", "y", "x"]}))
    >>> two = from_frame(pd.DataFrame({"who": [1, 2, 3], "q": ["c", "d", "c"], "s": ["x", "y", "x"]}))
    >>> found = link_by_key([Publication("1", one, ("q",)), Publication("2", two, ("q",))], "s", "who")
    >>> found.pinned, found.newly_pinned, found.ids(found.pinned_people)
    (3, 0, ['1', '2', '3'])
    """
    for publication in publications:
        if person in (*publication.quasi_identifiers, attribute):
            raise RoleError(f"Column {person!r} has two roles; a column can have one.")
    know = partial(by_column, person=person)
    return _link(publications, attribute, policies, spelling, progress, know, Counted.PEOPLE)


def link_rows(
    publications: Sequence[Publication],
    attribute: str,
    policies: Policies | None = None,
    spelling: Spelling = Spelling.JOINED,
    progress: Progress = unwatched,
) -> Linkage:
    """Link one table released several ways: row i is the same person in each.

    Each way has its own quasi-identifiers, hierarchy levels, or anonymizer; suppressed rows are not in
    that release.

    Parameters
    ----------
    publications : two or more releases of as many rows, in the same order
    attribute, policies, spelling, progress : as in `link_by_key`

    Raises
    ------
    ParameterError
        There is one way only, or missing matches anything.
    TableError
        The tables differ in length, or no row is in every one: parts of one table share nobody.

    Examples
    --------
    >>> from privacy_core import samples
    >>> nine = samples.load("hospital-3")
    >>> ways = [Publication(name, nine.table, (name,)) for name in ("age", "zip")]
    >>> link_rows(ways, "salary").pinned           # the raw table leaves everybody alone
    9
    """
    lengths = sorted({publication.table.n_rows for publication in publications})
    if len(lengths) > 1:
        raise TableError(
            f"The releases have {lengths[0]:,} to {lengths[-1]:,} rows, so they are not the same people row by row; "
            "a column that names each person is needed."
        )
    return _link(publications, attribute, policies, spelling, progress, _by_row, Counted.ROWS)


def link_groupings(
    publications: Sequence[Publication],
    attribute: str,
    policies: Policies | None = None,
    spelling: Spelling = Spelling.JOINED,
    progress: Progress = unwatched,
) -> Linkage:
    """Link releases that share a grouping, class by class: whoever is in a class of all is left its candidates.

    What is counted are classes, named by what they look like, and nobody knows how many people each holds.

    Parameters
    ----------
    publications : two or more releases with the same quasi-identifiers
    attribute, policies, spelling, progress : as in `link_by_key`

    Raises
    ------
    ParameterError
        There is one release only, the quasi-identifiers differ, or missing matches anything.
    TableError
        No class occurs in every release.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> one = from_frame(pd.DataFrame({"q": ["a", "a", "b", "b"], "s": ["x", "y", "x", "z"]}))
    >>> two = from_frame(pd.DataFrame({"q": ["a", "a", "b", "b"], "s": ["x", "z", "x", "z"]}))
    >>> found = link_groupings([Publication("1", one, ("q",)), Publication("2", two, ("q",))], "s")
    >>> found.ids(found.pinned_people), found.histogram               # of the class a only x is left
    (['a'], {1: 1, 2: 1})
    """
    if len({publication.quasi_identifiers for publication in publications}) > 1:
        raise ParameterError("Releases that share a grouping need the same quasi-identifiers in the same order.")
    return _link(publications, attribute, policies, spelling, progress, by_class, Counted.CLASSES)


def _link(
    publications: Sequence[Publication],
    attribute: str,
    policies: Policies | None,
    spelling: Spelling,
    progress: Progress,
    know: Callable[[Sequence[Seen]], Known],
    unit: Counted,
) -> Linkage:
    several = all_seen(publications, attribute, policies or Policies())
    numbers, n_known, keys, doubts = know(several)
    words = vocabulary(several, spelling)
    classes = np.full((n_known, len(several)), -1, np.int32)
    for at, (one, number) in enumerate(zip(several, numbers, strict=True)):
        classes[number[one.valued], at] = one.classes.of_row[one.valued]
    if not (classes >= 0).all(axis=1).any():
        inside = (classes >= 0).sum(axis=0).tolist()
        raise TableError(nobody_in_all(unit, [one.name for one in several], inside, doubts))
    sets = [shown(one, place, len(words.labels)) for one, place in zip(several, words.place, strict=True)]
    changed = None if unit is Counted.CLASSES else _changed(several, numbers, words, n_known)
    return intersected(several, words, sets, classes, keys, changed, unit, doubts, progress)


def all_seen(publications: Sequence[Publication], attribute: str, policies: Policies) -> list[Seen]:
    """Group and count every release.

    Raises
    ------
    ParameterError
        There are fewer than two.
    """
    check_several(len(publications))
    return [seen(publication, attribute, policies) for publication in publications]


def shown(one: Seen, place: IntArray, n_values: int) -> Sets:
    """The values each class of a release shows, by their place in the vocabulary."""
    return sets_of(one.counts.owner, place[one.counts.value], len(one.classes), n_values)


def intersected(
    several: Sequence[Seen],
    words: Vocabulary,
    sets: Sequence[Sets],
    classes: NDArray[np.int32],
    keys: NDArray[Any] | None,
    changed: NDArray[np.bool_] | None,
    unit: Counted,
    notes: Sequence[str],
    progress: Progress,
) -> Linkage:
    """Intersect the values of everybody's classes, once per combination of classes."""
    columns = [classes[:, at] + 1 for at in range(len(several))]
    of_person, n_tuples = grouped(columns, [len(one) + 1 for one in sets], len(classes))
    tuples = np.empty((n_tuples, len(several)), np.int64)
    tuples[of_person] = classes
    present = np.zeros(len(words.labels), bool)
    for one, place in zip(several, words.place, strict=True):
        present[place[one.counts.value]] = True
    return Linkage(
        several[0].counts.attribute or "",
        words.labels,
        tuple(map(_facts, several)),
        int(present.sum()),
        tuple(sets),
        frozen(of_person),
        frozen(tuples),
        frozen(common_values(sets, tuples, progress)),
        keys,
        changed,
        unit,
        several[0].counts.policies,
        (*words.notes, *generalized_apart(several), *notes),
    )


def _facts(one: Seen) -> Linked:
    rows, classes = int(one.classes.size.sum()), one.classes
    ell = int(np.diff(one.counts.start).min())
    lacking = int(np.count_nonzero(~one.valued))
    k = int(classes.size.min())
    return Linked(one.name, rows, len(classes), k, ell, classes.n_suppressed, classes.n_left_out, lacking)


def _by_row(several: Sequence[Seen]) -> Known:
    return [one.classes.kept for one in several], several[0].classes.n_rows, None, ()


def by_class(several: Sequence[Seen]) -> Known:
    """Number what classes look like; rows of one look are one "person"."""
    place: dict[tuple[Any, ...], int] = {}
    numbers = []
    for one in several:
        looks = one.classes.keys(one.publication.table, np.arange(len(one.classes))).values()
        number = [place.setdefault(tuple(map(_text, look)), len(place)) for look in zip(*looks, strict=True)]
        numbers.append(np.array(number)[one.classes.of_row])
    keys = np.empty(len(place), object)
    keys[:] = [", ".join(MISSING if part is None else part for part in look) for look in place]
    return numbers, len(place), keys, ()


def _text(cell: Any) -> str | None:
    return None if cell is None else as_text(cell)


def _changed(
    several: Sequence[Seen], numbers: Sequence[NDArray[Any]], words: Vocabulary, n_known: int
) -> NDArray[np.bool_]:
    """People whose value is not the same in all releases they are in."""
    value, changed = np.full(n_known, -1), np.zeros(n_known, bool)
    for one, number, place in zip(several, numbers, words.place, strict=True):
        who, mine = number[one.valued], place[one.value[one.valued]]
        changed[who] |= (value[who] >= 0) & (value[who] != mine)
        value[who] = mine
    return frozen(changed)
