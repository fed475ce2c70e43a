"""Parts of the page `undo` about a release of one's own: which one, whether it could be finer, what that tells."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import auditing, figures, receiving, releasing, words
from dashboard.auditing import Seen
from dashboard.compute.auditing import Audited
from dashboard.widgets import base, match, picking, undo, working

MOST_K = 1_000_000


def switches(seen: Seen) -> None:
    """The part of the page; the release, once there is something to audit."""
    if seen.missing is None and seen.chosen.name:
        with st.popover(words.WHICH_AUDITED, icon=":material/rule:", on_change="rerun", key="undo which") as opened:
            if opened.open:
                what(seen)
    undo.parts()  # at the right end, so that it stands where it does in the other parts


def what(seen: Seen) -> None:
    """The release, who is who in it, and the strangers; the same ones as on `match`."""
    clicks, again = auditing.CLICKS, {"after": auditing.CLICKS.forget_pair}
    names, now = [one.name for one in releasing.offered()], releasing.origin().name
    picking.pick(st.selectbox, words.AUDITED, "match origin", now, names, help=words.AUDITED_HELP, **again)
    if now == words.UPLOADED_RELEASE:
        match.upload(receiving.RELEASE, words.UPLOAD_ONE, None, clicks)
    if seen.chosen.uploaded is not None:
        several = [None, *auditing.shared(seen)]
        called = lambda name: words.ROWS_IN_ORDER if name is None else name  # noqa: E731
        at = seen.truth.column if seen.truth.column in several else None
        shown = {"format_func": called, "placeholder": words.ROWS_IN_ORDER, **again}
        picking.pick(st.selectbox, words.WHO_IS_WHO, "match id", at, several, **shown)
    if receiving.has_strangers() and receiving.HOLDOUT not in receiving.kept():
        match.strangers(clicks, "undo")
    match.upload(receiving.HOLDOUT, words.UPLOAD_STRANGERS, words.AUDIT_STRANGERS, clicks)


def no_trees(seen: Seen) -> None:
    """That a hierarchy is lacking, and the page where it is given."""
    if seen.no_trees:
        base.small(words.no_trees(seen.no_trees))
        base.to_first("blur")


def nothing_yet(seen: Seen) -> None:
    """The missing step as one link, and the other releases there are."""
    base.to_first(seen.link)
    base.how_first(seen.chosen.hint)
    if seen.chosen.name:
        with st.columns([1.4, 1.2])[0]:
            what(seen)


def settings(seen: Seen) -> None:
    """The promise of the release, and what the audit came to."""
    bounds = {"min_value": 1, "max_value": MOST_K, "step": 1, "help": words.PROMISED_K_HELP}
    now = None if seen.asked is None else seen.asked.k
    more = {"placeholder": words.SMALLEST_THERE_IS, "after": partial(auditing.promise_typed, seen.chosen), **bounds}
    picking.pick(st.number_input, words.PROMISED_K, "undo own k", now, **more)
    if seen.found is not None:
        base.metrics(words.audit_metrics(seen.found), "audit")
        one = seen.found.raised
        undo.verdict(seen.found.audit.outcome if one is None else one.outcome)
        base.small(words.audit_baseline(seen.found))


def shown(seen: Seen) -> None:
    """Crowds and cells on one scale; while they are counted, how far that is."""
    if seen.found is not None:
        _drawn(seen, seen.found)
    else:
        working.meanwhile(seen.job, Audited, partial(_drawn, seen))


def _drawn(seen: Seen, found: Audited) -> None:
    base.small(words.AUDIT_LEAD)
    said = words.AUDIT_AXIS, words.audit_message(found)
    base.figure(partial(figures.tries, auditing.picture(found), said), "audit")
    base.key(words.AUDIT_KEY, None)
    base.small(words.audit_assumed(seen, found))
    base.small(words.AUDIT_LEGAL)


def table(seen: Seen) -> None:
    """Moves, columns, calibration, policies; made once it is open."""
    opened = st.expander(words.AUDIT_TABLE, icon=":material/table_rows:", on_change="rerun", key="audit table")
    with opened:
        if not opened.open or seen.found is None:
            return
        audit, raised = seen.found.audit, seen.found.raised
        if audit.moves is not None:
            base.table(words.move_rows(audit), "audit moves", height="content")
        if raised is not None and raised.by_column:
            base.table(words.column_reads(raised), "audit columns", height="content")
            base.table(words.calibration_rows(raised), "audit calibration", height="content")
        base.lines([f":small[{one}]" for one in words.audit_findings(seen.found)])
