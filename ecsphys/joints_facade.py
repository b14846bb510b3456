"""The public face of joints, and of explanations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .arrays import JointRows
from .ecs.simulation import Simulation
from .ecs.teleport import teleport
from .hooks import Hooks
from .math2d import check
from .math2d.vec2 import Pair
from .query import Queries

_NOT_GIVEN: Any = object()


class JointsFacade:
    """What games ask about joints. `Physics` is one."""

    simulation: Simulation
    hooks: Hooks
    queries: Queries

    @property
    def joints(self) -> JointRows:
        """A structured array with one row for each joint that the last step took in, for reading.

        Fields `entity, type, entity_a, entity_b` (0: the world), `enabled, broken, force_x, force_y, torque`
        (on b), `stretch, value, speed`. `value` is what the type measures: an angle, a translation, a
        distance, of a pulley the length of its rope. `type` is 0 for RevoluteJoint, then PrismaticJoint,
        DistanceJoint, WeldJoint, WheelJoint, MotorJoint, MouseJoint, GearJoint, RatchetJoint, PulleyJoint.

        >>> import esper
        >>> from ecsphys import DistanceJoint, Physics, RigidBody, Transform
        >>> physics = Physics(gravity=(0, -900))
        >>> esper.add_processor(physics)
        >>> lamp = esper.create_entity(Transform(0, -50), RigidBody(mass=2))
        >>> cord = esper.create_entity(DistanceJoint(None, lamp, anchor_a=(0, 0)))
        >>> for _ in range(60):
        ...     esper.process(1 / 60)
        ...
        >>> physics.joints["entity"].tolist() == [cord], abs(physics.joints["force_y"]).round()
        (True, array([1800.]))
        """
        return self.simulation.joints.state()

    def teleport(self, entities: int | Iterable[int], *, by: Pair) -> None:
        """Move entities by a way at once, as they stand to each other; they keep their velocities.

        For machines: a body that is teleported alone tears at its joints. The points at which joints hold
        these entities to the world are moved with them, but not the target of a MouseJoint. Entities of
        joints may be among them, as in `entities` of a preset, which has `move_to`. As all teleports it is
        not interpolated and sweeps nothing.

        Raises `ValueError` for an entity that has neither Transform nor joint, and for NaN and infinity,
        `TypeError` for what is no number of an entity and no pair; nothing has moved then.

        >>> import esper
        >>> from ecsphys import Physics, RevoluteJoint, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> arm = esper.create_entity(Transform(50, 0), RigidBody())
        >>> hinge = RevoluteJoint(None, arm, anchor=(0, 0))
        >>> joint = esper.create_entity(hinge)
        >>> physics.teleport([arm], by=(1000, 0))
        >>> esper.component_for_entity(arm, Transform).position, hinge.anchor
        (Vec2(x=1050.0, y=0.0), Vec2(x=1000.0, y=0.0))
        """
        self.simulation.require_current()
        teleport(entities, by)

    def joints_of(self, entity: int) -> list[int]:
        """Return the entities of the joints that hold an entity, broken ones too, ascending.

        Raises `TypeError` for what is no number of an entity.

        >>> import esper
        >>> from ecsphys import Physics, RevoluteJoint, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> arm = esper.create_entity(Transform(50, 0), RigidBody())
        >>> hinge = esper.create_entity(RevoluteJoint(None, arm, anchor=(0, 0)))
        >>> physics.joints_of(arm) == [hinge]
        True
        """
        entity = check.entity(entity, "entity")
        self.simulation.require_current()
        return self.simulation.joints.joints_of(entity)

    def explain(self, a: int, b: int = _NOT_GIVEN) -> str:
        """Say in one sentence why two entities do or do not collide now: the stage that stopped the pair.

        With one entity, that of a joint: what it holds, with what load, and why it is at its limit, its motor
        slow, or why it does not act.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> a = esper.create_entity(Transform(0, 0), RigidBody(), Collider(Circle(16), mask=2))
        >>> b = esper.create_entity(Transform(20, 0), RigidBody(), Collider(Circle(16)))
        >>> physics.explain(a, b)
        'the layer 0b1 of 2 is not in the mask 0b10 of 1'
        """
        if b is _NOT_GIVEN:
            return self.queries.explain_joint(a)
        return self.queries.explain(a, b, self.hooks.refusal)
