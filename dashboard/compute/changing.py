"""Columns changed at random instead of blurred: PRAM for names, noise for numbers; nothing is counted afterwards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from dashboard.compute.cutting import SESSION, Cut, table
from privacy_core import KAnonymity, Roles, Scale, anonymizers, contingency, equivalence_classes, measure, publishing


@dataclass(frozen=True, eq=False)
class Changed:
    """A table changed at random, as it would be saved.

    Parameters
    ----------
    sentence : what was changed, and that counting is not valid afterwards
    not_valid : what a measure of crowds says of it, None where no known column was changed
    published : its columns and rows
    """

    sentence: str
    not_valid: str | None
    published: publishing.Publication


@st.cache_resource(max_entries=2, **SESSION)
def changed(chosen: Cut, roles: Roles, names: tuple[str, ...], stay: float, amount: float, seed: int) -> Changed:
    """Change columns at random: numbers by noise, names by PRAM; the same seed gives the same table.

    Parameters
    ----------
    stay : chance that a name is kept
    amount : standard deviation of the noise, as a share of the column's own
    """
    held, random = table(chosen), np.random.default_rng(seed)
    numbers = [name for name in names if held[name].scale is Scale.NUMERIC]
    said = []
    for change, which in (
        (lambda held, which: anonymizers.add_noise(held, which, random, amount), numbers),
        (lambda held, which: anonymizers.pram(held, which, random, stay), [n for n in names if n not in numbers]),
    ):
        if which:
            done = change(held, which)
            held, said = done.table, [*said, done.sentence]
    crowds = equivalence_classes(held, chosen.known, chosen.policies)
    counted = measure(KAnonymity(None), contingency(held, crowds, None, chosen.policies))
    return Changed(" ".join(said), counted.reason, publishing.publication(held, roles))


CACHES = (changed,)
