"""A game that does anything at any time, and knows what its collision events must come to.

`python -m tests.acceptance.churn 1000000` makes a million random changes (the soak run).
"""

from __future__ import annotations

import sys
import time
import warnings
from itertools import combinations
from typing import Any

import esper

import ecsphys
from ecsphys import (
    COLLISION_BEGIN,
    COLLISION_END,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    Collider,
    Collision,
    Physics,
    RigidBody,
    SleepSystem,
    Transform,
)
from ecsphys.geometry import distance, overlap
from tests.acceptance.doings import REACH, Doings, Team, other_worlds

STEP = 1 / 60
BEGINS, ENDS = (COLLISION_BEGIN, TRIGGER_ENTER), (COLLISION_END, TRIGGER_EXIT)
WAY = ("previous_x", "previous_y", "previous_angle", "x", "y", "angle")
Key = tuple[int, int, int]  # the trigger that saw it, 0 for a collision; both entities, ascending


class Oops(Exception):
    """Raised by a handler."""


class Look(esper.Processor):
    """The last system of a step: sees what must be true before handlers change it."""

    def __init__(self, churn: Churn):
        self.churn = churn

    def process(self, dt: float = 0) -> None:
        self.churn.look()


class Churn(Doings):
    """Makes random changes, a few between two steps and some inside handlers, and compares after each step.

    With a response bodies push each other, and only the account of begins and ends is exact.
    """

    def __init__(self, seed: int, broad_phase: str = "quadtree", response: bool = False, **options: Any):
        super().__init__(seed, Physics(response=response, broad_phase=broad_phase, **options))
        self.exact = not response
        self.clock.insert(Look(self), after=SleepSystem)
        self.clock.add_filter(self.may_meet_by_team, Team, Team)
        esper.add_processor(self.clock)
        self.begins = self.ends = self.raised = self.passages = 0
        self.reasons: dict[str, int] = {}
        self.together: dict[Key, tuple[int, ...]] = {}  # with the lives of both
        self.handles: dict[Key, Collision] = {}
        self.touching: dict[Key, tuple[int, ...]] = {}
        self.causes: dict[Key, set[str]] = {}
        self.motions: dict[int, tuple[Any, list[float], list[float]]] = {}  # shape, pose before and after
        self.handlers = [self._handler(name) for name in (*BEGINS, *ENDS)]

    def _handler(self, name: str) -> Any:
        @ecsphys.on(name)
        def heard(event: Any) -> None:
            self.hear(name, event)

        return heard

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
            if self.exact and key not in self.touching:
                assert self.met_on_the_way(a, b), f"{key} never met"
                self.causes[key] = {"separated"}
                self.passages += 1
            self.together[key] = self.touching.get(key, ())
            assert event.reason == ""
        else:
            self.ends += 1
            assert key in self.together, f"{key} ended twice"
            assert not self.exact or event.reason in self.causes[key], (key, event.reason, self.causes[key])
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
            esper.switch_world(f"detour {next(other_worlds)}")

    def step(self) -> None:
        """A few changes, one step, everything delivered; then compare."""
        for _ in range(self.random.randrange(16)):
            self.act()
        self.life = {entity: life for entity, life in self.life.items() if esper.entity_exists(entity)}
        self.deliver(lambda: esper.process(STEP))
        while self.clock.events.queue._waiting or self.clock.events.queue._calls:
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
        if not self.exact:
            self.touching = self.together
        assert self.together == self.touching
        alive = {entity for entity in self.life if esper.entity_exists(entity)}
        touching = [key for key in self.touching if alive.issuperset(key[1:])]
        solid = {key[1:] for key in touching if key[0] == 0}
        overlaps = {key[1:] for key in touching if key[0]}
        listed = {(one.entity_a, one.entity_b): one for one in self.clock.collisions}
        assert len(self.clock.collisions) == len(listed)
        assert listed.keys() == solid
        for entity in alive:
            assert self.clock.collisions.of(entity) == partners(solid, entity)
            assert self.clock.collisions.triggers_of(entity) == partners(overlaps, entity)
        for key, handle in list(self.handles.items()):
            assert handle.ended or not alive.issuperset(key[1:]) or handle == listed[key[1:]]
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
