"""Uploaded releases: read, their columns, the rows they left out, and the work of linking them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from dashboard.compute.cutting import Cut, cut, repaired, table
from dashboard.compute.hierarchies import fitting_column
from dashboard.compute.linking import Own
from privacy_core import (
    Column,
    Hierarchy,
    HierarchyError,
    Policies,
    PrivacyError,
    Progress,
    Study,
    Table,
    TableError,
    composition,
    hierarchies,
    intake,
    report,
    suppressed_by_token,
)

SUPPRESSED = "suppressed"
"""What a release made here calls the column that flags the rows it left out."""
STAR = "*"
FLAGS = frozenset({"true", "false", "1", "0", "yes", "no"})
"""Words of a column that may flag rows."""


def as_release(study: Study) -> Table:
    """The open table as a release: after its repairs and, once roles are accepted, without its suppressed rows."""
    if study.roles is None:
        return repaired(study.source, study.missing_tokens, study.repairs)
    return table(cut(study))


def release_key(study: Study) -> Cut | tuple[Hashable, ...]:
    """What the open table as a release depends on."""
    return (study.source, study.missing_tokens, study.repairs) if study.roles is None else cut(study)


def common_columns(several: Sequence[Table]) -> list[str]:
    """Columns that every table has, in the order of the first."""
    return [name for name in several[0].names if all(name in one.columns for one in several[1:])] if several else []


def flag_columns(several: Sequence[Table]) -> list[str]:
    """Columns that say true or false of every row, wherever they are."""
    names = dict.fromkeys(name for one in several for name in one.names)
    return [name for name in names if all(_flags(one[name]) for one in several if name in one.columns)]


def _flags(column: Column) -> bool:
    n = len(column.categories)
    return 0 < n <= len(FLAGS) and all(label.lower() in FLAGS for label in column.labels[:n])


def naming_columns(several: Sequence[Table]) -> list[str]:
    """Columns of the first table that name every row of some table."""
    return [
        name
        for name in (several[0].names if several else ())
        if any(name in one.columns and len(one[name].categories) == one.n_rows for one in several)
    ]


def published(
    name: str, held: Table, known: tuple[str, ...], flag: str | None, starred: bool
) -> composition.Publication:
    """A release without the rows it left out: flagged by a column, if it has it, or starred in every known column."""
    if flag is not None and flag in held.columns:
        held = held.without_flagged(flag)
    return composition.Publication(name, suppressed_by_token(held, known, STAR) if starred else held, known)


def tree_of_list(listed: Table, known: tuple[str, ...], content: bytes, name: str) -> tuple[str, Hierarchy]:
    """The column of a list of people that a file of labels belongs to, and its hierarchy.

    Raises
    ------
    HierarchyError
        The file cannot be read, or it belongs to none of these columns.
    """
    several = [one for one in known if one in listed.columns]
    column = fitting_column(several, listed, content, name)
    if column is None:
        raise HierarchyError(
            "Its name ends in none of the known columns, and of none does it have every value of the list."
        )
    return column, hierarchies.read_hierarchy(content, column)


def linking_files(
    several: Sequence[composition.Publication],
    secret: str,
    join: str | None,
    everyone: Table | None,
    trees: Mapping[str, Hierarchy],
    policies: Policies,
    spelling: composition.Spelling,
) -> Callable[[Progress], Own]:
    """Link uploaded releases by a key column, through a list of people, or class by class."""

    def work(told: Progress) -> Own:
        if join is not None:
            found = composition.link_by_key(several, secret, join, policies, spelling, told)
            others = 2 * found.people < min(one.rows for one in found.releases)
            return Own(found, _beliefs(several, secret, policies, spelling) if others else None)
        if everyone is not None:
            found = composition.link_by_population(several, secret, everyone, trees, policies, spelling, told)
        else:
            found = composition.link_groupings(several, secret, policies, spelling, told)
        return Own(found, _beliefs(several, secret, policies, spelling), everyone is None)

    return work


def _beliefs(
    several: Sequence[composition.Publication], secret: str, policies: Policies, spelling: composition.Spelling
) -> composition.Drift | None:
    """Beliefs where the releases share classes; none where they do not."""
    if len({one.quasi_identifiers for one in several}) > 1:
        return None
    try:
        return composition.drift(several, secret, None, policies, spelling)
    except PrivacyError:
        return None


def reading_files(files: Mapping[str, tuple[str, bytes]]) -> Callable[[Progress], dict[str, tuple[str, Table]]]:
    """Work that reads uploaded releases; name and table by hash.

    Raises
    ------
    TableError
        A file cannot be read; it is named.
    """

    def work(told: Progress) -> dict[str, tuple[str, Table]]:
        found = {}
        for key, (name, content) in files.items():
            report(told, len(found) / len(files), f"reading release {len(found) + 1} of {len(files)}")
            try:
                found[key] = name, intake.read(content, name, intake.Options(), told).table
            except PrivacyError as refused:
                raise TableError(f"{name!r} was not loaded. {refused}") from refused
        return found

    return work
