"""Floors of tiles, and what slides over them; public API only.

A scene is turned by `angle` with its gravity, so that it plays alike on every slope, wall and ceiling.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import esper

from ecsphys import Box, Circle, Collider, Physics, Polygon, RigidBody, Shape, Transform
from tests.acceptance.support import physics, run

SLOP = 0.005 * 64  # overlap that the solver leaves alone, at the default length unit
SIZE = 32.0  # of a tile; its top is at SIZE / 2
TILE = Box(SIZE, SIZE)
GRAVITY = 900.0
BOX, BALL = Box(20, 20), Circle(10)
FLAT = SIZE / 2 + 10  # height at which these lie on the floor
KEPT = 0.999  # of the speed, whatever the number of seams


class Frame(NamedTuple):
    """A frame of reference turned by an angle."""

    angle: float = 0.0

    def to_world(self, x: float, y: float) -> tuple[float, float]:
        c, s = math.cos(self.angle), math.sin(self.angle)
        return c * x - s * y, s * x + c * y

    def to_local(self, x: float, y: float) -> tuple[float, float]:
        return Frame(-self.angle).to_world(x, y)


LEVEL = Frame()


class State(NamedTuple):
    """Pose and velocity of a slider in the frame of its floor."""

    x: float
    y: float
    tilt: float
    vx: float
    vy: float


def row(tile: Shape, count: int = 40, first: float = 0.0, y: float = 0.0) -> list[tuple[float, float, Shape]]:
    """Tiles side by side."""
    return [(first + SIZE * k, y, tile) for k in range(count)]


def lay(
    tiles: Sequence[tuple[float, float, Shape]],
    frame: Frame = LEVEL,
    kind: Literal["static", "kinematic"] = "static",
    **options: Any,
) -> list[int]:
    """Make an entity of each tile."""
    made = []
    for x, y, shape in tiles:
        parts: list[Any] = [Transform(*frame.to_world(x, y), frame.angle), Collider(shape, **options)]
        made.append(esper.create_entity(*parts, *([RigidBody("kinematic")] if kind == "kinematic" else [])))
    return made


def lay_compound(
    xs: Sequence[float],
    frame: Frame = LEVEL,
    kind: Literal["static", "kinematic"] = "static",
    **options: Any,
) -> int:
    """Make one entity of square tiles around the given places."""
    half = SIZE / 2
    shapes = [Polygon([(x - half, -half), (x + half, -half), (x + half, half), (x - half, half)]) for x in xs]
    parts: list[Any] = [Transform(0, 0, frame.angle), Collider(shapes, **options)]
    return esper.create_entity(*parts, *([RigidBody("kinematic")] if kind == "kinematic" else []))


def put(
    shape: Shape, x: float, y: float, vx: float, frame: Frame = LEVEL, vy: float = 0.0, **options: Any
) -> int:
    """Make a dynamic slider, upright in the frame; `options` go to its collider."""
    body = RigidBody(velocity=frame.to_world(vx, vy), can_sleep=False)
    options = {"friction": 0, **options}
    return esper.create_entity(
        Transform(*frame.to_world(x, y), frame.angle), body, Collider(shape, **options)
    )


def clock(frame: Frame = LEVEL, **options: Any) -> Physics:
    """Physics with gravity towards the floor."""
    return physics(frame.to_world(0.0, -GRAVITY), **options)


def state(entity: int, frame: Frame = LEVEL) -> State:
    t = esper.component_for_entity(entity, Transform)
    b = esper.component_for_entity(entity, RigidBody)
    return State(*frame.to_local(*t.position), t.angle - frame.angle, *frame.to_local(*b.velocity))


def play(entity: int, steps: int, frame: Frame = LEVEL, end: float = math.inf) -> list[State]:
    """The states of a slider after each step, until it is `end` away from the middle of the first tile."""
    states = []
    for _ in range(steps):
        run(1)
        states.append(state(entity, frame))
        if abs(states[-1].x) > end:
            break
    return states


def cross_floor(entity: int, speed: float, frame: Frame = LEVEL, tiles: int = 40) -> list[State]:
    """The states of a slider that starts on the second of `tiles` tiles, until it is on the last but one."""
    steps = int(1.1 * SIZE * (tiles - 3) / speed * 60) + 2
    return play(entity, steps, frame, SIZE * (tiles - 2))


def slowest(states: Sequence[State], speed: float) -> float:
    """The lowest speed along the floor, relative to the one at the start."""
    return min(abs(s.vx) for s in states) / speed


def tilt_of(states: Sequence[State]) -> float:
    """The largest tilt."""
    return max(abs(s.tilt) for s in states)
