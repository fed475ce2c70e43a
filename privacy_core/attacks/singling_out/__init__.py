"""Predicates that single a row out, weighed against attackers who see nothing."""

from privacy_core.attacks.blind import log2_baseline_low
from privacy_core.attacks.singling_out.baseline import (
    baseline,
    baseline_curve,
    baseline_high,
    baseline_low,
    blind_attack,
    peak,
)
from privacy_core.attacks.singling_out.bits import (
    bit_attack,
    columns_needed,
    expected_success,
    one_bit_attack,
)
from privacy_core.attacks.singling_out.buckets import bucket_attack
from privacy_core.attacks.singling_out.by_weight import WeightGroup, by_weight
from privacy_core.attacks.singling_out.composing import Composed, xor_pair
from privacy_core.attacks.singling_out.counting import (
    CountsCurve,
    counting_attack,
    counts_curve,
    success_of_adaptive_counts,
    success_of_counts,
)
from privacy_core.attacks.singling_out.demonstration import Demonstration
from privacy_core.attacks.singling_out.full import FullSinglingOut, publish_last_half
from privacy_core.attacks.singling_out.holding import Claim, Origin, broad_limit, holding
from privacy_core.attacks.singling_out.leaving_out import bit_theory
from privacy_core.attacks.singling_out.noise import (
    Bound,
    best_repetitions,
    codomain_bound,
    counts_bound,
    dp_bound,
    laplace_theory,
)
from privacy_core.attacks.singling_out.premise import MinEntropy, min_entropy
from privacy_core.attacks.singling_out.reading import chance_of_naming

__all__ = [
    "Bound",
    "Claim",
    "Composed",
    "CountsCurve",
    "Demonstration",
    "FullSinglingOut",
    "MinEntropy",
    "Origin",
    "WeightGroup",
    "baseline",
    "baseline_curve",
    "baseline_high",
    "baseline_low",
    "best_repetitions",
    "bit_attack",
    "bit_theory",
    "blind_attack",
    "broad_limit",
    "bucket_attack",
    "by_weight",
    "chance_of_naming",
    "codomain_bound",
    "columns_needed",
    "counting_attack",
    "counts_bound",
    "counts_curve",
    "dp_bound",
    "expected_success",
    "holding",
    "laplace_theory",
    "log2_baseline_low",
    "min_entropy",
    "one_bit_attack",
    "peak",
    "publish_last_half",
    "success_of_adaptive_counts",
    "success_of_counts",
    "xor_pair",
]
