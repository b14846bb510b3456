"""Shapes of space: immutable, validated values. Each is a convex solid, half of space, or a surface.

A shape has no position: it has a frame of its own, y up, and methods take a pose. Lengths are in the game's
unit.
"""

from .base import Shape3
from .boxes import AABB, Box
from .hull import Hull
from .round import Capsule, Sphere
from .static import Mesh, Plane

__all__ = ["AABB", "Box", "Capsule", "Hull", "Mesh", "Plane", "Shape3", "Sphere"]
