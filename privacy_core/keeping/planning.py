"""A plan of the (ℓ, δ) mechanism as a TOML file, and back."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from privacy_core.ell_delta import Basis, Kind, Plan, PlanColumn
from privacy_core.errors import ParameterError, PrivacyError
from privacy_core.keeping.toml import section

FORMAT = 1
LARGEST = 20_000_000
"""A plan has at most one line of bounds per class; a larger file is refused unread."""
HEAD = """# A plan of Kelt: classes of quasi-identifiers and settings, no records.
# Every owner makes a release with it: kelt release TABLE --plan THIS --out FILE
# A class holds every combination of the columns, in lexicographic order, from its first one (`starts`; the first
# class begins with the lowest values) up to the first one of the next class. Numbers and days are cut at these
# bounds; a column of kind "values" lists every value in its order. Whatever lies outside is refused.
"""


def plan_to_toml(plan: Plan) -> str:
    """Write a plan.

    The file holds the bounds of the classes and, of columns that are neither numbers nor days, the list of
    values, for classes of names have no other description; no record and no count.

    Examples
    --------
    >>> columns = (PlanColumn("age", Kind.NUMBERS, 20.0, 60.0),)
    >>> print(plan_to_toml(Plan(columns, ((30.0,), (50.0,)), "ill", 2, 0.05, 0.1, 46)).removeprefix(HEAD))
    format = 1
    <BLANKLINE>
    [promise]
    "sensitive" = "ill"
    "ell" = 2
    "delta" = 0.05
    "p" = 0.1
    "records" = 46
    "releases" = 1
    "basis" = "estimated"
    <BLANKLINE>
    [classes]
    "columns" = [{"name" = "age", "kind" = "numbers", "low" = 20.0, "high" = 60.0}]
    "starts" = [[30.0], [50.0]]
    <BLANKLINE>
    """
    promise = {name: getattr(plan, name) for name in _PROMISE}
    columns = [_settings(column) for column in plan.columns]
    parts = section("promise", promise), section("classes", {"columns": columns, "starts": plan.starts})
    return "\n".join([f"{HEAD}format = {FORMAT}\n", *parts])


_PROMISE = ("sensitive", "ell", "delta", "p", "records", "releases", "basis")


def _settings(column: PlanColumn) -> dict[str, Any]:
    settings = {field.name: getattr(column, field.name) for field in fields(column)}
    return {name: setting for name, setting in settings.items() if setting not in (None, ())}


def plan_from_toml(content: bytes) -> Plan:
    """Read a plan back.

    Raises
    ------
    ParameterError
        Not a plan: too large, not TOML, another format, a setting that is unknown, lacking or out of its range.
    RoleError
        A column named twice.

    Examples
    --------
    >>> plan = Plan((PlanColumn("sex", Kind.VALUES, values=("f", "m")),), (), "ill", 2, 0.05, 0.1, 46)
    >>> plan_from_toml(plan_to_toml(plan).encode()) == plan
    True
    """
    found = _parsed(content)
    promise, classes = _part(found, "promise", {*_PROMISE}), _part(found, "classes", {"columns", "starts"})
    if set(found) != {"promise", "classes"}:
        raise ParameterError("This plan has parts Kelt does not know, or lacks one.")
    try:
        columns = tuple(_column(settings) for settings in classes.get("columns", []))
        starts = tuple(tuple(start) for start in classes.get("starts", []))
        _typed(promise)
        return Plan(columns, starts, **{**promise, "basis": Basis(promise["basis"])})
    except PrivacyError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ParameterError("A setting of this plan is lacking or has a value Kelt cannot use.") from None


def _parsed(content: bytes) -> dict[str, Any]:
    if len(content) > LARGEST:
        raise ParameterError(f"This is not a plan: {len(content):,} bytes, a plan has at most {LARGEST:,}.")
    try:
        found = tomllib.loads(content.decode("utf-8-sig").replace("\r\n", "\n"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        raise ParameterError("This is not a plan: the file is not TOML text.") from None
    if found.pop("format", None) != FORMAT or "classes" not in found:
        raise ParameterError(f"This is not a plan Kelt reads: its format must be {FORMAT}, with classes.")
    return found


def _part(found: Mapping[str, Any], name: str, known: set[str]) -> dict[str, Any]:
    part = found.get(name)
    if not isinstance(part, dict):
        raise ParameterError(f"The plan's {name!r} must be a table of settings.")
    if strange := sorted(set(part) - known):
        raise ParameterError(f"The plan's {name!r} has settings Kelt does not know: {', '.join(map(repr, strange))}.")
    return part


def _typed(promise: Mapping[str, Any]) -> None:
    """Refuse a truth value, a text or a fraction where the plan needs another kind."""
    whole = all(type(promise[name]) is int for name in ("ell", "records", "releases"))
    numbers = all(type(promise[name]) in (int, float) for name in ("delta", "p"))
    if not (whole and numbers and isinstance(promise["sensitive"], str)):
        raise TypeError


def _column(settings: Mapping[str, Any]) -> PlanColumn:
    given = {**settings, "kind": Kind(settings["kind"]), "values": tuple(settings.get("values", ()))}
    if not isinstance(given["name"], str) or not all(isinstance(value, str) for value in given["values"]):
        raise TypeError
    return PlanColumn(**given)
