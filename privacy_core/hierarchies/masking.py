"""Characters hidden one after another, as ZIP codes are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from privacy_core.errors import ParameterError
from privacy_core.hierarchies.faults import MOST_LEVELS
from privacy_core.hierarchies.levels import Levels, ascending, refuse, values_of
from privacy_core.tables import Column


@dataclass(frozen=True, slots=True)
class Masking:
    """Characters hidden from the right or from the left, `123**`.

    Values are brought to one width first, so that a mask does not tell their length: by a character
    on the side that stays, such as the zero a ZIP code lost when it was read as a number, or else by
    stars on the side that is hidden.

    Parameters
    ----------
    hidden : characters hidden, one number per level, ascending; empty for one more on every level
    from_right : which end is hidden
    width : characters of a value; None for those of the longest
    fill : character put before (from the right) or behind a shorter value; empty for none

    Raises
    ------
    ParameterError
        Numbers that do not ascend, a fill that is a star or longer than one character.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.hierarchies import build
    >>> zips = from_frame(pd.DataFrame({"zip": [2139, 90210]}))["zip"]
    >>> build(Masking((2, 4), fill="0"), zips).labels
    (('2139', '90210'), ('021**', '902**'), ('0****', '9****'), ('*',))
    """

    hidden: tuple[int, ...] = ()
    from_right: bool = True
    width: int | None = None
    fill: str = ""

    def __post_init__(self) -> None:
        if self.hidden:
            ascending("Numbers of hidden characters", self.hidden)
        if len(self.hidden) > MOST_LEVELS - 2:
            raise ParameterError(f"At most {MOST_LEVELS - 2} levels can hide characters.")
        if len(self.fill) > 1 or self.fill == "*":
            raise ParameterError("A mask is filled up by one character that is no star.")
        if self.width is not None and self.width < 1:
            raise ParameterError(f"A masked value needs a width of at least 1, got {self.width}.")

    def levels(self, column: Column) -> Levels:
        words = values_of(column)
        width = self.width or max(1, *map(len, words), *self.hidden[-1:])
        refuse(column, np.array([len(word) > width for word in words], bool), "a value longer than the mask is wide")
        hidden = self.hidden or range(1, min(width, MOST_LEVELS - 1))
        filled = [self._filled(word, width) for word in words]
        return Levels(words, [[self._masked(word, many) for word in filled] for many in hidden])

    def _filled(self, word: str, width: int) -> str:
        if self.fill:
            return word.rjust(width, self.fill) if self.from_right else word.ljust(width, self.fill)
        return word.ljust(width, "*") if self.from_right else word.rjust(width, "*")

    def _masked(self, word: str, many: int) -> str:
        many = min(many, len(word))
        return word[: len(word) - many] + "*" * many if self.from_right else "*" * many + word[many:]
