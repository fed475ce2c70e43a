"""Which role each column probably has, and why. Rules only, on this machine; never applied by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from privacy_core.classes import equivalence_classes
from privacy_core.progress import Progress, report, unwatched
from privacy_core.roles import Role
from privacy_core.tables import Column, Scale, Table

FEW_ROWS = 20
"""Below this many rows, being unique says nothing about a column."""

PAIRED = 10
"""At most this many columns are tried in pairs."""

WORDS: dict[Role, tuple[str, frozenset[str]]] = {
    Role.IDENTIFIER: (
        "names a person",
        frozenset(
            "name firstname lastname forename surname fullname vorname nachname email mail phone telephone "
            "telefon mobile fax ssn passport iban account username login url ip street strasse licence license "
            "plate mrn nhs nino signature photo address adresse anschrift straße hausnummer kundennummer "
            "versichertennummer".split()
        ),
    ),
    Role.HOUSEHOLD: ("names a household", frozenset("household hh hhid haushalt family familyid".split())),
    Role.WEIGHT: ("sampling weight", frozenset("fnlwgt pweight perwt hhwt wgt samplingweight sampweight".split())),
    Role.SENSITIVE: (
        "often kept secret",
        frozenset(
            "diagnosis diagnose disease illness condition icd hiv aids virus cancer infection symptom treatment "
            "therapy medication drug drugs dose test result results outcome death cause mental disability "
            "pregnancy abortion income salary wage wages earnings pay cost costs charge charges debt balance "
            "credit loan wealth assets tax einkommen gehalt lohn krankheit score grade grades mark marks note "
            "religion party vote politics union orientation sexuality crime offence offense criminal conviction "
            "arrest rearrest affairs gain loss expenditure".split()
        ),
    ),
    Role.QUASI_IDENTIFIER: (
        "often known",
        frozenset(
            "age alter birth birthday birthdate birthyear born dob yob geburtsdatum geburtsjahr sex gender "
            "geschlecht race ethnicity ethnic nationality citizenship country land nation region state province "
            "district county city town village municipality ort stadt zip zipcode postcode postal plz area "
            "location latitude longitude lat lon lng marital civil relationship education educ school schooling "
            "degree qualification occupation job profession beruf employer industry workclass employment language "
            "sprache height children kids admission admitted discharge visit date year month day time hospital "
            "ward clinic site wohnort gemeinde kreis bundesland familienstand staatsangehörigkeit bildung".split()
        ),
    ),
}
IDS = frozenset("id ids uid pid uuid guid key identifier no nr number code".split())
POSTAL = frozenset("zip postal post plz area icd".split())
PEOPLE = frozenset(
    "person patient subject participant respondent member customer client user student employee pid".split()
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A role for one column, with the reason and what it rests on.

    Parameters
    ----------
    column : name
    role : probable role
    reason : short plain words, no value of the data
    distinct : number of different values, a missing one included
    separation : share of all pairs of rows that this column tells apart, 0 to 1
    partner : the column with which it leaves most rows alone, or None
    alone_with_partner : rows alone when both are known
    """

    column: str
    role: Role
    reason: str
    distinct: int
    separation: float
    partner: str | None = None
    alone_with_partner: int = 0


def suggest(table: Table, progress: Progress = unwatched) -> tuple[Suggestion, ...]:
    """Suggest a role for every column, in the order of the table.

    Looks at names (English and German), at how many values differ, at the share of pairs of rows
    a column tells apart, and at which two columns leave most rows alone. Below 20 rows nothing
    is concluded from uniqueness.

    Examples
    --------
    >>> from privacy_core import samples
    >>> [(s.column, s.role.value) for s in suggest(samples.load("hospital-3").table)]
    [('zip', 'quasi-identifier'), ('age', 'quasi-identifier'), ('salary', 'sensitive'), ('disease', 'sensitive')]
    """
    first = [_by_itself(column, table.n_rows) for column in table.columns.values()]
    known = [s.column for s in first if s.role is Role.QUASI_IDENTIFIER]
    partners = _partners(table, known, progress)
    return tuple(_with_partner(s, *partners[s.column]) if s.column in partners else s for s in first)


def _by_itself(column: Column, n_rows: int) -> Suggestion:
    counts = np.bincount(column.codes, minlength=1).astype(float)
    distinct = int(np.count_nonzero(counts))
    pairs = n_rows * (n_rows - 1)
    separation = 1 - float((counts * (counts - 1)).sum()) / pairs if pairs else 0.0
    role, why = _role(column, distinct, n_rows)
    values = "every row differs" if distinct == n_rows > 1 else "one value" if distinct == 1 else f"{distinct:,} values"
    return Suggestion(column.name, role, f"{why}; {values}", distinct, separation)


def _role(column: Column, distinct: int, n_rows: int) -> tuple[Role, str]:
    words = words_of(column.name)
    enough = n_rows >= FEW_ROWS
    if words and set(words) <= PEOPLE:
        return _id_role(words, distinct, n_rows, enough)
    if set(words[-1:]) & IDS and not set(words) & (POSTAL | WORDS[Role.IDENTIFIER][1]):
        return _id_role(words, distinct, n_rows, enough)
    for told in (set(words) - {"name"}, set(words)):  # the name of a country is a country, of a patient a name
        for role, (why, names) in WORDS.items():
            if names & told and (role is not Role.HOUSEHOLD or told <= names | IDS):
                return role, why
    return _by_values(column, distinct, n_rows, enough)


def _id_role(words: Sequence[str], distinct: int, n_rows: int, enough: bool) -> tuple[Role, str]:
    if set(words) & WORDS[Role.HOUSEHOLD][1]:
        return Role.HOUSEHOLD, "names a household"
    if set(words) & PEOPLE and distinct < n_rows:
        return Role.PERSON, "an id that repeats"
    if not enough:
        return Role.IDENTIFIER, "an id by its name, few rows"
    if distinct == n_rows:
        return Role.IDENTIFIER, "an id"
    if distinct > n_rows / 50:
        return Role.PERSON, "an id that repeats"
    return Role.QUASI_IDENTIFIER, "a code many rows share"


def _by_values(column: Column, distinct: int, n_rows: int, enough: bool) -> tuple[Role, str]:
    if distinct == 1:
        return Role.NOT_USED, "tells nobody apart"
    if not enough:
        return Role.QUASI_IDENTIFIER, "careful: unknown name, few rows"
    if distinct == n_rows and column.scale is not Scale.NUMERIC:
        return Role.IDENTIFIER, "could name a person"
    return Role.QUASI_IDENTIFIER, "careful: unknown name"


def words_of(name: str) -> list[str]:
    """Words of a column name in lower case: native-country, nativeCountry, NATIVE_COUNTRY.

    Examples
    --------
    >>> words_of("native-country"), words_of("birthYear2"), words_of("ZIPCode")
    (['native', 'country'], ['birth', 'year'], ['zip', 'code'])
    """
    return [word.lower() for word in re.findall(r"[A-ZÄÖÜ]+(?![a-zäöü])|[A-ZÄÖÜ]?[a-zäöüß]+", name)]


def _partners(table: Table, known: Sequence[str], progress: Progress) -> dict[str, tuple[str, int]]:
    best: dict[str, tuple[str, int]] = {}
    pairs = list(combinations(known[:PAIRED], 2))
    for done, (one, other) in enumerate(pairs):
        report(progress, done / len(pairs), f"pair {done + 1} of {len(pairs)}")
        alone = int((equivalence_classes(table, [one, other]).size == 1).sum())
        for column, partner in ((one, other), (other, one)):
            if alone > best.get(column, ("", 0))[1]:
                best[column] = (partner, alone)
    return best


def _with_partner(found: Suggestion, partner: str, alone: int) -> Suggestion:
    return Suggestion(found.column, found.role, found.reason, found.distinct, found.separation, partner, alone)


def assigned(suggestions: Sequence[Suggestion]) -> Iterator[tuple[str, Role]]:
    """Give the suggested role of each column, ready for `collect_roles`.

    A role only one column can have goes to the first; the others become direct identifiers.
    """
    taken: set[Role] = set()
    for found in suggestions:
        single = found.role in (Role.PERSON, Role.WEIGHT, Role.HOUSEHOLD)
        yield found.column, Role.IDENTIFIER if single and found.role in taken else found.role
        taken.add(found.role)
