"""Small worlds of joints, and what is measured of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import esper
import numpy as np

from ecsphys import Box, Circle, Collider, Physics, RevoluteJoint, RigidBody, Transform
from tests.acceptance.support import body, physics, rigid, speed, transform

GRAVITY = 10.0

_worlds = itertools.count()


def new_physics(rate: float = 60.0, gravity: float = GRAVITY, **options: Any) -> Physics:
    """A world of its own, in metres, with steps of 1 / rate seconds."""
    esper.switch_world(f"joints-{next(_worlds)}")
    return physics((0.0, -gravity), length_unit=1.0, step=1.0 / rate, **options)


def link(x: float, y: float, shape: Any = None, **options: Any) -> int:
    """A body that touches nothing."""
    return body(shape or Circle(0.25), x, y, mask=0, can_sleep=False, **options)


def join(joint: Any) -> Any:
    """Put a joint on an entity of its own."""
    esper.create_entity(joint)
    return joint


def samples(made: Physics, seconds: float, measure: Callable[[], float]) -> np.ndarray[Any, Any]:
    """What is measured after each step."""
    found = []
    for _ in range(round(seconds / made.step)):
        esper.process(made.step)
        found.append(measure())
    return np.array(found)


def period(values: np.ndarray[Any, Any], step: float) -> float:
    """The mean time between crossings of zero, twice."""
    at = np.flatnonzero(values[1:] * values[:-1] < 0.0)
    times = (at + values[at] / (values[at] - values[at + 1])) * step
    return 2.0 * float(np.mean(np.diff(times)))


def oscillator(values: np.ndarray[Any, Any], step: float) -> tuple[float, float]:
    """The frequency in Hz and the damping ratio of an oscillation about 0.

    Samples of a damped oscillator obey x[n + 1] = p x[n] - q x[n - 1]: p and q by least squares.
    """
    p, q = np.linalg.lstsq(np.column_stack([values[1:-1], -values[:-2]]), values[2:], rcond=None)[0]
    root = np.log(complex(p / 2.0, math.sqrt(q - p * p / 4.0))) / step
    return abs(root) / (2.0 * math.pi), -root.real / abs(root)


def energy(entities: list[int], gravity: float = GRAVITY) -> float:
    """Kinetic and potential energy."""
    total = 0.0
    for entity in entities:
        moving = rigid(entity)
        v = moving.velocity
        total += 0.5 * moving.mass * (v.x * v.x + v.y * v.y) + moving.mass * gravity * transform(entity).y
        if math.isfinite(moving.inertia):
            total += 0.5 * moving.inertia * moving.angular_velocity**2
    return total


def momentum(entities: list[int]) -> tuple[float, float, float]:
    """Linear and angular momentum about the origin of the world."""
    x = y = turning = 0.0
    for entity in entities:
        moving, at = rigid(entity), transform(entity).position
        v = moving.velocity
        x, y = x + moving.mass * v.x, y + moving.mass * v.y
        turning += moving.mass * (at.x * v.y - at.y * v.x) + moving.inertia * moving.angular_velocity
    return x, y, turning


def assert_kept(before: tuple[float, float, float], bodies: list[int]) -> None:
    """Assert that momenta are as before, to 1e-9 of what moves."""
    size = sum(rigid(entity).mass * (1.0 + speed(entity)) for entity in bodies)
    for old, new in zip(before, momentum(bodies), strict=True):
        assert abs(new - old) < 1e-9 * size


def rope(links: int, load: float, angle: float = 0.0) -> tuple[list[int], list[Any]]:
    """Links of half a metre that hang at the origin, the last `load` times as heavy as the others."""
    bodies: list[int] = []
    joints: list[Any] = []
    x, y = math.sin(angle), -math.cos(angle)
    for i in range(links):
        at = 0.5 * i + 0.25
        heavy = load if i == links - 1 else 1.0
        bodies.append(link(at * x, at * y, Box(0.1, 0.5), angle=angle, density=heavy))
        anchor = (0.5 * i * x, 0.5 * i * y)
        joints.append(join(RevoluteJoint(bodies[i - 1] if i else None, bodies[i], anchor=anchor)))
    return bodies, joints


def net(side: int) -> list[int]:
    """A square net of discs, hung up at one edge."""
    bodies = [
        esper.create_entity(
            Transform(float(k % side), -float(k // side)),
            Collider(Circle(0.4), mask=0),
            *([RigidBody()] if k >= side else []),
        )
        for k in range(side * side)
    ]
    for k in range(side, side * side):
        x, y = float(k % side), -float(k // side)
        join(RevoluteJoint(bodies[k - side], bodies[k], anchor=(x, y + 0.5)))
        if k % side:
            join(RevoluteJoint(bodies[k - 1], bodies[k], anchor=(x - 0.5, y)))
    return bodies
