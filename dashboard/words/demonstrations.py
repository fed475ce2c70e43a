"""Sentences of three small demonstrations on `again`: nine people, a thousand, and nine in a square."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dashboard.words.again import releases_said
from dashboard.words.phrases import listed, plain
from privacy_core import of_100

if TYPE_CHECKING:
    from dashboard.repeating import Nine, Square, Thousand

NINE_SECRETS = ("salary", "disease")
NINE_SECRET = "Secret of the nine"


def nine_title(seen: Nine) -> str:
    """How many of the nine salaries fall."""
    fall = seen.found.pinned
    what = seen.found.attribute
    if not fall:
        return f"Two published tables, nine people: no {plain(what)} falls"
    return f"Two published tables, nine people: {of_100(fall, seen.found.people)} {'salaries' if what == 'salary' else plain(what) + 's'} fall"


def nine_axis(seen: Nine) -> str:
    """Title of the values."""
    return "salary, thousands" if seen.found.attribute == "salary" else seen.found.attribute


NINE_KEY = "● possible in both tables · × ruled out by one · :orange[◆] pinned. Click a person."
NINE_ASSUMED = (
    "**Assumed:** the attacker knows age and ZIP of a patient and that they are in both tables. **Not shown:** anything "
    "beyond sets of values; each table alone shows at least three."
)


def nine_person(seen: Nine) -> str:
    """What the tables leave of the person that was clicked."""
    if seen.person is None:
        return "Click a person, or step through them, to see both sets."
    shown = [
        f"{one.name} shows {listed(values)}"
        for one, values in zip(seen.found.releases, seen.candidates.shown, strict=True)
    ]
    left = seen.candidates.left
    end = f"only :orange[{plain(left[0])}] is left" if len(left) == 1 else f"{listed(left)} are left"
    return f"**Person {seen.person + 1}.** {'; '.join(shown)}; {end}."


def nine_message(seen: Nine) -> str:
    """For those who cannot see it."""
    return f"Linking both tables leaves one value for {of_100(seen.found.pinned, seen.found.people)} people."


def thousand_title(seen: Thousand) -> str:
    """How many fall with and without coordination."""
    return f"{seen.found.people:,} people: uncoordinated, {_fall(seen.found.apart[-1])}; coordinated, {_fall(seen.found.common[-1])}"


def _fall(n: int) -> str:
    return f"{n:,} fall" if n else "none"


def thousand_line(seen: Thousand) -> str:
    """The release the slider stands at."""
    at = seen.at
    return (
        f":orange[◆] After {releases_said(at)}, each with its own crowds, :orange[{seen.found.apart[at - 1]:,} of {seen.found.people:,}] people have one value "
        f"left; :blue[●] with one common grouping {of_100(seen.found.common[at - 1], seen.found.people)}."
    )


def thousand_assumed(seen: Thousand) -> str:
    """How they were made."""
    return (
        f"**Assumed:** {seen.found.people:,} made-up people, {seen.found.values} values, crowds of {seen.found.crowd} drawn at random, seed {seen.found.seed}. "
        "**Not shown:** crowds that follow places and ages, which overlap more."
    )


THOUSAND_AT = "Look after release"


def thousand_picture(seen: Thousand) -> tuple[str, str, str, str]:
    """Names of the lines, title across, message."""
    return OWN_GROUPS, COMMON_GROUPS, "releases", f"{thousand_title(seen)}."


OWN_GROUPS, COMMON_GROUPS = "each release its own groups", "one common grouping"
SQUARES: Mapping[str, str] = {"distinct": "Nine different", "latin": "Latin square", "mixed": "Mixed"}
SQUARE = "Secrets in the square"


def square_title(seen: Square) -> str:
    """How many fall in the square."""
    return f"Released by row, then by column: {of_100(seen.found.pinned, seen.found.people)} people fall"


def square_aside(seen: Square) -> str:
    """What k and ℓ say of it."""
    return "k and ℓ look at one release, so they cannot tell"


def square_line(seen: Square) -> str:
    """Same k and ℓ, another fate."""
    per = [f"{one.name}: k = {one.k}, ℓ = {one.ell}" for one in seen.found.releases]
    return f"{'; '.join(per)}. Linked, {of_100(seen.found.pinned, seen.found.people)} people have one value left."


SQUARE_KEY = "Every square is a person with their secret. :orange[◆] pinned · ● more than one value left"
SQUARE_ASSUMED = (
    "**Assumed:** one release groups by row, the other by column, and the attacker knows both. **Not shown:** that k and ℓ "
    "told the difference; they cannot, they look at one release."
)


def square_message(seen: Square) -> str:
    """For those who cannot see it."""
    return f"Of nine people in rows and columns, {of_100(seen.found.pinned, seen.found.people)} have one value left after both releases."
