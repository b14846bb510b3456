"""Random worlds, and the answers of brute force over `ecsphys.geometry` to every query."""

from __future__ import annotations

import math
import random
from typing import Any

import esper

from ecsphys import (
    AABB,
    Box,
    Capsule,
    Chain,
    Circle,
    Collider,
    HalfPlane,
    Physics,
    Polygon,
    RigidBody,
    Segment,
    Shape,
    Transform,
    geometry,
)
from ecsphys.spatial.broad_phase import KINDS

INDICES = tuple(KINDS)
WORLD = 400.0


def point(dice: random.Random, reach: float = WORLD) -> tuple[float, float]:
    return dice.uniform(-reach, reach), dice.uniform(-reach, reach)


def solid(dice: random.Random) -> Shape:
    size = dice.uniform(5, 40)
    return dice.choice(
        [
            Circle(size),
            Circle(size, (size, 3)),
            Box(size, 2 * size),
            Box(size, size, radius=4),
            AABB(size, 2 * size),
            Capsule(3 * size, size),
            Polygon([(-size, -size), (size, -size), (0, size)]),
            Segment((-size, 0), (size, 5)),
        ]
    )


def collider(dice: random.Random, static: bool) -> Collider:
    shapes: Any = solid(dice) if dice.random() < 0.7 else [solid(dice), solid(dice)]
    if static and dice.random() < 0.2:
        shapes = dice.choice([Chain([(-60, 0), (0, 10), (70, -5)]), HalfPlane((0.3, 1), -350)])
    placed = dice.random() < 0.3
    return Collider(
        shapes,
        offset=point(dice, 20) if placed else (0, 0),
        angle=dice.uniform(-3, 3) if placed else 0,
        trigger=dice.random() < 0.2,
        layer=dice.choice([1, 2, 4]),
    )


def spawn(dice: random.Random) -> int:
    parts: list[Any] = [Transform(*point(dice), dice.uniform(-3, 3))]
    kind = dice.choice(["static", "kinematic", "dynamic"])
    if kind != "static":
        parts.append(
            RigidBody(
                kind, mass=1, inertia=1, velocity=point(dice, 300), angular_velocity=dice.uniform(-3, 3)
            )
        )
    return esper.create_entity(*parts, collider(dice, kind == "static"))


def disturb(dice: random.Random, alive: list[int], steps: bool = True) -> None:
    """What a game does between queries: steps, unless it is told not to, teleports, new things, removals."""
    for _ in range(dice.randrange(3)):
        entity = alive[dice.randrange(len(alive))]
        change = dice.randrange(6)
        if change == 0:
            if steps:
                esper.process(1 / 60)
        elif change == 1:
            esper.component_for_entity(entity, Transform).pose = (*point(dice), dice.uniform(-3, 3))
        elif change == 2:
            alive.append(spawn(dice))
        elif change == 3 and len(alive) > 5:
            alive.remove(entity)
            esper.delete_entity(entity, immediate=dice.random() < 0.5)
        elif change == 4:
            esper.component_for_entity(entity, Collider).layer = 2
        elif change == 5:
            esper.component_for_entity(entity, Collider).enabled = dice.random() < 0.7


class Truth:
    """Brute force over all shapes of the given entities that a filter lets through."""

    def __init__(
        self,
        alive: list[int],
        mask: int = -1,
        ignore: tuple[int, ...] = (),
        triggers: bool = False,
        kind: str | None = None,
    ):
        self.solids: list[tuple[int, Shape, tuple[float, float, float]]] = []
        for entity in sorted(alive):
            made = esper.component_for_entity(entity, Collider)
            body = esper.try_component(entity, RigidBody)
            if not made.enabled or not made.layer & mask or (made.trigger and not triggers):
                continue
            if entity in ignore or kind not in (None, body.kind if body else "static"):
                continue
            at = esper.component_for_entity(entity, Transform)
            x, y = at.local_to_world(made.offset)
            for shape in made.shapes:
                # An AABB does not turn, but its offset does not turn with the body either.
                upright = isinstance(shape, AABB)
                pose = (*(at.position + made.offset), 0.0) if upright else (x, y, at.angle + made.angle)
                self.solids.append((entity, shape, pose))

    def rays(self, start: Any, end: Any) -> list[tuple[float, int, Any]]:
        found = []
        for entity, shape, pose in self.solids:
            hit = geometry.raycast(shape, pose, start, end)
            if hit:
                found.append((hit.fraction, entity, (shape, hit)))
        return sorted(found, key=lambda row: row[:2])

    def casts(self, shape: Shape, pose: Any, way: Any) -> list[tuple[float, int, Any]]:
        found = []
        for entity, other, at in self.solids:
            if not (shape.solid or other.solid):
                continue  # two without inside never meet
            hit = geometry.shape_cast(shape, pose, way, other, at)
            if hit:
                found.append((hit.fraction, entity, (other, hit)))
        return sorted(found, key=lambda row: row[:2])

    def overlaps(self, shape: Shape, pose: Any) -> list[int]:
        return sorted({e for e, other, at in self.solids if geometry.overlap(shape, pose, other, at)})

    def nearest(self, p: Any) -> tuple[float, int]:
        rows = [(geometry.closest_point(shape, at, p).distance, e) for e, shape, at in self.solids]
        return min(rows, default=(math.inf, 0))


def world_of(dice: random.Random, count: int, index: str, **options: Any) -> tuple[Physics, list[int]]:
    physics = Physics(broad_phase=index, **options)
    esper.add_processor(physics)
    return physics, [spawn(dice) for _ in range(count)]
