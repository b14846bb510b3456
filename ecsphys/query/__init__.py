"""Questions to a world: rays, casts, overlaps, the nearest, and why two entities do not collide."""

from .answers import Nearest, RayHits, WorldHit
from .caster import RayCaster, ShapeCaster
from .history import History
from .queries import Queries
from .search import ManyRays

__all__ = ["History", "ManyRays", "Nearest", "Queries", "RayCaster", "RayHits", "ShapeCaster", "WorldHit"]
