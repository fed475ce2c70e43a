"""Sentences of the page `again`: releases linked, at worst and at random, and three small demonstrations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.words.phrases import beyond, chosen, counted, numeral
from privacy_core import composition, one_in, share

if TYPE_CHECKING:
    from dashboard.repeating import Demo

AGAIN = "What if we publish about the same people again?"
NEXT_AGAIN = "What if we publish about them again?"
PART = "Which half of the question"
LINKED, PLANNED = "Releases linked", "(ℓ, δ) mechanism"
PARTS = (LINKED, PLANNED)
WORST, RANDOM, OWN = "Worst", "Random", "My releases"
CASES = (WORST, RANDOM, OWN)
CASE = "Which case?"
CASE_HELP = (
    "Worst: what each release leaves out is chosen against the person. Random: drawn without looking at the other "
    "releases. My releases: counted on your own tables."
)
RELEASES, SHOWS, VALUES = "Releases", "Values each release shows (ℓ)", "Possible diagnoses"
SHOWS_HELP = "Distinct ℓ-diversity: every crowd (equivalence class) of every release shows at least so many values."
DECIDES = "Release that decides it"
DECIDES_HELP = (
    "Number of releases that can pin a person at this ℓ, whatever k is: L/(n − ℓ), rounded up, with L = n − 1."
)
COLLAPSES = "Largest ℓ that still falls"
COLLAPSES_HELP = "At this number of releases every ℓ up to this one can leave a single value, at worst."
GUESS, LEFT = "guess", "left over"
ANOTHER = "Another draw"
_TRUE = "HIV"
_DIAGNOSES = "angina asthma diabetes epilepsy gout lupus migraine measles mumps flu malaria".split()


def example_values(n: int) -> list[str]:
    """Names of invented values; the first one is the person's own."""
    others = [*_DIAGNOSES, *(f"diagnosis {i}" for i in range(len(_DIAGNOSES) + 2, n + 1))]
    return [_TRUE, *sorted(others[: n - 1])]


def releases_said(n: int, capital: bool = False) -> str:
    """Releases as words."""
    return f"{numeral(n, capital)} {'release' if n == 1 else 'releases'}"


def demo_answer(seen: Demo) -> str:
    """How few values are left at worst, or how many people random releases pin."""
    if seen.ell == seen.n_values:
        return f"Every release shows all {chosen(str(seen.n_values))} values: nothing is ever ruled out."
    each = "each hiding" if seen.releases > 1 else "hiding"
    several = releases_said(seen.releases, capital=True)
    if seen.case == RANDOM:
        pins = "pins" if seen.releases == 1 else "pin"
        who = beyond(f"{share(seen.pinned)} people") if seen.pinned else chosen("no one")
        return f"{several}, {each} among {numeral(seen.ell)} drawn at random, {pins} {who}."
    left = seen.left[-1]
    coloured = beyond(numeral(left)) if left == 1 else chosen(numeral(left))
    return f"{several}, {each} the secret among {numeral(seen.ell)}, {'leaves' if seen.releases == 1 else 'leave'} {coloured}."


def demo_line(seen: Demo) -> str:
    """What is assumed."""
    who = "the victim is in all of them, with the same diagnosis, and the attacker finds their crowd in each"
    if seen.case == RANDOM:
        return (
            f"{seen.n_values} invented diagnoses and ℓ = {seen.ell} in every release, drawn independently · {who} · chances "
            f"are exact, the chips are one draw (seed {seen.seed})"
        )
    return f"Worst case for {seen.n_values} invented diagnoses and ℓ = {seen.ell} in every release, at any k · {who}"


def demo_lead(seen: Demo) -> str:
    """What one mark is."""
    mark = "Every chip is a value the secret could have" if seen.named else "Every cell of a bar is a possible value"
    return f"**{mark}; every row is one release more.** Pale: possible. Struck: ruled out by this release. Faint: gone."


DEMO_ASSUMED = (
    "**Assumed:** every release shows exactly ℓ values around the person. **Not shown:** how likely each value left is, and "
    "what your tables do; no table was counted here."
)


def before_name() -> tuple[str, str]:
    """The row before any release: its name, and the head of its column on a phone."""
    return "before", "all"


def step_name(release: int) -> tuple[str, str]:
    """The row after a release: its name, and the head of its column on a phone."""
    return f"release {release}", str(release)


def ruled_out(now: int, first: bool, last: bool) -> str:
    """How many values a release rules out."""
    if not now:
        return "rules out no more"
    return f"rules out {now}" + (" more" if last and not first else "")


def guess_among(left: int) -> str:
    """A blind guess among the values left."""
    return "known" if left == 1 else "not in all" if left == 0 else one_in(1 / left)


def all_possible(n: int) -> str:
    """Before any release."""
    return f"all {numeral(n)} possible"


def pinned_big(chance: float) -> str:
    """People of 100 whom random releases pin, as a large number."""
    return share(chance).removesuffix(" of 100")


def heads(seen: Demo) -> tuple[str, str]:
    """Heads of the numbers beside the rows."""
    return ("pinned of 100", "drawn") if seen.case == RANDOM else (LEFT, GUESS)


def drawn_left(left: int) -> str:
    """What one draw leaves."""
    return f"{left} left"


def demo_message(seen: Demo) -> str:
    """What the picture shows, for those who cannot see it."""
    steps = ", ".join(map(str, (seen.n_values, *seen.countdown.left)))
    return f"Values left before and after each release: {steps}."


def demo_note(seen: Demo) -> str:
    """What moving a slider does."""
    n, ell, one_less = seen.n_values, seen.ell, seen.needed_one_less
    if seen.case == RANDOM:
        return f"On average {seen.mean:.2g} of {n} values are left. The large numbers are exact; the chips are one draw of many."
    more = f"Add a release and {counted(n - ell, 'more value')} can be struck out. " if ell < n else ""
    less = "" if one_less is None or n < 3 else f"; at ℓ = {n - 1} it takes {releases_said(one_less)}"
    return f"{more}At ℓ = {n} nothing is ever ruled out{less}."


def ordinal(n: int | None) -> str:
    """1st, 2nd, 3rd, …; never where nothing does it."""
    if n is None:
        return "never"
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def demo_metrics(seen: Demo) -> list[tuple[str, str, str]]:
    """Two numbers beside the picture."""
    return [(DECIDES, ordinal(seen.needed), DECIDES_HELP), (COLLAPSES, f"ℓ = {seen.collapse}", COLLAPSES_HELP)]


def demo_notes(seen: Demo) -> tuple[str, str, str]:
    """What the picture means, does not mean, and what comes next."""
    first = "Each release kept its promise, and **together** they broke it: candidates that one release rules out never come back."
    sets = f"random sets of {numeral(seen.ell)} from {numeral(seen.n_values)}"
    now, later = (f"{share(one)} people" if one else "no one" for one in (seen.pinned, seen.pinned_later))
    fall = f"with {sets}, {releases_said(seen.releases)} pin {now} and twice as many {later}"
    second = f"The worst case is built to be worst: {fall}. Larger crowds and closer mixes (k, t) change nothing in it."
    third = "Use the same groups and one common plan for every release. Then ask whether someone can match what is published to what they know."
    return first, second, third


CALCULATOR = "Before you release: what these ℓ can leave"
CALCULATOR_NOTE = "One ℓ per release, in their order; they may differ."
ELLS, ELLS_EXAMPLE = "ℓ of each release, separated by blanks", "for example 8 9 10"
TABLES = "Tables that do it, at any k"
TABLES_NOTE = (
    "Made so that the worst case is attained: person 1 shares crowd A with people whose values the release may show. "
    "Nobody's value changes from release to release."
)
SMALLEST_CROWD = "Smallest crowd of these tables (k)"
WHOLE_NUMBERS = "Write whole numbers separated by blanks."


def calculator_rows(found: composition.Forecast) -> dict[str, list[str]]:
    """Values left after each release."""
    return {
        "release": [str(i + 1) for i in range(len(found.ells))],
        "ℓ": [str(ell) for ell in found.ells],
        "left at worst": [str(one) for one in found.left],
        "guess": [guess_among(one) for one in found.left],
    }


def calculator_line(found: composition.Forecast, keep_two: int) -> str:
    """What would have to be promised instead."""
    needed = found.releases_to_pin
    pins = (
        "No number of such releases can"
        if needed is None
        else f"{releases_said(needed, capital=True)} with the smallest of these ℓ can"
    )
    return f"{pins} pin somebody. To leave at least two values, whatever the tables, each release needs ℓ = {keep_two}."


def tables_line(found: composition.Linkage) -> str:
    """What linking the constructed tables leaves."""
    least, k = found.least_left or 0, min(one.k for one in found.releases)
    return f"Linked, these tables leave {counted(least, 'value')} for person 1; every crowd of every table holds at least {k:,}."


AGAIN_METHODS = (
    *("values left", "worst case of linking", "largest ell that collapses", "releases that pin", "random classes"),
    "belief after releases",
)
