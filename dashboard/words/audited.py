"""Sentences of `undo` about a release of one's own: could a crowd be blurred less, and what does that tell?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dashboard.words.match import BLUR_FIRST, MADE_UP_STRANGERS, NO_BLUR, NO_UPLOAD, release_named
from dashboard.words.outcomes import chance, found_in, interval
from dashboard.words.phrases import beyond, chosen, counted, fitting, listed, plain
from dashboard.words.releases import METHOD_NAMES
from privacy_core import anonymizers, attacks, of_100

if TYPE_CHECKING:
    from dashboard.auditing import Seen
    from dashboard.compute.auditing import Audited

BLURRED_FIRST = {
    BLUR_FIRST: "Nothing is blurred yet: choose a way on Blur, or upload a release.",
    NO_BLUR: "Blur has no way that keeps its promise, so there is no release to audit.",
    NO_UPLOAD: "Upload the release that was made of the open table.",
}
"""What has to be done first, where an audit is asked for."""
FINER_HEAD, READ_HEAD = "Crowds that could be blurred less", "Blurred cells read rightly"
DIFFERS_HEAD, DIFFERS_SO = "Cells of two values in which exactly one row differs", "it is so"
IN_RELEASE, NO_NODES_HERE = "in this release", "not measured: cells are no nodes"
METHOD_KNOWN, SHARES_KNOWN = "method known", "shares only"
METHOD_EXPECTS, SHARES_EXPECT = "method known: expected", "shares only: expected"
AUDIT_AXIS = "of 100, with intervals"
AUDIT_KEY = ":small[:gray[:orange[◆] somebody who knows that nothing was blurred needlessly · ● somebody who knows only how common each value is (its share: the baseline, dashed) · :blue[■] as it is in the release; lines are Wilson intervals at 95 %.]]"
AUDIT_LEAD = "**Every mark is a share of crowds or of blurred cells.** A blurred cell is one column of one crowd. It is read rightly when the guess how many people stand behind each finer value is right."
NOT_GUESSED = "no cell was guessed"
PROMISED_K, PROMISED_K_HELP = (
    "Promised crowd size (k)",
    "The release is asked whether it could be finer and still keep this. Empty: the smallest crowd that there is.",
)
AUDIT_TABLE = "What could be finer, what is read from it, and how well"
AUDIT_LEGAL = "This is technical evidence for an assessment under recital 26, not a legal conclusion."
AUDIT_WAITS = "Here a release of it is asked whether a crowd could be blurred less, and what it tells if none could. The other two parts need no table."
WHICH_AUDITED, AUDITED = "What is audited", "Release"
AUDITED_HELP = "The same release as on Match. Local recoding and other methods are tried on Blur, and pinned there."
AUDIT_STRANGERS = "A table of people who are not in the release; the attacker learns from them how common each value is. Without one, from what the release shows finer."
ROWS_IN_ORDER, SMALLEST_THERE_IS = "rows in the same order, or any that fit", "smallest crowd"


def audit_answer(seen: Seen) -> str:
    """Whether the attack has a premise, and what it gives away."""
    if seen.missing is not None:
        return BLURRED_FIRST.get(seen.missing, seen.missing)
    if seen.found is None:
        running = seen.job is not None and not seen.job.ended
        return "The release is compared with its original, cell by cell." if running else "Nothing was audited."
    found = seen.found.audit
    if found.no_nodes:
        return f"Not made along its hierarchies: this attack on your release has {chosen('no premise')}."
    if found.promised == 1:
        return f"Some crowd of your release is one person, so there is {chosen('no blur to undo')}."
    if found.short:
        return (
            f"{beyond(counted(found.short, 'row'))} are in crowds below k = {found.promised}: the promise is not kept."
        )
    if found.minimal is anonymizers.Minimal.NO:
        return f"{_some(found)} could be blurred less, so this attack has no premise."
    if found.minimal is None:
        return f"Whether a crowd could be blurred less is {chosen('not known')} for this release."
    return _read_answer(seen.found.raised)


def _some(found: attacks.minimality.Audit) -> str:
    return chosen(f"{found.refinable:,} of {counted(found.classes, 'crowd')}" if found.refinable else "Some crowds")


def _read_answer(found: attacks.minimality.Raised | None) -> str:
    if found is None or not found.with_minimality.right.attempts:
        return f"No crowd could be blurred less, and {chosen('no blurred cell')} tells anything by that."
    told, blind = found.with_minimality.right, found.without.right
    if found.outcome is attacks.Outcome.BEATS:
        part, luck = of_100(told.hits, told.attempts), of_100(blind.hits, blind.attempts)
        return fitting(
            f"No crowd could be blurred less; {beyond(f'{part} blurred cells')} are read, {luck} by shares alone.",
            f"No crowd could be blurred less; {beyond(f'{part} cells')} are read, {luck} by shares alone.",
            f"No crowd could be blurred less, and {beyond(f'{part} blurred cells')} are read by that.",
        )
    return f"No crowd could be blurred less; knowing that is {chosen('not seen to help')} in reading cells."


def audit_line(seen: Seen) -> str:
    """Which table, which release, how rows were matched, what is known."""
    study = seen.study
    if study.source is None:
        return AUDIT_WAITS
    if seen.asked is None:
        return plain(study.source.name)
    setting = seen.chosen.setting
    method = f", {METHOD_NAMES[setting.method]}" if setting is not None and not setting.levels else ""
    parts = [f"original: {plain(study.source.name)}", f"release: {release_named(seen)}{method}"]
    parts.append(f"known to others: {listed(seen.asked.known)}")
    if seen.found is not None:
        found = seen.found.audit
        parts.append(f"{counted(found.rows, 'row')} in {counted(found.classes, 'crowd')} of {found.k:,} or more")
        parts.append(f"promise asked for: k = {found.promised:,}")
        parts.append(f"rows: {plain(found.matching.by.value)}")
        made_up = "but for the made-up strangers " if seen.holdout == MADE_UP_STRANGERS else ""
        parts.append(f"every crowd and cell is counted, so {made_up}there is no draw and no seed")
    return " · ".join(parts)


def no_trees(columns: Sequence[str]) -> str:
    """That columns were read without a hierarchy."""
    its = "its hierarchy" if len(columns) == 1 else "their hierarchies"
    return (
        f"No hierarchy is known of {listed(columns)}: labels that stand for several values cannot be read there. Give {its}, as the "
        "release was made with, on Blur."
    )


def audit_metrics(found: Audited) -> list[tuple[str, str, str]]:
    """Smallest crowd, crowds that could be finer, cells, leak."""
    audit, raised = found.audit, found.raised
    finer = "not measured" if audit.moves is None else of_crowds(audit.refinable, audit.classes)
    return [
        ("Smallest crowd", f"{audit.k:,}", "Rows of the smallest crowd (equivalence class) of the release."),
        (
            "Could be finer",
            finer,
            "Crowds that could be narrowed or split, or whose rows could join or pool with others.",
        ),
        (
            "Blurred cells",
            "not measured" if raised is None else f"{raised.cells:,}",
            f"A crowd in one column, published coarser than a single value.{_left_unread(raised)}",
        ),
        (
            "Told per cell",
            _told(found),
            "What a cell gives away by being blurred at all, on average: −log2 of the chance that its rows are not alike. Nothing where the premise fails: a cell then need not have been blurred.",
        ),
    ]


def _told(found: Audited) -> str:
    raised = found.raised
    if raised is None or raised.bits is None:
        return "not measured"
    fails = raised.outcome is attacks.Outcome.PREMISE_FAILS
    return "nothing" if fails else f"{raised.bits:.2f} bit"


def _left_unread(raised: attacks.minimality.Raised | None) -> str:
    """That some cells were not guessed, and why."""
    if raised is None or not raised.impossible:
        return ""
    return (
        f" {raised.impossible:,} of them no minimal method would publish, whoever stands behind; they were not guessed."
    )


def no_cell_read(raised: attacks.minimality.Raised | None) -> str:
    """Why no cell was read."""
    if raised is not None and raised.cells:
        return "not measured: no cell that a minimal method would blur"
    return "none to read"


def of_crowds(hit: int, total: int) -> str:
    """Crowds of all crowds."""
    return f"{hit:,} of {total:,}" if hit else f"none of {total:,}"


def expected(part: float | None) -> str:
    """What an attacker expects, beside a mark."""
    return "nothing" if part is None else chance(part)


def audit_message(found: Audited) -> str:
    """For those who cannot see it."""
    said = found.audit.sentence
    return said if found.raised is None else f"{said} {found.raised.sentence}"


def audit_baseline(found: Audited) -> str:
    """Attack and baseline in a sentence, with intervals."""
    raised = found.raised
    if raised is None or not raised.with_minimality.right.attempts:
        return "No cell was read, so there is nothing to compare."
    told, blind = raised.with_minimality.right, raised.without.right
    return (
        f"Read rightly by somebody who knows the method: {found_in(told)} ({interval(told)}); by somebody who knows the shares alone "
        f"(baseline): {found_in(blind)} ({interval(blind)})."
    )


def audit_assumed(seen: Seen, found: Audited) -> str:
    """What the attacker is given."""
    learned = found.raised.learned if found.raised is not None else "nothing was learned"
    who = f" ({plain(seen.holdout)})" if seen.holdout is not None and found.raised is not None else ""
    return (
        f"**Assumed:** the attacker sees the release alone, knows the hierarchies and k, and takes the method for one that never blurs "
        f"needlessly; {plain(learned)}{who}. **Not shown:** who a person is."
    )


MOVES = {
    "closures": ("could be narrowed", "A crowd reads more than its own rows need."),
    "splits": ("could be split", "A crowd is large enough to be two, one of them finer."),
    "joins": ("a row could join a finer crowd", "A row fits a finer crowd, and its own stays large enough."),
    "pools": ("could pool rows with another", "Two crowds together have enough rows for a finer one."),
}


def move_rows(found: attacks.minimality.Audit) -> dict[str, list[str]]:
    """How often each refinement is possible, as a table."""
    counts = {name: getattr(found.moves, name, None) for name in MOVES}
    return {
        "crowds": [head for head, _ in MOVES.values()],
        "how many": ["not known" if counts[name] is None else f"{counts[name]:,}" for name in MOVES],
        "what it means": [text for _, text in MOVES.values()],
    }


def column_reads(found: attacks.minimality.Raised) -> dict[str, Sequence[Any]]:
    """Cells read by column, with and without the method."""
    several = found.by_column
    return {
        "column": list(several),
        "method known": [found_in(told) if told.attempts else NOT_GUESSED for told, _ in several.values()],
        "shares only": [found_in(blind) if blind.attempts else NOT_GUESSED for _, blind in several.values()],
    }


def calibration_rows(found: attacks.minimality.Raised) -> dict[str, list[str]]:
    """Whether the attacker is as right as they think."""
    bins = found.with_minimality.bins
    return {
        "the attacker is so sure": [f"{100 * one.low:.0f} to {100 * one.high:.0f} of 100" for one in bins],
        "on average": [chance(one.predicted) for one in bins],
        "and is right in": [found_in(one.right) for one in bins],
    }


def audit_findings(found: Audited) -> list[str]:
    """All that the core finds, and its policies, escaped."""
    said = [plain(one) for one in attacks.minimality.findings(found.audit, found.raised)]
    return [*said, *(f"{plain(name)}: {plain(text)}" for name, text in found.audit.policies.items())]


def _after(found: attacks.minimality.Audit) -> str:
    """What to do where the attack has no premise."""
    if not found.no_nodes and (found.promised == 1 or found.short):
        return "Blur until every crowd is as large as you promise, then audit again. Before that, ask who stands alone."
    return (
        "If detail is missed, blur less on Blur with local recoding, then audit again: the finer release may tell more."
    )


def _fails(found: attacks.minimality.Audit) -> str:
    """Why nothing follows from a blurred cell."""
    if found.no_nodes:
        return "Its cells were not made by climbing the hierarchies, so the proof does not speak of it. Intervals that end at somebody's own value tell more by themselves."
    if found.promised == 1 or found.short:
        return "The attack gets under a promise that is kept, and here none is: some crowds are smaller than that. What they give away needs no logic."
    return "Some of it was blurred more than the promise needs, so nobody can conclude that a blurred cell had to be blurred. Detail was given away for that."


def audit_notes(seen: Seen) -> tuple[str, str, str]:
    """What it means, does not mean, and what comes next."""
    found = seen.found
    second = "It looks at one premise of one attack. A release that passes here may fall to others: match it, and ask who stands alone."
    if found is None or found.audit.premise is None:
        first = "A blurred cell tells something only if it had to be blurred. The audit asks that of every crowd."
        return first, second, "Choose a release, or upload the one that was made of the open table."
    if found.audit.premise is False:
        return (
            _fails(found.audit),
            second,
            _after(found.audit),
        )
    first = "It is as fine as its promise allows, so every blurred cell tells that its rows are not all alike one level below. How much that is worth is measured beside."
    if found.raised is None or not found.raised.cells:
        first = "It is as fine as its promise allows, and no cell of it is blurred. So there is nothing that a blurred cell could tell."
    second = "It is about cells of a crowd, not about named people. Whole rows fall only where many columns share one hidden cause, which ten ordinary columns seldom do."
    return first, second, _next(found.raised)


def _next(found: attacks.minimality.Raised | None) -> str:
    """What to do where reading beats the shares, and where it does not."""
    if found is not None and found.outcome is attacks.Outcome.BEATS:
        return "Put rare values together before blurring, or leave a column out, then audit again. Random extra blur promises nothing."
    if found is not None and found.outcome is attacks.Outcome.NO_BETTER:
        return (
            "This attack shows nothing to mend. Others read other things: match the release, and ask who stands alone."
        )
    return "Nothing was read, so nothing is judged here. Match the release, and ask who stands alone."
