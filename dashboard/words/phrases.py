"""Names from a file as plain text, small numbers as words, the coloured phrase of an answer."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable

from privacy_core import of_100

NUMERALS = "no one two three four five six seven eight nine ten eleven twelve".split()
JOINER = "\u2060"

NOTHING_OPEN = "Load a table, or begin with a sample: it takes one click."
STOPPED = "Stopped before it was done."
STALE = "Computed for other roles, or otherwise counted."
MEASURE_AGAIN = "Measure again"
CANCEL, STARTING = "Cancel", "starting"


def plain(text: str) -> str:
    """Show text from a file as it is: no Markdown, markup, formula, emoji, link or colour.

    Every ASCII punctuation mark is escaped; a word joiner (no width) breaks what Streamlit
    replaces after parsing: shortcodes between colons, arrows and dashes.

    Examples
    --------
    >>> plain("**a**").replace(JOINER, "")
    '\\\\*\\\\*a\\\\*\\\\*'
    """
    line = " ".join(text.split()) or "(blank)"
    escaped = re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", line)
    return re.sub(r"(\\[:<>=@.&-]|(?<=[wW])(?=[wW]))", rf"\1{JOINER}", escaped)


def unbroken(text: str) -> str:
    """Text that stays on one line: a symbol and its number."""
    return text.replace(" ", "\u00a0")


def numeral(n: int, capital: bool = False) -> str:
    """Small whole numbers as words."""
    said = NUMERALS[n] if 0 < n < len(NUMERALS) else f"{n:,}"
    return said.capitalize() if capital else said


def listed(names: Iterable[str]) -> str:
    """Names from a file as one escaped list."""
    return ", ".join(plain(name) for name in names)


def beyond(text: str) -> str:
    """The coloured phrase of an answer that crosses the line."""
    return f":orange[{text}]"


def chosen(text: str) -> str:
    """The coloured phrase of an answer that keeps the line."""
    return f":blue[{text}]"


def of_people(count: int, total: int) -> str:
    """A natural frequency with its noun."""
    return f"{of_100(count, total)} people"


def summary(model: type) -> str:
    """Help of a number: the first sentence of its model's docstring."""
    return (inspect.getdoc(model) or "").split("\n\n")[0].replace("\n", " ")


PREVIOUS, NEXT_PERSON, REMOVE = "Previous", "Next person", "Remove"
PLURALS = {"person": "people", "class": "classes", "try": "tries"}


def plural(noun: str) -> str:
    """Several of them."""
    return PLURALS.get(noun, f"{noun}s")


def counted(n: int, noun: str) -> str:
    """A count with its noun: 1 crowd, 2 crowds, 3 people."""
    return f"{n:,} {noun if n == 1 else plural(noun)}"


BREATH = 85
"""Characters of an answer that can be read aloud in one breath."""


def fitting(*sentences: str) -> str:
    """The first of several sentences, longest first, that is no longer than an answer may be; else the last."""
    return next((one for one in sentences if len(uncoloured(one)) <= BREATH), sentences[-1])


def uncoloured(text: str) -> str:
    """An answer without its colour."""
    return text.replace(":blue[", "").replace(":orange[", "").replace("]", "")


def parts(share: float) -> str:
    """A share of the detail as parts of 100."""
    if share < 1e-12:
        return "none of the detail"
    if share < 0.005:
        return "less than 1 of 100 parts"
    return f"{min(round(100 * share), 99) if share < 1 - 1e-12 else 100} of 100 parts"
