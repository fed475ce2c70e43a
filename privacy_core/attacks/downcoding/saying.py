"""Drawn tables whose blur was undone, in words and as a document; what they do not say is said too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from math import isfinite
from typing import Any

from privacy_core.attacks.blind import log2_baseline_low
from privacy_core.attacks.downcoding.compound import beside, middle_log2_weight
from privacy_core.attacks.downcoding.notions import NOT_BUILT, VERY_SMALL
from privacy_core.attacks.downcoding.remedy import whole_right
from privacy_core.attacks.downcoding.trials import Trials
from privacy_core.evidence import counts_record

OF_A_MODEL = (
    "This attacks a class of methods under a model of the rows; of a table of yours it says something only where an "
    "audit finds the release minimal."
)


def findings(found: Trials) -> Iterator[str]:
    """What many draws came to, what they rest on, and what they do not say."""
    groups, plain = found.groups, found.without_minimality
    if groups.attempts:
        yield (
            f"{groups.hits:,} of {groups.attempts:,} groups that the attack refined are right in every cell; read "
            f"without knowing that the release is minimal, {plain.hits:,} of them are."
        )
    else:
        yield "The attack refined no group, so there is nothing to judge."
    yield from found.assumptions
    if groups.hits:
        yield _predicates(found)
    if found.rule.every_class:
        yield "Trying every class has no guarantee in the worst case: an anonymizer could choose its classes."
    if found.rule.rho:
        whole = whole_right(found.rule.rho, found.settings.dims)
        yield (
            f"Needless blur is no promise: {found.cells.hits:,} of {found.cells.attempts:,} raised cells were still "
            f"read rightly. A group stays wholly right with chance {whole:.3g} or so."
        )
    yield from (OF_A_MODEL, VERY_SMALL, NOT_BUILT)


def _predicates(found: Trials) -> str:
    weight, right = middle_log2_weight(found.settings), found.groups.hits / found.trials
    blind = log2_baseline_low(found.settings.n, weight)
    return (
        f"A predicate fits a row drawn anew with chance 2^{weight:.0f} or so; with no more weight a blind attacker "
        f"isolates a row with chance 2^{blind:.0f}. Naming one row at a time would isolate one in e, not known "
        f"which: {beside(right).plain:.2g} per table, where these are {right:.2g} that are right."
    )


def trials_record(found: Trials) -> dict[str, Any]:
    """Many draws as a document: numbers, null where something is not defined.

    Examples
    --------
    >>> import numpy as np
    >>> from privacy_core.attacks.downcoding import Clusters, run_trials
    >>> said = trials_record(run_trials(Clusters(), 20, np.random.default_rng(1), seed=1))
    >>> said["groups"]["hits"], said["groups_right"], said["verdict"]
    (13, 1.0, 'beats baseline')
    """
    expected = found.theory
    return {
        "daleth": found.daleth.rate,
        "records": found.records,
        "groups_right": found.groups.rate,
        "min_delta_d": found.min_delta_d,
        "theory": None if expected is None else expected.daleth,
        "expected": None if expected is None else asdict(expected),
        "delta_n": found.delta_n,
        "draws": counts_record(found.daleth),
        "groups": counts_record(found.groups),
        "cells": counts_record(found.cells),
        "baseline": counts_record(found.without_minimality),
        "predicates": _predicates_record(found),
        "shares": [*found.shares],
        "settings": {**asdict(found.settings), **asdict(found.rule), "trials": found.trials},
        "seed": found.seed,
        "verdict": found.outcome.value,
        "findings": [*findings(found)],
    }


def _predicates_record(found: Trials) -> dict[str, Any]:
    weight, together = middle_log2_weight(found.settings), beside(found.predicates)
    return {
        "mean": found.predicates,
        "all_isolate": counts_record(found.all_isolate),
        "log2_weight": _finite(weight),
        "log2_blind": _finite(log2_baseline_low(found.settings.n, weight)),
        "plain_attack": together.plain,
        "earlier_result": together.all_before,
    }


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
