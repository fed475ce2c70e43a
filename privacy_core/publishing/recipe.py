"""Everything a release is made from, as settings: with the files it names, the same file comes out again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from privacy_core.anonymizers import Anonymization, Anonymizer, Limits, promised
from privacy_core.hierarchies import Hierarchy, hierarchy, read_hierarchy
from privacy_core.intake import Options, Repair, apply_repairs, read
from privacy_core.models import Equal, Ground, Rank, Secret, Thresholds, Tree, Value
from privacy_core.policies import MissingSensitive, Policies
from privacy_core.progress import Progress, unwatched
from privacy_core.publishing.choosing import Keep, publication
from privacy_core.publishing.files import Written, written
from privacy_core.roles import Roles
from privacy_core.tables import Column, Table, as_nominal, as_ordered


@dataclass(frozen=True)
class SecretColumn:
    """A sensitive column and how its distances are measured.

    Parameters
    ----------
    column : name
    kind : "nominal", "ordered", "value" or "hierarchy"; empty for the column's own
    order : values from low to high, of an ordered text column
    tree : file of its hierarchy, or None
    """

    column: str
    kind: str = ""
    order: tuple[str, ...] = ()
    tree: str | None = None


@dataclass(frozen=True)
class Recipe:
    """How a release is made. Files are named, never held.

    Parameters
    ----------
    source : file of the table
    options : how it is read
    repairs : what was mended, in order
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

    @property
    def files(self) -> tuple[str, ...]:
        """Every file the recipe reads, the table first; the salt is not among them."""
        trees = (secret.tree for secret in self.secrets if secret.tree is not None)
        return tuple(dict.fromkeys([self.source, *self.hierarchies.values(), *trees]))


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
    """
    table = _read(recipe, fetch) if source is None else source
    original = typed(table, recipe)
    recipe.roles.check(original.names)
    trees = trees_of(recipe, original, fetch)
    models = promised(original, secrets_of(recipe, fetch), recipe.asked)
    policies = Policies(missing_sensitive=recipe.missing_sensitive)
    found = recipe.anonymizer.anonymize(original, recipe.roles, trees, models, recipe.limits, progress, policies)
    if found.table is None:
        return Made(original, trees, found, (), None, None, ())
    published = publication(found.table, recipe.roles, recipe.keep, None if recipe.salt is None else fetch(recipe.salt))
    file = written(published, out)
    return Made(
        original, trees, found, tuple(published.table.names), published.flag, file, (*published.notes, *file.notes)
    )


def _read(recipe: Recipe, fetch: Callable[[str], bytes]) -> Table:
    table = read(fetch(recipe.source), recipe.source, recipe.options).table
    return apply_repairs(table, recipe.repairs)


def typed(table: Table, recipe: Recipe) -> Table:
    """The table with the types its sensitive columns were given."""
    for secret in recipe.secrets:
        if secret.kind == "nominal":
            table = table.with_column(as_nominal(table[secret.column]))
        elif secret.order:
            table = table.with_column(as_ordered(table[secret.column], secret.order))
    return table


def trees_of(recipe: Recipe, table: Table, fetch: Callable[[str], bytes]) -> dict[str, Hierarchy]:
    """The hierarchies of quasi-identifiers, read or made of two levels."""
    trees = {name: read_hierarchy(fetch(path), name) for name, path in recipe.hierarchies.items()}
    bare = [name for name in recipe.roles.quasi_identifiers if name not in trees and recipe.whole]
    return {**trees, **{name: all_or_nothing(table[name]) for name in bare}}


def all_or_nothing(column: Column) -> Hierarchy:
    """A hierarchy of two levels: every value as it is, or "*".

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> all_or_nothing(from_frame(pd.DataFrame({"q": ["a", "b"]}))["q"]).labels
    (('a', 'b'), ('*',))
    """
    words = column.labels[: len(column.categories)]
    return hierarchy(column.name, [(word, "*") for word in words or [""]])


def secrets_of(recipe: Recipe, fetch: Callable[[str], bytes]) -> list[Secret]:
    """The sensitive columns with their ground distances."""
    return [_secret(secret, fetch) for secret in recipe.secrets]


def _secret(secret: SecretColumn, fetch: Callable[[str], bytes]) -> Secret:
    tree = None if secret.tree is None else read_hierarchy(fetch(secret.tree), secret.column)
    return Secret(secret.column, _ground(secret.kind, tree), tree)


def _ground(kind: str, tree: Hierarchy | None) -> Ground | None:
    if kind == "hierarchy" and tree is not None:
        return Tree(tree)
    grounds: dict[str, Ground] = {"nominal": Equal(), "ordered": Rank(), "value": Value()}
    return grounds.get(kind)
