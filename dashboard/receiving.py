"""Tables uploaded on `match`: a release, and people who are not in it; read as work, kept by hash in the session."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from dashboard import compute, jobs, state, words
from dashboard.compute import matching
from privacy_core import Table, samples

RELEASE, HOLDOUT, SERVED = "release", "holdout", "served"
"""What a table is for; the last are the strangers that some work took."""
Strangers = tuple[str, Table, str] | tuple[None, None, None]
NOBODY: Strangers = (None, None, None)


def kept() -> dict[str, tuple[str, Table, str]]:
    """Name, table and hash of what was uploaded, by what it is for."""
    return state.slot("match tables", dict)


def holdouts() -> list[Strangers]:
    """Name, table and hash of strangers: those given last, those that served before them, nobody."""
    several = {one[2]: one for what in (HOLDOUT, SERVED) if (one := kept().get(what)) is not None}
    return [*several.values(), NOBODY]


def beside_strangers(
    ask: Callable[..., jobs.Job], refusal: Callable[[jobs.Job], str | None]
) -> tuple[jobs.Job, Strangers, str | None]:
    """Work beside strangers, who they are, and why they are not those given last.

    Where those given last are refused, what was there before them stays: beside those that served, or nobody. What is
    refused beside nobody as well is not their fault.

    Parameters
    ----------
    ask : takes name, table and hash of the strangers
    refusal : why work took no strangers
    """
    several = holdouts()
    given, why = ask(*several[0]), None
    job, one = given, several[0]
    for one in several:
        job = given if one is several[0] else ask(*one)
        told = refusal(job)
        if told is None:
            break
        why = why or told
    else:
        return given, several[0], None
    if job.ended and not job.stopped and one is not NOBODY:
        kept()[SERVED] = one
    return job, one, None if why is None else words.not_taken(several[0][0], why)


def refused_with(job: jobs.Job) -> str | None:
    """Why work was refused, beside whomever it was; not when it was stopped."""
    return job.refused if job.ended and not job.stopped else None


def _waiting() -> dict[str, tuple[str, bytes]]:
    return state.slot("match files", dict)


def upload(what: str) -> None:
    """Take an uploaded table; it is read as work."""
    file = state.recall(state.key(f"match {what} upload"))
    state.remember("match refused", None)
    if file is not None:
        _waiting()[what] = file.name, file.getvalue()
        state.renew(f"match {what} upload")


def let_go(what: str) -> None:
    """Let go of an uploaded table, and of what was said of it."""
    kept().pop(what, None)
    state.remember("match refused", None)
    if what == HOLDOUT:
        kept().pop(SERVED, None)


def strangers() -> None:
    """Take the made-up people that are like those of the touchpoints and not among them."""
    kept()[HOLDOUT] = words.MADE_UP_STRANGERS, samples.strangers(), f"made up {samples.STRANGERS}"


def reading() -> jobs.Job | None:
    """Read what waits; None when nothing does."""
    waits = dict(_waiting())
    if not waits:
        return None
    key = ("read match", *((what, name, sha256(content).hexdigest()) for what, (name, content) in waits.items()))
    job = jobs.ask(key, compute.reading_files(waits))
    if job.ended:
        _take(job, waits)
    return job


def _take(job: jobs.Job, waits: dict[str, tuple[str, bytes]]) -> None:
    """Keep the tables that were read, or why they were not."""
    if job.result is None:
        state.remember("match refused", job.refused)
    for what, (name, held) in (job.result or {}).items():
        kept()[what] = name, held, sha256(waits[what][1]).hexdigest()
    _waiting().clear()
    jobs.again(job.key)


def refused() -> str | None:
    """Why the last upload was not taken."""
    return state.recall("match refused")


def register() -> tuple[str, Table, str] | None:
    """The second register, once the first is open."""
    source = state.study().source
    if source is None or source.key != "register-1":
        return None
    found: tuple[str, Table, str] = state.slot("match register", matching.typed_again)
    return found


def has_strangers() -> bool:
    """Whether the open table is one that strangers can be made up for."""
    source = state.study().source
    return source is not None and source.key == "touchpoints"
