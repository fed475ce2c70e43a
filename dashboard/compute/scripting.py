"""The script that makes a release again, packed with the hierarchies it reads."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dashboard import state
from dashboard.compute.blurring import Others, ground_of
from dashboard.compute.cutting import Cut, table
from dashboard.compute.hierarchies import tree_of_secret, trees
from dashboard.compute.trying import METHODS, SECONDS
from privacy_core import (
    Anonymizer,
    Hierarchy,
    Limits,
    Origin,
    Roles,
    Scale,
    Study,
    Thresholds,
    anonymizers,
    publishing,
    write_hierarchy,
)

EPOCH = (1980, 1, 1, 0, 0, 0)
"""Time written into the archive, so that the same release gives the same bytes."""


@dataclass(frozen=True, eq=False)
class Wanted:
    """Which release a script is to make: its promise, its method and what is published."""

    k: int
    others: Others
    ground: str
    suppression: float
    method: str
    levels: tuple[tuple[str, int], ...]
    keep: publishing.Keep
    salted: bool


def no_script(study: Study, chosen: Cut, wanted: Wanted) -> str | None:
    """Why no script can make this release again, or None."""
    if study.source.origin is not Origin.UPLOAD:
        return "A sample has no file that a script could read; save it as CSV, open that, and a script is offered."
    if study.missing_tokens or study.suppressed_token:
        return "Texts declared missing or suppressed on this page are not read by the script; mend them as repairs."
    if wanted.others and any(_kind(chosen, name, wanted.ground) is None for name in chosen.secrets):
        return "This ground distance needs a file of its own for the secret; choose the column's own to have a script."
    return None


def _kind(chosen: Cut, secret: str, ground: str) -> str | None:
    """The ground distance as a recipe names it; None where the column would be read as another kind."""
    used, scale = ground_of(chosen, secret, ground), table(chosen)[secret].scale
    if used == "hierarchical":
        return "hierarchy"
    own = "equal" if scale is Scale.NOMINAL else "ordered"
    return "" if used == own else "value" if used == "value" else None


def packed(study: Study, chosen: Cut, published: publishing.Publication, wanted: Wanted) -> Callable[[], bytes]:
    """An archive with the script and every hierarchy it reads; made on a click, outside the page's run."""
    made, roles = trees(chosen, study.blur.trees), study.roles
    files = {f"hierarchy_{place + 1}.csv": write_hierarchy(made[name]) for place, name in enumerate(chosen.known)}
    named = dict(zip(chosen.known, files, strict=True))
    for name, grown in _secret_trees(chosen, wanted).items():
        named[name] = f"hierarchy_{len(files) + 1}.csv"
        files[named[name]] = write_hierarchy(grown)
    recipe = _recipe(study, chosen, roles, wanted, named)
    source = {study.source.name: study.source.key.split("-")[0]}

    def work() -> bytes:
        content = publishing.written(published, "release.csv").content
        text = publishing.script(recipe, "release.csv", content, files, source)
        return _archive({"make_release.py": text.encode(), **files})

    return work


def _secret_trees(chosen: Cut, wanted: Wanted) -> dict[str, Hierarchy]:
    """The hierarchies that distances between secrets follow."""
    of_secrets = {name: tree_of_secret(chosen, name) for name in chosen.secrets}
    return {n: grown for n, grown in of_secrets.items() if grown and _kind(chosen, n, wanted.ground) == "hierarchy"}


def _recipe(study: Study, chosen: Cut, roles: Roles, wanted: Wanted, files: Mapping[str, str]) -> publishing.Recipe:
    kinds = {name: _kind(chosen, name, wanted.ground) or "" for name in chosen.secrets}
    secrets = tuple(publishing.SecretColumn(name, kind, tree=files.get(name)) for name, kind in kinds.items())
    files = {name: files[name] for name in chosen.known}
    method: Anonymizer = (
        METHODS[wanted.method] if wanted.method in METHODS else anonymizers.AtLevels(dict(wanted.levels))
    )
    return publishing.Recipe(
        study.source.name,
        roles,
        Thresholds(k=wanted.k, **dict(wanted.others)),
        method,
        state.loaded(study.source).options,
        study.repairs,
        files,
        secrets,
        study.policies.missing_sensitive,
        Limits(wanted.suppression, SECONDS if wanted.method in METHODS else None),
        wanted.keep,
        "salt" if wanted.salted else None,
    )


def _archive(files: Mapping[str, bytes]) -> bytes:
    packed_ = io.BytesIO()
    with zipfile.ZipFile(packed_, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, EPOCH), content)
    return packed_.getvalue()
