"""`kelt link`: can a release be matched to what somebody already knows?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import Any

import numpy as np

from privacy_core.attacks import Evidence, inference, linkability
from privacy_core.cli_inputs import file_content, given_hierarchies, noticed, read_table, refuse_no_qi, with_suppressed
from privacy_core.errors import ParameterError, PrivacyError, RoleError, UnknownColumn
from privacy_core.hierarchies import Hierarchy, read_hierarchy
from privacy_core.intake import Reading
from privacy_core.linkage import (
    Coding,
    Fit,
    LinkageRisk,
    LinkageSettings,
    baselines,
    baselines_record,
    findings,
    link,
    parse_level,
    parse_tau,
    record,
)
from privacy_core.roles import Roles
from privacy_core.tables import Table

FITS = [fit.value for fit in Fit]
CODINGS = [coding.value for coding in Coding]


def link_tables(given: argparse.Namespace) -> int:
    """Run `kelt link` and return its exit code."""
    refuse_no_qi(given)
    _refuse_two_inputs(given)
    readings = {name: read_table(path, given) for name, path in _paths(given).items()}
    tables = {name: reading.table for name, reading in readings.items()}
    tables["release"] = with_suppressed(tables["release"], given)
    _check_roles(tables, given)
    known = tables.get("auxiliary", tables["original"])
    trees = _trees(tables["original"], given)
    chances = np.random.default_rng(given.seed).spawn(3)
    found = link(
        known,
        tables["release"],
        _settings(known, given),
        id_column=given.id,
        holdout=tables.get("holdout"),
        hierarchies=trees,
        random=chances[0],
    )
    said = document(found, given, chances[1])
    if given.attackers:
        said["attackers"] = [*_attackers(tables, trees, given, chances[2])]
    said["findings"] += [*_noticed(readings, given)]
    print(json.dumps(said, allow_nan=False) if given.json else text(said))
    return 0


def _paths(given: argparse.Namespace) -> dict[str, str]:
    named = {"original": given.original, "release": given.release, "holdout": given.holdout, "auxiliary": given.auxiliary}
    return {name: path for name, path in named.items() if path is not None}


def _refuse_two_inputs(given: argparse.Namespace) -> None:
    if [*_paths(given).values()].count("-") > 1:
        raise ParameterError("Standard input can be one table only: name files for the others.")


def _check_roles(tables: Mapping[str, Table], given: argparse.Namespace) -> None:
    """Every column named is there, and in one role."""
    original = tables["original"]
    Roles(tuple(given.qi), tuple(given.sensitive)).check(original.names)
    for name in given.ignore:
        if all(name not in table.names for table in tables.values()):
            raise UnknownColumn(name, original.names)
    apart = {*given.sensitive, *given.ignore, given.suppressed}
    for name in [*given.qi, *filter(None, [given.id])]:
        if name in apart or (name == given.id and name in given.qi):
            raise RoleError(f"Column {name!r} has two roles; a column can have one.")
    if given.id is not None:
        for table in (tables.get("auxiliary", original), tables["release"]):
            table[given.id]


def _settings(known: Table, given: argparse.Namespace) -> LinkageSettings:
    levels = tuple(parse_level(text, known.names) for text in given.level) or None
    ignored = [*given.sensitive, *given.ignore, *filter(None, [given.suppressed])]
    tau = tuple(parse_tau(given.tau).tolist())
    asked = Fit(given.fit), Coding(given.encoding)
    return LinkageSettings(tuple(given.qi), tuple(ignored), levels, tau, given.components, *asked, alpha=given.alpha)


def _trees(original: Table, given: argparse.Namespace) -> dict[str, Hierarchy]:
    return {name: read_hierarchy(file_content(path), name) for name, path in given_hierarchies(original, given).items()}


def document(found: LinkageRisk, given: argparse.Namespace, random: np.random.Generator) -> dict[str, Any]:
    """A linkage as the contract of `kelt link` has it."""
    settings = found.settings
    return {
        **record(found),
        "baselines": baselines_record(baselines(found, random)),
        "policies": {
            "attacker": "the auxiliary table" if given.auxiliary else "the whole original",
            "fit": settings.fit.value,
            "encoding": settings.coding.value,
            "weight": settings.weight,
            "threshold": "reached within 1e-6",
        },
        "seed": given.seed,
        "findings": findings(found),
    }


def _attackers(
    tables: Mapping[str, Table], trees: Mapping[str, Hierarchy], given: argparse.Namespace, random: np.random.Generator
) -> Iterator[dict[str, Any]]:
    """Linkability of the known columns and the others, and inference of every secret; a refusal is told."""
    people, release, strangers = tables["original"], tables["release"], tables.get("holdout")
    apart = {*given.qi, *given.sensitive, *given.ignore, given.id, given.suppressed}
    every = [table.names for table in tables.values()]
    others = [name for name in people.names if name not in apart and all(name in names for names in every)]
    chances = random.spawn(1 + len(given.sensitive))
    halves = "linkability", lambda: linkability(
        people, release, given.qi, others, chances[0], strangers, given.attempts, hierarchies=trees, seed=given.seed
    )
    secrets = [
        (
            f"inference of {secret}",
            lambda secret=secret, chance=chance: inference(
                people, release, given.qi, secret, chance, strangers, given.attempts, hierarchies=trees, seed=given.seed
            ),
        )
        for secret, chance in zip(given.sensitive, chances[1:], strict=True)
    ]
    for name, attack in [halves, *secrets]:
        try:
            yield evidence_record(attack())
        except PrivacyError as refused:
            yield {"attack": name, "measured": False, "reason": str(refused)}


def evidence_record(found: Evidence) -> dict[str, Any]:
    """One attack as other programs read it; what was not measured is None."""
    excess = found.excess
    return {
        "attack": found.attack,
        "measured": found.main.attempts > 0,
        "asked": found.asked,
        **{name: _counts(getattr(found, name)) for name in ("main", "baseline", "control")},
        "excess": None if excess is None else {"value": excess.value, "interval": [excess.low, excess.high]},
        "beats_guessing": found.beats_guessing,
        "seed": found.seed,
        "assumptions": [*found.assumptions],
        "sentence": found.sentence,
    }
