"""Calling kernels from Python: to Python they are plain functions, in every back end."""

from __future__ import annotations

from typing import Any

import numpy as np


def attributes(value: Any) -> Any:
    """An array, or a NamedTuple of them, in which rows of records have attributes."""
    if isinstance(value, tuple):
        return type(value)(*map(attributes, value))
    return value.view(np.recarray) if value.dtype.names else value
