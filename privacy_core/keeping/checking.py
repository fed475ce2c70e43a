"""Strict reading of settings: each by its kind, refused by name, never skipped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from privacy_core.errors import ParameterError


def checked(given: Any, part: str, kinds: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """Read each setting of one part by its kind."""
    if not isinstance(given, dict):
        raise ParameterError(f"The study's {part!r} must be a table of settings.")
    strange = [name for name in given if name not in kinds]
    if strange:
        raise ParameterError(f"The study's {part!r} has settings Kelt does not know: {', '.join(map(repr, strange))}.")
    return {name: read(kinds[name], setting, f"{part}.{name}") for name, setting in given.items()}


def read(kind: Callable[[Any], Any], setting: Any, name: str) -> Any:
    """Read one setting by its kind, or refuse it by its name."""
    try:
        return kind(setting)
    except (TypeError, ValueError):
        raise ParameterError(f"The study's setting {name!r} has a value Kelt cannot use.") from None


Kind = TypeVar("Kind")


def of_kind(kind: type[Kind], setting: Any) -> Kind:
    """A setting of exactly this kind; true and false are no numbers."""
    if not isinstance(setting, kind) or isinstance(setting, bool):
        raise TypeError
    return setting


def text(setting: Any) -> str:
    """A text."""
    return of_kind(str, setting)


def texts(setting: Any) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(map(text, of_kind(list, setting)))


def number(setting: Any) -> float:
    """A whole number or one with a fraction."""
    return of_kind(int, setting) if isinstance(setting, int) else of_kind(float, setting)
