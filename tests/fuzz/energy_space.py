"""The energy fuzzer in three dimensions, where there are contacts but no joints: scenes, engine and judge."""

from __future__ import annotations

import math
import random
from typing import Any, NamedTuple

import esper
import numpy as np
import numpy.typing as npt

from ecsphys import space3d as s3
from tests.fuzz.energy_oracle import Judge
from tests.fuzz.energy_scene import (
    GRAVITY,
    RATES,
    SUBSTEPS,
    Link,
    random_ratio,
    random_size,
)

Places = npt.NDArray[np.float64]
Triple = tuple[float, float, float]

SPACE_COLUMNS = "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"
LEVEL = 1.0, 0.0, 0.0, 0.0


class Solid(NamedTuple):
    """A convex shape in space with its centre of mass at its origin."""

    form: (
        str  # "sphere": size (radius,); "box": three sides; "capsule": (between its centres, radius), upright
    )
    size: tuple[float, ...]
    at: Triple
    turn: tuple[float, float, float, float]
    mass: float
    inertia: Triple  # principal moments
    kind: str = "dynamic"
    velocity: Triple = (0.0, 0.0, 0.0)
    spin: Triple = (0.0, 0.0, 0.0)
    friction: float = 0.5
    restitution: float = 0.0
    locks: str = ""  # of "x", "y", "z" and "r" for rotation
    damping: float = 0.0
    solid: bool = True

    @property
    def reach(self) -> float:
        """Return the largest distance of a point from its centre."""
        if self.form == "box":
            return 0.5 * math.hypot(*self.size)
        return self.size[0] if self.form == "sphere" else 0.5 * self.size[0] + self.size[1]


class SpaceScene(NamedTuple):
    """Bodies in space, and how they are stepped; names as in `Scene`."""

    bodies: list[Solid]
    hz: int
    substeps: int
    seconds: float
    gravity: float = GRAVITY
    rests: bool = False
    overlaps: bool = False
    threshold: float | None = None
    links: tuple[Link, ...] = ()

    @property
    def sub_step(self) -> float:
        """Return its length in seconds."""
        return 1.0 / (self.hz * self.substeps)


def sphere(radius: float, at: Triple, **others: Any) -> Solid:
    """Return a sphere of density 1."""
    mass = 4 / 3 * math.pi * radius**3
    return Solid("sphere", (radius,), at, LEVEL, mass, (0.4 * mass * radius**2,) * 3, **others)


def block(sides: Triple, at: Triple, turn: Any = LEVEL, **others: Any) -> Solid:
    """Return a box of density 1."""
    x, y, z = sides
    mass = x * y * z
    inertia = mass * (y * y + z * z) / 12, mass * (x * x + z * z) / 12, mass * (x * x + y * y) / 12
    return Solid("box", sides, at, turn, mass, inertia, **others)


def pill(length: float, radius: float, at: Triple, turn: Any = LEVEL, **others: Any) -> Solid:
    """Return a capsule of density 1: a cylinder `length` high between two half spheres."""
    middle, ends, r2 = math.pi * radius**2 * length, 4 / 3 * math.pi * radius**3, radius**2
    across = middle * (3 * r2 + length**2) / 12 + ends * (0.4 * r2 + length**2 / 4 + 3 * length * radius / 8)
    along = 0.5 * middle * r2 + 0.4 * ends * r2
    return Solid("capsule", (length, radius), at, turn, middle + ends, (across, along, across), **others)


def any_turn(rng: random.Random) -> tuple[float, ...]:
    """Return a random orientation."""
    q = [rng.gauss(0, 1) for _ in range(4)]
    return tuple(one / math.hypot(*q) for one in q)


def any_solid(rng: random.Random, size: float, at: Triple, **others: Any) -> Solid:
    """Return a body of any shape, at most `size` across."""
    form = rng.choice(("sphere", "box", "box", "capsule"))
    if form == "sphere":
        return sphere(size * rng.uniform(0.2, 0.5), at, **others)
    if form == "box":
        return block(tuple(size * rng.uniform(0.2, 0.57) for _ in "xyz"), at, any_turn(rng), **others)
    return pill(size * rng.uniform(0.1, 0.5), size * rng.uniform(0.1, 0.25), at, any_turn(rng), **others)


def weightier(body: Solid, ratio: float) -> Solid:
    """Return a body `ratio` times as heavy."""
    x, y, z = body.inertia
    return body._replace(mass=ratio * body.mass, inertia=(ratio * x, ratio * y, ratio * z))


def ground(size: float, **others: Any) -> Solid:
    """Return a static floor below y = 0."""
    return block((100 * size, 4 * size, 100 * size), (0.0, -2 * size, 0.0), kind="static", **others)


def space_scene(rng: random.Random, bodies: list[Solid], **others: Any) -> SpaceScene:
    """Return a scene with a random rate."""
    hz, substeps = rng.choice(RATES), rng.choice(SUBSTEPS)
    return SpaceScene(bodies, hz, substeps, 4.0 if hz < 100 else 2.0)._replace(**others)


def space_piles(rng: random.Random) -> SpaceScene:
    """Return boxes that stand on each other or drop, and come to rest by friction."""
    size, rough = random_size(rng), {"friction": rng.uniform(0.4, 1.0)}
    bodies = [ground(size, **rough)]
    for row in range(rng.choice((1, 2))):
        high = 0.0
        for _ in range(rng.choice((1, 2, 3))):
            x, y, z = (size * rng.uniform(0.3, 0.9) for _ in "xyz")
            high += size * rng.choice((0.0, 0.0, rng.uniform(0, 0.8)))
            at = 1.5 * size * row, high + 0.5 * y, 0.1 * size * rng.uniform(-1, 1)
            bodies.append(block((x, y, z), at, **rough))
            high += y
        bodies[-1] = weightier(bodies[-1], random_ratio(rng))
    seconds = 4 + 16 * math.sqrt(2 * size / GRAVITY)
    return space_scene(rng, bodies, rests=True, seconds=seconds, hz=rng.choice((30, 60)))


def space_rollers(rng: random.Random) -> SpaceScene:
    """Return a plank that rocks on a barrel or a ball that stands, or lies on two balls that roll."""
    size = random_size(rng)
    radius, thick, long = 0.5 * size, size * rng.uniform(0.1, 0.2), size * rng.uniform(2.4, 3)
    rough: dict[str, Any] = {"friction": rng.uniform(0.5, 1.0)}
    sides = long, thick, size * rng.uniform(0.5, 1.5)
    if rng.random() < 0.6:
        lying = math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0  # a capsule along z
        barrel = pill(2 * size, radius, (0.0, 0.0, 0.0), lying, kind="static", **rough)
        half = 0.5 * rng.choice((0.0, 0.02, 0.05))
        turn = math.cos(half), 0.0, 0.0, math.sin(half)
        plank = block(sides, (0.0, (radius + 0.5 * thick) / math.cos(2 * half), 0.0), turn, **rough)
        return space_scene(rng, [barrel, weightier(plank, random_ratio(rng))], seconds=10.0, hz=60)
    balls = [
        sphere(radius, (x * long, radius, z * size), **rough)
        for x, z in ((-0.4, 0.2), (0.4, 0.2), (0.0, -0.2))
    ]
    plank = block(
        sides, (0.02 * size, 2 * radius + 0.5 * thick, 0.0), velocity=(0.05 * size, 0.0, 0.0), **rough
    )
    return space_scene(rng, [ground(size, **rough), *balls, weightier(plank, random_ratio(rng))])


def space_bounces(rng: random.Random) -> SpaceScene:
    """Return a room of bodies that bounce by a common restitution, some with locked axes."""
    size = random_size(rng)
    given = {"restitution": rng.choice((1.0, 1.0, rng.random())), "friction": rng.choice((0.0, 0.5))}
    bodies = []
    for k in range(rng.choice((1, 4, 8))):
        at = tuple(0.5 * size * (1 - 2 * (k >> bit & 1)) for bit in range(3))
        thrown, spin = (tuple(most * rng.uniform(-1, 1) for _ in "xyz") for most in (4 * size, 5.0))
        locks = rng.choice(("x", "y", "r")) if rng.random() < 0.2 else ""
        body = any_solid(rng, 0.7 * size, at, **given, locks=locks)
        thrown = tuple(0.0 if name in locks else v for name, v in zip("xyz", thrown, strict=True))
        bodies.append(body._replace(velocity=thrown, spin=(0.0, 0.0, 0.0) if locks == "r" else spin))
    bodies[0] = weightier(bodies[0], random_ratio(rng))
    for axis in range(3 if rng.random() < 0.8 else 0):
        for side in (-1.5, 1.5):
            sides = tuple(size if k == axis else 4 * size for k in range(3))
            at = tuple(side * size if k == axis else 0.0 for k in range(3))
            bodies.append(block(sides, at, kind="static", **given))
    return space_scene(rng, bodies, threshold=0.0, gravity=rng.choice((0.0, GRAVITY)))


def space_overlaps(rng: random.Random) -> SpaceScene:
    """Return bodies made in each other, without gravity."""
    size = 0.1 + rng.random()
    bodies = []
    for _ in range(rng.choice((2, 2, 3))):
        bodies.append(any_solid(rng, size, tuple(0.25 * size * rng.uniform(-1, 1) for _ in "xyz")))
    return space_scene(rng, bodies, gravity=0.0, overlaps=True, seconds=4.0, hz=rng.choice((30, 60)))


def start_in_space(scene: SpaceScene) -> Places:
    """Return pose and velocity of all bodies as they are made, a row each."""
    return np.array([(*b.at, *b.turn, *b.velocity, *b.spin) for b in scene.bodies], np.float64)


class PlayedInSpace:
    """A scene in the current esper world."""

    def __init__(self, scene: SpaceScene):
        self.physics = s3.Physics3D(
            (0.0, -scene.gravity, 0.0),
            step=1 / scene.hz,
            substeps=scene.substeps,
            sleeping=scene.rests,
            restitution_threshold=scene.threshold,
        )
        esper.add_processor(self.physics)
        self.entities = [self._add(body) for body in scene.bodies]
        self._state = start_in_space(scene)
        self._moving = [i for i, body in enumerate(scene.bodies) if body.kind != "static"]
        self._rows: list[int] = []

    def _add(self, body: Solid) -> int:
        parts: list[Any] = [s3.Transform3D(*body.at, orientation=body.turn)]
        if body.kind != "static":
            locks = {f"lock_{axis}": axis in body.locks for axis in "xyz"}
            given = {"mass": body.mass, "inertia": body.inertia, "velocity": body.velocity, **locks}
            parts.append(s3.Body3D(angular_velocity=body.spin, lock_rotation="r" in body.locks, **given))
        collider = s3.Collider3D(space_shape(body), friction=body.friction, restitution=body.restitution)
        return esper.create_entity(*parts, collider)

    def step(self) -> None:
        """Run one step."""
        self.physics.step_once()

    def state(self) -> Places:
        """Return pose and velocity of all bodies, a row each; NaN for what was put aside."""
        bodies = self.physics.bodies
        if not self._rows:
            row_of = {entity: row for row, entity in enumerate(bodies["entity"].tolist())}
            self._rows = [row_of[self.entities[i]] for i in self._moving]
        for k, name in enumerate(SPACE_COLUMNS):
            self._state[self._moving, k] = bodies[name][self._rows]
        for entity in self.physics.lost:
            self._state[self.entities.index(entity)] = np.nan
        return self._state


def space_shape(body: Solid) -> Any:
    """Return the shape of a body."""
    if body.form == "sphere":
        return s3.Sphere(*body.size)
    if body.form == "box":
        return s3.Box(*body.size)
    length, radius = body.size
    return s3.Capsule(length + 2 * radius, radius)


class SpaceJudge(Judge):
    """Watches a scene in space."""

    def angular(self, state: Places) -> Places:
        """Return the angular momentum of each body about its centre, in the world's axes."""
        q, w = state[:, 3:7], state[:, 10:13]
        return turned(q, self.inertia * turned(q * (1, -1, -1, -1), w))

    def kinetic(self, state: Places) -> float:
        """Return the kinetic energy."""
        v, w = state[:, 7:10], state[:, 10:13]
        return float(0.5 * ((self.mass * (v * v).sum(1)).sum() + (self.angular(state) * w).sum()))

    def moved(self, state: Places, time: float) -> Places:
        """Return a state with the poses of another time."""
        then = state.copy()
        then[:, :3] += time * state[:, 7:10]
        return then

    def speeds(self, state: Places) -> Places:
        """Return the speed of each body's fastest point, at most."""
        return np.linalg.norm(state[:, 7:10], axis=1) + self.reach * np.linalg.norm(state[:, 10:13], axis=1)

    def momentum_of(self, state: Places) -> tuple[Places, Places]:
        """Return linear and angular momentum, and the sums of their amounts."""
        x, p, spin = state[:, :3], self.mass[:, None] * state[:, 7:10], self.angular(state)
        total = np.concatenate([p.sum(0), (np.cross(x, p) + spin).sum(0)])
        arms = np.linalg.norm(x, axis=1) + self.reach
        linear = self.mass * np.maximum(np.linalg.norm(state[:, 7:10], axis=1), self.slowest)
        turning = float((linear * arms + np.linalg.norm(spin, axis=1)).sum())
        return total, np.array([float(linear.sum())] * 3 + [turning] * 3)


def turned(q: Places, v: Places) -> Places:
    """Return vectors turned by unit quaternions."""
    u, w = q[:, 1:], q[:, :1]
    t = 2 * np.cross(u, v)
    return v + w * t + np.cross(u, t)
