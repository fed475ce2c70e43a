"""Parts of the page `undo` about many draws: stored curves, shares of coarse cells, one description per crowd."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import figures, recovering, words
from dashboard.recovering import Ten
from dashboard.widgets import base, picking
from privacy_core import attacks


def details(seen: Ten) -> None:
    """Stored curves, theory beside them, and the shares behind the present draws; made once it is open."""
    shown = st.expander(words.DETAIL_DRAWS, icon=":material/show_chart:", on_change="rerun", key="undo draws")
    with shown:
        if not shown.open:
            return
        if seen.draws is not None:
            st.markdown(words.trials_line(seen.draws))
            base.small(f"{words.trials_interval(seen.draws)} {words.theory_line(seen.theory)}")
        name, curve = recovering.curve()
        names, control = words.CURVES_OF_DRAWS, st.segmented_control
        picking.pick(control, words.CURVE, "undo curve", name, [*names], format_func=names.__getitem__, required=True)
        base.key(words.CURVE_KEY, None)
        said = words.CURVE_AXES[name], words.CURVE_NAMES, words.curve_said(name, curve)
        base.figure(partial(figures.along, recovering.points(name, curve, seen), said), "undo curve")
        base.table(words.draw_rows(name, curve), "undo curve rows", height="content")
        base.small(words.curve_note(recovering.stored()))
        base.small_if(words.remedy_line(seen))
        if seen.draws is not None:
            base.small(words.SPREAD_LEAD)
            said = words.SPREAD_AXIS, words.SPREAD_COUNT, words.spread_said(seen.draws)
            base.figure(
                partial(figures.spread, seen.draws.shares, attacks.downcoding.WINDOW, words.PLACES, said), "undo spread"
            )


def compound(seen: Ten) -> None:
    """One description per crowd, and what becomes of them as people grow; made once it is open."""
    shown = st.expander(words.DETAIL_COMPOUND, icon=":material/groups:", on_change="rerun", key="undo compound")
    with shown:
        if not shown.open:
            return
        st.markdown(words.description_line(seen.found))
        base.small(words.COMPOUND_LEAD)
        base.table(words.compound_rows(recovering.stored()["n"]), "undo compound rows", height="content")
        base.small(words.curve_note(recovering.stored()))
        base.small(attacks.downcoding.VERY_SMALL)
