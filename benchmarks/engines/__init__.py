"""The engines that are measured, each driven through its public interface alone.

A module is imported only in the process that measures it, so that one that is not installed is left out.
"""

from __future__ import annotations

import importlib
from typing import Any

ENGINES = {
    "ecsphys": ("ecsphys_", "Ecsphys", "ecsphys"),
    "pymunk": ("pymunk_", "Pymunk", "pymunk"),
    "pymunk-batch": ("pymunk_", "PymunkBatch", "pymunk"),
    "pyb2d3": ("pyb2d3_", "Box2D", "pyb2d3"),
}


def load(name: str) -> Any:
    """The class of an engine; raises `ImportError` if it is not installed."""
    module, kind, _ = ENGINES[name]
    return getattr(importlib.import_module(f"{__name__}.{module}"), kind)
