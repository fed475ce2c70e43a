"""A release of the page as a recipe: what a script makes again, and what its file is judged by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dashboard import state
from dashboard.compute.blurring import Promise, ground_of
from dashboard.compute.cutting import Cut, table
from dashboard.compute.hierarchies import tree_of_secret, trees
from dashboard.compute.trying import METHODS, SECONDS, method_of
from privacy_core import Anonymizer, Limits, Origin, Scale, Study, anonymizers, intake, publishing, write_hierarchy

KINDS = {"equal": "nominal", "ordered": "ordered", "value": "value", "hierarchical": "hierarchy"}
"""Ground distances as a recipe and the command line name them."""


@dataclass(frozen=True)
class Wanted:
    """Which release is to be saved: its promise, its method and what is published."""

    promise: Promise
    method: str
    levels: tuple[tuple[str, int], ...]
    parameters: tuple[tuple[str, float], ...]
    keep: publishing.Keep
    salted: bool


@dataclass(frozen=True, eq=False)
class TreeFiles:
    """The hierarchies a release needs, as files; the archive and the command call them by the same names.

    Parameters
    ----------
    known : name of the file by quasi-identifier
    secrets : name of the file by secret whose distance follows a hierarchy
    content : bytes by name
    """

    known: Mapping[str, str]
    secrets: Mapping[str, str]
    content: Mapping[str, bytes]


def tree_files(study: Study, chosen: Cut, promise: Promise) -> TreeFiles:
    """Every hierarchy as a file, numbered; a column's name might be no name for a file."""
    made, content = trees(chosen, study.blur.trees), {}
    for name in chosen.known:
        content[f"hierarchy_{len(content) + 1}.csv"] = write_hierarchy(made[name])
    known, secrets = dict(zip(chosen.known, content, strict=True)), {}
    for name in chosen.secrets:
        grown = tree_of_secret(chosen, name)
        if grown is not None and ground_of(chosen, name, promise.ground) == "hierarchical":
            secrets[name] = f"hierarchy_{len(content) + 1}.csv"
            content[secrets[name]] = write_hierarchy(grown)
    return TreeFiles(known, secrets, content)


def script_kind(chosen: Cut, secret: str, ground: str) -> str:
    """The ground distance for a script, which reads the column afresh and leaves it its order or its numbers."""
    used, scale = ground_of(chosen, secret, ground), table(chosen)[secret].scale
    own = "equal" if scale is Scale.NOMINAL else "ordered"
    return "" if used == own else KINDS[used] if used in ("value", "hierarchical") else "equal"


def recipe(study: Study, chosen: Cut, wanted: Wanted, files: TreeFiles, kinds: Mapping[str, str]) -> publishing.Recipe:
    """How the release is made, from the file that was opened or the sample.

    Parameters
    ----------
    kinds : ground distance by secret
    """
    promise, tried = wanted.promise, wanted.method in METHODS
    method: Anonymizer = (
        method_of(chosen, wanted.method, wanted.parameters) if tried else anonymizers.AtLevels(dict(wanted.levels))
    )
    loaded, sample = state.loaded(study.source), study.source.origin is Origin.SAMPLE
    return publishing.Recipe(
        study.source.key if sample else study.source.name,
        study.roles,
        promise.thresholds,
        method,
        loaded.options or intake.Options(),
        study.repairs,
        files.known,
        tuple(publishing.SecretColumn(name, kind, tree=files.secrets.get(name)) for name, kind in kinds.items()),
        study.policies.missing_sensitive,
        Limits(promise.suppression, SECONDS if tried else None),
        wanted.keep,
        "salt" if wanted.salted else None,
        missing_tokens=study.missing_tokens,
        marks=loaded.marks,
        suppressed_token=study.suppressed_token,
        sample=sample,
    )
