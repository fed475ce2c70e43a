"""Numbers by which the kernels know models and aims."""

from __future__ import annotations

DISTINCT, ENTROPY, RECURSIVE, ALPHA, EQUAL, TREE, AXIS, BASIC, ENHANCED, SHIFT, SHIFT_PRESENT = range(11)

GEOMETRIC, ARITHMETIC, GREATEST, TOTAL, GIVEN, NON_UNIFORM = range(6)

TIED = 1e-12
"""Qualities this close, relative to the better, are equal."""
