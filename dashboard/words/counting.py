"""How doubtful rows are counted, and what is said when nothing can be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboard.words.phrases import counted, listed, plain
from privacy_core import WORKSHEET_ROWS, Crowd, Missing, MissingSensitive, Study, Unit, defined_units, methods

NOTE_HEADS = ("What it means", "What it does not mean", "What to do next")
COUNTED = "How this is counted"
COUNTED_NOTE = (
    "The table's own mix is the prior. Crowds count in the unit named beside the answer, secrets always in rows."
)
MISSING_KNOWN, MISSING_SECRET = "A missing known value is", "A missing secret is"
SUPPRESSED, SUPPRESSED_EXAMPLE = "A row is suppressed when every known column reads", "for example *"
TOKENS, TOKENS_EXAMPLE = "Texts that mean missing, separated by blanks", "for example NA n/a"
MISSING_NAMES = {
    Missing.OWN: "a value of its own",
    Missing.WILDCARD: "matches anything (k and risk only)",
    Missing.DROP: "leave the row out",
}
SENSITIVE_NAMES = {MissingSensitive.OWN: "a value of its own", MissingSensitive.OUT: "left out everywhere"}


def left_out(suppressed: int, missing: int) -> str:
    """Rows that take no part, if any."""
    parts = [
        f"{suppressed:,} suppressed" * (suppressed > 0),
        f"{missing:,} left out for a missing value" * (missing > 0),
    ]
    said = ", ".join(part for part in parts if part)
    return f" ({said})" if said else ""


def whom(study: Study) -> str:
    """What one row is called: a person, unless a person may have several rows."""
    return "row" if study.roles and study.roles.person else "person"


def of_whom(n: int, study: Study) -> str:
    """How many rows, called people where each is one."""
    return counted(n, whom(study))


def policy_line(study: Study, unit: Unit | None = None) -> str:
    """The policies in force; the unit where it is not the one of the study."""
    person = study.roles.person if study.roles else None
    if study.policies.unit not in defined_units(person, study.policies.missing):
        unit = Unit.ROWS
    return f"{how_counted(study)} · counted in {unit or study.policies.unit}"


def how_counted(study: Study) -> str:
    """How doubtful rows are counted, without the unit."""
    known, secret = MISSING_NAMES[study.policies.missing], SENSITIVE_NAMES[study.policies.missing_sensitive]
    token = f" · suppressed: rows that read {plain(study.suppressed_token)}" if study.suppressed_token else ""
    texts = f" · read as missing: {plain(' '.join(study.missing_tokens))}" if study.missing_tokens else ""
    texts += f" · changed at random: {listed(study.touched)}" if study.touched else ""
    return f"missing known value: {known} · missing secret: {secret}{token}{texts}"


def not_loaded(name: str, why: str) -> str:
    """A file was refused; what was there stays."""
    return f"**{plain(name)} was not loaded.** {plain(why)} What was loaded before stays."


def not_done(why: str) -> str:
    """A repair or a kept study was refused; what was there stays."""
    return f"**Not done.** {plain(why)} What was there before stays."


ANOTHER_FILE = "This study was made for another file with the same columns. Check that its settings still make sense."
NOTHING_LEFT = "No row is left to judge: every row is suppressed or left out."
LOAD_FIRST = "Load a table first, and say which columns others could know."
ROLES_FIRST = "Accept the roles first: nothing is measured before you say what others could know."
PERTURBED = "Columns changed by noise, PRAM or swapping"
PERTURBED_HELP = "Rows that look the same in such a column are no crowd of people: counting them would reassure or alarm without reason."
NOT_VALID = "Counting is not valid here: known or secret values were changed at random."
WILDCARD = "Where missing matches anything, only k and risk are defined. Change how it is counted."
REVEAL = "Show what the crowds look like"
SAVE_CSV, SAVE_XLSX = "Save all as CSV", "Save all as XLSX, every cell as text"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TOO_LONG = f"XLSX is not offered: a worksheet holds {WORKSHEET_ROWS:,} rows at most."


def cells(values: Sequence[Any]) -> list[str]:
    """Values of a known column as text for a table."""
    return ["(missing)" if value is None else str(value) for value in values]


def column_name(name: str) -> str:
    """Name of a known column beside our own column heads."""
    return f"known: {name}"


METHODS = "How these numbers are made"


def method(note: methods.Note) -> str:
    """What stands behind one number."""
    parts = {
        "Formula": note.formula,
        "Edge cases": note.edge_cases,
        "Does not say": note.silent,
        "Source": note.source,
    }
    said = [f"{head}: {plain(text)}" for head, text in parts.items() if text]
    return f"**{plain(note.name)}.** {plain(note.meaning)}  \n:small[:gray[{' · '.join(said)}]]"


NEXT_GIVEAWAY, NEXT_PUBLISH, NEXT_BLUR, NEXT_MATCH = (
    "What does the crowd give away?",
    "What could others know?",
    "How much must we blur?",
    "Can someone match it?",
)


def next_after_crowd(seen: Crowd, study: Study) -> tuple[str, str]:
    """The next page: blur when somebody is below the line, else what the crowd gives away, if anything is secret."""
    if seen.below:
        return "blur", NEXT_BLUR
    return ("giveaway", NEXT_GIVEAWAY) if study.roles and study.roles.sensitive else ("publish", NEXT_PUBLISH)
