"""Random changes of a small crowd of entities: everything that a game may do, at any time."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import esper

import ecsphys
from ecsphys import Box, Capsule, Circle, Collider, Listener, Physics, RigidBody, Transform
from tests.acceptance.support import entities_with_bodies

SHAPES = (Circle(16), Box(40, 20), Capsule(50, 10), Box(20, 20, radius=3))
REACH = 26.0  # no point of a shape is further from its origin
KINDS = ("dynamic", "dynamic", "kinematic", "static")
MASKS = (1, 2, 3, 3, 3, 3, ecsphys.ALL)
AREA, CROWD = 60.0, 12
PARTS: tuple[type, ...] = (Transform, RigidBody, Collider)
other_worlds = count()


class Team:
    """Those of one team do not meet, says a filter."""

    def __init__(self, name: str):
        self.name = name


class Doings:
    """Does something at random with `act`, and remembers what cannot be read off the entities."""

    def __init__(self, seed: int, clock: Physics):
        self.random = random.Random(seed)
        self.home = esper.current_world
        self.clock = clock
        self.changes = 0
        self.heard_by_listeners = 0
        self.ignored: dict[tuple[int, int], tuple[int, int]] = {}  # entities and their lives
        self.refiltered: set[int] = set()  # since the last step
        self.replaced: set[int] = set()
        self.life: dict[int, int] = {}  # entity -> which of those that had this number
        self._lives = count(1)
        self.acts = (
            *[self.create] * 9, self.delete, self.delete, self.despawn, self.put, self.remove,
            self.teleport, self.teleport, self.teleport, self.push, self.toggle, self.toggle, self.relayer,
            self.relayer, self.regroup, self.reshape, self.retrigger, self.rekind, self.reteam, self.ignore,
            self.ignore, self.unignore, self.sleep, self.detour,
        )  # fmt: skip

    def act(self) -> None:
        self.changes += 1
        self.random.choice(self.acts)()
        if self.random.random() < 0.001:
            self.clear()

    def any(self, *kinds: type) -> int:
        """Some entity that has all these components, 0 if there is none."""
        found = [e for e in self.life if esper.entity_exists(e) and esper.has_components(e, *kinds)]
        return self.random.choice(found) if found else 0

    def place(self) -> tuple[float, float, float]:
        half = AREA
        return self.random.uniform(-half, half), self.random.uniform(-half, half), self.random.uniform(-3, 3)

    def component(self, kind: type) -> object:
        if kind is Transform:
            return Transform(*self.place())
        if kind is RigidBody:
            velocity = (self.random.choice((0, 0, 300)), self.random.choice((0, 0, -600)))
            made = RigidBody(self.random.choice(KINDS))
            if made.kind != "static":
                made.velocity = velocity
            return made
        return Collider(
            self.random.choice(SHAPES),
            trigger=self.random.random() < 0.3,
            layer=self.random.choice((1, 1, 2)),
            mask=self.random.choice(MASKS),
            detect_mask=self.random.choice((0, 0, 1, 2)),
        )

    def create(self) -> None:
        if len(self.life) >= CROWD:
            self.teleport()
            return
        kinds = [kind for kind in PARTS if self.random.random() < 0.92]
        self.random.shuffle(kinds)
        parts: list[object] = [self.component(kind) for kind in kinds]
        if self.random.random() < 0.3:
            parts.append(Team(self.random.choice("rb")))
        if self.random.random() < 0.2:
            parts.append(Listener(on_collision_end=self.hear_own, on_trigger_exit=self.hear_own))
        self.life[esper.create_entity(*parts)] = next(self._lives)

    def hear_own(self, me: int, other: int, event: Any) -> None:
        self.heard_by_listeners += 1
        assert event.has(me) and event.other(me) == other

    def delete(self) -> None:
        entity = self.any()
        if entity:
            esper.delete_entity(entity, immediate=self.random.random() < 0.5)
            del self.life[entity]

    def despawn(self) -> None:
        entity = self.any()
        if entity:
            for _ in range(self.random.randrange(1, 3)):
                self.clock.despawn(entity)

    def put(self) -> None:
        entity = self.any()
        if entity:
            esper.add_component(entity, self.component(self.random.choice(PARTS)))
            self.replaced.add(entity)

    def remove(self) -> None:
        kind = self.random.choice(PARTS)
        entity = self.any(kind)
        if entity:
            esper.remove_component(entity, kind)
            self.replaced.add(entity)

    def teleport(self) -> None:
        entity = self.any(Transform)
        if entity:
            esper.component_for_entity(entity, Transform).pose = self.place()

    def push(self) -> None:
        entity = self.any(RigidBody)
        if entity:
            body = esper.component_for_entity(entity, RigidBody)
            if body.kind != "static":
                body.velocity = self.random.uniform(-900, 900), self.random.uniform(-900, 900)

    def collider(self) -> Collider | None:
        """A collider of which something is about to change."""
        entity = self.any(Collider)
        if not entity:
            return None
        self.refiltered.add(entity)
        return esper.component_for_entity(entity, Collider)

    def toggle(self) -> None:
        if found := self.collider():
            found.enabled = not found.enabled

    def relayer(self) -> None:
        if found := self.collider():
            name = self.random.choice(("layer", "mask", "detect_mask"))
            setattr(found, name, self.random.choice((1, 2, 3) if name == "layer" else MASKS))

    def regroup(self) -> None:
        if found := self.collider():
            found.group = self.random.choice((0, 0, 0, 1, -1))

    def reshape(self) -> None:
        if found := self.collider():
            found.shape = self.random.choice(SHAPES)

    def retrigger(self) -> None:
        if found := self.collider():
            found.trigger = not found.trigger

    def rekind(self) -> None:
        entity = self.any(RigidBody)
        if entity:
            self.refiltered.add(entity)
            esper.component_for_entity(entity, RigidBody).kind = self.random.choice(KINDS)

    def reteam(self) -> None:
        entity = self.any(Team)
        if entity:
            esper.component_for_entity(entity, Team).name = self.random.choice("rb")
            self.clock.refilter(entity)
            self.refiltered.add(entity)

    def ignore(self) -> None:
        a, b = self.any(), self.any()
        if a != b:
            self.clock.ignore(a, b)
            a, b = min(a, b), max(a, b)
            self.ignored[a, b] = (self.life[a], self.life[b])

    def unignore(self) -> None:
        if self.ignored:
            two = self.random.choice(sorted(self.ignored))
            self.clock.unignore(*two)
            del self.ignored[two]

    def sleep(self) -> None:
        entity = self.any(RigidBody)
        if entity:
            esper.component_for_entity(entity, RigidBody).sleep()

    def detour(self) -> None:
        """Another world has a life of its own."""
        if esper.current_world != self.home:
            return
        if self.random.random() < 0.5:
            assert sorted(self.clock.bodies["entity"].tolist()) == entities_with_bodies()
            self.clock.overlap_point((0, 0))
            return
        name = f"detour {next(other_worlds)}"
        esper.switch_world(name)
        other = Physics(response=False)
        for x in (0, 5):
            esper.create_entity(Transform(x, 0), RigidBody(), Collider(Circle(16)))
        other.step_once()
        esper.switch_world(self.home)
        esper.delete_world(name)

    def clear(self) -> None:
        esper.clear_database()
        self.life.clear()
