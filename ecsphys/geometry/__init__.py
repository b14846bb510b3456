"""Geometry without a world: pure functions of shapes and poses, which run the kernels of the systems.

Angles are in radians, counter-clockwise; a pose is `(x, y, angle)` or anything with a `.pose`; a
contact normal points from A to B. The scratch memory is shared: one thread at a time.
"""

from ..math2d.bounds import Bounds
from ..math2d.pose import Pose
from ..math2d.vec2 import Vec2
from ..shapes.features import Feature
from .axes import project, separating_axes
from .outlines import (
    convex_hull,
    decompose,
    is_convex,
    line_crossings,
    minkowski_difference,
    swept_shape,
)
from .queries import (
    closest_point,
    collide,
    distance,
    overlap,
    overlap_many,
    raycast,
    raycast_many,
    shape_cast,
    time_of_impact,
)
from .results import (
    Axis,
    CastHit,
    ContactPoint,
    Edge,
    Interval,
    Manifold,
    PointHit,
    RayHit,
    Separation,
    TimeOfImpact,
    TraceStep,
)

__all__ = [
    "Axis",
    "Bounds",
    "CastHit",
    "ContactPoint",
    "Edge",
    "Feature",
    "Interval",
    "Manifold",
    "PointHit",
    "Pose",
    "RayHit",
    "Separation",
    "TimeOfImpact",
    "TraceStep",
    "Vec2",
    "closest_point",
    "collide",
    "convex_hull",
    "decompose",
    "distance",
    "is_convex",
    "line_crossings",
    "minkowski_difference",
    "overlap",
    "overlap_many",
    "project",
    "raycast",
    "raycast_many",
    "separating_axes",
    "shape_cast",
    "swept_shape",
    "time_of_impact",
]
