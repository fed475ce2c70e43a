"""How much must we blur to keep the promise?"""

from dashboard import choosing, comparing, counting, keeping, widgets, words


def switches() -> None:
    """How rows are counted, and the study."""
    widgets.counted_as(counting.change)
    widgets.study(keeping.offered)


@widgets.answering
def page() -> None:
    """Every way to blur as a map, the lines beside it, settings side by side, the release."""
    work = choosing.work()
    seen = choosing.seen(work.found)
    before = choosing.seen(work.before)
    panel, cards = choosing.panel(seen), comparing.cards(seen)
    widgets.heading(words.BLUR, words.blurred(work, seen, before), words.blurred_from(work, seen or before), switches)
    widgets.refusal(work.said)
    if not work.ready:
        widgets.blur.nothing_yet(work)
        return
    widgets.warning(work.warned)
    hero, controls = widgets.columns()
    with controls:
        widgets.blur.lines(choosing.line, panel.most_secrets, bool(panel.grounds))
        widgets.blur.more(panel)
        widgets.blur.steps(panel, seen, work.searched)
        widgets.small(words.path_note(seen))
    with hero:
        widgets.blur.measured(work, choosing.seen)
    widgets.blur.compared(cards)
    widgets.releases.all_ways(seen)
    widgets.releases.before_after(seen)
    widgets.costs.otherwise(seen)
    widgets.releases.left_out(seen)
    widgets.trials.other_methods(seen)
    widgets.changing.at_random(work.study, work.cut)
    widgets.trees.editor(panel, work.cut)
    widgets.methods(words.BLUR_METHODS)
    widgets.notes(words.blur_notes(seen), "again", words.NEXT_AGAIN)


widgets.ready(words.BLUR, page, switches)
