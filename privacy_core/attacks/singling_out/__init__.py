"""Predicates that single a row out, weighed against attackers who see nothing."""

from privacy_core.attacks.singling_out.baseline import baseline
from privacy_core.attacks.singling_out.baseline import baseline_high
from privacy_core.attacks.singling_out.baseline import baseline_low
from privacy_core.attacks.singling_out.baseline import blind_attack
from privacy_core.attacks.singling_out.baseline import log2_baseline_low
from privacy_core.attacks.singling_out.baseline import peak
from privacy_core.attacks.singling_out.demonstration import Demonstration
