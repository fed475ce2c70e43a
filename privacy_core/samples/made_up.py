"""Made-up tables that each show one thing: a skewed secret, several rows per person, a survey."""

from __future__ import annotations

import numpy as np
import pandas as pd

from privacy_core.frames import from_frame
from privacy_core.roles import Roles
from privacy_core.samples.offers import MADE_UP, Offer, Sample, sample_of


def skewed(offer: Offer) -> Sample:
    """200 crowds of 50 where 1 in 100 people tests positive; one crowd has 1, one 25, one 49 positives."""
    positives = np.zeros(200, int)
    positives[[8 * i + i % 8 for i in range(25)]] = 1
    positives[[17, 92, 151]] = 1, 25, 49
    crowd = np.repeat(np.arange(200), 50)
    low = 10 * (crowd % 8) + 10
    frame = pd.DataFrame(
        {
            "age": [f"{age}-{age + 9}" for age in low],
            "district": [f"D{number + 1:02d}" for number in crowd // 8],
            "test": np.where(np.tile(np.arange(50), 200) < positives[crowd], "positive", "negative"),
        }
    )
    return sample_of(offer, MADE_UP, from_frame(frame), Roles(("age", "district"), ("test",)))


def visits(offer: Offer) -> Sample:
    """Three visits each of people who mostly share age, sex and district with somebody, but not all of them."""
    rng = np.random.default_rng(20_260_301)
    people = np.arange(offer.rows // 3)
    age = 5 * np.clip(rng.normal(10, 3, len(people)), 4, 17).astype(int)
    sex = rng.choice(["f", "m"], len(people))
    district = rng.choice(["north", "south", "east", "west"], len(people), p=[0.4, 0.3, 0.2, 0.1])
    start = rng.integers(0, 120, len(people))
    who, visit = np.repeat(people, 3), np.tile(np.arange(3), len(people))
    frame = pd.DataFrame(
        {
            "person": [f"V{number + 1:03d}" for number in who],
            "visit": (np.datetime64("2025-01-06") + start[who] + 60 * visit).astype(str),
            "age": age[who],
            "sex": sex[who],
            "district": district[who],
            "pressure": (95 + 0.6 * age[who] + rng.normal(0, 9, len(who))).astype(int),
            "treatment": rng.choice(["none", "diet", "drug A", "drug B"], len(who), p=[0.4, 0.3, 0.2, 0.1]),
        }
    )
    roles = Roles(("age", "sex", "district"), ("pressure", "treatment"), person="person")
    return sample_of(offer, MADE_UP, from_frame(frame), roles)


REGIONS = ("Alder", "Birch", "Cedar", "Elm")


def survey(offer: Offer) -> Sample:
    """Households drawn with other chances in each region, so that a row stands for 20 to 240 people."""
    rng = np.random.default_rng(20_260_302)
    members = rng.choice(np.arange(1, 7), offer.rows, p=[0.3, 0.3, 0.17, 0.14, 0.06, 0.03])
    home = np.repeat(np.arange(offer.rows), members)[: offer.rows]
    region = rng.choice(4, home[-1] + 1, p=[0.4, 0.3, 0.2, 0.1])
    weight = np.round(np.array([240, 120, 60, 20])[region] * rng.uniform(0.8, 1.25, len(region)), 1)
    head = np.diff(home, prepend=-1) > 0
    age = np.where(head, rng.integers(22, 88, len(home)), rng.integers(0, 80, len(home)))
    schooling = rng.choice(["primary", "secondary", "vocational", "university"], len(home), p=[0.2, 0.4, 0.25, 0.15])
    frame = pd.DataFrame(
        {
            "person": [f"S{number + 1:04d}" for number in range(len(home))],
            "household": [f"H{number + 1:04d}" for number in home],
            "weight": np.minimum(np.maximum(weight, 20), 240)[home],
            "region": np.array(REGIONS)[region][home],
            "age": age,
            "sex": rng.choice(["female", "male"], len(home)),
            "education": np.where(age < 16, "in school", schooling),
            "size": np.bincount(home)[home],
            "income": np.round(np.exp(rng.normal(9.9, 0.5, len(region))), -2).astype(int)[home],
        }
    )
    roles = Roles(("region", "age", "sex", "education", "size"), ("income",), (), "person", "weight", "household")
    return sample_of(offer, MADE_UP, from_frame(frame), roles)
