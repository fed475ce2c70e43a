"""Built-in tables: the papers' small ones, made-up ones that each show one thing, and real patients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from privacy_core.errors import ParameterError
from privacy_core.samples import courses
from privacy_core.samples.clinic import clinic, release
from privacy_core.samples.courses import LISTS as COURSE_LISTS
from privacy_core.samples.courses import edx_like, sample_of_courses, to_post
from privacy_core.samples.made_up import skewed, survey, visits
from privacy_core.samples.offers import Offer, Sample
from privacy_core.samples.published import INPATIENT_3, INPATIENT_4, RAW, TABLE_4, TABLE_5, hospital, inpatient
from privacy_core.samples.real import available, diabetes
from privacy_core.samples.registers import register
from privacy_core.samples.repeated import Grid, grid, published_pair, thousand
from privacy_core.samples.touchpoints import STRANGERS, people, strangers, touchpoints

__all__ = [
    "COURSE_LISTS",
    "Grid",
    "OFFERS",
    "Offer",
    "STRANGERS",
    "Sample",
    "courses",
    "edx_like",
    "grid",
    "load",
    "people",
    "published_pair",
    "strangers",
    "thousand",
    "to_post",
]

_NINE_RAW = "The raw table behind t-closeness: age and ZIP leave all nine alone."
_NINE_4 = "Three crowds of three; one of them gives away low salaries."
_NINE_5 = "The same people regrouped: salaries are mixed, diseases less so."
_TWELVE_4 = "Every crowd has four; one of them shares its diagnosis."
_TWELVE_3 = "The same twelve with three diagnoses in every crowd."
_CLINIC = "Made up: age, sex, ZIP, admission, diagnosis, income, cost, with patients, households and weights."
_SKEWED = "Made up: 1 in 100 tests positive; in one crowd 25 of 50 do, in another 49 of 50."
_VISITS = "Made up: three rows per person, so a crowd of three rows can be one person."
_SURVEY = "Made up: people in households, each row standing for 20 to 240 people."
_FIRST = "Made up: grouped by age, sex and area. Link it with the second release."
_SECOND = "Made up: the same people grouped by age alone, more finely."
_TOUCHPOINTS = "Made up: age, gender, region and household of shoppers, and eleven columns of what they did."
_REGISTER = "Made up: names, birth years, addresses and phones of people in a health register."
_REGISTER_2 = "Made up: the same people typed in again, with mistakes and gaps, in another order."
_COURSES = "Made up: students of sixteen courses; every list of facts hides each of them, all lists together do not."
_DIABETES = "Real patients from the installed scikit-learn: age, sex code and body mass index single most of them out."

_ALL: tuple[tuple[Offer, Callable[[Offer], Sample]], ...] = (
    (Offer("hospital-3", "Nine patients, as collected", 9, _NINE_RAW), partial(hospital, RAW, 3)),
    (Offer("hospital-4", "Nine patients in threes", 9, _NINE_4), partial(hospital, TABLE_4, 4)),
    (Offer("hospital-5", "Nine patients regrouped", 9, _NINE_5), partial(hospital, TABLE_5, 5)),
    (Offer("inpatient-4", "Twelve inpatients in fours", 12, _TWELVE_4), partial(inpatient, INPATIENT_4)),
    (Offer("inpatient-3", "Twelve inpatients, three diagnoses each", 12, _TWELVE_3), partial(inpatient, INPATIENT_3)),
    (Offer("clinic", "Clinic", 5000, _CLINIC), clinic),
    (Offer("skewed", "Skewed test results", 10_000, _SKEWED), skewed),
    (Offer("visits", "Visits, three per person", 360, _VISITS), visits),
    (Offer("survey", "Household survey", 3000, _SURVEY), survey),
    (Offer("release-1", "One clinic, first release", 84, _FIRST), partial(release, 0)),
    (Offer("release-2", "One clinic, second release", 84, _SECOND), partial(release, 1)),
    (Offer("touchpoints", "Marketing touchpoints", 10_000, _TOUCHPOINTS), touchpoints),
    (Offer("register-1", "A register", 4000, _REGISTER), partial(register, 0)),
    (Offer("register-2", "The register, typed in again", 4000, _REGISTER_2), partial(register, 1)),
    (Offer("courses", "Students of sixteen courses", 13_489, _COURSES), sample_of_courses),
    (Offer("diabetes", "Diabetes patients", 442, _DIABETES), diabetes),
)
_HERE = tuple((offer, make) for offer, make in _ALL if offer.name != "diabetes" or available())
_MAKERS: Mapping[str, tuple[Offer, Callable[[Offer], Sample]]] = {offer.name: (offer, make) for offer, make in _HERE}

OFFERS = tuple(offer for offer, _ in _HERE)
"""Every built-in table of this installation; real patients only where scikit-learn is installed."""


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
    offer, make = _MAKERS[name]
    return make(offer)
