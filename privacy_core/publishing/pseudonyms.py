"""Pseudonyms: one identifier always becomes the same text, which nobody without the salt can compute."""

from __future__ import annotations

import hmac
from dataclasses import replace
from hashlib import sha256

import numpy as np

from privacy_core.errors import InternalError, ParameterError
from privacy_core.tables import Column, Scale

LEAST_SALT = 16
"""Bytes of the shortest salt accepted; a shorter one can be found by trying."""
_LENGTH = 32


def pseudonyms(column: Column, salt: bytes) -> Column:
    """Replace every identifier by a salted hash.

    Equal identifiers get equal pseudonyms, in every table and every column where the same salt is used, so
    that tables still link; a missing cell stays missing. Whoever has the salt can recognise any identifier
    they know: keep it as secret as the identifiers, and take another one to make tables unlinkable.

    Parameters
    ----------
    column : identifiers, told apart as they are written: the number 3.0 is "3"
    salt : secret bytes, at least 16

    Returns
    -------
    column : nominal; "p" and 32 hexadecimal digits of HMAC-SHA256

    Raises
    ------
    ParameterError
        The salt is too short.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"id": ["ann", "bob", "ann", None]}))
    >>> hidden = pseudonyms(people["id"], b"sixteen bytes or more")
    >>> hidden.codes[0] == hidden.codes[2] and hidden.labels[0][0], hidden.n_missing, len(hidden.labels[0])
    ('p', 1, 33)
    """
    if len(salt) < LEAST_SALT:
        raise ParameterError(
            f"The salt has {len(salt)} bytes; at least {LEAST_SALT} are needed to keep it from guesses."
        )
    words = [
        "p" + hmac.digest(salt, label.encode(), sha256).hex()[:_LENGTH]
        for label in column.labels[: len(column.categories)]
    ]
    order = np.argsort(np.array(words, str), kind="stable")
    categories = np.empty(len(words), object)
    categories[:] = [words[place] for place in order]
    if len(set(words)) < len(words):
        raise InternalError(f"Two identifiers of {column.name!r} would share a pseudonym. Nothing is handed out.")
    rank = np.empty(len(words) + 1, np.int32)
    rank[order], rank[-1] = np.arange(len(words), dtype=np.int32), len(words)
    return replace(column, codes=rank[column.codes], categories=categories, scale=Scale.NOMINAL)
