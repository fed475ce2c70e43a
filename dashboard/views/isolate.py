"""Can one person be singled out?"""

from functools import partial

from dashboard import demonstrating, describing, isolating, listing, totalling, widgets, words

WIDE = 5.6
"""Width of the switch between five parts, beside a source line of 4."""


def table() -> None:
    """Every set of known columns is a mark: how many people stand alone in it."""
    seen, clicks = isolating.seen(), isolating.CLICKS
    switches = partial(widgets.isolate.switches, seen, clicks)
    widgets.heading(words.ISOLATE, words.isolate_answer(seen), words.isolate_line(seen), switches, width=WIDE)
    widgets.refusal(seen.said)
    if seen.missing is not None:
        widgets.to_first("publish")
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
    widgets.heading(
        words.ISOLATE, words.lists_answer(seen), words.lists_line(seen), widgets.listed.switches, width=WIDE
    )
    widgets.refusal(seen.said)
    if seen.missing is not None:
        widgets.to_first("publish")
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


def rare() -> None:
    """Descriptions made from the release: do they fit one person more often than luck, and than strangers?"""
    seen, clicks, room = describing.seen(), describing.CLICKS, widgets.rare
    switches = partial(room.switches, seen, clicks)
    widgets.heading(words.ISOLATE, words.rare_answer(seen), words.rare_line(seen), switches, width=WIDE)
    widgets.refusal(seen.said)
    if seen.missing is not None:
        room.nothing_yet(seen, clicks)
        return
    hero, controls = widgets.columns()
    with controls:
        room.settings(seen, clicks)
    with hero:
        room.luck(seen)
    room.several(seen)
    room.table(seen)
    widgets.methods(words.RARE_METHODS)
    widgets.notes(words.rare_notes(seen), "blur", words.NEXT_BLUR)


def totals() -> None:
    """Exact totals add up to a person; noise stops it; and how much is luck."""
    seen, clicks, room = totalling.seen(), totalling.CLICKS, widgets.totals
    switches = partial(room.switches, seen, clicks)
    widgets.heading(words.ISOLATE, words.totals_answer(seen), words.totals_line(seen), switches, width=WIDE)
    widgets.refusal(seen.said)
    hero, controls = widgets.columns()
    with controls:
        room.settings(seen, clicks)
    with hero:
        room.climbing(seen)
    room.luck(totalling.luck(), clicks)
    room.table(seen)
    widgets.methods(words.TOTALS_METHODS)
    widgets.notes(words.totals_notes(seen), "blur", words.NEXT_BLUR)
    room.awaited(seen)


def ways() -> None:
    """Rows made alike are singled out all the same; two releases together; what does hold."""
    seen, clicks, room = demonstrating.seen(), demonstrating.CLICKS, widgets.more_ways
    switches = partial(room.switches, seen, clicks)
    widgets.heading(words.ISOLATE, words.ways_answer(seen), words.ways_line(seen), switches, width=WIDE)
    widgets.refusal(seen.said)
    hero, controls = widgets.columns()
    with controls:
        room.settings(seen, clicks)
    with hero:
        room.bars(seen)
    room.demonstrations(demonstrating.pair(), demonstrating.half(), demonstrating.varied(), clicks)
    room.table(seen)
    room.holds(demonstrating.claims(), demonstrating.claimed())
    widgets.methods(words.WAYS_METHODS)
    widgets.notes(words.ways_notes(seen), "blur", words.NEXT_BLUR)


SHOWN = {
    words.ISOLATE_TABLE: table,
    words.ISOLATE_LISTS: lists,
    words.ISOLATE_RARE: rare,
    words.ISOLATE_TOTALS: totals,
    words.ISOLATE_WAYS: ways,
}


@widgets.answering
def page() -> None:
    """The part of the question that is looked at."""
    SHOWN[isolating.part()]()


page()
