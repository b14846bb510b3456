"""Short words for what the acceptance tests say again and again; public API only."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import esper

import ecsphys
from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform

STEP = 1 / 60
EVENTS = (
    ecsphys.COLLISION_BEGIN,
    ecsphys.COLLISION_STAY,
    ecsphys.COLLISION_END,
    ecsphys.TRIGGER_ENTER,
    ecsphys.TRIGGER_STAY,
    ecsphys.TRIGGER_EXIT,
)


def physics(gravity: tuple[float, float] = (0, 0), **options: Any) -> Physics:
    """A clock in the current world."""
    made = Physics(gravity=gravity, **options)
    esper.add_processor(made)
    return made


def run(steps: int, dt: float = STEP) -> None:
    for _ in range(steps):
        esper.process(dt)


def ground(y: float = 0, width: float = 4000, **options: Any) -> int:
    """A static box whose top is at `y`."""
    return esper.create_entity(Transform(0, y - 50), Collider(Box(width, 100), **options))


def body(
    shape: Any, x: float = 0, y: float = 0, angle: float = 0, *, kind: str = "dynamic", **options: Any
) -> int:
    """An entity with all three components; `options` go to RigidBody or Collider, whichever knows them."""
    own = {name: options.pop(name) for name in list(options) if name in _BODY_OPTIONS}
    return esper.create_entity(Transform(x, y, angle), RigidBody(kind, **own), Collider(shape, **options))


_BODY_OPTIONS = {
    "mass", "inertia", "velocity", "angular_velocity", "gravity_scale", "linear_damping", "angular_damping",
    "lock_rotation", "lock_x", "lock_y", "continuous", "can_sleep",
}  # fmt: skip


def disc(x: float = 0, y: float = 0, radius: float = 16, **options: Any) -> int:
    return body(Circle(radius), x, y, **options)


def pairs_of_discs(count: int) -> list[tuple[int, int]]:
    """So many pairs that overlap, each far from the others."""
    return [(disc(100 * i, 0), disc(100 * i + 10, 0)) for i in range(count)]


def wall(x: float, y: float, width: float = 40, height: float = 40, **options: Any) -> int:
    """A static box centred at (x, y)."""
    return esper.create_entity(Transform(x, y), Collider(Box(width, height), **options))


def transform(entity: int) -> Transform:
    return esper.component_for_entity(entity, Transform)


def rigid(entity: int) -> RigidBody:
    return esper.component_for_entity(entity, RigidBody)


def collider(entity: int) -> Collider:
    return esper.component_for_entity(entity, Collider)


def entities_with_bodies() -> list[int]:
    """Return the entities that have a row of bodies once all changes are taken in, ascending."""
    alive = [entity for entity, _ in esper.get_component(Transform) if esper.entity_exists(entity)]
    return sorted(e for e in alive if esper.has_component(e, RigidBody) or esper.has_component(e, Collider))


def place(entity: int, x: float, y: float) -> None:
    """Teleport."""
    transform(entity).position = (x, y)


def speed(entity: int) -> float:
    return math.hypot(*rigid(entity).velocity)


def motion(entity: int) -> tuple[float, ...]:
    """Everything about a body that a step may change."""
    pose, moving = transform(entity), rigid(entity)
    return (pose.x, pose.y, pose.angle, *moving.velocity, moving.angular_velocity)


# esper forgets a handler that dies while another world is current only with noise; these live on.
_kept: list[Any] = []


class Recorder:
    """Every event that reaches this world's handlers, in order, as (name, event)."""

    def __init__(self, names: Iterable[str] = EVENTS):
        self.log: list[tuple[str, Any]] = []
        self.handlers = [self._handler(name) for name in names]
        for name, handler in zip(names, self.handlers, strict=True):
            esper.set_handler(name, handler)
        _kept.append(self.handlers)

    def _handler(self, name: str) -> Any:
        def handle(event: Any) -> None:
            self.log.append((name, event))

        return handle

    def of(self, name: str) -> list[Any]:
        return [event for heard, event in self.log if heard == name]

    def count(self, name: str) -> int:
        return len(self.of(name))

    def counts(self, *names: str) -> tuple[int, ...]:
        return tuple(self.count(name) for name in names)

    def clear(self) -> None:
        self.log.clear()


class Calls(list[Any]):
    """A handler that keeps its arguments."""

    def __call__(self, *arguments: Any) -> None:
        self.append(arguments)


def pair(event: Any) -> set[int]:
    """The two entities of a collision or trigger event."""
    if hasattr(event, "trigger"):
        return {event.trigger, event.visitor}
    return {event.entity_a, event.entity_b}
