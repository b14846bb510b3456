"""Random bodies to shoot, and walls and rooms as their targets."""

from __future__ import annotations

import itertools
import math
from typing import Any, NamedTuple

import esper
import numpy as np

from ecsphys import AABB, Box, Capsule, Chain, Circle, Collider, HalfPlane, Polygon, Segment, Transform

from .scene import Reals

Random = np.random.Generator
SMALL, LARGE = 2.0, 20.0  # radii


class Shape(NamedTuple):
    """Shapes of a body, its centre of mass, and smallest and largest distance of its surface from there."""

    shapes: list[Any]
    center: tuple[float, float]
    inner: float
    reach: float


def random_shape(kind: str, rng: Random) -> Shape:
    """Return a body of a kind with random size."""
    r = float(rng.uniform(SMALL, LARGE))
    if kind == "circle":
        return Shape([Circle(r)], (0.0, 0.0), r, r)
    if kind in ("box", "aabb", "needle"):
        h = float(rng.uniform(0.2, 1.0)) * r if kind != "needle" else 0.05 * r
        made = AABB(2 * r, 2 * h) if kind == "aabb" else Box(2 * r, 2 * h)
        return Shape([made], (0.0, 0.0), h, math.hypot(r, h))
    if kind == "capsule":
        return Shape([Capsule(3 * r, 0.5 * r)], (0.0, 0.0), 0.5 * r, 1.5 * r)
    if kind == "polygon":
        angles = np.arange(5) * math.tau / 5 + rng.uniform(-0.3, 0.3, 5)
        made = Polygon([(3 * r + r * math.cos(a), r * math.sin(a)) for a in angles])
        center = made.mass_properties(1).center
        return Shape([made], (center.x, center.y), 0.3 * r, 1.6 * r)
    if kind == "off_center":
        at = float(rng.uniform(-5, 5)) * r
        return Shape([Circle(r, (at, 2 * r))], (at, 2 * r), r, r)
    parts: list[Any] = [
        Circle(r),
        Polygon([(0, -0.5 * r), (3 * r, -0.3 * r), (3 * r, 0.3 * r), (0, 0.5 * r)]),
    ]
    pieces = [part.mass_properties(1) for part in parts]
    mass = sum(piece.mass for piece in pieces)
    x = sum(piece.mass * piece.center.x for piece in pieces) / mass
    y = sum(piece.mass * piece.center.y for piece in pieces) / mass
    return Shape(parts, (x, y), 0.2 * r, 4 * r)


class Line(NamedTuple):
    """Centre line of a wall in its lane's frame, y as a function of x; the front is above."""

    x: Reals
    y: Reals


def make_wall(
    kind: str, rng: Random, position: tuple[float, float, float], thick: float, half: float, **surface: Any
) -> Line:
    """Create a wall through a lane's origin, 2 `half` long."""
    cuts = np.concatenate([[-half], np.sort(rng.uniform(-100, 100, 4)), [half]])
    heights = np.zeros(6)
    t = 0.5 * thick
    quads = [Polygon([(a, -t), (b, -t), (b, t), (a, t)]) for a, b in itertools.pairwise(cuts.tolist())]
    shapes: list[list[Any]]
    if kind in ("chain", "joints"):
        if kind == "chain":
            heights[1:-1] = rng.uniform(-15, 15, 4)
        shapes = [[Chain(np.stack([cuts, heights], axis=1)[::-1].tolist())]]
    elif kind == "segment":
        shapes = [[Segment((-half, 0), (half, 0))]]
    elif kind == "box":
        shapes = [[Box(2 * half, thick)]]
    elif kind == "aabb":
        shapes = [[AABB(2 * half, thick)]]
    elif kind == "capsule":
        shapes = [[Capsule.between((-half, 0), (half, 0), t)]]
    elif kind == "half_plane":
        shapes = [[HalfPlane((0, 1), t)]]
    elif kind == "compound":
        shapes = [list(quads)]
    else:
        shapes = [[quad] for quad in quads]
    for parts in shapes:
        esper.create_entity(Transform(*position), Collider(parts, **surface))
    return Line(cuts, heights)


def put_room(kind: str, at: Reals, sides: int, radius: float, thick: float) -> None:
    """Create a regular polygon of walls, centred on its edges."""
    corners = [
        (radius * math.cos(k * math.tau / sides), radius * math.sin(k * math.tau / sides))
        for k in range(sides)
    ]
    position = (float(at[0]), float(at[1]))
    if kind == "loop":
        esper.create_entity(Transform(*position), Collider(Chain(corners[::-1], loop=True)))
        return
    walls = [*itertools.pairwise([*corners, corners[0]])]
    if kind == "segments":
        esper.create_entity(Transform(*position), Collider([Segment(a, b) for a, b in walls]))
    elif kind == "capsules":
        esper.create_entity(
            Transform(*position), Collider([Capsule.between(a, b, 0.5 * thick) for a, b in walls])
        )
    else:
        for a, b in walls:
            x, y = 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])
            length = math.dist(a, b) + thick
            turn = math.atan2(b[1] - a[1], b[0] - a[0])
            esper.create_entity(
                Transform(position[0] + x, position[1] + y, turn), Collider(Box(length, thick))
            )
