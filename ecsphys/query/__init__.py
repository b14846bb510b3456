"""Queries of a world: rays, casts, overlaps, the nearest surface, and why two entities do not collide."""

from .answers import Nearest, RayHits, WorldHit
from .caster import RayCaster, ShapeCaster
from .counts import StageCounts
from .explosions import Blast
from .queries import Queries

__all__ = ["Blast", "Nearest", "Queries", "RayCaster", "RayHits", "ShapeCaster", "StageCounts", "WorldHit"]
