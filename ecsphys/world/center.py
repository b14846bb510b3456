"""Return a body's centre of mass, relative to its origin in world axes."""

from __future__ import annotations

from typing import Any

from ..compile import kernel
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Vec2
from ..math2d.vector import rotate


@kernel
def center_at(body: Any, angle: float) -> Vec2:
    """The centre of mass at another angle of the body."""
    if body.center_x == 0.0 and body.center_y == 0.0:
        return Vec2(0.0, 0.0)
    return rotate(Vec2(body.center_x, body.center_y), *cos_sin(angle))


@kernel
def center_of(body: Any) -> Vec2:
    """The centre of mass at the body's own angle."""
    return center_at(body, body.angle)
