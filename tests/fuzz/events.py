"""The events of crowded random worlds, kept by a bookkeeper, with the three broad phases.

Per pair begins and ends alternate over the whole life of a world, handlers that delete and make entities
included; within a step the times of a pair are in the order of its events; numbers are finite; points are
near both shapes; what the books hold after each step is what `collisions` says; and all broad phases agree
to the bit.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import esper

from ecsphys import (
    AABB,
    COLLISION_BEGIN,
    COLLISION_END,
    COLLISION_HIT,
    COLLISION_STAY,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    TRIGGER_STAY,
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

STEPS, H = 40, 1 / 60
SLOP = 0.32  # of the default length unit
BROAD_PHASES = ("quadtree", "sweep_and_prune", "brute_force")
BEGINS, ENDS = (COLLISION_BEGIN, TRIGGER_ENTER), (COLLISION_END, TRIGGER_EXIT)
KINDS = (*BEGINS, *ENDS, COLLISION_STAY, TRIGGER_STAY, COLLISION_HIT)


def run(seed: int) -> None:
    """Play the scene of a seed with each broad phase."""
    home = esper.current_world
    logs = {}
    for name in BROAD_PHASES:
        esper.switch_world(f"{home} {name}")
        logs[name] = Books(seed, name).play()
    esper.switch_world(home)
    for name in BROAD_PHASES[1:]:
        for ours, theirs in zip(logs[BROAD_PHASES[0]], logs[name], strict=True):
            assert ours == theirs, (BROAD_PHASES[0], ours, name, theirs)


def random_shape(rng: random.Random) -> Any:
    """Return a shape, or several for a compound."""
    size = rng.uniform(4, 20)
    make: list[Callable[[], Any]] = [
        lambda: Circle(size),
        lambda: Box(2 * size, rng.uniform(1, 2 * size)),
        lambda: AABB(size, 2 * size),
        lambda: Capsule(3 * size, 0.5 * size),
        lambda: Polygon([(-size, -size), (size, -size), (0, size)]),
        lambda: Segment((-size, 0), (size, rng.uniform(-size, size))),
        lambda: [Circle(size, (-size, 0)), Circle(size, (size, 0)), Circle(0.5 * size, (0, 0))],
        lambda: [Circle(size, (rng.uniform(-20, 20), 0)) for _ in range(3)],
        lambda: [Circle(0.5 * size), Segment((-size, 0), (size, 0)), Capsule(3 * size, 0.2 * size)],
    ]
    return rng.choice(make)()


class Books:
    """One world, and what its handlers were told."""

    def __init__(self, seed: int, broad_phase: str):
        self.rng = random.Random(seed)
        rng = self.rng
        self.physics = Physics(
            gravity=(0, rng.choice([0, -900])),
            broad_phase=broad_phase,  # type: ignore[arg-type]
            response=rng.random() < 0.8,
            end_after=rng.choice([1, 1, 3]),
            substeps=rng.choice([1, 4]),
        )
        esper.add_processor(self.physics)
        self.log: list[Any] = []
        self.active: dict[tuple[str, int, int], float] = {}  # → time of the begin in this step, else 0
        self.last_time = 0.0
        self.unruly = rng.random() < 0.5
        self.speeds: dict[int, float] = {}  # of the bodies that nobody has moved in this step
        self.handlers = [self.handler(kind) for kind in KINDS]
        for kind, handler in zip(KINDS, self.handlers, strict=True):
            esper.set_handler(kind, handler)
        for _ in range(rng.randrange(4, 30)):
            self.spawn()

    def spawn(self) -> None:
        """Create something still, moving, or a trigger."""
        rng = self.rng
        place = Transform(rng.uniform(-200, 200), rng.uniform(-200, 200), rng.uniform(-3, 3))
        still = rng.random() < 0.3
        if still and rng.random() < 0.3:
            x = sorted(rng.uniform(-200, 200) for _ in range(4))
            shape: Any = Chain([(k, rng.uniform(-20, 20)) for k in reversed(x)])
        else:
            shape = random_shape(rng)
        collider = Collider(
            shape, trigger=rng.random() < 0.3, restitution=rng.choice([0, 0, 0.7]),
            mask=rng.choice([-1, -1, 1]), layer=rng.choice([1, 1, 2]),
        )  # fmt: skip
        if still:
            esper.create_entity(place, collider)
            return
        fast = rng.choice([100, 1000, 10000])
        velocity = rng.uniform(-fast, fast), rng.uniform(-fast, fast)
        kind = rng.choice(["dynamic", "dynamic", "dynamic", "kinematic"])
        body = RigidBody(
            kind, velocity=velocity, angular_velocity=rng.choice([0, 0, rng.uniform(-30, 30)]),
            continuous=rng.choice(["auto", "auto", "bullet", "off"]), mass=1, inertia=500,
        )  # fmt: skip
        esper.create_entity(place, body, collider)

    def handler(self, kind: str) -> Callable[[Any], None]:
        def note(event: Any) -> None:
            self.take(kind, event)

        return note

    def take(self, kind: str, event: Any) -> None:
        """Check an event against the books and enter it."""
        a, b = event.entities
        key, time = (kind.split("_")[0], a, b), event.time
        numbers = (*event.point, time)
        if key[0] == "collision":
            numbers += (*event.normal, event.penetration, event.speed, event.impulse)
        told = (self.physics.step_count, kind, a, b, numbers)
        self.log.append(told)
        assert all(map(math.isfinite, numbers)), told
        assert self.last_time <= time <= 1.0, (told, self.last_time)
        self.last_time = time
        if kind in BEGINS:
            assert key not in self.active, f"{told}: begins twice"
            self.active[key] = time
        else:
            assert key in self.active, f"{told}: has not begun"
            assert time >= self.active[key], (told, self.active[key])
        if kind in ENDS:
            del self.active[key]
        else:
            self.check_point(event, told)
        if self.unruly and self.rng.random() < 0.05:
            self.meddle(a, b)

    def check_point(self, event: Any, told: Any) -> None:
        """The point is no further from a shape than its body moves in a step."""
        way = sum(self.speed_of(entity) for entity in event.entities) * H
        depth = abs(getattr(event, "penetration", 0.0))
        for entity in event.entities:
            if not esper.entity_exists(entity) or entity not in self.speeds:
                continue
            pose = esper.component_for_entity(entity, Transform).pose
            shapes = esper.component_for_entity(entity, Collider).shapes
            gap = min(geometry.closest_point(shape, pose, event.point).distance for shape in shapes)
            limit = SLOP + depth + way + (0.5 * depth if depth else 40.0)
            assert gap <= limit, (told, entity, gap, limit)

    def speed_of(self, entity: int) -> float:
        """Return the highest speed of a body's points around this step."""
        return max(self.speeds.get(entity, 0.0), point_speed(entity))

    def meddle(self, a: int, b: int) -> None:
        """Delete an entity, make one, or change what it is."""
        rng = self.rng
        entity, change = rng.choice([a, b]), rng.randrange(6)
        if change == 0 or not esper.entity_exists(entity):
            self.spawn()
            return
        collider = esper.component_for_entity(entity, Collider)
        if change == 1:
            self.physics.despawn(entity)
        elif change == 2:
            collider.trigger = not collider.trigger
        elif change == 3:
            collider.mask = rng.choice([-1, 0])
        elif change == 4:
            collider.enabled = not collider.enabled
        else:
            esper.component_for_entity(entity, Transform).position = rng.uniform(-200, 200), 0
            self.speeds.pop(entity, None)

    def play(self) -> list[Any]:
        """Run the world and return its log."""
        for _ in range(STEPS):
            self.last_time = 0.0
            self.active = dict.fromkeys(self.active, 0.0)
            self.speeds = {entity: point_speed(entity) for entity, _ in esper.get_component(Collider)}
            esper.process(H)
            self.compare()
        for kind, handler in zip(KINDS, self.handlers, strict=True):
            esper.remove_handler(kind, handler)
        return self.log

    def compare(self) -> None:
        """`collisions` names the pairs that are in the books, but for those of the dead."""
        touching = {("collision", c.entity_a, c.entity_b) for c in self.physics.collisions}
        booked = {key for key in self.active if key[0] == "collision" and alive(*key[1:])}
        assert touching == booked, (self.physics.step_count, touching ^ booked)
        for _, trigger, visitor in [key for key in self.active if key[0] == "trigger"]:
            if alive(trigger, visitor):
                assert trigger in self.physics.collisions.triggers_of(visitor), (trigger, visitor)


def alive(*entities: int) -> bool:
    """Whether all entities exist."""
    return all(map(esper.entity_exists, entities))


def point_speed(entity: int) -> float:
    """Return a bound on the speed of a body's points; 0 without one."""
    body = esper.try_component(entity, RigidBody) if esper.entity_exists(entity) else None
    return 0.0 if body is None else body.velocity.length + 60.0 * abs(body.angular_velocity)
