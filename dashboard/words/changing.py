"""Sentences about columns that are changed at random instead of blurred."""

from __future__ import annotations

AT_RANDOM = "Change values at random instead: nothing is promised"
AT_RANDOM_NOTE = "Numbers get noise, names are swapped for others with known chances (PRAM). Afterwards rows that look the same are no crowd of people, so k, ℓ, t, β and δ-disclosure are not counted; such a file must be declared under «How this is counted» when it is looked at again."
CHANGE_WHAT = "Columns to change"
STAY, STAY_HELP = (
    "Names that stay, of 100",
    "Chance that a name is kept; the rest is spread evenly, and corrected so that each name is expected as often as before.",
)
NOISE, NOISE_HELP = "Noise, of 100", "Standard deviation of the noise, of 100 parts of the column's own."
SEED_LABEL, SEED_HELP = (
    "Seed",
    "The same seed gives the same table. Who knows it can undo the change: keep it to yourself.",
)
