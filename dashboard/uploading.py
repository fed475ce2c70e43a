"""Files given on `again`: releases, a list of people, hierarchies of its columns; read as work, kept by hash."""

from __future__ import annotations

from collections.abc import Hashable
from hashlib import sha256

from dashboard import compute, jobs, state, words
from privacy_core import Hierarchy, PrivacyError, Table

MOST_FILES = 8
"""Uploaded releases that a session keeps."""
OPEN = "open"
"""Key of the open table among the releases."""


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
    """Let go of a release."""
    if key == OPEN:
        state.remember("own with open", False)
    kept().pop(key, None)


def take_open() -> None:
    """Let the open table be one of the releases."""
    state.remember("own with open", True)


def may_open() -> bool:
    """Whether there is an open table that is not one of the releases yet."""
    return state.study().source is not None and not state.recall("own with open", False)


def tables() -> dict[str, tuple[str, Table]]:
    """Name and table of every release, by hash; the open table first, if it is one of them."""
    study = state.study()
    if study.source is None or not state.recall("own with open", False):
        return dict(kept())
    return {OPEN: (words.open_release(study.source.name), compute.as_release(study)), **kept()}


def content() -> tuple[Hashable, ...]:
    """What the releases are, without holding them: hashes and, of the open table, what it was made by."""
    with_open = OPEN in tables()
    return (compute.release_key(state.study()) if with_open else None, *kept())


def uploaded() -> dict[str, str]:
    """Names of the releases, by hash; two files of one name are told apart."""
    found: dict[str, str] = {}
    for key, (name, _) in tables().items():
        found[key] = name if name not in found.values() else f"{name} ({len(found) + 1})"
    return found


def everyone() -> str | None:
    """Name of the list of people, if there is one."""
    held = people()
    return None if held is None else held[0]


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


def trees() -> dict[str, tuple[str, str, Hierarchy]]:
    """Name, hash and hierarchy of columns of the list, by column."""
    return state.slot("list trees", dict)


def upload_trees(known: tuple[str, ...]) -> None:
    """Take hierarchies for columns of the list; say which were refused, and why."""
    refused = []
    for file in state.recall(state.key("list trees upload")) or ():
        try:
            column, made = compute.tree_of_list(people()[1], known, file.getvalue(), file.name)
            trees()[column] = file.name, sha256(file.getvalue()).hexdigest(), made
        except PrivacyError as why:
            refused.append(words.not_used(file.name, str(why)))
    state.remember("list trees refused", "  \n".join(refused) or None)
    state.renew("list trees upload")


def let_go_tree(column: str) -> None:
    """Let go of a hierarchy."""
    trees().pop(column, None)
    state.remember("list trees refused", None)
