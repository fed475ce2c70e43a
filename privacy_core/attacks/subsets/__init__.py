"""Effective anonymity: how many rows look the same to somebody who knows some columns, whichever they are.

Cohen, Attacks on deidentification's defenses, USENIX Security 2022, names it so.
"""

from privacy_core.attacks.subsets.overlapping import JudgedSet, Overlapping, overlapping
from privacy_core.attacks.subsets.posting import Posting, posting

__all__ = [
    "JudgedSet",
    "Overlapping",
    "Posting",
    "overlapping",
    "posting",
]
