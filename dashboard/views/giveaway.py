"""What does the crowd still give away?"""

from dashboard import counting, keeping, state, telling, widgets, words


def switches() -> None:
    """How rows are counted, and the study."""
    widgets.counted_as(counting.change)
    widgets.study(keeping.offered)


@widgets.answering
def page() -> None:
    """Every crowd on the axis of one promise, the user's line, and one crowd below."""
    seen = telling.look(state.study())
    widgets.heading(words.GIVEAWAY, words.giveaway_answer(seen), words.secret_line(seen), switches)
    if seen.found.value is None:
        return
    widgets.warning(words.one_value(seen))
    hero, controls = widgets.columns()
    with controls:
        widgets.secret(seen, telling.choose)
        widgets.ground(seen, telling.measure_by)
        widgets.promise(seen, "t", telling.promise)
        widgets.more_promises(seen, telling.promise)
        widgets.small(words.line_note(seen))
    with hero:
        widgets.distances(seen, telling.show)
    widgets.one_crowd(seen, telling.walk)
    widgets.class_table(seen, telling.show)
    widgets.bounds(seen)
    widgets.taught(seen, telling.show)
    widgets.wrong_tool(seen)
    widgets.methods(words.GIVEAWAY_METHODS)
    widgets.notes(words.giveaway_notes(seen), "blur", words.NEXT_BLUR)


widgets.ready(words.GIVEAWAY, page, switches, secret=True)
