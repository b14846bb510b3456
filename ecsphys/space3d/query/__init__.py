"""Queries of a world in space: rays, casts, overlaps, the nearest surface, and why two do not collide."""

from .answers import Nearest3, WorldHit3
from .queries import Queries3

__all__ = ["Nearest3", "Queries3", "WorldHit3"]
