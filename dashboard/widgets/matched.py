"""Parts of the page `match` below its picture: one pair, shares, the table, other components, the attacker in words."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from dashboard import figures, matching, words
from dashboard.compute.matched import At, Match
from dashboard.matching import Clicks, Seen, setting
from dashboard.widgets import base, picking, placing, working


def details(seen: Seen, clicks: Clicks) -> Any:
    """Table, shares and one pair, made once they are open; gives back the place of what moves with the cut."""
    found = seen.found
    if found is None:
        return None
    with st.expander(words.DETAILS, icon=":material/table_rows:", on_change="rerun", key="match details") as shown:
        if not shown.open:
            return None
        st.subheader(words.TABLE_TITLE, anchor=False)
        place = placing.place()
        base.small(words.level_note(found))
        left, right = st.columns(2, gap="large")
        with left:
            _shares(found)
        with right:
            _pair(seen, found, clicks)
        st.markdown("\n".join(f"- :small[:gray[{one}]]" for one in words.found_lines(found)))
    return place


def levels(found: Match, at: At) -> None:
    """Every sorting at the cut."""
    base.table(words.level_rows(found, at.tau), "match levels table", height="content")


def _shares(found: Match) -> None:
    st.subheader(words.SHARES_TITLE, anchor=False)
    st.markdown(words.shares_line(found))
    parts = [figures.Share(*one) for one in words.shares_rows(found)]
    if parts:
        said = words.SHARES_AXIS, words.shares_message(found)
        base.figure(partial(figures.shares, parts, said), "shares")


def _pair(seen: Seen, found: Match, clicks: Clicks) -> None:
    st.subheader(words.PAIR_TITLE, anchor=False)
    nth = matching.pair_at()
    if nth is None:
        st.button(words.SHOW_PAIR, icon=":material/person_search:", on_click=clicks.walk, args=(0,))
        return
    pair = found.pair(nth, matching.level(found), matching.tau(found))
    if pair is None:
        base.small(words.NO_PAIR)
        return
    place, several, row, target = pair
    st.markdown(f"**{words.pair_title(place, several, found.is_right(row, target))}**")
    added, hidden = found.split(row, target), matching.named(seen.study)
    if setting("values", False):
        secrets, open_ = seen.study.roles.sensitive, bool(setting("secrets", False))
        cells = words.pair_cells(found.cells(row, target), added, hidden, secrets, open_)
    else:
        cells = words.pair_parts(added)
    base.table(cells, "match pair table", height="content")
    base.small(words.pair_sum(added))
    _pair_controls(clicks)


def _pair_controls(clicks: Clicks) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(words.BEFORE_PAIR, icon=":material/arrow_back:", key="match back", on_click=clicks.walk, args=(-1,))
        st.button(words.NEXT_PAIR, icon=":material/arrow_forward:", key="match on", on_click=clicks.walk, args=(1,))
        st.button(words.CLOSE_PAIR, key="match close", type="tertiary", on_click=clicks.forget_pair)
    picking.pick(st.toggle, words.PAIR_VALUES, "match values", bool(setting("values", False)))
    if setting("values", False):
        picking.pick(st.toggle, words.PAIR_SECRETS, "match secrets", bool(setting("secrets", False)))


def beside(seen: Seen) -> None:
    """Similarities of matches and wrong pairs, other numbers of components, costs; worked out once it is open."""
    found = seen.found
    if found is None:
        return
    with st.expander(words.ALIKE, icon=":material/stacked_line_chart:", on_change="rerun", key="match alike") as shown:
        if not shown.open:
            return
        level = matching.level(found)
        drawn = matching.alike(seen, found, level)
        if _worked(drawn):
            _alike(found, drawn.result, level)
            swept = matching.sweep(seen, found, level)
            if _worked(swept):
                base.table(
                    words.sweep_rows(swept.result, found.null, found.risk.projected.components),
                    "match sweep",
                    height="content",
                )
                base.small(words.sweep_line(swept.result))
        base.table(words.cost_rows(found.risk.costs), "match costs", height="content")
        base.small(words.COST_NOTE)


def _worked(job: Any) -> bool:
    """Whether a piece of further work is there; else how far it is, or why it is not."""
    if job is None:
        return False
    if not job.ended:
        working.waiting(job, 0)
        return False
    if job.stopped:
        working.stopped(job)
        return False
    base.refusal(None if job.refused is None else words.plain(job.refused))
    return job.refused is None


def _alike(found: Match, drawn: Any, level: int) -> None:
    kinds = [] if drawn.match is None else [(drawn.match.tolist(), True)]
    kinds.append((drawn.non_match.tolist(), False))
    named = zip(words.alike_heads(drawn), kinds, strict=True)
    several = [(head, counts, same) for head, (counts, same) in named]
    tau = float(found.risk.calibration.tau[level])
    cut = min(max(tau, -1.0), 1.0), words.calibrated_label(tau)
    said = words.ALIKE_AXIS, words.alike_line(drawn, found.risk.settings.alpha)
    base.figure(partial(figures.histograms, drawn.edges.tolist(), several, cut, said), "alike")
    base.small(words.alike_line(drawn, found.risk.settings.alpha))


def threats() -> None:
    """What the attacker can do, what they lack, where this measure stands."""
    with st.expander(words.THREATS, icon=":material/notes:", on_change="rerun", key="match threats") as shown:
        if shown.open:
            st.markdown(words.threat_lines())
