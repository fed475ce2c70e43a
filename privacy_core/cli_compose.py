"""`kelt compose`: several releases of the same people, linked."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from textwrap import fill
from typing import Any, TypeVar

from privacy_core.cli_inputs import (
    file_content,
    given_hierarchies,
    noticed,
    read_table,
    refuse_no_qi,
    refuse_two_inputs,
    with_suppressed,
)
from privacy_core.composition import (
    Linkage,
    Publication,
    Spelling,
    findings,
    link_by_key,
    link_by_population,
)
from privacy_core.composition.ranges import check_several
from privacy_core.errors import ParameterError, PrivacyError, RoleError, TableError
from privacy_core.hierarchies import read_hierarchy
from privacy_core.intake import Reading
from privacy_core.policies import Missing, MissingSensitive, Policies
from privacy_core.roles import Roles
from privacy_core.tables import Table

Made = TypeVar("Made")

SPELLINGS = [spelling.value for spelling in Spelling]
"""What values that releases write differently may be; the first unless another is asked for."""


def compose(given: argparse.Namespace) -> int:
    """Run `kelt compose` and return its exit code."""
    _refuse_what_is_missing(given)
    names = _names(given.releases)
    readings = [
        _about(name, partial(read_table, path, given)) for name, path in zip(names, given.releases, strict=True)
    ]
    releases = [
        _about(name, partial(_publication, name, reading.table, given))
        for name, reading in zip(names, readings, strict=True)
    ]
    found, listed = _linked(given, releases)
    said = document(found)
    columns = [None, *given.qi, given.sensitive[0], *filter(None, [given.id])]
    for name, reading in zip([*names, "the list"], [*readings, *listed], strict=False):
        said["findings"] += [f"{name}: {sentence}" for sentence in noticed(reading, columns)]
    print(json.dumps(said, allow_nan=False) if given.json else text(said))
    return 0


def _about(name: str, make: Callable[[], Made]) -> Made:
    """Make something of one table; a refusal names it."""
    try:
        return make()
    except PrivacyError as refused:
        said = str(refused)
        raise TableError(said if name in said else f"{name}: {said}") from None


def _publication(name: str, table: Table, given: argparse.Namespace) -> Publication:
    Roles(tuple(given.qi), (given.sensitive[0],), person=given.id).check(table.names)
    return Publication(name, with_suppressed(table, given).with_perturbed(given.perturbed), tuple(given.qi))


def _refuse_what_is_missing(given: argparse.Namespace) -> None:
    check_several(len(given.releases))
    refuse_no_qi(given)
    if len(given.sensitive) != 1:
        raise RoleError(f"One --sensitive column is linked at a time; {len(given.sensitive) or 'none'} given.")
    if given.hierarchy and given.population is None:
        raise ParameterError("--hierarchy says what labels stand for in a list of people: it needs --population.")
    refuse_two_inputs([*given.releases, given.population])


def _names(paths: Sequence[str]) -> list[str]:
    """What each release is called: the name of its file, the path where two have one name."""
    names = ["standard input" if path == "-" else path.rsplit("/", 1)[-1] for path in paths]
    shared = Counter(names)
    return [path if shared[name] > 1 else name for name, path in zip(names, paths, strict=True)]


def _linked(given: argparse.Namespace, releases: Sequence[Publication]) -> tuple[Linkage, list[Reading]]:
    secret = given.sensitive[0]
    policies = Policies(Missing(given.missing), MissingSensitive(given.missing_sensitive))
    spelling = Spelling(given.spelling)
    if given.id is not None:
        return link_by_key(releases, secret, given.id, policies, spelling), []
    reading = _about("the list", partial(read_table, given.population, given))
    _about("the list", partial(Roles(tuple(given.qi)).check, reading.table.names))
    named = given_hierarchies(reading.table, given)
    if idle := [name for name in named if name not in given.qi]:
        raise ParameterError(f"--hierarchy is given for column {idle[0]!r}, which no --qi names.")
    trees = {name: read_hierarchy(file_content(path), name) for name, path in named.items()}
    return link_by_population(releases, secret, reading.table, trees, policies, spelling), [reading]


def document(found: Linkage) -> dict[str, Any]:
    """A linkage as the contract of `kelt compose` has it."""
    random = found.random_case
    return {
        "unit": found.unit.value,
        "people": found.people,
        "not_in_all": found.not_in_all,
        "pinned": found.pinned,
        "empty": found.empty,
        "pinned_ids": _in_order(found.ids(found.pinned_people)),
        "shrank": found.shrank,
        "mean_guess": found.mean_guess,
        "candidates": {str(left): people for left, people in found.histogram.items()},
        "worst_case": found.worst_case,
        "random": {"pinned": random.pinned, "mean": random.mean},
        "per_release": [
            {"name": one.name, "rows": one.rows, "classes": one.classes, "k": one.k, "l": one.ell}
            for one in found.releases
        ],
        "policies": {
            "missing": found.policies.missing.value,
            "missing_sensitive": found.policies.missing_sensitive.value,
        },
        "findings": findings(found),
    }


def _in_order(ids: list[str]) -> list[str]:
    """Ids that are all whole numbers in the order of numbers, whatever the releases' order."""
    return sorted(ids, key=int) if all(one.isdecimal() and len(one) < 100 for one in ids) else sorted(ids)


def text(said: Mapping[str, Any]) -> str:
    """The same document for people, at most 120 characters wide; ids are told with --json only."""
    lines = [
        f"{one['name']}: {one['rows']:,} rows, {one['classes']:,} classes, k = {one['k']}, ℓ = {one['l']}"
        for one in said["per_release"]
    ]
    counted = ", ".join(f"{what.replace('_', ' ')}: {how}" for what, how in said["policies"].items())
    lines += [f"counted as: {counted}", "", f"{'values left':>12} {said['unit']:>12}"]
    lines += [f"{left:>12} {people:>12,}" for left, people in said["candidates"].items()]
    lines += [f"{'none':>12} {said['empty']:>12,}"] * bool(said["empty"])
    sentences = [fill(f"- {sentence}", 120, subsequent_indent="  ") for sentence in said["findings"]]
    return "\n".join([*lines, "", *sentences])
