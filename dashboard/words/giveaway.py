"""Sentences of the page `giveaway`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dashboard.words.counting import NOTHING_LEFT, left_out, of_whom, policy_line, whom
from dashboard.words.phrases import beyond, chosen, counted, plain, plural, summary, unbroken
from privacy_core import (
    BasicBeta,
    DeltaDisclosure,
    DistinctL,
    EnhancedBeta,
    EntropyL,
    KAnonymity,
    Luck,
    Mix,
    Study,
    TCloseness,
    Unit,
    of_100,
    share,
)

if TYPE_CHECKING:
    from dashboard.telling import Look

GIVEAWAY = "What does the crowd still give away?"
SYMBOLS = {
    "t": "t",
    "k": "k",
    "l": "ℓ",
    "entropy_l": "entropy ℓ",
    "beta": "β",
    "enhanced_beta": "enhanced β",
    "delta_disclosure": "δ-disclosure",
}
LABELS = {
    "t": "Allowed distance (t)",
    "k": "Smallest crowd (k)",
    "l": "Fewest different secrets (ℓ)",
    "entropy_l": "Fewest effective secrets (entropy ℓ)",
    "beta": "Largest gain (β)",
    "enhanced_beta": "Largest gain, rare values capped (enhanced β)",
    "delta_disclosure": "Largest change of a chance (δ-disclosure)",
}
AXES = {
    "t": "distance from everyone's mix (EMD)",
    "k": "people who look the same",
    "l": "different secrets in the crowd",
    "entropy_l": "effective number of secrets",
    "beta": "largest relative gain of a secret",
    "enhanced_beta": "largest gain, rare values capped",
    "delta_disclosure": "largest |ln(q/p)| of a secret",
}
MODELS = {
    "t": TCloseness,
    "k": KAnonymity,
    "l": DistinctL,
    "entropy_l": EntropyL,
    "beta": BasicBeta,
    "enhanced_beta": EnhancedBeta,
    "delta_disclosure": DeltaDisclosure,
}
HELPS = {name: summary(model) for name, model in MODELS.items()}
GROUND_HELP = (
    "Equal: every two secrets are one apart, the strictest. Ordered: neighbours in rank are close. Value: gaps between "
    "numbers count. Hierarchical: secrets of one group are close."
)
SECRET_FIRST = "No column is secret yet: give one the role Secret, and see what each crowd tells."
ONE_VALUE = "This column has one value: everybody's secret is known, whatever the distance says."
CLICK = "Click a crowd in the picture, or take the most telling one, to see what it gives away."
MIX_KEY = ":orange[■] **bar** in this crowd  \n**|** **tick** in the whole table"
ARC_KEY = ":orange[◠] **arc** share that has to move"
HIDDEN = "What this crowd looks like is hidden; a crowd of one is a person."
MORE_PROMISES = "More promises: k, ℓ, β, δ-disclosure"
MORE_NOTE = "The promise you move takes the axis of the picture."
BACK_TO_T = "Back to distance (t)"
MOST_TELLING = "Show the most telling crowd"
SHOW_LOOKS = "Show what it looks like"
ONLY_BEYOND = "Only beyond the line"
BOUNDS = "What each promise lets a rare secret fill"


def at(seen: Look) -> str:
    """The line as written on the picture."""
    return f"{seen.threshold:.2f}" if seen.model not in ("k", "l") else f"{seen.threshold:.0f}"


def value(number: float | None) -> str:
    """One number of a model."""
    if number is None:
        return "not applicable"
    return "∞" if number == float("inf") else f"{number:.3f}".rstrip("0").rstrip(".")


def giveaway_answer(seen: Look) -> str:
    """How many people are in crowds beyond the line."""
    people, failing = int(seen.classes.size.sum()), seen.found.records_failing
    if seen.found.value is None:
        return NOTHING_LEFT
    allowed = "you allow" if seen.set_by_user else f"{unbroken(f'{SYMBOLS[seen.model]} = {at(seen)}')} allows"
    if not failing:
        kept = "is smaller" if seen.model == "k" else f"tells more about {plain(seen.secret)}"
        return f"No crowd {kept} than {allowed}; the worst is at {chosen(value(seen.found.value))}."
    who = "Everyone" if failing == people else f"{of_100(failing, people)} {plural(whom(seen.study))}"
    verb = "hides" if failing == people else "hide"
    crowd = "a crowd smaller" if seen.model == "k" else f"a crowd that tells more about {plain(seen.secret)}"
    return f"{beyond(who)} {verb} in {crowd} than {allowed}."


def secret_line(seen: Look) -> str:
    """Table, people, crowds, the secret looked at and how it is counted."""
    classes = seen.classes
    return (
        f"{plain(seen.study.source.name)} as loaded · {of_whom(int(classes.size.sum()), seen.study)} in {len(classes):,} crowds (equivalence "
        f"classes){left_out(classes.n_suppressed, classes.n_left_out)} · secret: {plain(seen.secret)}, {seen.domain:,} values · "
        f"compared with this table's own mix · {policy_line(seen.study, Unit.ROWS)}"
    )


def marks_lead(binned: bool, study: Study) -> str:
    """What one mark is."""
    called = plural(whom(study))
    if binned:
        return f"**Every mark is a group of crowds alike in size and distance; its area is the {called} in them.** Click one for its worst crowd."
    return f"**Every mark is a crowd; its area is the number of {called}.** Click one to see what it tells."


def sides(seen: Look) -> str:
    """Crowds and people on both sides of the line."""
    crowds, people = seen.found.classes_failing, seen.found.records_failing
    inside, within = len(seen.classes) - crowds, int(seen.classes.size.sum()) - people
    line = f"{SYMBOLS[seen.model]} = {at(seen)}"
    if not crowds:
        return f"● none of {counted(inside, 'crowd')}, with {of_whom(within, seen.study)}, is beyond {line}"
    over = f":orange[◆ {counted(crowds, 'crowd')}, {of_whom(people, seen.study)} beyond {line}]"
    return f"{over} · ● {counted(inside, 'crowd')}, {of_whom(within, seen.study)} within"


def picture(seen: Look) -> tuple[str, str, str]:
    """Words of the line, title of the axis, message of the picture."""
    failing = of_whom(seen.found.records_failing, seen.study)
    message = (
        f"{seen.found.classes_failing:,} of {counted(len(seen.classes), 'crowd')}, with {failing}, "
        f"lie beyond {SYMBOLS[seen.model]} = {at(seen)}."
    )
    line = f"{'your' if seen.set_by_user else 'example'} line: {SYMBOLS[seen.model]} = {at(seen)}"
    return line, AXES[seen.model], message


def line_note(seen: Look) -> str:
    """What a move of the line does."""
    moved = "" if seen.set_by_user else "This line is an example until you move it. "
    return f"{moved}Moving it recolours the marks; nothing is measured again."


def one_value(seen: Look) -> str | None:
    """A warning where the distance would hide that everybody's secret is known."""
    return ONE_VALUE if seen.domain == 1 else None


def mix_title(seen: Mix, column: str) -> str:
    """The headline of one crowd."""
    if not seen.size:
        return f"Nothing is known of {plain(column)} in this crowd."
    count, before = seen.count[seen.top], share(seen.prior[seen.top])
    who = (
        f"{'All' if count == seen.size else f'{count:,} of'} these {seen.size:,}"
        if seen.size > 1
        else "This one person"
    )
    verb = "has" if seen.size == 1 or count == 1 else "have"
    return f"{who} {verb} {plain(column)} *{plain(seen.labels[seen.top])}*. In the whole table it is {before}."


def mix_message(seen: Mix) -> str:
    """What the picture of one crowd shows, for those who cannot see it."""
    before = share(seen.prior[seen.top])
    return (
        f"In this crowd {seen.labels[seen.top]} is {seen.count[seen.top]} of {seen.size}; in the whole table {before}."
    )


def moved(seen: Mix, ground: str) -> str:
    """What the arcs add up to."""
    if ground == "equal":
        return f"Distance {seen.distance:.3f}: {share(min(seen.distance, 1.0))} parts of the mix move."
    return f"Distance {seen.distance:.3f}: the shares that move, each times how far it moves (1 is the longest way)."


def mix_metrics(seen: Mix) -> list[tuple[str, str, str]]:
    """The four numbers beside one crowd."""
    top = seen.top
    guess = "How often guessing the value that gained most is right"
    return [
        ("Guess before", share(seen.prior[top]), f"{guess} in the whole table (the prior)."),
        (
            "Guess after",
            f"{seen.count[top]:,} of {seen.size:,}" if seen.size else "not known",
            f"{guess} in this crowd (the posterior).",
        ),
        ("Crowd", counted(seen.size, "person"), "People of this crowd whose secret is in the table."),
        ("Different values", f"{seen.shown} of {seen.domain}", HELPS["l"] + both_l(seen)),
    ]


def both_l(seen: Mix) -> str:
    """The number of different secrets with the missing ones counted as a value, and without."""
    if not seen.missing:
        return ""
    known = seen.shown - seen.counts_missing
    return f" {counted(seen.missing, 'secret')} of this crowd is missing: {seen.shown} counting missing as a value, {known} without."


def place(seen: Look) -> str:
    """Where the crowd stands among all."""
    rank = seen.order.tolist().index(seen.selected) + 1
    found = value(float(seen.found.per_class[seen.selected]))
    side = "beyond the line" if seen.found.fails[seen.selected] else "within the line"
    return f"Crowd {seen.selected + 1:,} · {rank:,} of {len(seen.classes):,} from the most telling · {SYMBOLS[seen.model]} {found}, {side}"


def table_title(seen: Look) -> str:
    """Label of the detail."""
    return f"All {len(seen.classes):,} crowds, most telling first"


def table_note(shown: int, total: int) -> str:
    """How much of the whole the table lists."""
    rest = f", {total - shown:,} more are in the file" if total > shown else ""
    return f"The worst {shown:,} of {total:,} crowds{rest}. Select a row to see that crowd above."


def giveaway_notes(seen: Look) -> tuple[str, str, str]:
    """What the distances mean, do not mean, and what comes next."""
    name = plain(seen.secret)
    if seen.mix is None or not seen.mix.size:
        first = f"Someone who finds a person's crowd learns its mix of {name}. The farther that is from everyone's mix, the more they learn."
    else:
        mix = seen.mix
        certain, right = mix.count[mix.top] == mix.size, f"be right {mix.count[mix.top]:,} of {mix.size:,} times"
        first = f"Whoever knows that a person is in this crowd may say *{plain(mix.labels[mix.top])}* and {'be certain' if certain else right}; before, {share(mix.prior[mix.top])}."
    second = "Small crowds stray by luck alone: a distance shows what is given away, not why. It says nothing of other columns."
    return first, second, "Larger or more mixed crowds give less away. See how much must be blurred for that."


def bound_rows(seen: Look) -> dict[str, list[str]]:
    """What each promise lets the rarest secret fill, as a table."""
    return {
        "promise": [f"{SYMBOLS[bound.model]} = {bound.line:g}" for bound in seen.bounds],
        "line": [
            "yours" if getattr(seen.study.thresholds, bound.model) is not None else "example" for bound in seen.bounds
        ],
        "a secret of": [share(bound.before) for bound in seen.bounds],
        "can fill": [share(bound.after) for bound in seen.bounds],
    }


BOUNDS_NOTE = "t adds to a share, β and δ-disclosure multiply it. In a crowd that keeps the promise, the rarest secret of this table can fill at most:"

LUCK = "Show what luck does"
LUCK_HELP = "Crowds of this size drawn at random from the table, without looking at what others know: where 95 of 100 of them stand. A crowd within this stretch tells no more than any crowd its size would."


def luck_stretch(found: Luck | None) -> dict[str, Any] | None:
    """The stretch of luck as the picture draws it."""
    if found is None:
        return None
    people = f"{found.size:,} people" if found.size > 1 else "1 person"
    return {"low": found.low, "high": found.high, "label": f"luck: 95 of 100 random crowds of {people}"}


def luck_sentence(found: Luck | None, seed: int) -> str:
    """Where random crowds stand, with number of draws and seed."""
    if found is None:
        return ""
    return f"By luck: {value(found.low)} to {value(found.high)}, on average {value(found.mean)} ({found.draws:,} draws, seed {seed})."


GIVEAWAY_METHODS = (
    *("t-closeness", "distinct-l", "entropy-l", "recursive-cl", "alpha-k", "basic-beta", "enhanced-beta"),
    *("delta-disclosure", "largest share", "luck", "homogeneity, skewness, similarity", "beliefs", "merge partner"),
)
