"""A made-up clinic of 5,000 stays, and two releases of one clinic."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from privacy_core.frames import from_frame
from privacy_core.roles import Roles
from privacy_core.samples.offers import MADE_UP, Offer, Sample, sample_of, tree
from privacy_core.tables import IntArray

SEED = 20_251_129
CLINIC_TREE = {
    ("infection", "lungs"): ("influenza", "pneumonia", "tuberculosis"),
    ("obstruction", "lungs"): ("asthma", "COPD"),
    ("vessels", "heart"): ("hypertension", "heart attack", "stroke"),
    ("rhythm", "heart"): ("atrial fibrillation",),
    ("mood", "mind"): ("depression", "anxiety"),
    ("dependence", "mind"): ("alcohol dependence", "opioid dependence"),
    ("blood-borne", "immune system"): ("HIV", "hepatitis C"),
}
CLINIC_SHARES = np.array([12, 7, 1, 11, 8, 18, 5, 4, 6, 11, 8, 4, 2, 1, 2]) / 100
CLINIC_PRICE = np.array([0.6, 2.8, 5, 0.9, 2.2, 0.5, 9, 8, 3, 1.8, 1.2, 3.5, 4.2, 6, 7])


def clinic(offer: Offer) -> Sample:
    """5,000 made-up stays with their patients, households and sampling weights."""
    stays = _stays(np.random.default_rng(SEED), offer.rows)
    frame = stays.assign(**_people(stays, np.random.default_rng(SEED + 1)))
    roles = Roles(("age", "sex", "zip"), ("diagnosis", "income", "cost"), (), "patient", "weight", "household")
    return sample_of(offer, MADE_UP, from_frame(frame), roles, {"diagnosis": tree("diagnosis", CLINIC_TREE)})


def _stays(rng: np.random.Generator, n: int) -> pd.DataFrame:
    """Older people have other diagnoses, income follows age and place."""
    diagnoses = np.array([leaf for leaves in CLINIC_TREE.values() for leaf in leaves], object)
    age = np.clip(rng.gamma(9, 6, n), 18, 97).astype(int)
    zips = np.array([f"0{2100 + i}" for i in range(1, 41)])
    place = np.minimum(rng.geometric(0.08, n) - 1, len(zips) - 1)
    tilt = np.exp(np.outer((age - 55) / 25, np.linspace(-0.8, 0.8, len(diagnoses))[rng.permutation(len(diagnoses))]))
    odds = np.cumsum(CLINIC_SHARES * tilt, axis=1)
    which = (rng.random((n, 1)) * odds[:, -1:] > odds).sum(axis=1)
    income = np.round(np.exp(rng.normal(10.3 + 0.006 * (age - 50) - 0.01 * place, 0.45)), -2).astype(int)
    cost = np.round(1000 * CLINIC_PRICE[which] * rng.lognormal(0, 0.35, n), -1).astype(int)
    days = np.datetime64("2024-01-01") + rng.integers(0, 366, n)
    frame = pd.DataFrame({"age": age, "sex": rng.choice(["female", "male"], n, p=[0.54, 0.46]), "zip": zips[place]})
    return frame.assign(admission=days.astype(str), diagnosis=diagnoses[which], income=income, cost=cost)


def _people(stays: pd.DataFrame, rng: np.random.Generator) -> dict[str, Any]:
    """Who stayed: patients with up to three stays, their household, how many people a stay stands for.

    A patient's stays share age, sex and ZIP; a household shares its ZIP and its weight.
    """
    alike = stays.groupby(["age", "sex", "zip"], sort=True).ngroup().to_numpy()
    patient = _shared(alike, rng, (0.7, 0.2, 0.1))
    home = stays["zip"].astype("category").cat.codes.to_numpy()
    first = np.unique(patient, return_index=True)[1]
    household = _shared(home[first], rng, (0.4, 0.35, 0.15, 0.1))[patient]
    weight = np.round(rng.gamma(4, 3, household.max() + 1) + 1, 1)
    return {
        "patient": [f"P{number + 1:04d}" for number in rng.permutation(patient.max() + 1)[patient]],
        "household": [f"H{number + 1:04d}" for number in rng.permutation(household.max() + 1)[household]],
        "weight": weight[household],
    }


def _shared(group: NDArray[np.integer], rng: np.random.Generator, sizes: tuple[float, ...]) -> IntArray:
    """Number the members of units drawn within groups; a unit has 1, 2, … members with these chances."""
    order = np.lexsort((rng.random(len(group)), group))
    wanted = rng.choice(np.arange(1, len(sizes) + 1), len(group), p=sizes)
    opens = np.zeros(len(group), bool)
    opens[np.minimum(np.cumsum(wanted) - wanted, len(group) - 1)] = True
    opens |= np.diff(group[order], prepend=-1) > 0
    number = np.empty(len(group), np.int64)
    number[order] = np.cumsum(opens) - 1
    return number


BANDS = ((40, 60), (30, 40, 50, 60, 70))
"""Where the two releases cut ages."""


def release(which: int, offer: Offer) -> Sample:
    """The same people of one clinic, grouped by age, sex and area (0) or by age alone, more finely (1)."""
    people = _stays(np.random.default_rng(SEED + 2), offer.rows)
    coarse = which == 0
    area = np.where(people["zip"] < "02110", "0210*", "021**")
    frame = pd.DataFrame(
        {
            "person": [f"P{number:03d}" for number in range(1, offer.rows + 1)],
            "age": _bands(people["age"].to_numpy(), BANDS[which]),
            "sex": people["sex"] if coarse else "*",
            "zip": area if coarse else "021**",
            "diagnosis": people["diagnosis"],
        }
    )
    roles = Roles(("age", "sex", "zip"), ("diagnosis",), person="person")
    return sample_of(offer, MADE_UP, from_frame(frame), roles, {"diagnosis": tree("diagnosis", CLINIC_TREE)})


def _bands(age: IntArray, cuts: tuple[int, ...]) -> pd.Series[Any]:
    between = [f"{low}-{high - 1}" for low, high in pairwise(cuts)]
    names = np.array([f"<{cuts[0]}", *between, f"≥{cuts[-1]}"], object)
    which = names[np.searchsorted(cuts, age, side="right")]
    return pd.Series(which, dtype=pd.CategoricalDtype(list(names), ordered=True))
