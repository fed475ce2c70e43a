"""One column as the doctor looks at it: distinct values with their counts, each worked out once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from privacy_core.intake.missing import TOKENS, declared
from privacy_core.intake.reading import Settled
from privacy_core.tables import Column, Scale, as_text

_SAMPLE = 1000
_WORD = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"(?<=[a-zäöüß])(?=[A-ZÄÖÜ])")


@dataclass(frozen=True)
class Look:
    """A column with what several checks need to know about it."""

    column: Column

    @property
    def name(self) -> str:
        """The column's name."""
        return self.column.name

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.column.codes)

    @cached_property
    def words_of_name(self) -> frozenset[str]:
        """Words of the name in lower case."""
        return frozenset(word.lower() for word in _WORD.findall(_HUMP.sub(" ", self.name)))

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """Rows of each category, the missing ones left out."""
        return np.bincount(self.column.codes, minlength=self.column.n_codes)[: len(self.column.categories)]

    @cached_property
    def filled(self) -> int:
        """Rows that are not missing."""
        return int(self.counts.sum())

    @cached_property
    def distinct(self) -> int:
        """Number of different values, missing left out."""
        return int(np.count_nonzero(self.counts))

    @property
    def is_numeric(self) -> bool:
        """Whether the values are numbers."""
        return self.column.scale is Scale.NUMERIC

    @cached_property
    def is_text(self) -> bool:
        """Whether the values are texts without a declared order."""
        values = self.column.categories
        return self.column.scale is Scale.NOMINAL and bool(len(values)) and pa.types.is_string(self.words.type)

    @cached_property
    def words(self) -> Any:
        """The categories as an Arrow array of texts, or of something else when they are no texts."""
        try:
            words = pa.array(self.column.categories)
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError):
            return pa.array([0])
        return words.cast(pa.string()) if pa.types.is_large_string(words.type) else words

    @cached_property
    def numbers(self) -> NDArray[np.float64]:
        """The categories of a numeric column."""
        return self.column.categories.astype(float)

    @cached_property
    def used(self) -> NDArray[np.float64]:
        """The finite numbers that occur, ascending."""
        return self.numbers[(self.counts > 0) & np.isfinite(self.numbers)]

    @cached_property
    def sample(self) -> list[str]:
        """Up to 1,000 of the texts that occur, evenly spread."""
        places = np.flatnonzero(self.counts)
        places = places[:: max(1, -(-len(places) // _SAMPLE))]
        return [as_text(value) for value in self.column.categories[places].tolist()]

    @cached_property
    def measured(self) -> Look | None:
        """The look itself when the values are numbers; one without NA-like texts when only these are none."""
        if self.is_numeric:
            return self
        if not self.is_text or not self.occurrences(TOKENS):
            return None
        again = Look(declared(Settled(self.column), TOKENS, ".,").column)
        return again if again.is_numeric else None

    def occurrences(self, tokens: Sequence[str]) -> dict[str, int]:
        """How many cells of a column of texts hold each of these."""
        if not self.is_text:
            return {}
        places = np.flatnonzero(np.asarray(pc.is_in(self.words, pa.array(tokens)), bool))
        found = {self.column.categories[place]: int(self.counts[place]) for place in places}
        return {token: found[token] for token in tokens if found.get(token)}

    def share(self, pattern: re.Pattern[str]) -> float:
        """Share of the sample that matches from start to end."""
        return sum(pattern.fullmatch(text) is not None for text in self.sample) / max(len(self.sample), 1)

    def rows(self, chosen: Any) -> int:
        """How many rows hold one of the chosen categories (a mask)."""
        return int(self.counts[np.asarray(chosen, bool)].sum())

    def matches(self, pattern: str) -> NDArray[np.bool_]:
        """Which texts hold the pattern (RE2)."""
        return np.asarray(pc.match_substring_regex(self.words, pattern), bool)
