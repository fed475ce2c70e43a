"""Sentences of the page `match` below its picture: controls, one pair, shares, the table, what the attacker can do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dashboard.words.match import NOUNS, noun, sorting
from dashboard.words.phrases import counted, plain
from privacy_core import linkage, of_100, share

if TYPE_CHECKING:
    from dashboard.compute.matched import Match
    from dashboard.matching import Seen

WHAT = "What is matched"
WHICH_MATCHED = "Release"
WHICH_MATCHED_HELP = "The attacker holds the open table. Releases of it keep its rows in order, so who is who is known row by row; of an uploaded release a column may say it, and row numbers are never taken for it."
UPLOAD_ONE = "A release: CSV, TSV, XLSX, Parquet, Stata"
UPLOAD_STRANGERS = "Strangers: people not in the release"
STRANGERS_HELP = "People like those of the open table. They are matched to the release as the members are; since none of them is in it, every link of theirs is luck. Without them luck is read off wrong pairs, or off a shuffled release."
WHO_IS_WHO, NOBODY_SAYS = "Which column says who is who", "nobody says"
LET_GO = "Remove"
ALL_PUBLISHED = "Matched as if every column were published. The file saved on Blur leaves out columns without a role unless you add them; leave them out here under “How this is counted”."
FIT, FIT_HELP = (
    "Scale and directions come from",
    "Whose rows set means, spreads and directions. It is said to matter little; try it.",
)
FITS = {
    linkage.Fit.JOINT.value: "both tables",
    linkage.Fit.SOURCE.value: "what the attacker holds",
    linkage.Fit.TARGET.value: "the release",
}
CODING = "Names become numbers"
CODINGS_OF_NAMES = {
    linkage.Coding.ONE_HOT.value: "one column each (one-hot)",
    linkage.Coding.FREQUENCY.value: "by how frequent they are",
    linkage.Coding.HIERARCHICAL.value: "by the levels of their hierarchy",
}
NAME_WEIGHT, NAME_WEIGHT_HELP = (
    "Weight of a name that differs",
    f"One-hot columns are multiplied by it; at {linkage.WEIGHT:.3f} a mismatch costs a squared distance of 1, as much as one spread of a number.",
)
ALPHA_OF_100, SEED_OF_MATCH = "Links by luck allowed where calibrated, of 100", "Seed"
SORTINGS, SORTINGS_HELP = (
    "Sorted by, one way a line, finest first",
    "Columns parted by commas; age/10 sorts into ten years, zip@2 by the second level of its hierarchy. Each line must only join what the line above parts.",
)
NOTHING_SORTED = "(nothing)"
NOT_COMPARED, NOT_COMPARED_HELP = (
    "Columns the attacker lacks, or the release does not publish",
    "Secrets and whatever names a person are never compared.",
)
MATCH_COUNTED_NOTE = "A link needs τ or more within a millionth. Numbers are brought to one scale together; a blurred value counts as the middle of its interval on both sides; a missing one is a value of its own."
MATCH_METHODS = ("linkage rate", "calibrated threshold", "what a match is made of")

DETAILS = "One linked pair, side by side · share of each column in the match · table per sorting"
ALIKE = "How alike matches and wrong pairs are · other numbers of components · what each stage cost"
THREATS = "What this attacker can do, and what they lack"
SHOW_PAIR, NEXT_PAIR, BEFORE_PAIR, CLOSE_PAIR = "Show one linked pair", "Next pair", "Previous", "Close"
PAIR_VALUES, PAIR_SECRETS = "Show what both records say", "Show the secrets too"
PAIR_HIDDEN = "•••"
SHARES_TITLE, TABLE_TITLE, PAIR_TITLE = "What a match is made of", "Every sorting, at your cut", "One linked pair"
SHARES_AXIS, PAIR_AXIS = "parts of 100 of the similarity", "added to the similarity"
ALIKE_AXIS = "similarity of a pair"
NO_PAIR = "No record links at this cut."
SWEEP_NOTE = "Each row is calibrated anew for the sorting you chose. Fewer components make everybody look alike; the cautious figure is the largest rate."
COST_NOTE = "Seconds on this computer, this time."

CAN = (
    "holds every column of the open table, as it was before it was blurred",
    "knows how the release was blurred, and reads its intervals and masks",
    "sorts by what others could know and compares within",
    "weighs all columns together, also those nobody calls known",
    "takes the most similar record, and chooses how strict to be",
    "has the time to compare everybody with everybody",
)
LACKS = (
    "a key: no name, no number of a person enters",
    "the secrets: they enter nowhere",
    "an example of a true pair to learn from; who is who only scores the result",
)
STANDS = (
    "Formal promises (k, ℓ, t) bound what a table shows about known columns; this measures what all columns together let someone do.",
    "Attacks on models ask whether a person was in the training data; that needs the model, or records known to be in and out of it, and is another question.",
    "Classical linkage (Fellegi–Sunter) counts fields that agree; it is the special case of a weighted dot product, and it over-links when values are written differently.",
    "Distances to the closest record say how near copies are; they do not say who.",
)


def sheets_said(found: Match) -> tuple[str, str, str, str]:
    """Words of the surface: axes, colours, message."""
    message = f"Two surfaces over strictness and sorting: members who link, and below it {noun(found)} who link; the gap is more than luck."
    return "strictness τ", "of 100 that link", "more than luck, of 100", message


def sheets_note(found: Match) -> str:
    """What the sheets are."""
    return f"Pale sheet: members who link. Coloured sheet below it: {noun(found)} (the control surface). The drop between them is what the release adds to luck; drag to turn it. Your cut is drawn in the slices only."


def threat_lines() -> str:
    """The attacker in words, as Markdown; ours."""
    can = "\n".join(f"- {one}" for one in CAN)
    lacks = "\n".join(f"- {one}" for one in LACKS)
    stands = "\n".join(f"- {one}" for one in STANDS)
    return f"**They can** ({len(CAN)} things)\n\n{can}\n\n**They lack** ({len(LACKS)} things)\n\n{lacks}\n\n**Where this stands**\n\n{stands}"


def shares_line(found: Match) -> str:
    """The share of the columns nobody calls known, with all it depends on."""
    split = found.risk.attribution
    if split.features is None or split.other_share is None:
        return f"What links are made of is not applicable: {split.reason}."
    return (
        f"**{100 * split.other_share:.1f} of 100 parts** of the similarity come from columns that others are not said to know, "
        f"{100 * (split.qi_share or 0):.1f} from known ones. {counted(split.pairs, 'link')} of the sorting “{plain(sorting(found, split.level))}” "
        f"from τ = {split.tau:.3f} on; {counted(split.components, 'component')}, one-hot weight {split.weight:.3g}. "
        "Another sorting, number of components or weight splits it differently; a share below none speaks against the link."
    )


def shares_rows(found: Match) -> list[tuple[str, float, bool, str]]:
    """Column, parts of 100, whether others could know it, the words."""
    split = found.risk.attribution
    told = []
    for name, part in (split.features or {}).items():
        known = name in split.known
        told.append((name, 100 * part, known, f"{100 * part:.1f}{' · known' if known else ''}"))
    return told


def shares_message(found: Match) -> str:
    """For those who cannot see it."""
    split = found.risk.attribution
    other = split.other_share
    return (
        "Not applicable." if other is None else f"{100 * other:.1f} of 100 parts come from columns nobody calls known."
    )


def level_rows(found: Match, tau: float) -> dict[str, list[Any]]:
    """Every sorting at the cut, as a table."""
    several = [found.at(level, tau) for level in range(len(found.levels))]
    risk, lost = found.risk, found.risk.missed
    judged = risk.calibration
    per = lambda value: "not applicable" if value is None else f"{100 * value:.1f}"  # noqa: E731
    recall = [found.recall_at(at.level, tau) for at in several]
    whole = [None if lost is None else float(lost.structural[at.level]) for at in several]
    kept = zip(whole, recall, strict=True)
    return {
        "sorted by": [sorting(found, at.level, 60) for at in several],
        "blocks": [f"{n:,}" for n in risk.blocks.n_blocks],
        "members link, of 100": [per(at.rate) for at in several],
        f"{noun(found)} link, of 100": [per(at.luck) for at in several],
        "excess (LR − LR₀)/(1 − LR₀)": [
            "not applicable" if at.excess is None else f"{at.excess:.3f}" for at in several
        ],
        "right, of 100 links (precision)": [per(at.precision) for at in several],
        "right, of 100 members (accuracy)": [per(at.accuracy) for at in several],
        "true pairs kept by sorting (structural recall)": [per(one) for one in whole],
        "lost to sorting, of 100": [per(None if one is None else 1 - one) for one in whole],
        "lost to similarity, of 100": [
            per(None if one is None or other is None else one - other) for one, other in kept
        ],
        "calibrated τ": ["none" if one > 1 + 1e-6 else f"{one:.4f}" for one in judged.tau.tolist()],
        "members link there, of 100": [per(one) for one in judged.rate.tolist()],
    }


def level_note(found: Match) -> str:
    """How the table is read."""
    return (
        f"Of all true pairs those are found that the sorting keeps together and that are alike enough. At the calibrated τ at most "
        f"{share(found.risk.settings.alpha)} {noun(found)} link. A coarser sorting links more at one τ, and less at its calibrated one: the two are never one line."
    )


def pair_title(place: int, of: int, right: bool | None) -> str:
    """Which pair, and whether it is one person."""
    said = (
        "nobody said whether it is one person"
        if right is None
        else "it is the right person"
        if right
        else "it is somebody else"
    )
    return f"Linked pair {place + 1:,} of {of:,}: {said}"


def pair_cells(
    cells: Mapping[str, tuple[str, str]],
    added: Mapping[str, float],
    hidden: Sequence[str],
    secrets: Sequence[str],
    shown: bool,
) -> dict[str, list[str]]:
    """Both records, column by column, with what each column adds."""
    mask = lambda name, text: PAIR_HIDDEN if name in hidden or (name in secrets and not shown) else text  # noqa: E731
    return {
        "column": list(cells),
        "the attacker holds": [mask(name, one) for name, (one, _) in cells.items()],
        "the release says": [mask(name, two) for name, (_, two) in cells.items()],
        PAIR_AXIS: [f"{added[name]:+.3f}" if name in added else "not compared" for name in cells],
    }


def pair_parts(added: Mapping[str, float]) -> dict[str, list[str]]:
    """What each column adds, before the records themselves are asked for."""
    order = sorted(added, key=lambda name: -added[name])
    return {"column": order, PAIR_AXIS: [f"{added[name]:+.3f}" for name in order]}


def pair_sum(added: Mapping[str, float]) -> str:
    """The parts add up to the similarity."""
    return f"The parts add up to the similarity, {sum(added.values()):.3f}. Columns whose role names a person stay masked; secrets are shown only when you ask."


def alike_heads(drawn: linkage.Distributions) -> list[str]:
    """Words over the two histograms."""
    wrong = f"wrong pairs: {int(drawn.non_match.sum()):,} drawn for {drawn.records:,} members"
    if drawn.match is None:
        return [wrong]
    apart = f"; {drawn.split:,} more are parted by sorting" if drawn.split else ""
    return [f"true pairs: {int(drawn.match.sum()):,}{apart}", wrong]


def calibrated_label(tau: float) -> str:
    """The words of the calibrated line."""
    return f"calibrated: τ = {tau:.3f}" if tau <= 1 + 1e-6 else "no τ can be calibrated"


def alike_line(drawn: linkage.Distributions, alpha: float) -> str:
    """What a threshold on pairs would be, and why it is none for people."""
    if drawn.pairwise_tau is None:
        return "No wrong pair could be drawn."
    return (
        f"Of wrong pairs {share(alpha)} are at least {drawn.pairwise_tau:.3f} alike. A member has many candidates, so far more members than that link by luck "
        "at such a τ: it is shown for comparison only. Each histogram is as high as its tallest bar."
    )


def sweep_rows(steps: Sequence[linkage.Step], null: linkage.Null, now: int) -> dict[str, list[str]]:
    """Other numbers of components as a table."""
    per = lambda value: "not applicable" if value is None else f"{100 * value:.1f}"  # noqa: E731
    return {
        "components": [f"{one.components}{' (now)' if one.components == now else ''}" for one in steps],
        "variance held, of 100": [f"{100 * one.explained:.1f}" for one in steps],
        "calibrated τ": ["none" if one.tau > 1 + 1e-6 else f"{one.tau:.4f}" for one in steps],
        "members link, of 100": [per(one.rate) for one in steps],
        f"{NOUNS[null]} link, of 100": [per(one.control) for one in steps],
        "right, of 100 links": [per(one.precision) for one in steps],
        "right, of 100 members": [per(one.accuracy) for one in steps],
    }


def sweep_line(steps: Sequence[linkage.Step]) -> str:
    """The cautious figure."""
    most = max(steps, key=lambda one: one.rate)
    return f"{SWEEP_NOTE} Here it is {share(most.rate)}, with {counted(most.components, 'component')}."


def cost_rows(costs: Mapping[str, float]) -> dict[str, list[str]]:
    """What each stage took."""
    return {"stage": list(costs), "seconds": [f"{seconds:.3f}" for seconds in costs.values()]}


def found_lines(found: Match) -> list[str]:
    """The core's sentences and decisions."""
    return [plain(one) for one in linkage.findings(found.risk)]


def bound_line(done: int, of: int) -> str:
    """Beside a picture of what was found before it was stopped."""
    return f"At least so many link: {done} of {of} sortings were done, the others can only link more. Pale is what could still come. Luck was not measured, so nothing is said about it."


def bound_label(tau: float) -> str:
    """The words of the line at which a bound is told."""
    return f"told at τ = {tau:.2f}"


def uploaded_line(name: str, rows: int) -> str:
    """A table that was uploaded."""
    return f"{plain(name)}, {rows:,} rows"


def bound_note(linked: int, n: int) -> str:
    """Beside a slice that is a bound."""
    return f"at least {of_100(linked, n)}"


def at_cut(seen: Seen) -> str:
    """Heading over the four numbers."""
    return f"**At your cut, of 100 {'people' if seen.people else 'rows'}**"
