"""The conventions of `collide`: signs, normals and feature ids, and the values that carry them.

- `normal` is a unit vector from A to B.
- `separation` is the gap between the surfaces along the normal; negative means overlap.
- a contact point lies midway between the two surfaces, relative to the shared origin.
- the deepest point comes first; others follow in the order of the face they lie on.
- a feature id stays the same while the same features touch; ids of one manifold differ. It names a feature
  of each core, so that exchanging A and B only exchanges the two halves of the id.
"""

from __future__ import annotations

from typing import NamedTuple

from ...compile import INT, REAL, inlined, value
from ..math3d.quaternion import rotate
from ..math3d.vec3 import Vec3
from .core import Core

_HALF = 1 << 24  # feature id = feature of A * _HALF + feature of B
# A feature is 4 times the number of a corner, side, face or edge, and what it is.
CORNER, SIDE, FACE, EDGE = range(4)


class Manifold(NamedTuple):
    """A normal and `count` contact points (at most four), each with separation and feature id."""

    count: int  # type: ignore[assignment]  # hides tuple.count
    nx: float
    ny: float
    nz: float
    x0: float
    y0: float
    z0: float
    separation0: float
    id0: int
    x1: float
    y1: float
    z1: float
    separation1: float
    id1: int
    x2: float
    y2: float
    z2: float
    separation2: float
    id2: int
    x3: float
    y3: float
    z3: float
    separation3: float
    id3: int


_POINT = [REAL, REAL, REAL, REAL, INT]
MANIFOLD_VALUE = value(Manifold, INT, REAL, REAL, REAL, *_POINT, *_POINT, *_POINT, *_POINT)


class Separation(NamedTuple):
    """Signed distance of two cores, the unit normal from A to B, and the nearest points on both surfaces."""

    distance: float
    normal: Vec3
    point_a: Vec3
    point_b: Vec3


class Hit(NamedTuple):
    """Where a ray or a sweep meets a core: `found` 1, fraction of the way, point and outward unit normal."""

    found: int
    fraction: float
    point: Vec3
    normal: Vec3


NO_VECTOR = Vec3(0.0, 0.0, 0.0)
NO_HIT = Hit(0, 1.0, NO_VECTOR, NO_VECTOR)


NO_CONTACT = Manifold(
    0,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0,
    0.0,
    0,
    0.0,
    0.0,
    0.0,
    0.0,
    0,
    0.0,
    0.0,
    0.0,
    0.0,
    0,
    0.0,
    0.0,
    0.0,
    0.0,
    0,
)


class Spot(NamedTuple):
    """One contact point: where, its separation, its feature id."""

    point: Vec3
    separation: float
    id: int


NO_SPOT = Spot(NO_VECTOR, 0.0, 0)


@inlined
def feature_id(feature_a: int, feature_b: int) -> int:
    """Return the feature id of a feature of A and a feature of B."""
    return feature_a * _HALF + feature_b


@inlined
def features_of(feature: int) -> tuple[int, int]:
    """Return the features of A and B of an id."""
    return feature // _HALF, feature % _HALF


@inlined
def flip_id(feature: int) -> int:
    """Return a feature id with A and B exchanged."""
    of_a, of_b = features_of(feature)
    return feature_id(of_b, of_a)


@inlined
def make_manifold(count: int, n: Vec3, s0: Spot, s1: Spot, s2: Spot, s3: Spot) -> Manifold:
    """Return a manifold of the first `count` of four contact points."""
    p, q, r, t = s0.point, s1.point, s2.point, s3.point
    return Manifold(
        count, n.x, n.y, n.z,
        p.x, p.y, p.z, s0.separation, s0.id,
        q.x, q.y, q.z, s1.separation, s1.id,
        r.x, r.y, r.z, s2.separation, s2.id,
        t.x, t.y, t.z, s3.separation, s3.id,
    )  # fmt: skip


@inlined
def spot0(m: Manifold) -> Spot:
    """Return the first contact point."""
    return Spot(Vec3(m.x0, m.y0, m.z0), m.separation0, m.id0)


@inlined
def spot1(m: Manifold) -> Spot:
    """Return the second contact point."""
    return Spot(Vec3(m.x1, m.y1, m.z1), m.separation1, m.id1)


@inlined
def spot2(m: Manifold) -> Spot:
    """Return the third contact point."""
    return Spot(Vec3(m.x2, m.y2, m.z2), m.separation2, m.id2)


@inlined
def spot3(m: Manifold) -> Spot:
    """Return the fourth contact point."""
    return Spot(Vec3(m.x3, m.y3, m.z3), m.separation3, m.id3)


@inlined
def single_point(normal: Vec3, point: Vec3, separation: float, feature: int) -> Manifold:
    """Return a manifold of a single contact point."""
    return make_manifold(1, normal, Spot(point, separation, feature), NO_SPOT, NO_SPOT, NO_SPOT)


@inlined
def two_points(normal: Vec3, one: Spot, other: Spot) -> Manifold:
    """Return a manifold of two contact points, the deeper one first."""
    if other.separation < one.separation:
        one, other = other, one
    return make_manifold(2, normal, one, other, NO_SPOT, NO_SPOT)


@inlined
def _flip_spot(s: Spot) -> Spot:
    return Spot(s.point, s.separation, flip_id(s.id))


@inlined
def flip(m: Manifold) -> Manifold:
    """Return the same contact with A and B exchanged."""
    normal = Vec3(0.0 - m.nx, 0.0 - m.ny, 0.0 - m.nz)  # not -0.0
    return make_manifold(
        m.count,
        normal,
        _flip_spot(spot0(m)),
        _flip_spot(spot1(m)),
        _flip_spot(spot2(m)),
        _flip_spot(spot3(m)),
    )


@inlined
def _place_spot(core: Core, s: Spot) -> Spot:
    p, c = rotate(core.rotation, s.point), core.center
    return Spot(Vec3(p.x + c.x, p.y + c.y, p.z + c.z), s.separation, s.id)


@inlined
def to_shared_frame(core: Core, m: Manifold) -> Manifold:
    """Return a manifold in the frame of a core as it is in the shared one."""
    n = rotate(core.rotation, normal_of(m))
    return make_manifold(
        m.count,
        n,
        _place_spot(core, spot0(m)),
        _place_spot(core, spot1(m)) if m.count > 1 else NO_SPOT,
        _place_spot(core, spot2(m)) if m.count > 2 else NO_SPOT,
        _place_spot(core, spot3(m)) if m.count > 3 else NO_SPOT,
    )


@inlined
def normal_of(m: Manifold) -> Vec3:
    """Return the normal of a manifold."""
    return Vec3(m.nx, m.ny, m.nz)
