"""From the keywords of a query to what kernels take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

from ..components.collider import ALL, _bits
from .scene import Wanted

Ignored: TypeAlias = "int | Iterable[int]"

_NOBODY = np.zeros(0, np.int64)
_ANYTHING = (Wanted(-1, 0, _NOBODY), Wanted(-1, 1, _NOBODY))


def wanted(mask: int, ignore: Ignored, triggers: bool) -> Wanted:
    """The filter that the keywords of a query describe. Raises `TypeError` or `ValueError` naming the keyword."""
    if mask is ALL and ignore == ():
        return _ANYTHING[bool(triggers)]
    bits = _bits(mask, "mask")
    signed = bits - (1 << 64) if bits >> 63 else bits
    return Wanted(signed, int(bool(triggers)), _entities(ignore))


def _entities(ignore: Ignored) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Entities as an ascending array."""
    numbers = [ignore] if _is_whole(ignore) else list(ignore) if isinstance(ignore, Iterable) else [None]
    if not all(_is_whole(entity) for entity in numbers):
        raise TypeError(f"ignore must be an entity or a sequence of entities, got {ignore!r}")
    return np.array(sorted(numbers), np.int64)  # type: ignore[type-var]


def _is_whole(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)
