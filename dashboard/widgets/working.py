"""Pages while work goes on: progress, what was there before, what was stopped or refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from dashboard import jobs, words
from dashboard.widgets.base import refusal, small
from privacy_core import PrivacyError

Show = Callable[[Any], None]


def worked(job: jobs.Job, show: Show, height: int = 430) -> None:
    """What work brought; until it is there, or when it was stopped, what was there before, dimmed."""
    if job.ended and not job.stopped:
        refusal(words.plain(job.refused)) if job.refused else show(job.result)
    else:
        meanwhile(job, object, show, height=height)


def meanwhile(
    job: jobs.Job | None,
    kind: type[jobs.Brought],
    show: Callable[[jobs.Brought], None],
    fits: Callable[[jobs.Brought], bool] = lambda old: True,
    height: int = 430,
) -> None:
    """In place of what work will bring: how far it is, or that it was stopped; before it the older result, dimmed.

    Parameters
    ----------
    job : the work; nothing is shown where there is none, or where it was refused
    kind, fits : of the older result, else it is not shown
    height : of the place while there is none
    """
    if job is None or (job.ended and not job.stopped):
        return
    old = jobs.before(job)
    held = isinstance(old, kind) and old is not None and fits(old)
    if held:
        with st.container(key=f"dimmed-{job.key[0]}"):
            show(old)
    if job.ended:
        stopped(job, stale=held)
    else:
        waiting(job, 0 if held else height)


def answering(page: Callable[[], None]) -> Callable[..., None]:
    """Run a page as a fragment; what the core refuses is said in its place.

    The page that comes of it takes a question: whether it still has what it needs. A click in it may have taken
    that away, such as the roles; then the whole script runs again and says what is missing.
    """

    @st.fragment
    def run(ready: Callable[[], bool] = lambda: True) -> None:
        if not ready():
            st.rerun()
        try:
            page()
        except PrivacyError as refused:
            refusal(words.plain(str(refused)))

    return run


def waiting(job: jobs.Job, height: int = 430) -> None:
    """A skeleton of the hero's size with progress and cancel, until the work has ended."""
    if height:
        st.skeleton(height)

    @st.fragment(run_every=0.25)
    def look() -> None:
        if job.over:
            st.rerun()
        st.progress(min(job.share, 1.0), text=job.doing or words.STARTING)
        st.button(words.CANCEL, icon=":material/close:", key="cancel", on_click=jobs.cancel)

    look()


def quietly(job: jobs.Job) -> None:
    """Show the page again once a piece of work has ended that the rest of it does not wait for."""

    @st.fragment(run_every=0.25)
    def look() -> None:
        if job.over:
            st.rerun()

    look()


def stopped(job: jobs.Job, stale: bool = False) -> None:
    """Say that work was stopped, whether what is shown is older than the choices, and offer to begin again."""
    small(words.STALE if stale else words.STOPPED)
    st.button(words.MEASURE_AGAIN, icon=":material/refresh:", on_click=jobs.again, args=(job.key,))
