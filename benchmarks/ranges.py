"""Shooting ranges: worlds of many lanes, far apart, each with a shot and its target.

Whether a shot has tunnelled is decided by plane geometry on the centre of mass, without asking the engine.
"""

from __future__ import annotations

import itertools
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

import esper
import numpy as np
import numpy.typing as npt

from ecsphys import AABB, Collider, Physics, RigidBody, Transform

from .scene import Reals
from .targets import Random, Shape, make_wall, put_room, random_shape

Flags = npt.NDArray[np.bool_]

STEP = 1 / 60
SPACING = 80_000.0  # of lanes, in pixels
LAYERS = 30
GRAZE = 0.4  # pixels of overlap on the way up to which a body may pass; the slop is 0.32
_worlds = itertools.count()


class Tally(NamedTuple):
    """Outcome of some shots: their number, those that went through, and those deflected."""

    shots: int
    tunnelled: int
    impacts: int
    seconds: float


class Range(ABC):
    """A world with lanes on a grid; subclasses create targets, aim and judge."""

    steps = 3
    a_lane = 1

    def __init__(self, rng: Random, lanes: int, broad_phase: str = "quadtree"):
        esper.switch_world(f"range-{next(_worlds)}")
        self.physics = Physics(step=STEP, broad_phase=broad_phase)
        esper.add_processor(self.physics)
        self.rng = rng
        self.lanes = lanes
        side = math.ceil(math.sqrt(lanes))
        k = np.arange(lanes)
        self.origins = SPACING * (np.stack([k % side, k // side], axis=1) - 0.5 * side)
        self.turns = rng.uniform(0, math.tau, lanes)
        self.shapes: list[Shape] = []
        self.transforms: list[Transform] = []
        self.entities: list[int] = []

    def add(self, shape: Shape, kind: str = "dynamic", **options: Any) -> None:
        """Create a body to shoot."""
        rigid = RigidBody(kind, continuous=options.pop("continuous", "auto"))
        transform = Transform(*self.origins[len(self.transforms) // self.a_lane].tolist(), 0.0)
        self.entities.append(esper.create_entity(transform, rigid, Collider(list(shape.shapes), **options)))
        self.transforms.append(transform)
        self.shapes.append(shape)

    def let_pass(self) -> None:
        """Switch continuous collision off, to check that the judges notice."""
        for entity in self.entities:
            esper.component_for_entity(entity, RigidBody).continuous = "off"

    def ready(self) -> None:
        """Prepare the row arrays, once all bodies exist."""
        self.centers = np.array([shape.center for shape in self.shapes])
        self.reach = np.array([shape.reach for shape in self.shapes])
        self.inner = np.array([shape.inner for shape in self.shapes])
        self.upright = np.array([isinstance(shape.shapes[0], AABB) for shape in self.shapes])

    def rows(self) -> tuple[Any, npt.NDArray[np.int64]]:
        """Return the rows of all bodies, and the indices of the shots."""
        bodies = self.physics.bodies
        order = np.argsort(bodies["entity"])
        return bodies, order[np.searchsorted(bodies["entity"], self.entities, sorter=order)]

    def offset(self, angle: Reals) -> Reals:
        """Return the vectors from origins to centres of mass."""
        return rotated(self.centers, angle)

    def where(self) -> Reals:
        """Return the centres of mass."""
        bodies, mine = self.rows()
        at = np.stack([bodies["x"][mine], bodies["y"][mine]], axis=1)
        return at + self.offset(bodies["angle"][mine])

    def fire(self) -> Tally:
        """Fire one shot in every lane."""
        at, angle, velocity, spin = self.aim()
        spin = np.where(self.upright, 0.0, spin)
        angle = np.where(self.upright, 0.0, angle)
        origin = at - self.offset(angle)
        for transform, pose in zip(self.transforms, np.column_stack([origin, angle]).tolist(), strict=True):
            transform.position, transform.angle = pose[:2], pose[2]
        bodies, mine = self.rows()
        bodies["vx"][mine], bodies["vy"][mine] = velocity.T
        bodies["angular_velocity"][mine] = spin
        gone = np.zeros(self.lanes, bool)
        impacts, seconds = 0, 0.0
        for _ in range(self.steps):
            bodies, mine = self.rows()
            before = self.where()
            speed = np.stack([bodies["vx"][mine], bodies["vy"][mine]], axis=1)
            begin = time.process_time()
            self.physics.step_once()
            seconds += time.process_time() - begin
            after = self.where()
            met = np.abs(after - before - STEP * speed).max(axis=1) > 1e-6
            impacts += int(met.sum())
            gone |= self.judge(before, after, met)
        return Tally(self.lanes, int(gone.sum()), impacts, seconds)

    @abstractmethod
    def aim(self) -> tuple[Reals, Reals, Reals, Reals]:
        """Return centres of mass, angles, velocities and spins of the shots in every lane."""

    @abstractmethod
    def judge(self, before: Reals, after: Reals, met: Flags) -> Flags:
        """Return which shots went through, given centres before and after a step and which were stopped."""


def rotated(points: Reals, angle: Reals) -> Reals:
    """Return points rotated by angles."""
    c, s = np.cos(angle), np.sin(angle)
    x, y = points.T
    return np.stack([c * x - s * y, s * x + c * y], axis=1)


class Walls(Range):
    """A body against a wall that is 1 to 1/1,000 as thick as the body's motion per step."""

    def __init__(
        self,
        rng: Random,
        lanes: int,
        body: str,
        wall: str,
        *,
        spin: float = 0.0,
        kind: str = "dynamic",
        broad_phase: str = "quadtree",
    ):
        endless = wall == "half_plane"  # it spans all lanes
        super().__init__(rng, min(lanes, LAYERS) if endless else lanes, broad_phase)
        lanes = self.lanes
        self.spin = spin
        if wall == "aabb":
            self.turns = np.zeros(lanes)
        thick = 2.0 ** rng.uniform(-2, 2, lanes)
        self.way = thick * 10.0 ** rng.uniform(0, 3, lanes)
        self.lines = []
        for lane in range(lanes):
            layer = 1 << lane if endless else 1
            self.add(
                random_shape(body, rng),
                kind,
                layer=layer,
                mask=layer,
                friction=float(rng.uniform(0, 1)),
                restitution=rng.integers(0, 2) * 0.5,
            )
            self.lines.append(
                make_wall(
                    wall,
                    rng,
                    (*self.origins[lane].tolist(), float(self.turns[lane])),
                    float(thick[lane]),
                    8 * float(self.way[lane]) + 300,
                    layer=layer,
                    mask=layer,
                    restitution=float(rng.uniform(0, 1)),
                    friction=float(rng.uniform(0, 1)),
                )
            )
        self.ready()

    def aim(self) -> tuple[Reals, Reals, Reals, Reals]:
        """Aim from above at a point of the wall, at up to 80 degrees from its normal."""
        rng, n = self.rng, self.lanes
        lean = np.radians(rng.uniform(-80, 80, n))
        x = rng.uniform(-100, 100, n)
        far = (self.reach + 20) / np.cos(lean) + self.way * rng.uniform(0, 1.5, n)
        toward = np.stack([np.sin(lean), -np.cos(lean)], axis=1)
        at = np.stack([x, np.zeros(n)], axis=1) - far[:, None] * toward
        velocity = rotated(toward * (self.way / STEP)[:, None], self.turns)
        spin = self.spin / STEP * rng.uniform(-1, 1, n)
        return self.origins + rotated(at, self.turns), rng.uniform(0, math.tau, n), velocity, spin

    def judge(self, before: Reals, after: Reals, met: Flags) -> Flags:
        """Return the bodies whose centre is below the centre line of the wall."""
        at = rotated(after - self.origins, -self.turns)
        heights = [np.interp(p[0], line.x, line.y) for p, line in zip(at, self.lines, strict=True)]
        return np.asarray(at[:, 1] < np.array(heights))


class Rooms(Range):
    """A body in a closed room for several steps."""

    steps = 6

    def __init__(self, rng: Random, lanes: int, body: str, wall: str, *, spin: float = 0.0):
        super().__init__(rng, lanes)
        self.spin = spin
        self.sides = rng.integers(3, 8, lanes)
        self.radius = rng.uniform(250, 500, lanes)
        thick = 2.0 ** rng.uniform(-2, 2, lanes)
        self.way = thick * 10.0 ** rng.uniform(0, 3, lanes)
        for lane in range(lanes):
            surface = {"friction": float(rng.uniform(0, 1)), "restitution": float(rng.uniform(0, 1))}
            self.add(random_shape(body, rng), **surface)
            put_room(
                wall, self.origins[lane], int(self.sides[lane]), float(self.radius[lane]), float(thick[lane])
            )
        self.ready()

    def aim(self) -> tuple[Reals, Reals, Reals, Reals]:
        """Aim from near the centre in any direction."""
        rng, n = self.rng, self.lanes
        way = rng.uniform(0, math.tau, n)
        velocity = np.stack([np.cos(way), np.sin(way)], axis=1) * (self.way / STEP)[:, None]
        spin = self.spin / STEP * rng.uniform(-1, 1, n)
        return self.origins + rng.uniform(-20, 20, (n, 2)), rng.uniform(0, math.tau, n), velocity, spin

    def judge(self, before: Reals, after: Reals, met: Flags) -> Flags:
        """Return the bodies whose centre is outside the room's outline."""
        at = after - self.origins
        way = math.tau / self.sides
        # The angle from the centre of the nearest side.
        bearing = np.mod(np.arctan2(at[:, 1], at[:, 0]), way) - 0.5 * way
        return np.asarray(np.hypot(*at.T) * np.cos(bearing) > self.radius * np.cos(0.5 * way))


class Duels(Range):
    """Two bodies shot at each other; their paths pass closer than the sum of their inner radii."""

    a_lane = 2

    def __init__(self, rng: Random, lanes: int, body: str, *, spin: float = 0.0, auto: bool = False):
        super().__init__(rng, lanes)
        self.spin = spin
        for _ in range(lanes):
            for k in range(2):
                self.add(
                    random_shape(body, rng),
                    continuous="auto" if auto and k else "bullet",
                    friction=0.0 if body in ("circle", "aabb") else 0.5,
                    restitution=float(rng.uniform(0, 1)),
                )
        self.ready()
        self.body = body

    def aim(self) -> tuple[Reals, Reals, Reals, Reals]:
        """Aim both at one point at the same time, one of them slightly off."""
        rng, n = self.rng, self.lanes
        ways = 10.0 ** rng.uniform(0, 3.3, (n, 2))
        ways[rng.random(n) < 0.1, 1] = 0.0  # some are at rest
        course = rng.uniform(0, math.tau, (n, 2))
        velocity = np.stack([np.cos(course), np.sin(course)], axis=2) * (ways / STEP)[:, :, None]
        relative = velocity[:, 0] - velocity[:, 1]
        speed = np.hypot(*relative.T)
        along = relative / speed[:, None]
        beside = np.stack([-along[:, 1], along[:, 0]], axis=1)
        pair = self.inner.reshape(n, 2).sum(axis=1)
        gap = np.maximum(0.95 * pair - GRAZE, 0.0) * rng.uniform(-1, 1, n)
        apart = self.reach.reshape(n, 2).sum(axis=1) + 1 + speed * STEP * rng.uniform(0, 1.5, n)
        meeting = self.origins - velocity[:, 1] * (apart / speed)[:, None]
        first = meeting - apart[:, None] * along + gap[:, None] * beside
        at = np.stack([first, meeting], axis=1).reshape(2 * n, 2)
        spin = self.spin / STEP * rng.uniform(-1, 1, 2 * n)
        self.velocity = velocity.reshape(2 * n, 2)
        self.relative = relative
        return at, rng.uniform(0, math.tau, 2 * n), self.velocity, spin

    def judge(self, before: Reals, after: Reals, met: Flags) -> Flags:
        """Return the pairs that changed their order along the line of flight at unchanged velocity."""
        n = self.lanes
        was = np.diff(before.reshape(n, 2, 2), axis=1)[:, 0]
        now = np.diff(after.reshape(n, 2, 2), axis=1)[:, 0]
        bodies, mine = self.rows()
        velocity = np.stack([bodies["vx"][mine], bodies["vy"][mine]], axis=1)
        same = (np.abs(velocity - self.velocity).max(axis=1) < 1e-9).reshape(n, 2).all(axis=1)
        passed = (np.einsum("ij,ij->i", now, self.relative) < 0) & same
        if self.body == "circle":
            passed |= self.sank_in(was, now)
        return np.asarray(passed)

    def sank_in(self, was: Reals, now: Reals) -> Flags:
        """Return the discs that met and are now nearer along the normal of impact than their radii."""
        radii = self.reach.reshape(-1, 2).sum(axis=1)
        way = -self.relative * STEP
        a, b = np.einsum("ij,ij->i", way, way), np.einsum("ij,ij->i", was, way)
        c = np.einsum("ij,ij->i", was, was) - radii**2
        root = b * b - a * c
        first = (-b - np.sqrt(np.maximum(root, 0))) / a
        meets = (root > 0) & (first > 0) & (first < 1)
        normal = (was + first[:, None] * way) / radii[:, None]
        fast = (np.hypot(*self.velocity.T) * STEP > self.inner).reshape(-1, 2).any(axis=1)
        return np.asarray(meets & fast & (np.einsum("ij,ij->i", now, normal) < radii - 0.5))


BODIES = ("circle", "box", "aabb", "capsule", "polygon", "compound", "off_center", "needle")
WALLS = ("box", "aabb", "segment", "chain", "joints", "capsule", "half_plane", "compound", "tiles")
ROOMS = ("loop", "segments", "capsules", "boxes")
SLOW, FAST = 0.5, 6.0  # radians per step

Make = Callable[[Random, int], Range]


def cases() -> dict[str, Make]:
    """Return all cases by name."""
    made: dict[str, Make] = {}

    def add(name: str, make: type[Range], *args: Any, **options: Any) -> None:
        made[name] = lambda rng, lanes: make(rng, lanes, *args, **options)

    for body, wall in itertools.product(BODIES, WALLS):
        add(f"{body} at {wall}", Walls, body, wall)
        if body not in ("aabb", "circle"):
            add(f"turning {body} at {wall}", Walls, body, wall, spin=FAST if wall != "box" else SLOW)
    for body, wall in itertools.product(("circle", "box", "compound"), ("box", "segment", "chain", "tiles")):
        add(f"kinematic {body} at {wall}", Walls, body, wall, kind="kinematic", spin=SLOW)
    for body, wall in itertools.product(("circle", "box", "capsule", "compound"), ROOMS):
        add(f"{body} in {wall}", Rooms, body, wall)
        if body != "circle":
            add(f"turning {body} in {wall}", Rooms, body, wall, spin=SLOW)
    for body in BODIES:
        add(f"{body} at {body}", Duels, body)
        add(f"{body} at auto {body}", Duels, body, auto=True)
        if body not in ("aabb", "circle"):
            add(f"turning {body} at {body}", Duels, body, spin=SLOW)
    return made
