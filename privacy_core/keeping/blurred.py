"""How a table is to be blurred, as plain settings and back; never a label of a hierarchy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any

from privacy_core.hierarchies import spec_from
from privacy_core.keeping.checking import checked, number, of_kind, text
from privacy_core.models import KAnonymity, Secret, Thresholds, promises
from privacy_core.study import Blur, Setting, TreeSpec
from privacy_core.tables import Scale

SUGGESTED, UPLOADED = "suggested", "uploaded"
THRESHOLDS: dict[str, Callable[[Any], Any]] = {field.name: number for field in fields(Thresholds)}


def blur_settings(blur: Blur) -> dict[str, Any]:
    """The settings that differ from those a new study has.

    Examples
    --------
    >>> blur_settings(Blur()), blur_settings(Blur(suppression=0.1, levels=(("age", 2),)))
    ({}, {'suppression': 0.1, 'levels': {'age': 2}})
    """
    fresh = Blur()
    plain = {
        "suppression": blur.suppression,
        "quality": blur.quality,
        "gs": blur.gs,
        "ground": blur.ground,
        "levels": dict(blur.levels),
        "max_level": dict(blur.max_level),
        "importance": dict(blur.importance),
        "trees": [_tree_settings(tree) for tree in blur.trees],
        "pinned": [_setting_settings(pin) for pin in blur.pinned],
    }
    return {name: kept for name, kept in plain.items() if kept not in (getattr(fresh, name), {}, [])}


def _tree_settings(tree: TreeSpec) -> dict[str, Any]:
    parameters = {name: setting for name, setting in tree.parameters if setting is not None}
    return {"column": tree.column, "kind": tree.kind, "parameters": parameters}


def _setting_settings(pin: Setting) -> dict[str, Any]:
    asked = {name: at for name, at in asdict(pin.thresholds).items() if at is not None}
    levels = {"levels": dict(pin.levels)} if pin.levels else {}
    ground = {"ground": pin.ground} if pin.ground else {}
    of_method = {"parameters": dict(pin.parameters)} if pin.parameters else {}
    return {"method": pin.method, "suppression": pin.suppression, **ground, **of_method, **levels, "thresholds": asked}


def read_blur(given: Any) -> Blur:
    """Read the settings back.

    Raises
    ------
    ParameterError
        An unknown setting, or one of another kind or out of its range; names the setting, never its value.

    Examples
    --------
    >>> read_blur({"suppression": 0.1, "levels": {"age": 2}}).levels
    (('age', 2),)
    """
    return Blur(**checked(given, "blur", BLUR))


def _levels(setting: Any) -> tuple[tuple[str, int], ...]:
    return tuple((text(name), _level(level)) for name, level in of_kind(dict, setting).items())


def _level(setting: Any) -> int:
    level: int = of_kind(int, setting)
    if level < 0:
        raise ValueError
    return level


def _weights(setting: Any) -> tuple[tuple[str, float], ...]:
    return tuple((text(name), number(weight)) for name, weight in of_kind(dict, setting).items())


def _trees(setting: Any) -> tuple[TreeSpec, ...]:
    return tuple(map(_tree, of_kind(list, setting)))


def _tree(setting: Any) -> TreeSpec:
    given = dict(of_kind(dict, setting))
    column, kind = text(given.pop("column", None)), text(given.pop("kind", None))
    parameters = of_kind(dict, given.pop("parameters", {}))
    if given:
        raise ValueError
    if kind not in (SUGGESTED, UPLOADED):
        spec_from({**parameters, "kind": kind})
    return TreeSpec(column, kind, tuple((text(name), _parameter(one)) for name, one in parameters.items()))


def _parameter(setting: Any) -> Any:
    """A text, a truth, a number, or a list of such."""
    if isinstance(setting, list):
        return tuple(map(_parameter, setting))
    return setting if isinstance(setting, str | bool) else number(setting)


def _pinned(setting: Any) -> tuple[Setting, ...]:
    return tuple(map(_pin, of_kind(list, setting)))


def _pin(setting: Any) -> Setting:
    kept = checked(setting, "blur.pinned", PIN)
    asked = Thresholds(**kept.pop("thresholds", {}))
    possible(asked)
    return Setting(asked, **kept)


def possible(asked: Thresholds) -> None:
    """Ask every model whether it takes its threshold."""
    KAnonymity(asked.k)
    promises(Secret(""), Scale.NUMERIC, asked)


PIN: dict[str, Callable[[Any], Any]] = {
    "method": text,
    "suppression": number,
    "ground": text,
    "levels": _levels,
    "parameters": _weights,
    "thresholds": lambda given: checked(given, "blur.pinned.thresholds", THRESHOLDS),
}
BLUR: dict[str, Callable[[Any], Any]] = {
    "suppression": number,
    "quality": text,
    "gs": number,
    "ground": text,
    "levels": _levels,
    "max_level": _levels,
    "importance": _weights,
    "trees": _trees,
    "pinned": _pinned,
}
