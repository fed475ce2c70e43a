"""How well rows can still be told apart: discernibility, average class size, divergence of the whole table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from privacy_core.numbering import grouped
from privacy_core.tables import IntArray
from privacy_core.utility.coarsening import Coarsening


def class_sizes(columns: Sequence[Coarsening]) -> IntArray:
    """Rows of each class of the release, suppressed rows left out."""
    return _sizes(columns, [~columns[0].withheld] * len(columns))


def _sizes(columns: Sequence[Coarsening], kept: Sequence[np.ndarray]) -> IntArray:
    of_row, n = _numbered([one.after[rows] for one, rows in zip(columns, kept, strict=True)])
    return np.bincount(of_row, minlength=n).astype(np.int64)


def _numbered(codes: Sequence[IntArray]) -> tuple[np.ndarray, int]:
    return grouped(codes, [int(code.max(initial=-1)) + 1 for code in codes], len(codes[0]))


def discernibility(columns: Sequence[Coarsening]) -> float:
    """Pairs of rows a reader cannot tell apart; a suppressed row cannot be told from any row.

    Formula: Σ size² over classes + n for each suppressed row.

    Returns
    -------
    discernibility : n (all rows differ) to n²

    Source: R. Bayardo & R. Agrawal, Data privacy through optimal k-anonymization, ICDE 2005.
    """
    size, n = class_sizes(columns), columns[0].n_rows
    return float((size.astype(float) ** 2).sum() + float(n - size.sum()) * n)


def discernibility_monotone(columns: Sequence[Coarsening]) -> float | None:
    """Pairs of rows alike at these levels, suppressed classes counted as any other (DM*).

    Returns
    -------
    discernibility : n to n²; None where columns have no common level
    """
    if not all(one.whole for one in columns):
        return None
    size = _sizes(columns, [np.ones(one.n_rows, bool) for one in columns])
    return float((size.astype(float) ** 2).sum())


def average_class_size(columns: Sequence[Coarsening]) -> float | None:
    """Released rows per class; None where no row is released."""
    size = class_sizes(columns)
    return float(size.mean()) if len(size) else None


def aecs(columns: Sequence[Coarsening]) -> float:
    """Judged rows per class, all suppressed rows together counted as one more class.

    Source: K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE 2006, without
    their division by k; the class of suppressed rows as ARX counts it.

    Returns
    -------
    aecs : 1 to n
    """
    size, n = class_sizes(columns), columns[0].n_rows
    return n / (len(size) + (int(size.sum()) < n))


def discernibility_kept(columns: Sequence[Coarsening]) -> float:
    """Discernibility between the original's (1) and that of one class of all rows (0)."""
    before, n = _before(columns), columns[0].n_rows
    least = float((before.astype(float) ** 2).sum())
    return 1 - (discernibility(columns) - least) / (float(n) * n - least) if len(before) > 1 else 1.0


def class_size_kept(columns: Sequence[Coarsening]) -> float | None:
    """Average class size between the original's (1) and that of one class of all rows (0)."""
    before, n, average = _before(columns), columns[0].n_rows, average_class_size(columns)
    least = n / len(before)
    return None if average is None else 1 - (average - least) / (n - least) if len(before) > 1 else 1.0


def _before(columns: Sequence[Coarsening]) -> IntArray:
    of_row, n = _numbered([one.before.astype(np.int64) for one in columns])
    return np.bincount(of_row, minlength=n).astype(np.int64)


def kl_divergence(columns: Sequence[Coarsening]) -> float:
    """How surprising the original table is to somebody who knows the release, in bits per row.

    The reader spreads every class evenly over the combinations of values it stands for, and the suppressed
    rows over all combinations.

    Formula: mean over rows of log2(p / q), with p the share of rows equal in the original and q the share of
    rows that read alike, divided by the number of combinations they stand for.

    Returns
    -------
    divergence : bits, at least 0; 0 when nothing was changed

    Source: A. Machanavajjhala et al., ℓ-diversity, TKDD 1(1), 2007, section 6; D. Kifer & J. Gehrke 2006.
    ARX sums over rows instead of distinct combinations; this is the mean over rows, which equals the
    divergence.
    """
    n, withheld = columns[0].n_rows, columns[0].withheld
    original, kinds = _numbered([one.before.astype(np.int64) for one in columns])
    shown, classes = _numbered([one.shown for one in columns])
    p = np.bincount(original, minlength=kinds)[original]
    q = np.bincount(shown, minlength=classes)[shown]
    area = sum(np.log2(np.where(withheld, one.n_leaves, one.leaves).astype(float)) for one in columns)
    return max(0.0, float((np.log2(p) - np.log2(q) + area).sum() / n))
