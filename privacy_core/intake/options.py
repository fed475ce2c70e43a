"""What the user may say about a file instead of letting Kelt guess."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass

from privacy_core.errors import ParameterError

UNEVEN = ("refuse", "leave out", "keep")
_NOT_A_DELIMITER = "\"'\r\n\0"


@dataclass(frozen=True)
class Options:
    r"""How to read a file; None means guess.

    Parameters
    ----------
    delimiter : str, optional
        One ASCII character between the fields of delimited text.
    decimal : {'.', ','}, optional
        The decimal mark of delimited text.
    encoding : str, optional
        Any text encoding Python knows.
    sheet : str, optional
        The worksheet of a workbook; the first one unless given.
    na : sequence of str
        Texts that mean missing, beside the empty field.
    skip : int, optional
        Physical lines (rows of a sheet) above the header; 0 says there are none.
    header : bool
        Whether the first record holds the names; without them columns are numbered.
    uneven : {'refuse', 'leave out', 'keep'}
        What to do with rows of delimited text that have too few or too many fields. Kept, they lack
        their last cells, or what lies beyond the header becomes text in a column of its own.

    Raises
    ------
    ParameterError
        An option lies out of its range.

    Examples
    --------
    >>> Options(delimiter=";", decimal=",").decimal
    ','
    >>> Options(decimal=":")
    Traceback (most recent call last):
    ...
    privacy_core.errors.ParameterError: decimal must be '.' or ',', got ':'.
    """

    delimiter: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    sheet: str | None = None
    na: Sequence[str] = ()
    skip: int | None = None
    header: bool = True
    uneven: str = "refuse"

    def __post_init__(self) -> None:
        _check_decimal(self.decimal)
        _check_delimiter(self.delimiter)
        _check_encoding(self.encoding)
        _check_na(self.na)
        object.__setattr__(self, "na", tuple(self.na))
        if self.uneven not in UNEVEN:
            raise ParameterError(f"uneven must be 'refuse', 'leave out' or 'keep', got {self.uneven!r}.")
        if self.skip is not None and self.skip < 0:
            raise ParameterError(f"skip must be at least 0, got {self.skip}.")


def _check_decimal(decimal: str | None) -> None:
    if decimal not in (None, ".", ","):
        raise ParameterError(f"decimal must be '.' or ',', got {decimal!r}.")


def _check_delimiter(delimiter: str | None) -> None:
    if delimiter is None:
        return
    if len(delimiter) != 1 or not delimiter.isascii() or delimiter in _NOT_A_DELIMITER:
        raise ParameterError(
            f"delimiter must be one ASCII character other than a quote or a line end, got {delimiter!r}."
        )


def _check_encoding(encoding: str | None) -> None:
    if encoding is None:
        return
    try:
        codecs.lookup(encoding)
        "a".encode(encoding)
    except (LookupError, ValueError):
        raise ParameterError(f"No text encoding {encoding!r}. Try utf-8, windows-1252 or utf-16.") from None


def _check_na(tokens: Sequence[str]) -> None:
    if isinstance(tokens, str) or not all(isinstance(token, str) for token in tokens):
        raise ParameterError("na must be a sequence of texts, such as ('NA', '-').")
