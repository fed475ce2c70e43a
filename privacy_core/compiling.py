"""How a kernel is compiled: once, kept in the user's cache, in a folder that holds no data."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def cache_folder() -> Path:
    """Folder of the compiled kernels: one for each version of their sources.

    Numba looks only at the file of the outermost function; the digest makes a changed inner one count.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for room in ("anonymizers/lattice/kernels", "attacks/subsets/kernels", "linkage/kernels"):
        for source in sorted((Path(__file__).parent / room).glob("*.py")):
            digest.update(source.read_bytes())
    return _user_cache() / "kelt" / "kernels" / digest.hexdigest()[:16]


def _user_cache() -> Path:
    if given := os.environ.get("XDG_CACHE_HOME"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


if not os.environ.get("NUMBA_CACHE_DIR"):
    setattr(numba.config, "CACHE_DIR", str(cache_folder()))  # noqa: B010

_FAST = {"reassoc", "contract", "nsz", "arcp"}
_IN_ORDER = {"contract"}


def kernel(function: Kernel) -> Kernel:
    """Compile a function at its first call, or read it from the cache."""
    return cast(Kernel, numba.njit(cache=True, nogil=True, error_model="numpy", fastmath=_FAST)(function))


def ordered_kernel(function: Kernel) -> Kernel:
    """Compile as `kernel` does, with every sum in the order written: a result does not depend on its place."""
    return cast(Kernel, numba.njit(cache=True, nogil=True, error_model="numpy", fastmath=_IN_ORDER)(function))


def part(function: Kernel) -> Kernel:
    """Compile a function as a part of the kernels that call it: a call would copy every array's description."""
    return cast(Kernel, numba.njit(forceinline=True, error_model="numpy", fastmath=_FAST)(function))


def ordered_part(function: Kernel) -> Kernel:
    """Compile as `part` does, with every sum in the order written."""
    return cast(Kernel, numba.njit(forceinline=True, error_model="numpy", fastmath=_IN_ORDER)(function))
