"""The part of `kelt downcode` that asks whether a release could have been blurred less."""

from __future__ import annotations

import argparse

from privacy_core.errors import ParameterError


def audit_options(parser: argparse.ArgumentParser) -> None:
    """Add what ORIGINAL and RELEASE need; both of them, --k, --seed and --json are there already."""


def audit_release(given: argparse.Namespace) -> int:
    """Run `kelt downcode ORIGINAL RELEASE` and return its exit code."""
    raise ParameterError("A release cannot be audited yet.")
