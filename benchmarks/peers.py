"""CPU seconds of pycanon's measures on one table; run by `core.py` with the Python of pycanon's venv."""

import contextlib
import io
import json
import sys
import time
import warnings

import pandas as pd
from pycanon import anonymity

QUASI_IDENTIFIERS = ["age", "education", "occupation", "marital-status", "race", "sex", "native-country"]
SENSITIVE = ["salary-class"]
MEASURES = (
    "k_anonymity",
    "alpha_k_anonymity",
    "l_diversity",
    "entropy_l_diversity",
    "recursive_c_l_diversity",
    "t_closeness",
    "basic_beta_likeness",
    "enhanced_beta_likeness",
    "delta_disclosure",
)


def seconds(name: str, frame: pd.DataFrame) -> float:
    secrets = [] if name == "k_anonymity" else [SENSITIVE]
    start = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        getattr(anonymity, name)(frame, QUASI_IDENTIFIERS, *secrets)
    return round(time.process_time() - start, 3)


def main(path: str, wanted: str) -> None:
    warnings.simplefilter("ignore")
    frame = pd.read_csv(path)
    names = MEASURES[:1] if wanted == "k" else MEASURES
    print(json.dumps({name: seconds(name, frame) for name in names}))


if __name__ == "__main__":
    main(*sys.argv[1:])
