"""What the best blind attacker achieves, beside which every attack by predicates is put."""

from __future__ import annotations

from math import log, log1p, log2

from privacy_core.errors import ParameterError, in_range, whole_number


def log2_baseline_low(n: int, log2_weight: float) -> float:
    """Log2 of the chance of the best attacker who sees nothing and may use no more weight than this.

    Parameters
    ----------
    n : rows, at least 1
    log2_weight : log2 of the largest weight allowed, at most 0; −∞ for none

    Returns
    -------
    log2_chance : at most 0; −∞ where no weight is allowed

    Raises
    ------
    ParameterError
        Fewer than one row, rows that are not whole, or a weight above 1.

    Notes
    -----
    Formula: log2 B(n, min(w, 1/n)) with B(n, w) = n w (1 − w)^(n − 1). Logarithms, for a weight may be too small to
    be written as a number.

    Source: Cohen & Nissim, Towards formalizing the GDPR's notion of singling out, PNAS 2020.

    Examples
    --------
    >>> round(log2_baseline_low(1000, -5000), 3)
    -4990.034
    >>> log2_baseline_low(100, -1) == log2_baseline_low(100, -log2(100))      # no heavier predicate does better
    True
    """
    whole_number(n=n)
    in_range(1, n=n)
    if not log2_weight <= 0:
        raise ParameterError(f"A weight is at most 1, so its log2 at most 0, got {log2_weight:g}.")
    exponent = min(log2_weight, -log2(n))
    return log2(n) + exponent + ((n - 1) * log1p(-(2.0**exponent)) / log(2) if n > 1 else 0.0)
