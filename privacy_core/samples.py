"""Built-in tables: the papers' small ones and a seeded clinic, each with roles, hierarchies and origin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pandas as pd

from privacy_core.errors import ParameterError
from privacy_core.frames import from_frame
from privacy_core.hierarchies import Hierarchy, hierarchy
from privacy_core.roles import Roles
from privacy_core.tables import Table

ICDE = "Li, Li & Venkatasubramanian, t-closeness, ICDE 2007"
TKDD = "Machanavajjhala et al., ℓ-diversity, ICDE 2006"


@dataclass(frozen=True, eq=False)
class Sample:
    """A built-in table with everything needed to look at it.

    Parameters
    ----------
    name : key for `load`
    title : a few words
    about : one sentence on what it shows
    origin : where the rows come from
    table, roles, hierarchies : ready to assess
    """

    name: str
    title: str
    about: str
    origin: str
    table: Table
    roles: Roles
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict)


@dataclass(frozen=True)
class Offer:
    """What a list of samples says before one is opened."""

    name: str
    title: str
    rows: int
    about: str


OFFERS = (
    Offer(
        "hospital-3",
        "Nine patients, as collected",
        9,
        "The raw table behind t-closeness: age and ZIP leave all nine alone.",
    ),
    Offer("hospital-4", "Nine patients in threes", 9, "Three crowds of three; one of them gives away low salaries."),
    Offer(
        "hospital-5",
        "Nine patients regrouped",
        9,
        "The same people, other crowds: salaries are mixed, diseases less so.",
    ),
    Offer("inpatient-4", "Twelve inpatients in fours", 12, "Every crowd has four; one of them shares its diagnosis."),
    Offer(
        "inpatient-3",
        "Twelve inpatients, three diagnoses each",
        12,
        "The same twelve with three diagnoses in every crowd.",
    ),
    Offer("clinic", "Clinic", 5000, "Made up: age, sex, ZIP, admission, diagnosis, income, cost."),
)


def load(name: str) -> Sample:
    """Make a built-in table; the same name always gives the same rows.

    Raises
    ------
    ParameterError
        No sample of that name; lists those that exist.

    Examples
    --------
    >>> load("hospital-4").table.n_rows, load("clinic").table.n_rows
    (9, 5000)
    """
    if name not in _MAKERS:
        raise ParameterError(f"No sample {name!r}. Samples: {', '.join(_MAKERS)}.")
    return _MAKERS[name](_offer(name))


def _offer(name: str) -> Offer:
    return next(offer for offer in OFFERS if offer.name == name)


SALARY = (3, 4, 5, 6, 11, 8, 7, 9, 10)
DISEASE = "gastric ulcer,gastritis,stomach cancer,gastritis,flu,bronchitis,bronchitis,pneumonia,stomach cancer".split(
    ","
)
RAW = {
    "zip": "47677 47602 47678 47905 47909 47906 47605 47673 47607".split(),
    "age": (29, 22, 27, 43, 52, 47, 30, 36, 32),
}
TABLE_4 = {"zip": ["476**"] * 3 + ["4790*"] * 3 + ["476**"] * 3, "age": ["2*"] * 3 + ["≥40"] * 3 + ["3*"] * 3}
TABLE_5 = {
    "zip": "4767* 4760* 4767* 4790* 4790* 4790* 4760* 4767* 4760*".split(),
    "age": ["≤40"] * 3 + ["≥40"] * 3 + ["≤40"] * 3,
}
DISEASE_TREE = {
    ("respiratory infection", "respiratory"): ("flu", "pneumonia", "bronchitis"),
    ("vascular lung disease", "respiratory"): ("pulmonary edema", "pulmonary embolism"),
    ("stomach disease", "digestive"): ("gastric ulcer", "stomach cancer", "gastritis"),
    ("colon disease", "digestive"): ("colitis", "colon cancer"),
}


def _tree(column: str, groups: Mapping[tuple[str, str], tuple[str, ...]]) -> Hierarchy:
    return hierarchy(column, [(leaf, *path, "*") for path, leaves in groups.items() for leaf in leaves])


def _hospital(known: Mapping[str, object], number: int, offer: Offer) -> Sample:
    frame = pd.DataFrame({**known, "salary": SALARY, "disease": DISEASE})
    roles = Roles(("zip", "age"), ("salary", "disease"))
    origin = f"{ICDE}, table {number}; salary in thousands"
    trees = {"disease": _tree("disease", DISEASE_TREE)}
    return Sample(offer.name, offer.title, offer.about, origin, from_frame(frame), roles, trees)


INPATIENT_4 = "heart heart viral viral cancer heart viral viral cancer cancer cancer cancer"
INPATIENT_3 = "heart viral cancer cancer cancer heart viral viral heart viral cancer cancer"


def _inpatient(conditions: str, offer: Offer) -> Sample:
    words = {"heart": "heart disease", "viral": "viral infection", "cancer": "cancer"}
    frame = pd.DataFrame({"class": list("AAAABBBBCCCC"), "condition": [words[c] for c in conditions.split()]})
    origin = f"{TKDD}; the class names A, B and C are ours, in place of the generalized quasi-identifiers"
    return Sample(offer.name, offer.title, offer.about, origin, from_frame(frame), Roles(("class",), ("condition",)))


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


def _clinic(offer: Offer) -> Sample:
    """5,000 made-up stays; older people have other diagnoses, income follows age and place."""
    rng = np.random.default_rng(20_251_129)
    n = offer.rows
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
    frame = frame.assign(admission=days.astype(str), diagnosis=diagnoses[which], income=income, cost=cost)
    roles = Roles(("age", "sex", "zip"), ("diagnosis", "income", "cost"))
    origin = "made up by Kelt with a fixed seed; no real person"
    return Sample(
        offer.name,
        offer.title,
        offer.about,
        origin,
        from_frame(frame),
        roles,
        {"diagnosis": _tree("diagnosis", CLINIC_TREE)},
    )


_MAKERS: Mapping[str, Callable[[Offer], Sample]] = {
    "hospital-3": partial(_hospital, RAW, 3),
    "hospital-4": partial(_hospital, TABLE_4, 4),
    "hospital-5": partial(_hospital, TABLE_5, 5),
    "inpatient-4": partial(_inpatient, INPATIENT_4),
    "inpatient-3": partial(_inpatient, INPATIENT_3),
    "clinic": _clinic,
}
