"""Listening in on a method of one object for a while, at no cost before and afterwards."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def observe_calls(target: Any, name: str, note: Callable[..., None]) -> None:
    """From now on `note(answer, *arguments, **keywords)` hears of every call of `target.name`, after it.

    The object gets an attribute that hides its class's method, so other objects are as fast as ever.
    """
    method = getattr(target, name)

    @functools.wraps(method)
    def noted(*arguments: Any, **keywords: Any) -> Any:
        answer = method(*arguments, **keywords)
        note(answer, *arguments, **keywords)
        return answer

    setattr(target, name, noted)


def observe_before(target: Any, name: str, note: Callable[[], None]) -> None:
    """From now on `note()` is called before every call of `target.name`; see `observe_calls`."""
    method = getattr(target, name)

    @functools.wraps(method)
    def noted(*arguments: Any, **keywords: Any) -> Any:
        note()
        return method(*arguments, **keywords)

    setattr(target, name, noted)


def stop_observing(target: Any, name: str) -> None:
    """The class's own method again; harmless if it was not shadowed."""
    vars(target).pop(name, None)
