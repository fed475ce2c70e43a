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


def is_code_like(name: str) -> bool:
    """Whether a whole word of the name says that the numbers below it are codes.

    Examples
    --------
    >>> [name for name in ("zip", "PatientID", "phone no", "period", "width", "decoded") if is_code_like(name)]
    ['zip', 'PatientID', 'phone no']
    """
    return any(word.casefold() in _CODE_WORDS for word in _LETTERS.findall(_HUMP.sub(" ", name)))
