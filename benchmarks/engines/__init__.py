"""The measured engines, each driven through its public interface only.

An engine's module is imported in the measuring process alone, so that missing engines can be skipped.
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
    """Return the class of an engine. Raises `ImportError` if it is not installed."""
    module, kind, _ = ENGINES[name]
    return getattr(importlib.import_module(f"{__name__}.{module}"), kind)
