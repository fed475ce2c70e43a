"""Parts of the page `crowd`: the table of crowds."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import streamlit as st

from dashboard import compute, jobs, state, words
from dashboard.widgets import base, picking, working
from privacy_core import PrivacyError, Roles, SpecialUniques, Study, Unit, all_norms, k_for

K_SPAN = base.Span(1, 50, 1, 1_000_000)


def crowd_table(chosen: compute.Cut) -> None:
    """The smallest crowds, their looks hidden until asked for; all of them as a file."""
    shown = st.expander(
        words.crowds_title(len(compute.classes(chosen))),
        icon=":material/table_rows:",
        on_change="rerun",
        key="all crowds",
    )
    with shown:
        if not shown.open:
            return
        reveal = st.toggle(words.REVEAL, key="reveal crowds")
        rows = compute.smallest(chosen, reveal)
        base.table(rows, "crowd rows")
        by, unit = compute.listed_in(chosen)
        base.small(words.crowds_note(len(rows["crowd"]), len(compute.classes(chosen)), by, unit))
        base.saved(compute.sizes(chosen, reveal), len(compute.classes(chosen)), "crowds")


def unit(chosen: compute.Cut, save: Callable[[Unit], None]) -> None:
    """What is counted, once a person id says who a row belongs to; all smallest crowds beside it."""
    if len(chosen.units) == 1:
        base.small(words.NO_PERSON if chosen.person is None else words.ROWS_ONLY)
        return
    shown = {"format_func": words.UNIT_NAMES.__getitem__, "required": True, "help": words.UNIT_HELP}
    picking.held(st.segmented_control, "Count", "count unit", chosen.policies.unit, list(Unit), save=save, **shown)
    base.small(words.smallest_units(compute.smallest_by_unit(chosen)))


def norm(chosen: str | None, save: Callable[[str | None], None]) -> None:
    """Take the line from a published number; its source, date and trust stand below."""
    offered = [words.OWN_LINE, *(one.name for one in all_norms() if k_for(one) is not None)]
    shown = {
        "format_func": words.norm_name,
        "save": lambda picked: save(None if picked == words.OWN_LINE else picked),
    }
    picking.held(st.selectbox, "Take the line from", "norm", chosen or words.OWN_LINE, offered, **shown)
    base.small(words.plain(words.norm_source(chosen, datetime.date.today())))


def attackers(chosen: compute.Cut, roles: Roles, keep: Callable[[], None]) -> None:
    """Every attacker with their knowledge; made once it is open."""
    shown = st.expander(words.ATTACKERS, icon=":material/group:", on_change="rerun", key="attackers")
    with shown:
        if not shown.open:
            return
        left, right = st.columns(2, gap="large")
        share = left.number_input(words.FRACTION, 0.0, 1.0, step=0.01, key="sampling fraction")
        right.file_uploader(words.POPULATION, key=state.key("population file"), on_change=keep)
        try:
            found = compute.attackers(chosen, roles.weight, roles.household, share or None, state.population())
        except PrivacyError as refused:
            base.refusal(words.plain(str(refused)))
            return
        base.table(words.attacker_rows(found), "attacker rows", height="content")
        base.small(words.population_sentence(found))
        base.small(words.household_sizes(found))


def few_facts(ask: Callable[[], jobs.Job]) -> None:
    """How few columns single rows out, without a value of theirs; looked for once it is open."""
    shown = st.expander(words.FEW_FACTS, icon=":material/person_search:", on_change="rerun", key="few facts")
    with shown:
        if not shown.open:
            return
        working.worked(ask(), _few, 160)


def _few(found: SpecialUniques) -> None:
    base.small(words.few_facts_line(found))
    base.table(words.few_facts_rows(found), "few facts rows")


def groups(study: Study, chosen: compute.Cut) -> None:
    """Every measure within each value of a column; made once it is open and a column is named."""
    shown = st.expander(words.GROUPS, icon=":material/workspaces:", on_change="rerun", key="groups")
    with shown:
        if not shown.open:
            return
        column = st.selectbox(words.GROUP_BY, compute.table(chosen).names, index=None, key="group by")
        if column is not None:
            try:
                base.table(words.group_rows(compute.grouped(chosen, study.roles, column)), "group rows")
            except PrivacyError as refused:
                base.refusal(words.plain(str(refused)))
            base.small(words.GROUPS_NOTE)


def regimes(chosen: compute.Cut) -> None:
    """One file under all published numbers; made once it is open."""
    shown = st.expander(words.REGIMES, icon=":material/gavel:", on_change="rerun", key="regimes")
    with shown:
        if not shown.open:
            return
        attempt = st.number_input(words.ATTEMPT, 0.0, 1.0, 1.0, 0.05, key="attempt")
        base.table(words.regime_rows(compute.regimes(chosen, attempt)), "regime rows", height=420)
        base.small(words.REGIMES_NOTE)
