"""Real patients, from scikit-learn where it is installed; nothing is copied or fetched."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from privacy_core.frames import from_frame
from privacy_core.roles import Roles
from privacy_core.samples.offers import Offer, Sample, sample_of

ORIGIN = (
    "Efron, Hastie, Johnstone & Tibshirani, Least Angle Regression, Annals of Statistics 2004: 442 real diabetes "
    "patients, read unscaled from the installed scikit-learn, which does not say what the codes of sex mean"
)
NAMES = {
    "bp": "blood pressure",
    "s1": "total cholesterol",
    "s2": "LDL",
    "s3": "HDL",
    "s4": "cholesterol / HDL",
    "s5": "log triglycerides",
    "s6": "blood sugar",
    "target": "progression after a year",
}


def available() -> bool:
    """Whether scikit-learn is installed."""
    return find_spec("sklearn") is not None


def diabetes(offer: Offer) -> Sample:
    """442 patients: age, sex and body mass index could be known, what was measured is sensitive."""
    from sklearn.datasets import load_diabetes

    read = load_diabetes(as_frame=True, scaled=False).frame
    frame = pd.DataFrame({name: _whole(read[name].to_numpy()) for name in read.columns})
    frame = frame.assign(sex=[f"code {int(code)}" for code in read["sex"]]).rename(columns=NAMES)
    roles = Roles(("age", "sex", "bmi"), ("progression after a year", "blood sugar", "blood pressure"))
    return sample_of(offer, ORIGIN, from_frame(frame), roles)


def _whole(numbers: NDArray[Any]) -> NDArray[Any]:
    """Whole numbers as integers where a column has nothing else."""
    rounded = np.rint(numbers)
    return rounded.astype(int) if (rounded == numbers).all() else numbers
