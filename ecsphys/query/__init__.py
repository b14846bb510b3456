"""Questions to a world: rays, casts, overlaps, the nearest, and why two entities do not collide."""

from .answers import Nearest, RayHits, WorldHit
from .caster import RayCaster, ShapeCaster
from .history import History
from .queries import Queries
from .search import RayBatch

__all__ = ["History", "Nearest", "Queries", "RayBatch", "RayCaster", "RayHits", "ShapeCaster", "WorldHit"]
