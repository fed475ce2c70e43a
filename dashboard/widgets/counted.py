"""How doubtful rows are counted: one popover, the same on every page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard import state, words
from dashboard.widgets import picking
from dashboard.widgets.base import small
from privacy_core import Missing, MissingSensitive, Roles, Study


def counted_as(save: Callable[..., None]) -> None:
    """The switches of how doubtful rows are counted, in one popover; made only once it is open."""
    with st.popover(words.COUNTED, icon=":material/tune:", on_change="rerun", key="counted") as shown:
        if shown.open:
            _switches(state.study(), save)


def _switches(study: Study, save: Callable[..., None]) -> None:
    policies, tokens = study.policies, " ".join(study.missing_tokens)
    _one_of(words.MISSING_KNOWN, Missing, words.MISSING_NAMES, policies.missing, "missing", save)
    secret = policies.missing_sensitive
    _one_of(words.MISSING_SECRET, MissingSensitive, words.SENSITIVE_NAMES, secret, "missing_sensitive", save)
    _text(words.SUPPRESSED, study.suppressed_token or "", words.SUPPRESSED_EXAMPLE, "token", save)
    _text(words.TOKENS, tokens, words.TOKENS_EXAMPLE, "tokens", save)
    if study.roles is not None:
        _changed(study.roles, study.perturbed, save)
    small(words.COUNTED_NOTE)


def _changed(roles: Roles, now: Sequence[str], save: Callable[..., None]) -> None:
    several = *roles.quasi_identifiers, *roles.sensitive
    shown = {"help": words.PERTURBED_HELP, "save": lambda names: save(perturbed=names)}
    picking.held(st.multiselect, words.PERTURBED, "policy perturbed", list(now), several, **shown)


def _one_of(
    label: str, options: type[Any], names: Mapping[Any, str], now: Any, field: str, save: Callable[..., None]
) -> None:
    several = [option for option in options if option in names]
    shown = {"format_func": names.__getitem__, "save": lambda chosen: save(**{field: chosen})}
    picking.held(st.radio, label, f"policy {field}", now, several, **shown)


def _text(label: str, now: str, example: str, field: str, save: Callable[..., None]) -> None:
    shown = {"placeholder": example, "save": lambda typed: save(**{field: typed})}
    picking.held(st.text_input, label, f"policy {field}", now, **shown)
