"""A character never ends inside a solid, whatever it is told and wherever it is."""

from __future__ import annotations

import math
import random

import esper
import pytest

from demo_game.course.stage import Stage
from ecsphys import AABB, Box, Capsule, Circle, Collider, HalfPlane, Polygon, Shape, Transform, geometry

SHAPES: dict[str, Shape] = {
    "capsule": Capsule(48, 12),
    "circle": Circle(14),
    "box": Box(24, 40),
    "triangle": Polygon([(-14, -14), (14, -14), (0, 20)]),
    "lying capsule": Capsule.between((-16, 0), (16, 0), 8),
}


def cave(rng: random.Random, gravity: float = 900.0) -> Stage:
    """A closed room full of turned boxes, discs and triangles."""
    stage = Stage(gravity=gravity)
    for normal, offset in (((0, 1), -300), ((0, -1), -300), ((1, 0), -300), ((-1, 0), -300)):
        stage.solid(HalfPlane(normal, offset))
    for _ in range(25):
        shape = rng.choice(
            [
                Box(rng.uniform(10, 120), rng.uniform(6, 60)),
                Circle(rng.uniform(5, 50)),
                AABB(rng.uniform(10, 90), rng.uniform(10, 90)),
                Polygon([(0, 0), (rng.uniform(30, 90), 0), (0, rng.uniform(20, 80))]),
                Box(40, 20, radius=8),
            ]
        )
        entity = esper.create_entity(
            Transform(rng.uniform(-300, 300), rng.uniform(-300, 300), rng.uniform(-3, 3)), Collider(shape)
        )
        stage.named[f"solid {entity}"] = entity
    return stage


def clearance(stage: Stage) -> float:
    """The smallest distance of the hero to any solid, negative inside."""
    hero = esper.component_for_entity(stage.hero, Collider).shape
    pose = esper.component_for_entity(stage.hero, Transform)
    return min(
        geometry.distance(
            esper.component_for_entity(entity, Collider).shape,
            esper.component_for_entity(entity, Transform),
            hero,
            pose,
        ).distance
        for name, entity in stage.named.items()
        if name.startswith("solid")
    )


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_never_inside(shape: Shape, seed: int) -> None:
    rng = random.Random(seed)
    stage = cave(rng, rng.choice([0.0, 900.0]))
    stage.enter(
        rng.uniform(-200, 200), rng.uniform(-200, 200), shape, mode=rng.choice(["grounded", "floating"])
    )
    stage.step()
    for step in range(300):
        if step % 15 == 0:
            angle, speed = rng.uniform(-math.pi, math.pi), rng.choice([50.0, 200.0, 800.0, 4000.0])
            stage.control.move((speed * math.cos(angle), speed * math.sin(angle)))
        if rng.random() < 0.05:
            stage.control.jump(rng.uniform(100, 900))
        stage.step()
        assert clearance(stage) > -1e-9, step
        assert abs(stage.last.x) < 300 and abs(stage.last.y) < 300, step


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("seed", range(6))
def test_spawned_anywhere_it_comes_out(shape: Shape, seed: int) -> None:
    rng = random.Random(100 + seed)
    stage = cave(rng, rng.choice([0.0, 900.0]))
    solid = rng.choice([entity for name, entity in stage.named.items() if name.startswith("solid")])
    x, y = esper.component_for_entity(solid, Transform).position
    stage.enter(max(-280, min(280, x)), max(-280, min(250, y)), shape)
    for _ in range(5):
        stage.step()
    assert clearance(stage) > -1e-9
    assert not stage.last.crushed


def test_teleported_into_a_wall_it_comes_out() -> None:
    stage = Stage()
    stage.floor()
    stage.named["solid"] = stage.box(100, 0, 60, 200)
    stage.enter(0.0)
    stage.step()
    esper.component_for_entity(stage.hero, Transform).position = (112, 60)
    stage.step()
    assert clearance(stage) > 0
    assert stage.last.x < 100


def test_fast_motion_does_not_tunnel() -> None:
    stage = Stage()
    stage.floor()
    stage.named["solid"] = stage.box(500, 0, 1, 200)
    stage.enter(0.0)
    for _ in range(60):
        stage.control.move((30_000.0, 0.0))
        stage.step()
    assert stage.last.x < 500
    assert clearance(stage) > 0


@pytest.mark.parametrize("skin", [0.01, 1.0])
def test_the_skin_is_kept(skin: float) -> None:
    stage = Stage()
    stage.floor()
    stage.named["solid"] = stage.box(100, 0, 20, 200)
    stage.enter(0.0, 3.0, skin=skin)
    for _ in range(60):
        stage.control.move((200, 0))
        stage.step()
    assert clearance(stage) == pytest.approx(skin, rel=1e-3)
    assert stage.last.feet == pytest.approx(skin, rel=1e-3)
