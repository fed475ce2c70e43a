"""Which columns and rows of a release go into the file, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from privacy_core.errors import TableError, UnknownColumn
from privacy_core.publishing.pseudonyms import pseudonyms
from privacy_core.roles import Roles
from privacy_core.tables import Column, Scale, Table

SUPPRESSED = "suppressed"


@dataclass(frozen=True)
class Keep:
    """What is published beside the quasi-identifiers and the sensitive columns.

    Parameters
    ----------
    columns : columns to keep as they are, of those in no role, or the weight
    suppressed_rows : whether suppressed rows stay in the file, flagged and without quasi-identifiers
    """

    columns: tuple[str, ...] = ()
    suppressed_rows: bool = True


@dataclass(frozen=True, eq=False)
class Publication:
    """What goes into the file.

    Parameters
    ----------
    table : columns in the order of the original, then the flag of suppressed rows
    flag : name of that flag's column; None where suppressed rows are left out
    notes : one sentence per decision
    """

    table: Table
    flag: str | None
    notes: tuple[str, ...]


def publication(release: Table, roles: Roles, keep: Keep | None = None, salt: bytes | None = None) -> Publication:
    """Choose the columns and rows of a release that are published.

    Quasi-identifiers and sensitive columns are kept. Identifiers, person and household ids become
    pseudonyms, or are left out without a salt. Columns in no role, and the weight, are left out unless they
    are asked for: nobody has judged what they give away.

    Parameters
    ----------
    release : suppressed rows flagged
    roles : of the original
    keep : what else is published
    salt : secret bytes that pseudonyms are made with; None leaves identifiers out

    Raises
    ------
    UnknownColumn
        A column to be kept is not there.
    TableError
        A column to be kept is an identifier, or no row is left.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import Roles, from_frame
    >>> people = from_frame(pd.DataFrame({"id": [7, 8], "zip": ["1*", "1*"], "ill": ["y", "n"], "note": ["a", "b"]}))
    >>> found = publication(people, Roles(("zip",), ("ill",), ("id",)))
    >>> found.table.names, found.notes[0]
    (['zip', 'ill', 'suppressed'], "Left out: 'id' (identifier), 'note' (no role).")
    """
    keep = keep or Keep()
    hidden = {*roles.identifiers, *filter(None, (roles.person, roles.household))}
    for name in keep.columns:
        if name not in release.names:
            raise UnknownColumn(name, release.names)
        if name in hidden:
            raise TableError(f"Column {name!r} names persons or homes: it is published as pseudonyms or not at all.")
    plain = {*roles.quasi_identifiers, *roles.sensitive, *keep.columns}
    columns = {}
    for name in release.names:
        if name in plain:
            columns[name] = release[name]
        elif name in hidden and salt is not None:
            columns[name] = pseudonyms(release[name], salt)
    notes = [*_about_columns(release, roles, [*columns], hidden), *_about_rows(release, keep)]
    return _with_flag(replace(release, columns=columns), keep, notes)


def _with_flag(table: Table, keep: Keep, notes: list[str]) -> Publication:
    if not keep.suppressed_rows:
        left = np.flatnonzero(~table.suppressed)
        if not len(left):
            raise TableError(f"All {table.n_rows:,} rows are suppressed: without them the file would be empty.")
        return Publication(table.only(left), None, tuple(notes))
    flag, copies = SUPPRESSED, 1
    while flag in table.columns:
        copies += 1
        flag = f"{SUPPRESSED} ({copies})"
    if copies > 1:
        notes.append(f"A column is called {SUPPRESSED!r} already: suppressed rows are flagged in {flag!r}.")
    column = Column(flag, table.suppressed.astype(np.int32), np.array([False, True], object), Scale.NOMINAL)
    return Publication(table.with_column(column), flag, tuple(notes))


def _about_columns(release: Table, roles: Roles, kept: list[str], hidden: set[str]) -> Iterator[str]:
    role = {name: part.value for name, part in roles}
    left = [f"{name!r} ({role.get(name, 'no role')})" for name in release.names if name not in kept]
    if left:
        yield f"Left out: {', '.join(left)}."
    if made := [repr(name) for name in kept if name in hidden]:
        yield f"Pseudonyms, which link equal values: {', '.join(made)}."
    if unjudged := [repr(name) for name in kept if name not in role]:
        yield f"Kept as they are, and judged by no model: {', '.join(unjudged)}."


def _about_rows(release: Table, keep: Keep) -> Iterator[str]:
    count = int(release.suppressed.sum())
    if keep.suppressed_rows:
        return
    yield (
        f"The {count:,} suppressed rows are left out, and with them the original distribution the promise is about: "
        "from the file alone, t, β and δ-disclosure can only be measured against what is left."
        if count
        else "No row is suppressed, so none is left out."
    )
