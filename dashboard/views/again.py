"""What if we publish about the same people again?"""

from dashboard import repeating, widgets, words
from dashboard.repeating import CLICKS


@widgets.answering
def page() -> None:
    """Values struck out release by release, and what linking does to nine and to a thousand people."""
    seen = repeating.demo()
    widgets.heading(words.AGAIN, words.demo_answer(seen), words.demo_line(seen))
    hero, controls = widgets.columns()
    with controls:
        widgets.again.cases()
        widgets.again.sliders(seen, CLICKS)
    with hero:
        widgets.again.struck(seen)
    widgets.again.demonstrations(repeating.nine(), repeating.thousand(), repeating.square(), CLICKS)
    widgets.again.calculator(seen)
    widgets.again.attained(seen, CLICKS)
    widgets.methods(words.AGAIN_METHODS)
    widgets.notes(words.demo_notes(seen), "publish", words.NEXT_PUBLISH)


page()
