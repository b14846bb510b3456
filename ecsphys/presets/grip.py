"""Grab bodies with the mouse, or whatever else points."""

from __future__ import annotations

import esper

from ..ecs.components import MouseJoint, RigidBody, Transform
from ..math2d.vec2 import Pair
from ..physics import Physics

_STRENGTH = 1000.0  # times length units a second squared: the largest acceleration of what is held
_REACH = 0.1  # of a length unit: distance from which a body can still be grabbed


class Grip:
    """Pulls one body at a time by a `MouseJoint`, which is an entity of its own while the grip holds.

    Points are in world coordinates; what is no point raises `TypeError`, NaN and infinity `ValueError`.

    >>> import esper
    >>> from ecsphys import Box, Collider, Physics, RigidBody, Transform, presets
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> place = Transform(0, 0)
    >>> crate = esper.create_entity(place, RigidBody(), Collider(Box(40, 40)))
    >>> grip = presets.Grip(physics)
    >>> grip.grab((0, 0)), grip.held == crate  # the button is pressed
    (True, True)
    >>> esper.process(1 / 60)
    >>> grip.drag((100, 50))  # the mouse moves
    >>> for _ in range(60):
    ...     esper.process(1 / 60)
    ...
    >>> grip.release()
    >>> round(place.x), round(place.y)
    (100, 50)
    """

    def __init__(self, physics: Physics):
        self.physics = physics
        self._joint: tuple[int, MouseJoint] | None = None  # its entity, and the component

    @property
    def held(self) -> int | None:
        """The entity that is held, None if none is."""
        if self._joint is None:
            return None
        entity, joint = self._joint
        is_there = esper.entity_exists(entity) and esper.try_component(entity, MouseJoint) is joint
        return joint.b if is_there and not joint.broken else None

    def find(self, point: Pair) -> int | None:
        """Return the dynamic body at a point of the world, or the nearest one within reach."""
        # The class's own methods: recorders do not hear them.
        found = Physics.overlap_point(self.physics, point, kind="dynamic")
        if found:
            return min(found)
        near = Physics.nearest(self.physics, point, _REACH * self.physics.length_unit, kind="dynamic")
        return None if near is None else near.entity

    def grab(self, point: Pair) -> bool:
        """Take hold of the dynamic body at a point of the world; return whether there is one."""
        self.release()
        entity = self.find(point)
        if entity is None:
            return False
        mass = esper.component_for_entity(entity, RigidBody).mass
        place = esper.component_for_entity(entity, Transform).world_to_local(point)
        force = _STRENGTH * self.physics.length_unit * mass
        joint = MouseJoint(entity, point, anchor_b=place, max_force=force)
        self._joint = esper.create_entity(joint), joint
        return True

    def drag(self, point: Pair) -> None:
        """Pull what is held towards a point of the world."""
        if self._joint is not None:
            self._joint[1].target = point

    def release(self) -> None:
        """Let go of what is held."""
        if self._joint is not None:
            entity, joint = self._joint
            if esper.entity_exists(entity) and esper.try_component(entity, MouseJoint) is joint:
                esper.delete_entity(entity, immediate=True)
        self._joint = None
