"""Sentences of `isolate` about rare descriptions: made from a release, tried on its people, on strangers, blindly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dashboard.words.attacked import NOT_TRIED, with_interval
from dashboard.words.match import release_named
from dashboard.words.outcomes import badge, chance, found_in, interval, rate
from dashboard.words.phrases import beyond, chosen, counted, fitting, listed, plain
from privacy_core import attacks, of_100

if TYPE_CHECKING:
    from dashboard.compute.describing import Described
    from dashboard.describing import Seen

WHAT_IS_TESTED = "What is tested"
RARER, RARER_HELP = (
    "Rare means so many times rarer than 1 row",
    "A description counts as rare when its chance of fitting a fresh person is below 1 in (this × rows of the table).",
)
TOGETHER, TOGETHER_HELP = (
    "Columns in a description",
    "A description of several columns takes so many of them from one released record, drawn at random.",
)
RARE_LEAD = "**Each mark is tries whose descriptions are about as rare.** :small[:gray[:orange[◆] above luck, beyond the interval · ◆ not above it · ┄ luck]]"
RARE_IN_SAMPLE = "**Each mark is tries whose descriptions are about as rare *in the release's own table*, which says nothing of how rare they are among people.**"
RARE_AXIS, RARE_UP = "weight: chance that a fresh person fits", "descriptions that fit exactly one person, of 100"
RARE_UP_ROWS = "descriptions that fit exactly one row, of 100"
CROWD_HEAD = "A crowd's published description, and a fair draw within it"
RECORD_HEADS = "What one column of one record says", "What several columns of one record say"
SEVERAL_TITLE = "Three ways to describe one person, beside strangers and luck"
RARE_TABLE = "Counts, how rare the descriptions are, which columns they use, and what was assumed"
SHORT_HEADS = {CROWD_HEAD: "A crowd's description", RECORD_HEADS[0]: "One column", RECORD_HEADS[1]: "Several columns"}
NEEDS_STRANGERS = "Without people who are not in the release no one knows how rare a description is, so nothing is judged. Their table can be given under *What is tested*."
TRYING_RARE = "Descriptions are tried on the release."
NOTHING_DESCRIBED = "No description could be tried on this release."
ALL_WRITTEN_ALIKE = "Premise fails: every row is written like another one, so nothing can fit exactly one."


def rare_answer(seen: Seen) -> str:
    """Whether descriptions made from the release isolate more people than luck does."""
    if seen.missing is not None:
        return seen.missing
    found = seen.found
    if found is None:
        return TRYING_RARE if seen.job is not None and not seen.job.ended else NOTHING_DESCRIBED
    several = [one for one in _several(found) if one[1].attempts]
    if not several:
        return NOTHING_DESCRIBED
    loud = [one for one in several if one[3] is attacks.Outcome.BEATS]
    if loud:
        return _beats(*max(loud, key=_gain)[:3])
    return _level(several[0])


Try = tuple[str, attacks.Counts, attacks.Counts | None, attacks.Outcome, attacks.Counts | None]
"""Name, hits on people, the stronger of strangers and guessing, outcome, guessing."""


def _several(found: Described) -> list[Try]:
    """Every attack that was tried."""
    named = zip(SHORT_HEADS.values(), (found.crowds, *found.records), strict=True)
    return [_try(name, one) for name, one in named if hasattr(one, "outcome")]


def _try(name: str, one: Any) -> Try:
    held = one.evidence
    if not isinstance(held, attacks.Evidence):
        return name, one.main, None, one.outcome, None
    if held.control is None or not held.control.attempts:
        return name, held.main, None, one.outcome, held.baseline
    stronger = max(held.control, held.baseline, key=lambda counts: counts.rate or 0.0)
    return name, held.main, stronger, one.outcome, held.baseline


def _gain(one: Try) -> float:
    other = 0.0 if one[2] is None else one[2].rate or 0.0
    return (one[1].rate or 0.0) - other


def _beats(name: str, main: attacks.Counts, other: attacks.Counts | None) -> str:
    hits = beyond(f"{of_100(main.hits, main.attempts)} tries")
    luck = "" if other is None else f"; luck does in {rate(other)}"
    whole = f"{name} singles a person out in {hits}"
    return fitting(f"{whole}{luck}.", f"{name} singles out in {hits}{luck}.", f"{whole}.")


def _level(one: Try) -> str:
    name, main, other, outcome, _ = one
    if outcome is attacks.Outcome.PREMISE_FAILS:
        return ALL_WRITTEN_ALIKE
    if outcome is attacks.Outcome.NOT_MEASURED or other is None:
        return f"{name} fits one person alone in {rate(main)} tries; {chosen('luck is not measured')}."
    return f"{name} singles out {chosen('no more often than luck')}: {rate(main)} tries against {rate(other)}."


def rare_line(seen: Seen) -> str:
    """Which table, which release, whose luck, how often."""
    study, asked = seen.study, seen.asked
    if study.source is None:
        return "Load a table, or begin with a sample: it takes one click."
    if asked is None:
        return plain(study.source.name)
    strangers = "none, so nothing is judged" if seen.holdout is None else plain(seen.holdout)
    return " · ".join(
        [
            f"people of {plain(study.source.name)}",
            f"release: {release_named(seen)}",
            f"crowds by {listed(asked.known)}",
            f"strangers: {strangers}",
            f"{counted(asked.tries, 'try')} of each kind · seed {asked.seed}",
        ]
    )


def rare_peak(found: Any) -> str:
    """Words at the top of the curve of luck."""
    return f"{chance(float(attacks.singling_out.peak(found.n)))} by luck alone"


def rare_cut(found: Any) -> str:
    """Words of the user's line."""
    return f"your line: 1 in {1 / found.limit:,.0f}"


def rare_lead(found: Any) -> str:
    """What one mark is."""
    return RARE_LEAD if found.holdout is not None else RARE_IN_SAMPLE


def rare_message(found: Any) -> str:
    """For those who cannot see it."""
    held = found.evidence
    said = f"Of {found.main.attempts:,} descriptions of crowds {found.main.hits:,} fit exactly one row of the table"
    if not isinstance(held, attacks.Evidence):
        return f"{said}; how rare they are is not measured."
    return f"{said}; blind ones of the same weight do {held.baseline.hits:,} times."


def rare_metrics(found: Any) -> list[tuple[str, str, str | None]]:
    """Three numbers: people, strangers, luck, each with its interval in the help."""
    held = found.evidence
    measured = isinstance(held, attacks.Evidence)
    control = held.control if measured else None
    return [
        ("On people", found_in(found.main), f"Descriptions that fit exactly one row of the open table; interval {interval(found.main)}."),
        ("On strangers", NOT_TRIED if control is None else found_in(control), f"The same descriptions among as many people who are not in the release{_within(control)}."),
        ("By luck", found_in(held.baseline) if measured else NOT_TRIED, f"Blind hash descriptions of the same weights, really tried{_within(held.baseline if measured else None)}."),
    ]  # fmt: skip


def _within(counts: attacks.Counts | None) -> str:
    return "" if counts is None else f"; interval {interval(counts)}"


def rare_outcomes(seen: Seen) -> list[str]:
    """Outcome of each attack."""
    found = seen.found
    if found is None:
        return []
    return [_outcome(name, one) for name, one in zip(SHORT_HEADS.values(), (found.crowds, *found.records), strict=True)]


def _outcome(name: str, one: Any) -> str:
    if hasattr(one, "outcome"):
        return f"{name}: {badge(one.outcome)}"
    return f"{name}: {badge(attacks.Outcome.NOT_MEASURED)}. {plain(one.reason)}"


def rare_legal(seen: Seen) -> str | None:
    """What may be said of it in an assessment; only where it was measured beside luck."""
    found = seen.found
    if found is None:
        return None
    measured = [one for one in _several(found) if one[2] is not None and one[1].attempts]
    if not measured:
        return None
    loud = max(measured, key=_gain)
    return plain(attacks.legal_line(loud[1], loud[4]))


def rare_assumed(seen: Seen) -> str:
    """Low-dimensional releases usually pass; that says little."""
    return (
        "**Assumed:** rows drawn independently; the attacker knows the release and nothing of the people in it. A description must fit exactly one row, "
        "and luck does that to common ones. Releases of few columns usually pass this attack. **Not shown:** other attacks; passing one approves nothing."
    )


def rare_rows(found: Described) -> dict[str, Sequence[Any]]:
    """Counts with intervals as a table."""
    several = [found.crowds, *found.records]
    cells = [_cells(one) for one in several]
    heads = "people in the release", "strangers", "guessing", "outcome"
    return {"description": [*SHORT_HEADS.values()], **{head: [row[i] for row in cells] for i, head in enumerate(heads)}}


def _cells(one: Any) -> tuple[str, str, str, str]:
    if not hasattr(one, "outcome"):
        return NOT_TRIED, NOT_TRIED, NOT_TRIED, attacks.Outcome.NOT_MEASURED.value
    held, main = one.evidence, _try("", one)[1]
    both = (held.control, held.baseline) if isinstance(held, attacks.Evidence) else (None, None)
    control, blind = (NOT_TRIED if counts is None else with_interval(counts) for counts in both)
    return with_interval(main), control, blind, one.outcome.value


def rare_weights(found: Any) -> str:
    """How rare the descriptions are, and how much commoner in the release than among people."""
    if found.weight is None:
        return f"{len(found.sizes):,} crowds; without strangers no weights."
    middle = sorted(found.weight.tolist())[len(found.weight) // 2]
    over = sorted(found.overfit.tolist())[len(found.overfit) // 2]
    return (
        f"{len(found.sizes):,} crowds; the description in the middle fits {chance(middle)} strangers and is {over:.2g} times as common in the release (over-fit). "
        f"{_rare_crowds(found)} {found.unresolved:,} descriptions fit no stranger at all: they are rarer than {chance(2 * found.resolution)}, not impossible."
    )


def _rare_crowds(found: Any) -> str:
    if found.below is None:
        return "Whether a crowd is rarer than your line cannot be told: there are too few strangers."
    most = chance(attacks.singling_out.expected_success(found.eta))
    return f"{found.below:,} crowds are rarer than your line; where so many are, the attack on crowds reaches about {most} (η/e)."


def mix_rows(found: Described) -> dict[str, Sequence[Any]] | None:
    """Which columns the descriptions of records use, and which of them hit."""
    one, several = found.records
    held = [record for record in (one, several) if hasattr(record, "by_column")]
    if not held:
        return None
    names = list(held[0].by_column)
    rows: dict[str, Sequence[Any]] = {"column": names}
    for head, record in zip(("one column", "several columns"), (one, several), strict=True):
        if hasattr(record, "by_column"):
            rows[f"{head}: tries"] = [record.by_column.get(name, 0) for name in names]
            rows[f"{head}: hits"] = [record.hits_by_column.get(name, 0) for name in names]
    return rows


def rare_told(found: Described) -> list[str]:
    """What each attack assumed and how the release was read, escaped."""
    lines = []
    for name, one in zip(SHORT_HEADS.values(), (found.crowds, *found.records), strict=True):
        if not hasattr(one, "outcome"):
            continue
        told = getattr(one, "assumptions", ()) or one.evidence.assumptions
        lines.append(f"**{name}.** {plain(' '.join((*told, *one.notes)))}")
    return lines


def rare_notes(seen: Seen) -> tuple[str, str, str]:
    """What it means, does not mean, and what comes next."""
    first = "A description that fits exactly one person is worth something only when it is too rare for luck, and fits people of the release more often than strangers."
    if seen.holdout is None:
        first = "A description made from the release fits one of its people easily. Without strangers nobody can say whether that is luck."
    second = "An attack that does no better than luck proves nothing, for another one may; one that does better names nobody yet."
    third = "Where a crowd's description is rare, blur the columns it is made of. Then try again."
    return first, second, third
