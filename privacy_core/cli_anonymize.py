"""`kelt anonymize`: a table is blurred until a promise holds, judged again as a file, and written."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from privacy_core.anonymizers import (
    Anonymization,
    Anonymizer,
    FullDomain,
    Limits,
    LocalRecoding,
    LocalSuppression,
    Microaggregation,
    Mondrian,
    Quality,
)
from privacy_core.anonymizers.releasing import every_row_in_a_class
from privacy_core.cli_inputs import (
    Files,
    about_column,
    about_hierarchies,
    advising,
    given_hierarchies,
    given_secrets,
    given_thresholds,
    noticed,
    once_each,
    options,
    refuse_no_qi,
    spare_inputs,
    write_files,
)
from privacy_core.errors import ParameterError, RoleError, in_range, whole_number
from privacy_core.intake import read
from privacy_core.models import Verdict
from privacy_core.policies import Missing, MissingSensitive, Policies
from privacy_core.publishing import Keep, Made, Recipe, ended_by_time, judge_file, made, script, telling
from privacy_core.roles import Roles
from privacy_core.tables import Table
from privacy_core.utility import Answer, Query, Utility, answer, coarsenings, measured_utility

QUALITIES = [quality.value for quality in Quality]
"""What a search may keep small; the first unless another is asked for."""

Settings = Mapping[str, Any]
_OF_A_SEARCH = ("quality", "gs", "max_level", "importance")
ALGORITHMS: dict[str, Callable[[Settings], Anonymizer]] = {
    "optimal": lambda settings: FullDomain(**{name: settings[name] for name in _OF_A_SEARCH}),
    "local": lambda settings: LocalRecoding(),
    "mondrian": lambda settings: Mondrian(),
    "microaggregation": lambda settings: Microaggregation(),
    "suppression": lambda settings: LocalSuppression(settings["missing"], settings["importance"], settings["sizes"]),
}
"""How each algorithm is made from the settings of the call."""

IGNORED: dict[str, tuple[str, ...]] = {
    "optimal": ("known_at_once",),
    "local": ("quality", "gs", "max_level", "importance", "k_map", "known_at_once"),
    "mondrian": ("quality", "gs", "max_level", "importance", "time_budget", "k_map", "known_at_once"),
    "microaggregation": ("quality", "gs", "max_level", "importance", "time_budget", "k_map", "known_at_once"),
    "suppression": ("quality", "gs", "max_level", "time_budget", "k_map"),
}
"""Options that change nothing of an algorithm's answer; a limit on suppression is kept where no row is withheld."""


def anonymize(given: argparse.Namespace) -> int:
    """Run `kelt anonymize` and return its exit code."""
    files = Files(given)
    _refuse_what_has_no_effect(given)
    spare_inputs(given, (given.table, given.salt, given.population), (given.out, given.script))
    reading = read(files(given.table), given.table, options(given))
    table = reading.table
    recipe = _recipe(given, table)
    if given.algorithm != "suppression" or Missing(given.missing) is Missing.DROP:
        every_row_in_a_class(Policies(Missing(given.missing)))
    recipe.roles.check(table.names)
    queries = [_query(table, text, recipe) for text in given.figure]
    with advising(table):
        found = made(recipe, given.out, files, source=table)
    reason = found.anonymization.reason or _nothing_left(found.anonymization)
    if found.file is None or reason is not None:
        return _tell(given, telling.no_release(str(reason), recipe, found.anonymization))
    read_back = judge_file(recipe, found, given.out, files)
    said = telling.document(given.out, _quality(given), recipe, found, _utility(given, recipe, found, queries))
    named = about_hierarchies(table, recipe.hierarchies, recipe.secrets, files)
    said["findings"] += [*read_back, *named, *noticed(reading, [None, *(name for name, _ in recipe.roles)])]
    outputs = {given.out: found.file.content}
    if given.script is not None:
        ended = ended_by_time(recipe.limits, found.anonymization)
        text = script(recipe, given.out, found.file.content, files.read, ended=ended)
        outputs[given.script] = text.encode()
    return _tell(given, said, outputs)


def _refuse_what_has_no_effect(given: argparse.Namespace) -> None:
    """Refuse settings that would be ignored, and two outputs in one file."""
    if given.script == given.out:
        raise ParameterError(f"The release and the script are both to be written to {given.out!r}: name another file.")
    idle = [
        f"--{name.replace('_', '-')}" for name in IGNORED[given.algorithm] if getattr(given, name) not in (None, [])
    ]
    if idle:
        have, them = ("has", "it") if len(idle) == 1 else ("have", "them")
        raise ParameterError(
            f"{', '.join(idle)} {have} no effect with --algorithm {given.algorithm}: leave {them} out, or take the "
            "optimal one."
        )
    if (given.k_map is None) is not (given.population is None):
        raise ParameterError("--k-map K and --population FILE belong together: crowds of k are counted in that table.")
    if given.salt is not None and not any((given.identifier, given.person, given.household)):
        raise ParameterError(
            "--salt has no effect without --identifier, --person or --household to make pseudonyms of."
        )


def _quality(given: argparse.Namespace) -> str:
    return given.quality or QUALITIES[0]


def _query(table: Table, text: str, recipe: Recipe) -> Query:
    """A figure of the user's: COL is the mean of a column, COL=VALUE the number of rows with a value.

    Raises
    ------
    UnknownColumn, ParameterError
        The column is not there, is not published as it was judged, or has no numbers or no such value.
    """
    column, value = (text, None) if text in table.names else about_column(table, text, "--figure", "VALUE")
    query = Query(text, {}, column) if value is None else Query(text, {column: value})
    roles = recipe.roles
    if column not in (*roles.quasi_identifiers, *roles.sensitive, *recipe.keep.columns):
        raise ParameterError(f"--figure {column}: the column is not published, so no figure can be reckoned from it.")
    answer(query, table, ())
    return query


def _recipe(given: argparse.Namespace, table: Table) -> Recipe:
    """The call as settings."""
    refuse_no_qi(given)
    trees = given_hierarchies(table, given)
    secrets = given_secrets(table, given, trees)
    roles = Roles(
        tuple(given.qi),
        tuple(secret.column for secret in secrets),
        tuple(given.identifier),
        given.person,
        given.weight,
        given.household,
    )
    for column in trees:
        if column not in (*roles.quasi_identifiers, *roles.sensitive):
            raise RoleError(f"A hierarchy is given for column {column!r}, which is neither --qi nor --sensitive.")
    return Recipe(
        given.table,
        roles,
        given_thresholds(given),
        ALGORITHMS[given.algorithm](_settings(given, table)),
        options(given),
        hierarchies={name: path for name, path in trees.items() if name in roles.quasi_identifiers},
        secrets=secrets,
        missing_sensitive=MissingSensitive(given.missing_sensitive),
        limits=Limits(given.suppression, given.time_budget),
        keep=Keep(tuple(given.keep), not given.leave_out_suppressed),
        salt=given.salt,
        whole=given.algorithm == "optimal",
        k_map=given.k_map,
        population=given.population,
    )


def _settings(given: argparse.Namespace, table: Table) -> Settings:
    """What may be set on an algorithm."""
    return {
        "quality": _quality(given),
        "gs": 0.5 if given.gs is None else given.gs,
        "max_level": {name: int(level) for name, level in _by_column(given, table, "max_level")},
        "importance": dict(_by_column(given, table, "importance")),
        "missing": Missing(given.missing),
        "sizes": tuple(given.known_at_once),
    }


def _by_column(given: argparse.Namespace, table: Table, option: str) -> Iterator[tuple[str, float]]:
    option_name = f"--{option.replace('_', '-')}"
    pairs = (about_column(table, text, option_name, "NUMBER") for text in getattr(given, option))
    for column, written in once_each(option_name, pairs).items():
        flag = f"{option_name} {column}"
        if column not in given.qi:
            raise RoleError(f"{flag}: the column is no quasi-identifier of the call.")
        number = _number(written, flag)
        in_range(0, **{flag: number})
        if option == "max_level":
            whole_number(**{flag: number})
        yield column, number


def _number(written: str, flag: str) -> float:
    try:
        return float(written)
    except ValueError:
        raise ParameterError(f"{flag} must be a number.") from None


def _nothing_left(found: Anonymization) -> str | None:
    if any(m.verdict is Verdict.EMPTY for m in found.measurements):
        return (
            f"The promise holds only when all {len(found.suppressed):,} rows are suppressed: nothing would be released."
        )
    return None


def _utility(given: argparse.Namespace, recipe: Recipe, found: Made, queries: Sequence[Query]) -> Utility | None:
    release = found.anonymization.table
    if release is None:
        return None
    settings = recipe.anonymizer
    kept = measured_utility(
        found.original,
        release,
        recipe.roles,
        found.hierarchies,
        found.anonymization.levels,
        getattr(settings, "gs", 0.5),
        getattr(settings, "importance", None),
        targets=given.predict,
        queries=queries,
        random=np.random.default_rng(given.seed),
    )
    return kept if recipe.keep.suppressed_rows else replace(kept, answers=_without_suppressed(recipe, found, kept))


def _without_suppressed(recipe: Recipe, found: Made, kept: Utility) -> tuple[Answer, ...]:
    """The figures as reckoned from a file without the suppressed rows."""
    release, rows = found.anonymization.table, np.flatnonzero(~found.anonymization.suppressed)
    if release is None:
        return ()
    left, names = found.original.only(rows), recipe.roles.quasi_identifiers
    columns = coarsenings(left, release.only(rows), names, found.hierarchies, found.anonymization.levels)
    return tuple(replace(one, after=answer(one.query, left, columns).after) for one in kept.answers)


def _tell(given: argparse.Namespace, said: Mapping[str, Any], outputs: Mapping[str, bytes] | None = None) -> int:
    """Say what came out and write it; what cannot be said is not written."""
    text = json.dumps(said, allow_nan=False) if given.json else telling.text(said)
    write_files(outputs or {})
    print(text)
    return 0 if said["reason"] is None else 1
