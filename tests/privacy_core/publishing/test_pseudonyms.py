"""Pseudonyms are stable, secret and link equal identifiers."""

from __future__ import annotations

import hashlib
import hmac

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import ParameterError, from_frame
from privacy_core.publishing import pseudonyms

SALT = b"a secret of many bytes"


def made(values, salt: bytes = SALT):
    return pseudonyms(from_frame(pd.DataFrame({"id": values}))["id"], salt)


def test_a_pseudonym_is_hmac_sha256():
    expected = "p" + hmac.new(SALT, b"ann", hashlib.sha256).hexdigest()[:32]
    assert made(["ann"]).labels == [expected]


@given(st.lists(st.sampled_from(["ann", "bob", "eve", None, "", "Ann", " ann"]), min_size=1))
def test_equal_identifiers_and_only_they_share_one(names):
    column = made(names)
    shown = column.texts(np.arange(len(names)))
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            assert (shown[i] == shown[j]) == (one == other)
    assert column.n_missing == sum(name is None for name in names)


def test_tables_link_whatever_else_they_hold_and_however_numbers_are_stored():
    assert set(made([3]).labels) < set(made([3.0, 11.5, None]).labels)
    assert set(made(["3"]).labels) < set(made([3, 4]).labels)


def test_another_salt_gives_others():
    assert not set(made(["ann", "bob"]).labels) & set(made(["ann", "bob"], SALT + b"!").labels)


def test_the_order_of_pseudonyms_is_their_own():
    column = made([f"person {i:03}" for i in range(50)])
    assert column.labels == sorted(column.labels)
    assert column.codes.tolist() != list(range(50))


@pytest.mark.parametrize("salt", [b"", b"fifteen bytes !"])
def test_a_short_salt_is_refused(salt):
    with pytest.raises(ParameterError, match=f"{len(salt)} bytes; at least 16"):
        made(["ann"], salt)
