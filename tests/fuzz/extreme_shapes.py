"""Bodies of extreme shapes and settings, in the plane and in space: what the doors let in stays finite.

Needles, plates, specks and giants, in a heap with bodies that begin in the same point, with locked axes,
light and heavy, spinning and shot, on a floor, a wedge of one chain or mesh, or nothing. The doors may refuse
a shape, or a step with a `ValueError` that names the entity; then the body leaves and the rest goes on.
"""

from __future__ import annotations

import math
import random
import re
from typing import Any

import esper

import ecsphys
from ecsphys import space3d as s3

STEP = 1 / 60
STEPS = 40
BODIES = 6
PLANE = "x", "y", "angle", "vx", "vy", "angular_velocity"
SPACE = "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"


def size(rng: random.Random) -> float:
    """Return a length: most are everyday ones, some are extreme."""
    return 10.0 ** rng.choice((0.0, 0.0, rng.uniform(-1, 1), rng.uniform(-6, 6), rng.uniform(-18, 18)))


def thickness(rng: random.Random, length: float) -> float:
    """Return the thickness of a shape of a length: as thick as long, or a needle or plate."""
    return length * 10.0 ** rng.choice((0.0, rng.uniform(-2, 0), -5.99, rng.uniform(-7, 0)))


def shape3(rng: random.Random) -> Any:
    """Return a shape in space, or raise `ValueError` as its door does."""
    length = size(rng)
    thin, kind = thickness(rng, length), rng.randrange(6)
    if kind == 0:
        return s3.Sphere(length)
    if kind == 1:
        return s3.Capsule(2.0 * length, 0.99 * thin)
    if kind == 2:
        return s3.Box(*rng.sample((length, thin, rng.choice((length, thin))), 3))
    if kind == 3:
        return s3.AABB(*rng.sample((length, thin, rng.choice((length, thin))), 3))
    if kind == 4:
        return s3.Capsule.between((0, 0, 0), (length, thin, 0), thin)
    wide = rng.choice((length, thin))
    return s3.Hull([(rng.gauss(0, length), rng.gauss(0, thin), rng.gauss(0, wide)) for _ in range(8)])


def shape2(rng: random.Random) -> Any:
    """Return a shape of the plane, or raise `ValueError` as its door does."""
    length = size(rng)
    thin, kind = thickness(rng, length), rng.randrange(5)
    if kind == 0:
        return ecsphys.Circle(length)
    if kind == 1:
        return ecsphys.Capsule(2.0 * length, 0.99 * thin)
    if kind == 2:
        return ecsphys.Box(*rng.sample((length, thin), 2))
    if kind == 3:
        return ecsphys.AABB(*rng.sample((length, thin), 2))
    return ecsphys.Polygon([(rng.gauss(0, length), rng.gauss(0, thin)) for _ in range(6)])


def number(rng: random.Random) -> float:
    return rng.choice((0.0, 0.0, 1.0, -3.0, 1e3, -1e6, 1e12, 1e-300))


class World:
    """What the plane and space have different words for."""

    def __init__(self, rng: random.Random, in_space: bool):
        self.rng, self.in_space = rng, in_space
        self.columns = SPACE if in_space else PLANE
        if in_space:
            self.clock: Any = s3.Physics3D((0, -10, 0), substeps=rng.choice((1, 4)))
        else:
            self.clock = ecsphys.Physics((0, -10), length_unit=1, substeps=rng.choice((1, 4)))
        esper.add_processor(self.clock)
        self.add_floor(rng.randrange(3))

    def add_floor(self, kind: int) -> None:
        """Add a floor, or a valley of two slopes of one collider."""
        if kind == 0:
            return
        points = [(-9, 9, -9), (0, 0, -9), (9, 9, -9), (-9, 9, 9), (0, 0, 9), (9, 9, 9)]
        faces = [(0, 3, 4), (0, 4, 1), (1, 4, 5), (1, 5, 2)]
        if self.in_space:
            shape: Any = s3.Box(20, 1, 20) if kind == 1 else s3.Mesh(points, faces)
            esper.create_entity(s3.Transform3D(0, -0.5, 0), s3.Collider3D(shape))
        else:
            shape = ecsphys.Box(20, 1) if kind == 1 else ecsphys.Chain([(9, 9), (0, 0), (-9, 9)])
            esper.create_entity(ecsphys.Transform(0, -0.5), ecsphys.Collider(shape))

    def add_body(self) -> None:
        """Add a body, unless a door refuses it."""
        rng = self.rng
        place = rng.choice(((0.0, 1.0, 0.0), (0.0, 1.0, 0.0), tuple(rng.uniform(0, 3) for _ in range(3))))
        mass = rng.choice((None, 1.0, 1e-30, 1e30, 1e-3, 1e6))
        locks = {name: rng.random() < 0.2 for name in ("lock_x", "lock_y", "lock_rotation")}
        bullet = rng.choice(("auto", "bullet", "off"))
        try:
            if self.in_space:
                locks["lock_z"] = rng.random() < 0.2
                turn = tuple(rng.gauss(0, 1) for _ in range(4))
                speed, spin = (tuple(number(rng) for _ in range(3)) for _ in range(2))
                body: Any = s3.Body3D(
                    mass=mass, velocity=speed, angular_velocity=spin, continuous=bullet, **locks
                )
                esper.create_entity(s3.Transform3D(*place, turn), body, s3.Collider3D(shape3(rng)))
            else:
                flat = ecsphys.RigidBody(
                    mass=mass, velocity=(number(rng), number(rng)), angular_velocity=number(rng),
                    continuous=bullet, **locks,
                )  # fmt: skip
                where = ecsphys.Transform(place[0], place[1], rng.choice((0.0, rng.uniform(-3, 3))))
                esper.create_entity(where, flat, ecsphys.Collider(shape2(rng)))
        except ValueError:
            pass

    def check_finite(self) -> None:
        """Check that all bodies are where numbers are."""
        bodies = self.clock.bodies
        for name in self.columns:
            for entity, value in zip(bodies["entity"].tolist(), bodies[name].tolist(), strict=True):
                assert math.isfinite(value), (entity, name, value)


def run(seed: int) -> None:
    """Let a heap of extremes fall."""
    rng = random.Random(seed)
    world = World(rng, rng.random() < 0.7)
    for _ in range(BODIES):
        world.add_body()
    for _ in range(STEPS):
        for _ in range(BODIES + 1):
            try:
                world.clock.step_once()
                break
            except ValueError as error:
                named = re.search(r"entity (\d+)", str(error))
                assert named, error
                esper.delete_entity(int(named.group(1)), immediate=True)
        else:
            raise AssertionError("each step is refused")
        world.check_finite()
