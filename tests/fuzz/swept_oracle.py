"""When does a shape that moves first touch another one? Plain Python, for any rounded convex polygons.

A shape is a list of corners around the place that it turns about, and a radius: one corner is a disc, two are
a capsule. A motion is linear in time, place and angle.
"""

from __future__ import annotations

import math
import random
from typing import Any, NamedTuple

from ecsphys import Box, Capsule, Circle, Polygon
from tests.fuzz.plain import Point, cross, edges, segments_cross, to_edge


class Solid(NamedTuple):
    """Corners, counter-clockwise, and radius."""

    corners: list[Point]
    radius: float

    def shrunk(self, share: float, least: float) -> Solid:
        """A smaller one: corners by a share of their distance from the middle, the radius by `least`."""
        x = sum(p[0] for p in self.corners) / len(self.corners)
        y = sum(p[1] for p in self.corners) / len(self.corners)
        corners = [(x + share * (p[0] - x), y + share * (p[1] - y)) for p in self.corners]
        return Solid(corners, max(self.radius - least, 0.0))


class Course(NamedTuple):
    """Place, angle, velocity and angular velocity at time 0."""

    x: float
    y: float
    angle: float
    vx: float
    vy: float
    spin: float

    def corners(self, solid: Solid, time: float) -> list[Point]:
        """Return the corners of a solid at a time."""
        angle = self.angle + time * self.spin
        c, s = math.cos(angle), math.sin(angle)
        x, y = self.x + time * self.vx, self.y + time * self.vy
        return [(x + c * u - s * v, y + s * u + c * v) for u, v in solid.corners]


def contains(corners: list[Point], p: Point) -> bool:
    """Whether a convex polygon contains a point."""
    return len(corners) > 2 and all(cross(a, b, p) >= 0.0 for a, b in edges(corners))


def distance(a: list[Point], b: list[Point]) -> float:
    """Return the distance of two convex outlines with their inside, 0 where they overlap."""
    if contains(a, b[0]) or contains(b, a[0]):
        return 0.0
    edges_a, edges_b = edges(a), edges(b)
    if any(segments_cross(*edge, *other) for edge in edges_a for other in edges_b):
        return 0.0
    return min(
        min(to_edge(p, *edge) for p in a for edge in edges_b),
        min(to_edge(p, *edge) for p in b for edge in edges_a),
    )


def gap_at(a: Solid, course_a: Course, b: Solid, course_b: Course, time: float) -> float:
    """Return the gap of two solids at a time; negative down to minus the sum of the radii."""
    return distance(course_a.corners(a, time), course_b.corners(b, time)) - a.radius - b.radius


def fastest(a: Solid, course_a: Course, b: Solid, course_b: Course) -> float:
    """Return an upper bound on how fast two solids approach."""
    speed = math.hypot(course_a.vx - course_b.vx, course_a.vy - course_b.vy)
    for solid, course in ((a, course_a), (b, course_b)):
        speed += abs(course.spin) * max(math.hypot(*p) for p in solid.corners)
    return speed


def stay_apart(a: Solid, course_a: Course, b: Solid, course_b: Course, until: float) -> bool:
    """Whether the discs around two solids do not meet."""
    x, y = course_b.x - course_a.x, course_b.y - course_a.y
    dx, dy = course_b.vx - course_a.vx, course_b.vy - course_a.vy
    square = dx * dx + dy * dy
    time = min(max(-(x * dx + y * dy) / square, 0.0), until) if square > 0.0 else 0.0
    reach = sum(solid.radius + max(math.hypot(*p) for p in solid.corners) for solid in (a, b))
    return math.hypot(x + time * dx, y + time * dy) > reach + 1e-3


def first_touch(
    a: Solid, course_a: Course, b: Solid, course_b: Course, until: float, tolerance: float
) -> float | None:
    """Return when two solids first come within `tolerance`, None if not before `until`.

    The gap shrinks no faster than `fastest`, so time advances by no more than the gap divided by it.
    """
    if stay_apart(a, course_a, b, course_b, until):
        return None
    speed, time = fastest(a, course_a, b, course_b), 0.0
    while True:
        gap = gap_at(a, course_a, b, course_b, time)
        if gap <= tolerance:
            return time
        if speed == 0.0:
            return None
        time += max(gap, 1e-9 * speed) / speed
        if time > until:
            return None


def random_solid(rng: random.Random, size: float) -> tuple[Any, Solid]:
    """Return a shape and what the oracle takes it for."""
    kind = rng.randrange(6)
    if kind == 0:
        return Circle(size), Solid([(0.0, 0.0)], size)
    if kind == 1:
        w, h = size * rng.uniform(0.8, 2), size * rng.uniform(0.8, 2)
        return Box(w, h), Solid([(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)], 0.0)
    if kind == 2:
        half, r = size * 0.6, size * 0.5
        return Capsule(2 * (half + r), r), Solid([(0.0, -half), (0.0, half)], r)
    if kind == 3:
        w, r = size, size * 0.25
        return Box(w, w, r), Solid([(-w / 2, -w / 2), (w / 2, -w / 2), (w / 2, w / 2), (-w / 2, w / 2)], r)
    n, turn = rng.randrange(3, 8), rng.uniform(0, 6)
    corners = [
        (size * math.cos(turn + 2 * math.pi * k / n), size * math.sin(turn + 2 * math.pi * k / n))
        for k in range(n)
    ]
    if n % 2:  # its centre of mass must be its origin, as for all others
        return Polygon(corners), Solid(corners, 0.0)
    return Polygon(corners, size * 0.2), Solid(corners, size * 0.2)
