"""The rows of joints, of all types, in a world."""

from __future__ import annotations

import numpy as np

from ....arrays import FREE
from ....math2d.vec2 import Vec2
from ....world.joint_frames import frame_of, to_world
from ....world.joints import IMPULSES, JOINT_FIELDS, LOADS
from ....world.state import World
from ...binding import C
from ...component_table import ComponentTable

_SIDES = ("body_a", "anchor_ax", "anchor_ay"), ("body_b", "anchor_bx", "anchor_by")


class JointTable(ComponentTable[C]):
    """One row a joint. Notes which of them the game has changed since the last step."""

    def __init__(self, component: type[C], world: World, capacity: int = 16):
        self._world = world
        self.changed: list[int] = []  # rows with other values
        # Some has other bodies, or acts or lets its bodies collide where it did not.
        self.is_rewired: bool = False
        super().__init__(component, capacity)

    def mark_changed(self, at: int) -> None:
        """Note that values of the joint at word `at` were set."""
        self.changed.append(at // self.width)

    def mark_rewired(self, at: int) -> None:
        """Note that the joint at word `at` got another body, or was switched on or off."""
        self.changed.append(at // self.width)
        self.is_rewired = True

    def initialize(self, row: int) -> None:
        """Begin at rest and without bodies, whatever the joint was part of before."""
        ints, reals, at = self.ints, self.reals, row * self.width
        for name in ("body_a", "body_b"):
            ints[at + JOINT_FIELDS[name]] = FREE
        for name in ("ready", "overload"):
            ints[at + JOINT_FIELDS[name]] = 0
        for name in (*IMPULSES, *LOADS):
            reals[at + JOINT_FIELDS[name]] = 0.0

    def place_of(self, at: int) -> Vec2 | None:
        """Return where in the world the joint at word `at` holds its b, a where b is the world.

        None before its bodies are found.
        """
        if self.ints[at + JOINT_FIELDS["ready"]] == 0:
            return None
        body, x, y = _SIDES[self.ints[at + JOINT_FIELDS["body_b"]] != FREE]
        bodies = self._world.bodies.rows.view(np.recarray)
        frame = frame_of(bodies, self.ints[at + JOINT_FIELDS[body]])
        place = to_world(frame, self.reals[at + JOINT_FIELDS[x]], self.reals[at + JOINT_FIELDS[y]])
        return Vec2(float(place.x), float(place.y))
