"""What a click on "How this is counted" does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dashboard import state
from privacy_core import Unit, k_for, named_norm


def change(**changed: Any) -> None:
    """Change how doubtful rows are counted; what was selected is let go, since crowds change."""
    study = state.study()
    token = changed.pop("token", study.suppressed_token)
    tokens = changed.pop("tokens", None)
    perturbed = tuple(changed.pop("perturbed", study.perturbed))
    missing = study.missing_tokens if tokens is None else tuple(tokens.split())
    policies = replace(study.policies, **changed)
    state.change(policies=policies, suppressed_token=token or None, missing_tokens=missing, perturbed=perturbed)
    state.remember("selected", None)


def unit(chosen: Unit) -> None:
    """Count rows, persons or histories."""
    state.change(policies=replace(state.study().policies, unit=chosen))


def norm(name: str | None) -> None:
    """Take the line from a published number, or let it be the user's own."""
    state.change(norm=name)
    line = k_for(named_norm(name)) if name else None
    if line is not None:
        state.promise(k=line.k)


def own_k(k: int) -> None:
    """Set the line by hand; it is no published number any more."""
    state.change(norm=None)
    state.promise(k=k)
