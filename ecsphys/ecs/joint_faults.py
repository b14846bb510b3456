"""Likely mistakes in joints that act all the same, or have ended: looked for when they enter or change."""

from __future__ import annotations

from collections.abc import Sequence

from ..user_warnings import warn_user
from ..world.joints import JOINT_FIELDS
from .components import Joint, JointTable

_SPEED, _EFFORT = JOINT_FIELDS["motor_speed"], JOINT_FIELDS["max_effort"]

Claim = tuple[int, Joint]  # the entity that has a joint, and that joint


class JointFaults:
    """Looks at new and changed joints; warns once of each kind of mistake."""

    def __init__(self, table: JointTable[Joint]):
        self._table = table
        self._driven: set[int] = set()  # entities of joints whose motor has had an effort: it may coast
        self._has_warned_of_motor = self._has_warned_of_end = False

    def look_at(self, new: Sequence[Claim], edited: Sequence[Claim], ended: Sequence[int]) -> None:
        """Look at joints that have just been adopted or edited; `ended`: rows of those without a body."""
        if not self._has_warned_of_motor:
            self._look_at_motors([*new, *edited])
        if ended and not self._has_warned_of_end:
            self._look_at_ends(new, ended)

    def _look_at_motors(self, joints: Sequence[Claim]) -> None:
        reals = self._table.reals
        for entity, joint in joints:
            if reals[joint._at + _EFFORT] > 0.0:
                self._driven.add(entity)
            elif reals[joint._at + _SPEED] != 0.0 and entity not in self._driven:
                self._has_warned_of_motor = True
                effort = "max_motor_force" if hasattr(joint, "max_motor_force") else "max_motor_torque"
                warn_user(
                    f"the {type(joint).__name__} of entity {entity} has a motor_speed, and its {effort} is "
                    f"0, so that its motor does nothing; give it a {effort}, math.inf for any"
                )
                return

    def _look_at_ends(self, new: Sequence[Claim], ended: Sequence[int]) -> None:
        for entity, joint in new:
            if self._table.row_of(joint) in ended:
                self._has_warned_of_end = True
                warn_user(
                    f"the {type(joint).__name__} of entity {entity} joins {joint.a} and {joint.b}, and "
                    "one of them is gone: it was deleted before the joint came, so that it is broken"
                )
                return
