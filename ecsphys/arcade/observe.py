"""Observe the calls of a method on one object, at no cost to other objects."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def observe_calls(target: Any, name: str, observer: Callable[..., None]) -> None:
    """Call `observer(result, *arguments, **keywords)` after every call of `target.name`.

    An instance attribute hides the method of the class, so other instances are not slowed down. There may be
    several observers.
    """
    _observed(target, name).after.append(observer)


def observe_before(target: Any, name: str, observer: Callable[[], None]) -> None:
    """Call `observer()` before every call of `target.name`; see `observe_calls`."""
    _observed(target, name).before.append(observer)


def stop_observing(target: Any, name: str, observer: Callable[..., None]) -> None:
    """Call an observer no more; without any, restore the method of the class. Harmless if it was none."""
    observed = vars(target).get(name)
    if observed is None:
        return
    for observers in (observed.before, observed.after):
        if observer in observers:
            observers.remove(observer)
    if not (observed.before or observed.after):
        restore_method(target, name)


def restore_method(target: Any, name: str) -> None:
    """Restore the method of the class; harmless if nothing hides it."""
    vars(target).pop(name, None)


def _observed(target: Any, name: str) -> Any:
    """Return the function with lists of observers that hides a method."""
    present = vars(target).get(name)
    if present is not None and hasattr(present, "after"):
        return present
    method = getattr(target, name)
    before: list[Callable[[], None]] = []
    after: list[Callable[..., None]] = []

    @functools.wraps(method)
    def observed(*arguments: Any, **keywords: Any) -> Any:
        for look in before:
            look()
        result = method(*arguments, **keywords)
        for observer in after:
            observer(result, *arguments, **keywords)
        return result

    function: Any = observed
    function.before, function.after = before, after
    setattr(target, name, function)
    return function
