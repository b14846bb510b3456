"""The public face of joints, and of explanations."""

from __future__ import annotations

from typing import Any

from .arrays import JointRows
from .ecs.simulation import Simulation
from .hooks import Hooks
from .math2d import check
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
