"""How small is the crowd each person hides in?"""

from functools import partial

from dashboard import compute, counting, figures, keeping, opening, state, widgets, words


def switches() -> None:
    """How rows are counted, and the study."""
    widgets.counted_as(counting.change)
    widgets.study(keeping.offered)


@widgets.answering
def page() -> None:
    """The crowds, the user's line through them, and the controls beside it."""
    study = state.study()
    chosen = compute.cut(study)
    k = int(study.thresholds.k or words.EXAMPLE_K)
    seen = compute.crowds(chosen, k)
    source = words.knowledge_line(study, compute.classes(chosen))
    widgets.heading(words.CROWD, words.crowd_answer(seen), source, switches, width=2.2)
    if seen is None:
        return
    hero, controls = widgets.columns()
    with controls:
        widgets.unit(chosen, counting.unit)
        widgets.number(words.K_LABEL, "k", k, widgets.K_SPAN, counting.own_k, words.K_HELP)
        widgets.norm(study.norm, counting.norm)
        widgets.metrics(words.crowd_metrics(seen), "crowd")
    with hero:
        widgets.small(words.crowd_lead(seen))
        line = words.line_name("k", f"{k:,}", study.thresholds.k is not None)
        widgets.figure(partial(figures.crowds, seen, line), "crowds")
        widgets.small(words.crowd_brackets(seen))
    widgets.crowd_table(chosen)
    widgets.few_facts(opening.few_facts)
    widgets.attackers(chosen, study.roles, opening.population)
    widgets.regimes(chosen)
    widgets.groups(study, chosen)
    widgets.methods(words.CROWD_METHODS)
    widgets.notes(words.crowd_notes(seen, len(chosen.known)), *words.next_after_crowd(seen, study))


widgets.ready(words.CROWD, page, switches, beyond_crowds=False)
