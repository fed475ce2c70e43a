"""What differs between two studies, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from privacy_core.roles import Role, Roles
from privacy_core.study import Blur, Setting, Study

CALLED = {
    "k": "k",
    "l": "ℓ",
    "entropy_l": "entropy ℓ",
    "c": "c",
    "recursive_l": "ℓ of (c, ℓ)",
    "alpha": "α",
    "t": "t",
    "beta": "β",
    "enhanced_beta": "enhanced β",
    "delta_disclosure": "δ-disclosure",
    "risk": "risk",
    "n": "n of (n, t)",
    "nt": "t of (n, t)",
}


def diff(before: Study, after: Study) -> list[str]:
    """Say what changed from one study to another, one short sentence per setting.

    Names of columns and files stand in quotes as they are: a page escapes the whole sentence.

    Examples
    --------
    >>> from privacy_core import Thresholds
    >>> old = Study(roles=Roles(("age",)), thresholds=Thresholds(k=5))
    >>> diff(old, Study(roles=Roles(("age", "zip")), thresholds=Thresholds(k=11)))
    ["column 'zip': not used → quasi-identifier", 'threshold k: 5 → 11']
    >>> diff(old, old)
    []
    """
    return [*_source(before, after), *_roles(before.roles, after.roles), *_settings(before, after)]


def _source(before: Study, after: Study) -> Iterator[str]:
    if before.source == after.source:
        return
    old, new = ("none" if study.source is None else repr(study.source.name) for study in (before, after))
    yield f"table: {old} → {new}" if old != new else f"table: {old}, another version of the file"


def _roles(before: Roles | None, after: Roles | None) -> Iterator[str]:
    old, new = dict(before or Roles()), dict(after or Roles())
    for name in dict.fromkeys((*old, *new)):
        was, is_now = old.get(name, Role.NOT_USED), new.get(name, Role.NOT_USED)
        if was is not is_now:
            yield f"column {name!r}: {was.value} → {is_now.value}"
    if (before is None) != (after is None):
        yield "roles: not yet accepted → accepted" if before is None else "roles: accepted → not yet accepted"
    elif old == new and before != after:
        yield "roles: another order of columns"


def _settings(before: Study, after: Study) -> Iterator[str]:
    yield from _fields("policy", before.policies, after.policies)
    yield from _fields("threshold", before.thresholds, after.thresholds)
    yield from _fields("context", before.context, after.context)
    yield from _blur(before.blur, after.blur)
    for name in ("missing_tokens", "suppressed_token", "perturbed", "norm"):
        yield from _one(name.replace("_", " "), getattr(before, name), getattr(after, name))
    changed = set(before.repairs) ^ set(after.repairs)
    for repair in dict.fromkeys((*before.repairs, *after.repairs)):
        if repair in changed:
            yield f"repair {'added' if repair in after.repairs else 'taken back'}: {repair.sentence}"
    if not changed and before.repairs != after.repairs:
        yield "repairs: another order"


def _blur(before: Blur, after: Blur) -> Iterator[str]:
    for name in ("suppression", "quality", "gs", "ground"):
        yield from _one(f"blur {name}", getattr(before, name), getattr(after, name))
    for name in ("levels", "max_level", "importance"):
        old, new = dict(getattr(before, name)), dict(getattr(after, name))
        for column in dict.fromkeys((*old, *new)):
            yield from _one(f"blur {name.replace('_', ' ')} of {column!r}", old.get(column), new.get(column))
    old_trees, new_trees = ({tree.column: tree for tree in blur.trees} for blur in (before, after))
    for column in dict.fromkeys((*old_trees, *new_trees)):
        if old_trees.get(column) != new_trees.get(column):
            kinds = [trees[column].kind if column in trees else "suggested" for trees in (old_trees, new_trees)]
            yield (
                f"hierarchy of {column!r}: {kinds[0]} → {kinds[1]}"
                if kinds[0] != kinds[1]
                else (f"hierarchy of {column!r}: {kinds[1]}, otherwise made")
            )
    if len(before.pinned) != len(after.pinned):
        yield f"pinned settings: {len(before.pinned)} → {len(after.pinned)}"
    for place, (old_pin, new_pin) in enumerate(zip(before.pinned, after.pinned, strict=False), 1):
        yield from _pin(f"pinned setting {place}", old_pin, new_pin)


def _pin(name: str, before: Setting, after: Setting) -> Iterator[str]:
    yield from _fields(name, before.thresholds, after.thresholds)
    for setting in ("suppression", "ground", "method"):
        yield from _one(f"{name} {setting}", getattr(before, setting), getattr(after, setting))
    for parameter in dict.fromkeys(key for key, _ in (*before.parameters, *after.parameters)):
        old, new = dict(before.parameters).get(parameter), dict(after.parameters).get(parameter)
        yield from _one(f"{name} {parameter}", old, new)
    if before.levels != after.levels:
        yield f"{name}: other levels"


def _fields(part: str, before: Any, after: Any) -> Iterator[str]:
    for field in fields(before):
        name = CALLED.get(field.name, field.name.replace("_", " "))
        yield from _one(f"{part} {name}", getattr(before, field.name), getattr(after, field.name))


def _one(name: str, before: Any, after: Any) -> Iterator[str]:
    if before != after:
        yield f"{name}: {_shown(before)} → {_shown(after)}"


def _shown(setting: Any) -> str:
    if setting in (None, "", ()):
        return "none"
    if isinstance(setting, float):
        return f"{setting:g}"
    return ", ".join(map(repr, setting)) if isinstance(setting, tuple) else str(setting)
