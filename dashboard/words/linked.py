"""Sentences of the page `again` about the user's own releases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dashboard.words.blur import promise
from dashboard.words.counting import how_counted
from dashboard.words.joining import left_out_line
from dashboard.words.phrases import beyond, chosen, counted, listed, numeral, plain
from privacy_core import Study, composition, of_100, one_in, share

if TYPE_CHECKING:
    from dashboard.compute import Own
    from dashboard.linking import Person, Releases

ORIGINS = ("The open table, several ways", "Uploaded releases")
RELEASES_FROM = "Which releases?"
WAYS, SECRET_OF_WAYS = "Releases of the open table", "Secret"
WAYS_HELP = "Each is one release of the same rows, with its own known columns or its own blur. Pinned settings of the page Blur are offered too."
AS_LOADED = "all known columns, as loaded"
ANOTHER_WAY, ADD_WAY = "Another way", "Add this release"
WAY_COLUMNS, WAY_NOTE = (
    "Known columns it publishes",
    "Levels follow the hierarchies of the page Blur, the suggested ones where you made none; 0 is as loaded.",
)
SPELLING = "Keep different spellings apart"
SPELLING_HELP = "Values that releases write differently (capitals, blanks, zeros of numbers) count as the same, with their counts told, unless kept apart."
MASKED = "•••"
LINKING = "Linking your releases."
NOT_LINKED = "These releases cannot be linked as they are."
FIND, FIND_CROWD = "Show what is left for one person", "Show what is left for one crowd"
REVEAL_PERSON = "Show who it is"
CLOSE_PERSON = "Close"
FINDINGS = "What was found and decided, in sentences"
BARS_TABLE = "The same as a table"
EMPTY_BAR = "nothing left"
CROWDS_ONLY = (
    "Nothing tells people apart here: what is counted are crowds that all releases share, whatever their size."
)
THOSE = {
    composition.Counted.PEOPLE: "people",
    composition.Counted.ROWS: "people",
    composition.Counted.CLASSES: "shared crowds",
}
"""What is counted; a row of a table without person ids is taken as one person."""
COUNTED_AS_LINKED = {
    composition.Counted.PEOPLE: "counted in persons",
    composition.Counted.ROWS: "counted in rows, each taken as one person",
    composition.Counted.CLASSES: "counted in crowds that all releases share",
}


def only(name: str) -> str:
    """A release of one known column."""
    return f"only {name}"


def without(name: str) -> str:
    """A release of all known columns but one."""
    return f"without {name}"


def pin_name(letter: str, pairs: Sequence[tuple[str, float]]) -> str:
    """A pinned setting of the page blur."""
    return f"setting {letter} of Blur: {promise(pairs)}"


def way_name(columns: Sequence[str], levels: Sequence[tuple[str, int]]) -> str:
    """A release the user put together."""
    at = dict(levels)
    return ", ".join(f"{name} at level {at[name]}" if name in at else name for name in columns)


def level_to_take(name: str) -> str:
    """Label of a column's level."""
    return f"Level of {plain(name)}"


def cut_short(name: str, most: int = 16) -> str:
    """A name that fits beside a row of chips."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def own_answer(seen: Releases) -> str:
    """How many people the linked releases pin."""
    if seen.missing is not None:
        return seen.missing
    if seen.own is None:
        waits = seen.job is not None and not seen.job.ended
        return LINKING if waits else NOT_LINKED
    found = seen.own.found
    several = numeral(len(found.releases))
    if not found.judged.any():
        return (
            f"Linked, your {several} releases leave {beyond('nobody')} any value: they are not about the same people."
        )
    if found.pinned:
        who = f"{of_100(found.pinned, found.people)} {those_counted(seen.own)}"
        return f"Linked, your {several} releases pin {beyond(who)}."
    return f"Linked, your {several} releases pin {chosen('no one')}; the fewest values left are {found.least_left:,} of {found.n_present:,}."


def those_counted(seen: Own) -> str:
    """What is counted: people or, where nothing tells them apart, crowds that all releases share."""
    return THOSE[seen.found.unit]


def own_line(seen: Releases, study: Study) -> str:
    """Which releases, what is assumed, how it is counted."""
    about = f"secret: {plain(seen.secret)} · " if seen.secret is not None else ""
    policies = _policies(seen, study)
    if seen.own is None:
        names = f"{listed(seen.names)} · " if seen.names else ""
        return f"{names}{about}{policies}"
    each = "; ".join(f"{plain(one.name)} (k = {one.k:,}, ℓ = {one.ell:,})" for one in seen.own.found.releases[:4])
    more = f" and {len(seen.own.found.releases) - 4} more" if len(seen.own.found.releases) > 4 else ""
    return (
        f"{each}{more} · {about}the attacker knows the known columns and that the person is in every release · "
        f"{policies}"
    )


def _policies(seen: Releases, study: Study) -> str:
    """How doubtful rows are counted; what was said of the open table's rows does not hold for uploaded releases."""
    unit = "" if seen.own is None else f" · {COUNTED_AS_LINKED[seen.own.found.unit]}"
    if seen.left_out is None:
        return f"{how_counted(study)}{unit}"
    return f"{left_out_line(seen.left_out)} · {how_counted(Study(policies=study.policies))}{unit}"


def own_lead(seen: Own) -> str:
    """What one mark is."""
    apart = (
        f" {EMPTY_BAR.capitalize()}: not in all, or the value changed; that is no protection."
        if seen.found.empty
        else ""
    )
    return f"**Every bar is {those_counted(seen)} with so many values left.** :orange[■] one left · ┄ before linking, by the most telling release.{apart}"


def own_picture(seen: Own) -> tuple[str, str, str, str]:
    """Words of the bar apart, titles across and up, message."""
    found = seen.found
    return (
        EMPTY_BAR,
        "values left",
        those_counted(seen),
        f"After linking, {of_100(found.pinned, found.people)} {those_counted(seen)} have one value left; {found.empty:,} have none.",
    )


def own_lines(seen: Own) -> list[tuple[float, str]]:
    """Worst and random case, for comparison."""
    found = seen.found
    return [
        (float(found.worst_case), f"at worst: {found.worst_case:,}"),
        (found.random_case.mean, f"random classes: {found.random_case.mean:.3g}"),
    ]


def own_lines_said(seen: Own) -> str:
    """The same in words."""
    return " · ".join(f"┄ {label}" for _, label in own_lines(seen))


def own_metrics(seen: Own) -> list[tuple[str, str, str]]:
    """Four numbers of the linkage."""
    found, who = seen.found, those_counted(seen).capitalize()
    guess = "not applicable" if found.mean_guess is None else one_in(found.mean_guess)
    before = "" if found.mean_guess_before is None else f" Before linking {one_in(found.mean_guess_before)}."
    return [
        (
            "Only by linking",
            f"{found.newly_pinned:,}",
            f"{who} with one value left whom no single release pins.",
        ),
        (
            "Fewer values left",
            f"{found.shrank:,}",
            f"{who} with fewer values left than their most telling single release leaves.",
        ),
        (
            "Blind guess",
            guess,
            f"Mean of 1/(values left) over {those_counted(seen)} in every release.{before} One of so many is guessed right.",
        ),
        (
            "Nothing left",
            f"{found.empty:,}",
            "In every release, but no value in common: not in all of them, or the value changed. Counted apart, in no mean.",
        ),
    ]


def belief_note(seen: Own) -> str | None:
    """How beliefs move where the releases share classes."""
    found = seen.beliefs
    if seen.no_beliefs is not None:
        return f"How beliefs move is not told here: {plain(seen.no_beliefs)}"
    if found is None or not len(found.classes):
        return None
    prior = "an estimated prior (the shares of all releases together)" if found.estimated else "the prior given"
    return (
        f"Sets forget counts. If the releases were drawn independently of one another, with {prior}, then in "
        f"{counted(len(found.classes), 'crowd')} that all of them share the largest belief is {share(float(found.highest.max()))}; in one "
        f"release it is {share(float(found.highest_before.max()))}."
    )


def find_label(seen: Own) -> str:
    """Button that shows a person, a pinned one first."""
    find = FIND if those_counted(seen) == "people" else FIND_CROWD
    return f"{find}, pinned first" if seen.found.pinned else find


def person_title(seen: Person) -> str:
    """Who is looked at, masked until asked."""
    left = len(seen.candidates.left)
    what = "nothing left" if not left else "one value left" if left == 1 else f"{left:,} values left"
    return f"{'Person' if those_counted(seen.own) == 'people' else 'Crowd'} {plain(seen.name)}: {what}"


def person_place(seen: Person) -> str:
    """Where they stand among all, and values that are not drawn."""
    hidden = seen.own.found.n_present - len(seen.values)
    rest = (
        f" {counted(hidden, 'more value')} of the secret {'is' if hidden == 1 else 'are'} in no crowd of theirs."
        if hidden
        else ""
    )
    return f"{seen.at + 1:,} of {len(seen.own.order):,}, fewest values left first.{rest}"


def person_message(seen: Person) -> str:
    """For those who cannot see it."""
    whom = "person" if those_counted(seen.own) == "people" else "crowd"
    return f"Linking leaves this {whom} {counted(len(seen.candidates.left), 'value')} of {seen.own.found.n_present:,}."


def in_all(n: int) -> str:
    """Values that occur in all releases."""
    return f"{n:,} values in all"


def bar_rows(seen: Own) -> dict[str, list[str]]:
    """The histogram as a table."""
    names = [f"{low:,}" if low == high else f"{low:,} to {high:,}" for low, high, *_ in seen.bars]
    rows = {
        "values left": [*names, "none: not in all, or changed"],
        f"{those_counted(seen)}, linked": [*(f"{after:,}" for _, _, after, _ in seen.bars), f"{seen.found.empty:,}"],
        f"{those_counted(seen)}, before linking": [*(f"{before:,}" for *_, before in seen.bars), ""],
    }
    return rows


def finding_lines(seen: Own) -> list[str]:
    """The core's sentences."""
    crowds = seen.found.unit is composition.Counted.CLASSES
    return [*([CROWDS_ONLY] if crowds else []), *(plain(one) for one in composition.findings(seen.found))]


def _known_to_finders(seen: Own) -> str:
    """Whose secret is known, and whether for certain: only where nobody's value is known to differ, and some key tells."""
    found = seen.found
    who = f"**{of_100(found.pinned, found.people)}** {those_counted(seen)}"
    if found.value_changed:
        changed = counted(found.value_changed, "person")
        return f"Whoever finds a person's crowd in every release is left one value for {who}; it need not be true, for the value of {changed} is not the same in every release."
    if found.changed is None:
        return f"Whoever finds a person's crowd in every release is left one value for {who}, the true one if nobody's value changed."
    return f"Whoever finds a person's crowd in every release knows the secret of {who} for certain."


def own_notes(seen: Releases) -> tuple[str, str, str]:
    """What the number means, does not mean, and what comes next."""
    third = "Give all releases the same groups, or publish one of them. Then ask whether someone can match what is published to what they know."
    if seen.own is None:
        first = "Releases about the same people add up: what one rules out, the next does not bring back."
        return first, "Each release may keep its own promise all the same.", third
    found = seen.own.found
    before = (
        ""
        if found.mean_before is None or found.mean_left is None
        else f" On average {found.mean_left:.3g} of {found.n_present:,} values are left, before linking {found.mean_before:.3g}."
    )
    first = f"{_known_to_finders(seen.own)}{before}"
    second = "It is the least an attacker can do: sets forget how often a value occurs. Nothing left is no protection; the person is not in every release, or the value changed."
    return first, second, third
