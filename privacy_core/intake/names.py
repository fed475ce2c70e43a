"""Column names: told apart when they repeat, and the words that make a column one of codes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privacy_core.frames import distinct_names
from privacy_core.intake.reading import Note, were

_CODE_WORDS = {
    *("bic", "code", "codes", "duns", "ean", "fax", "fips", "guid", "iban", "id", "ids", "isbn", "nhs", "npi"),
    *("phone", "plz", "postal", "postcode", "postleitzahl", "siren", "siret", "ssn", "tel", "telefon"),
    *("telephone", "uuid", "zip", "zipcode"),
}
_LISTED = 20
_A_NUMBER = re.compile(r"\s*[+-]?[0-9]+([.,][0-9]+)?( \([0-9]+\))?\s*")
_A_YEAR = re.compile(r"\s*(19|20)[0-9]{2}\s*")
_LETTERS = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def named(names: Sequence[str]) -> tuple[list[str], tuple[Note, ...]]:
    """Tell duplicate and empty names apart, and list what was renamed.

    Examples
    --------
    >>> names, notes = named(["id", "date", "date"])
    >>> names, notes[0].sentence
    (['id', 'date', 'date (2)'], "1 column was renamed because of an empty or repeated name: 'date' is now 'date (2)'.")
    """
    distinct = distinct_names(names)
    renamed = [(old, new) for old, new in zip(names, distinct, strict=True) if old != new]
    if not renamed:
        return distinct, ()
    listed = ", ".join(f"{old!r} is now {new!r}" for old, new in renamed[:_LISTED])
    listed += ", …" if len(renamed) > _LISTED else ""
    sentence = f"{were(len(renamed), 'column')} renamed because of an empty or repeated name: {listed}."
    return distinct, (Note(None, len(renamed), sentence),)


def numeric_names(names: Sequence[str]) -> int:
    """How many names are numbers, when that speaks against a line of names; years may be names.

    Examples
    --------
    >>> numeric_names(["34", "F", "02138"]), numeric_names(["land", "2019", "2020"]), numeric_names(["age", "7"])
    (2, 0, 1)
    """
    numbers = [name for name in names if _A_NUMBER.fullmatch(name)]
    years = all(map(_A_YEAR.fullmatch, numbers))
    return 0 if years and len(numbers) < len(names) else len(numbers)


def is_code_like(name: str) -> bool:
    """Whether a whole word of the name says that the numbers below it are codes.

    Examples
    --------
    >>> [name for name in ("zip", "PatientID", "phone no", "period", "width", "decoded") if is_code_like(name)]
    ['zip', 'PatientID', 'phone no']
    """
    return any(word.casefold() in _CODE_WORDS for word in _LETTERS.findall(_HUMP.sub(" ", name)))
