"""Roles of the columns of uploaded releases on `again`, which rows were left out, and how people are joined."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard import compute, state, uploading, words
from privacy_core import Table, composition


@dataclass(frozen=True)
class FileChoice:
    """Roles of the columns of uploaded releases, and how people are joined.

    Parameters
    ----------
    secret : None until it is chosen
    known : per release the columns others could know
    left_out, flags : which rows a release left out: none, those that read *, or those a column flags; what is offered
    join, joins : a column that names each person, a list of people, or classes that look the same; what is offered
    """

    secret: str | None
    known: tuple[tuple[str, ...], ...]
    left_out: str
    flags: tuple[str, ...]
    join: str
    joins: tuple[str, ...]

    @property
    def key(self) -> str | None:
        """The column that names each person, if people are joined by one."""
        return None if self.join in (words.BY_LIST, words.BY_CLASS) else self.join

    @property
    def of_list(self) -> tuple[str, ...]:
        """Columns the list of people needs."""
        return tuple(dict.fromkeys(name for names in self.known for name in names))


def common() -> list[str]:
    """Columns that all releases have."""
    return compute.common_columns(_held())


def _held() -> list[Table]:
    return [held for _, held in uploading.tables().values()]


def apart() -> bool:
    """Whether each release has known columns of its own."""
    return bool(state.recall("own known apart", False))


def known_name(key: str) -> str:
    """Where the known columns of a release are remembered."""
    return f"own known {key[:16]}" if apart() else "own file known"


def offered(key: str, secret: str | None) -> list[str]:
    """Columns of a release that others could know."""
    names = uploading.tables()[key][1].names if apart() else common()
    return [name for name in names if name != secret]


def file_choice() -> FileChoice:
    """What is chosen, as far as the columns allow it."""
    columns, wanted = common(), state.recall("own file secret")
    secret = wanted if wanted in columns else None
    known = tuple(_known(key, secret) for key in uploading.tables())
    taken = {secret, *(name for names in known for name in names)}
    flags = (words.NONE_LEFT_OUT, words.STARRED, *(one for one in compute.flag_columns(_held()) if one not in taken))
    left_out = state.recall("own left out", _flag(flags))
    rest = [name for name in columns if name not in taken and name not in flags]
    joins = (*rest, words.BY_LIST, *([words.BY_CLASS] if len(set(known)) < 2 else []))
    join = state.recall("own join", _key(rest))
    return FileChoice(
        secret,
        known,
        left_out if left_out in flags else _flag(flags),
        flags,
        join if join in joins else _key(rest),
        joins,
    )


def _known(key: str, secret: str | None) -> tuple[str, ...]:
    allowed = offered(key, secret)
    return tuple(name for name in state.recall(known_name(key)) or () if name in allowed)


def _flag(flags: tuple[str, ...]) -> str:
    """A column called as releases made here call it, if there is one."""
    return compute.SUPPRESSED if compute.SUPPRESSED in flags else flags[0]


def _key(rest: list[str]) -> str:
    """The first column that names every row of some release, else a list of people."""
    naming = compute.naming_columns(_held())
    return next((name for name in rest if name in naming), words.BY_LIST)


def publications(names: tuple[str, ...], chosen: FileChoice) -> list[composition.Publication]:
    """The releases, without the rows they left out."""
    flag = None if chosen.left_out in (words.NONE_LEFT_OUT, words.STARRED) else chosen.left_out
    starred = chosen.left_out == words.STARRED
    return [
        compute.published(name, held, known, flag, starred)
        for name, held, known in zip(names, _held(), chosen.known, strict=True)
    ]
