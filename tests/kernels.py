"""Helpers to call kernels from Python, where they are plain functions in every back end."""

from __future__ import annotations

from typing import Any

import numpy as np


def attributes(value: Any) -> Any:
    """Return an array, or a NamedTuple of arrays, as record arrays: their rows have attributes."""
    if isinstance(value, tuple):
        return type(value)(*map(attributes, value))
    return value.view(np.recarray) if value.dtype.names else value
