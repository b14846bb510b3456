"""Where a body's centre of mass is."""

from __future__ import annotations

import math
from typing import Any

from ..compile import kernel


@kernel
def center_at(body: Any, angle: float) -> tuple[float, float]:
    """A body's centre of mass, relative to its origin in world axes, were it turned by `angle`."""
    if body.center_x == 0.0 and body.center_y == 0.0:
        return 0.0, 0.0
    c, s = math.cos(angle), math.sin(angle)
    return c * body.center_x - s * body.center_y, s * body.center_x + c * body.center_y


@kernel
def center_of(body: Any) -> tuple[float, float]:
    """A body's centre of mass, relative to its origin in world axes."""
    return center_at(body, body.angle)
