"""Explosions: which dynamic bodies they reach, and with which impulse.

After Box2D v3's `b2World_Explode` (E. Catto, `physics_world.c`, 2026): the impulse acts at the point of a
shape nearest to the centre, away from it, and grows with the length of the outline that faces the centre: the
width of the shape across that direction. Two things differ: only the part of a shape within the radius
counts, so that a long wall is not thrown as a whole; the impulse falls to zero at the radius, not beyond it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..arrays import BodyRows, Ints, PointRows, Rows
from ..collide.dispatch import separate
from ..collide.manifold import Core
from ..collide.wind import centroid_of, placed
from ..compile import INT, INTS, REAL, array, entry, inlined, kernel, value
from ..limits import SPIN
from ..math2d.core import POINT, POLYGON
from ..math2d.elementary import power
from ..math2d.vec2 import Vec2
from ..math2d.vector import dot, perpendicular, scale
from ..spatial.filters import Rect
from ..spatial.proxies import shape_core
from ..spatial.walk import MOBILE, NONE, PROXY_TREE, ProxyTree, member_at, next_slot, start_rect, step_in_rect
from ..world.bodies import BODY, DYNAMIC, PUT_ASIDE
from ..world.center import center_of
from ..world.shapes import ORIGIN
from .scene import QUERY_FILTER, SCENE, QueryFilter, Scene, passes_filter


class Explosion(NamedTuple):
    """The centre of an explosion, its radius, the impulse per length of outline, and the falloff."""

    x: float
    y: float
    radius: float
    impulse: float
    falloff: float


EXPLOSION = value(Explosion, *[REAL] * 5)

# What an explosion does to one body.
BLAST = np.dtype(
    [
        ("entity", "i8"),
        ("body", "i8"),
        ("x", "f8"),  # the point nearest to the centre
        ("y", "f8"),
        ("jx", "f8"),
        ("jy", "f8"),
        ("spin", "f8"),  # angular impulse about the centre of mass
        ("distance", "f8"),
    ]
)


class Found(NamedTuple):
    """How many bodies are within reach, and 1 if they are in the order of their entities."""

    bodies: int
    ordered: int


EDGE = 1e-12  # relative to the radius: points this near to the rim are within


@entry(PROXY_TREE, SCENE, QUERY_FILTER, EXPLOSION, INTS, array(BLAST))
def find_blasts(
    tree: ProxyTree, scene: Scene, query: QueryFilter, explosion: Explosion, marks: Ints, blasts: Rows
) -> Found:
    """Write a row for each dynamic body within reach, by ascending row of BODY.

    `marks` has room for a number per body, `blasts` for a row. `marks` is zero before and after.
    """
    e = explosion
    lowest, highest = mark_near(tree, scene, query, e, marks)
    count, ordered, last = 0, 1, 0
    for row in range(lowest, highest + 1):
        if marks[row] == 1:
            marks[row] = 0
            if blast_body(scene, e, row, blasts[count]) == 1:
                ordered &= 1 if blasts[count].entity > last else 0
                last = blasts[count].entity
                count += 1
    return Found(count, ordered)


@kernel
def mark_near(
    tree: ProxyTree, scene: Scene, query: QueryFilter, e: Explosion, marks: Ints
) -> tuple[int, int]:
    """Mark the bodies with shapes whose boxes are near; return the range of their rows."""
    rect = Rect(e.x - e.radius, e.y - e.radius, e.x + e.radius, e.y + e.radius)
    lowest, highest = len(marks), -1
    top = start_rect(tree, MOBILE).top
    while top > 0:
        top, slot = step_in_rect(tree, rect, top)
        while slot != NONE:
            i = member_at(tree, slot)
            fat = scene.fat
            apart = max(
                max(fat[i, 0] - rect.ux, rect.lx - fat[i, 2]), max(fat[i, 1] - rect.uy, rect.ly - fat[i, 3])
            )
            if apart <= 0.0 and passes_filter(scene, query, i):
                row = scene.filters[i].body + 0
                marks[row] = 1
                lowest, highest = min(lowest, row), max(highest, row)
            slot = next_slot(tree, slot)
    return lowest, highest


@inlined
def blast_body(scene: Scene, e: Explosion, row: int, blast: Any) -> int:
    """Sum up the impulses on all shapes of a body; return 1 if any is within reach, else 0."""
    body = scene.bodies[row]
    if body.kind != DYNAMIC or body.lost == PUT_ASIDE:
        return 0
    center = center_of(body)
    arm_x, arm_y = center.x + body.x - e.x, center.y + body.y - e.y
    jx, jy, spin, nearest, x, y = 0.0, 0.0, 0.0, math.inf, 0.0, 0.0
    at = Vec2(body.x - e.x, body.y - e.y)
    i = body.first_shape
    while i >= 0:
        shape = scene.shapes[i]
        if shape.form <= POLYGON:
            core = shape_core(shape, at.x, at.y)
            point, distance, way = nearest_point(scene.turned, core, at)
            if distance <= e.radius:
                width = width_within(scene.turned, core, at, perpendicular(way), e.radius)
                strength = e.impulse * width * share_at(distance, e)
                jx += strength * way.x
                jy += strength * way.y
                spin += strength * ((point.x - arm_x) * way.y - (point.y - arm_y) * way.x)
                if distance < nearest:
                    nearest, x, y = distance, point.x, point.y
        i = shape.next_shape
    if nearest == math.inf:
        return 0
    blast.entity, blast.body, blast.distance = body.entity, row, nearest
    blast.x, blast.y = e.x + x, e.y + y
    blast.jx, blast.jy, blast.spin = jx, jy, spin
    return 1


@inlined
def share_at(distance: float, e: Explosion) -> float:
    """The share of the impulse that is left at a distance, by the power `falloff`."""
    left = 1.0 - distance / e.radius
    return left if e.falloff == 1.0 else power(left, e.falloff)


@inlined
def nearest_point(points: PointRows, core: Core, at: Vec2) -> tuple[Vec2, float, Vec2]:
    """The point of a core nearest to the origin, its distance, and the direction to it.

    If the origin is inside, the centroid; there, too, the direction is along x.
    """
    if core.count == 2:
        m = separate(points, Core(POINT, ORIGIN, 1, 0.0, 0.0, 0.0), core)
        way, distance = Vec2(m.nx, m.ny), m.separation0
    else:
        length, way = nearest_of_points(points, core, at)
        distance = length - core.radius
    if distance > 0.0:
        return scale(distance, way), distance, way
    center = centroid_of(points, core.first, core.count, at)
    length = math.sqrt(dot(center, center))
    way = Vec2(center.x / length, center.y / length) if length > 0.0 else Vec2(1.0, 0.0)
    return center, 0.0, way


@inlined
def length_and_way(p: Vec2) -> tuple[float, Vec2]:
    """The length of a vector, and its direction."""
    length = math.sqrt(dot(p, p))
    return length, scale(1.0 / length, p) if length > 0.0 else Vec2(1.0, 0.0)


@inlined
def nearest_of_points(points: PointRows, core: Core, at: Vec2) -> tuple[float, Vec2]:
    """The distance of the origin from a point or a polygon, rounding left out, and the direction to it.

    It is on the face from which the origin is farthest: the normals of both faces at a nearest corner are on
    either side of the direction to the origin, and all others are farther away from it.
    """
    if core.count == 1:
        return length_and_way(placed(points, core.first, at))
    face, most = 0, -math.inf
    for k in range(core.count):
        p = placed(points, core.first + k, at)
        apart = -(points[core.first + k, 2] * p.x + points[core.first + k, 3] * p.y)
        if apart > most:
            face, most = k, apart
    if most <= 0.0:
        return 0.0, Vec2(1.0, 0.0)
    p = placed(points, core.first + face, at)
    q = placed(points, core.first + (face + 1 if face + 1 < core.count else 0), at)
    side = Vec2(q.x - p.x, q.y - p.y)
    along, square = -dot(p, side), dot(side, side)
    if along <= 0.0:
        return length_and_way(p)
    if along >= square:
        return length_and_way(q)
    return most, Vec2(-points[core.first + face, 2], -points[core.first + face, 3])


# -- the width of what is within the radius ------------------------------------------------------------


class Span(NamedTuple):
    """The least and the greatest coordinate of points along a direction."""

    low: float
    high: float


@inlined
def extended(span: Span, p: Vec2, along: Vec2, limit: float) -> Span:
    """A span, extended to a point unless that lies beyond the rim (`limit` is a square)."""
    if dot(p, p) > limit:
        return span
    t = dot(p, along)
    return Span(min(span.low, t), max(span.high, t))


@inlined
def width_within(points: PointRows, core: Core, at: Vec2, along: Vec2, radius: float) -> float:
    """The width along a direction of the part of a convex core within a circle around the origin.

    The ends of that part are ends of the core, points where their outlines cross, or ends of the circle.
    """
    r, far, low, high = core.radius, 0.0, math.inf, -math.inf
    for k in range(core.count):  # without branches: none of them could be predicted
        p = placed(points, core.first + k, at)
        t = dot(p, along)
        far, low, high = max(far, dot(p, p)), min(low, t), max(high, t)
    if far <= (radius - r) * abs(radius - r):  # all of it is within
        return high - low + 2.0 * r
    return clipped_width(points, core, at, along, radius)


@kernel
def clipped_width(points: PointRows, core: Core, at: Vec2, along: Vec2, radius: float) -> float:
    """The same of a core that is not wholly within the circle."""
    limit, r = radius * radius * (1.0 + EDGE), core.radius
    span = Span(math.inf, -math.inf)
    for k in range(core.count):
        p = placed(points, core.first + k, at)
        for side in (-r, r):
            span = extended(span, Vec2(p.x + side * along.x, p.y + side * along.y), along, limit)
        span = cross_arc(span, p, r, along, radius)
        if core.count > 1:
            q = placed(points, core.first + (k + 1) % core.count, at)
            nx, ny = points[core.first + k, 2], points[core.first + k, 3]
            a, b = Vec2(p.x + r * nx, p.y + r * ny), Vec2(q.x + r * nx, q.y + r * ny)
            span = cross_edge(span, a, b, along, radius)
    for side in (-radius, radius):
        end = scale(side, along)
        if holds_point(points, core, at, end):
            span = extended(span, end, along, limit)
    return max(0.0, span.high - span.low)


@kernel
def cross_edge(span: Span, a: Vec2, b: Vec2, along: Vec2, radius: float) -> Span:
    """A span, extended to the ends of an edge within the circle and to where it crosses the rim."""
    limit = radius * radius * (1.0 + EDGE)
    span = extended(extended(span, a, along, limit), b, along, limit)
    way = Vec2(b.x - a.x, b.y - a.y)
    square, half = dot(way, way), dot(a, way)
    under = half * half - square * (dot(a, a) - radius * radius)
    if under > 0.0 and square > 0.0:
        root = math.sqrt(under)
        for f in ((-half - root) / square, (-half + root) / square):
            if 0.0 <= f <= 1.0:
                span = extended(span, Vec2(a.x + f * way.x, a.y + f * way.y), along, math.inf)
    return span


@kernel
def cross_arc(span: Span, p: Vec2, r: float, along: Vec2, radius: float) -> Span:
    """A span, extended to the points where the circle of radius `r` around a corner crosses the rim."""
    square = dot(p, p)
    if r == 0.0 or square == 0.0:
        return span
    share = 0.5 * (square + radius * radius - r * r) / square  # of the way to p
    under = radius * radius / square - share * share
    if under > 0.0:
        root = math.sqrt(under)
        for side in (-root, root):
            span = extended(span, Vec2(share * p.x - side * p.y, share * p.y + side * p.x), along, math.inf)
    return span


@kernel
def holds_point(points: PointRows, core: Core, at: Vec2, p: Vec2) -> bool:
    """Whether a core contains a point, given relative to the origin."""
    m = separate(points, Core(POINT, ORIGIN, 1, 0.0, p.x, p.y), core)
    return m.separation0 <= 0.0


# -- effect ---------------------------------------------------------------------------------------------


class Applied(NamedTuple):
    """How many impulses were added, and how many of the bodies sleep."""

    impulses: int
    asleep: int


@entry(array(BODY), array(BLAST), INT, REAL, INTS)
def apply_blasts(bodies: BodyRows, blasts: Rows, count: int, top_speed: float, asleep: Ints) -> Applied:
    """Add the impulses to the velocities of bodies, and list the rows of those that sleep.

    If one would leave the range of speeds, nothing changes, and the number of impulses is its row.
    """
    for k in range(count):
        blast = blasts[k]
        body = bodies[blast.body]
        m, i = body.inverse_mass, body.inverse_inertia
        if not (
            abs(body.vx + m * blast.jx) <= top_speed
            and abs(body.vy + m * blast.jy) <= top_speed
            and abs(body.angular_velocity + i * blast.spin) <= SPIN
        ):
            return Applied(k, 0)
    sleepers = 0
    for k in range(count):
        blast = blasts[k]
        body = bodies[blast.body]
        body.vx += body.inverse_mass * blast.jx
        body.vy += body.inverse_mass * blast.jy
        body.angular_velocity += body.inverse_inertia * blast.spin
        if body.awake == 0:
            asleep[sleepers] = blast.body
            sleepers += 1
    return Applied(count, sleepers)
