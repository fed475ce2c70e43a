"""What the server promises: uploads stay in memory, logs quote no cell, no foreign address, no click is lost."""

from __future__ import annotations

import gc
import logging
import threading
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from types import TracebackType

from starlette.formparsers import MultiPartParser
from streamlit import config, net_util

from dashboard import hearing
from privacy_core import anonymizers, linkage

HOUSE = Path(__file__).resolve().parents[1]
ROOMS = (HOUSE / "dashboard", HOUSE / "privacy_core")
HEAVY = ("numpy", "pandas", "pyarrow", "privacy_core")
MEBIBYTE = 1024 * 1024


@cache
def prepare() -> None:
    """Keep the promises of this module; later calls, one per rerun of the script, do nothing."""
    keep_uploads_in_memory()
    call_no_foreign_address()
    hearing.lose_no_click()
    log_without_values()
    settle()
    threading.Thread(target=compile_kernels, name="kernels", daemon=True).start()


def keep_uploads_in_memory() -> None:
    """Let no part of an upload within the limit be spooled to a temporary file."""
    MultiPartParser.spool_max_size = (config.get_option("server.maxUploadSize") + 1) * MEBIBYTE


def call_no_foreign_address() -> None:
    """Stop Streamlit from asking a web service for this machine's own address.

    It does so for every connection from a page of a foreign origin, before refusing that connection.
    """
    net_util.get_external_ip = lambda: None


def log_without_values() -> None:
    """Make every log record and every dead thread name its exception, never quote it."""
    make = logging.getLogRecordFactory()
    logging.setLogRecordFactory(lambda *args, **kwargs: without_values(make(*args, **kwargs)))
    if threading.excepthook is threading.__excepthook__:
        threading.excepthook = _log_dead_thread


def settle() -> None:
    """Import what every page needs and spare it from all later garbage collections."""
    for name in HEAVY:
        import_module(name)
    gc.collect()
    gc.freeze()


class Kernels(StrEnum):
    """How far the kernels are: being compiled, there, without a compiler, or given up by it."""

    WAITING = "waiting"
    THERE = "there"
    MISSING = "missing"
    FAILED = "failed"


_KERNELS = [Kernels.WAITING]


def compile_kernels() -> None:
    """Compile the kernels, or read them from the user's cache, so that no page waits for it."""
    found = Kernels.FAILED
    try:
        found = Kernels.THERE if anonymizers.warm_up() else Kernels.MISSING
    finally:
        _KERNELS[0] = found
    linkage.warm_up()


def kernels() -> Kernels:
    """Whether the kernels are there; before, the first lattice takes longer."""
    return _KERNELS[0]


def without_values(record: logging.LogRecord) -> logging.LogRecord:
    """Replace an exception in `record`, attached or to be printed, by its type and our frames."""
    if record.exc_info and record.exc_info[1] is not None:
        record.msg, record.args = trace(record.exc_info[1]), ()
        record.exc_info = record.exc_text = record.stack_info = None
    elif isinstance(record.args, tuple):
        record.args = tuple(trace(one) if isinstance(one, BaseException) else one for one in record.args)
    return record


def trace(error: BaseException) -> str:
    """Return the type of `error`, the types behind it, and where in our code each was raised.

    A message may quote a cell, so none is repeated.
    """
    told, seen = [], set()
    behind: BaseException | None = error
    while behind is not None and id(behind) not in seen:
        seen.add(id(behind))
        told.append(f"{type(behind).__module__}.{type(behind).__qualname__}{_frames(behind.__traceback__)}")
        behind = behind.__cause__ or behind.__context__
    return " after ".join(told).replace("builtins.", "")


def _frames(traceback: TracebackType | None) -> str:
    ours = [
        f"{path.relative_to(HOUSE).as_posix()}:{line} {frame.f_code.co_name}"
        for frame, line in walk_tb(traceback)
        if (path := Path(frame.f_code.co_filename)).is_absolute() and any(room in path.parents for room in ROOMS)
    ]
    return f" at {', '.join(ours)}" if ours else ""


def _log_dead_thread(dead: threading.ExceptHookArgs) -> None:
    if dead.exc_value is not None:
        logging.getLogger(__name__).error("A thread ended early", exc_info=dead.exc_value)
