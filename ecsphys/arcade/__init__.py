"""ecsphys for arcade games: sprites that follow bodies, colliders from maps and sprites, debug drawing.

The only package of ecsphys that imports arcade. It draws on request only.
"""

from .binding import bind
from .colliders import collider_from_sprite, load_colliders
from .debug_draw import DebugDraw
from .overlay import PhysicsOverlay
from .sprite_sync import SpriteSync

__all__ = ["DebugDraw", "PhysicsOverlay", "SpriteSync", "bind", "collider_from_sprite", "load_colliders"]
