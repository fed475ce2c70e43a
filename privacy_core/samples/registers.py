"""Two made-up registers of the same people, the second typed in again with mistakes; who is who is known."""

from __future__ import annotations

from string import ascii_lowercase

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from privacy_core.frames import from_frame
from privacy_core.roles import Roles
from privacy_core.samples.offers import MADE_UP, Offer, Sample, sample_of

SEED = 20_261_201
SYLLABLES = tuple("an bel cor dan el fin gre hal is jo ka lor mi nor o per ri".split())
STREETS = ("Abbey", "Bridge", "Church", "Dock", "Elm", "Field", "Garden", "Hill", "Mill", "Park", "Station", "Well")
MISTAKES = {"given_name": 0.15, "surname": 0.12, "street": 0.1, "postcode": 0.08, "birth_year": 0.05, "phone": 0.2}
"""Share of people whose entry is typed differently in the second register."""
GAPS = {"street": 0.05, "phone": 0.15, "birth_year": 0.03}
"""Share of people whose entry is left out in the second register."""
KNOWN = ("given_name", "surname", "birth_year", "postcode")


def register(which: int, offer: Offer) -> Sample:
    """The first register (0), or the second, in another order and with mistakes (1)."""
    people = _people(offer.rows)
    frame = people if which == 0 else _again(people, np.random.default_rng(SEED + 1))
    return sample_of(offer, MADE_UP, from_frame(frame), Roles(KNOWN, ("diagnosis",), person="person"))


def _people(n: int) -> pd.DataFrame:
    random = np.random.default_rng(SEED)
    street, house = random.choice(STREETS, n), random.integers(1, 140, n)
    postcode = 3000 + np.minimum(random.geometric(0.03, n), 180)
    illness = random.choice(["asthma", "diabetes", "fracture", "migraine", "none"], n, p=[0.1, 0.1, 0.1, 0.1, 0.6])
    return pd.DataFrame(
        {
            "person": [f"R{number + 1:05d}" for number in range(n)],
            "given_name": _names(random, 120)[np.minimum(random.geometric(0.02, n) - 1, 119)],
            "surname": _names(random, 700)[np.minimum(random.geometric(0.005, n) - 1, 699)],
            "birth_year": random.integers(1930, 2007, n),
            "street": [f"{name} {number}" for name, number in zip(street, house, strict=True)],
            "postcode": postcode.astype(str).astype(object),
            "phone": [f"0{number}" for number in random.integers(20_000_000, 99_999_999, n)],
            "diagnosis": illness,
        }
    )


def _names(random: np.random.Generator, n: int) -> NDArray[np.object_]:
    """Names of two or three syllables, all different."""
    found: dict[str, None] = {}
    while len(found) < n:
        parts = random.choice(SYLLABLES, random.integers(2, 4))
        found["".join(parts).capitalize()] = None
    return np.array(list(found), object)


def _again(people: pd.DataFrame, random: np.random.Generator) -> pd.DataFrame:
    """The same people, typed in anew: some letters wrong, some numbers off, some entries left out."""
    typed = people.copy()
    for name, share in MISTAKES.items():
        wrong = np.flatnonzero(random.random(len(typed)) < share)
        typed[name] = typed[name].astype(object)
        typed.loc[wrong, name] = [_mistyped(entry, random) for entry in typed.loc[wrong, name]]
    for name, share in GAPS.items():
        typed.loc[random.random(len(typed)) < share, name] = None
    typed["birth_year"] = typed["birth_year"].astype("Float64")
    return typed.iloc[random.permutation(len(typed))].reset_index(drop=True)


def _mistyped(entry: str | int, random: np.random.Generator) -> str | int:
    """One letter or digit replaced, or two neighbours swapped; a year is off by one or two."""
    if isinstance(entry, int):
        return entry + int(random.choice((-2, -1, 1, 2)))
    at = int(random.integers(len(entry) - 1))
    if random.random() < 0.5:
        return entry[:at] + entry[at + 1] + entry[at] + entry[at + 2 :]
    letters = "0123456789" if entry[at].isdigit() else ascii_lowercase
    return entry[:at] + str(random.choice([*letters])) + entry[at + 1 :]
