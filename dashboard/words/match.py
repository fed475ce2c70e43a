"""Sentences of the page `match`: its answer, what was matched to what, the numbers at the cut, the notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.words.blur import promise
from dashboard.words.phrases import NOTHING_OPEN, beyond, chosen, counted, fitting, numeral, plain
from privacy_core import linkage, of_100, samples, share

if TYPE_CHECKING:
    from dashboard.compute.matched import At, AtLeast, Match
    from dashboard.matching import Seen

MATCH = "Can someone match this to what they already know?"
MATCHED = "The release"
PROTECTION_PART, ATTACKER_PART, OTHERS_PART = "Protection settings", "Attackers", "Other ways"
MATCH_PARTS = (MATCHED, PROTECTION_PART, ATTACKER_PART, OTHERS_PART)
MATCH_PART = "What is looked at"
SLICES, SHEETS = "Slices", "Surface"
LOOK_AS, LOOKS = "View", (SLICES, SHEETS)
STRICTNESS, SORTED_BY, COMPONENTS = "Strictness (τ)", "Sorted by", "Components"
STRICTNESS_HELP = "How alike two records must be to count as a link: 1 is alike in every direction, 0 is no more than average. A link needs this or more, within a millionth."
SORTED_HELP = "The attacker first sorts by these columns and compares only records that agree in them. A coarser sorting never links fewer."
COMPONENTS_HELP = "Directions kept when the columns are brought together. Fewer make everybody look alike: more links, fewer of them right."
BLURRED_NOW, AS_IT_IS, UPLOADED_RELEASE = (
    "The open table, as Blur has it now",
    "The open table, as it is",
    "An uploaded release",
)
REGISTER_AGAIN = "The register, typed in again"
MADE_UP_STRANGERS = f"{samples.STRANGERS:,} made-up people"
USE_STRANGERS = f"Compare with {samples.STRANGERS:,} made-up strangers"
AS_IT_IS_INSTEAD = "Or choose *The open table, as it is* below."
ONE_ROW_ON_BLUR = "There, *One row per person* does it in one click."
NO_UPLOAD = "Upload the release that may be matched to the open table."
BLUR_FIRST = "Nothing is blurred yet: choose a way on Blur, or take the table as it is."
NO_BLUR = "Blur has no way that keeps its promise, so there is no release to test."
KNOWN_FIRST = "Say first which columns others could know."
MATCHING = "Matching the release to what the attacker holds."
NOT_MATCHED = "The release was not matched."
LEAST_TAU = 0.9
NOUNS = {
    linkage.Null.HOLDOUT: "strangers",
    linkage.Null.NON_MATCH: "wrong pairs",
    linkage.Null.PERMUTATION: "shuffled records",
}
"""Whose luck it is: strangers are only people who are not in the release."""
HEADS = {
    linkage.Null.HOLDOUT: "Strangers link",
    linkage.Null.NON_MATCH: "Wrong pairs link",
    linkage.Null.PERMUTATION: "Shuffled link",
}
ABOUT = {
    linkage.Null.HOLDOUT: "People who are not in the release, matched to it in the same way.",
    linkage.Null.NON_MATCH: "For each member the most similar record that is somebody else.",
    linkage.Null.PERMUTATION: "Members matched to the release with its columns shuffled inside each block; what goes with what is broken, so luck looks rarer than it is.",
}
ALL_COMPARED = "nothing: all are compared"
LENIENT_TAU = 0.25
"""A threshold that is often taken for a moderate one."""


def one_row_first(persons: int) -> str:
    """Why Blur has no release of a table whose people have several rows."""
    have = "person has" if persons == 1 else "people have"
    return f"{beyond(f'{persons:,} {have}')} several rows: until each has one, Blur makes no release."


def noun(found: Match) -> str:
    """Who links by luck."""
    return NOUNS[found.null]


def members(seen: Seen, n: int) -> str:
    """Members of the release, with their number."""
    return counted(n, "person" if seen.people else "row")


def sorting(found: Match, level: int, most: int = 32) -> str:
    """What a level sorts by, as plain text; for Markdown it must be escaped."""
    keys, known = found.keys(level), found.risk.settings.known
    if not keys:
        return ALL_COMPARED
    if keys == known and len(keys) > 2:
        return f"all {numeral(len(keys))} columns"
    name = f"{keys[0]} only" if len(keys) == 1 else ", ".join(keys)
    if len(name) > most and keys == known[: len(keys)] and len(keys) > 1:
        return f"the first {numeral(len(keys))} columns"
    return name if len(name) <= most else f"{name[: most - 1]}…"


def sheet_name(found: Match, level: int) -> str:
    """The same beside a surface, where there is little room."""
    return sorting(found, level) if found.keys(level) else ALL_COMPARED.partition(":")[0]


def level_name(name: str) -> str:
    """The same, by the level's name alone."""
    said = name.replace(",", ", ") or ALL_COMPARED
    return said if len(said) <= 32 else f"{said[:31]}…"


def match_answer(seen: Seen, at: At | None) -> str:
    """Who links, who links by luck, how many links are right."""
    if seen.missing is not None:
        return seen.missing
    if seen.bound is not None:
        return _at_least(seen, seen.bound)
    found = seen.found
    if found is None or at is None:
        return MATCHING if seen.job is not None and not seen.job.ended else NOT_MATCHED
    if not found.risk.projected.components:
        return f"Nothing can be compared: {chosen('no column')} tells two records apart."
    if not at.linked:
        return f"At τ = {at.tau:.2f} {chosen('nobody')} links: no two records are that much alike."
    who = noun(found)
    if at.says_nothing:
        return f"{who.capitalize()} link as often as members: at τ = {at.tau:.2f} the rate means {chosen('nothing')}."
    return _linked(seen, at, who)


def _linked(seen: Seen, at: At, who: str) -> str:
    everyone = "Everyone links" if seen.people else "Every row links"
    some = "people" if seen.people else "rows"
    first = everyone if at.linked == at.n else f"{of_100(at.linked, at.n)} {some} link"
    lucky = f"{of_100(at.lucky, at.controls)} {who}"
    joined = f"{first}, but so do {lucky}" if at.lucky else f"{first}, and {lucky}"
    if at.precision is None:
        return fitting(
            f"{beyond(first)}{joined[len(first) :]}; who is right is not known.",
            f"{beyond(first)}{joined[len(first) :]}.",
        )
    right = beyond(f"{_some_links(at.precision)} links")
    return fitting(
        f"{joined}; {right} find the right person.", f"{joined}; {right} are right.", f"{joined}; {right} right."
    )


def _some_links(precision: float) -> str:
    if precision < 1e-9:
        return "no"
    return "all" if precision > 1 - 1e-9 else share(precision)


def _at_least(seen: Seen, bound: AtLeast) -> str:
    found = bound.surface
    level = min(bound.done, len(found.levels)) - 1
    linked = round(found.rate_at(level, LEAST_TAU) * found.n)
    some = f"at least {of_100(linked, found.n)} {'people' if seen.people else 'rows'}"
    return f"Stopped after {bound.done} of {len(found.levels)} sortings: {beyond(some)} link at τ = {LEAST_TAU:.2f}."


def match_line(seen: Seen) -> str:
    """Who, which release, what the attacker holds, whose luck, and the policies."""
    study = seen.study
    if study.source is None:
        return NOTHING_OPEN
    release = f"release: {release_named(seen)}" if seen.chosen.name else "no release yet"
    if seen.found is None:
        return f"{plain(study.source.name)} · {release}"
    found, risk = seen.found, seen.found.risk
    holds = f"the attacker holds {counted(len(risk.sides.features), 'column')} of the open table{lacks_line(seen)}{as_they_are(seen, found)}"
    who = f"{members(seen, risk.n)} of {plain(study.source.name)}"
    return " · ".join([who, release, holds, luck_line(seen, found), truth_line(seen), policies(found)])


def lacks_line(seen: Seen) -> str:
    """Known columns that an uploaded release lacks."""
    lacks = seen.chosen.lacking(seen.study.roles.quasi_identifiers)
    return (
        f", not {', '.join(map(plain, lacks))}: the release lacks {'it' if len(lacks) == 1 else 'them'}"
        if lacks
        else ""
    )


def as_they_are(seen: Seen, found: Match) -> str:
    """Columns that a blurred release publishes as they are, for they have no role."""
    others = len([one for one in found.risk.sides.features if one.name not in found.risk.settings.known])
    return f", {others} without a role and matched as they are" if seen.chosen.setting is not None and others else ""


def release_named(seen: Seen) -> str:
    """What the release is."""
    setting = seen.chosen.setting
    if setting is None:
        return plain(
            seen.chosen.name[:1].lower() + seen.chosen.name[1:] if seen.chosen.uploaded is None else seen.chosen.name
        )
    at = ", ".join(f"{plain(name)} at level {level}" for name, level in setting.levels if level)
    pairs = [("k", float(setting.thresholds.k))] if setting.thresholds.k is not None else []
    return f"blurred for {promise(pairs)}{f', {at}' if at else ''}"


def luck_line(seen: Seen, found: Match) -> str:
    """Whose luck it is."""
    controls = found.risk.calibration.n
    if found.null is linkage.Null.HOLDOUT:
        told = "none" if seen.holdout == MADE_UP_STRANGERS or seen.checked else "said to be none"
        return f"strangers: {plain(seen.holdout or '')}, {controls:,} rows, {told} in the release"
    if found.null is linkage.Null.NON_MATCH:
        return "luck: each one's best wrong pair"
    return "luck: the release shuffled"


def truth_line(seen: Seen) -> str:
    """How it is known who is who."""
    if seen.truth.by_row:
        return "who is who: row by row, for this release keeps its rows in order"
    return f"who is who: by {plain(seen.truth.column)}" if seen.truth.column else "who is who: not known"


def policies(found: Match) -> str:
    """How it is matched."""
    risk, asked = found.risk, found.risk.settings
    coding = f"{asked.coding.value} coding, weight {asked.weight:.3g}"
    luck = f"calibrated to {share(asked.alpha)} by luck"
    return f"{asked.fit.value} fit · {coding} · {counted(risk.projected.components, 'component')} · {luck} · seed {found.seed}"


def slices_lead(found: Match) -> tuple[str, str]:
    """What one mark is, and what the marks are."""
    right = " · :blue[━] links that are right" if found.risk.top_one is not None else ""
    return (
        f":small[:gray[Each slice is {found.risk.n:,} members, sorted one way; its height is 100 of 100.]]",
        f":small[:gray[━ members who link · ┄ {noun(found)} who link (luck) · :orange[■] more than luck{right}]]",
    )


def slice_note(at: At) -> str:
    """Beside a slice: what is left after luck, of 100."""
    if at.says_nothing:
        return "no more than luck"
    return f"{100 * (at.rate - at.luck):.0f} more than luck" if at.linked else "nobody links"


def cut_label(tau: float) -> str:
    """The words of the user's line."""
    return f"your cut: τ = {tau:.2f}"


TAU_AXIS = "strictness τ: how alike two records must be to count as a link"


def dull_label(found: Match) -> str:
    """Where the rate means nothing."""
    return f"{noun(found)} link as often"


def slices_message(found: Match, at: At) -> str:
    """For those who cannot see it."""
    right = "" if at.accuracy is None else f", {share(at.accuracy)} find the right one"
    return (
        f"Sorted by {sorting(found, at.level)}, at τ = {at.tau:.2f}: {of_100(at.linked, at.n)} members link, "
        f"{of_100(at.lucky, at.controls)} {noun(found)} do{right}."
    )


def not_taken(name: str, why: str) -> str:
    """That strangers were refused, and why: escaped where it is shown."""
    return f"{name!r} is not used. {why}"
