"""Checks of arguments."""

from __future__ import annotations

from typing import Any


def whole(value: Any, name: str, least: int, most: int) -> int:
    """An integer in a range."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number from {least} to {most}, got {value!r}")
    if not least <= value <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}, got {value!r}")
    return int(value)


def share(value: Any, name: str) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise TypeError(f"{name} must be a number from 0 to 1, got {value!r}")
    if not 0.0 <= value <= 1.0:
        raise ValueError(f"{name} must be a number from 0 to 1, got {value!r}")
    return float(value)


def component_types(kinds: Any) -> tuple[type, ...]:
    """Types of components, as `Physics.snapshot` takes them, in an order that all machines agree on."""
    try:
        named = tuple(kinds)
    except TypeError:
        raise TypeError(f"components must be a sequence of types of components, got {kinds!r}") from None
    for kind in named:
        if not isinstance(kind, type):
            raise TypeError(f"components must be types of components, got {kind!r}")
    return tuple(sorted(named, key=lambda kind: (kind.__module__, kind.__qualname__)))
