"""How long work reports how far it is, and how it is stopped."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float, str], bool]
"""Called with the share done (0 to 1) and what is being done; False means stop."""


class Stopped(Exception):
    """The user stopped long work before it was done; not an error of the input."""


def unwatched(share: float, doing: str) -> bool:
    """Let the work run to its end."""
    return True


def report(progress: Progress, share: float, doing: str) -> None:
    """Tell how far the work is.

    Raises
    ------
    Stopped
        The user wants the work to end.
    """
    if not progress(share, doing):
        raise Stopped(doing)


def part_of(progress: Progress, low: float, high: float) -> Progress:
    """Tell the progress of a part, which takes the whole from `low` to `high`.

    Examples
    --------
    >>> part_of(lambda share, doing: print(share, doing) is None, 0.5, 1)(0.5, "counting")
    0.75 counting
    True
    """
    return lambda share, doing: progress(low + share * (high - low), doing)
