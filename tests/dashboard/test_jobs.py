"""Long work: progress, cancel, refusal and failure; one worker per session, results kept by key."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace

import pytest

from dashboard import jobs, state
from privacy_core import PrivacyError, Stopped
from privacy_core.progress import report

SECRET = "cell of row 7"
LONG = 30.0


@pytest.fixture(autouse=True)
def session(monkeypatch):
    """A session of its own, without a page."""
    held: dict = {}
    monkeypatch.setattr(state, "st", SimpleNamespace(session_state=held))
    yield held
    job = held.get("job")
    if job is not None:
        job.cancel()
        assert job.wait(5)


class Gate:
    """Work that goes on until it is let go or told to stop."""

    def __init__(self, result="done", raising: BaseException | None = None) -> None:
        self.go, self.begun = threading.Event(), threading.Event()
        self.result, self.raising, self.calls = result, raising, 0
        self.thread: threading.Thread | None = None

    def __call__(self, progress):
        self.calls += 1
        self.thread = threading.current_thread()
        for tick in range(100_000):
            report(progress, min(tick / 1000, 0.5), "reading row 7")
            self.begun.set()
            if self.go.wait(0.005):
                break
        if self.raising is not None:
            raise self.raising
        return self.result


def test_quick_work_is_done_within_patience():
    job = jobs.ask(("kind", 1), lambda told: 7)
    assert job.ended
    assert (job.result, job.refused, job.failed) == (7, None, None)


def test_progress_tells_how_far_and_what():
    gate = Gate()
    job = jobs.start(("kind", 1), gate)
    assert gate.begun.wait(5)
    assert not job.ended
    assert 0 <= job.share <= 0.5
    assert job.doing == "reading row 7"
    gate.go.set()
    assert job.wait(5)
    assert job.result == "done"


def test_what_is_over_while_a_page_is_drawn_has_not_ended_for_it():
    gate = Gate()
    job = jobs.ask(("kind", 1), gate, patience=0)
    assert gate.begun.wait(5)
    gate.go.set()
    gate.thread.join(5)
    assert job.over
    assert not job.ended, "this run said that it goes on"
    assert jobs.ask(("kind", 1), gate) is job
    assert job.ended
    assert gate.calls == 1


def test_what_is_over_and_not_taken_yet_blocks_nothing_and_is_not_made_again():
    gate = Gate()
    first = jobs.ask(("kind", 1), gate, patience=0)
    assert gate.begun.wait(5)
    assert jobs.another(("kind", 2)) is first
    gate.go.set()
    gate.thread.join(5)
    assert jobs.another(("kind", 2)) is None
    assert jobs.ask(("kind", 2), lambda told: 2).result == 2
    assert not first.ended
    assert jobs.ask(("kind", 1), gate) is first
    assert first.ended
    assert not first.stopped
    assert gate.calls == 1


def test_a_cancel_is_heard_within_a_second():
    gate = Gate()
    job = jobs.start(("kind", 1), gate)
    assert gate.begun.wait(5)
    before = time.monotonic()
    job.cancel()
    assert job.wait(5)
    assert time.monotonic() - before < 1
    assert job.stopped
    assert job.refused
    assert job.failed is None
    assert job.result is None


def test_work_that_hears_of_no_stop_may_still_end():
    job = jobs.start(("kind", 1), lambda told: 7)
    assert job.wait(5)
    job.cancel()
    assert job.result == 7


def test_a_refusal_is_a_sentence():
    def refuse(told):
        raise PrivacyError("Column 'age': 3 rows are ragged.")

    job = jobs.ask(("kind", 1), refuse)
    assert job.refused == "Column 'age': 3 rows are ragged."
    assert job.failed is None


def test_stopping_from_inside_is_a_refusal_not_a_failure():
    def stop(told):
        raise Stopped("x")

    assert jobs.ask(("kind", 1), stop).failed is None


def test_a_failure_is_raised_in_the_page_and_quoted_nowhere():
    job = jobs.start(("kind", 1), lambda told: {}[SECRET])
    assert job.wait(5)
    assert job.refused is None
    assert SECRET not in repr(job)
    assert SECRET not in job.doing
    with pytest.raises(KeyError):
        jobs.ask(("kind", 1), lambda told: 7)


def test_work_that_failed_is_tried_again():
    with pytest.raises(KeyError):
        jobs.ask(("kind", 1), lambda told: {}[SECRET])
    assert jobs.ask(("kind", 1), lambda told: 7).result == 7


@pytest.mark.parametrize("error", [ValueError(SECRET), MemoryError(), SystemExit(), RecursionError()])
def test_a_worker_never_dies_without_a_word(error: BaseException):
    gate = Gate(raising=error)
    gate.go.set()
    job = jobs.start(("kind", 1), gate)
    assert job.wait(5)
    assert job.failed is error


def test_only_one_worker_works():
    first, second = Gate(), Gate()
    before = jobs.start(("kind", 1), first)
    assert first.begun.wait(5)
    after = jobs.start(("kind", 2), second)
    assert before.wait(5)
    assert before.stopped
    assert not after.ended
    second.go.set()
    assert after.wait(5)
    first.thread.join(5)
    assert not first.thread.is_alive()


def test_asking_again_while_it_works_starts_nothing(monkeypatch):
    monkeypatch.setattr(jobs.Job.wait, "__defaults__", (0.01,))
    gate = Gate()
    job = jobs.ask(("kind", 1), gate)
    assert jobs.ask(("kind", 1), gate) is job
    assert gate.calls == 1
    gate.go.set()
    assert job.wait(5)


def test_a_result_is_kept_by_its_key():
    calls = []

    def work(told):
        calls.append(1)
        return len(calls)

    assert jobs.ask(("kind", "a"), work).result == 1
    assert jobs.ask(("kind", "b"), work).result == 2
    assert jobs.ask(("kind", "a"), work).result == 1
    assert len(calls) == 2


def test_a_kept_result_disturbs_no_work_that_is_going_on():
    jobs.ask(("kind", "a"), lambda told: 1)
    gate = Gate()
    other = jobs.start(("kind", "b"), gate)
    assert gate.begun.wait(5)
    jobs.ask(("kind", "a"), lambda told: pytest.fail("was kept"))
    assert not other.stopped
    gate.go.set()
    assert other.wait(5)


def test_few_results_are_kept():
    for i in range(3 * jobs.KEPT):
        jobs.ask(("kind", i), lambda told: 1)
    assert len(state.recall("results")) == jobs.KEPT


def test_fewer_lattices_are_kept_than_other_results():
    jobs.ask(("kind", 0), lambda told: 1)
    for i in range(jobs.KEPT):
        jobs.ask(("ways", i), lambda told: 1)
    assert list(state.recall("results")) == [("kind", 0), *(("ways", i) for i in range(jobs.KEPT)[-3:])]


def test_stopped_work_can_be_begun_again(monkeypatch):
    monkeypatch.setattr(jobs.Job.wait, "__defaults__", (0.01,))
    gate = Gate()
    job = jobs.ask(("kind", 1), gate)
    job.cancel()
    assert job.wait(5)
    assert jobs.ask(("kind", 1), gate) is job
    jobs.again(("kind", 1))
    gate.go.set()
    again = jobs.ask(("kind", 1), gate)
    assert again is not job
    assert again.wait(5)
    assert again.result == "done"


def test_current_tells_kinds_apart():
    gate = Gate()
    job = jobs.start(("read", "x"), gate)
    assert jobs.current("read") is job
    assert jobs.current("staircase") is None
    gate.go.set()
    assert job.wait(5)
    jobs.done_with()
    assert jobs.current("read") is None


def test_a_worker_does_not_keep_the_program_alive():
    gate = Gate()
    job = jobs.start(("kind", 1), gate)
    assert gate.begun.wait(5)
    assert gate.thread.daemon
    gate.go.set()
    assert job.wait(5)


@pytest.mark.parametrize("over", [True, False])
def test_work_on_a_table_is_let_go_with_it(session, over):
    gate, other = Gate("of the first table"), Gate()
    first = jobs.ask(("kind", 1), gate, patience=0)
    assert gate.begun.wait(5)
    if over:
        gate.go.set()
        gate.thread.join(5)
    state.open_table(SimpleNamespace(key="second"), None)
    assert first.over or first.stopped
    assert jobs.before(jobs.ask(("kind", 2), other, patience=0)) is None


def test_a_file_that_is_being_read_when_a_sample_is_opened_is_not_taken(session):
    gate = Gate()
    jobs.start(("read", "people.csv", "digest"), gate)
    state.remember("reading", (b"", "people.csv"))
    state.open_table(SimpleNamespace(key="sample"), None)
    assert jobs.current("read") is None


def test_a_result_that_comes_while_the_page_is_drawn_is_of_the_next_run(session):
    gate = Gate("ways")
    job = jobs.ask(("ways", 1), gate, patience=0)
    assert gate.begun.wait(5)
    gate.go.set()
    gate.thread.join(5)
    assert job.over
    assert jobs.result(job, str) is None
    assert jobs.result(jobs.ask(("ways", 1), gate), str) == "ways"
