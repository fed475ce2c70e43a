"""Sentences of `match` about other ways to match: Fellegi–Sunter, one pair's weights, distances, a shift, a quotation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dashboard.words.match import NOUNS, match_line, sorting
from dashboard.words.phrases import beyond, chosen, counted, fitting, plain
from privacy_core import linkage, share

if TYPE_CHECKING:
    from dashboard.compute.weighing import Beside, Weights
    from dashboard.weighing import Seen

BESIDE_SORTED = "Sorted by"
BESIDE_SORTED_HELP = "All ways to match compare the same records: those that agree in these columns."
BESIDE_LEAD = ":small[:gray[Each row is one way to match the same records, sorted the same way.]]"
REACHED_KEY = ":small[:gray[:orange[◆] members who link · ○ luck · :orange[▬] more than luck · :blue[●] links that are right (of all members)]]"
BESIDE_AXIS = "of 100 members"
EQUAL_LUCK, ITS_LINE = "luck limited", "own line"
CHAIN_HERE, FIELDS_HERE, FIELDS_EVEN = "this page's chain", "Fellegi–Sunter", "F–S at even odds"
BESIDE_MEANS = "Two ways to match compare only where luck is held to one limit: the first two rows. It may stay below it, since scores come in steps. *Even odds* is Fellegi–Sunter's own line, where a match is as likely as not; luck passes it as often as it happens to."
FALL_TITLE = "What each column says of one pair"
FALL_AXIS = "nats for a match (left: against)"
FALL_LINE, FALL_SUM = "even odds", "sum"
IDENTITY = "**Fellegi–Sunter is the chain with ψ the identity and a weighted dot product in place of cosine**: the score of a pair is ⟨E x, diag(w) E y⟩ + c, with E the one-hot code of the columns, w = log(m/u) − log((1 − m)/(1 − u)) and c the sum of log((1 − m)/(1 − u)). With cosine it is not: lengths differ. (Khvatov and Neyman, arXiv 2602.11015, section 4; tested here on the numbers.)"
SHOW_WEIGHTS = "One pair's weights, column by column"
NEXT_WEIGHED, BEFORE_WEIGHED = "Next pair", "Previous"
NO_WEIGHED = "No pair links here at the calibrated threshold."
NEAR_TITLE = "How near released records lie to real ones"
NEAR_MEANS = "**DCR** is the distance to the closest record, **NNDR** that distance over the one to the second closest: near 0 says that one record is nearer than all others. Distances are in the space of encoded columns, before projection. A short distance is no match: the row of real people says what is near anyway."
SHIFT_TITLE = "When the release writes known columns more coarsely"
SHIFT_K, SHIFT_K_HELP = (
    "Crowds of the experiment (k)",
    "The known columns of the open table are coarsened to crowds of k, none of them blanked, everything else is left as it was. The release you chose plays no part.",
)
SHIFT_LEAD = ":small[:gray[Each row is one method at one line, all records compared: first with the open table itself, then with the coarsened one.]]"
BEFORE_SHIFT, KEPT_LINE = "before the shift", "after, same line"
NEW_WEIGHTS, MATCHED_LINE = "after, weights anew", "after, luck matched"
WAY_NAMES = {
    linkage.Method.FIELDS_KNOWN: "F–S, known only",
    linkage.Method.FIELDS_ALL: "F–S, all columns",
    linkage.Method.CHAIN: "the chain",
}
SHIFT_TABLE = "The experiment as a table"
MEMBERSHIP_TITLE = "Is a person in the release at all?"
QUOTED = "Quoted: the paper's own figures"
QUOTE_LINES = "Fellegi–Sunter: linkage rate 93 %, precision@1 13 %; CVPL: linkage rate 26 %, precision@1 34 %; 60.4 % of detected risk due to columns that are not quasi-identifiers."
QUOTE_SOURCE = "Khvatov and Neyman, arXiv 2602.11015: 10,000 simulated touchpoints, 19 configurations. Threshold, configuration and false-positive rates behind these figures are not known to us and the simulator is another: **not comparable** with any number on this page."


def beside_answer(seen: Seen) -> str:
    """Whether Fellegi–Sunter links more than the chain where luck is held to one limit."""
    chain = seen.matched
    if chain.missing is not None:
        return chain.missing
    if chain.found is None or seen.found is None:
        running = seen.waits is not None and not seen.waits.ended
        return "Matching the same records in other ways." if running else "Nothing was matched."
    one, level = seen.found.baselines.fields[seen.level], seen.level
    ours = float(chain.found.risk.calibration.rate[level])
    if one.matched is None:
        return f"The chain links {chosen(f'{share(ours)} members')}; Fellegi–Sunter has no result here."
    other, alpha = one.matched.rate, share(chain.found.risk.settings.alpha)
    both = f"{beyond(f'{share(ours)} members')}, Fellegi–Sunter {share(other)}"
    return fitting(f"Luck at most {alpha}: the chain links {both}.", f"At one limit of luck the chain links {both}.")


def beside_line(seen: Seen) -> str:
    """As on the first part of the page."""
    return match_line(seen.matched)


def no_weights(one: linkage.ByFields) -> str:
    """Why Fellegi–Sunter learned nothing: drawn text."""
    return f"not applicable: {one.reason}" if one.model is None else one.reason


def beside_message(seen: Seen) -> str:
    """For those who cannot see it."""
    found = seen.matched.found
    one, level = seen.found.baselines.fields[seen.level], seen.level
    said = (
        f"Sorted by {sorting(found, level)}, the chain links {share(float(found.risk.calibration.rate[level]))} members"
    )
    if one.matched is None or one.even is None:
        return f"{said}; Fellegi–Sunter is not applicable."
    return f"{said}, Fellegi–Sunter {share(one.matched.rate)} where luck is held to the same limit and {share(one.even.rate)} at even odds."


def beside_rows(found: Beside) -> dict[str, Sequence[Any]]:
    """Every way to sort, both methods at one false-positive rate, and even odds."""
    several, at = found.baselines.fields, found.found.risk.calibration
    levels = range(len(several))
    return {
        "sorted by": [sorting(found.found, level, 60) for level in levels],
        "chain links": [share(float(at.rate[level])) for level in levels],
        "luck": [share(float(at.control_at[level])) for level in levels],
        "F–S links": [_share(one.matched and one.matched.rate) for one in several],
        "F–S luck": [_share(one.matched and one.matched.control) for one in several],
        "F–S right": [_right(one.matched) for one in several],
        "even odds: links": [_share(one.even and one.even.rate) for one in several],
        "its luck": [_share(one.even and one.even.control) for one in several],
        "its right": [_right(one.even) for one in several],
        "pairs": [f"{one.pairs:,}{' (sampled)' if one.sampled else ''}" for one in several],
        "EM": [_rest(one) for one in several],
    }


def _rest(one: linkage.ByFields) -> str:
    if one.model is None:
        return one.reason or "not applicable"
    return "at rest" if one.model.settled else "stopped before it was at rest"


def _share(part: float | None) -> str:
    return "not applicable" if part is None else share(part)


def _right(cut: linkage.Cut | None) -> str:
    if cut is None or (cut.precision is None and cut.accuracy is None):
        return "not applicable"
    return "no link" if cut.precision is None else share(cut.precision)


def fall_line(place: int, several: int, one: Weights) -> str:
    """The pair in words; its values are not shown."""
    right = {None: "who is who is not known", True: "it is one person", False: "it is **two people**"}[one.right]
    agree = sum(one.agree.values())
    likely = beyond(share(one.chance)) if one.score >= one.line else chosen(share(one.chance))
    return f"Pair {place + 1:,} of {several:,}: {agree} of {counted(len(one.agree), 'column')} agree, the model says a match in {likely} such pairs; {right}."


def fall_steps(one: Weights) -> list[tuple[str, float, bool, str]]:
    """Column, nats, whether it agrees, the words beside it."""
    return [(name, part, one.agree[name], fall_said(part, one.agree[name])) for name, part in one.parts.items()]


def fall_said(part: float, agrees: bool) -> str:
    """Beside a bar: drawn text."""
    return f"{part:+.1f} {'agrees' if agrees else 'differs'}".replace("-", "−")


def fall_message(one: Weights) -> str:
    """For those who cannot see it."""
    return f"The weights of {len(one.parts)} columns add up to {one.score:.1f} nats; a match is as likely as not at {one.line:.1f}."


def weight_rows(found: Beside, level: int) -> dict[str, Sequence[Any]]:
    """m, u and weights of every column."""
    model = found.baselines.fields[level].model
    return {
        "column": list(model.names),
        "agrees if one person (m)": [f"{one:.4f}" for one in model.m],
        "agrees if not (u)": [f"{one:.4f}" for one in model.u],
        "nats if it agrees": [f"{one:+.2f}" for one in model.agrees],
        "nats if it differs": [f"{one:+.2f}" for one in model.differs],
    }


def near_rows(found: Beside) -> dict[str, Sequence[Any]]:
    """DCR and NNDR with what is near anyway."""
    here = found.baselines.distances
    asked = {
        "released records, to the originals": here.release,
        "originals, to the released records": here.people,
        f"what is near anyway ({here.kind})": here.baseline,
    }
    return {
        "distance of": list(asked),
        "median DCR": [_median(one and one.median) for one in asked.values()],
        "equal to another in everything": ["n/a" if one is None else f"{one.same:,}" for one in asked.values()],
        "median NNDR": [_median(one and one.median_ratio) for one in asked.values()],
        "records asked": ["n/a" if one is None else f"{len(one.closest):,} of {one.asked:,}" for one in asked.values()],
    }


def _median(number: float | None) -> str:
    return "not applicable" if number is None else f"{number:.3f}"


def cut_note(cut: linkage.Cut) -> str:
    """Beside a row: drawn text."""
    if cut.rate == 0:
        return "nobody links"
    return "" if cut.precision is None else f"right: {share(cut.precision)} links"


def shift_line(found: linkage.Shift) -> str:
    """What the shift does to each method, in words."""
    several = [found.by(one.method) for one in found.methods]
    known = next((one for one in several if one.method is linkage.Method.FIELDS_KNOWN), None)
    rest = [one for one in several if one is not known]
    calm = [WAY_NAMES[one.method] for one in rest if not one.over_links]
    said = "" if known is None else f"{_known(found, known)} "
    if calm:
        said += f"By all columns {'neither method' if len(calm) > 1 else calm[0]} over-links: what was left as it was goes on telling people apart."
    return said.strip()


def _known(found: linkage.Shift, one: linkage.Moved) -> str:
    now = one.after.own
    if one.over_links:
        luck = "" if now.control is None else f", and so do {share(now.control)} {NOUNS[found.null]}"
        right = "" if now.precision is None else f"; {share(now.precision)} links are right"
        matched = one.after.matched
        then = "nobody links" if matched.rate == 0 else f"{share(matched.rate)} link"
        return f"By known columns and its old weights **Fellegi–Sunter over-links**: {beyond(f'{share(now.rate)} members')} link{luck}{right}. At a matched false-positive rate {then}."
    if one.under_links:
        return (
            f"By known columns and its old weights Fellegi–Sunter links fewer than before: {share(now.rate)} members."
        )
    return f"By known columns Fellegi–Sunter links {share(now.rate)} members, as before; it does not over-link here."


def shift_assumed(found: linkage.Shift) -> str:
    """How it was done."""
    drawn = (
        f"{found.n:,} of {found.of:,} people, drawn by the seed" if found.n < found.of else f"all {found.n:,} people"
    )
    return (
        f"{drawn} · luck: {found.controls:,} {NOUNS[found.null]} · matched where luck links at most {share(found.alpha)} · one-hot coding, weights from the "
        "open table against itself, where every match is known; even odds at one match per record. More people raise that line: with "
        "enough of them, known columns alone never reach it. (Our experiment; the paper's numbers are others.)"
    )


def shift_message(found: linkage.Shift) -> str:
    """For those who cannot see it."""
    several = (
        f"{WAY_NAMES[one.method]}: {share(one.before.own.rate)} before, {share(one.after.own.rate)} after at the same line, "
        f"{share(one.after.matched.rate)} where luck is matched"
        for one in found.methods
    )
    return "; ".join(several) + "."


def shift_rows(found: linkage.Shift) -> dict[str, Sequence[Any]]:
    """Every method at every line."""
    cuts = [
        (WAY_NAMES[one.method], name, cut)
        for one in found.methods
        for name, cut in (
            (BEFORE_SHIFT, one.before.own),
            ("before, luck matched", one.before.matched),
            (KEPT_LINE, one.after.own),
            (NEW_WEIGHTS, one.again),
            (MATCHED_LINE, one.after.matched),
        )
        if cut is not None
    ]
    return {
        "method": [name for name, _, _ in cuts],
        "line": [line for _, line, _ in cuts],
        "score": [f"{cut.score:.3f}" if abs(cut.score) < 1e300 else "none" for *_, cut in cuts],
        "members link": [share(cut.rate) for *_, cut in cuts],
        "luck links": [_share(cut.control) for *_, cut in cuts],
        "links right": [_right(cut) for *_, cut in cuts],
    }


def beside_notes() -> tuple[str, str, str]:
    """What it means, does not mean, and what comes next."""
    first = "Two ways to match say the same only at the same luck. A line that luck passes more often links more of everybody."
    second = "A method that links less here is no proof that nobody links more. Distances say how near, not who."
    third = "Look at what each column adds, and blur what links. Then match again."
    return first, second, third


def no_model(one: linkage.ByFields) -> str:
    """Why there is no model, escaped."""
    return f"Fellegi–Sunter is not applicable here: {plain(one.reason or '')}"


def no_shift(why: str | None) -> str:
    """Why the experiment was not made, escaped."""
    return f"not measured: {plain(why or 'there is no such release')}"
