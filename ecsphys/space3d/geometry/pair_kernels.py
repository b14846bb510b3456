"""Kernels of two shapes at poses. A contact is relative to the origin of A's frame."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...arrays import Ints, Ints2, Reals2, Reals3
from ...compile import INT, INTS, REAL, REALS2, array, entry, group, inlined, value
from ...limits import LARGEST
from ..collide.core import INTS2, SOLID_ROWS, VEC3, Core, SolidRows
from ..collide.dispatch import closest_cores, collide_cores
from ..collide.manifold import NO_CONTACT, Manifold, Spot, spot0, spot1, spot2, spot3
from ..math3d.pose import Pose3
from ..math3d.quaternion import Quaternion, Rotation, normalize, rotate, rotation_of
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, subtract
from .results import Separation

_UNIT = 1e-12  # squares of unit quaternions differ from 1 by less, as in `math3d.check`

ORIGIN = Vec3(0.0, 0.0, 0.0)
_UPRIGHT = Rotation(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


class Side(NamedTuple):
    """One side of many pairs: solids, which of them each pair has (none given: the first), and their poses.

    Poses are (n, 7) or positions (n, 3); a single one is that of all pairs.
    """

    solids: Reals2
    which: Ints
    poses: Reals2


class Contacts(NamedTuple):
    """Where the contacts of many pairs are written; NaN where there is none."""

    count: Ints  # type: ignore[assignment]  # hides tuple.count
    normal: Reals2
    points: Reals3
    penetration: Reals2
    feature: Ints2


POSE = value(Pose3, VEC3, value(Quaternion, REAL, REAL, REAL, REAL))
SIDE = group(Side, REALS2, INTS, REALS2)
CONTACTS = group(Contacts, INTS, REALS2, array(np.float64, 3), REALS2, INTS2)

# What is returned for a pose that `prepare` must check.
REFUSED = -1
_REFUSED_CONTACT = NO_CONTACT._replace(count=REFUSED)
_REFUSED_GAP = Separation(math.nan, ORIGIN, ORIGIN, ORIGIN)


@inlined
def is_valid(p: Vec3, q: Quaternion) -> bool:
    """Return whether the numbers of a pose are in range and its quaternion is a unit one."""
    square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z
    return abs(p.x) + abs(p.y) + abs(p.z) <= LARGEST and abs(square - 1.0) <= _UNIT


@inlined
def place_core(solids: Reals2, i: int, origin: Vec3, q: Quaternion) -> Core:
    """Return the core of a solid whose frame has its origin there and that orientation."""
    rotation = _UPRIGHT if solids[i, 9] != 0.0 else rotation_of(q.w, q.x, q.y, q.z)
    center = add(origin, rotate(rotation, Vec3(solids[i, 6], solids[i, 7], solids[i, 8])))
    half = Vec3(solids[i, 3], solids[i, 4], solids[i, 5])
    return Core(int(solids[i, 0]), int(solids[i, 1]), solids[i, 2], half, center, rotation)


@inlined
def unpack(pose: Pose3) -> tuple[Vec3, Quaternion]:
    """Return position and orientation of a pose."""
    x, y, z = pose.position
    w, i, j, k = pose.orientation
    return Vec3(x, y, z), Quaternion(w, i, j, k)


@entry(SOLID_ROWS, REALS2, POSE, REALS2, POSE)
def collide_pair(rows: SolidRows, a: Reals2, pose_a: Pose3, b: Reals2, pose_b: Pose3) -> Manifold:
    """Return the contact of two solids."""
    at_a, q_a = unpack(pose_a)
    at_b, q_b = unpack(pose_b)
    if not is_valid(at_a, q_a) or not is_valid(at_b, q_b):
        return _REFUSED_CONTACT
    core_a = place_core(a, 0, ORIGIN, q_a)
    return collide_cores(rows, core_a, place_core(b, 0, subtract(at_b, at_a), q_b), 0.0)


@entry(SOLID_ROWS, REALS2, POSE, REALS2, POSE)
def separate_pair(rows: SolidRows, a: Reals2, pose_a: Pose3, b: Reals2, pose_b: Pose3) -> Separation:
    """Return the signed distance of two solids."""
    at_a, q_a = unpack(pose_a)
    at_b, q_b = unpack(pose_b)
    if not is_valid(at_a, q_a) or not is_valid(at_b, q_b):
        return _REFUSED_GAP
    core_a = place_core(a, 0, ORIGIN, q_a)
    distance, n, p, q = closest_cores(rows, core_a, place_core(b, 0, subtract(at_b, at_a), q_b))
    return Separation(distance, add(at_a, p), add(at_a, q), n)


@inlined
def pose_of(side: Side, k: int) -> tuple[Vec3, Quaternion]:
    """Return the pose of a pair, its quaternion as a unit one unless it is zero."""
    poses = side.poses
    i = k if len(poses) > 1 else 0
    position = Vec3(poses[i, 0], poses[i, 1], poses[i, 2])
    if poses.shape[1] == 3:
        return position, Quaternion(1.0, 0.0, 0.0, 0.0)
    q = Quaternion(poses[i, 3], poses[i, 4], poses[i, 5], poses[i, 6])
    square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z
    return position, normalize(q) if square > 0.0 and abs(square - 1.0) > _UNIT else q


@inlined
def core_of(side: Side, k: int, origin: Vec3, q: Quaternion) -> Core:
    """Return the core of a pair's side."""
    return place_core(side.solids, side.which[k] if len(side.which) > 0 else 0, origin, q)


@inlined
def write_contact(out: Contacts, k: int, origin: Vec3, m: Manifold) -> None:
    """Write the contact of a pair, which is relative to an origin."""
    out.count[k] = m.count
    out.normal[k, 0] = m.nx if m.count > 0 else math.nan
    out.normal[k, 1] = m.ny if m.count > 0 else math.nan
    out.normal[k, 2] = m.nz if m.count > 0 else math.nan
    _write_point(out, k, 0, m.count, origin, spot0(m))
    _write_point(out, k, 1, m.count, origin, spot1(m))
    _write_point(out, k, 2, m.count, origin, spot2(m))
    _write_point(out, k, 3, m.count, origin, spot3(m))


@inlined
def _write_point(out: Contacts, k: int, i: int, count: int, origin: Vec3, spot: Spot) -> None:
    there = i < count
    out.points[k, i, 0] = origin.x + spot.point.x if there else math.nan
    out.points[k, i, 1] = origin.y + spot.point.y if there else math.nan
    out.points[k, i, 2] = origin.z + spot.point.z if there else math.nan
    out.penetration[k, i] = 0.0 - spot.separation if there else math.nan
    out.feature[k, i] = spot.id if there else -1


@entry(SOLID_ROWS, SIDE, SIDE, CONTACTS, INT)
def collide_pairs(rows: SolidRows, a: Side, b: Side, out: Contacts, n: int) -> int:
    """Write the contacts of n pairs, or only their counts if there are no rows for more.

    Returns the first pair with a pose that is none, -1 if there is no such pair.
    """
    for k in range(n):
        at_a, q_a = pose_of(a, k)
        at_b, q_b = pose_of(b, k)
        if not is_valid(at_a, q_a) or not is_valid(at_b, q_b):
            return k
        core_b = core_of(b, k, subtract(at_b, at_a), q_b)
        m = collide_cores(rows, core_of(a, k, ORIGIN, q_a), core_b, 0.0)
        if len(out.normal) > 0:
            write_contact(out, k, at_a, m)
        else:
            out.count[k] = m.count
    return -1
