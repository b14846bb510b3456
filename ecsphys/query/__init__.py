"""Questions to a world: rays, casts, overlaps, the nearest, and why two entities do not collide."""

from .answers import Nearest, RayHits, WorldHit
from .queries import Queries

__all__ = ["Nearest", "Queries", "RayHits", "WorldHit"]
