"""ecsphys for arcade games: sprites that follow bodies, colliders from maps and sprites, drawing of shapes
and of all that the physics does.

The only package of ecsphys that imports arcade. It draws on request only.
"""

from .binding import bind
from .colliders import collider_from_sprite, load_colliders
from .debug_draw import DebugDraw
from .overlay import PhysicsOverlay
from .shape_draw import Paint, ShapeDraw
from .sprite_sync import SpriteSync

__all__ = [
    "DebugDraw",
    "Paint",
    "PhysicsOverlay",
    "ShapeDraw",
    "SpriteSync",
    "bind",
    "collider_from_sprite",
    "load_colliders",
]
