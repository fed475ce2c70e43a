"""What a click on "How this is counted" does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dashboard import state


def change(**changed: Any) -> None:
    """Change how doubtful rows are counted; what was selected is let go, since crowds change."""
    study = state.study()
    token = changed.pop("token", study.suppressed_token)
    tokens = changed.pop("tokens", None)
    missing = study.missing_tokens if tokens is None else tuple(tokens.split())
    policies = replace(study.policies, **changed)
    state.change(policies=policies, suppressed_token=token or None, missing_tokens=missing)
    state.remember("selected", None)
