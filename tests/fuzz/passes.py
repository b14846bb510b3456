"""Single shapes that pass a corner, a chain's end or a round side: no begin and no impulse without a touch.

The oracle follows the free motion in fine steps along that of the sub-steps. What stays further apart than
the slop must not be felt; what overlaps by more at the end of a step must have begun.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import esper

from ecsphys import (
    COLLISION_BEGIN,
    Box,
    Capsule,
    Chain,
    Circle,
    Collider,
    Physics,
    Polygon,
    RigidBody,
    Segment,
    Transform,
    geometry,
)

H, SUBSTEPS, STEPS, FINE = 1 / 60, 4, 14, 10
SLOP = 0.32  # of the default length unit
UNCERTAIN = 0.05  # what the oracle's own steps may miss
ATTEMPTS = 5  # to place a flight at the wanted distance

Pose = tuple[float, float, float]


class Flight(NamedTuple):
    """A free motion: pose, velocity and spin at the start, the centre of mass in the shape's frame."""

    x: float
    y: float
    angle: float
    vx: float
    vy: float
    spin: float
    gravity: tuple[float, float]
    center: tuple[float, float]


def run(seed: int) -> None:
    """Let a shape pass an obstacle, and compare with its free motion."""
    rng = random.Random(seed)
    still, moving = obstacle(rng), mover(rng)
    flight = near_miss(rng, still, moving)
    physics = Physics(gravity=flight.gravity, substeps=SUBSTEPS)
    esper.add_processor(physics)
    esper.create_entity(Transform(0, 0), Collider(still))
    body = RigidBody(velocity=(flight.vx, flight.vy), angular_velocity=flight.spin)
    place = Transform(flight.x, flight.y, flight.angle)
    esper.create_entity(place, body, Collider(moving))
    begins: list[Any] = []

    def note(event: Any) -> None:
        begins.append((physics.step_count, event.time, event.penetration, event.normal, event.point))

    esper.set_handler(COLLISION_BEGIN, note)
    nearest = math.inf
    for step in range(STEPS):
        before = flight._replace(
            x=place.x, y=place.y, angle=place.angle, vx=body.velocity.x, vy=body.velocity.y,
            spin=body.angular_velocity,
        )  # fmt: skip
        gaps = [gap(still, moving, pose) for pose in poses(before, 1, FINE)]
        nearest = min(nearest, *gaps)
        esper.process(H)
        if nearest > SLOP + UNCERTAIN:
            assert not begins, (step, nearest, before, begins)
            free = before.vx + H * flight.gravity[0], before.vy + H * flight.gravity[1]
            felt = math.dist(free, body.velocity) + abs(body.angular_velocity - before.spin)
            assert felt <= 1e-9 * math.hypot(*free), (step, nearest, before, free, body.velocity)
        elif gaps[-1] < -SLOP and not isinstance(still, Chain):
            assert begins, (step, gaps[-1], before)
        if begins or nearest < SLOP + UNCERTAIN:
            break
    esper.remove_handler(COLLISION_BEGIN, note)


def near_miss(rng: random.Random, still: Any, moving: Any) -> Flight:
    """Return a flight that passes the obstacle's corner at (0, 0) at a small distance."""
    gravity = rng.choice([(0.0, 0.0), (0.0, -900.0), (500.0, 300.0)])
    spin = rng.choice([0.0, rng.uniform(-3, 3), rng.uniform(-20, 20)])
    angle, way, speed = rng.uniform(-3, 3), rng.uniform(-math.pi, math.pi), rng.uniform(30, 500)
    time, beside, side = rng.uniform(2, 10) * H, rng.uniform(5, 25), rng.choice([-1, 1])
    vx, vy = speed * math.cos(way), speed * math.sin(way)
    wanted = rng.uniform(0.2, 1.5)
    for _ in range(ATTEMPTS):
        x = -time * vx - side * beside * math.sin(way)
        y = -time * vy + side * beside * math.cos(way)
        center = moving.mass_properties(1).center
        flight = Flight(x, y, angle, vx, vy, spin, gravity, (center[0], center[1]))
        beside += wanted - min(gap(still, moving, pose) for pose in poses(flight, STEPS, 1))
    return flight


def obstacle(rng: random.Random) -> Any:
    """Return a shape that cannot be pushed, with a corner at (0, 0)."""
    turn = rng.uniform(-math.pi, math.pi)

    def turned(*points: tuple[float, float]) -> list[tuple[float, float]]:
        c, s = math.cos(turn), math.sin(turn)
        return [(c * x - s * y, s * x + c * y) for x, y in points]

    kinds = {
        "chain": lambda: Chain(turned((300, -20), (150, 0), (0, 0), (-300, -40))),
        "end": lambda: Chain(turned((0, 0), (-150, 0), (-300, 0))),
        "start": lambda: Chain(turned((300, 0), (150, 0), (0, 0))),
        "segment": lambda: Segment(*turned((0, 0), (-300, 0))),
        "polygon": lambda: Polygon(turned((0, 0), (-100, -80), (-60, -120))),
        "box": lambda: Polygon(turned((0, 0), (0, 40), (-60, 40), (-60, 0))),
        "circle": lambda: Circle(30, turned((-30, 0))[0]),
    }
    return kinds[rng.choice(sorted(kinds))]()


def mover(rng: random.Random) -> Any:
    """Return a shape that moves."""
    size = rng.uniform(6, 20)
    return rng.choice(
        [
            Circle(size),
            Box(2 * size, 2 * size),
            Box(2 * size, 3),
            Capsule(3 * size, 0.7 * size),
            Polygon([(-size, -size), (size, -size), (0, size)]),
            Circle(0.5 * size, (0.5 * size, 0)),
        ]
    )


def poses(f: Flight, steps: int, fine: int) -> Iterator[Pose]:
    """The poses of a flight in `fine` places of each sub-step, and at the end."""
    h = H / SUBSTEPS
    c, s = math.cos(f.angle), math.sin(f.angle)
    x, y = f.x + c * f.center[0] - s * f.center[1], f.y + s * f.center[0] + c * f.center[1]
    vx, vy, angle = f.vx, f.vy, f.angle
    for _ in range(steps * SUBSTEPS):
        vx, vy = vx + h * f.gravity[0], vy + h * f.gravity[1]
        for i in range(fine):
            yield origin_pose(f, x + i / fine * h * vx, y + i / fine * h * vy, angle + i / fine * h * f.spin)
        x, y, angle = x + h * vx, y + h * vy, angle + h * f.spin
    yield origin_pose(f, x, y, angle)


def origin_pose(f: Flight, x: float, y: float, angle: float) -> Pose:
    """Return the pose of which the centre of mass is at (x, y)."""
    c, s = math.cos(angle), math.sin(angle)
    return x - c * f.center[0] + s * f.center[1], y - s * f.center[0] - c * f.center[1], angle


def gap(still: Any, moving: Any, pose: Pose) -> float:
    """Return the distance, or minus the overlap."""
    found = geometry.collide(still, (0, 0, 0), moving, pose)
    if found is not None and found.points:
        return -max(point.penetration for point in found.points)
    return geometry.distance(still, (0, 0, 0), moving, pose).distance
