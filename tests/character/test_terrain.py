"""Ground that may be walked on, whatever it is made of: always a floor, never a wall or a ceiling."""

from __future__ import annotations

import itertools
import math
import random

import esper
import pytest

from ecsphys import (
    Box,
    Capsule,
    Chain,
    CharacterController,
    Circle,
    Collider,
    Physics,
    Polygon,
    RigidBody,
    Segment,
    Shape,
    Transform,
)
from tests.acceptance.support import body, physics
from tests.character.support import SKIN, control, hero

Outline = list[tuple[float, float]]
SHAPES: list[Shape] = [Capsule(56, 16), Capsule(24, 10), Box(24, 40), Circle(14)]
END = 60.0  # length of the flat ends


def outline(rng: random.Random, faces: int, steepest: float) -> Outline:
    """Random slopes between two flat ends; many are as steep as it can be."""
    x, y = END, 0.0
    points = [(0.0, 0.0), (x, y)]
    for _ in range(faces):
        width = rng.uniform(1, 6) if rng.random() < 0.2 else rng.uniform(6, 50)
        slope = rng.choice([0.0, steepest, -steepest, rng.uniform(-steepest, steepest)])
        x, y = x + width, y + width * math.tan(slope)
        points.append((x, y))
    return [*points, (x + END, y)]


def build(kind: str, points: Outline) -> None:
    low = min(y for _, y in points) - 100
    if kind == "chain":
        body(Chain(points[::-1]), kind="static")
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        length, angle = math.hypot(bx - ax, by - ay), math.atan2(by - ay, bx - ax)
        if kind == "columns":
            body(Polygon([(ax, low), (bx, low), (bx, by), (ax, ay)]), kind="static")
        elif kind == "segments":
            body(Segment((ax, ay), (bx, by)), kind="static")
        elif kind == "tiles":
            x, y = (ax + bx) / 2 + 10 * math.sin(angle), (ay + by) / 2 - 10 * math.cos(angle)
            body(Box(length, 20), x, y, angle, kind="static")


def walk(world: Physics, one: CharacterController, place: Transform, goal: float) -> list[str]:
    """Walk to x = `goal`; returns what it reported on the way that there was not."""
    reports, start, steps = [], place.x, 0
    while (goal - place.x) * (goal - start) > 0.0 and steps < 800:
        world.step_once()
        steps += 1
        reports += [name for name in ("on_wall", "on_ceiling", "crushed") if getattr(one, name)]
        reports += [] if one.on_floor else ["not on_floor"]
    return reports if steps < 800 else [*reports, f"stuck at {place.x}"]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["chain", "columns", "segments", "tiles"])
def test_what_it_can_walk_on_is_a_floor(kind: str, seed: int) -> None:
    rng = random.Random(f"{kind} {seed}")
    points = outline(rng, 8, math.radians(45))
    world = physics((0, -1500), step=rng.choice([1 / 30, 1 / 60]))
    build(kind, points)
    shape, length = rng.choice(SHAPES), points[-1][0]
    entity = hero(END / 2, SKIN, shape, constant_speed=rng.random() < 0.5)
    one, place = control(entity), esper.component_for_entity(entity, Transform)
    speed = rng.uniform(60, 250)
    for goal in (length - END / 2, END / 2):
        one.move((math.copysign(speed, goal - place.x), 0))
        assert walk(world, one, place, goal) == []


@pytest.mark.parametrize("shape", SHAPES[:3])
@pytest.mark.parametrize("constant_speed", [False, True])
def test_it_leaves_a_valley_whose_slopes_are_at_right_angles(shape: Shape, constant_speed: bool) -> None:
    """A character that touches both slopes stands on the one that it walks up."""
    world = physics((0, -1500))
    build("columns", [(0, 0), (60, 0), (100, -40), (140, 0), (200, 0)])
    entity = hero(30, SKIN, shape, constant_speed=constant_speed)
    one, place = control(entity), esper.component_for_entity(entity, Transform)
    one.move((100, 0))
    assert walk(world, one, place, 170) == []


@pytest.mark.parametrize("kind", ["chain", "columns", "segments", "tiles"])
@pytest.mark.parametrize("degrees", [50, 70, 90])
def test_what_is_too_steep_is_a_wall(kind: str, degrees: float) -> None:
    rise = 100 * math.tan(math.radians(min(degrees, 89.9)))
    world = physics((0, -1500))
    build(kind, [(0, 0), (150, 0), (250, rise), (400, rise)])
    for shape in SHAPES:
        entity = hero(50, SKIN, shape, meets="pass")
        one, place = control(entity), esper.component_for_entity(entity, Transform)
        one.move((200, 0))
        for _ in range(60):
            world.step_once()
        assert one.on_floor and one.on_wall and place.x < 150


def test_standing_on_a_ledge_it_touches_no_wall() -> None:
    world = physics((0, -1500))
    body(Chain([(100, -200), (100, 0), (-100, 0)]), kind="static")
    entity = hero(110, SKIN, Capsule(56, 16))
    one = control(entity)
    for _ in range(10):
        world.step_once()
    assert one.on_floor and not one.on_wall


def test_a_patrol_turns_at_walls_only() -> None:
    world = physics((0, -1500))
    build("tiles", [(0, 0), (80, 0), (120, -40), (150, -70), (190, -70), (230, -32), (300, -32)])
    for x in (-5, 305):
        body(Box(10, 100), x, 0, kind="static")
    entity = esper.create_entity(
        Transform(40, 28.2), RigidBody.kinematic(), Collider(Capsule(56, 16)), CharacterController()
    )
    one, place, turns = control(entity), esper.component_for_entity(entity, Transform), []
    one.move((120, 0))
    for _ in range(400):
        world.step_once()
        if one.on_wall:
            turns.append(round(place.x))
            one.move((-one.velocity.x, 0))
            world.step_once()
    assert turns == [284, 16]
