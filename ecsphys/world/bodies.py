"""The rows of bodies: one for each entity with a Transform and a RigidBody or a Collider.

Fields that components read are eight bytes wide or one: a component reads its own row through memoryviews of
doubles (`BODY_FIELDS`) and of bytes (`BODY_FLAGS`) at the cost of a list access. Field names must not be
names of `np.record`'s own attributes (`flags`, `size`, `data`, …): without the JIT a row is one.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from ..arrays import FREE, offsets_of
from .body_store import NONE as NONE
from .body_store import BodyStore
from .body_store import Parts as Parts

STATIC, KINEMATIC, DYNAMIC = 0, 1, 2

BodyKind: TypeAlias = Literal["static", "kinematic", "dynamic"]

KINDS: tuple[BodyKind, ...] = ("static", "kinematic", "dynamic")

LOCK_X, LOCK_Y, LOCK_ROTATION = 1, 2, 4

ContinuousMode: TypeAlias = Literal["off", "auto", "bullet"]

CONTINUOUS: tuple[ContinuousMode, ...] = ("off", "auto", "bullet")

OFF, AUTO, BULLET = 0, 1, 2
FORCED, PUT_ASIDE = 1, 2  # by its forces, in this step; for good, until the game mends it

# One row an entity that has a Transform and a RigidBody or a Collider. Lengths and angles are the
# game's; `center` is the centre of mass in the body's own frame; velocities are the centre's.
BODY = np.dtype(
    [
        ("entity", "i8"),
        # The words of a Transform, in this order in its staging buffer, too.
        ("previous_x", "f8"),  # pose before the last step, for interpolation
        ("previous_y", "f8"),
        ("previous_angle", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("angle", "f8"),
        # The words of a RigidBody, likewise. Detection reads the pose and the fields up to `awake`.
        ("vx", "f8"),
        ("vy", "f8"),
        ("angular_velocity", "f8"),
        ("awake", "i1"),
        ("kind", "i1"),
        ("locks", "i1"),
        ("continuous", "i1"),
        ("can_sleep", "i1"),
        ("lost", "i1"),  # FORCED, then PUT_ASIDE until the game mends it, see world.losses
        ("joined", "i1"),  # 1: a joint keeps it from colliding with another body
        ("hung", "i1"),  # 1: a joint holds it to the world or to a body that nothing pushes
        ("force_x", "f8"),  # summed since the last step; cleared by it
        ("force_y", "f8"),
        ("torque", "f8"),
        ("gravity_scale", "f8"),
        ("linear_damping", "f8"),  # 1/s
        ("angular_damping", "f8"),  # 1/s
        ("target_time", "f8"),  # kinematic: seconds until move_to() has arrived; 0: not under way
        ("mass", "f8"),
        ("inertia", "f8"),  # about the centre of mass
        # Derived from the fields above and from the shapes, and state of the systems.
        ("inverse_mass", "f8"),  # 0 unless dynamic
        ("inverse_inertia", "f8"),  # 0 unless dynamic and free to turn
        ("center_x", "f8"),
        ("center_y", "f8"),
        ("reach", "f8"),  # largest distance of a point of its shapes from the centre of mass
        ("half_width", "f8"),  # half the smallest width of its shapes
        ("first_shape", "i4"),  # head of a list linked by SHAPE.next_shape; -1 without shapes
        ("next_in_island", "i4"),  # next body of the same sleeping island (itself when alone)
        ("static_contacts", "i4"),  # number of its contacts with static shapes that are no triggers
        ("trigger_contacts", "i4"),  # number of its contacts of which either shape is a trigger
        ("squeezed", "i8"),  # 1: see `contacts.crush`
        ("rest_time", "f8"),  # seconds for which it has been slow without speeding up
        ("rest_speed", "f8"),  # its lowest speed in that time
        ("stay_time", "f8"),  # seconds for which it has not moved on from a place, and its offset from there
        ("way_x", "f8"),
        ("way_y", "f8"),
        ("way_turn", "f8"),
        # Of bodies that the character system moves: gap to other shapes (0: no character), velocity of the
        # floor, which the solver uses as the body's, velocity before this step's impacts, and row of the
        # floor's body + 1.
        ("skin", "f8"),
        ("carried_vx", "f8"),
        ("carried_vy", "f8"),
        ("impact_vx", "f8"),
        ("impact_vy", "f8"),
        ("floor", "i4"),
        ("visits", "i4"),  # from the tokens of the areas in which it was when last awake
    ],
    align=True,
)

WIDTH = BODY.itemsize // 8  # words of eight bytes a row

BODY_FIELDS = {name: at // 8 for name, at in offsets_of(BODY).items() if BODY[name].itemsize == 8}  # words

BODY_FLAGS = {name: at for name, at in offsets_of(BODY).items() if BODY[name].itemsize == 1}  # bytes

POSE, PREVIOUS = BODY_FIELDS["x"], BODY_FIELDS["previous_x"]  # the first of three words each

# The words of a Transform and of a RigidBody: the first one, and behind the last one.
POSES = PREVIOUS, BODY_FIELDS["vx"]

MOTION = BODY_FIELDS["vx"], BODY_FIELDS["inverse_mass"]

_NO_BODY = np.zeros(1, BODY)

_NO_BODY["entity"] = _NO_BODY["first_shape"] = FREE


class Bodies(BodyStore, record=BODY, blank=_NO_BODY):
    """The bodies of a world, and what components ask of the next step."""

    def mark_teleported(self, at: int) -> None:
        """Note that the pose at word `at` was set; nothing interpolates across that."""
        reals = self.reals
        reals[at + PREVIOUS] = reals[at + POSE]  # word by word is twice as fast as by slices
        reals[at + PREVIOUS + 1] = reals[at + POSE + 1]
        reals[at + PREVIOUS + 2] = reals[at + POSE + 2]
        self.teleported.append(at // WIDTH)
