"""Kernels of rays, casts and impacts of shapes at poses. What they return is relative to A's start."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...arrays import Reals2
from ...compile import INT, REAL, REALS2, entry, kernel, value
from ..collide.advance import Sweep
from ..collide.core import SOLID_ROWS, VEC3, SolidRows
from ..collide.dispatch import cast_any, ray_core
from ..collide.manifold import Hit
from ..collide.time_of_impact import time_of_impact
from ..math3d.pose import Pose3
from ..math3d.quaternion import Quaternion
from ..math3d.vec3 import Vec3
from ..math3d.vector import subtract
from .pair_kernels import ORIGIN, POSE, REFUSED, is_valid, place_core, unpack


class Cast(NamedTuple):
    """Whether a ray or a shape meets another (1, 0, or REFUSED), fraction of the way, point, normal."""

    found: int
    fraction: float
    x: float
    y: float
    z: float
    nx: float
    ny: float
    nz: float


class FlatImpact(NamedTuple):
    """An `Impact` as one tuple of numbers."""

    status: int
    fraction: float
    x: float
    y: float
    z: float
    nx: float
    ny: float
    nz: float
    iterations: int


class Motion(NamedTuple):
    """A pose, and the motion away from it: a way, and a rotation vector in the world's axes."""

    pose: Pose3
    way: Vec3
    turn: Vec3


MOTION = value(Motion, POSE, VEC3, VEC3)

_REFUSED_CAST = Cast(REFUSED, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def _flat(hit: Hit) -> Cast:
    p, n = hit.point, hit.normal
    return Cast(hit.found, hit.fraction, p.x, p.y, p.z, n.x, n.y, n.z)


@entry(SOLID_ROWS, REALS2, POSE, VEC3, VEC3)
def cast_ray(rows: SolidRows, solid: Reals2, pose: Pose3, start: Vec3, end: Vec3) -> Cast:
    """Return where a ray meets a solid."""
    at, q = unpack(pose)
    x, y, z = start
    u, v, w = end
    if not is_valid(at, q):
        return _REFUSED_CAST
    way = Vec3(u - x, v - y, w - z)
    return _flat(ray_core(rows, place_core(solid, 0, ORIGIN, q), Vec3(x - at.x, y - at.y, z - at.z), way))


@entry(SOLID_ROWS, REALS2, REALS2, REALS2, REALS2)
def cast_rays(rows: SolidRows, solids: Reals2, poses: Reals2, rays: Reals2, hits: Reals2) -> None:
    """Cast rays (n, 6), from start to end, at a solid at a pose (1, 7).

    Fractions, NaN for a miss, and normals are written into `hits` (n, 4).
    """
    at = Vec3(poses[0, 0], poses[0, 1], poses[0, 2])
    q = Quaternion(poses[0, 3], poses[0, 4], poses[0, 5], poses[0, 6])
    core = place_core(solids, 0, ORIGIN, q)
    for k in range(len(rays)):
        start, end = Vec3(rays[k, 0], rays[k, 1], rays[k, 2]), Vec3(rays[k, 3], rays[k, 4], rays[k, 5])
        hit = ray_core(rows, core, subtract(start, at), subtract(end, start))
        hits[k, 0] = hit.fraction if hit.found == 1 else math.nan
        hits[k, 1] = hit.normal.x if hit.found == 1 else math.nan
        hits[k, 2] = hit.normal.y if hit.found == 1 else math.nan
        hits[k, 3] = hit.normal.z if hit.found == 1 else math.nan


@entry(SOLID_ROWS, REALS2, POSE, REALS2, POSE, VEC3)
def cast_pair(rows: SolidRows, a: Reals2, pose_a: Pose3, b: Reals2, pose_b: Pose3, by: Vec3) -> Cast:
    """Return where solid A, moving without rotation, first touches solid B."""
    at_a, q_a = unpack(pose_a)
    at_b, q_b = unpack(pose_b)
    if not is_valid(at_a, q_a) or not is_valid(at_b, q_b):
        return _REFUSED_CAST
    x, y, z = by
    way = Vec3(x, y, z)
    core_a, core_b = place_core(a, 0, ORIGIN, q_a), place_core(b, 0, subtract(at_b, at_a), q_b)
    return _flat(cast_any(rows, core_a, way, core_b))


@entry(SOLID_ROWS, REALS2, MOTION, REALS2, MOTION, REAL, INT)
def first_impact(
    rows: SolidRows,
    a: Reals2,
    motion_a: Motion,
    b: Reals2,
    motion_b: Motion,
    tolerance: float,
    max_iterations: int,
) -> FlatImpact:
    """Return when two moving solids first come within `tolerance`."""
    at_a, q_a = unpack(motion_a.pose)
    at_b, q_b = unpack(motion_b.pose)
    offset = subtract(at_b, at_a)
    sweep_a, sweep_b = Sweep(ORIGIN, motion_a.way, motion_a.turn), Sweep(offset, motion_b.way, motion_b.turn)
    core_a, core_b = place_core(a, 0, ORIGIN, q_a), place_core(b, 0, offset, q_b)
    status, fraction, n, p, iterations = time_of_impact(
        rows, core_a, sweep_a, core_b, sweep_b, tolerance, max_iterations
    )
    return FlatImpact(status, fraction, p.x, p.y, p.z, n.x, n.y, n.z, iterations)
