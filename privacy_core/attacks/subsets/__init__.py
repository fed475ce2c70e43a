"""Effective anonymity: how many rows look the same to somebody who knows some columns, whichever they are.

Cohen, Attacks on deidentification's defenses, USENIX Security 2022, names it so.
"""

from privacy_core.attacks.subsets.effective import effective_anonymity
from privacy_core.attacks.subsets.overlapping import JudgedSet, Overlapping, overlapping
from privacy_core.attacks.subsets.populations import SampleUniques, sample_uniques
from privacy_core.attacks.subsets.posting import Posting, posting
from privacy_core.attacks.subsets.scanning import scan_subsets
from privacy_core.attacks.subsets.suda import Suda, scores_per_row, suda
from privacy_core.attacks.subsets.unicity import SubsetCount, SubsetScan, Unicity
from privacy_core.attacks.subsets.uniques import MinimalSet, MinimalUniques, minimal_uniques
from privacy_core.attacks.subsets.warming import warm_up

__all__ = [
    "JudgedSet",
    "MinimalSet",
    "MinimalUniques",
    "Overlapping",
    "Posting",
    "SampleUniques",
    "SubsetCount",
    "SubsetScan",
    "Suda",
    "Unicity",
    "effective_anonymity",
    "minimal_uniques",
    "overlapping",
    "posting",
    "sample_uniques",
    "scan_subsets",
    "scores_per_row",
    "suda",
    "warm_up",
]
