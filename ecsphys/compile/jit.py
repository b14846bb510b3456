"""The just-in-time back end: entry kernels compiled by numba, with its documented interface only.

`register_jitable` makes every kernel callable from compiled code; it stays a Python function. An entry is
compiled by `njit` for its one signature and cached by numba. numba's cache looks at the time stamp of the
entry's own file only and misses a change in what it calls, so each entry's cache folder carries the hash of
all sources it can reach, see `sources.py`.
"""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba.extending import register_jitable

from .entries import KERNELS
from .intrinsics import atomic as atomic  # kernels use what these register
from .intrinsics import boxes as boxes
from .intrinsics import prefetch as prefetch
from .intrinsics import products as products
from .intrinsics import words as words
from .sources import cache_folder, kernel_sources
from .types import empty_value

if TYPE_CHECKING:
    from .entries import Entry

# The bits of all back ends are equal: division by zero as in numpy, no reordered sums, no fused operations.
# Kernels allocate nothing and keep nothing, so references are not counted (`_nrt`).
OPTIONS: dict[str, Any] = {"error_model": "numpy", "fastmath": False, "_nrt": False}
# Kernels are not called from Python or C.
_KERNEL_OPTIONS = OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

# The flags of an array that are part of its type: C_CONTIGUOUS, ALIGNED, WRITEABLE.
_LAYOUT = 0x1 | 0x100 | 0x400

_registered: set[Callable[..., Any]] = set()


def compiled(entry: Entry) -> Callable[..., Any]:
    """Compile an entry, or load it from the cache.

    The GIL is released while it runs. With NUMBA_BOUNDSCHECK=1 an index out of bounds raises `IndexError`.
    """
    _register_kernels()
    folder = _folder(entry)
    with no_garbage_collection(), _cache_in(folder) as cache:
        try:
            dispatcher = _dispatcher(entry, cache)
        except Exception:
            if not cache:
                raise
            # A damaged file, perhaps: numba does not check what it reads.
            shutil.rmtree(folder, ignore_errors=True)
            dispatcher = _dispatcher(entry, cache)
    return _Call(dispatcher)


def _dispatcher(entry: Entry, cache: bool) -> Any:
    """Let numba compile an entry, or load it."""
    return numba.njit([signature(entry)], cache=cache, nogil=True, **OPTIONS)(entry.python)


class _Call:
    """Calls an entry, without numba's own check of types while they are those of the call before.

    That check takes half of a step in a world of ten bodies. numba's compiled function cannot go without: it
    reads beyond the end of arrays that do not fit. The arguments of a call stay alive until the next one.
    """

    __slots__ = ("_before", "_check_and_run", "_run")

    def __init__(self, dispatcher: Any):
        (only,) = dispatcher.overloads.values()
        self._run = only.entry_point
        self._check_and_run = dispatcher
        self._before: tuple[Any, ...] = ()

    def __call__(self, *args: Any) -> Any:
        before, self._before = self._before, ()
        if len(args) == len(before) and _same_types(before, args):
            result = self._run(*args)
        else:
            result = self._check_and_run(*args)
        self._before = args
        return result


def _same_types(before: tuple[Any, ...], values: tuple[Any, ...]) -> bool:
    """Return whether numba gives values the types of as many others, which it has accepted."""
    for old, new in zip(before, values, strict=True):
        if new is old:
            continue
        kind = type(new)
        if kind is not type(old):
            return False
        if kind is np.ndarray:
            layout = (new.flags.num ^ old.flags.num) & _LAYOUT
            if new.dtype is not old.dtype or new.ndim != old.ndim or layout:
                return False
        elif isinstance(new, tuple) and (len(new) != len(old) or not _same_types(old, new)):
            return False
    return True


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
