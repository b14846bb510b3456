"""A game that does anything at any time, and knows what its collision events must come to.

`python -m tests.acceptance.churn 1000000` makes a million random changes (the soak run).
"""

from __future__ import annotations

import random
import sys
import time
import warnings
from itertools import combinations, count
from typing import Any

import esper

import ecsphys
from ecsphys import (
    COLLISION_BEGIN,
    COLLISION_END,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    Box,
    Capsule,
    Circle,
    Collider,
    Collision,
    Listener,
    Physics,
    RigidBody,
    SleepSystem,
    Transform,
)
from ecsphys.geometry import distance, overlap

SHAPES = (Circle(16), Box(40, 20), Capsule(50, 10), Box(20, 20, radius=3))
REACH = 26.0  # no point of a shape is further from its origin
KINDS = ("dynamic", "dynamic", "kinematic", "static")
MASKS = (1, 2, 3, 3, 3, 3, ecsphys.ALL)
AREA, CROWD, STEP = 60.0, 12, 1 / 60
PARTS: tuple[type, ...] = (Transform, RigidBody, Collider)
BEGINS, ENDS = (COLLISION_BEGIN, TRIGGER_ENTER), (COLLISION_END, TRIGGER_EXIT)
WAY = ("previous_x", "previous_y", "previous_angle", "x", "y", "angle")
Key = tuple[int, int, int]  # the trigger that saw it, 0 for a collision; both entities, ascending
_worlds = count()


class Team:
    """Those of one team do not meet, says a filter."""

    def __init__(self, name: str):
        self.name = name


class Oops(Exception):
    """Raised by a handler."""


class Look(esper.Processor):
    """The last system of a step: sees what must be true before handlers change it."""

    def __init__(self, churn: Churn):
        self.churn = churn

    def process(self, dt: float = 0) -> None:
        self.churn.look()


class Churn:
    """Makes `changes` of random changes, a few between two steps and some inside handlers."""

    def __init__(self, seed: int, broad_phase: str = "quadtree"):
        self.random = random.Random(seed)
        self.home = esper.current_world
        self.clock = Physics(response=False, broad_phase=broad_phase)
        self.clock.insert(Look(self), after=SleepSystem)
        self.clock.add_filter(self.may_meet_by_team, Team, Team)
        esper.add_processor(self.clock)
        self.changes = 0
        self.begins = self.ends = self.raised = self.passages = 0
        self.reasons: dict[str, int] = {}
        self.ignored: dict[tuple[int, int], tuple[int, int]] = {}  # entities and their lives
        self.refiltered: set[int] = set()  # since the last step
        self.replaced: set[int] = set()
        self.life: dict[int, int] = {}  # entity -> which of those that had this number
        self._lives = count(1)
        self.together: dict[Key, tuple[int, ...]] = {}  # with the lives of both
        self.handles: dict[Key, Collision] = {}
        self.touching: dict[Key, tuple[int, ...]] = {}
        self.causes: dict[Key, set[str]] = {}
        self.motions: dict[int, tuple[Any, list[float], list[float]]] = {}  # shape, pose before and after
        self.heard_by_listeners = 0
        self.handlers = [self._handler(name) for name in (*BEGINS, *ENDS)]
        self.acts = (
            *[self.create] * 9, self.delete, self.delete, self.despawn, self.put, self.remove,
            self.teleport, self.teleport, self.teleport, self.push, self.toggle, self.toggle, self.relayer,
            self.relayer, self.regroup, self.reshape, self.retrigger, self.rekind, self.reteam, self.ignore,
            self.ignore, self.unignore, self.sleep, self.detour,
        )  # fmt: skip

    def _handler(self, name: str) -> Any:
        @ecsphys.on(name)
        def heard(event: Any) -> None:
            self.hear(name, event)

        return heard

    # -- what happens ------------------------------------------------------------------------------

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
            assert len(self.clock.bodies) >= 0
            self.clock.overlap_point((0, 0))
            return
        name = f"detour {next(_worlds)}"
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

    # -- what must be true -------------------------------------------------------------------------

    @staticmethod
    def may_meet_by_team(a: int, b: int) -> bool:
        teams = [esper.component_for_entity(entity, Team).name for entity in (a, b)]
        return teams[0] != teams[1]

    def look(self) -> None:
        """Who overlaps whom and who may, by asking everybody about everybody."""
        self.ignored = {
            two: lives
            for two, lives in self.ignored.items()
            if all(map(esper.entity_exists, two)) and lives == (self.life.get(two[0]), self.life.get(two[1]))
        }
        self.touching = {}
        for a, b in combinations(sorted(self.life), 2):
            if not self.unfit(a) and not self.unfit(b) and not self.parted(a, b) and self.overlap(a, b):
                for key in self.keys_of(a, b):
                    self.touching[key] = (self.life[a], self.life[b])
        self.causes = {key: self.causes_of(key, lives) for key, lives in self.together.items()}
        self.motions = {}
        rows = self.clock.world.bodies.rows[: self.clock.world.bodies.count]
        for entity, *motion in rows[["entity", *WAY]].tolist():
            if entity > 0 and (found := esper.try_component(entity, Collider)):
                self.motions[entity] = (found.shape, motion[:3], motion[3:])
        self.refiltered.clear()
        self.replaced.clear()

    def keys_of(self, a: int, b: int) -> list[Key]:
        triggers = [e for e in (a, b) if esper.component_for_entity(e, Collider).trigger]
        return [(e, a, b) for e in triggers] or [(0, a, b)]

    def unfit(self, entity: int) -> str:
        """Why an entity takes no part."""
        if not esper.entity_exists(entity) or not esper.has_components(entity, Transform, Collider):
            return "removed"
        return "" if esper.component_for_entity(entity, Collider).enabled else "disabled"

    def mobile(self, entity: int) -> bool:
        body = esper.try_component(entity, RigidBody)
        return body is not None and body.kind != "static"

    def parted(self, a: int, b: int) -> bool:
        """Whether filters part two entities that take part."""
        if not (self.mobile(a) or self.mobile(b)) or (a, b) in self.ignored:
            return True
        if all(esper.has_component(e, Team) for e in (a, b)) and not self.may_meet_by_team(a, b):
            return True
        one, two = (esper.component_for_entity(e, Collider) for e in (a, b))
        if one.group and one.group == two.group:
            return bool(one.group < 0)
        meets = [collider.mask | collider.detect_mask for collider in (one, two)]
        return not (one.layer & meets[1] and two.layer & meets[0])

    def overlap(self, a: int, b: int) -> bool:
        poses = [esper.component_for_entity(e, Transform).pose for e in (a, b)]
        if abs(poses[0].x - poses[1].x) > 2 * REACH or abs(poses[0].y - poses[1].y) > 2 * REACH:
            return False
        shapes = [esper.component_for_entity(e, Collider).shape for e in (a, b)]
        return overlap(shapes[0], poses[0], shapes[1], poses[1])

    def met_on_the_way(self, a: int, b: int) -> bool:
        """Whether two bodies that are apart now were not at some time of the step."""
        (one, start_a, end_a), (two, start_b, end_b) = self.motions[a], self.motions[b]
        for k in range(101):
            places = [
                tuple(x + 0.01 * k * (y - x) for x, y in zip(start, end, strict=True))
                for start, end in ((start_a, end_a), (start_b, end_b))
            ]
            if distance(one, places[0], two, places[1]).distance < 0.2:
                return True
        return False

    def causes_of(self, key: Key, lives: tuple[int, ...]) -> set[str]:
        """All reasons for which a pair that was together may have ended in this step."""
        _, a, b = key
        causes = {self.unfit(e) for e in (a, b) if self.life.get(e) in lives} - {""}
        if (self.life.get(a), self.life.get(b)) != lives or not all(map(esper.entity_exists, (a, b))):
            return {"removed"}
        if not causes and (self.parted(a, b) or key not in self.keys_of(a, b)):
            causes.add("filtered")
        if self.replaced & {a, b}:
            return causes | {"removed", "filtered", "separated"}
        if self.refiltered & {a, b}:
            causes.add("filtered")
        if causes <= {"filtered"} and not self.parted(a, b):
            causes.add("separated")
        return causes

    def hear(self, name: str, event: Any) -> None:
        a, b = sorted(event.entities)
        key = (getattr(event, "trigger", 0), a, b)
        if name in BEGINS:
            self.begins += 1
            assert key not in self.together, f"{key} began twice"
            if key not in self.touching:
                assert self.met_on_the_way(a, b), f"{key} never met"
                self.causes[key] = {"separated"}
                self.passages += 1
            self.together[key] = self.touching.get(key, ())
            assert event.reason == ""
        else:
            self.ends += 1
            assert key in self.together, f"{key} ended twice"
            assert event.reason in self.causes[key], (key, event.reason, self.causes[key])
            self.reasons[event.reason] = self.reasons.get(event.reason, 0) + 1
            del self.together[key]
        dice = self.random.random()
        if dice < 0.1:
            self.act()
        elif dice < 0.15:
            for entity in event.entities:
                if entity in self.life and esper.entity_exists(entity):
                    esper.delete_entity(entity, immediate=True)
                    del self.life[entity]
                    self.changes += 1
        elif dice < 0.17:
            self.raised += 1
            raise Oops
        elif dice < 0.18:
            esper.switch_world(f"detour {next(_worlds)}")

    def step(self) -> None:
        """A few changes, one step, everything delivered; then compare."""
        for _ in range(self.random.randrange(16)):
            self.act()
        self.life = {entity: life for entity, life in self.life.items() if esper.entity_exists(entity)}
        self.deliver(lambda: esper.process(STEP))
        while self.clock._queue._waiting or self.clock._queue._turn:
            self.deliver(lambda: self.clock.process(0))
        self.compare()

    def deliver(self, process: Any) -> None:
        try:
            process()
        except Oops:
            pass
        finally:
            if esper.current_world != self.home:
                left = esper.current_world
                esper.switch_world(self.home)
                esper.delete_world(left)

    def compare(self) -> None:
        """The events' account, the collision list and brute force agree.

        A query may have taken in already whom a handler has deleted since: then the list has forgotten them.
        """
        assert self.together == self.touching
        alive = {entity for entity in self.life if esper.entity_exists(entity)}
        touching = [key for key in self.touching if alive.issuperset(key[1:])]
        solid = {key[1:] for key in touching if key[0] == 0}
        overlaps = {key[1:] for key in touching if key[0]}
        listed = {(one.entity_a, one.entity_b): one for one in self.clock.collisions}
        assert len(self.clock.collisions) == len(listed)
        assert {two for two in listed if alive.issuperset(two)} == solid
        for entity in alive:
            assert self.clock.collisions.of(entity) & alive == partners(solid, entity)
            assert self.clock.collisions.triggers_of(entity) & alive == partners(overlaps, entity)
        for key, handle in list(self.handles.items()):
            assert handle.ended or handle == listed[key[1:]]
            if handle.ended:
                del self.handles[key]
        for two, handle in listed.items():
            assert not handle.ended
            self.handles.setdefault((0, *two), handle)

    def finish(self) -> None:
        """Everything that began has ended when all entities are gone."""
        self.deliver(lambda: self.clock.process(0))
        esper.clear_database()
        self.life.clear()
        while self.together:
            before = len(self.together)
            self.step_only()
            assert len(self.together) < before
        assert self.begins == self.ends > 0

    def step_only(self) -> None:
        chance, self.random.random = self.random.random, lambda: 1.0  # type: ignore[method-assign]
        self.deliver(lambda: esper.process(STEP))
        self.random.random = chance  # type: ignore[method-assign]

    def run(self, changes: int) -> None:
        """At least so many random changes."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            while self.changes < changes:
                self.step()
        self.finish()


def partners(pairs: set[tuple[int, int]] | set[Any], entity: int) -> set[int]:
    return {b if a == entity else a for a, b in pairs if entity in (a, b)}


def main(changes: int) -> None:
    begin = time.process_time()
    for seed in range(10):
        esper.switch_world(f"churn {seed}")
        churn = Churn(seed, ("quadtree", "sweep_and_prune", "brute_force")[seed % 3])
        churn.run(changes // 10)
        spent = time.process_time() - begin
        print(
            f"seed {seed}: {churn.changes} changes, {churn.clock.step_count} steps, {churn.begins} begins, "
            f"{churn.passages} passages, "
            f"{churn.reasons}, {churn.raised} raised, {spent:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]))
