"""Can one person be singled out?"""

from dashboard import isolating, widgets, words


def table() -> None:
    """Every set of known columns is a mark: how many people stand alone in it."""
    missing = isolating.missing()
    widgets.heading(words.ISOLATE, missing or words.ISOLATE, words.EMPTY_SOURCE, widgets.isolate.parts, width=2.6)
    widgets.isolate.to_publish()


def lists() -> None:
    """Several lists of facts, each judged apart, and all of them together."""
    missing = isolating.missing()
    widgets.heading(words.ISOLATE, missing or words.ISOLATE, words.EMPTY_SOURCE, widgets.isolate.parts, width=2.6)
    widgets.isolate.to_publish()


SHOWN = {words.ISOLATE_TABLE: table, words.ISOLATE_LISTS: lists}


@widgets.answering
def page() -> None:
    """The part of the question that is looked at."""
    SHOWN[isolating.part()]()


page()
