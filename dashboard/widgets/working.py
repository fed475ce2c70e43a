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
        return
    if job.stopped:
        stopped(job, stale=jobs.before(job) is not None)
    if (old := jobs.before(job)) is not None:
        with st.container(key=f"dimmed-{job.key[0]}"):
            show(old)
    if not job.stopped:
        waiting(job, height if old is None else 0)


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
        st.progress(min(job.share, 1.0), text=job.doing or "starting")
        st.button("Cancel", icon=":material/close:", key="cancel", on_click=jobs.cancel)

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
