"""The conventions of `collide`: frames, signs, normals and feature ids, and the values that carry them.

Every function of this room works on *cores*: the points of a shape, rotated by its body's angle but not
translated, in rows `(px, py, nx, ny)` of one shared array (see `math2d.core`). `Core.x, Core.y` is its
body's origin relative to an origin that both shapes share (in a world: the origin of body A, so that no
digits are lost far from (0, 0)).

- `normal` is a unit vector from A to B.
- `separation` is the gap between the surfaces along the normal; negative means overlap.
- a contact point lies midway between the two surfaces, relative to the shared origin.
- a feature id stays the same while the same features touch; ids of one manifold differ. It names
  a feature of each core, so that exchanging A and B only exchanges the two halves of the id.
- the second id of a single point says which body the normal turns with (WITH_A, WITH_B: the normal of its
  face; BETWEEN: from one core point to the other; STEADY: none), in the same halves.
"""

from __future__ import annotations

from typing import NamedTuple

from ..arrays import PointRows
from ..compile import inlined
from ..math2d.core import CHAIN, HALF_PLANE, INSIDE, POINT, POLYGON, SEGMENT
from ..math2d.vec2 import Vec2

__all__ = [
    "BETWEEN",
    "CHAIN",
    "HALF_PLANE",
    "INSIDE",
    "NO_CONTACT",
    "POINT",
    "POLYGON",
    "SEGMENT",
    "STEADY",
    "WITH_A",
    "WITH_B",
    "Core",
    "Manifold",
    "feature_id",
    "flip",
    "following",
    "normal_at",
    "normal_of",
    "origin",
    "point_at",
    "single_point",
    "translate",
    "two_points",
]

_HALF = 1 << 16  # feature id = feature of A * _HALF + feature of B
STEADY, WITH_B, WITH_A, BETWEEN = 0, 1, _HALF, _HALF + 1


class Core(NamedTuple):
    """A convex part of a shape: `count` rows of points from row `first`, rounded by `radius`, at (x, y).

    A SEGMENT's two rows have opposite normals, those of its two sides. A POINT's normal is unused, (0, 0).
    A CHAIN segment has four rows: its two points as those of a SEGMENT, then its ghost vertices: the points
    before and after it in its chain, each with the normal of that neighbouring segment, or (0, 0) where
    the chain ends. An INSIDE has four rows for its corners, of which the last has the normal (0, 0) if there
    are only three, then its exits: two rows each, as those of a SEGMENT.
    """

    form: int
    first: int
    count: int  # type: ignore[assignment]  # hides tuple.count
    radius: float
    x: float
    y: float


class Manifold(NamedTuple):
    """A normal and `count` contact points (at most two), each with separation and feature id."""

    count: int  # type: ignore[assignment]
    nx: float
    ny: float
    x0: float
    y0: float
    separation0: float
    id0: int
    x1: float
    y1: float
    separation1: float
    id1: int


NO_CONTACT = Manifold(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0, 0.0, 0.0, 0.0, 0)


@inlined
def feature_id(feature_a: int, feature_b: int) -> int:
    """The feature id of a feature of A and a feature of B."""
    return feature_a * _HALF + feature_b


@inlined
def single_point(normal: Vec2, point: Vec2, separation: float, feature: int, turns: int) -> Manifold:
    """A manifold of a single contact point; `turns`: STEADY, WITH_A, WITH_B or BETWEEN."""
    return Manifold(1, normal.x, normal.y, point.x, point.y, separation, feature, 0.0, 0.0, 0.0, turns)


@inlined
def two_points(
    normal: Vec2, point0: Vec2, separation0: float, id0: int, point1: Vec2, separation1: float, id1: int
) -> Manifold:
    """A manifold of two contact points."""
    return Manifold(
        2, normal.x, normal.y, point0.x, point0.y, separation0, id0, point1.x, point1.y, separation1, id1
    )


@inlined
def normal_of(m: Manifold) -> Vec2:
    """The normal of a manifold."""
    return Vec2(m.nx, m.ny)


@inlined
def flip(m: Manifold) -> Manifold:
    """The same contact with A and B exchanged."""
    return Manifold(
        m.count,
        0.0 - m.nx,  # not -0.0
        0.0 - m.ny,
        m.x0,
        m.y0,
        m.separation0,
        feature_id(m.id0 % _HALF, m.id0 // _HALF),
        m.x1,
        m.y1,
        m.separation1,
        feature_id(m.id1 % _HALF, m.id1 // _HALF),
    )


@inlined
def translate(core: Core, dx: float, dy: float) -> Core:
    """The core translated by (dx, dy)."""
    return Core(core.form, core.first, core.count, core.radius, core.x + dx, core.y + dy)


@inlined
def following(core: Core, index: int) -> int:
    """The number of the vertex after a vertex of a closed outline."""
    return index + 1 if index + 1 < core.count else 0


@inlined
def point_at(points: PointRows, row: int) -> Vec2:
    """The core point in a row, relative to its body's origin."""
    return Vec2(points[row, 0], points[row, 1])


@inlined
def normal_at(points: PointRows, row: int) -> Vec2:
    """The outward unit normal of the edge that starts at the point in a row."""
    return Vec2(points[row, 2], points[row, 3])


@inlined
def mean_point(points: PointRows, core: Core) -> Vec2:
    """The mean of a core's points, relative to the shared origin."""
    x, y = 0.0, 0.0
    for i in range(core.first, core.first + core.count):
        x += points[i, 0]
        y += points[i, 1]
    return Vec2(x / core.count + core.x, y / core.count + core.y)


@inlined
def origin(core: Core) -> Vec2:
    """The origin of a core's body, relative to the shared origin."""
    return Vec2(core.x, core.y)
