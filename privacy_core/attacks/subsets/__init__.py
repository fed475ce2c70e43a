"""Effective anonymity: what every set of columns an attacker may know gives away."""

from privacy_core.attacks.subsets.effective import effective_anonymity
from privacy_core.attacks.subsets.populations import SampleUniques, sample_uniques
from privacy_core.attacks.subsets.scanning import scan_subsets
from privacy_core.attacks.subsets.suda import Suda, suda
from privacy_core.attacks.subsets.unicity import SubsetCount, SubsetScan, Unicity
from privacy_core.attacks.subsets.uniques import MinimalSet, MinimalUniques, minimal_uniques
from privacy_core.attacks.subsets.warming import warm_up

__all__ = [
    "MinimalSet",
    "MinimalUniques",
    "SampleUniques",
    "SubsetCount",
    "SubsetScan",
    "Suda",
    "Unicity",
    "effective_anonymity",
    "minimal_uniques",
    "sample_uniques",
    "scan_subsets",
    "suda",
    "warm_up",
]
