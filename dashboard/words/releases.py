"""Sentences about one way to blur: settings side by side, columns before and after, who is left out, the files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dashboard.words.phrases import counted, numeral, parts, plain
from privacy_core import Origin, Source, utility

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dashboard.blurring import View
    from dashboard.comparing import Card


def card_title(card: Card) -> str:
    """Letter and promise of one setting."""
    return f"**{card.letter} · {plain(card.title)}**"


def card_lines(card: Card) -> tuple[str, str]:
    """What one setting costs, and its worst crowd."""
    found = card.found
    lost = "nothing given up" if found.detail < 1e-12 else f"{parts(found.detail)} of detail"
    among = "" if found.at_once is None else f" on any {counted(found.at_once, 'column')}"
    worst = [f"a crowd of {found.smallest:,}{among}" if found.smallest else "nobody is left"]
    worst += [counted(found.fewest, "secret")] if found.fewest is not None else []
    worst += [f"distance {found.distance:.2f}"] if found.distance is not None else []
    return f"{lost}, {of_gone(card)}", f"at worst, each by itself: {', '.join(worst)}"


def over_limit(several: int, limit: int) -> str:
    """A pinned setting leaves out more rows of the present table than it may."""
    return f"No release: {several:,} rows would be left out, {limit:,} may be."


OTHER_COLUMNS = "No release: it was pinned for other columns or levels."


def of_gone(card: Card) -> str:
    """How many a setting leaves out."""
    return f"{card.found.left_out:,} left out" if card.found.left_out else "nobody left out"


def profile_message(card: Card) -> str:
    """What a small picture shows."""
    crowd = card.found.crowd
    below = "" if crowd is None else f"{crowd.below:,} of {crowd.people:,} are below k = {card.found.k}; "
    return f"Setting {card.letter}, {card.title}: {below}{of_gone(card)}."


def side_by_side(n: int) -> str:
    """Heading over the small pictures."""
    return f"{numeral(n, True)} setting{'s' * (n != 1)} side by side"


def card_rows(cards: Sequence[Card]) -> dict[str, list[Any]]:
    """The settings as a table."""
    cards = [card for card in cards if card.found is not None]
    found = [card.found for card in cards]
    return {
        "setting": [f"{card.letter} · {card.title}" for card in cards],
        "method": [METHOD_NAMES.get(one.method, one.method) for one in found],
        "detail given up, of 100": [round(100 * one.detail, 1) for one in found],
        "Loss, of 100": [round(100 * one.loss, 2) for one in found],
        "left out": [one.left_out for one in found],
        "smallest crowd of the release": [one.smallest for one in found],
        "fewest secrets (ℓ)": [one.fewest for one in found],
        "largest distance (t)": [None if one.distance is None else round(one.distance, 4) for one in found],
        "against the release's own mix": [None if one.own is None else round(one.own, 4) for one in found],
    }


CARDS_TABLE = "The settings as a table"
CARDS_NOTE = "Distances compare with the mix of the table as loaded: that mix is part of the promise. The last column compares with what the release itself shows. Parts of detail are the mean over columns of what the values lose, before anybody is left out; Loss weighs columns by their hierarchies and counts people left out in full, so the two may rank settings differently."
UNPIN, UNPIN_HELP = "Take away", "Takes this pinned setting away; undo brings it back."
METHOD_NAMES = {
    "as uploaded": "as loaded",
    "full-domain": "one level per column",
    "local recoding": "cell by cell",
    "mondrian": "boxes (Mondrian)",
    "merging": "boxes joined for t",
    "microaggregation": "groups with a typical value",
    "local suppression": "single cells withheld",
    "coding": "ends coded",
}
OTHER_METHODS = "Keep the promise by another method"
METHODS_NOTE = "The same promise and limit, kept in another way, measured again and pinned beside the others; where the cost is Loss and a crowd counts on all columns, its result stands on the map as a triangle. In these releases equal cells may be blurred differently in different rows."
METHOD_ABOUT = {
    "local recoding": "Each cell is blurred as little as it can be: classes are narrowed, split and pooled until no step is left.",
    "mondrian": "The table is cut into boxes along its widest column, each as small as the promise allows.",
    "merging": "Boxes first, then joined until each resembles the whole table; for promises of t.",
    "microaggregation": "Rows much alike get one common value: a mean of numbers, the commonest name.",
    "local suppression": "Only single cells are withheld; all others stay as they are. What a withheld cell counts as is part of the promise.",
    "coding": "The lowest and the highest values of each column with an order become one each; rows in crowds that still break the promise are left out, if the limit allows. It does not search.",
}


def method_label(method: str) -> str:
    """Label of the button that tries a method."""
    name = METHOD_NAMES[method]
    return name[0].upper() + name[1:]


def method_title(promise: str, method: str, parameters: Sequence[tuple[str, float]] = ()) -> str:
    """Promise and method as a title, with the settings of the method."""
    said = "".join(_setting(name, value) for name, value in parameters)
    return f"{promise}, {METHOD_NAMES[method]}{said}"


def _setting(name: str, value: float) -> str:
    """One setting of a method."""
    if name == "ends":
        return f", {value:g} of 100 at each end"
    if name == "at once":
        return f", on any {counted(int(value), 'column')}"
    return ", matching anything" if name == "anything" else f", {name} {value:g}"


WITHHELD_CELL = "A withheld cell"
WITHHELD_CELLS = {
    False: "is a value of its own: a crowd agrees in what is withheld, too; any promise",
    True: "matches anything, as in sdcMicro: a row hides among all it could be; k alone can be promised",
}
AT_ONCE = "Columns others may know at once"
ALL_COLUMNS = "all columns"
AT_ONCE_HELP = (
    "k on every set of so many columns needs fewer withheld cells; who knows more of them may find fewer rows."
)
CELL_WEIGHTS = "Importance: of two cells that would do, the one of the less important column is withheld."
ENDS = "Rows cut off at each end, of 100"


EACH_COLUMN = "Column by column: before and after"


def column_rows(found: Sequence[utility.ColumnChange]) -> dict[str, list[Any]]:
    """Each quasi-identifier before and after."""
    return {
        "column": [one.column for one in found],
        "values before": [one.values_before for one in found],
        "values after": [one.values_after for one in found],
        "bits before": [round(one.entropy_before, 2) for one in found],
        "bits after": [round(one.entropy_after, 2) for one in found],
        "detail given up, of 100, people left out included": [round(100 * one.loss, 1) for one in found],
        "cells that say nothing, of 100": [round(100 * one.withheld, 1) for one in found],
    }


def value_rows(labels: Sequence[str], rows: Sequence[int], head: str) -> dict[str, list[Any]]:
    """How often each value occurs."""
    return {head: list(labels), "rows": list(rows)}


def all_ways(n: int) -> str:
    """Label of the table of ways."""
    return f"Why not its neighbour? All {n:,} ways as a table"


WITHHELD = "Left-out rows, and why each"
RELEASE = "Save the release"
WHICH_RELEASE = "Setting"
NO_RELEASE = "This setting has no release, or is still worked out."
NOTHING_TO_SAVE = "There is no release yet: no way keeps the promise."
RELEASE_NOTE = "The release was measured again before it is offered here. It keeps every row: left-out ones are marked in the column suppressed and read * in every known column."
WITHOUT = "Without the left-out rows"
WITHOUT_NOTE = "Without the left-out rows the original mix is lost: t, β and δ-disclosure can then only be checked against the mix of what is left."
KEEP_COLUMNS = "Also publish, as it is: nobody has judged what these columns give away"
SAVE_AS = {"csv": "CSV", "xlsx": "XLSX", "parquet": "Parquet"}
CHECK_NOTE = "This command judges the saved CSV again, against the mix of the table as loaded:"
SALT = "Salt for pseudonyms, 16 characters or more"
SALT_HELP = "With a salt, columns that name a person become pseudonyms: the same name always gets the same one, and who does not know the salt cannot try names. Without it they are left out of the file."
SALT_NOTE = "The salt stays in this session and goes into no file."


def way_rows(seen: View, head: str, which: NDArray[np.int64]) -> dict[str, list[Any]]:
    """Some ways as a table; a crowd that may be larger has "at least" in words beside it."""
    ways, levels = seen.ways, seen.ways.levels[which]
    return {
        "promise": ["kept" if keeps else "broken" for keeps in ways.keeps[which].tolist()],
        head: ways.cost[which].round(2).tolist(),
        "detail given up, of 100": (100 * seen.found.detail[which]).round(1).tolist(),
        "left out at your k": ways.left_out[which].tolist(),
        "k within reach of the limit": ways.crowd[which].tolist(),
        **({} if ways.most_is_exact else {"that k": _bounds(ways.exact[which].tolist())}),
        **{f"level of {name}": levels[:, j].tolist() for j, name in enumerate(seen.columns)},
    }


def _bounds(exact: Sequence[bool]) -> list[str]:
    return ["is exact" if one else "is at least" for one in exact]


REACH = "k within reach: the largest line a way could keep by leaving out as many as may be. A release leaves out only crowds below your line, so its smallest crowd may be smaller."


def ways_note(shown: int, total: int) -> str:
    """How much of the whole the table lists."""
    rest = f"; {total - shown:,} more are in the file" if total > shown else ""
    return f"Ways that keep the promise first, cheapest first{rest}. Select a row to choose that way, or to see why it is none. {REACH}"


def withheld_note(shown: int, total: int) -> str:
    """How many rows are left out, and what else is said."""
    if not total:
        return "Nobody is left out."
    rest = f"The first {shown:,} of {total:,} left-out rows. " if total > shown else ""
    return f"{rest}A row is left out when its crowd breaks a promise; each that it breaks is named. What a row looks like stays hidden until you ask."


SHOW_VALUES = "Show the values of a column"
BEFORE, AFTER = "as loaded", "in the release"
REVEAL_ROWS = "Show what the rows look like, blurred"
SCRIPT = "Python script with its hierarchies (ZIP)"


def script_note(source: Source, salted: bool) -> str:
    """What the script needs beside it; a sample is made by Kelt itself."""
    needs = [plain(source.name)] if source.origin is Origin.UPLOAD else []
    needs += ["the salt in a file called salt"] if salted else []
    beside = f" beside {' and '.join(needs)}" if needs else ""
    return f"Unpack it{beside} and run make_release.py where Kelt is installed: it makes the same CSV and says so."
