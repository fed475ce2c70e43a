"""Can someone match this to what they already know?"""

from collections.abc import Callable
from functools import partial
from typing import Any

from dashboard import attacking, matching, protecting, weighing, widgets, words

Show = Callable[[Any], None]


def matched() -> None:
    """One release matched to the open table: slices with luck beneath, a cut through all of them."""
    seen, clicks = matching.seen(), matching.CLICKS
    switches = partial(widgets.match.switches, seen, clicks)
    said = None if seen.found is not None else words.match_answer(seen, None)
    answer = widgets.heading(words.MATCH, said, words.match_line(seen), switches, width=2.6)
    widgets.refusal(seen.said)
    if seen.missing is not None or not seen.begun:
        widgets.match.nothing_yet(seen, clicks)
        return
    cut, places = widgets.match.hero(seen, clicks)
    table = widgets.matched.details(seen, clicks)
    widgets.matched.beside(seen)
    widgets.matched.threats()
    widgets.methods(words.MATCH_METHODS)
    notes = widgets.place()
    moves = partial(widgets.match.moves, seen, (answer, places, table, notes))
    widgets.match.cut_by(seen, clicks, cut, moves)


def protections() -> None:
    """Nineteen ways to protect the open table, each matched to it, with what it costs."""
    seen, room = protecting.seen(), widgets.protected
    said = words.protection_answer(seen), words.protection_line(seen)
    settings = partial(room.settings, clicks=protecting.CLICKS)
    part(seen, said, (settings, room.settings_compared, room.table), words.protection_notes)


def attackers() -> None:
    """Two halves joined and secrets guessed on the release, on strangers and by luck."""
    seen, room = attacking.seen(), widgets.attacked
    said = words.attack_answer(seen), words.attack_line(seen)
    settings = partial(room.settings, clicks=attacking.CLICKS)
    part(seen, said, (settings, room.tried, room.table), words.attack_notes)


def others() -> None:
    """Fellegi–Sunter and distances beside the chain, and what a shift of representation does to them."""
    seen, room = weighing.seen(), widgets.weighed
    said = words.beside_answer(seen), words.beside_line(seen)
    below = partial(room.below, clicks=weighing.CLICKS)
    part(seen, said, (room.settings, room.methods, below), lambda _: words.beside_notes())


def part(seen: Any, said: tuple[str, str], shown: tuple[Show, Show, Show], notes: Callable[[Any], Any]) -> None:
    """Answer and source; settings beside the picture, and what stands below, once nothing is missing."""
    widgets.heading(words.MATCH, *said, widgets.match.parts, width=2.6)
    widgets.refusal(seen.said)
    if seen.missing is not None:
        widgets.to_first(seen.link)
        return
    settings, picture, below = shown
    hero, controls = widgets.columns()
    with controls:
        settings(seen)
    with hero:
        picture(seen)
    below(seen)
    widgets.methods(words.MATCH_METHODS)
    widgets.notes(notes(seen), "blur", words.NEXT_BLUR)


SHOWN = {
    words.MATCHED: matched,
    words.PROTECTION_PART: protections,
    words.ATTACKER_PART: attackers,
    words.OTHERS_PART: others,
}


@widgets.answering
def page() -> None:
    """The part of the question that is looked at."""
    SHOWN[matching.part()]()


page()
