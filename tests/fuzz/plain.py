"""Plane geometry in plain Python: distances between convex outlines. It shares nothing with the engine.

An outline is `(points, radius)`: the convex hull of one point, two, or a polygon counter-clockwise, and all
within `radius` of it. A half-plane is `((normal, offset), None)`.
"""

from __future__ import annotations

import math
from typing import Any

Point = tuple[float, float]
Outline = tuple[Any, float | None]
Spec = tuple[Any, ...]  # the name of a shape and its numbers


def outlines(spec: Spec) -> Outline | None:
    """Return the outline of a shape in its own frame; None for a chain, which has no inside."""
    name, numbers = spec[0], spec[1:]
    if name == "circle":
        return [numbers[1]], numbers[0]
    if name == "capsule":
        reach = numbers[0] / 2 - numbers[1]
        return [(0.0, -reach), (0.0, reach)], numbers[1]
    if name in ("box", "aabb"):
        w, h = numbers[0] / 2, numbers[1] / 2
        return [(-w, -h), (w, -h), (w, h), (-w, h)], numbers[2]
    if name == "polygon":
        return list(numbers[0]), numbers[1]
    if name == "segment":
        return list(numbers), 0.0
    return (numbers, None) if name == "half_plane" else None


def turned(p: Point, angle: float) -> Point:
    c, s = math.cos(angle), math.sin(angle)
    return c * p[0] - s * p[1], s * p[0] + c * p[1]


def placed(outline: Outline, x: float, y: float, angle: float) -> Outline:
    """Return an outline at a pose."""
    points, radius = outline
    if radius is None:
        nx, ny = turned(points[0], angle)
        length = math.hypot(nx, ny)
        nx, ny = nx / length, ny / length
        return ((nx, ny), points[1] + nx * x + ny * y), None
    return [(x + px, y + py) for px, py in (turned(p, angle) for p in points)], radius


def cross(o: Point, a: Point, b: Point) -> float:
    """Cross product of the ways from o to a and to b: positive if b is on the left of the line oa."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def to_edge(p: Point, a: Point, b: Point) -> float:
    """Distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0.0 else min(1.0, max(0.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def edges(points: list[Point]) -> list[tuple[Point, Point]]:
    """Edges of a polygon; a point or segment as its only one."""
    if len(points) < 3:
        return [(points[0], points[-1])]
    return [(points[k - 1], points[k]) for k in range(len(points))]


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments ab and cd cross at a point inside of both."""
    return cross(a, b, c) * cross(a, b, d) < 0.0 and cross(c, d, a) * cross(c, d, b) < 0.0


def _holds(points: list[Point], p: Point) -> bool:
    """Whether a polygon has a point inside, not on its edges."""
    return len(points) > 2 and all(cross(a, b, p) > 0.0 for a, b in edges(points))


def _meet(p: list[Point], q: list[Point]) -> bool:
    """Whether two convex hulls have more than a point in common."""
    if _holds(p, q[0]) or _holds(q, p[0]):
        return True
    return any(segments_cross(*edge, *other) for edge in edges(p) for other in edges(q))


def gap(a: Outline, b: Outline) -> float:
    """Distance of two outlines; negative when they overlap, of the right size only for a point or a disc."""
    (p, radius), (q, other_radius) = a, b
    if radius is None or other_radius is None:
        (plane, _), (points, size) = (a, b) if radius is None else (b, a)
        (nx, ny), offset = plane
        return min(nx * x + ny * y for x, y in points) - offset - size
    if len(p) == 1 or len(q) == 1:
        return signed_distance(b, p[0]) - radius if len(p) == 1 else signed_distance(a, q[0]) - other_radius
    if _meet(p, q):
        return -1.0 - radius - other_radius
    near = min(to_edge(v, c, d) for v in p for c, d in edges(q))
    near = min(near, min(to_edge(v, c, d) for v in q for c, d in edges(p)))
    return near - radius - other_radius


def signed_distance(outline: Outline, p: Point) -> float:
    """Distance of a point from the surface, negative inside."""
    points, radius = outline
    if radius is None:
        return points[0][0] * p[0] + points[0][1] * p[1] - points[1]
    far = min(to_edge(p, a, b) for a, b in edges(points))
    return (-far if _holds(points, p) else far) - radius
