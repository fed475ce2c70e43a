"""What singling out on a release came to, in sentences: counts and columns, never a value."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from privacy_core.attacks.outcomes import NotMeasured, Outcome, legal_line
from privacy_core.attacks.singling_out.baseline import peak
from privacy_core.attacks.singling_out.controls import strangers_of
from privacy_core.attacks.singling_out.records import RecordMode, RecordPredicates
from privacy_core.attacks.singling_out.results import NO_HOLDOUT, ClassPredicates
from privacy_core.evidence import Counts, Evidence
from privacy_core.frequencies import rows_that

NECESSARY = (
    "That this attack does no better than guessing, or than among strangers, does not show that nobody can be singled "
    "out: other predicates, other knowledge and further releases are untried. Recoding with few, coarse columns "
    "usually passes it."
)
DUPLICATES = "No row of the original differs from all others, so no predicate whatever isolates one: the premise fails."


def sentence_of_classes(found: ClassPredicates) -> str:
    """The counts in one sentence, blind attackers and strangers beside.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.attacks.singling_out.predicates import class_predicates
    >>> from privacy_core.frames import from_frame
    >>> ages = from_frame(pd.DataFrame({"age": [*range(20, 60)]}))
    >>> sentence_of_classes(class_predicates(ages, ages, ["age"], np.random.default_rng(1), tries=80))
    '80 of 80 predicates made of 40 classes hold for exactly one row of the original.'
    """
    classes = f"{len(found.sizes):,} {'class' if len(found.sizes) == 1 else 'classes'}"
    said = f"{_of(found.main)} predicates made of {classes} hold for exactly one row of the original"
    return said + _beside(found.evidence if isinstance(found.evidence, Evidence) else None)


def sentence_of_records(found: RecordPredicates) -> str:
    """The counts in one sentence, blind attackers and strangers beside."""
    main = found.evidence.main
    if not main.attempts:
        return (
            "No predicate that holds for exactly one released row was found: there is nothing to try on the original."
        )
    about = "one column" if found.n_columns == 1 else f"{found.n_columns} columns"
    said = f"{_of(main)} predicates about {about} of a released record hold for exactly one row of the original"
    return said + _beside(found.evidence)


def _beside(evidence: Evidence | None) -> str:
    if evidence is None:
        return "."
    said = f"; of blind predicates {_of(evidence.baseline)} do"
    return said + (f", among strangers {_of(evidence.control)}." if evidence.control is not None else ".")


def _of(counts: Counts) -> str:
    return f"{counts.hits:,} of {counts.attempts:,}"


def findings_of_classes(found: ClassPredicates) -> list[str]:
    """What came out, what it rests on, and what it does not say."""
    return [
        sentence_of_classes(found),
        *_verdict(found.outcome, found.main, found.evidence, found.bound),
        *_weights(found),
        *_rows(found),
        *found.notes,
    ]


def _verdict(
    outcome: Outcome, main: Counts, evidence: Evidence | NotMeasured, bound: float | None = None
) -> Iterator[str]:
    if outcome is Outcome.PREMISE_FAILS:
        yield DUPLICATES
    elif outcome is Outcome.NOT_MEASURED or isinstance(evidence, NotMeasured):
        yield NO_HOLDOUT if main.attempts else "Nothing was tried, so nothing is measured."
    else:
        if outcome is Outcome.NO_BETTER:
            yield NECESSARY
        yield legal_line(main, max(evidence.baseline.rate or 0.0, bound or 0.0), evidence.control)


def _weights(found: ClassPredicates) -> Iterator[str]:
    if found.weight is None or found.overfit is None or found.blind is None or found.resolution is None:
        middle = float(np.median(found.in_sample))
        yield (
            f"In-sample, the middle description holds for a share of {middle:.3g} of the original; that is no weight, "
            "for the release was made from these rows."
        )
        return
    away = strangers_of(found.holdout or 0)
    yield (
        f"The middle description is {found.median_overfit:.2g} times as common in the release as among "
        f"{away}; theory expects {found.predicted.mean():.2f} of the predicates to isolate, and "
        f"{found.blind.mean():.2f} of blind ones of their weights."
    )
    yield (
        f"The middle predicate, description and draw together, weighs {np.median(found.weight / found.sizes):.2g}; a "
        f"blind one isolates most often at one in {found.n:,}, in {peak(found.n):.2f} of tries, and hardly ever when "
        "it is much rarer."
    )
    if found.unresolved:
        yield (
            f"{_classes(found.unresolved, len(found.sizes))} a description that fits nobody in the hold-out: their "
            f"weight is below what it resolves ({found.resolution:.2g}), not zero."
        )
    if found.eta is None:
        yield (
            f"Whether a description is rarer than {found.limit:.2g} cannot be told from {away}: "
            f"that takes {1 / found.limit:,.0f} or more."
        )
    else:
        yield f"{_classes(found.below or 0, len(found.sizes))} a description rarer than {found.limit:.2g}."


def _classes(some: int, of: int) -> str:
    return f"{some:,} of {of:,} classes {'has' if some == 1 else 'have'}"


def _rows(found: ClassPredicates) -> Iterator[str]:
    wider = int(np.count_nonzero(found.fit > found.sizes))
    if wider:
        yield (
            f"{_classes(wider, len(found.sizes))} a description that fits more rows of the original than the class "
            "publishes, as after local recoding or where rows were suppressed; that makes it isolate less often."
        )
    if found.n_suppressed:
        yield f"{rows_that(found.n_suppressed, 'describe', ' of the release, suppressed,')} nobody."
    if 0 < found.alone < found.n:
        alike = found.n - found.alone
        yield f"{rows_that(alike, 'equal', ' of the original')} another in every column: no predicate isolates them."
    if found.nowhere:
        yield f"{rows_that(found.nowhere, 'fit', ' of the hold-out')} no description of the release."
    if found.members:
        yield (
            f"{rows_that(found.members, 'equal', ' of the hold-out')} a row of the original in every column. If these "
            "are people of the release, leave them out: strangers must not be in it."
        )


def findings_of_records(found: RecordPredicates) -> list[str]:
    """What came out, which columns it came from, and what it does not say."""
    main = found.evidence.main
    return [
        sentence_of_records(found),
        *_verdict(found.outcome, main, found.evidence),
        *_made(found),
        *_mix(found),
        *found.notes,
    ]


def _made(found: RecordPredicates) -> Iterator[str]:
    main, asked = found.evidence.main, found.evidence.asked
    if 0 < main.attempts < asked:
        yield f"{asked:,} predicates were asked for, {main.attempts:,} were found; rates are shares of those found."
    yield from luck_told(found)
    if found.blind is not None and found.resolution is not None:
        yield (
            f"The best blind predicates of the same weights would isolate in {found.blind:.2f} of tries; weights below "
            f"{found.resolution:.2g} cannot be told apart with this hold-out."
        )


def luck_told(found: RecordPredicates) -> Iterator[str]:
    """How often people and strangers, mixed, give as many hits; nothing where that was not drawn."""
    if found.by_luck is not None:
        yield (
            f"Of groups drawn from people and strangers together {100 * found.by_luck:.1f} of 100 give as many hits by "
            "luck; predicates of one release overlap, so this counts for the verdict beside the intervals."
        )


def _mix(found: RecordPredicates) -> Iterator[str]:
    made = found.evidence.main.attempts
    if not made:
        return
    mixed = ", ".join(f"{name} {several:,}" for name, several in found.by_column.items())
    yield f"Predicates by column: {mixed}."
    most = max(found.by_column, key=lambda name: found.by_column[name])
    if found.mode is RecordMode.UNIVARIATE and len(found.columns) > 1 and 2 * found.by_column[most] > made:
        yield (
            f"Column {most!r} gives {found.by_column[most]:,} of {made:,} predicates: the result speaks of that "
            "column. Exclude it to see what the others give."
        )
