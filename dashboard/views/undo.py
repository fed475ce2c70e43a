"""Can the blur be undone?"""

from functools import partial

from dashboard import auditing, recovering, widgets, words


def smallest() -> None:
    """Two rows published alike: every table that fits, and the one that is left."""
    seen, clicks = recovering.smallest(), recovering.CLICKS
    said = words.two_rows_answer(seen), words.two_rows_line(seen)
    widgets.heading(words.UNDO_QUESTION, *said, widgets.undo.parts, width=2.6)
    hero, controls = widgets.columns()
    with controls:
        widgets.undo.knobs(seen, clicks)
    with hero:
        widgets.undo.worlds(seen)
    widgets.methods(words.UNDO_METHODS[words.TWO_ROWS])
    widgets.notes(words.two_rows_notes(seen), "isolate", words.NEXT_ISOLATE)


def ten() -> None:
    """Ten rows published alike: the strip of their cells, and the row that stands alone."""
    seen, clicks = recovering.ten(), recovering.CLICKS
    widgets.heading(words.UNDO_QUESTION, words.ten_answer(seen), words.ten_line(seen), widgets.undo.parts, width=2.6)
    widgets.refusal(seen.said)
    hero, controls = widgets.columns()
    with controls:
        widgets.undo.settings(seen, clicks)
    with hero:
        widgets.undo.crowd(seen)
    widgets.undo.evidence(seen)
    widgets.draws.details(seen)
    widgets.draws.compound(seen)
    widgets.undo.notions()
    widgets.methods(words.UNDO_METHODS[words.TEN_ROWS])
    widgets.notes(words.ten_notes(seen), "isolate", words.NEXT_ISOLATE)
    widgets.undo.awaited(seen)


def own() -> None:
    """The user's own release: could it be finer, and what does that tell?"""
    seen, room = auditing.seen(), widgets.audited
    said, switches = (words.audit_answer(seen), words.audit_line(seen)), partial(room.switches, seen)
    widgets.heading(words.UNDO_QUESTION, *said, switches, width=2.6)
    widgets.refusal(seen.said)
    if seen.missing is not None:
        room.nothing_yet(seen)
        return
    room.no_trees(seen)
    hero, controls = widgets.columns()
    with controls:
        room.settings(seen)
    with hero:
        room.shown(seen)
    room.table(seen)
    widgets.undo.notions()
    widgets.methods(words.UNDO_METHODS[words.UNDO_OWN])
    widgets.notes(words.audit_notes(seen), "isolate", words.NEXT_ISOLATE)


SHOWN = {words.TWO_ROWS: smallest, words.TEN_ROWS: ten, words.UNDO_OWN: own}


@widgets.answering
def page() -> None:
    """The part of the question that is looked at."""
    SHOWN[recovering.part()]()


page()
