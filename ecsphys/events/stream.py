"""Events as arrays, for games that treat thousands of them in one line of numpy."""

from __future__ import annotations

import numpy as np

from ..arrays import Rows
from ..world.events import EventName
from .families import EventFamily


class EventStream:
    """All events of one name from now on, as rows of a structured array, in the order of delivery.

    Made by `Physics.stream(name)`; it collects as long as it is referenced. Collisions have the fields
    `entity_a, entity_b, reason, shape_a, shape_b, nx, ny, x, y, penetration, speed, impulse, time`, triggers
    `trigger, visitor, reason, x, y, time`, projectiles `projectile, target, shape, spent, time, x, y, nx, ny,
    distance, speed`, joints `joint, entity_a, entity_b, reason, value, x, y, time`. `reason` is the index of
    the word in `ecsphys.REASONS`, 0 for anything but an end or a break.

    >>> import esper
    >>> from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> hits = physics.stream("collision_hit")
    >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 2000)))
    >>> for y in range(0, 500, 100):
    ...     body = RigidBody(velocity=(300 + y, 0))
    ...     ball = esper.create_entity(Transform(0, y), body, Collider(Circle(16)))
    ...
    >>> for _ in range(30):
    ...     esper.process(1 / 60)
    ...
    >>> sorted(hits.take()["speed"].tolist())
    [300.0, 400.0, 500.0, 600.0, 700.0]
    """

    def __init__(self, name: EventName, family: EventFamily):
        self.name = name
        self._family = family
        self._parts: list[Rows] = []

    def take(self) -> Rows:
        """Return the events since the last call, those of several steps one after the other."""
        parts, self._parts = self._parts, []
        if len(parts) == 1:
            return parts[0]
        return np.concatenate([np.zeros(0, self._family.stream_row), *parts])

    def append(self, rows: Rows) -> None:
        """Append a step's rows of this kind: of EVENT, or of SHOT for projectiles."""
        if len(rows):
            self._parts.append(self._family.stream_rows(rows))
