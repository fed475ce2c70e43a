"""An Assessment as one document: a dict for machines, text for people, a file with a row per class."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from textwrap import fill
from typing import Any

import numpy as np

from privacy_core.assessment import Assessment
from privacy_core.classes import EquivalenceClasses
from privacy_core.models import (
    DistinctL,
    KAnonymity,
    KMap,
    Measurement,
    NTCloseness,
    PrivacyModel,
    RecursiveCL,
    Verdict,
)
from privacy_core.policies import Missing, Policies, Unit
from privacy_core.risk import PROSECUTOR
from privacy_core.tables import Table

COUNTS = (KAnonymity, KMap, DistinctL)
"""Models whose number is a count of rows or values."""
HEAD = f"{'measure':<52} {'worst':>10} {'asked':>9}  verdict"
"""Titles of the columns that `line` fills."""


def number(value: float | None) -> float | str | None:
    """One number as JSON has it: infinite is the text "inf", not defined is null."""
    return None if value is None or np.isnan(value) else "inf" if value == np.inf else value


def document(found: Assessment) -> dict[str, Any]:
    """Everything an assessment says, in the order and names of `kelt assess --json`.

    Examples
    --------
    >>> from privacy_core import assess, samples
    >>> nine = samples.load("hospital-4")
    >>> said = document(assess(nine.table, nine.roles))
    >>> said["classes"], said["measures"][0]["model"], said["measures"][0]["value"], said["risk"]["highest"]
    (3, 'k-anonymity', 3, 0.3333333333333333)
    """
    return {
        "rows": found.classes.n_rows,
        "rows_suppressed": found.classes.n_suppressed,
        "rows_left_out": found.classes.n_left_out,
        "classes": len(found.classes),
        "quasi_identifiers": list(found.classes.quasi_identifiers),
        "unused": list(found.unused),
        "policies": policies_document(found.policies),
        "measures": [measured(m) for m in found.measurements],
        "risk": _risk(found),
        "findings": found.findings,
    }


def policies_document(policies: Policies) -> dict[str, str]:
    """How doubtful rows were counted, in the names of `kelt assess --json`."""
    return {
        "missing": policies.missing.value,
        "missing_sensitive": policies.missing_sensitive.value,
        "unit": policies.unit.value,
        "prior": policies.prior.value,
    }


def measured(m: Measurement) -> dict[str, Any]:
    """One measurement in the names of `kelt assess --json`."""
    asked, counts = m.model.threshold is not None, isinstance(m.model, COUNTS)
    return {
        "model": m.model.name,
        "parameter": _parameter(m.model),
        "sensitive": m.model.sensitive,
        "ground": ground_name(m),
        "unit": m.policies.unit.value if isinstance(m.model, KAnonymity) else None,
        "value": _counted(m.value) if counts else number(m.value),
        "threshold": _counted(m.model.threshold) if counts else m.model.threshold,
        "strict": m.model.strict,
        "holds": None if m.verdict in (None, Verdict.EMPTY) else m.verdict is Verdict.HOLDS,
        "classes_failing": m.classes_failing if asked else None,
        "rows_failing": m.records_failing if asked else None,
    }


def _parameter(model: PrivacyModel) -> dict[str, float] | None:
    """What a model is fixed to besides its threshold."""
    if isinstance(model, NTCloseness):
        return {"n": model.n}
    return {"l": model.l} if isinstance(model, RecursiveCL) else None


def _counted(value: float | None) -> int | None:
    return None if value is None else int(value)


def ground_name(m: Measurement) -> str | None:
    """Name of the ground distance of a t-closeness measurement, else None."""
    return getattr(getattr(m.model, "ground", None), "name", None)


def _risk(found: Assessment) -> dict[str, Any]:
    """Prosecutor risk in rows, or in persons once they are known; the journalist's and a household's highest.

    `population_unique` is a share of the population; null stands for "nothing known" and "no estimate".
    """
    risk = found.risk
    return {
        "highest": risk.highest,
        "average": risk.average,
        "marketer": risk.marketer,
        "journalist": None if risk.journalist is None else risk.journalist.highest,
        "unique_rows": risk.unique_rows,
        "rows_above": {"threshold": risk.threshold, "rows": risk.rows_above},
        "population_unique": None if risk.population is None else risk.population.share,
        "household_highest": None if risk.household is None else risk.household.highest,
    }


def per_class(
    classes: EquivalenceClasses, measurements: Sequence[Measurement], table: Table | None
) -> dict[str, list[Any]]:
    """One entry per class: its number, what it looks like, its size, every model's number.

    Parameters
    ----------
    classes : EquivalenceClasses; with their crowds in persons where persons are counted
    measurements : models with one number per class
    table : the classes' table; None hides what they look like

    Returns
    -------
    columns : model columns are called `model@sensitive@ground`, parts that do not apply left out; the last column
        is the crowd where that is not the class's rows: its `persons`, or the `rows that match` under wildcard
    """
    everyone = np.arange(len(classes))
    measured = {_column(m): [None] * len(everyone) if m.reason else _cells(m) for m in measurements}
    measured |= {} if classes.members is None else {crowd_name(classes): classes.crowd.tolist()}
    looks = classes.keys(table, everyone) if table is not None else {}
    named = _apart(looks, {"class", "size", *measured})
    shown = {named[name]: [*map(_shown, values)] for name, values in looks.items()}
    return {"class": (everyone + 1).tolist(), **shown, "size": classes.size.tolist(), **measured}


def crowd_name(classes: EquivalenceClasses) -> str:
    """Name of the column that says whom the rows of each class hide among."""
    if classes.members is None:
        return "rows"
    return "rows that match" if classes.missing is Missing.WILDCARD else "persons"


def _column(m: Measurement) -> str:
    return "@".join(filter(None, (m.model.name, m.model.sensitive, ground_name(m))))


def _apart(names: Collection[str], taken: Collection[str]) -> dict[str, str]:
    """Tell the names of quasi-identifiers apart from the file's own columns and from each other."""
    seen, written = {*names, *taken}, {}
    for name in names:
        said = name
        while said in taken or (said != name and said in seen):
            said += " (quasi-identifier)"
        seen.add(said)
        written[name] = said
    return written


def _shown(value: Any) -> Any:
    """A value of a quasi-identifier; an infinite number as text, for its sign not to be run as a formula."""
    return str(value) if isinstance(value, float) and np.isinf(value) else value


def _cells(m: Measurement) -> list[float | str | None]:
    counts = isinstance(m.model, COUNTS)
    return [_counted(value) if counts else number(value) for value in m.per_class.tolist()]


def text(said: Mapping[str, Any]) -> str:
    """The same document for people, at most 120 characters wide."""
    left = f", {said['rows_suppressed']:,} suppressed, {said['rows_left_out']:,} left out"
    head = f"{said['rows']:,} rows{left}, {said['classes']:,} classes by {', '.join(said['quasi_identifiers'])}"
    lines = [head, counted_as(said["policies"]), "", HEAD]
    lines += [line(m) for m in said["measures"]]
    risk = said["risk"]
    if risk["highest"] is not None:
        lines += [
            "",
            f"highest risk {risk['highest']:.4g}, average {risk['average']:.4g} over {_averaged(said)}, "
            f"{risk['unique_rows']:,} rows alone" + _above(**risk["rows_above"]),
            f"({PROSECUTOR[0].lower()}{PROSECUTOR[1:-1]})",
        ]
    findings = [fill(f"- {sentence}", 120, subsequent_indent="  ") for sentence in said["findings"]]
    return "\n".join([*lines, "", *findings])


def counted_as(policies: Mapping[str, str]) -> str:
    """The policies of the document for people."""
    return "counted as: " + ", ".join(f"{what.replace('_', ' ')}: {how}" for what, how in policies.items())


def _averaged(said: Mapping[str, Any]) -> str:
    """What the average risk is taken over: persons where their k is defined, else rows."""
    units = [m["unit"] for m in said["measures"] if m["model"] == KAnonymity.name and m["value"] is not None]
    return Unit.PERSONS if Unit.PERSONS in units else Unit.ROWS


def _above(threshold: float | None, rows: int | None) -> str:
    return "" if threshold is None else f", {rows:,} rows above {threshold:.4g}"


def line(m: Mapping[str, Any]) -> str:
    """One measurement of the document for people."""
    unit = m["unit"] and f"in {m['unit']}"
    what = " ".join(filter(None, (m["model"], unit, m["sensitive"], m["ground"])))
    asked = "" if m["threshold"] is None else f"{m['threshold']:.4g}"
    value = "none" if m["value"] is None else m["value"] if isinstance(m["value"], str) else f"{m['value']:.4g}"
    failing = f", {m['rows_failing']:,} rows in {m['classes_failing']:,} classes" if m["rows_failing"] else ""
    verdict = {True: "holds", False: "fails", None: "nothing left to judge" if asked else ""}[m["holds"]]
    return f"{what:<52} {value:>10} {asked:>9}  {verdict}{failing}".rstrip()
