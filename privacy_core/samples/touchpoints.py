"""Made-up marketing touchpoints: ten thousand people, few facts of who they are, many of what they do."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from privacy_core.frames import from_frame
from privacy_core.roles import Roles
from privacy_core.samples.offers import MADE_UP, Offer, Sample, sample_of
from privacy_core.tables import FloatArray, IntArray, Table

SEED = 20_261_130
STRANGERS = 2000
"""People who are in no release, unless another number is asked for."""
HABITS = 6
"""Ways of life that people mix; everything a person does follows from the mixture."""
REGIONS = ("Anker", "Brand", "Delm", "Elst", "Farn", "Grund", "Halm", "Ilse", "Jorn", "Kolk", "Luv", "Moor")
DEVICES = ("desktop", "phone", "tablet", "television")
BASKETS = ("books", "clothing", "garden", "groceries", "sports", "tools", "toys", "travel")
INTERESTS = ("debt advice", "fertility", "none", "pain relief", "psychotherapy", "weight loss")
KNOWN = ("age", "gender", "region", "size")


def touchpoints(offer: Offer) -> Sample:
    """Make the people a release is about."""
    roles = Roles(KNOWN, ("interest",), person="person")
    return sample_of(offer, MADE_UP, people(offer.rows, np.random.default_rng(SEED)), roles)


def strangers(n: int = STRANGERS) -> Table:
    """Draw people of the same kind who are in no release: what chance alone links.

    Examples
    --------
    >>> strangers(2)["person"].labels
    ['N00001', 'N00002']
    """
    return people(n, np.random.default_rng(SEED + 1), "N")


def people(n: int, random: np.random.Generator, letter: str = "T") -> Table:
    """Draw people who live alike but are others each time: members of a release, or strangers to it.

    Parameters
    ----------
    n : number of people, at least 1
    random : where chance comes from
    letter : what every name begins with, so that two draws share none

    Examples
    --------
    >>> few = people(3, np.random.default_rng(1))
    >>> few["person"].labels, len(few.names)
    (['T00001', 'T00002', 'T00003'], 16)
    """
    mixture = random.dirichlet(np.full(HABITS, 0.35), n)
    names = [f"{letter}{number + 1:05d}" for number in range(n)]
    return from_frame(pd.DataFrame({"person": names, **_who(mixture, random), **_does(mixture, random)}))


def _who(mixture: FloatArray, random: np.random.Generator) -> dict[str, NDArray[np.generic]]:
    """What others could know: it leans on the ways of life, loosely."""
    n = len(mixture)
    middle = mixture @ np.linspace(27, 68, HABITS)
    lean = mixture @ _weights(len(REGIONS), 3.0)
    return {
        "age": np.clip(np.rint(random.normal(middle, 11)), 18, 90).astype(np.int64),
        "gender": np.array(["female", "male", "other"], object)[random.choice(3, n, p=[0.50, 0.48, 0.02])],
        "region": np.array(REGIONS, object)[_drawn(lean, random)],
        "size": random.choice(np.arange(1, 6), n, p=[0.32, 0.34, 0.16, 0.13, 0.05]),
    }


def _does(mixture: FloatArray, random: np.random.Generator) -> dict[str, NDArray[np.generic]]:
    """What the shop saw: amounts and habits that belong together because one person has them."""
    n, keen = len(mixture), random.normal(0, 1, len(mixture))
    visits = 1 + random.poisson(np.exp(mixture @ np.linspace(3.2, 1.6, HABITS) + 0.5 * keen))
    pages = np.exp(mixture @ np.linspace(1.2, 2.2, HABITS) + 0.25 * keen + random.normal(0, 0.3, n))
    orders = random.binomial(visits, 1 / (1 + np.exp(2.2 - mixture @ np.linspace(1.4, 0.2, HABITS))))
    amount = np.exp(mixture @ np.linspace(3.0, 4.4, HABITS) + random.normal(0, 0.45, n))
    return {
        "emails_opened": random.binomial(40, mixture @ np.linspace(0.08, 0.7, HABITS)),
        "adverts_clicked": random.poisson(mixture @ np.linspace(9, 1, HABITS)),
        "visits": visits,
        "pages_per_visit": pages.round(1),
        "minutes": (visits * pages * np.exp(random.normal(-0.3, 0.35, n))).round(1),
        "hour": (np.mod(random.normal(mixture @ np.array([23.0, 21, 19, 13, 11, 8]), 1.6), 24)).round(1),
        "days_since": np.floor(random.exponential(1 + 60 / visits)).astype(np.int64),
        "spent": (orders * amount).round(2),
        "device": np.array(DEVICES, object)[_drawn(mixture @ _weights(len(DEVICES), 6.0), random)],
        "basket": np.array(BASKETS, object)[_drawn(mixture @ _weights(len(BASKETS), 5.0), random)],
        "interest": np.array(INTERESTS, object)[_drawn(mixture @ _weights(len(INTERESTS), 2.0), random)],
    }


def _weights(n: int, sharpness: float) -> FloatArray:
    """How much each way of life favours each of n values: near ones most, on a circle."""
    away = np.subtract.outer(np.arange(HABITS) / HABITS, np.arange(n) / n)
    odds = np.exp(sharpness * np.cos(2 * np.pi * away))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _drawn(odds: FloatArray, random: np.random.Generator) -> IntArray:
    """One value per row by its odds."""
    upto = np.cumsum(odds, axis=1)
    return np.asarray((random.random((len(odds), 1)) * upto[:, -1:] > upto).sum(axis=1), np.int64)
