"""Releases that were uploaded on `again`: read as work, kept by hash, their columns and how people are joined."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from dashboard import compute, jobs, state, words
from privacy_core import Table

MOST_FILES = 8
"""Uploaded releases that a session keeps."""


def kept() -> dict[str, tuple[str, Table]]:
    """Name and table of every uploaded release, by hash."""
    return state.slot("release tables", dict)


def _waiting() -> dict[str, tuple[str, bytes]]:
    return state.slot("release files", dict)


def upload() -> None:
    """Take uploaded releases; they are read as work."""
    for file in state.recall(state.key("release upload")) or ():
        content = file.getvalue()
        key = sha256(content + file.name.encode()).hexdigest()
        if key not in kept() and len(kept()) + len(_waiting()) < MOST_FILES:
            _waiting()[key] = file.name, content
    state.remember("release refused", None)
    state.renew("release upload")


def upload_list() -> None:
    """Take an uploaded list of people."""
    file = state.recall(state.key("list upload"))
    if file is not None:
        state.slot("people file", dict)["file"] = file.name, file.getvalue()
        state.slot("people list", dict).clear()
        state.renew("list upload")


def let_go(key: str) -> None:
    """Let go of an uploaded release."""
    kept().pop(key, None)


def uploaded() -> dict[str, str]:
    """Names of the uploaded releases, by hash; two files of one name are told apart."""
    found: dict[str, str] = {}
    for key, (name, _) in kept().items():
        found[key] = name if name not in found.values() else f"{name} ({len(found) + 1})"
    return found


def common() -> list[str]:
    """Columns that all uploaded releases have."""
    return compute.common_columns([held for _, held in kept().values()])


def everyone() -> str | None:
    """Name of the list of people, if there is one."""
    held = people()
    return None if held is None else held[0]


@dataclass(frozen=True)
class FileChoice:
    """Roles of the columns of uploaded releases, and how people are joined.

    Parameters
    ----------
    secret : None until it is chosen
    known : columns others could know
    join, joins : a column that names each person, a list of people, or classes that look the same; what is offered
    """

    secret: str | None
    known: tuple[str, ...]
    join: str
    joins: tuple[str, ...]


def file_choice() -> FileChoice:
    """What is chosen, as far as the uploaded columns allow it."""
    columns, wanted = common(), state.recall("own file secret")
    hidden = wanted if wanted in columns else None
    rest = [name for name in columns if name != hidden]
    known = tuple(name for name in state.recall("own file known") or () if name in rest)
    joins = (*(name for name in rest if name not in known), words.BY_LIST, words.BY_CLASS)
    join = state.recall("own join")
    return FileChoice(hidden, known, join if join in joins else joins[0], joins)


def reading() -> jobs.Job | None:
    """Read what waits: releases, or the list of people; None when nothing does."""
    people = state.slot("people file", dict)
    waits = dict(_waiting()) | people
    if not waits:
        return None
    job = jobs.ask(
        ("read releases", *((key, len(content)) for key, (_, content) in waits.items())), compute.reading_files(waits)
    )
    if job.ended:
        _take(job, people)
    return job


def _take(job: jobs.Job, people: dict[str, tuple[str, bytes]]) -> None:
    """Keep the tables that were read, or why they were not."""
    if job.result is None:
        state.remember("release refused", job.refused)
    for key, (name, held) in (job.result or {}).items():
        if key == "file":
            digest = sha256(people["file"][1]).hexdigest()
            state.slot("people list", dict)["list"] = name, held, digest
        else:
            kept()[key] = name, held
    _waiting().clear()
    people.clear()
    jobs.again(job.key)


def people() -> tuple[str, Table, str] | None:
    """Name, table and hash of the list of people, if there is one."""
    return state.slot("people list", dict).get("list")
