"""Who is one: rows, distinct persons, or whole histories of persons.

Three visits of one patient are three rows that look the same and one person who stands alone.
What fails is said in rows in every unit: a class (or a history) fails when it holds fewer than k
persons, and all its rows are counted.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from privacy_core.classes import EquivalenceClasses
from privacy_core.errors import ParameterError
from privacy_core.numbering import grouped, identified, numbered
from privacy_core.policies import Missing, Unit
from privacy_core.tables import Codes, IntArray, Table


def defined_units(person: str | None, missing: Missing) -> tuple[Unit, ...]:
    """Units that crowds can be counted in: only rows without a person column or where missing matches anything.

    Examples
    --------
    >>> [unit.value for unit in defined_units("who", Missing.WILDCARD)]
    ['rows']
    """
    return (Unit.ROWS,) if person is None or missing is Missing.WILDCARD else tuple(Unit)


def in_unit(table: Table, classes: EquivalenceClasses, unit: Unit, person: str | None) -> EquivalenceClasses:
    """The classes with their crowds in a unit, or in rows where that unit is not defined.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import equivalence_classes, from_frame
    >>> visits = from_frame(pd.DataFrame({"who": [1, 1, 2], "age": [30, 30, 41]}))
    >>> by_age = equivalence_classes(visits, ["age"])
    >>> in_unit(visits, by_age, Unit.PERSONS, "who").people, in_unit(visits, by_age, Unit.ROWS, "who").people
    (2, 3)
    """
    if person is None or unit is Unit.ROWS or unit not in defined_units(person, classes.missing):
        return classes
    return (in_persons if unit is Unit.PERSONS else in_histories)(table, classes, person)


def in_persons(table: Table, classes: EquivalenceClasses, person: str) -> EquivalenceClasses:
    """Return the same classes with the distinct persons of each as its crowd.

    Against an attacker who knows one row of a person (a visit) and looks for the person: other rows
    of the same person hide nobody. A person is counted once in every class that holds a row of theirs.

    Returns
    -------
    classes : the same rows per class; `crowd` int64 (n_classes,), 1 to the rows of the class, in persons

    Raises
    ------
    TableError
        Rows that take part have no person id.
    ParameterError
        Missing matches anything: classes overlap.

    Notes
    -----
    Entity id of k-anonymity in Google's Sensitive Data Protection.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import equivalence_classes, from_frame
    >>> visits = from_frame(pd.DataFrame({"who": [1, 1, 1, 2, 3], "age": [30, 30, 30, 41, 41]}))
    >>> by_age = equivalence_classes(visits, ["age"])
    >>> by_age.crowd.tolist(), in_persons(visits, by_age, "who").crowd.tolist()   # three rows are one person
    ([3, 2], [1, 2])
    """
    who, _ = _persons(table, classes, person)
    person_of, owner, _ = _memberships(classes, who.astype(np.int64))
    members = np.bincount(owner, minlength=len(classes))
    first = np.flatnonzero(np.diff(person_of, prepend=-1))
    smallest = np.minimum.reduceat(members[owner], first) if len(first) else members[:0]
    return replace(classes, members=members, persons=smallest, who=who)


def in_histories(table: Table, classes: EquivalenceClasses, person: str) -> EquivalenceClasses:
    """Group persons whose multisets of quasi-identifier rows are equal.

    Against an attacker who knows every row of a person: two persons look the same only when they
    have the same rows equally often.

    Returns
    -------
    classes : one class per history; `size` its rows, `crowd` the persons who share it

    Raises
    ------
    TableError
        Rows that take part have no person id.
    ParameterError
        Missing matches anything: classes overlap.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import equivalence_classes, from_frame
    >>> visits = from_frame(pd.DataFrame({"who": [1, 2, 3, 3], "place": ["foo", "bar", "foo", "bar"]}))
    >>> by_place = equivalence_classes(visits, ["place"])
    >>> by_place.size.tolist(), in_histories(visits, by_place, "who").crowd.tolist()    # nobody has 3's history
    ([2, 2], [1, 1, 1])
    """
    who, n_persons = _persons(table, classes, person)
    history, n_histories = _histories(who.astype(np.int64), n_persons, classes)
    of_row = history[who]
    size = np.bincount(of_row, minlength=n_histories)
    members = np.bincount(history, minlength=n_histories)
    return replace(classes, of_row=of_row, size=size, members=members, persons=members[history], who=who)


def _persons(table: Table, classes: EquivalenceClasses, person: str) -> tuple[Codes, int]:
    """Number of each kept row's person, and how many persons there are."""
    if classes.missing is Missing.WILDCARD:
        raise ParameterError(
            "Where missing matches anything (wildcard), crowds of persons or histories are not defined, for classes "
            "overlap: count rows, or let a missing value be a value of its own."
        )
    return grouped([identified(table, person, classes.kept)], [table[person].n_codes], len(classes.kept))


def _memberships(classes: EquivalenceClasses, ids: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Person, class and number of rows of every distinct pair, in the order of persons, then classes."""
    span = max(len(classes), 1)
    pairs, rows = np.unique(ids * span + classes.of_row, return_counts=True)
    person, owner = np.divmod(pairs, span)
    return person, owner, rows


def _histories(ids: IntArray, n_persons: int, classes: EquivalenceClasses) -> tuple[Codes, int]:
    """Number of each person's multiset of classes.

    Persons are told apart step by step: the number of their first i (class, rows) pairs and the next
    pair give the number of the first i + 1, so no multiset is ever written out.
    """
    person, owner, rows = _memberships(classes, ids)
    most = int(rows.max(initial=0)) + 1
    step, n_steps = numbered(owner * most + rows, max(len(classes), 1) * most)
    start = np.searchsorted(person, np.arange(n_persons + 1))
    history, waiting, depth, n = np.zeros(n_persons, np.int64), np.arange(n_persons), 0, 1
    while len(waiting := waiting[start[waiting] + depth < start[waiting + 1]]):
        if len(waiting) == 1:  # nobody left to be mistaken for
            history[waiting] = n
            break
        number, further = numbered(history[waiting] * n_steps + step[start[waiting] + depth], n * n_steps)
        history[waiting] = number + n  # those who ended earlier keep their smaller numbers
        n, depth = n + further, depth + 1
    return numbered(history, n + 1)
