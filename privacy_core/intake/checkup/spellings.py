"""Texts: look-alikes of missing, spellings that look the same, numbers and codes written as text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from privacy_core.conversions import CONVERTED
from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.checkup.looks import Look
from privacy_core.intake.checkup.persons import is_free_text
from privacy_core.intake.missing import TOKENS
from privacy_core.intake.names import is_code_like
from privacy_core.intake.reading import counted
from privacy_core.intake.repairs import Repair, RepairKind
from privacy_core.intake.spelling import ODD, folded_words
from privacy_core.intake.symptoms import Kind
from privacy_core.progress import Progress, report
from privacy_core.tables import Scale

_NUMBER = r"\A\s*[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?\s*\z"
_NUMBER_HERE = re.compile(r"\s*[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?\s*")
_OPEN_ENDED = re.compile(r"\s*(?:[<>≤≥]=?\s*)?[0-9.,]+\s*(?:\+|\*+|[-–][ 0-9.,]+)?\s*")
_TOO_LONG = r"\A\s*[+-]?[0-9]{16,}\s*\z"
_MOSTLY = 0.8


def missing_tokens(look: Look) -> Iterator[Finding]:
    """Texts such as NA that may mean missing; and the star that may mean suppressed."""
    if counts := look.occurrences(TOKENS):
        listed = ", ".join(f"{token} in {counted(count, 'cell')}" for token, count in counts.items())
        sentence = f"Column {look.name!r} keeps as values texts that may mean missing: {listed}."
        repair = Repair(RepairKind.MISSING, look.name, tuple(counts))
        yield Finding(Kind.MISSING_TOKENS, look.name, sum(counts.values()), sentence, repair)
    if count := look.occurrences(["*"]).get("*", 0):
        sentence = f"Column {look.name!r} keeps as a value the * in {counted(count, 'cell')}; it may mean suppressed."
        repair = Repair(RepairKind.MISSING, look.name, ("*",))
        yield Finding(Kind.STARS, look.name, count, sentence, None, (repair,))


def near_equal(look: Look, progress: Progress) -> Iterator[Finding]:
    """Values that look the same but for case, blanks, invisible characters or how accents are stored."""
    if not look.is_text or is_free_text(look):
        return
    looks = folded_words(look.words, progress)
    if looks.equals(look.words) or _only_lowered(look.words, looks):
        return
    report(progress, 0.5, f"comparing spellings in {look.name!r}")
    encoded = looks.dictionary_encode()
    report(progress, 0.8, f"comparing spellings in {look.name!r}")
    places = np.asarray(encoded.indices)
    used = look.counts > 0
    together = np.bincount(places[used], minlength=len(encoded.dictionary))
    if together.size and together.max() > 1:
        yield _merging(look, places, together)
    else:
        yield from _stray(look)


def _only_lowered(words: Any, looks: Any) -> bool:
    """Whether folding did no more than write capitals small, in texts without any small letter."""
    return bool(pc.utf8_lower(words).equals(looks) and pc.utf8_upper(words).equals(words))


def _merging(look: Look, places: np.ndarray, together: np.ndarray) -> Finding:
    groups = together > 1
    most = np.zeros(len(together), np.int64)
    np.maximum.at(most, places, look.counts)
    cells = int(look.counts[groups[places]].sum() - most[groups].sum())
    members = look.words.filter(pa.array(groups[places] & (look.counts > 0))).to_pylist()
    sentence = (
        f"Column {look.name!r}: {counted(cells, 'cell')} {'differs' if cells == 1 else 'differ'} from a more frequent "
        f"value only in {_differences(members)}; "
        f"{counted(int(groups.sum()), 'value')} would absorb them. Merging them can raise k."
    )
    return Finding(Kind.NEAR_EQUAL, look.name, cells, sentence, Repair(RepairKind.MERGE, look.name))


def _differences(members: list[str]) -> str:
    found = []
    if any(re.search(r"[\u00ad\u200b-\u200f\u2060\ufeff]", word) for word in members):
        found.append("invisible characters")
    if any(word != word.strip() or re.search(r"\s\s|[^\S ]", word) for word in members):
        found.append("blanks")
    if len({word.lower() for word in members}) < len(set(members)):
        found.append("case")
    if any(not word.isascii() and pc.utf8_normalize(pa.array([word]), "NFC")[0].as_py() != word for word in members):
        found.append("how accents are stored")
    return " and ".join(found[-2:]) if found else "case, blanks or invisible characters"


def _stray(look: Look) -> Iterator[Finding]:
    """Blanks around values and invisible characters that keep nothing apart."""
    odd = look.matches(ODD)
    if rows := look.rows(odd):
        sentence = f"Column {look.name!r}: {counted(rows, 'cell')} with invisible characters or unusual blanks."
        yield Finding(Kind.INVISIBLE, look.name, rows, sentence, Repair(RepairKind.NORMALISE, look.name))
    elif rows := look.rows(pc.not_equal(look.words, pc.utf8_trim_whitespace(look.words))):
        sentence = f"Column {look.name!r}: {counted(rows, 'cell')} with blanks at the beginning or end."
        yield Finding(Kind.BLANKS, look.name, rows, sentence, Repair(RepairKind.TRIM, look.name))


def numeric_text(look: Look) -> Iterator[Finding]:
    """Numbers kept as text, all of them or most, the rest being words."""
    if not look.is_text or is_code_like(look.name) or look.share(_NUMBER_HERE) < _MOSTLY / 2:
        return
    numbers = look.matches(_NUMBER)
    rest = look.rows(~numbers)
    tokens = sum(look.occurrences(TOKENS).values())
    if look.rows(numbers) < _MOSTLY / 2 * look.filled or look.rows(look.matches(r"\A\s*[+-]?0[0-9]")):
        return
    if rest and (rest == tokens or _all_open_ended(look, numbers)):
        return
    if long := look.rows(look.matches(_TOO_LONG)):
        yield _long_numbers(look, long)
    else:
        yield _some_numbers(look, rest) if rest else _all_numbers(look)


def long_integers(look: Look) -> Iterator[Finding]:
    """Whole numbers of more than 64 bits, which only objects hold and nothing calculates with."""
    if look.column.scale is not Scale.NOMINAL or look.is_text:
        return
    values = look.column.categories.tolist()
    beyond = np.array([isinstance(value, int) and not -(2**63) <= value < 2**64 for value in values], bool)
    if rows := look.rows(beyond):
        yield _long_numbers(look, rows)


def _long_numbers(look: Look, rows: int) -> Finding:
    sentence = (
        f"Column {look.name!r} is kept as text: {counted(rows, 'whole number')} of more than 15 digits cannot be kept "
        "exactly."
    )
    return Finding(Kind.LONG_NUMBERS, look.name, rows, sentence)


def _all_open_ended(look: Look, numbers: np.ndarray) -> bool:
    """Whether what is no number is an interval such as 90+ or <50, which must not get lost."""
    words = look.words.filter(pa.array(~numbers & (look.counts > 0))).to_pylist()
    return all(_OPEN_ENDED.fullmatch(word) for word in words)


def _some_numbers(look: Look, rest: int) -> Finding:
    most = "most" if 2 * rest < look.filled else "many"
    sentence = (
        f"Column {look.name!r} is kept as text: {most} of its cells are numbers, {counted(rest, 'cell')} "
        f"{'is' if rest == 1 else 'are'} not. Read as numbers, {'it becomes' if rest == 1 else 'they become'} missing."
    )
    repair = Repair(RepairKind.NUMBER, look.name, (_mark(look),))
    return Finding(Kind.NUMERIC_TEXT, look.name, rest, sentence, repair)


def _all_numbers(look: Look) -> Finding:
    sentence = (
        f"Column {look.name!r} holds numbers as text ({counted(look.filled, 'cell')}), so it has no order and no "
        "distances. Read them as numbers if they count or measure something."
    )
    repair = Repair(RepairKind.NUMBER, look.name, (_mark(look),))
    return Finding(Kind.NUMERIC_TEXT, look.name, look.filled, sentence, repair)


def _mark(look: Look) -> str:
    marks = Counter(mark for text in look.sample for mark in re.findall(r"[.,](?=[0-9]{1,2}\s*$)", text))
    return marks.most_common(1)[0][0] if marks else "."


def spreadsheet_codes(look: Look) -> Iterator[Finding]:
    """Codes that a spreadsheet turns into dates, powers of ten or rounded numbers."""
    if not look.is_text:
        return
    codes = look.matches(CONVERTED)
    if rows := look.rows(codes):
        sentence = (
            f"Column {look.name!r}: {counted(rows, 'cell')} {'looks' if rows == 1 else 'look'} like a code that "
            "spreadsheets turn into a date or a rounded number. Hand the table on as XLSX with text cells."
        )
        yield Finding(Kind.SPREADSHEET_CODES, look.name, rows, sentence)
