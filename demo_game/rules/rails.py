"""Kinematic motion: platforms along their paths, doors between shut and open."""

from __future__ import annotations

import esper

from ecsphys import RigidBody, Transform, Vec2

from .. import signals, tuning
from ..components import Door, Mover
from .rule import Rule

_CLOSE = 1e-6  # px


class Rails(Rule):
    """Sets the velocities of platforms and doors."""

    def process(self, dt: float) -> None:
        """Set the velocities for one step."""
        for _, (mover, transform, body) in esper.get_components(Mover, Transform, RigidBody):
            goal = mover.path[mover.leg]
            body.velocity = approach(transform.position, goal, mover.speed, dt)
            if transform.position.distance(goal) <= mover.speed * dt:
                _next_leg(mover)
        for entity, (door, transform, body) in esper.get_components(Door, Transform, RigidBody):
            self._move(entity, door, transform.position, body, dt)

    def _move(self, entity: int, door: Door, position: Vec2, body: RigidBody, dt: float) -> None:
        """Open or shut a door."""
        active = self.memory.active
        wanted = any(number in active for number in door.opened_by)
        if door.gems:
            wanted = wanted or self.session.gems_taken == self.session.gems
        if wanted != door.open:
            door.open = wanted
            signals.send(signals.DOOR_OPENS if wanted else signals.DOOR_SHUTS, position, entity)
        body.velocity = approach(position, door.opened if wanted else door.shut, tuning.DOOR_SPEED, dt)


def approach(position: Vec2, goal: Vec2, speed: float, dt: float) -> Vec2:
    """Return the velocity that brings a body to a goal in one step, at most at `speed`."""
    direction = goal - position
    if direction.length <= _CLOSE:
        return Vec2(0.0, 0.0)
    return direction / dt if direction.length <= speed * dt else direction.normalized() * speed


def _next_leg(mover: Mover) -> None:
    """Advance to the next point: back and forth along a path, round and round a closed one."""
    last = len(mover.path) - 1
    if mover.path[0] == mover.path[last]:
        mover.leg = 1 if mover.leg == last else mover.leg + 1
        return
    if mover.leg in (0, last):
        mover.forward = mover.leg == 0
    mover.leg += 1 if mover.forward else -1
