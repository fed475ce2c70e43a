"""Every public function about several releases refuses numbers no releases can have, in a sentence of Kelt's own."""

from __future__ import annotations

import inspect
import math

import numpy as np
import pandas as pd
import pytest

from privacy_core import Missing, ParameterError, Policies, composition, from_frame
from privacy_core.composition import (
    Publication,
    collapse_ell,
    countdown,
    drift,
    ell_needed,
    extremal_sets,
    extremal_tables,
    forecast,
    link_by_key,
    link_by_population,
    link_groupings,
    link_rows,
    posterior,
    random_case,
    random_countdown,
    random_sets,
    releases_to_pin,
    worst_case,
)

NAN, INF = math.nan, math.inf
PEOPLE = from_frame(pd.DataFrame({"who": [1, 2], "q": ["a", "b"], "s": ["x", "y"]}))
ONE = Publication("one", PEOPLE, ("q",))
WILD = Policies(missing=Missing.WILDCARD)
FOUND = link_by_key([ONE, ONE], "s", "who")
ALIKE = [(0, 1, 1), (5, 0, 1), (5, 6, 1), (5, 3, 0), (5, 3, 1.5), (5, 2.5, 2), (NAN, 1, 1), (INF, 1, 1), (5, NAN, 1)]
EACH = [(0, [1]), (5, []), (5, [6]), (5, [0]), (5, [2.5]), (NAN, [1]), (5, [3, NAN]), (INF, [1])]

BAD = {
    collapse_ell: [(0, 1), (5, 0), (5, 1.5), (NAN, 1), (5, INF)],
    countdown: [("aab", ["a"])],
    drift: [
        ([ONE], "s"),
        ([ONE, ONE], "s", {"x": 0.5, "y": NAN}),
        ([ONE, ONE], "s", {"x": 0.5, "y": INF}),
        ([ONE, ONE], "s", {"x": 0.5, "y": -1}),
        ([ONE, ONE], "s", None, WILD),
    ],
    ell_needed: [(0, 1, 1), (5, 0, 1), (5, 2, 6), (5, 2, 0), (5, 2, 1.5), (NAN, 2, 1), (5, NAN, 1), (5, 2, NAN)],
    extremal_sets: ALIKE,
    extremal_tables: [*ALIKE, (5, 3, 2, 0), (5, 3, 2, 1.5), (5, 3, 2, NAN)],
    forecast: EACH,
    link_by_key: [([ONE], "s", "who"), ([], "s", "who"), ([ONE, ONE], "s", "who", WILD)],
    link_by_population: [([ONE], "s", PEOPLE), ([ONE, ONE], "s", PEOPLE, None, WILD)],
    link_groupings: [([ONE], "s"), ([ONE, Publication("two", PEOPLE, ("who",))], "s"), ([ONE, ONE], "s", WILD)],
    link_rows: [([ONE], "s"), ([ONE, ONE], "s", WILD)],
    posterior: [([0.5, 0.5], [[1, NAN]]), ([0.5, NAN], [[1, 1]]), ([0.5, INF], [[1, 1]]), ([0.5, 0.5], [[1, INF]])],
    random_case: EACH,
    random_countdown: ALIKE,
    random_sets: [(*asked, np.random.default_rng(1)) for asked in ALIKE],
    releases_to_pin: [(0, 1), (5, 0), (5, 6), (5, 2.5), (NAN, 1), (5, NAN)],
    worst_case: EACH,
    FOUND.after: [(0,), (3,), (1.5,), (NAN,)],
    FOUND.candidates: [(-1,), (2,), (0.5,), (NAN,)],
    FOUND.having: [(-1,), (0.5,), (NAN,)],
    FOUND.ids: [([-1],), ([0, 2],), ([0.5],), ([NAN],)],
    FOUND.left_of: [(-1,), (2,), (0.5,), (NAN,)],
}
TAKE_NO_NUMBER = {"findings", "sentence", "bars", "by_fewest_left", "left_per_person"}


@pytest.mark.parametrize(
    ("ask", "asked"),
    [(ask, asked) for ask, several in BAD.items() for asked in several],
    ids=lambda part: getattr(part, "__name__", None),
)
def test_numbers_out_of_range_are_refused(ask, asked):
    with pytest.raises(ParameterError):
        ask(*asked)


def test_no_public_function_is_left_out():
    public = {name for name in composition.__all__ if inspect.isfunction(getattr(composition, name))}
    assert public - TAKE_NO_NUMBER == {ask.__name__ for ask in BAD if inspect.isfunction(ask)}


def test_positions_of_rows_are_looked_at_too():
    rows = link_rows([ONE, ONE], "s")
    assert rows.ids([0, 1]) == ["1", "2"]
    with pytest.raises(ParameterError, match="There is no person 2: positions go from 0 to 1"):
        rows.ids([2])
