"""Sentences of `isolate` about rare descriptions: made from a release, tried on its people, on strangers, blindly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dashboard.words.attacked import NOT_TRIED
from dashboard.words.isolate import NO_TABLE_NEEDED
from dashboard.words.match import NO_UPLOAD, release_named
from dashboard.words.outcomes import badge, chance, found_in_short, interval, rate
from dashboard.words.phrases import beyond, chosen, counted, fitting, listed, plain
from privacy_core import attacks

if TYPE_CHECKING:
    from dashboard.compute.describing import Described, Reached
    from dashboard.describing import Seen

WHAT_IS_TESTED = "What is tested"
RARER, RARER_HELP = (
    "Rare is so many times rarer than one row",
    "A description counts as rare when its chance of fitting a fresh person is below 1 in (this × rows of the table).",
)
TOGETHER, TOGETHER_HELP = (
    "Columns in a description",
    "A description of several columns takes so many of them from one released record, drawn at random.",
)
RARE_LEAD = "**Each mark is a group of tries whose descriptions are about as rare.** :small[:gray[:orange[◆] above luck, beyond the interval · ◆ not above it · ┄ luck]]"
RARE_IN_SAMPLE = "**Each mark is a group of tries, placed by how rare their descriptions are *in the release itself*; among people they may be rarer or commoner.**"
RARE_AXIS, RARE_UP = "weight: chance that a fresh person fits", "descriptions that fit exactly one row, of 100"
RARE_WAY = "How one person is described"
SEVERAL_COLUMNS = "Several columns"
RARE_WAYS = "A crowd's description", "One column", SEVERAL_COLUMNS
RARE_WAY_HELP = "By what is published of a crowd, and a fair draw within it; or by what holds for one released record alone, in one column or in several. At first the way that gains most over luck."
RARE_HEADS = (
    "A crowd's published description, and a fair draw within it",
    "What one column of one record says",
    "What several columns of one record say",
)
SEVERAL_TITLE = "Three ways to describe one person, beside strangers and luck"
RARE_TABLE = "Counts, how rare the descriptions are, which columns they use, and what was assumed"
NEEDS_STRANGERS = "Without people who are not in the release no one knows how rare a description is, so nothing is judged. Their table can be given under *What is tested*."
RELEASED_FIRST = {NO_UPLOAD: "Upload the release that was made of the open table."}
"""What has to be done first, where no release is matched to anything."""
RARE_WAITS = f"Here descriptions made from a release of it are tried on its people and on strangers. {NO_TABLE_NEEDED}"
TRYING_RARE = "Descriptions are tried on the release."
NO_WEIGHTS = "Without strangers no one knows how rare these descriptions are, so there is no curve to hold them against; how often they hit stands below."
RARE_STOPPED = "Descriptions were not tried on the release."
NOTHING_DESCRIBED = "No description could be tried on this release."
ALL_WRITTEN_ALIKE = "Premise fails: every row is written like another one, so nothing can fit exactly one."


def rare_answer(seen: Seen) -> str:
    """Whether descriptions made from the release isolate more people than luck does."""
    if seen.missing is not None:
        return RELEASED_FIRST.get(seen.missing, seen.missing)
    if seen.found is None:
        if seen.job is not None and not seen.job.ended:
            return TRYING_RARE
        return RARE_STOPPED if seen.job is not None and seen.job.stopped else NOTHING_DESCRIBED
    one, name = seen.reached, RARE_WAYS[seen.at]
    if one is None or not one.main.attempts:
        return f"{name} could not be tried on this release."
    outcome = seen.looked_at.outcome
    if outcome is attacks.Outcome.BEATS:
        return _beats(name, rare_noun(seen), one)
    return _level(name, rare_noun(seen), one, outcome)


def rare_noun(seen: Seen) -> str:
    """Whom a description fits: people, where each has one row."""
    return "person" if seen.people else "row"


def _luckier(one: Reached) -> str:
    """Which of the two that show luck hits more often."""
    return "guessing" if one.luck is one.blind else "strangers"


def _beats(name: str, noun: str, one: Reached) -> str:
    hits = beyond(f"{rate(one.main)} tries")
    tail = (
        ""
        if one.luck is None
        else f"; {'by' if one.luck is one.blind else 'among'} {_luckier(one)} in {rate(one.luck)}"
    )
    verb = _verb(name, "single")
    whole = f"{name} {verb} a {noun} out in {hits}"
    return fitting(f"{whole}{tail}.", f"{name} {verb} one out in {hits}{tail}.", f"{whole}.")


def _verb(name: str, verb: str) -> str:
    """The verb in the number of its subject, which is several columns or one thing."""
    return verb if name == SEVERAL_COLUMNS else f"{verb}s"


def _level(name: str, noun: str, one: Reached, outcome: attacks.Outcome) -> str:
    if outcome is attacks.Outcome.PREMISE_FAILS:
        return ALL_WRITTEN_ALIKE
    if outcome is attacks.Outcome.NOT_MEASURED or one.luck is None:
        whole = f"{name} {_verb(name, 'fit')} one {noun} alone in {rate(one.main)} tries"
        return fitting(f"{whole}; {chosen('luck is not measured')}.", f"{whole}.")
    level = f"{name} {'are' if name == SEVERAL_COLUMNS else 'is'} {chosen('not seen to beat luck')}"
    hits, luck = rate(one.main), f"{_luckier(one)} {rate(one.luck)}"
    return fitting(f"{level}: {hits} tries, {luck}.", f"{level}: {hits}, {luck}.", f"{level}.")


def rare_line(seen: Seen) -> str:
    """Which table, which release, whose luck, how often."""
    study, asked = seen.study, seen.asked
    if study.source is None:
        return RARE_WAITS
    if asked is None:
        return plain(study.source.name)
    strangers = "none, so nothing is judged" if seen.holdout is None else plain(seen.holdout)
    return " · ".join(
        [
            f"{'people' if seen.people else 'rows'} of {plain(study.source.name)}",
            f"release: {release_named(seen)}",
            f"crowds by {listed(asked.known)}",
            f"strangers: {strangers}",
            f"up to {counted(asked.tries, 'try')} of each kind · seed {asked.seed}",
        ]
    )


def rare_peak(seen: Seen) -> str:
    """Words at the top of the curve of luck."""
    return f"{chance(float(attacks.singling_out.peak(seen.rows)))} by luck alone"


def rare_cut(seen: Seen) -> str:
    """Words of the user's line."""
    return f"your line: 1 in {1 / seen.limit:,.0f}"


def rare_lead(seen: Seen) -> str:
    """What one mark is."""
    return RARE_LEAD if seen.holdout is not None else RARE_IN_SAMPLE


def rare_message(seen: Seen) -> str:
    """For those who cannot see it."""
    one = seen.reached
    if one is None:
        return NOTHING_DESCRIBED
    main, blind = one.main, one.blind
    said = f"{RARE_WAYS[seen.at]}: {main.hits:,} of {main.attempts:,} descriptions fit exactly one row of the table"
    return f"{said}; {'guessing is not measured' if blind is None else f'blind ones do {blind.hits:,} times'}."


def rare_messages(found: Described) -> str:
    """All three, for those who cannot see them: drawn text."""
    return " ".join(_message(name, one) for name, one in zip(RARE_WAYS, found.counts, strict=True))


def _message(name: str, one: Reached | None) -> str:
    if one is None:
        return f"{name}: not measured."
    return f"{name}: {_found(one.main)} on people, strangers {_found(one.control)}, guessing {_found(one.blind)}."


def rare_metrics(one: Reached) -> list[tuple[str, str, str | None]]:
    """Three numbers: people, strangers, luck, each with its interval in the help."""
    main, control, blind = one.main, one.control, one.blind
    return [
        ("On people", _found(main), f"Descriptions that fit exactly one row of the open table{_within(main)}."),
        ("On strangers", _found(control), f"The same descriptions among as many people who are not in the release{_within(control)}.{_fewer(main, control)}"),
        ("By guessing", _found(blind), f"Blind descriptions, really tried: hashes of the same weights for crowds, else columns, signs and values by chance{_within(blind)}."),
    ]  # fmt: skip


def _found(counts: attacks.Counts | None) -> str:
    return NOT_TRIED if counts is None or not counts.attempts else found_in_short(counts)


def _fewer(main: attacks.Counts, control: attacks.Counts | None) -> str:
    """Why strangers count for fewer tries, where they do."""
    if control is None or control.attempts >= main.attempts:
        return ""
    return " They are fewer than the people, so they count for as many fewer tries."


def _within(counts: attacks.Counts | None) -> str:
    return "" if counts is None or not counts.attempts else f"; interval {interval(counts)}"


def rare_outcomes(found: Described) -> list[str]:
    """Outcome of each attack."""
    return [_outcome(name, one) for name, one in zip(RARE_WAYS, found.several, strict=True)]


def _outcome(name: str, one: Any) -> str:
    return f"{name}: {badge(getattr(one, 'outcome', attacks.Outcome.NOT_MEASURED))}"


def rare_outcome(seen: Seen) -> str:
    """Outcome of the attack that is looked at."""
    one = seen.looked_at
    return f"{RARE_WAYS[seen.at]}: {badge(attacks.Outcome.NOT_MEASURED if one is None else one.outcome)}"


def rare_legal(seen: Seen) -> str | None:
    """What may be said of it in an assessment; only where it was measured beside luck."""
    one = seen.reached
    if one is None or one.luck is None or not one.main.attempts:
        return None
    return plain(attacks.legal_line(one.main, one.blind, one.control))


def rare_notes(seen: Seen) -> tuple[str, str, str]:
    """What it means, does not mean, and what comes next."""
    first = "A description that fits exactly one person is worth something only when it is too rare for luck, and fits people of the release more often than strangers."
    if seen.holdout is None:
        first = "A description made from the release fits one of its people easily. Without strangers nobody can say whether that is luck."
    second = "An attack that does no better than luck proves nothing, for another one may; one that does better names nobody yet."
    return first, second, _next(seen)


def _next(seen: Seen) -> str:
    """What to do where nothing can be judged, where luck is beaten, and where it is not."""
    if seen.holdout is None:
        return "Hold some people back before you blur, or take some of whom you have the same columns, and give them under *What is tested*. Then it is judged."
    if seen.looked_at is not None and seen.looked_at.outcome is attacks.Outcome.BEATS:
        return "Blur the columns these descriptions are made of, or leave one out. Then try again."
    return "Look at the other two ways to describe a person. Then ask what totals of the same people give away, under *Totals and noise*."


RARE_METHODS = ("descriptions of crowds", "descriptions of records", "blind luck")
