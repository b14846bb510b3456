"""The system of joints."""

from __future__ import annotations

import numpy as np

from ..arrays import Ints
from ..world.contacts import FORCE, REMOVED, TORQUE
from ..world.events import JOINT_BREAK, NUMBER_OF
from ..world.joints import BY_FORCE, BY_TORQUE
from .system import PhysicsSystem

_REASON_OF = {BY_FORCE: FORCE, BY_TORQUE: TORQUE}


class JointSystem(PhysicsSystem):
    """Takes in joints when a step begins, and reports those that it broke. The solver acts for them.

    >>> import esper
    >>> from ecsphys import DistanceJoint, JointSystem, Physics, RigidBody, Transform
    >>> class Look(JointSystem):
    ...     def run(self):
    ...         super().run()
    ...         print(thread.broken, round(thread.force.length))
    ...
    >>> physics = Physics(gravity=(0, -900))
    >>> esper.add_processor(physics)
    >>> physics.replace(JointSystem, Look())
    >>> lamp = esper.create_entity(Transform(0, -50), RigidBody(mass=2))
    >>> thread = DistanceJoint(None, lamp, anchor_a=(0, 0), break_force=1000)
    >>> joint = esper.create_entity(thread)
    >>> esper.process(1 / 60)
    True 1800
    """

    _is_cut_off = False  # code of the game has raised before `run`, and the solver may have broken joints

    def begin(self) -> None:
        """Adopt and release joints, and find their bodies.

        Raises `ValueError` as `JointAdoption.update` does.
        """
        joints = self.simulation.joints
        if self._is_cut_off:
            self.run()
        if not joints.is_unchanged():
            died = joints.update()
            self.physics.hooks.pair_filters.keep_apart(joints.apart)
            self._report(died, [REMOVED] * len(died))
        if self.world.bodies.teleported or joints.fresh:
            joints.follow_teleports(self.simulation.settings.length_unit)
        self._is_cut_off = len(joints.breakable) > 0

    def is_idle(self) -> bool:
        """Whether there are no joints."""
        joints = self.simulation.joints
        return not joints.table.members and joints.is_unchanged()

    def run(self) -> None:
        """Report the joints that the solver broke in this step."""
        joints, self._is_cut_off = self.simulation.joints, False
        if self.world.lost:
            joints.clear_lost()
        if not len(joints.breakable):
            return
        table = joints.table
        overload: Ints = table.rows.view(np.ndarray)["overload"][joints.breakable]
        broken = joints.breakable[overload != 0].tolist()
        for row in broken:
            table.mark_rewired(row * table.width)
        self._report(broken, [_REASON_OF[found] for found in overload[overload != 0].tolist()])

    def _report(self, rows: list[int], reasons: list[int]) -> None:
        """Append the breaks of joints, given by row, to the events of this step."""
        if not rows:
            return
        table, store = self.simulation.joints.table, self.world.events
        joints = table.rows.view(np.ndarray)
        store.reserve(len(rows))
        events = store.rows.view(np.ndarray)
        for row, reason in sorted(zip(rows, reasons, strict=True), key=lambda one: joints["entity"][one[0]]):
            joint, event = joints[row], events[store.count]
            place = table.place_of(row * table.width) or (0.0, 0.0)
            events[store.count] = np.zeros((), events.dtype)
            event["kind"], event["reason"] = NUMBER_OF[JOINT_BREAK], reason
            event["shape_a"], event["x"], event["y"] = joint["entity"], *place
            event["entity_a"], event["entity_b"] = joint["entity_a"], joint["entity_b"]
            if reason != REMOVED:
                event["impulse"], event["time"] = joint["overload_value"], joint["overload_time"]
            store.count += 1
