"""`kelt ell-delta` and `kelt release`: plan releases for a promise, and make one from a plan."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from privacy_core.arguments import FIRST_SEED
from privacy_core.cli_inputs import (
    file_content,
    noticed,
    read_table,
    refuse_no_qi,
    spare_inputs,
    typed_column,
    with_suppressed,
    write_file,
)
from privacy_core.ell_delta import (
    EXACT_CELLS,
    Distribution,
    Failure,
    Guarantee,
    Released,
    RobustRecords,
    TakingPart,
    empirical,
    even,
    failure,
    feasible,
    greedy,
    plan,
    promise,
    promise_for_classes,
    release,
    robust_records,
    simulate,
    taking_part,
    worst_bound,
)
from privacy_core.ell_delta.promise import chance_text
from privacy_core.errors import ParameterError, RoleError
from privacy_core.frequencies import rows_have
from privacy_core.keeping.planning import plan_from_toml, plan_to_toml
from privacy_core.policies import Missing, MissingSensitive, Policies
from privacy_core.publishing import Publication, SecretColumn, written
from privacy_core.publishing.secret_columns import typed
from privacy_core.tables import Table, split_order


def ell_delta(given: argparse.Namespace) -> int:
    """Run `kelt ell-delta` and return its exit code."""
    _refuse_contradictions(given)
    if given.table is None:
        said = promise_for_classes(given.ell, given.delta, given.p, given.classes, given.releases)
        return _tell(_mechanism(said, even(given.classes, given.ell, said.p), given, []), given)
    spare_inputs(given, (given.table,), (given.plan,))
    reading = read_table(given.table, given)
    columns = _columns(reading.table, given)
    sensitive, *names = [column.column for column in columns]
    policies = Policies(Missing(given.missing), MissingSensitive(given.missing_sensitive))
    taken = taking_part(_flagged(reading.table, (*names, sensitive), names, given), names, sensitive, policies)
    table = typed(taken.records, columns)
    groups = empirical(table, names, sensitive)
    p = feasible(groups.marginal, given.ell, given.p)
    of_group = greedy(groups, given.ell, p)
    cells = groups.merged(of_group)
    said = promise(cells, given.ell, given.delta, p, given.releases)
    findings = [*_about_missing(table, sensitive), *noticed(reading, [None, *names, sensitive])]
    document = {**_mechanism(said, cells, given, findings), **_counted_rows(taken)}
    if given.plan:
        settings = given.ell, given.delta, p, said.records, given.releases
        write_file(given.plan, plan_to_toml(plan(table, names, sensitive, of_group, *settings)).encode())
    return _tell(document, given)


def _refuse_contradictions(given: argparse.Namespace) -> None:
    if (given.table is None) == (given.classes is None):
        raise ParameterError("Give either --classes, or --table with --qi and --sensitive.")
    if given.seed is not None and given.simulate is None:
        raise ParameterError("--seed is for --simulate, which is not given.")
    if given.table is None and (given.qi or given.sensitive or given.plan):
        raise ParameterError("--qi, --sensitive and --plan need --table: classes are made of a table's columns.")
    gaps = given.missing != "own" or given.missing_sensitive != "own"
    if given.table is None and (gaps or given.suppressed or given.suppressed_token is not None):
        raise ParameterError("--missing, --missing-sensitive and --suppressed say how rows count: they need --table.")
    if given.table is not None and len(given.sensitive) != 1:
        raise RoleError(f"Classes are made for one sensitive column, not {len(given.sensitive)}: name it once.")
    if given.table is not None:
        refuse_no_qi(given)


def _flagged(table: Table, used: Sequence[str], names: Sequence[str], given: argparse.Namespace) -> Table:
    """Suppress the rows that the call says are; its token stands in every quasi-identifier."""
    if given.suppressed in used:
        raise RoleError(f"Column {given.suppressed!r} has two roles: it also says which records are suppressed.")
    return with_suppressed(table, argparse.Namespace(**{**vars(given), "qi": [*names]}))


def _counted_rows(taken: TakingPart) -> dict[str, Any]:
    """How rows were counted, and how many."""
    policies = taken.policies
    return {
        "policies": {"missing": policies.missing.value, "missing_sensitive": policies.missing_sensitive.value},
        "table": {
            "rows": taken.rows,
            "rows_suppressed": taken.suppressed,
            "rows_left_out": taken.left_out,
            "rows_without_value": taken.without_value,
        },
    }


def _columns(table: Table, given: argparse.Namespace) -> list[SecretColumn]:
    """The sensitive column and the quasi-identifiers, with the types the call gives."""
    columns = []
    for text in (*given.sensitive, *given.qi):
        name, kind, argument = typed_column(text, table.names)
        if kind == "hierarchy":
            raise ParameterError(f"Column {name!r}: classes are made of an order, not of a hierarchy.")
        columns.append(SecretColumn(name, kind, tuple(split_order(argument, table[name].labels)) if argument else ()))
    names = [column.column for column in columns]
    if len(set(names)) < len(names):
        raise RoleError("A column is named twice among --sensitive and --qi.")
    return columns


def _about_missing(table: Table, sensitive: str) -> list[str]:
    lacking = table[sensitive].n_missing
    return [f"Column {sensitive!r}: {rows_have(lacking)} no value, which counts as a value of its own."] * bool(lacking)


def _mechanism(said: Guarantee, cells: Distribution, given: argparse.Namespace, findings: list[str]) -> dict[str, Any]:
    once, several = (failure(cells, said.ell, said.p, said.records, t) for t in (1, said.releases))
    robust, error = None, given.tv_error
    if error is not None:
        repaired = robust_records(said.classes, said.ell, said.delta, said.p, error)
        robust = _robust(worst_bound(cells, said.ell, said.records, error), repaired)
    return {
        "ell": said.ell,
        "delta": said.delta,
        "p": said.p,
        "classes": said.classes,
        "releases": said.releases,
        "records": said.records,
        "bound": said.bound,
        "exact": said.exact,
        "linked_bound": said.linked_bound,
        "linked_exact": said.linked_exact,
        "basis": said.basis.value,
        "cells_bound": once.cells,
        "diversity": once.diversity,
        "linked_cells_bound": several.cells,
        "linked_diversity": several.diversity,
        "robust": robust,
        "policies": None,
        "table": None,
        **_simulated(said, cells, given),
        "findings": [said.sentence, *_to_simulate(said, several, given), *findings],
    }


def _simulated(said: Guarantee, cells: Distribution, given: argparse.Namespace) -> dict[str, Any]:
    """What a simulation found; nothing unless it was asked for."""
    if given.simulate is None:
        return {}
    seed = FIRST_SEED if given.seed is None else given.seed
    found = simulate(cells, said.ell, said.records, said.releases, np.random.default_rng(seed), given.simulate)
    return {
        "simulated": {
            "tries": found.trials,
            "seed": seed,
            "releases": said.releases,
            "level": 0.95,
            "target": _counted(found.target, found.target_rate, found.target_interval()),
            "diversity": _counted(found.diversity, found.rate, found.diversity_interval()),
        }
    }


def _counted(failed: int, rate: float, interval: tuple[float, float]) -> dict[str, Any]:
    return {"failed": failed, "rate": rate, "interval": [*interval]}


def _to_simulate(said: Guarantee, several: Failure, given: argparse.Namespace) -> list[str]:
    if several.diversity is not None or given.simulate is not None:
        return []
    return [
        f"How often a class shows fewer than {said.ell:,} values in all {said.releases:,} releases is calculated "
        f"exactly for two releases of up to {EXACT_CELLS:,} cells only; --simulate draws it."
    ]


def _robust(bound: float, repaired: RobustRecords) -> dict[str, Any]:
    return {"bound": bound, "naive": repaired.naive, "budget": repaired.budget, "closed": repaired.closed}


def _tell(said: Mapping[str, Any], given: argparse.Namespace) -> int:
    print(json.dumps(said, allow_nan=False) if given.json else _text(said))
    return 0


def _text(said: Mapping[str, Any]) -> str:
    bound, exact, several, together = (
        chance_text(said[name]) for name in ("bound", "exact", "linked_bound", "linked_exact")
    )
    lines = [
        f"{said['records']:,} records for {said['classes']:,} classes of {said['ell']:,} values ({said['basis']})",
        f"one release fails with a chance of at most {bound}, exact {exact} (a target value missing)",
        f"{said['releases']:,} linked: at most {several}, exact {together} (likewise)",
    ]
    if counted := said["table"]:
        lines.append(_about_rows(counted, said["policies"]))
    if robust := said["robust"]:
        lines.append(
            f"with this error of the distribution: at most {chance_text(robust['bound'])}; the promise is kept by "
            f"{robust['naive']:,} records (naive), {robust['budget']:,} (budget) or {robust['closed']:,} (closed form)"
        )
    if drawn := said.get("simulated"):
        lines.append(_about_draws(drawn, said["ell"]))
    return "\n".join([*lines, *said["findings"]])


def _about_rows(counted: Mapping[str, int], policies: Mapping[str, str]) -> str:
    as_what = ", ".join(f"{what.replace('_', ' ')}: {how}" for what, how in policies.items())
    gone = [f"{n:,} {what.removeprefix('rows_').replace('_', ' ')}" for what, n in counted.items() if n][1:]
    return f"counted as: {as_what}; {counted['rows']:,} rows{''.join(f', {some}' for some in gone)}"


def _about_draws(drawn: Mapping[str, Any], ell: int) -> str:
    poor = drawn["diversity"]
    sets = "releases" if drawn["releases"] == 1 else f"sets of {drawn['releases']:,} linked releases"
    low, high = map(chance_text, poor["interval"])
    return (
        f"simulated (seed {drawn['seed']}): in {poor['failed']:,} of {drawn['tries']:,} {sets} a class shows fewer "
        f"than {ell:,} values; the chance lies between {low} and {high} (Clopper–Pearson, 95 %)"
    )


def make_release(given: argparse.Namespace) -> int:
    """Run `kelt release` and return its exit code."""
    spare_inputs(given, (given.table, given.plan), (given.out,))
    found = plan_from_toml(file_content(given.plan))
    reading = read_table(given.table, given)
    made = release(found, _flagged(reading.table, (*found.names, found.sensitive), found.names, given))
    file = written(Publication(made.table, None, ()), given.out)
    findings = [*_about_release(made), *file.notes, *noticed(reading, [None, *found.names, found.sensitive])]
    said = {
        "rows": made.table.n_rows,
        "rows_suppressed": made.suppressed,
        "classes": found.classes,
        "empty_classes": int((made.size == 0).sum()),
        "records_needed": found.records,
        "enough": made.enough,
        "ell": made.ell,
        "ell_planned": found.ell,
        "holds": made.poor == 0,
        "findings": findings,
    }
    write_file(given.out, file.content)
    print(json.dumps(said) if given.json else "\n".join(findings))
    return 0 if said["holds"] else 1


def _about_release(made: Released) -> list[str]:
    found = made.plan
    said = [f"{made.table.n_rows:,} rows in the {found.classes:,} classes of the plan."]
    if made.poor:
        said.append(
            f"{made.poor:,} classes show fewer than {found.ell:,} sensitive values, the poorest {made.ell:,}: this "
            "draw is one of those that fail."
        )
    if not made.enough:
        said.append(
            f"The plan's promise needs {found.records:,} records drawn independently; this table has "
            f"{made.table.n_rows:,}, so its chance of failure is larger than {found.delta:g}."
        )
    if made.suppressed:
        rows = "1 row is" if made.suppressed == 1 else f"{made.suppressed:,} rows are"
        said.append(f"{rows} suppressed: not published, and not among the records that were drawn.")
    if made.left_out:
        said.append(f"Not published, for the plan does not name them: {', '.join(map(repr, made.left_out))}.")
    return said
