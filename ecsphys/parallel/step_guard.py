"""Let one thread step at a time: esper has a single current world, which all threads share."""

from __future__ import annotations

import os
from threading import get_ident

_THREADS: list[int] = []  # of the steps that run now, the innermost last: a handler may step another world


def begin() -> None:
    """Note that this thread begins a step. Raises `RuntimeError` while another thread runs one."""
    thread = get_ident()
    if _THREADS and _THREADS[-1] != thread:
        raise RuntimeError(
            "another thread runs a step: esper has one current world for all threads, so let one thread at a "
            "time switch worlds and step, with a threading.Lock around both"
        )
    _THREADS.append(thread)


def end() -> None:
    """Note that the step is over."""
    _THREADS.pop()


def _after_fork() -> None:
    """Forget the steps of threads that a forked process does not have."""
    _THREADS[:] = [thread for thread in _THREADS if thread == get_ident()]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
