"""Observe the calls of a method on one object, at no cost to other objects."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def observe_calls(target: Any, name: str, observer: Callable[..., None]) -> None:
    """Call `observer(result, *arguments, **keywords)` after every call of `target.name`.

    An instance attribute hides the method of the class, so other instances are not slowed down.
    """
    method = getattr(target, name)

    @functools.wraps(method)
    def observed(*arguments: Any, **keywords: Any) -> Any:
        result = method(*arguments, **keywords)
        observer(result, *arguments, **keywords)
        return result

    setattr(target, name, observed)


def observe_before(target: Any, name: str, observer: Callable[[], None]) -> None:
    """Call `observer()` before every call of `target.name`; see `observe_calls`."""
    method = getattr(target, name)

    @functools.wraps(method)
    def observed(*arguments: Any, **keywords: Any) -> Any:
        observer()
        return method(*arguments, **keywords)

    setattr(target, name, observed)


def stop_observing(target: Any, name: str) -> None:
    """Restore the method of the class; harmless if it was not observed."""
    vars(target).pop(name, None)
