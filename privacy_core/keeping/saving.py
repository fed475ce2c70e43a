"""A study as a TOML file, and back."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields, replace
from typing import Any

from privacy_core.errors import ParameterError, TableError
from privacy_core.intake import Repair, RepairKind
from privacy_core.keeping.blurred import THRESHOLDS, blur_settings, possible, read_blur
from privacy_core.keeping.checking import checked, number, of_kind, text, texts
from privacy_core.keeping.toml import section
from privacy_core.models import Thresholds
from privacy_core.policies import Missing, MissingSensitive, Policies, Prior, Suppressed, Unit
from privacy_core.roles import Roles
from privacy_core.study import Context, Origin, Source, Study

FORMAT = 1
LARGEST = 1_000_000
"""A study is a page of settings; a larger file is refused unread."""


def as_toml(study: Study) -> str:
    """Write a study: the source's name and hash, and every setting; never a row.

    Examples
    --------
    >>> print(as_toml(Study(roles=Roles(("age",), ("income",)), thresholds=Thresholds(k=5))))
    # A study of Kelt: settings only, no data.
    format = 1
    <BLANKLINE>
    [roles]
    "quasi_identifiers" = ["age"]
    "sensitive" = ["income"]
    <BLANKLINE>
    [policies]
    "missing" = "own"
    "missing_sensitive" = "own"
    "suppressed" = "out"
    "unit" = "rows"
    "prior" = "table"
    <BLANKLINE>
    [thresholds]
    "k" = 5
    "recursive_l" = 2
    <BLANKLINE>
    """
    parts = [
        f"# A study of Kelt: settings only, no data.\nformat = {FORMAT}\n",
        section("source", asdict(study.source) if study.source else {}),
        "[roles]\n" if study.roles == Roles() else section("roles", asdict(study.roles) if study.roles else {}),
        section("policies", asdict(study.policies)),
        section("reading", _reading(study)),
        section("thresholds", asdict(study.thresholds)),
        section("context", {name: text or None for name, text in asdict(study.context).items()}),
        section("line", {"norm": study.norm}),
        section("blur", blur_settings(study.blur)),
        section("repairs", {"done": [_settings(repair) for repair in study.repairs]}),
    ]
    return "\n".join(part for part in parts if part)


def from_toml(content: bytes) -> Study:
    """Read a study back.

    Raises
    ------
    ParameterError
        Not a study: too large, not TOML, another format, an unknown setting, a value of another
        kind or out of its range. Names the setting, never its value.
    RoleError
        A column in two roles.

    Examples
    --------
    >>> study = Study(roles=Roles(("age",)), thresholds=Thresholds(k=5, risk=0.1))
    >>> from_toml(as_toml(study).encode()) == study
    True
    """
    found = _parsed(content)
    roles = found.pop("roles", None)
    source = found.pop("source", None)
    reading = checked(found.pop("reading", {}), "reading", READING)
    study = Study(
        source=None if source is None else _source(source),
        roles=None if roles is None else Roles(**checked(roles, "roles", ROLES)),
        policies=Policies(**checked(found.pop("policies", {}), "policies", POLICIES)),
        thresholds=Thresholds(**checked(found.pop("thresholds", {}), "thresholds", THRESHOLDS)),
        repairs=checked(found.pop("repairs", {}), "repairs", {"done": _repairs}).get("done", ()),
        context=Context(**checked(found.pop("context", {}), "context", {f.name: text for f in fields(Context)})),
        blur=read_blur(found.pop("blur", {})),
        norm=checked(found.pop("line", {}), "line", {"norm": text}).get("norm"),
        **reading,
    )
    if found:
        raise ParameterError(f"This study has settings Kelt does not know: {', '.join(map(repr, found))}.")
    possible(study.thresholds)
    return study


def _reading(study: Study) -> dict[str, Any]:
    return {name: getattr(study, name) for name in READING}


def _parsed(content: bytes) -> dict[str, Any]:
    if len(content) > LARGEST:
        raise ParameterError(f"This is not a study: {len(content):,} bytes, a study has at most {LARGEST:,}.")
    try:
        found = tomllib.loads(content.decode("utf-8-sig").replace("\r\n", "\n"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        raise ParameterError("This is not a study: the file is not TOML text.") from None
    version = found.pop("format", None)
    if version != FORMAT:
        raise ParameterError(f"This is not a study Kelt reads: its format must be {FORMAT}.")
    return found


def _source(given: Any) -> Source:
    known = checked(given, "source", {"origin": Origin, "name": text, "key": text})
    if "origin" not in known:
        raise ParameterError("The study's 'source' lacks 'origin'.")
    return Source(**{"name": "", "key": ""} | known)


def _settings(repair: Repair) -> dict[str, Any]:
    """One repair as plain settings; a repair of rows has no column."""
    column = {} if repair.column is None else {"column": repair.column}
    return {"kind": repair.kind.value, **column, "parameters": list(repair.parameters)}


def _repairs(setting: Any) -> tuple[Repair, ...]:
    return tuple(map(_repair, of_kind(list, setting)))


def _repair(setting: Any) -> Repair:
    given = dict(of_kind(dict, setting))
    kind, column = RepairKind(given.pop("kind", "")), given.pop("column", None)
    parameters = tuple(map(_plain, of_kind(list, given.pop("parameters", []))))
    if given:
        raise ValueError
    return Repair(kind, None if column is None else text(column), parameters)


def _plain(setting: Any) -> str | int | float:
    return setting if isinstance(setting, str) else number(setting)


ROLES: dict[str, Callable[[Any], Any]] = {
    "quasi_identifiers": texts,
    "sensitive": texts,
    "identifiers": texts,
    "person": text,
    "weight": text,
    "household": text,
}
READING: dict[str, Callable[[Any], Any]] = {"missing_tokens": texts, "suppressed_token": text, "perturbed": texts}
POLICIES: dict[str, Callable[[Any], Any]] = {
    "missing": Missing,
    "missing_sensitive": MissingSensitive,
    "suppressed": Suppressed,
    "unit": Unit,
    "prior": Prior,
}


def same_file(study: Study, source: Source) -> bool:
    """Whether a study was made for exactly this file or sample."""
    return study.source is not None and study.source.key == source.key


def fitted(study: Study, source: Source, names: Sequence[str]) -> Study:
    """The study for this table, its source replaced; refused when it speaks of other columns.

    A file with another hash but the same columns, such as next year's, is taken: see `same_file`.

    Parameters
    ----------
    study : as read
    source : the table it is to be used for
    names : columns of that table after the study's repairs

    Raises
    ------
    TableError
        Columns of the study are not in the table; names them and says how many.

    Examples
    --------
    >>> old = Study(Source(Origin.UPLOAD, "old.csv", "…"), Roles(("age", "zip"), ("income",)))
    >>> fitted(old, Source(Origin.UPLOAD, "new.csv", "……"), ["age", "sex"])
    Traceback (most recent call last):
    ...
    privacy_core.errors.TableError: This study was made for another file ('old.csv'): 2 of its 3 columns are not
    in this one: 'zip', 'income'.
    """
    used = list(dict.fromkeys([*(name for name, _ in study.roles or Roles()), *study.perturbed]))
    lacking = [name for name in used if name not in set(names)]
    if lacking:
        made_for = f" ({study.source.name!r})" if study.source else ""
        shown = ", ".join(map(repr, lacking[:10])) + (", …" if len(lacking) > 10 else "")
        be = "is" if len(lacking) == 1 else "are"
        raise TableError(
            f"This study was made for another file{made_for}: {len(lacking)} of its {len(used)} columns {be} not in "
            f"this one: {shown}."
        )
    return replace(study, source=source)
