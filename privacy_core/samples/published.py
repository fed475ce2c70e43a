"""The small tables of the papers."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from privacy_core.frames import from_frame
from privacy_core.roles import Roles
from privacy_core.samples.offers import Offer, Sample, sample_of, tree

ICDE = "Li, Li & Venkatasubramanian, t-closeness, ICDE 2007"
TKDD = "Machanavajjhala et al., ℓ-diversity, ICDE 2006"

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


def hospital(known: Mapping[str, object], number: int, offer: Offer) -> Sample:
    """Nine patients of the t-closeness paper."""
    frame = pd.DataFrame({**known, "salary": SALARY, "disease": DISEASE})
    origin = f"{ICDE}, table {number}; salary in thousands"
    roles = Roles(("zip", "age"), ("salary", "disease"))
    return sample_of(offer, origin, from_frame(frame), roles, {"disease": tree("disease", DISEASE_TREE)})


INPATIENT_4 = "heart heart viral viral cancer heart viral viral cancer cancer cancer cancer"
INPATIENT_3 = "heart viral cancer cancer cancer heart viral viral heart viral cancer cancer"


def inpatient(conditions: str, offer: Offer) -> Sample:
    """Twelve inpatients of the ℓ-diversity paper."""
    words = {"heart": "heart disease", "viral": "viral infection", "cancer": "cancer"}
    frame = pd.DataFrame({"class": list("AAAABBBBCCCC"), "condition": [words[c] for c in conditions.split()]})
    origin = f"{TKDD}; the class names A, B and C are ours, in place of the generalized quasi-identifiers"
    return sample_of(offer, origin, from_frame(frame), Roles(("class",), ("condition",)))
