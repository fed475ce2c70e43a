"""Long work: one worker thread per session, progress, cancel. Results live in the session, keyed by spec."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Event, Thread
from typing import Any, TypeVar

from dashboard import state, words
from privacy_core import PrivacyError, Progress, Stopped

Brought = TypeVar("Brought")

PATIENCE = 0.35
"""Seconds to wait for quick work, so that it never shows a progress bar."""

KEPT = 8
"""Results a session keeps."""
KEPT_OF = {"ways": 3, "match": 3, "beside": 3, "smallest": 2}
"""Results of one kind that may be large: a whole lattice, two tables as vectors, the smallest sets of every row."""


class Job:
    """Work in a thread of its own, which never touches the session.

    `share` and `doing` tell how far it is; `cancel` is heard at the next report, at most a slice
    of 200 ms later. `ended` turns true only when the session asks for the work or waits for it: work that is over
    while a page is drawn is shown by the page's next run, whole, and never under a heading that says it goes on.
    """

    def __init__(self, key: Hashable, work: Callable[[Progress], Any]) -> None:
        self.key, self.share, self.doing = key, 0.0, ""
        self.result: Any = None
        self.refused: str | None = None
        self.failed: BaseException | None = None
        self._stop, self._done, self._taken = Event(), Event(), False
        Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work: Callable[[Progress], Any]) -> None:
        try:
            self.result = work(self._report)
        except PrivacyError as refused:
            self.refused = str(refused)
        except Stopped:
            self.refused = "Stopped."
        except BaseException as failed:
            self.failed = failed
        finally:
            self._done.set()

    def _report(self, share: float, doing: str) -> bool:
        self.share, self.doing = share, doing
        return not self._stop.is_set()

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._stop.set()

    def wait(self, seconds: float = PATIENCE) -> bool:
        """Wait a little; True when the work has ended."""
        self._taken = self._done.wait(seconds)
        return self._taken

    @property
    def ended(self) -> bool:
        """Whether the work had ended, by success, refusal or failure, when the session last waited for it."""
        return self._taken

    @property
    def over(self) -> bool:
        """Whether the work has ended by now: time to run the page again."""
        return self._done.is_set()

    @property
    def stopped(self) -> bool:
        """Whether the user stopped it."""
        return self._stop.is_set()


def start(key: Hashable, work: Callable[[Progress], Any]) -> Job:
    """Begin work; the session's earlier work, if any, is stopped first."""
    before: Job | None = state.recall("job")
    if before is not None and not before.over:
        before.cancel()
    job = Job(key, work)
    state.remember("job", job)
    return job


def current(kind: str) -> Job | None:
    """The session's work of one kind, if there is any."""
    job: Job | None = state.recall("job")
    if job is None or job.key[0] != kind:
        return None
    job.wait(0)
    return job


def another(key: Hashable) -> Job | None:
    """The session's work while it is not that of this key; beginning that would stop it."""
    job: Job | None = state.recall("job")
    return None if job is None or job.over or job.key == key or key in state.slot("results", dict) else job


def refusal(refused: str | None, job: Job | None) -> str | None:
    """Why there is no result, as a page shows it: refused at once, or in the work; not when it was stopped."""
    why = refused or (job.refused if job is not None and job.ended and not job.stopped else None)
    return None if why is None else words.plain(why)


def result(job: Job | None, kind: type[Brought]) -> Brought | None:
    """What ended work brought, where it is of this kind; None while it goes on, where there is none, or another."""
    held = job.result if job is not None and job.ended else None
    return held if isinstance(held, kind) else None


def cancel() -> None:
    """Ask the session's work, if any, to stop."""
    job: Job | None = state.recall("job")
    if job is not None:
        job.cancel()


def done_with() -> None:
    """Forget ended work, its result taken."""
    state.remember("job", None)


def ask(key: Hashable, work: Callable[[Progress], Any], patience: float = PATIENCE) -> Job:
    """Work with this key: kept from before, or begun now and waited for a little.

    A failure that is not the input's fault is raised here, in the page's own run.
    """
    kept: dict[Hashable, Job] = state.slot("results", dict)
    if key in kept:
        kept[key].wait(0)
        return kept[key]
    job: Job | None = state.recall("job")
    if job is None or job.key != key:
        if job is not None and job.over and job.failed is None:  # it waits to be taken by the page's next run
            _keep(kept, job)
        job = start(key, work)
    if job.wait(patience):
        done_with()
        if job.failed is not None:
            raise job.failed
        _keep(kept, job)
    return job


def _keep(kept: dict[Hashable, Job], job: Job) -> None:
    kept[job.key] = job
    _let_go(kept, job.key[0])


def _let_go(kept: dict[Hashable, Job], kind: str) -> None:
    """Let the oldest results go: of a kind that may be large first, then of all."""
    alike = [key for key in kept if key[0] == kind]
    for key in alike[: -KEPT_OF.get(kind, KEPT)]:
        kept.pop(key)
    while len(kept) > KEPT:
        kept.pop(next(iter(kept)))


def kept(key: Hashable) -> Job | None:
    """Ended work with this key, if the session still has it."""
    done: dict[Hashable, Job] = state.slot("results", dict)
    if key in done:
        done[key].wait(0)
    return done.get(key)


def before(job: Job) -> Any:
    """The newest result of the same kind, made for other choices of the same table; None at the first."""
    kept: dict[Hashable, Job] = state.slot("results", dict)
    ended = [one.result for key, one in kept.items() if key[0] == job.key[0] and one.result is not None]
    return ended[-1] if ended else None


def again(key: Hashable) -> None:
    """Let stopped work be begun anew."""
    state.slot("results", dict).pop(key, None)
