"""Audits and inferences in words, and as a document; what they do not say is said too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from privacy_core.anonymizers import Minimal
from privacy_core.attacks.minimality.matching import Matched
from privacy_core.attacks.outcomes import Outcome
from privacy_core.evidence import better
from privacy_core.frequencies import share

if TYPE_CHECKING:
    from privacy_core.attacks.minimality.auditing import Audit
    from privacy_core.attacks.minimality.calibrating import Calibration, Raised
    from privacy_core.evidence import Counts


def faults(found: Audit) -> Iterator[str]:
    """Why the theorem does not apply."""
    for one in found.no_nodes:
        yield (
            f"Column {one.column!r}: {one.texts:,} different texts in {_rows(one.rows)} are no node of its hierarchy "
            "(a column without one has its values and everything), so the release was not made along it."
        )
    if found.short:
        who = f"{_rows(found.short)} {_are(found.short)}"
        yield f"The promise of k = {found.promised:,} is not kept: {who} in smaller classes."
    elif found.promised == 1:
        yield "A class may hold a single row, so nothing is promised that could be undone."
    if found.minimal is Minimal.NO and found.boxes is not None:
        many = f"{found.refinable:,}" if found.refinable else "some"
        yield (
            f"The release is not minimal: {many} of {found.classes:,} classes could be finer at k = "
            f"{found.judged_at:,}, so utility was given away."
        )


def _rows(n: int) -> str:
    return f"{n:,} row{'s' * (n != 1)}"


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


def verdict(found: Audit) -> str:
    """What the audit came to."""
    if found.faults:
        return "The theorem of downcoding does not apply to this release. " + " ".join(found.faults)
    if found.minimal is None:
        return f"Whether the release is minimal is not known: {_unknown(found)}"
    how = {
        Minimal.PROVED: f"no release over these hierarchies that keeps k = {found.promised:,} is finer",
        Minimal.LOCALLY: "no class can be narrowed or split, no row can join a finer one, no two can pool rows",
    }[found.minimal]
    return (
        f"The release is minimal ({found.minimal.value}): {how}. The premise of downcoding holds, so every blurred "
        "cell tells that its class could not be finer. What that gives away is measured apart."
    )


def _unknown(found: Audit) -> str:
    if found.boxes is None:
        return (
            "its rows are in another order than the original's, and more than one assignment of rows fits. Name a "
            "column with the ids of the rows, or keep the order."
        )
    return "no class can be narrowed or split and no row can join a finer one, but not all pairs were compared."


def inferred(found: Raised) -> str:
    """What was guessed from minimality, with what it is worth beside it."""
    told = found.with_minimality.right
    if not told.attempts:
        return "No cell is blurred that a minimal algorithm could have blurred, so minimality gives nothing away."
    helps = better(told, found.without.right)
    ends = {
        Outcome.BEATS: "Knowing that the algorithm is minimal beats not knowing it here.",
        Outcome.NO_BETTER: "Knowing that the algorithm is minimal is no better than not knowing it here.",
        Outcome.PREMISE_FAILS: "The premise of the theorem fails, and yet taking the release for minimal helps here."
        if helps
        else "The premise of the theorem fails, and taking the release for minimal does not help here.",
        Outcome.NOT_MEASURED: "Nothing was measured.",
    }
    return (
        f"In {told.attempts:,} blurred cells (a class in a column) the numbers of rows behind are guessed: "
        f"{_of(found.with_minimality)} are right by an attacker who knows that the algorithm is minimal, "
        f"{_of(found.without)} by one who knows the shares only. {ends[found.outcome]}"
    )


def _of(found: Calibration) -> str:
    return f"{found.right.hits:,} ({_share(found.right.rate)}; {_share(found.predicted)} expected)"


def _share(part: float | None) -> str:
    return "nothing" if part is None else share(part)


def findings(found: Audit, raised: Raised | None) -> tuple[str, ...]:
    """Every sentence about a release, the verdict first."""
    return tuple(_findings(found, raised))


def _findings(found: Audit, raised: Raised | None) -> Iterator[str]:
    yield found.sentence
    for one in found.no_nodes:
        if one.tight:
            yield (
                f"Column {one.column!r}: in {one.tight:,} of {one.rows:,} rows the ends of the interval, or all "
                "members of the set, are values of rows of the class: each such text tells some values outright."
            )
    if found.utility.blank and found.classes > 1:
        yield (
            f"{_rows(found.utility.blank)} of the release could be anything in every column and "
            f"{_are(found.utility.blank)} judged as a class. Withheld rows are left out where the call says so."
        )
    if raised is not None:
        yield raised.sentence
        yield from _about(raised)
    if found.matching.assumed:
        yield _assumed(found)
    for column in found.columns:
        yield from column.notes
    yield (
        "An audit looks at one premise of one attack, by somebody who knows the hierarchies, k and the shares. A "
        "release that is not minimal may fall to others."
    )


def _assumed(found: Audit) -> str:
    """That the order is taken for the original's, and what speaks against it."""
    order, said = found.matching.order, "That the rows of both tables stand in the same order is assumed"
    if order is None:
        return f"{said}, for every row covers the one beside it; whether another order fits too was not looked through."
    return (
        f"{said}: every row covers the one beside it, but {order.elsewhere:,} of {found.rows:,} would cover rows "
        f"beside other classes too and could not tell. Of all orders in which the rows could have been shuffled at "
        f"most {_rarely(order.chance)} fit (a bound of ours). An id column of both tables makes it certain."
    )


def _rarely(chance: float) -> str:
    return "one in a million" if chance < 1e-6 else f"{100 * chance:.2g} %"


def _about(raised: Raised) -> Iterator[str]:
    one, blind = raised.pairs, raised.pairs_without
    if one.right.attempts:
        yield (
            f"In {one.right.attempts:,} blurred cells of two finer values, exactly one row has the rarer: expected in "
            f"{_share(one.predicted)} if the algorithm is minimal, in {_share(blind.predicted)} by the shares alone, "
            f"and so in {one.right.hits:,} ({_share(one.right.rate)})."
        )
    if raised.certain.attempts:
        yield (
            f"In {raised.certain.attempts:,} cells a minimal algorithm leaves one possibility only; "
            f"{raised.certain.hits:,} are as it says."
        )
    if raised.impossible:
        yield (
            f"{raised.impossible:,} of {raised.cells:,} blurred cells are such as no minimal algorithm publishes, "
            "whatever the rows; they were not guessed."
        )


def audit_record(found: Audit, raised: Raised | None) -> dict[str, Any]:
    """An audit as a document: numbers, null where something is not defined or not known."""
    moves = found.moves
    return {
        "respects_hierarchy": found.respects,
        "k": found.k,
        "promised": found.promised,
        "minimal": None if found.minimal is None else found.minimal.value,
        "refinable": None if moves is None else found.refinable,
        "moves": None
        if moves is None
        else {"closures": moves.closures, "splits": moves.splits, "joins": moves.joins, "pools": moves.pools},
        "verdict": (found.outcome if raised is None else raised.outcome).value,
        "rows": found.rows,
        "classes": found.classes,
        "suppressed": found.utility.withheld,
        "blank": found.utility.blank,
        "matched": found.matching.by.value,
        "order": _order(found),
        "no_nodes": {
            one.column: {"texts": one.texts, "rows": one.rows, "values_told": one.tight} for one in found.no_nodes
        },
        "utility": {
            "average_class": found.utility.average,
            "largest_class": found.utility.largest,
            "loss": dict(found.utility.loss),
        },
        "inferred": None if raised is None else _raised(raised),
        "policies": dict(found.policies),
        "findings": list(findings(found, raised)),
    }


def _order(found: Audit) -> dict[str, Any] | None:
    """What speaks against the order that rows were taken in; null where none was taken."""
    if found.matching.by is not Matched.ORDER:
        return None
    order = found.matching.order
    return {
        "assumed": found.matching.assumed,
        "another_fits": None if order is None else order.other,
        "rows_that_fit_elsewhere": None if order is None else order.elsewhere,
        "chance_at_most": None if order is None else order.chance,
    }


def _raised(found: Raised) -> dict[str, Any]:
    return {
        "cells": found.cells,
        "impossible": found.impossible,
        "bits": found.bits,
        "with_minimality": _calibration(found.with_minimality),
        "without": _calibration(found.without),
        "one_differs": {"with_minimality": _calibration(found.pairs), "without": _calibration(found.pairs_without)},
        "certain": _counts(found.certain),
        "by_column": {
            name: {"with_minimality": _counts(told), "without": _counts(blind)}
            for name, (told, blind) in found.by_column.items()
        },
        "learned": found.learned,
        "outcome": found.outcome.value,
    }


def _calibration(found: Calibration) -> dict[str, Any]:
    return {
        **_counts(found.right),
        "predicted": found.predicted,
        "gap": found.gap,
        "truth": found.truth,
        "bins": [
            {"low": one.low, "high": one.high, "predicted": one.predicted, **_counts(one.right)} for one in found.bins
        ],
    }


def _counts(found: Counts) -> dict[str, Any]:
    return {
        "right": found.hits,
        "of": found.attempts,
        "rate": found.rate,
        "interval": None if found.interval is None else list(found.interval),
    }
