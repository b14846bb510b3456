"""The just-in-time back end: entry kernels compiled by numba, with its documented interface only.

`register_jitable` makes every kernel callable from compiled code; it stays a Python function. An entry is
compiled by `njit` for its one signature and cached by numba. numba's cache looks at the time stamp of the
entry's own file only and misses a change in what it calls, so each entry's cache folder carries the hash of
all sources it can reach, see `sources.py`.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
from numba.extending import register_jitable

from .entries import KERNELS
from .intrinsics import atomic as atomic  # kernels use what these register
from .intrinsics import boxes as boxes
from .intrinsics import words as words
from .sources import cache_folder, kernel_sources
from .types import empty_value

if TYPE_CHECKING:
    from .entries import Entry

# The bits of all back ends are equal: division by zero as in numpy, no reordered sums, no fused operations.
# Kernels allocate nothing and keep nothing, so references are not counted (`_nrt`).
OPTIONS = {"error_model": "numpy", "fastmath": False, "_nrt": False}
# Kernels are not called from Python or C.
_KERNEL_OPTIONS = OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

_registered: set[Callable[..., Any]] = set()


def compiled(entry: Entry) -> Callable[..., Any]:
    """Compile an entry, or load it from the cache.

    The GIL is released while it runs. With NUMBA_BOUNDSCHECK=1 an index out of bounds raises `IndexError`.
    """
    _register_kernels()
    with no_garbage_collection(), _cache_in(_folder(entry)) as cache:
        return numba.njit([signature(entry)], cache=cache, nogil=True, **OPTIONS)(entry.python)  # type: ignore[no-any-return]


def signature(entry: Entry) -> tuple[Any, ...]:
    """Return numba's types of an entry's arguments."""
    return tuple(numba.typeof(empty_value(spec)) for spec in entry.signature)


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Disable the garbage collector, which takes 12 % of compile time: numba makes millions of objects that
    stay alive.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _register_kernels() -> None:
    """Make all kernels that are imported by now callable from compiled code."""
    for kernel, inline in KERNELS.items():
        if kernel not in _registered:
            _registered.add(kernel)
            register_jitable(**_KERNEL_OPTIONS, forceinline=inline)(kernel)


def _folder(entry: Entry) -> Path:
    """Return the cache folder of an entry: other sources, numba or bounds checks have another one.

    The processor is part of numba's own cache keys.
    """
    sources = kernel_sources(entry.source, "jit.py", "intrinsics")
    return cache_folder(sources, version("numba"), os.environ.get("NUMBA_BOUNDSCHECK", "0"))


@contextmanager
def _cache_in(folder: Path) -> Iterator[bool]:
    """Let numba cache what it compiles in a folder; yields whether that can be written.

    numba would fall back to the folder of the sources, where nothing tells apart what changed callees.
    """
    before = numba.config.CACHE_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        yield False
        return
    numba.config.CACHE_DIR = str(folder)
    try:
        yield os.access(folder, os.W_OK)
    finally:
        numba.config.CACHE_DIR = before
