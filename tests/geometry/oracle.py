"""Exact results from shapely for the cores of shapes, and random shapes to compare on."""

from __future__ import annotations

import math
import random

from shapely import geometry as sg
from shapely.geometry.base import BaseGeometry

from ecsphys.math2d.pose import transform_point
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import (
    AABB,
    Box,
    Capsule,
    Circle,
    Ellipse,
    HalfPlane,
    Polygon,
    Sector,
    Segment,
    Shape,
)

Pose = tuple[float, float, float]
KINDS = (
    "circle", "box", "round box", "aabb", "capsule", "polygon", "round polygon", "ellipse", "sector",
    "segment", "half-plane",
)  # fmt: skip


def world_points(shape: Shape, pose: Pose) -> list[Vec2]:
    """The corners of a shape's core at a pose."""
    placed = (pose[0], pose[1], 0.0) if shape.upright else pose
    return [transform_point(placed, p.x, p.y) for p in shape.points]


def core(shape: Shape, pose: Pose) -> BaseGeometry:
    """A shape without its rounding."""
    points = world_points(shape, pose)
    if len(points) > 2:
        return sg.Polygon(points)
    return sg.LineString(points) if len(points) == 2 else sg.Point(points[0])


def half_plane_distance(plane: HalfPlane, pose: Pose, shape: Shape, pose_b: Pose) -> float:
    """Gap between a half-plane and a shape, negative when they overlap."""
    normal = plane.normal.rotated(pose[2])
    offset = normal.dot(world_points(plane, pose)[0])
    return min(normal.dot(p) for p in world_points(shape, pose_b)) - offset - shape.radius


def exact_distance(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> float:
    """Gap between two shapes; minus the minimum translation when they overlap."""
    if isinstance(a, HalfPlane):
        return half_plane_distance(a, pose_a, b, pose_b)
    if isinstance(b, HalfPlane):
        return half_plane_distance(b, pose_b, a, pose_a)
    gap = core(a, pose_a).distance(core(b, pose_b))
    if gap <= 1e-12:
        differences = [q - p for p in world_points(a, pose_a) for q in world_points(b, pose_b)]
        hull = sg.MultiPoint(differences).convex_hull
        gap = -sg.Point(0, 0).distance(hull.boundary) if hull.geom_type == "Polygon" else 0.0
    return gap - a.radius - b.radius


def off_surface(shape: Shape, pose: Pose, point: Vec2) -> float:
    """How far a point is from the surface of a shape."""
    if isinstance(shape, HalfPlane):
        return half_plane_distance(shape, pose, Circle(1.0), (*point, 0.0)) + 1.0
    body = core(shape, pose)
    if shape.radius > 0.0:
        return body.distance(sg.Point(point)) - shape.radius
    return (body.boundary if body.geom_type == "Polygon" else body).distance(sg.Point(point))


def random_polygon(rng: random.Random, size: float, corners: int) -> list[tuple[float, float]]:
    """Corners on an ellipse, in either winding."""
    angles = sorted(rng.uniform(0.0, math.tau) for _ in range(corners))
    while max(b - a for a, b in zip(angles, [*angles[1:], angles[0] + math.tau], strict=True)) > 3.0:
        angles = sorted(rng.uniform(0.0, math.tau) for _ in range(corners))
    flat = rng.uniform(0.3, 1.0)
    points = [(size * math.cos(t), flat * size * math.sin(t)) for t in angles]
    return points if rng.random() < 0.5 else points[::-1]


def random_shape(rng: random.Random, kind: str, size: float = 1.0) -> Shape:
    """A shape about twice `size` across."""

    def length() -> float:
        return size * rng.uniform(0.3, 2.0)

    match kind:
        case "circle":
            return Circle(0.5 * length(), (rng.uniform(-0.3, 0.3) * size, rng.uniform(-0.3, 0.3) * size))
        case "box":
            return Box(length(), length())
        case "round box":
            return Box(length(), length(), 0.2 * length())
        case "aabb":
            return AABB(length(), length())
        case "capsule":
            a = rng.uniform(0.0, math.tau)
            reach = 0.5 * length()
            tip = (reach * math.cos(a), reach * math.sin(a))
            return Capsule.between(tip, (-tip[0], -tip[1] + 0.1 * size), 0.3 * length())
        case "polygon":
            return Polygon(random_polygon(rng, size, rng.choice((3, 4, 5, 6, 8, 12, 20, 64))))
        case "round polygon":
            return Polygon(random_polygon(rng, 0.7 * size, rng.randint(3, 9)), 0.2 * length())
        case "segment":
            a = rng.uniform(0.0, math.tau)
            return Segment((0.1 * size, 0.0), (length() * math.cos(a), length() * math.sin(a)))
        case "ellipse":
            return Ellipse(length(), length(), rng.choice((8, 16, 32)))
        case "sector":
            return Sector(length(), rng.choice((rng.uniform(0.2, 3.0), math.pi)), rng.choice((4, 16)))
        case "half-plane":
            a = rng.uniform(0.0, math.tau)
            return HalfPlane((math.cos(a), math.sin(a)), size * rng.uniform(-1.0, 1.0))
    raise ValueError(kind)


def random_pose(rng: random.Random, spread: float) -> Pose:
    """A pose within a square."""
    return rng.uniform(-spread, spread), rng.uniform(-spread, spread), rng.uniform(-math.pi, math.pi)


def random_pairs(count: int, seed: int, size: float = 1.0) -> list[tuple[Shape, Pose, Shape, Pose]]:
    """Pairs of all kinds in turn, about half of which overlap."""
    rng = random.Random(seed)
    kinds = [(a, b) for a in KINDS for b in KINDS if not a == b == "half-plane"]
    return [
        (
            random_shape(rng, kinds[i % len(kinds)][0], size),
            random_pose(rng, 1.2 * size),
            random_shape(rng, kinds[i % len(kinds)][1], size),
            random_pose(rng, 1.2 * size),
        )
        for i in range(count)
    ]
