"""Effective anonymity: what every set of columns an attacker may know gives away."""

from privacy_core.attacks.subsets.scanning import scan_subsets
from privacy_core.attacks.subsets.suda import Suda, suda
from privacy_core.attacks.subsets.unicity import SubsetCount, SubsetScan, Unicity
from privacy_core.attacks.subsets.uniques import MinimalSet, MinimalUniques, minimal_uniques

__all__ = [
    "MinimalSet",
    "MinimalUniques",
    "SubsetCount",
    "SubsetScan",
    "Suda",
    "Unicity",
    "minimal_uniques",
    "scan_subsets",
    "suda",
]
