"""Texts that name or reach a person: free text, e-mail addresses, phone numbers, names; ids of persons."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pyarrow.compute as pc

from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.checkup.looks import Look
from privacy_core.intake.reading import counted
from privacy_core.intake.repairs import Repair, RepairKind
from privacy_core.intake.symptoms import Kind

_EMAIL = r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"
_PHONE = r"\A\s*(?:\+[0-9]|\(?0[0-9]{2,4}\)?[ /-]|\([0-9]{3}\) ?|[0-9]{3}[-. ][0-9]{3}[-. ])[0-9 ()/.-]{4,18}\s*\z"
_PHONE_HERE = re.compile(_PHONE.replace(r"\A", "").replace(r"\z", ""))
_DIGITS = re.compile(r"\+?[0-9]{7,15}")
_PHONE_WORDS = frozenset("phone telephone tel telefon mobile handy fax cell cellphone telefonnummer".split())
_CAPITAL = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’.-]*"
_PARTICLE = r"(?:von|van|de|der|den|del|da|di|la|le|bin|al|zu)"
_NAME = re.compile(rf"{_CAPITAL}(?: {_CAPITAL}| {_PARTICLE}){{0,3}},? {_CAPITAL}")
_NAME_WORDS = frozenset(
    "firstname lastname forename surname fullname vorname nachname familienname familyname givenname".split()
)
_NAMED_PEOPLE = frozenset("patient person first last full family given middle client customer employee".split())
_ID_WORDS = frozenset("id ids nr no number code key identifier num".split())
_PEOPLE = frozenset(
    "person patient subject participant respondent member customer client user student employee pid people "
    "patientid personid subjectid proband kunde kundin versicherte".split()
)
_FEW = 5


def is_free_text(look: Look) -> bool:
    """Whether most values are long, of several words, and hardly any of them repeats."""
    if not look.is_text or look.distinct < _FEW or 3 * look.distinct < look.filled:
        return False
    long = sum(text.count(" ") >= 4 and len(text) >= 25 for text in look.sample)
    return 2 * long >= len(look.sample)


def free_text(look: Look) -> Iterator[Finding]:
    """Sentences instead of values."""
    if is_free_text(look):
        sentence = (
            f"Column {look.name!r} holds free text in {counted(look.filled, 'cell')}; it may name people, places or "
            "events, which no count of crowds sees. Leave it out or read every cell."
        )
        yield Finding(Kind.FREE_TEXT, look.name, look.filled, sentence, _drop(look))


def _drop(look: Look) -> Repair:
    return Repair(RepairKind.DROP_COLUMN, look.name)


def email(look: Look) -> Iterator[Finding]:
    """E-mail addresses, alone in a cell or within a text."""
    if not look.is_text:
        return
    hits = np.asarray(pc.match_substring(look.words, "@"), bool)
    if hits.any():
        hits[hits] = np.asarray(pc.match_substring_regex(look.words.filter(hits), _EMAIL), bool)
    if rows := look.rows(hits):
        verb = "holds" if rows == 1 else "hold"
        sentence = f"Column {look.name!r}: {counted(rows, 'cell')} {verb} an e-mail address, which names a person."
        yield Finding(Kind.EMAIL, look.name, rows, sentence, _drop(look))


def phone(look: Look) -> Iterator[Finding]:
    """Phone numbers, by how they are written or by the name of the column."""
    called = bool(look.words_of_name & _PHONE_WORDS)
    if called and look.share(_DIGITS) >= 0.5:
        yield _phones(look, look.filled)
    elif look.is_text and look.share(_PHONE_HERE) >= (0.3 if called else 0.5):
        yield _phones(look, look.rows(look.matches(_PHONE)))


def _phones(look: Look, rows: int) -> Finding:
    sentence = f"Column {look.name!r}: {counted(rows, 'cell')} {'looks' if rows == 1 else 'look'} like a phone number."
    return Finding(Kind.PHONE, look.name, rows, sentence, _drop(look))


def names(look: Look) -> Iterator[Finding]:
    """Names of persons, by how they are written or by the name of the column."""
    if look.is_text and (_called_a_name(look) or _written_as_names(look)):
        sentence = f"Column {look.name!r} looks like names of persons in {counted(look.filled, 'cell')}; leave it out."
        yield Finding(Kind.NAMES, look.name, look.filled, sentence, _drop(look))


def _called_a_name(look: Look) -> bool:
    words = look.words_of_name
    called = bool(words & _NAME_WORDS) or ({"name"} <= words and bool(words & _NAMED_PEOPLE))
    return called and sum(text[:1].isalpha() for text in look.sample) * 2 > len(look.sample)


def _written_as_names(look: Look) -> bool:
    """Two or three capitalised words in most cells, hardly any of which repeats."""
    several = look.distinct >= _FEW and 10 * look.distinct >= 8 * look.filled
    return several and look.share(_NAME) >= 0.8


def is_person_id(look: Look) -> bool:
    """Whether a column's name says that it names persons."""
    words = look.words_of_name
    return bool(words & _PEOPLE) and words <= _PEOPLE | _ID_WORDS
