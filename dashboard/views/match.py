"""Can someone match this to what they already know?"""

from functools import partial

from dashboard import matching, widgets, words


def matched() -> None:
    """One release matched to the open table: slices with luck beneath, a cut through all of them."""
    seen, clicks = matching.seen(), matching.CLICKS
    switches = partial(widgets.match.switches, seen, clicks)
    said = None if seen.found is not None else words.match_answer(seen, None)
    answer = widgets.heading(words.MATCH, said, words.match_line(seen), switches, width=1.9)
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


SHOWN = {words.MATCHED: matched}


@widgets.answering
def page() -> None:
    """The part of the question that is looked at."""
    SHOWN[matching.part()]()


page()
