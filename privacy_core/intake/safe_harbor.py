"""The HIPAA Safe Harbor rules on places, ages and dates, as pure functions.

Source: 45 CFR 164.514(b)(2)(i)(B) and (C). The rule names no ZIP codes: which three-digit areas hold
20,000 people or fewer follows from the census. The list here is the one HHS printed for the 2000 census.
"""

from __future__ import annotations

import re

CENSUS = "2000 census"
SOURCE = "45 CFR 164.514(b)(2)(i)"
RESTRICTED = frozenset("036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893".split())
"""Three-digit ZIP areas of at most 20,000 people, by the 2000 census."""

OLDEST = 89
_ZIP = re.compile(r"\s*([0-9]{3})(?:[0-9]{2}(?:-?[0-9]{4})?|\*\*)?\s*")
_AGE = re.compile(r"\s*([0-9]{1,3})(?:\.[0-9]+)?\s*(\+|and over|or more)?\s*", re.IGNORECASE)
_YEAR = re.compile(r"(?<![0-9])(1[6-9][0-9]{2}|20[0-9]{2})(?![0-9])")


def zip3(text: str) -> str | None:
    """Keep three digits of a ZIP code; a restricted area is 000, what is no ZIP code missing.

    A ZIP that lost its leading zeros (four digits, as numbers have them) gets them back.

    Examples
    --------
    >>> zip3("03601"), zip3("10001"), zip3("94110-1234"), zip3("n/a")
    ('000', '100', '941', None)
    """
    padded = text.strip().zfill(5) if re.fullmatch(r"\s*[0-9]{4}\s*", text) else text
    found = _ZIP.fullmatch(padded)
    if found is None:
        return None
    return "000" if found[1] in RESTRICTED else found[1]


def is_over_89(age: str) -> bool:
    """Whether an age is over 89; 90+ is.

    Examples
    --------
    >>> is_over_89("89"), is_over_89("90"), is_over_89("90+"), is_over_89("unknown")
    (False, True, True, False)
    """
    found = _AGE.fullmatch(age)
    return found is not None and int(found[1]) > OLDEST


def age_group(age: str) -> str:
    """Make ages over 89 one group; others stay.

    Examples
    --------
    >>> age_group("92"), age_group("90+"), age_group("89")
    ('90+', '90+', '89')
    """
    return "90+" if is_over_89(age) else age.strip()


def year_only(date: str) -> str | None:
    """Keep the year of a date; None when the text shows no single year.

    Examples
    --------
    >>> year_only("1950-07-01"), year_only("1/7/1950"), year_only("1/7/50")
    ('1950', '1950', None)
    """
    found = set(_YEAR.findall(date))
    return found.pop() if len(found) == 1 else None


def birth_year(date: str, age: str | None = None, as_of: int | None = None) -> str | None:
    """Keep the year of birth unless it tells of an age over 89.

    Parameters
    ----------
    date : date of birth
    age : age, when the table has one
    as_of : year in which the age is counted, when the table has none

    Examples
    --------
    >>> birth_year("1931-05-02", age="92"), birth_year("1935-02-01", age="89")
    (None, '1935')
    >>> birth_year("1931-05-02", as_of=2024) is None
    True
    """
    year = year_only(date)
    if year is None or (age is not None and is_over_89(age)):
        return None
    return None if as_of is not None and as_of - int(year) > OLDEST else year
