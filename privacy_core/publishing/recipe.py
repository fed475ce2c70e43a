"""Everything a release is made from, as settings: with the files it names, the same file comes out again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from privacy_core import samples
from privacy_core.anonymizers import Anonymization, Anonymizer, FullDomain, Limits, promised
from privacy_core.errors import HierarchyError, ParameterError
from privacy_core.hierarchies import Hierarchy, hierarchy, read_hierarchy
from privacy_core.intake import Options, Repair, apply_repairs, declare_missing, read
from privacy_core.models import KMap, PrivacyModel, Thresholds
from privacy_core.policies import MissingSensitive, Policies
from privacy_core.progress import Progress, unwatched
from privacy_core.publishing.choosing import Keep, publication
from privacy_core.publishing.files import Written, written
from privacy_core.publishing.persons import one_row_each
from privacy_core.publishing.secret_columns import SecretColumn, secrets_of, typed
from privacy_core.roles import Roles
from privacy_core.tables import Column, Table, suppressed_by_token


@dataclass(frozen=True)
class Recipe:
    """How a release is made. Files are named, never held.

    Parameters
    ----------
    source : file of the table, or name of a built-in one
    options : how it is read
    repairs : what was mended, in order
    missing_tokens : texts that were declared missing, after the repairs
    marks : decimal marks that a number may have once those texts are gone, first choice first
    suppressed_token : a row is suppressed where every quasi-identifier reads this text; None where none is
    sample : whether the table is built in
    roles : whose quasi-identifiers are blurred
    hierarchies : file by quasi-identifier
    secrets : sensitive columns
    asked : what is promised
    missing_sensitive : what a missing sensitive value counts as
    anonymizer : with its settings
    limits : what it may spend
    keep : which columns and rows are published
    whole : whether a quasi-identifier without a file is kept or withheld as a whole, as one level per column
        needs it; else the anonymizer sees that it has no hierarchy
    salt : file of the secret that pseudonyms are made with; None leaves identifiers out
    k_map : smallest crowd in the population; None does not promise it
    population : file of the table of everybody, for k-map
    """

    source: str
    roles: Roles
    asked: Thresholds
    anonymizer: Anonymizer
    options: Options = field(default_factory=Options)
    repairs: tuple[Repair, ...] = ()
    hierarchies: Mapping[str, str] = field(default_factory=dict)
    secrets: tuple[SecretColumn, ...] = ()
    missing_sensitive: MissingSensitive = MissingSensitive.OWN
    limits: Limits = field(default_factory=Limits)
    keep: Keep = field(default_factory=Keep)
    salt: str | None = None
    whole: bool = True
    k_map: float | None = None
    population: str | None = None
    missing_tokens: tuple[str, ...] = ()
    marks: str = ".,"
    suppressed_token: str | None = None
    sample: bool = False

    @property
    def files(self) -> tuple[str, ...]:
        """Every file the recipe reads, the table first unless it is built in; the salt is not among them."""
        trees = (secret.tree for secret in self.secrets if secret.tree is not None)
        everyone = [] if self.population is None else [self.population]
        source = [] if self.sample else [self.source]
        return tuple(dict.fromkeys([*source, *self.hierarchies.values(), *trees, *everyone]))


@dataclass(frozen=True, eq=False)
class Made:
    """What a recipe makes.

    Parameters
    ----------
    original : the table as it was judged
    hierarchies : by quasi-identifier
    anonymization : the answer
    columns : names in the file, in order
    flag : name of the column that flags suppressed rows, or None
    file : the release, None where there is none
    notes : one sentence per decision
    """

    original: Table
    hierarchies: Mapping[str, Hierarchy]
    anonymization: Anonymization
    columns: tuple[str, ...]
    flag: str | None
    file: Written | None
    notes: tuple[str, ...]


def made(
    recipe: Recipe,
    out: str,
    fetch: Callable[[str], bytes],
    progress: Progress = unwatched,
    source: Table | None = None,
) -> Made:
    """Make a release.

    Parameters
    ----------
    recipe : Recipe
    out : name of the file, which says its kind
    fetch : gives the bytes of a file the recipe names
    progress : told how far the search is
    source : the table, where it has been read and repaired already

    Raises
    ------
    HierarchyError, RoleError, ParameterError, UnknownColumn
        The files, roles and settings do not fit together, or persons have several rows.
    """
    table = _read(recipe, fetch) if source is None else source
    original = typed(table, recipe.secrets)
    recipe.roles.check(original.names)
    one_row_each(original, recipe.roles)
    search, everyone = _counting(recipe, fetch)
    trees = trees_of(recipe, original, fetch, everyone)
    models = (*models_of(recipe, original, fetch), *([] if recipe.k_map is None else [KMap(recipe.k_map)]))
    policies = Policies(missing_sensitive=recipe.missing_sensitive)
    found = search.anonymize(original, recipe.roles, trees, models, recipe.limits, progress, policies)
    if found.table is None:
        return Made(original, trees, found, (), None, None, ())
    published = publication(found.table, recipe.roles, recipe.keep, None if recipe.salt is None else fetch(recipe.salt))
    file = written(published, out)
    return Made(
        original, trees, found, tuple(published.table.names), published.flag, file, (*published.notes, *file.notes)
    )


def _read(recipe: Recipe, fetch: Callable[[str], bytes]) -> Table:
    if recipe.sample:
        table = samples.load(recipe.source).table
    else:
        table = read(fetch(recipe.source), recipe.source, recipe.options).table
    table = declare_missing(apply_repairs(table, recipe.repairs), recipe.missing_tokens, recipe.marks)
    if recipe.suppressed_token is None:
        return table
    return suppressed_by_token(table, recipe.roles.quasi_identifiers, recipe.suppressed_token)


def trees_of(
    recipe: Recipe, table: Table, fetch: Callable[[str], bytes], everyone: Table | None = None
) -> dict[str, Hierarchy]:
    """The hierarchies of quasi-identifiers, read or made of two levels; they know a population's values as well."""
    trees = {name: read_hierarchy(fetch(path), name) for name, path in recipe.hierarchies.items()}
    if everyone is not None:
        _know(trees, table, everyone)
    tables = [table] if everyone is None else [table, everyone]
    bare = [name for name in recipe.roles.quasi_identifiers if name not in trees and recipe.whole]
    return {**trees, **{name: all_or_nothing(*(one[name] for one in tables if name in one.names)) for name in bare}}


def _know(trees: Mapping[str, Hierarchy], table: Table, everyone: Table) -> None:
    """Refuse a population with values that the hierarchies do not know, the table's own being known."""
    for name, tree in trees.items():
        tree.codes(table[name])
        if name in everyone.names:
            try:
                tree.codes(everyone[name])
            except HierarchyError as refused:
                raise HierarchyError(f"In the file of the population, {refused}") from None


def all_or_nothing(column: Column, *others: Column) -> Hierarchy:
    """A hierarchy of two levels: every value as it is, or "*".

    Parameters
    ----------
    column : whose hierarchy it is
    others : the same column of other tables, whose values it knows as well

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> all_or_nothing(from_frame(pd.DataFrame({"q": ["a", "b"]}))["q"]).labels
    (('a', 'b'), ('*',))
    """
    words = dict.fromkeys(word for one in (column, *others) for word in one.labels[: len(one.categories)])
    return hierarchy(column.name, [(word, "*") for word in words or [""]])


def models_of(recipe: Recipe, table: Table, fetch: Callable[[str], bytes]) -> tuple[PrivacyModel, ...]:
    """Everything a recipe promises but k-map, which is asked of the population and not of the table alone.

    Raises
    ------
    ParameterError
        Nothing is promised, or a promise about secrets without a sensitive column.
    """
    if recipe.k_map is not None and recipe.asked == Thresholds(recursive_l=recipe.asked.recursive_l):
        return ()
    return promised(table, secrets_of(recipe.secrets, fetch), recipe.asked)


def _counting(recipe: Recipe, fetch: Callable[[str], bytes]) -> tuple[Anonymizer, Table | None]:
    """The anonymizer with the population that k-map counts in, and that population."""
    if recipe.k_map is None:
        return recipe.anonymizer, None
    if recipe.population is None or not isinstance(recipe.anonymizer, FullDomain):
        raise ParameterError("k-map is promised by the full-domain search only, and needs the table of a population.")
    everyone = read(fetch(recipe.population), recipe.population, recipe.options).table
    return replace(recipe.anonymizer, population=everyone), everyone


def ended_by_time(limits: Limits, answer: Anonymization) -> bool:
    """Whether time may have ended the search, so that the same search may end elsewhere another time.

    A budget of nodes alone ends it at the same node every time.
    """
    return answer.stopped_early and (limits.nodes is None or limits.seconds is not None)
