"""Anything may happen to entities between steps; after each step the world must be what esper holds."""

from __future__ import annotations

import random
from itertools import combinations

import esper
import pytest

from ecsphys import Box, Capsule, Circle, Collider, Physics, RigidBody, Transform
from ecsphys.geometry import overlap
from tests.acceptance.support import EVENTS, Recorder, pair, physics, run

SHAPES = (Circle(16), Box(40, 20), Capsule(50, 10), Box(20, 20, radius=3))
KINDS = ("dynamic", "kinematic", "static")
Met = tuple[int, frozenset[int]]  # the trigger that saw it, 0 for a collision; both entities


class Game:
    """Does something to a random entity, and knows what must be there afterwards."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.entities: list[int] = []

    def component(self, kind: type) -> object:
        if kind is Transform:
            return Transform(*self.place())
        if kind is RigidBody:
            return RigidBody(self.random.choice(KINDS))
        return Collider(self.random.choice(SHAPES), trigger=self.random.random() < 0.3)

    def place(self) -> tuple[float, float, float]:
        return self.random.uniform(-80, 80), self.random.uniform(-80, 80), self.random.uniform(-3, 3)

    def act(self) -> None:
        self.random.choice(
            [self.create, self.create, self.delete, self.put, self.remove, self.teleport, self.toggle]
        )()

    def create(self) -> None:
        kinds = [kind for kind in (Transform, RigidBody, Collider) if self.random.random() < 0.9]
        self.random.shuffle(kinds)
        self.entities.append(esper.create_entity(*map(self.component, kinds)))

    def any(self, kind: type | None = None) -> int | None:
        found = [e for e in self.entities if kind is None or esper.has_component(e, kind)]
        return self.random.choice(found) if found else None

    def delete(self) -> None:
        entity = self.any()
        if entity is not None:
            self.entities.remove(entity)
            esper.delete_entity(entity, immediate=self.random.random() < 0.5)

    def put(self) -> None:
        entity = self.any()
        if entity is not None:
            esper.add_component(entity, self.component(self.random.choice((Transform, RigidBody, Collider))))

    def remove(self) -> None:
        kind = self.random.choice((Transform, RigidBody, Collider))
        entity = self.any(kind)
        if entity is not None:
            esper.remove_component(entity, kind)

    def teleport(self) -> None:
        entity = self.any(Transform)
        if entity is not None:
            esper.component_for_entity(entity, Transform).pose = self.place()

    def toggle(self) -> None:
        entity = self.any(Collider)
        if entity is not None:
            collider = esper.component_for_entity(entity, Collider)
            collider.enabled = not collider.enabled

    def physical(self) -> list[int]:
        return sorted(
            e
            for e in self.entities
            if esper.has_component(e, Transform)
            and (esper.has_component(e, RigidBody) or esper.has_component(e, Collider))
        )

    def touching(self) -> set[Met]:
        """What overlaps, by asking every pair of shapes."""
        found: set[Met] = set()
        for two in combinations(self.physical(), 2):
            if self.meet(*two):
                triggers = [e for e in two if self.is_trigger(e)]
                found |= {(e, frozenset(two)) for e in triggers} or {(0, frozenset(two))}
        return found

    def is_trigger(self, entity: int) -> bool:
        return esper.component_for_entity(entity, Collider).trigger

    def meet(self, a: int, b: int) -> bool:
        if not all(esper.has_component(e, Collider) for e in (a, b)):
            return False
        colliders = [esper.component_for_entity(e, Collider) for e in (a, b)]
        poses = [esper.component_for_entity(e, Transform) for e in (a, b)]
        return (
            all(collider.enabled for collider in colliders)
            and any(self.mobile(e) for e in (a, b))
            and overlap(colliders[0].shape, poses[0], colliders[1].shape, poses[1])
        )

    def mobile(self, entity: int) -> bool:
        body = esper.try_component(entity, RigidBody)
        return body is not None and body.kind != "static"


def check_rows(clock: Physics, game: Game) -> None:
    rows = clock.bodies
    assert sorted(rows["entity"].tolist()) == game.physical()
    for row in rows:
        pose = esper.component_for_entity(int(row["entity"]), Transform)
        assert pose.pose == (row["x"], row["y"], row["angle"])


@pytest.mark.parametrize("broad_phase", ["quadtree", "sweep_and_prune", "brute_force"])
@pytest.mark.parametrize("seed", range(4))
def test_the_world_follows_random_changes(seed: int, broad_phase: str) -> None:
    clock = physics(response=False, broad_phase=broad_phase)
    heard = Recorder(EVENTS)
    game = Game(seed)
    together: set[Met] = set()
    poses: dict[int, tuple[float, float, float]] = {}
    for _ in range(80):
        for _ in range(game.random.randrange(6)):
            game.act()
        poses = {e: esper.component_for_entity(e, Transform).pose for e in game.physical()}
        heard.clear()
        run(1)
        assert {e: esper.component_for_entity(e, Transform).pose for e in game.physical()} == poses
        check_rows(clock, game)
        for name, event in heard.log:
            key = (getattr(event, "trigger", 0), frozenset(pair(event)))
            if name in ("collision_begin", "trigger_enter"):
                assert key not in together
                together.add(key)
            elif name in ("collision_end", "trigger_exit"):
                together.remove(key)
        assert together == game.touching()
    assert poses
