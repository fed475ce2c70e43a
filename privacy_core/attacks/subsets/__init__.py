"""Effective anonymity: how many rows look the same to somebody who knows some columns, whichever they are.

Cohen, Attacks on deidentification's defenses, USENIX Security 2022, names it so.
"""

from privacy_core.attacks.subsets.overlapping import JudgedSet, Overlapping, overlapping
from privacy_core.attacks.subsets.posting import Posting, posting
from privacy_core.attacks.subsets.scanning import scan_subsets
from privacy_core.attacks.subsets.suda import Suda, suda
from privacy_core.attacks.subsets.unicity import SubsetCount, SubsetScan, Unicity
from privacy_core.attacks.subsets.uniques import MinimalSet, MinimalUniques, minimal_uniques

__all__ = [
    "JudgedSet",
    "MinimalSet",
    "MinimalUniques",
    "Overlapping",
    "Posting",
    "SubsetCount",
    "SubsetScan",
    "Suda",
    "Unicity",
    "minimal_uniques",
    "overlapping",
    "posting",
    "scan_subsets",
    "suda",
]
