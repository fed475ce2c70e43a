"""A short summary of settings and numbers in Markdown: no row, no value of the data."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from privacy_core.assessment import Assessment
from privacy_core.models import KAnonymity, Measurement, TCloseness, Verdict
from privacy_core.norms import all_norms
from privacy_core.study import Study

VERDICTS = {Verdict.HOLDS: "holds", Verdict.FAILS: "does not hold", Verdict.EMPTY: "nothing left to judge", None: "–"}


def escaped(text: str) -> str:
    r"""Text as Markdown that shows it as it is: one line, every ASCII punctuation mark escaped.

    Examples
    --------
    >>> print(escaped("a|b <i>*x*"), escaped("[a](b)\n# c"))
    a\|b \<i\>\*x\* \[a\]\(b\) \# c
    """
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split()) or "(blank)"
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", line)


def summary(study: Study, found: Assessment, how: str = "") -> str:
    """Settings, policies and numbers of a study as Markdown.

    Parameters
    ----------
    study : Study
    found : Assessment of its table
    how : how the file was read, rows left out or kept included; names nothing but what may be said of a file

    Returns
    -------
    text : Markdown; every name of a file or column is escaped, no value of the data occurs

    Examples
    --------
    >>> from privacy_core import assess, samples
    >>> nine = samples.load("hospital-4")
    >>> print(summary(Study(roles=nine.roles), assess(nine.table, nine.roles)).splitlines()[0])
    # What this table gives away
    """
    settings = (_context(study), _table(study, found, how), _roles(study), _policies(study, found))
    parts = (*settings, _numbers(found), _risks(found))
    return "\n".join(["# What this table gives away", "", *(line for part in parts for line in part)])


def _context(study: Study) -> Iterator[str]:
    card = study.context
    told = {
        "Purpose": card.purpose,
        "Recipient": card.recipient,
        "Release": card.release_model,
        "One row is one": card.one_row_is_one,
    }
    lines = [f"- {name}: {escaped(text)}" for name, text in told.items() if text]
    yield from [*lines, ""] if lines else []


def _table(study: Study, found: Assessment, how: str) -> Iterator[str]:
    if study.source is not None:
        yield f"- Table: {escaped(study.source.name)}"
    if how:
        yield f"- How it was read: {escaped(how)}"
    classes = found.classes
    yield f"- Rows: {classes.n_rows:,}; suppressed {classes.n_suppressed:,}; left out {classes.n_left_out:,}"
    yield f"- Crowds: {len(classes):,}"
    if source := line_source(study):
        yield f"- The line was taken from: {escaped(source)}"
    if study.repairs:
        done = (escaped(f"{one.kind.value}: {one.column}" if one.column else one.kind.value) for one in study.repairs)
        yield f"- Repairs: {len(study.repairs)} ({', '.join(done)})"
    yield ""


def _roles(study: Study) -> Iterator[str]:
    yield from ["## Roles", ""]
    yield from (f"- {escaped(name)}: {role.value}" for name, role in study.roles or ())
    yield ""


def _policies(study: Study, found: Assessment) -> Iterator[str]:
    kept = found.policies
    yield from ["## How doubtful rows were counted", ""]
    yield f"- Missing known value: {kept.missing.value}; missing sensitive value: {kept.missing_sensitive.value}"
    yield f"- Suppressed record: {kept.suppressed.value}; unit: {escaped(kept.unit)}; prior: {kept.prior.value}"
    if study.perturbed:
        yield f"- Changed at random before it came here: {', '.join(map(escaped, study.perturbed))}"
    if study.missing_tokens:
        yield f"- Texts that mean missing: {', '.join(map(escaped, study.missing_tokens))}"
    yield ""


def _numbers(found: Assessment) -> Iterator[str]:
    yield from ["## Numbers", "", "| model | column | found | asked | verdict | rows beyond |", f"|{'---|' * 6}"]
    yield from map(_row, found.measurements)
    yield ""


def _row(m: Measurement) -> str:
    ground = f", {m.model.ground.name}" if isinstance(m.model, TCloseness) else ""
    unit = f" in {m.policies.unit.value}" if isinstance(m.model, KAnonymity) else ""
    column = "" if isinstance(m.model, KAnonymity) else escaped(m.model.sensitive or "")
    beyond = "–" if m.verdict is None else f"{m.records_failing:,}"
    asked = _number(m.model.threshold)
    return (
        f"| {m.model.name}{unit}{ground} | {column} | {_number(m.value)} | {asked} | {VERDICTS[m.verdict]} | {beyond} |"
    )


def _risks(found: Assessment) -> Iterator[str]:
    risk = found.risk
    yield from ["## Chance to pick the right row", ""]
    average, alone = f"average over {risk.unit.value}: {_number(risk.average)}", _number(risk.unique_rows)
    yield f"- Highest: {_number(risk.highest)}; {average}; rows alone: {alone}"
    if risk.rows_above is not None:
        yield f"- Rows above {_number(risk.threshold)}: {risk.rows_above:,}"
    yield ""


def _number(number: float | None) -> str:
    if number is None:
        return "–"
    return "∞" if number == np.inf else f"{number:.4g}" if abs(number) < 1000 else f"{number:,.0f}"


def line_source(study: Study) -> str | None:
    """Where the line was taken from: number, source, date and how it was verified; None when the user chose it."""
    for norm in all_norms():
        if norm.name == study.norm:
            return f"{norm.number}, {norm.title}: {norm.source} ({norm.date}; {norm.verified.words})"
    return None
