"""Hash predicates: a fair draw for every different record, the same whatever the order of rows and columns."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from privacy_core.tables import Column, Table

Words = NDArray[np.uint64]
_ODD, _ODDER = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def fingerprints(table: Table, names: Sequence[str]) -> Words:
    """One number per row, the same for rows that are written alike in all of these columns and for no others.

    Returns
    -------
    fingerprints : uint64 (n_rows,); two different rows share one with chance 2⁻⁶⁴

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> one = from_frame(pd.DataFrame({"age": [30, 41], "zip": ["a", None]}))
    >>> other = from_frame(pd.DataFrame({"zip": ["a", "(missing)"], "age": [30.0, 41.0]}))
    >>> (fingerprints(one, ["age", "zip"]) == fingerprints(other, ["zip", "age"])).tolist()
    [True, False]
    """
    found = np.zeros(table.n_rows, np.uint64)
    for name in sorted(names):
        found = mixed(found ^ _of_codes(table[name])[table[name].codes])
    return found


def _of_codes(column: Column) -> Words:
    """One number per value; a missing cell is no text."""
    known = [b"=" + word.encode(errors="surrogatepass") for word in column.labels[: len(column.categories)]]
    words = [*known, b"missing"]
    digests = b"".join(hashlib.blake2b(word, digest_size=8).digest() for word in words)
    return np.frombuffer(digests, "<u8").astype(np.uint64)


def mixed(words: Words) -> Words:
    """Every bit of a number made to hang on all others, one to one (finalizer of Steele, Lea & Flood, 2014)."""
    words = (words ^ (words >> np.uint64(30))) * _ODD
    words = (words ^ (words >> np.uint64(27))) * _ODDER
    return words ^ (words >> np.uint64(31))


def satisfying(rows: Words, key: np.uint64, weight: float) -> int:
    """How many rows a hash predicate holds for.

    Parameters
    ----------
    rows : fingerprints
    key : which hash function
    weight : share of all records the predicate holds for, 0 to 1

    Examples
    --------
    >>> rows = mixed(np.arange(100_000, dtype=np.uint64))
    >>> satisfying(rows, np.uint64(7), 1.0), satisfying(rows, np.uint64(7), 0.0)
    (100000, 0)
    >>> 9_700 < satisfying(rows, np.uint64(7), 0.1) < 10_300
    True
    """
    if weight >= 1:
        return len(rows)
    return int(np.count_nonzero(mixed(rows ^ key) < np.uint64(int(weight * 2.0**64))))


def keys(random: np.random.Generator, several: int) -> Words:
    """Draw hash functions."""
    return random.integers(0, 2**64, several, np.uint64)
