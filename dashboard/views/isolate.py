"""Can one person be singled out?"""

from functools import partial

from dashboard import isolating, listing, widgets, words


def table() -> None:
    """Every set of known columns is a mark: how many people stand alone in it."""
    seen, clicks = isolating.seen(), isolating.CLICKS
    switches = partial(widgets.isolate.switches, seen, clicks)
    widgets.heading(words.ISOLATE, words.isolate_answer(seen), words.isolate_line(seen), switches, width=2.6)
    widgets.refusal(seen.said)
    if seen.missing is not None:
        widgets.isolate.to_publish()
        return
    hero, controls = widgets.columns()
    with controls:
        widgets.isolate.controls(seen, clicks)
    with hero:
        widgets.isolate.hero(seen, clicks)
    widgets.riskiest.details(seen)
    widgets.methods(words.ISOLATE_METHODS)
    widgets.notes(words.isolate_notes(seen), "blur", words.NEXT_BLUR)


def lists() -> None:
    """Several lists of facts, each judged apart, and all of them together."""
    seen, clicks = listing.seen(), listing.CLICKS
    widgets.heading(words.ISOLATE, words.lists_answer(seen), words.lists_line(seen), widgets.listed.switches, width=2.6)
    widgets.refusal(seen.said)
    if seen.missing is not None:
        widgets.isolate.to_publish()
        return
    hero, controls = widgets.columns()
    with controls:
        widgets.listed.controls(seen, clicks)
    with hero:
        widgets.listed.hero(seen)
    widgets.listed.change(seen, clicks)
    widgets.listed.table(seen)
    widgets.listed.posting(seen)
    widgets.methods(words.LISTS_METHODS)
    widgets.notes(words.lists_notes(seen), "blur", words.NEXT_BLUR)


SHOWN = {words.ISOLATE_TABLE: table, words.ISOLATE_LISTS: lists}


@widgets.answering
def page() -> None:
    """The part of the question that is looked at."""
    SHOWN[isolating.part()]()


page()
