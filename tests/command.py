"""Call `kelt` in this process and keep what it said."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from privacy_core.cli import main


@dataclass(frozen=True)
class Said:
    """Exit code, standard output and standard error of one call."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.out)

    def measure(self, model: str, sensitive: str | None = None, ground: str | None = None) -> dict[str, Any]:
        """The one measure of that model (and column, and ground distance)."""
        (found,) = [
            m
            for m in self.json["measures"]
            if m["model"] == model and sensitive in (None, m["sensitive"]) and ground in (None, m["ground"])
        ]
        return found

    def value(self, model: str, sensitive: str | None = None, ground: str | None = None) -> Any:
        return self.measure(model, sensitive, ground)["value"]


def kelt(*arguments: Any, stdin: bytes = b"") -> Said:
    """Run one command; arguments are turned into text."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))):
        code = main([str(argument) for argument in arguments])
    return Said(code, out.getvalue(), err.getvalue())


def assess(table: Any, *arguments: Any, stdin: bytes = b"") -> Said:
    """Run `kelt assess … --json`."""
    return kelt("assess", table, *arguments, "--json", stdin=stdin)
