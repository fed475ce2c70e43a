"""Parts of the page `undo`: tables that fit two rows, a crowd as a strip, many draws, what the theorem covers."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import figures, recovering, words
from dashboard.recovering import Clicks, Smallest, Ten, setting
from dashboard.widgets import base, picking, working
from privacy_core import attacks

TWO, RARE = base.Span(2, 10, 1, 10), base.Span(1, 99, 1, 99)
K, DIMS, RHO = base.Span(2, 20, 1, 50), base.Span(8, 256, 8, 512), base.Span(0.0, 0.5, 0.01, 1.0)


def parts() -> None:
    """Which part of the page."""
    hidden = {"required": True, "label_visibility": "collapsed"}
    now, several = recovering.part(), words.UNDO_PARTS
    picking.pick(st.segmented_control, words.UNDO_PART, "undo part", now, several, **hidden)


def verdict(found: attacks.Outcome) -> None:
    """One of four words."""
    st.markdown(words.badge(found), help=words.OUTCOME_HELP)


def knobs(seen: Smallest, clicks: Clicks) -> None:
    """Crowd size, how rare the second band is, whether the method is known; and what they come to."""
    base.number(words.CROWD_SIZE, "undo two", seen.k, TWO, partial(clicks.put, "two"), words.CROWD_SIZE_HELP)
    base.number(words.RARE, "undo rare", seen.rare, RARE, partial(clicks.put, "rare"), words.RARE_HELP)
    picking.pick(st.toggle, words.FRUGAL, "undo frugal", seen.frugal, help=words.FRUGAL_HELP)
    base.metrics(words.two_rows_metrics(seen), "two rows")
    verdict(seen.outcome)
    with base.changing("two-baseline", words.two_rows_baseline(seen)):
        base.small(words.two_rows_baseline(seen))


def worlds(seen: Smallest) -> None:
    """Every table that fits."""
    base.small(words.two_rows_lead(seen))
    message = words.two_rows_message(seen)
    base.figure(partial(figures.worlds, *seen.picture, words.WORLD_HEADS, message), "worlds")
    base.small(words.SMALLEST_ASSUMED)


def settings(seen: Ten, clicks: Clicks) -> None:
    """Crowd size, columns, needless blur, which crowds, which draw."""
    base.number(words.CROWD_SIZE, "undo k", seen.asked.k, K, partial(clicks.put, "k"), words.CROWD_SIZE_HELP)
    base.number(words.COLUMNS, "undo dims", seen.asked.dims, DIMS, partial(clicks.put, "dims"), words.COLUMNS_HELP)
    base.number(words.NEEDLESS, "undo rho", seen.asked.rho, RHO, partial(clicks.put, "rho"), words.NEEDLESS_HELP)
    picking.pick(st.toggle, words.EVERY_CROWD, "undo every", seen.asked.every, help=words.EVERY_CROWD_HELP)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        taken = {"after": clicks.typed, "help": words.DRAW_SEED_HELP, "width": 150}
        picking.seed(words.DRAW_SEED, "undo set seed", setting("seed"), **taken)
        st.button(words.ANOTHER_DRAW, icon=":material/refresh:", on_click=clicks.draw_again)
        st.button(words.FIND_SEED, icon=":material/search:", on_click=clicks.search)
    if seen.searching is not None and seen.found is not None:  # else the place of the picture says how far it is
        working.waiting(seen.searching, 0)
    base.small_if(words.searched_line(seen.searched, setting("seed")))
    _draws(seen)


def _draws(seen: Ten) -> None:
    """What one draw shows, and what many come to: never one without the other."""
    if seen.found is not None:
        base.metrics(words.ten_metrics(seen.found, seen.draws), "ten rows")
    if seen.draws is None:
        base.small_if(words.trials_awaited(recovering.DRAWS) if seen.said is None else None)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(words.trials_head(seen.draws, seen.stored), width="content")
        st.markdown(words.badge(seen.outcome), help=words.OUTCOME_HELP, width="content")
    with base.changing("ten-draws", words.draws_line(seen.draws)):
        base.small(words.draws_line(seen.draws))


def crowd(seen: Ten) -> None:
    """The strip of one crowd, before and after."""
    if seen.found is not None:
        _strip(seen)
    elif not seen.job.ended:
        working.waiting(seen.job, 500)
    elif seen.job.stopped:
        working.stopped(seen.job)
    base.small(words.STRIP_ASSUMED)


def _strip(seen: Ten) -> None:
    base.small(words.ten_lead(seen.found))
    shown, said = seen.picture
    base.figure(partial(figures.strip, shown, attacks.downcoding.WINDOW, said), "strip")
    base.key(words.STRIP_KEY, None)
    base.small(words.crowds_of_draw(seen.found))
    base.small_if(words.binned_note(seen.asked.dims, figures.CELLS))


def evidence(seen: Ten) -> None:
    """What the figures rest on, and what may be said of them in an assessment."""
    if seen.draws is None:
        return
    base.small(words.assumed(seen.draws.assumptions))
    base.small(words.undo_legal(*seen.singled_out))


def notions() -> None:
    """Which promises the theorem covers; made once it is open."""
    shown = st.expander(words.DETAIL_NOTIONS, icon=":material/rule:", on_change="rerun", key="undo notions")
    with shown:
        if shown.open:
            base.table(words.notion_rows(), "undo notion rows", height="content")
            base.small(attacks.downcoding.NOT_BUILT)


def awaited(seen: Ten) -> None:
    """Show the page again when the draws are made; it stands last, so that nothing moves."""
    if seen.awaited is not None:
        working.quietly(seen.awaited)
