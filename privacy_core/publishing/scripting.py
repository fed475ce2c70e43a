"""A Python script that makes a release again and says whether it is the same file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from textwrap import dedent, indent
from typing import Any

from privacy_core.errors import ParameterError
from privacy_core.publishing.recipe import Recipe

WIDTH = 100
PACKAGES = ("anonymizers", "intake", "publishing")
"""Rooms whose names are public as names of the room."""


def script(
    recipe: Recipe,
    out: str,
    content: bytes,
    read: Mapping[str, bytes],
    known: Mapping[str, str] | None = None,
    ended: bool | None = None,
) -> str:
    """Write the script that makes a release again.

    It names every file it reads with its SHA-256 and stops when one differs, makes the release with this
    library, writes it, and ends with exit code 1 when its SHA-256 is another.

    Parameters
    ----------
    recipe : how the release was made
    out : name of the file it is written to
    content : bytes of the release
    read : bytes of the files the recipe names
    known : SHA-256 of those whose bytes are no longer at hand
    ended : whether a time budget ended the search of this release, see `ended_by_time`; None is not known. The
        script says that it may make another file.

    Raises
    ------
    ParameterError
        The table came from standard input, which no script can read again.
    """
    if recipe.source == "-":
        raise ParameterError("A table from standard input cannot be read again: name a file to have a script.")
    names = {"publishing"}
    recipe_text = literal(recipe, names)
    found = known or {}
    hashes = {name: found.get(name) or sha256(read[name]).hexdigest() for name in recipe.files}
    listed = "".join(f"    {name!r}: {value!r},\n" for name, value in hashes.items())
    imports = "".join(f"    {name},\n" for name in sorted(names))
    return _TEMPLATE.format(
        caution=_caution(recipe, ended),
        imports=imports,
        recipe=recipe_text,
        read=listed,
        out=out,
        expected=sha256(content).hexdigest(),
    )


def _caution(recipe: Recipe, ended: bool | None) -> str:
    """What a time budget means for the script, as the rest of its first text."""
    if ended:
        return "\n\nA time budget ended the search of the first release: this script may make another file.\n"
    if recipe.limits.seconds is None or ended is False:
        return ""
    return "\n\nThe search has a time budget: where it ends the search, this script may make another file.\n"


_TEMPLATE = dedent('''\
    """Makes a release again and compares it with the first. Run it where the files it names can be found.{caution}"""

    import sys
    from hashlib import sha256
    from pathlib import Path

    from privacy_core import (
    {imports})

    RECIPE = {recipe}
    READ = {{
    {read}}}
    OUT = {out!r}
    EXPECTED = "{expected}"


    def fetch(name):
        content = Path(name).read_bytes()
        if READ.get(name, sha256(content).hexdigest()) != sha256(content).hexdigest():
            sys.exit(f"{{name}} is not the file the release was made from.")
        return content


    result = publishing.made(RECIPE, OUT, fetch)
    if result.file is None:
        sys.exit(result.anonymization.reason)
    Path(OUT).write_bytes(result.file.content)
    same = sha256(result.file.content).hexdigest() == EXPECTED
    print(f"{{OUT}} is {{'the same file' if same else 'another file'}} as the first release.")
    sys.exit(0 if same else 1)
    ''')


def literal(value: Any, names: set[str]) -> str:
    """A Python expression for settings; the names it needs from `privacy_core` are added to `names`.

    Examples
    --------
    >>> from privacy_core import Limits, Thresholds
    >>> needed = set()
    >>> literal((Limits(0.02), Thresholds(k=5)), needed), sorted(needed)
    ('(anonymizers.Limits(suppression=0.02), Thresholds(k=5))', ['Thresholds', 'anonymizers'])
    """
    if is_dataclass(value) and not isinstance(value, type):
        kind = _named(type(value), names)
        return _call(kind, [f"{f.name}={literal(getattr(value, f.name), names)}" for f in _set(value)])
    if isinstance(value, Enum):
        setting = type(value).__module__.startswith("privacy_core.anonymizers")  # these take the plain text as well
        return repr(str(value.value)) if setting else f"{_named(type(value), names)}({str(value.value)!r})"
    if isinstance(value, Mapping):
        return _call("", [f"{key!r}: {literal(item, names)}" for key, item in value.items()], "{}")
    if isinstance(value, tuple | list):
        items = [literal(item, names) for item in value]
        return _call("", items if len(items) != 1 else [f"{items[0]},"])
    return repr(value)


def _named(kind: type, names: set[str]) -> str:
    """How the public library calls a type."""
    package = kind.__module__.split(".")[1]
    names.add(package if package in PACKAGES else kind.__name__)
    return f"{package}.{kind.__name__}" if package in PACKAGES else kind.__name__


def _set(value: Any) -> list[Any]:
    """Fields that differ from their default."""
    return [f for f in fields(value) if f.init and not _is_default(f, getattr(value, f.name))]


def _is_default(field: Any, value: Any) -> bool:
    if field.default is not MISSING:
        return bool(field.default == value)
    return field.default_factory is not MISSING and bool(field.default_factory() == value)


def _call(name: str, parts: list[str], brackets: str = "()") -> str:
    """One line where it fits, else one part a line."""
    one_line = f"{name}{brackets[0]}{', '.join(parts)}{brackets[1]}"
    if len(one_line) <= WIDTH and "\n" not in one_line:
        return one_line
    return f"{name}{brackets[0]}\n" + indent("".join(f"{part.rstrip(',')},\n" for part in parts), "    ") + brackets[1]
