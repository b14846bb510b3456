"""Motions and displacements under the constraints of several planes next to a character.

The motion nearest to a wanted one that enters no plane lies inside, on one plane, or along the crease of two:
all candidates are tried instead of iterating, as in two dimensions (`ecsphys.character.planes`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...arrays import PlaneRows
from ...compile import kernel
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, cross, dot, length_squared, scale, subtract

ROUNDING = 1e-9
PARALLEL = 1e-12  # square of the sine of the angle below which two planes have no crease
PASSES = 24  # over all planes, to part overlaps

# One row a surface next to a character.
PLANE3 = np.dtype(
    [
        ("nx", "f8"),  # unit normal, towards the character
        ("ny", "f8"),
        ("nz", "f8"),
        ("need", "f8"),  # smallest displacement along the normal
        ("push", "f8"),  # displacement that it has made
        ("hard", "i8"),  # 1: static, it has the last word
        ("proxy", "i8"),
        ("gap", "f8"),  # separation
        ("x", "f8"),  # nearest point of the surface, relative to the character's origin
        ("y", "f8"),
        ("z", "f8"),
    ]
)

STAND_STILL = Vec3(0.0, 0.0, 0.0)


@kernel
def set_normal(plane: Any, n: Vec3) -> None:
    """Set the normal of a plane."""
    plane.nx = n.x
    plane.ny = n.y
    plane.nz = n.z


@kernel
def normal_at(planes: PlaneRows, k: int) -> Vec3:
    """Return the normal of a plane."""
    return Vec3(planes[k].nx, planes[k].ny, planes[k].nz)


@kernel
def is_free(planes: PlaneRows, count: int, v: Vec3, allowed: float) -> bool:
    """Whether a motion enters no plane further than `allowed`."""
    entered = 0
    for k in range(count):
        entered += dot(normal_at(planes, k), v) < -allowed
    return entered == 0


@kernel
def clip_motion(planes: PlaneRows, count: int, v: Vec3) -> Vec3:
    """Return the motion nearest to `v` that enters none of the planes."""
    allowed = ROUNDING * (abs(v.x) + abs(v.y) + abs(v.z))
    if is_free(planes, count, v, allowed):
        return v
    best, nearest = STAND_STILL, math.inf
    for i in range(count):
        ni = normal_at(planes, i)
        for j in range(i, count):
            clipped = add_scaled(v, -dot(ni, v), ni)
            if j > i:
                crease = cross(ni, normal_at(planes, j))
                squared = length_squared(crease)
                if squared < PARALLEL:
                    continue
                clipped = scale(dot(crease, v) / squared, crease)
            way = length_squared(subtract(clipped, v))
            if way < nearest and is_free(planes, count, clipped, allowed):
                best, nearest = clipped, way
    return best


@kernel
def escape(planes: PlaneRows, count: int) -> Vec3:
    """Return a short displacement that meets the `need` of all planes, as far as they let each other.

    Each plane pushes in turn and takes back what others have made needless (projected Gauss-Seidel, as the
    movers of Box2D and Box3D: E. Catto). Hard planes come last: where all cannot be met, they are.
    """
    total = STAND_STILL
    for k in range(count):
        planes[k].push = 0.0
    for _ in range(PASSES):
        change = 0.0
        for turn in range(2 * count):
            k, hard = (turn, 0) if turn < count else (turn - count, 1)
            plane, n = planes[k], normal_at(planes, k)
            if plane.hard == hard:
                before = plane.push
                plane.push = max(before + plane.need - dot(n, total), 0.0)
                total = add_scaled(total, plane.push - before, n)
                change = max(change, abs(plane.push - before))
        if change < ROUNDING:
            break
    return total
