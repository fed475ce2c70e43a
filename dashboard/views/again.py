"""What if we publish about the same people again?"""

from dashboard import linking, promising, repeating, state, widgets, words


def linked() -> None:
    """Values struck out release by release, and what linking does to nine and to a thousand people."""
    seen, clicks = repeating.demo(), repeating.CLICKS
    widgets.heading(words.AGAIN, words.demo_answer(seen), words.demo_line(seen), widgets.again.parts, width=2.6)
    hero, controls = widgets.columns()
    with controls:
        widgets.again.cases()
        widgets.again.sliders(seen, clicks)
    with hero:
        widgets.again.struck(seen)
    widgets.again.demonstrations(repeating.nine(), repeating.thousand(), repeating.square(), clicks)
    widgets.again.calculator(seen)
    widgets.again.attained(seen, clicks)
    widgets.mechanism.said_wrongly()
    widgets.methods(words.AGAIN_METHODS)
    widgets.notes(words.demo_notes(seen), "match", words.NEXT_MATCH)


def own() -> None:
    """The user's own releases, linked: how many values are left for whom."""
    seen, clicks = linking.releases(), linking.CLICKS
    source = words.own_line(seen, state.study())
    widgets.heading(words.AGAIN, words.own_answer(seen), source, widgets.again.parts, width=2.6)
    hero, controls = widgets.columns()
    with controls:
        widgets.again.cases()
        widgets.linked.choices(seen, clicks)
    with hero:
        widgets.linked.linked(seen)
        widgets.linked.numbers(seen)
        widgets.linked.person(seen, clicks)
    widgets.linked.details(seen)
    widgets.methods(words.AGAIN_METHODS)
    widgets.notes(words.own_notes(seen), "match", words.NEXT_MATCH)


def planned() -> None:
    """A mechanism whose promise holds for several releases, and what it rests on."""
    seen, wrong, clicks = promising.mechanism(), promising.wrong(), promising.CLICKS
    widgets.heading(
        words.AGAIN, words.mechanism_answer(seen), words.mechanism_line(seen), widgets.again.parts, width=2.6
    )
    widgets.refusal(seen.said)
    hero, controls = widgets.columns()
    with controls:
        widgets.mechanism.settings(seen, clicks)
    with hero:
        widgets.mechanism.chances(seen)
    widgets.mechanism.wrong_estimate(wrong, clicks)
    widgets.mechanism.limits()
    widgets.mechanism.repairs(seen, wrong)
    widgets.mechanism.curves(seen)
    widgets.mechanism.plan(clicks)
    widgets.mechanism.said_wrongly()
    widgets.methods(words.MECHANISM_METHODS)
    widgets.notes(words.mechanism_notes(seen), "match", words.NEXT_MATCH)
    widgets.mechanism.awaited(seen)


SHOWN = {words.WORST: linked, words.RANDOM: linked, words.OWN: own, words.PLANNED: planned}


@widgets.answering
def page() -> None:
    """The half of the question that is looked at."""
    SHOWN[repeating.shown()]()


page()
