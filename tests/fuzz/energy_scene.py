"""A scene of the energy fuzzer as plain data, which every engine can build; `length_unit` is 1."""

from __future__ import annotations

import math
import random
from typing import Any, NamedTuple

GRAVITY = 10.0  # length_unit/s², downwards: about the earth's, in metres
WORLD = -1  # the index of what is no body
RATES = 30, 60, 60, 120, 240  # Hz
SUBSTEPS = 1, 2, 4, 4, 8

Point = tuple[float, float]


class Body(NamedTuple):
    """A convex shape with its centre of mass at its origin."""

    form: str  # "circle": size (radius,); "box": (width, height); "capsule": (between its centres, radius)
    size: tuple[float, ...]
    x: float
    y: float
    angle: float
    mass: float
    inertia: float
    kind: str = "dynamic"
    velocity: Point = (0.0, 0.0)
    spin: float = 0.0
    solid: bool = True  # whether it collides
    friction: float = 0.5
    restitution: float = 0.0
    damping: float = 0.0  # of motion and of turning, 1/s
    locks: str = ""  # of "x", "y" and "r" for rotation

    @property
    def reach(self) -> float:
        """Return the largest distance of a point from its centre."""
        if self.form == "box":
            return 0.5 * math.hypot(*self.size)
        return self.size[0] if self.form == "circle" else 0.5 * self.size[0] + self.size[1]


class Link(NamedTuple):
    """A joint between two bodies, by their indices, with both anchors; b is never `WORLD`."""

    kind: str  # a key of `energy_play.JOINTS`
    a: int
    b: int
    at_a: Point  # in a's frame
    at_b: Point
    options: dict[str, Any]  # keywords of the component of ecsphys


class Scene(NamedTuple):
    """Bodies and joints, and how they are stepped."""

    bodies: list[Body]
    links: list[Link]
    hz: int
    substeps: int
    seconds: float
    gravity: float = GRAVITY
    rests: bool = False  # damping or friction has brought everything to rest in the end
    overlaps: bool = False  # at birth: then speeds are bounded in the end, not energy
    threshold: float | None = None  # `Physics.restitution_threshold`

    @property
    def sub_step(self) -> float:
        """Return its length in seconds."""
        return 1.0 / (self.hz * self.substeps)


def box(width: float, height: float, x: float, y: float, angle: float = 0.0, **others: Any) -> Body:
    """Return a box of density 1."""
    mass = width * height
    inertia = mass * (width * width + height * height) / 12
    return Body("box", (width, height), x, y, angle, mass, inertia, **others)


def disc(radius: float, x: float, y: float, **others: Any) -> Body:
    """Return a disc of density 1."""
    mass = math.pi * radius * radius
    return Body("circle", (radius,), x, y, 0.0, mass, 0.5 * mass * radius * radius, **others)


def capsule(length: float, radius: float, x: float, y: float, angle: float = 0.0, **others: Any) -> Body:
    """Return a capsule of density 1, along x: a rectangle `length` long between two half discs."""
    middle, ends = 2 * radius * length, math.pi * radius * radius
    half, centroid = 0.5 * length, 4 * radius / (3 * math.pi)  # of a half disc, from its diameter
    inertia = middle * (length * length + 4 * radius * radius) / 12
    inertia += ends * (0.5 * radius * radius + half * half + 2 * half * centroid)
    return Body("capsule", (length, radius), x, y, angle, middle + ends, inertia, **others)


def heavier(body: Body, ratio: float) -> Body:
    """Return a body `ratio` times as heavy."""
    return body._replace(mass=ratio * body.mass, inertia=ratio * body.inertia)


def static(body: Body) -> Body:
    """Return a body that stands."""
    return body._replace(kind="static")


def random_size(rng: random.Random) -> float:
    """Return the size of a scene, 0.2 to 16, most often about 1; its bodies are 0.15 to 0.6 of it."""
    return float(10 ** rng.triangular(-0.7, 1.2, -0.1))


def random_ratio(rng: random.Random) -> float:
    """Return a ratio of masses, 1 to 1,000."""
    return rng.choice((1.0, 1.0, 3.0, 10.0, 30.0, 100.0, 1000.0))


def scene(rng: random.Random, bodies: list[Body], links: list[Link], **others: Any) -> Scene:
    """Return a scene with a random rate, as long as is worth its steps."""
    hz, substeps = rng.choice(RATES), rng.choice(SUBSTEPS)
    return Scene(bodies, links, hz, substeps, 4.0 if hz < 100 else 2.0, **others)


def local(bodies: list[Body], index: int, point: Point) -> Point:
    """Return a point of the world in a body's frame."""
    if index == WORLD:
        return point
    body = bodies[index]
    x, y, c, s = point[0] - body.x, point[1] - body.y, math.cos(body.angle), math.sin(body.angle)
    return c * x + s * y, c * y - s * x


def join(kind: str, bodies: list[Body], a: int, b: int, point: Point, **options: Any) -> Link:
    """Return a joint at a point of the world."""
    return Link(kind, a, b, local(bodies, a, point), local(bodies, b, point), options)


def rod(a: int, b: int, at_a: Point = (0.0, 0.0), at_b: Point = (0.0, 0.0), **options: Any) -> Link:
    """Return a distance joint between points of both frames; without options it keeps its length."""
    return Link("distance", a, b, at_a, at_b, options)
