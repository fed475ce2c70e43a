"""`kelt anonymize`: a table is blurred until a promise holds, judged again as a file, and written."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from privacy_core.anonymizers import (
    Anonymization,
    Anonymizer,
    Limits,
    LocalRecoding,
    Microaggregation,
    Mondrian,
    hopeless,
    promised,
)
from privacy_core.anonymizers.releasing import every_row_in_a_class
from privacy_core.cli_inputs import (
    about_column,
    file_content,
    given_thresholds,
    noticed,
    options,
    spare_inputs,
    stdin_content,
    typed_column,
    with_type,
    write_file,
)
from privacy_core.errors import ParameterError, RoleError, in_range, whole_number
from privacy_core.intake import read
from privacy_core.models import Verdict
from privacy_core.policies import Missing, MissingSensitive, Policies
from privacy_core.publishing import Keep, Made, Recipe, SecretColumn, judge_file, made, script, telling
from privacy_core.publishing.recipe import secrets_of, typed
from privacy_core.roles import Roles
from privacy_core.tables import Table, split_order
from privacy_core.utility import Utility, measured_utility

QUALITIES = (
    "loss-geometric loss-arithmetic loss-max loss-sum loss-rank discernibility discernibility-monotone entropy "
    "entropy-monotone precision aecs"
).split()
"""What a search may keep small; the first unless another is asked for."""

Settings = Mapping[str, Any]
ALGORITHMS: dict[str, Callable[[Settings], Anonymizer]] = {
    "local": lambda settings: LocalRecoding(),
    "mondrian": lambda settings: Mondrian(),
    "microaggregation": lambda settings: Microaggregation(),
}
"""How each algorithm is made from the settings of the call."""


def anonymize(given: argparse.Namespace) -> int:
    """Run `kelt anonymize` and return its exit code."""
    files = _Files(given)
    _refuse_what_has_no_effect(given)
    spare_inputs(given, (given.table, given.salt), (given.out, given.script))
    reading = read(files(given.table), given.table, options(given))
    table = reading.table
    recipe = _recipe(given, table)
    every_row_in_a_class(Policies(Missing(given.missing)))
    recipe.roles.check(table.names)
    _refuse_several_rows(table, recipe.roles)
    reason = hopeless(typed(table, recipe), promised(typed(table, recipe), secrets_of(recipe, files), recipe.asked))
    if reason is not None:
        return _tell(given, telling.no_release(reason))
    found = made(recipe, given.out, files, source=table)
    reason = found.anonymization.reason or _nothing_left(found.anonymization)
    if found.file is None or reason is not None:
        return _tell(given, telling.no_release(str(reason), found.anonymization))
    read_back = judge_file(recipe, found, given.out, files)
    said = telling.document(given.out, given.quality, recipe, found, _utility(given, recipe, found))
    said["findings"] += [*read_back, *noticed(reading, [None, *(name for name, _ in recipe.roles)])]
    if given.script is not None:
        write_file(given.script, script(recipe, given.out, found.file.content, files.read).encode())
    write_file(given.out, found.file.content)
    return _tell(given, said)


def _refuse_what_has_no_effect(given: argparse.Namespace) -> None:
    """Refuse settings that would be ignored, and two outputs in one file."""
    if given.script == given.out:
        raise ParameterError(f"The release and the script are both to be written to {given.out!r}: name another file.")
    if given.algorithm != "optimal" and (given.max_level or given.quality != QUALITIES[0]):
        raise ParameterError(f"--quality and --max-level steer --algorithm optimal; {given.algorithm} has neither.")


class _Files:
    """Files of the call, each read once."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.read: dict[str, bytes] = {}
        self._table = given.table

    def __call__(self, path: str) -> bytes:
        if path not in self.read:
            self.read[path] = stdin_content() if path == self._table == "-" else file_content(path)
        return self.read[path]


def _recipe(given: argparse.Namespace, table: Table) -> Recipe:
    """The call as settings."""
    if not given.qi:
        raise RoleError("No quasi-identifier is given: name at least one column with --qi.")
    trees = dict(about_column(table, text) for text in given.hierarchy)
    secrets = tuple(_secret(table, text, trees) for text in given.sensitive)
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
    )


def _secret(table: Table, text: str, trees: Mapping[str, str]) -> SecretColumn:
    column, kind, argument = typed_column(text, table.names)
    with_type(table, column, kind, argument)
    order = tuple(split_order(argument, table[column].labels)) if kind == "ordered" and argument else ()
    return SecretColumn(column, kind, order, argument if kind == "hierarchy" else trees.get(column))


def _settings(given: argparse.Namespace, table: Table) -> Settings:
    """What may be set on an algorithm."""
    return {
        "quality": given.quality,
        "gs": given.gs,
        "max_level": {name: int(level) for name, level in _by_column(given, table, "max_level")},
        "importance": dict(_by_column(given, table, "importance")),
    }


def _by_column(given: argparse.Namespace, table: Table, option: str) -> Iterator[tuple[str, float]]:
    for text in getattr(given, option):
        column, written = about_column(table, text)
        flag = f"--{option.replace('_', '-')} {column}"
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


def _refuse_several_rows(table: Table, roles: Roles) -> None:
    """Refuse persons with several rows: a crowd of k rows could then be one person."""
    if roles.person is None:
        return
    column = table[roles.person]
    rows = np.bincount(column.codes, minlength=column.n_codes)
    several = int(np.count_nonzero(rows[: len(column.categories)] > 1))
    if several:
        raise ParameterError(
            f"{several:,} persons in column {roles.person!r} have more than one row, and k is promised in rows: put "
            "one row per person first."
        )


def _nothing_left(found: Anonymization) -> str | None:
    if any(m.verdict is Verdict.EMPTY for m in found.measurements):
        return (
            f"The promise holds only when all {len(found.suppressed):,} rows are suppressed: nothing would be released."
        )
    return None


def _utility(given: argparse.Namespace, recipe: Recipe, found: Made) -> Utility | None:
    if found.anonymization.table is None:
        return None
    settings = recipe.anonymizer
    return measured_utility(
        found.original,
        found.anonymization.table,
        recipe.roles,
        found.hierarchies,
        found.anonymization.levels,
        getattr(settings, "gs", 0.5),
        getattr(settings, "importance", None),
        targets=given.predict,
        random=np.random.default_rng(given.seed),
    )


def _tell(given: argparse.Namespace, said: Mapping[str, Any]) -> int:
    print(json.dumps(said, allow_nan=False) if given.json else telling.text(said))
    return 0 if said["reason"] is None else 1
