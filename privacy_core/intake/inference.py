"""Decide on the distinct texts of a column whether it is numeric, and say why not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from privacy_core.frames import from_arrow, from_coded
from privacy_core.intake.names import is_code_like
from privacy_core.intake.numerals import (
    MARKS,
    Numbers,
    all_points_unclear,
    commas_unclear,
    parse,
    points_unclear,
    whole,
)
from privacy_core.intake.reading import Note, Settled, counted
from privacy_core.intake.symptoms import Kind
from privacy_core.tables import Column, Scale

_LEADING_ZERO = r"\A[+-]?0[0-9]"
_ALL_DIGITS = r"\A[+-]?[0-9]+(?:[eE][+-]?[0-9]+)?\z"
_TOO_LONG = r"\A[+-]?[0-9]{16,}\z"


@dataclass(frozen=True)
class Texts:
    """A column of texts: a code per row, negative where the field is empty, and the distinct texts."""

    name: str
    codes: NDArray[np.int32]
    words: Any

    @classmethod
    def of(cls, name: str, encoded: Any) -> Texts:
        """From a dictionary array whose nulls are the missing cells."""
        codes = np.asarray(pc.fill_null(encoded.indices.cast(pa.int32()), -1))
        return cls(name, codes, encoded.dictionary)

    def rows(self, chosen: Any) -> int:
        """How many rows hold one of the chosen texts (a mask over `words`)."""
        mask = np.asarray(chosen, dtype=bool)
        return int(np.count_nonzero(np.append(mask, False)[self.codes]))

    def column(self) -> Column:
        """The texts as a nominal column."""
        indices = pa.array(self.codes, mask=self.codes < 0)
        return from_arrow(self.name, pa.DictionaryArray.from_arrays(indices, self.words))


def infer(texts: Texts, marks: str) -> Settled:
    """Make a numeric column when every text is a number and none looks like a code.

    Examples
    --------
    >>> zips = Texts("area", np.array([0, 1], np.int32), pa.array(["02138", "2138"]))
    >>> infer(zips, ".").notes[0].sentence
    "Column 'area' is kept as text: 1 of 2 values starts with a zero that a number would lose."
    """
    numbers = parse(texts.words, marks)
    if numbers is None:
        return Settled(texts.column(), tuple(_unclear_commas(texts, marks)))
    reason = next(_reasons_for_text(texts, numbers), None)
    if reason:
        return Settled(texts.column(), (reason,))
    return Settled(_numeric(texts, numbers), (*_number_notes(texts, numbers, marks), *_grouping(texts, numbers)))


def _numeric(texts: Texts, numbers: Numbers) -> Column:
    values, place = np.unique(numbers.values, return_inverse=True)
    codes = np.append(place, -1)[texts.codes]
    return from_coded(texts.name, codes, whole(values), Scale.NUMERIC, declared=True)


def _reasons_for_text(texts: Texts, numbers: Numbers) -> Iterator[Note]:
    filled = int(np.count_nonzero(texts.codes >= 0))
    kept = f"Column {texts.name!r} is kept as text: "
    if padded := texts.rows(_padded(numbers.plain)):
        starts = "value starts" if filled == 1 else "values starts" if padded == 1 else "values start"
        yield Note(
            texts.name,
            padded,
            f"{kept}{padded:,} of {filled:,} {starts} with a zero that a number would lose.",
            Kind.LEADING_ZEROS,
        )
    if long := texts.rows(_too_long(numbers.plain)):
        reason = f"{counted(long, 'whole number')} of more than 15 digits cannot be kept exactly."
        yield Note(texts.name, long, kept + reason, Kind.LONG_NUMBERS)
    if fine := texts.rows(_spellings(numbers.values, numbers.plain, _exact)):
        reason = f"{counted(fine, 'number')} would become equal to another one, having too many digits to be kept."
        yield Note(texts.name, fine, kept + reason, Kind.LONG_NUMBERS)
    if is_code_like(texts.name) and pc.all(pc.match_substring_regex(numbers.plain, _ALL_DIGITS)).as_py():
        yield Note(
            texts.name, filled, f"{kept}its name says that its {counted(filled, 'whole number')} are codes.", Kind.CODES
        )


def _padded(plain: Any) -> NDArray[np.bool_]:
    return _where(plain, pc.or_(pc.starts_with(plain, "0"), pc.match_substring_regex(plain, r"\A[+-]")), _LEADING_ZERO)


def _too_long(plain: Any) -> NDArray[np.bool_]:
    return _where(plain, pc.greater(pc.binary_length(plain), 15), _TOO_LONG)


def _spellings(values: NDArray[np.float64], plain: Any, spelled: Callable[[str], Any]) -> NDArray[np.bool_]:
    """A mask of the words whose number another word has too, under another spelling."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    shared = np.flatnonzero(count[place] > 1)
    several = defaultdict(set)
    for number, word in zip(place[shared].tolist(), plain.take(pa.array(shared)).to_pylist(), strict=True):
        several[number].add(spelled(word))
    return np.isin(place, [number for number, words in several.items() if len(words) > 1])


def _exact(word: str) -> Decimal | str:
    try:
        return Decimal(word)
    except InvalidOperation:  # an exponent beyond all bounds
        return word


def _where(words: Any, candidates: Any, pattern: str) -> NDArray[np.bool_]:
    """A mask of the candidates that match: patterns are slow, so few words meet them."""
    mask = np.array(candidates)
    mask[mask] = np.asarray(pc.match_substring_regex(words.filter(candidates), pattern))
    return mask


def _number_notes(texts: Texts, numbers: Numbers, marks: str) -> Iterator[Note]:
    if numbers.trimmed:
        rows = texts.rows(pc.not_equal(texts.words, pc.utf8_trim(texts.words, " \t")))
        sentence = f"Column {texts.name!r}: blanks around the number were left out in {counted(rows, 'row')}."
        yield Note(texts.name, rows, sentence)
    if rows := texts.rows(_spellings(numbers.values, numbers.plain, str)):
        sentence = f"Column {texts.name!r}: numbers spelled in several ways, as 1 and 1.0, are one in {rows:,} rows."
        yield Note(texts.name, rows, sentence)
    if points_unclear(texts.words, numbers.mark):
        rows = texts.rows(pc.match_substring(texts.words, "."))
        sentence = (
            f"Column {texts.name!r} is read with a decimal point: the points in {counted(rows, 'row')} may group "
            "thousands instead. Choose the decimal mark, or write the numbers without grouping."
        )
        yield Note(texts.name, rows, sentence, Kind.THOUSANDS)
    if numbers.mark != marks[0]:
        rows = texts.rows(pc.match_substring(texts.words, numbers.mark))
        mark = MARKS[numbers.mark]
        sentence = f"Column {texts.name!r} has a decimal {mark}, unlike the file, in {counted(rows, 'row')}."
        yield Note(texts.name, rows, sentence)


def _grouping(texts: Texts, numbers: Numbers) -> Iterator[Note]:
    if numbers.grouped:
        rows = texts.rows(_apart(texts.words, numbers.plain))
        sentence = f"Column {texts.name!r}: marks that group thousands were left out in {counted(rows, 'cell')}."
        yield Note(texts.name, rows, sentence, Kind.THOUSANDS)


def _apart(words: Any, plain: Any) -> Any:
    """Which texts hold a mark that their number lost."""
    return pc.greater(pc.utf8_length(pc.utf8_trim(words, " \t")), pc.utf8_length(plain))


def unclear_points(texts: Texts, mark: str) -> Iterator[Note]:
    """A note when the points of a column read as decimals may all group thousands."""
    if mark == "." and all_points_unclear(texts.words):
        rows = texts.rows(pc.match_substring(texts.words, "."))
        sentence = (
            f"Column {texts.name!r}: the points in {counted(rows, 'cell')} were read as decimal marks, but each stands "
            "before three digits and may group thousands. Choose the decimal comma if so."
        )
        yield Note(texts.name, rows, sentence, Kind.THOUSANDS)


def _unclear_commas(texts: Texts, marks: str) -> Iterator[Note]:
    if len(marks) > 1 and commas_unclear(texts.words):
        rows = texts.rows(pc.match_substring(texts.words, ","))
        sentence = (
            f"Column {texts.name!r} is kept as text: the commas in {counted(rows, 'row')} may group thousands "
            "or mark decimals. Choose the decimal mark, or write the numbers without grouping."
        )
        yield Note(texts.name, rows, sentence, Kind.THOUSANDS)
