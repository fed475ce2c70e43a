"""Work under way or stopped: a skeleton the first time, then what was there before, dimmed and said to be older."""

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import jobs, state, words
from dashboard.words import plain


def page(ended: bool, stopped: bool, refused: str | None, before: bool) -> None:
    from threading import Event

    import streamlit as st

    from dashboard import jobs, widgets
    from dashboard.jobs import Job

    if before:
        jobs.ask(("kind", 1), lambda told: "old picture")
    endless = Event().wait
    job = Job(("kind", 2), lambda told: "new picture" if ended else endless())
    job.wait(5 if ended else 0)
    if refused:
        job.refused, job.result = refused, None
    if stopped:
        job.cancel()
    widgets.worked(job, st.markdown, 200)


def shown(**how: object) -> AppTest:
    asked = {"ended": True, "stopped": False, "refused": None, "before": False} | how
    return AppTest.from_function(page, kwargs=asked).run()


def texts(app: AppTest) -> str:
    assert not app.exception
    return " ".join(element.value for element in app.markdown)


def test_what_was_worked_out_is_shown_alone():
    assert texts(shown(before=True)) == "new picture"


@pytest.mark.parametrize("before", [True, False])
def test_while_it_works_the_older_picture_stays(before: bool):
    app = shown(ended=False, before=before)
    assert ("old picture" in texts(app)) is before
    assert "new picture" not in texts(app)
    assert [button.label for button in app.button] == ["Cancel"]


@pytest.mark.parametrize("before", [True, False])
def test_stopped_work_says_whether_the_picture_is_older(before: bool):
    app = shown(stopped=True, before=before)
    assert (words.STALE in texts(app)) is before
    assert (words.STOPPED in texts(app)) is not before
    assert [button.label for button in app.button] == [words.MEASURE_AGAIN]


def test_refused_work_says_why():
    app = shown(refused="Column *x*: no rows.", before=True)
    assert [error.value for error in app.error] == [plain("Column *x*: no rows.")]
    assert "new picture" not in texts(app)


def test_a_result_of_another_kind_is_never_shown(monkeypatch):
    monkeypatch.setattr(state.st, "session_state", {})
    jobs.ask(("other", 1), lambda told: "other picture")
    assert jobs.before(jobs.ask(("kind", 1), lambda told: "picture")) == "picture"
    assert jobs.before(jobs.Job(("third", 1), lambda told: 1)) is None
