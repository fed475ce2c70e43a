"""Parts of the page `again`: the mechanism's settings and chances, a wrong estimate, a plan for the open table."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import compute, figures, promising, state, words
from dashboard.promising import FINEST, LEVEL, Clicks, Mechanism, Wrong, setting
from dashboard.widgets import base, picking, working

ELL = base.Span(1, 12, 1, 100)
DELTA = base.Span(2, 100, 1, 1_000_000)
P = base.Span(2, 100, 1, 10_000)
RELEASES = base.Span(1, 10, 1, 100)
ERROR = base.Span(0.0, 0.06, FINEST, 0.5, "%.3f")


def settings(seen: Mechanism, clicks: Clicks) -> None:
    """Cells, ℓ, δ, p, releases, and what they cost."""
    kinds, control = words.CELL_KINDS, st.segmented_control
    shown = {
        "format_func": kinds.__getitem__,
        "required": True,
        "help": words.cells_help(compute.SPARE_CLASSES, compute.SPARE_VALUES),
    }
    picking.pick(control, words.CELLS, "promise cells", seen.asked.cells, [*kinds], **shown)
    base.number(words.ELL, "promise ell", setting("ell"), ELL, partial(clicks.put, "ell"), words.ELL_HELP)
    base.number(words.DELTA, "promise delta", setting("delta"), DELTA, partial(clicks.put, "delta"), words.DELTA_HELP)
    follows = seen.asked.cells != compute.LEAN  # its place is kept, so that nothing jumps
    base.number(words.RAREST, "promise p", seen.one_in, P, partial(clicks.put, "p"), words.RAREST_HELP, follows)
    many = partial(clicks.put, "releases")
    base.number(words.MANY, "promise releases", setting("releases"), RELEASES, many, words.MANY_HELP)
    if seen.found is not None:
        base.metrics(words.mechanism_metrics(seen.found), "mechanism")


def chances(seen: Mechanism) -> None:
    """Four numbers on one axis; the simulation comes when it is done."""
    if seen.found is None:
        return
    base.small(words.promise_lead(seen.found))
    base.figure(partial(figures.odds, seen.groups, words.mechanism_message(seen)), "odds")
    base.small(words.lines_said(seen))
    base.small(words.simulation_note(seen.found, seen.simulated, LEVEL))
    base.small(words.slack_note(seen.found))
    base.small(words.own_note(seen.found))
    base.small(words.MECHANISM_ASSUMED)


def awaited(seen: Mechanism) -> None:
    """Show the page again when the simulation has ended; it stands last, so that nothing moves."""
    if seen.job is not None and not seen.job.ended:
        working.quietly(seen.job)


def wrong_estimate(seen: Wrong, clicks: Clicks) -> None:
    """Promised against real, and ε."""
    st.subheader(words.wrong_title(seen), anchor=False)
    hero, controls = base.columns()
    with controls:
        base.number(words.ERROR_LABEL, "promise error", seen.error, ERROR, clicks.put_error, words.ERROR_HELP)
    with hero:
        said = words.wrong_picture(seen)
        base.figure(partial(figures.promised_and_real, seen.found.promised, seen.found.real, said), "wrong")
        with base.changing("wrong", words.wrong_line(seen)):
            st.markdown(words.wrong_line(seen))
        base.small(words.WRONG_ASSUMED)


def limits() -> None:
    """What the promise is not."""
    st.subheader(words.LIMITS_TITLE, anchor=False)
    lines = words.limit_lines(compute.limits())
    for pair in (lines[:2], lines[2:]):
        for cell, (head, text) in zip(st.columns(2, gap="large"), pair, strict=True):
            with cell:
                st.markdown(f"**{head}.** {text}")


def repairs(seen: Mechanism, off: Wrong) -> None:
    """What an error of the distribution costs this mechanism; made once it is open."""
    shown = st.expander(words.REPAIRS, icon=":material/build:", on_change="rerun", key="repairs")
    with shown:
        if shown.open and seen.found is None:
            base.small(words.NO_PROMISE)
        elif shown.open:
            found = compute.repaired_for(seen.asked, off.error)
            base.table(words.repair_rows(found), "repair rows", height="content")
            base.small(words.breakdown_line(found))
            base.lines(words.correction_lines("releases", "repair", "every cell at once"))


def said_wrongly() -> None:
    """Claims about linked releases that do not hold; made once it is open."""
    shown = st.expander(words.SAID_WRONGLY, icon=":material/report:", on_change="rerun", key="said wrongly")
    with shown:
        if shown.open:
            base.lines(words.correction_lines("releases"))


def curves(seen: Mechanism) -> None:
    """Records against each setting; made once it is open."""
    shown = st.expander(words.CURVES, icon=":material/show_chart:", on_change="rerun", key="curves")
    with shown:
        if not shown.open:
            return
        if seen.found is None:
            base.small(words.NO_PROMISE)
            return
        base.small(words.CURVES_NOTE)
        asked, every = compute.curve_settings(seen.asked), compute.curves(seen.asked)
        records = compute.records_now(seen.asked)
        for name, cell in zip(every, [*st.columns(2), *st.columns(2)], strict=True):
            said = words.CURVE_TITLES[name], words.curve_message(name, records)
            now, log = (asked[name], records), name in ("delta_in_all", "p")
            with cell:
                base.figure(partial(figures.curve, every[name], now, log, said), f"curve {name}")


def plan(clicks: Clicks) -> None:
    """A plan for the open table; made once it is open."""
    shown = st.expander(words.PLAN, icon=":material/assignment:", on_change="rerun", key="plan")
    with shown:
        if not shown.open:
            return
        base.small(words.PLAN_NOTE)
        missing = promising.roles_missing()
        if missing is not None:
            base.small(missing)
            base.to_first("publish")
            return
        picking.pick(st.selectbox, words.PLAN_SECRET, "plan secret", promising.secret(), promising.secrets())
        base.number(words.PLAN_P, "plan p", setting("plan p"), P, partial(clicks.put, "plan p"), words.RAREST_HELP)
        job = promising.plan()
        if job is None:
            base.small(words.PLAN_WAITS)
        else:
            working.worked(job, _planned, 160)
        base.lines(words.correction_lines("releases", "number of classes", "uniform"))


def _file(label: str, content: str, name: str) -> None:
    st.download_button(label, content, name, "application/toml", icon=":material/download:", on_click="ignore")


def _planned(found: compute.Planned) -> None:
    st.markdown(words.plan_title(found))
    base.small(words.plan_sentence(found))
    base.small(words.plan_counted(state.study()))
    _file(words.PLAN_FILE, found.toml, "plan.toml")
    base.small(words.certified_line(found))
    if found.certified_toml is not None:
        _file(words.CERTIFIED_FILE, found.certified_toml, "certified.toml")
    st.code(words.PLAN_COMMAND, language="bash", wrap_lines=True)
    base.small(words.PLAN_RECORDS)
    base.small(words.LEARNT)
    base.table(words.learnt_rows(found), "learnt rows", height="content")
