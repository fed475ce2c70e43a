"""Can the blur be undone?"""

from dashboard import recovering, widgets, words


def smallest() -> None:
    """Two rows published alike: every table that fits, and the one that is left."""
    seen, clicks = recovering.smallest(), recovering.CLICKS
    said = words.smallest_answer(seen), words.smallest_line(seen)
    widgets.heading(words.UNDO, *said, widgets.undo.parts, width=2.6)
    hero, controls = widgets.columns()
    with controls:
        widgets.undo.knobs(seen, clicks)
    with hero:
        widgets.undo.worlds(seen)
    widgets.methods(words.UNDO_METHODS)
    widgets.notes(words.smallest_notes(seen), "isolate", words.NEXT_ISOLATE)


def ten() -> None:
    """Ten rows published alike: the strip of their cells, and the row that stands alone."""
    seen, clicks = recovering.ten(), recovering.CLICKS
    widgets.heading(words.UNDO, words.ten_answer(seen), words.ten_line(seen), widgets.undo.parts, width=2.6)
    widgets.refusal(seen.said)
    hero, controls = widgets.columns()
    with controls:
        widgets.undo.settings(seen, clicks)
    with hero:
        widgets.undo.crowd(seen)
    widgets.undo.evidence(seen)
    widgets.undo.notions()
    widgets.methods(words.UNDO_METHODS)
    widgets.notes(words.ten_notes(seen), "isolate", words.NEXT_ISOLATE)
    widgets.undo.awaited(seen)


SHOWN = {words.TWO_ROWS: smallest, words.TEN_ROWS: ten}


@widgets.answering
def page() -> None:
    """The part of the question that is looked at."""
    SHOWN[recovering.part()]()


page()
