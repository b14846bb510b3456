"""Geometry without a world: pure functions of shapes and poses, which run the kernels of the systems.

A pose is `Pose3(position, orientation)`, a position (x, y, z) or anything with a `.pose`; an orientation is
a unit quaternion (w, x, y, z); a contact normal points from A to B.
"""

from ...geometry.results import Interval
from .axes import project, separating_axes
from .differences import minkowski_difference
from .many import collide_many, overlap_many
from .queries import closest_point, collide, distance, overlap
from .results import (
    Axis,
    CastHit,
    ContactPoint,
    Face,
    Manifold,
    Manifolds,
    PointHit,
    RayHit,
    Separation,
    TimeOfImpact,
    TraceStep,
)
from .sweeps import convex_hull, raycast, raycast_many, shape_cast, swept_shape, time_of_impact

__all__ = [
    "Axis",
    "CastHit",
    "ContactPoint",
    "Face",
    "Interval",
    "Manifold",
    "Manifolds",
    "PointHit",
    "RayHit",
    "Separation",
    "TimeOfImpact",
    "TraceStep",
    "closest_point",
    "collide",
    "collide_many",
    "convex_hull",
    "distance",
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
