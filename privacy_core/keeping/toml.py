"""Plain settings as TOML text; the standard library reads TOML but does not write it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from privacy_core.errors import ParameterError

ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def quoted(text: str) -> str:
    r"""A TOML string: quotes, backslashes and control characters escaped.

    Raises
    ------
    ParameterError
        The text holds half a character (a lone surrogate), which no file can hold.

    Examples
    --------
    >>> print(quoted('say "no"\n'), quoted("ü\x00"))
    "say \"no\"\n" "ü\u0000"
    """
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ParameterError("A name or text holds half a character; it cannot be written to a file.")
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(letter: str) -> str:
    if letter in ESCAPES:
        return ESCAPES[letter]
    return f"\\u{ord(letter):04X}" if letter < " " or letter == "\x7f" else letter


def value(setting: Any) -> str:
    """One setting as TOML: text, truth, number, list or inline table.

    Examples
    --------
    >>> value(["a", 1, 0.5, True, {"b c": float("inf")}])
    '["a", 1, 0.5, true, {"b c" = inf}]'
    """
    match setting:
        case bool():
            return "true" if setting else "false"
        case int() | float():
            return repr(setting)
        case str():
            return quoted(setting)
        case list() | tuple():
            return "[" + ", ".join(map(value, setting)) + "]"
        case Mapping():
            return "{" + ", ".join(f"{quoted(name)} = {value(inner)}" for name, inner in setting.items()) + "}"
        case _:
            raise ParameterError(f"A setting of kind {type(setting).__name__} cannot be written to a study.")


def section(name: str, settings: Mapping[str, Any]) -> str:
    """A table of settings; None and empty lists are left out, and so is a table without any."""
    lines = [f"{quoted(key)} = {value(kept)}" for key, kept in settings.items() if kept not in (None, (), [], {})]
    return "\n".join([f"[{name}]", *lines, ""]) if lines else ""
