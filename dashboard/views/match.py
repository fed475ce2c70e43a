"""Can someone match this to what they already know?"""

from functools import partial

from dashboard import attacking, matching, protecting, weighing, widgets, words


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
    seen, clicks = protecting.seen(), protecting.CLICKS
    answer, source = words.protection_answer(seen), words.protection_line(seen)
    widgets.heading(words.MATCH, answer, source, widgets.match.parts, width=2.6)
    widgets.refusal(seen.said)
    if seen.missing is not None:
        widgets.match.to_first(seen.link)
        return
    hero, controls = widgets.columns()
    with controls:
        widgets.protected.settings(seen, clicks)
    with hero:
        widgets.protected.settings_compared(seen)
    widgets.protected.table(seen)
    widgets.methods(words.MATCH_METHODS)
    widgets.notes(words.protection_notes(seen), "blur", words.NEXT_BLUR)


def attackers() -> None:
    """Two halves joined and secrets guessed on the release, on strangers and by luck."""
    seen, clicks = attacking.seen(), attacking.CLICKS
    answer, source = words.attack_answer(seen), words.attack_line(seen)
    widgets.heading(words.MATCH, answer, source, widgets.match.parts, width=2.6)
    widgets.refusal(seen.said)
    if seen.missing is not None:
        widgets.match.to_first(seen.link)
        return
    hero, controls = widgets.columns()
    with controls:
        widgets.attacked.settings(seen, clicks)
    with hero:
        widgets.attacked.tried(seen)
    widgets.attacked.table(seen)
    widgets.methods(words.MATCH_METHODS)
    widgets.notes(words.attack_notes(seen), "blur", words.NEXT_BLUR)


def others() -> None:
    """Fellegi–Sunter and distances beside the chain, and what a shift of representation does to them."""
    seen, clicks = weighing.seen(), weighing.CLICKS
    answer, source = words.beside_answer(seen), words.beside_line(seen)
    widgets.heading(words.MATCH, answer, source, widgets.match.parts, width=2.6)
    widgets.refusal(seen.said)
    if seen.matched.missing is not None:
        widgets.match.to_first(seen.matched.link)
        return
    hero, controls = widgets.columns()
    with controls:
        widgets.weighed.settings(seen)
    with hero:
        widgets.weighed.methods(seen)
    widgets.weighed.below(seen, clicks)
    widgets.methods(words.MATCH_METHODS)
    widgets.notes(words.beside_notes(), "blur", words.NEXT_BLUR)


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
