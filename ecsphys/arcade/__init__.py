"""ecsphys for arcade games: sprites that follow bodies, and the outlines of all colliders.

The only part of ecsphys that imports arcade. It draws nothing that it was not asked for.
"""

from .debug_draw import DebugDraw
from .sprite_sync import SpriteSync

__all__ = ["DebugDraw", "SpriteSync"]
