"""The records of a world in space: what a row of a body, a shape and a manifold holds.

Fields that the plane's records have, too, bear the same names, so that kernels which do not care for
dimensions (contact table, touch list, islands, waking) run on both. FILTER, CONTACT and PAIR are the plane's.
"""

from __future__ import annotations

import numpy as np

from ...arrays import in_lines

# One row an entity that has a Transform3D and a Body3D or a Collider3D. `center` is the centre of mass in the
# body's own frame; velocities are the centre's, in the world's axes; so are forces and torques.
BODY3 = np.dtype(
    [
        ("entity", "i8"),
        # The words of a Transform3D: pose before the last step, for interpolation, and now.
        ("previous_x", "f8"),
        ("previous_y", "f8"),
        ("previous_z", "f8"),
        ("previous_qw", "f8"),
        ("previous_qx", "f8"),
        ("previous_qy", "f8"),
        ("previous_qz", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("z", "f8"),
        ("qw", "f8"),
        ("qx", "f8"),
        ("qy", "f8"),
        ("qz", "f8"),
        # The words of a Body3D.
        ("vx", "f8"),
        ("vy", "f8"),
        ("vz", "f8"),
        ("wx", "f8"),  # angular velocity, radians per second
        ("wy", "f8"),
        ("wz", "f8"),
        ("awake", "i1"),
        ("kind", "i1"),
        ("locks", "i1"),  # bits LOCK_X … LOCK_TURN_Z
        ("continuous", "i1"),
        ("can_sleep", "i1"),
        ("lost", "i1"),
        ("joined", "i1"),
        ("hung", "i1"),
        ("force_x", "f8"),  # summed since the last step; cleared by it
        ("force_y", "f8"),
        ("force_z", "f8"),
        ("torque_x", "f8"),
        ("torque_y", "f8"),
        ("torque_z", "f8"),
        ("gravity_scale", "f8"),
        ("linear_damping", "f8"),  # 1/s
        ("angular_damping", "f8"),  # 1/s
        ("target_time", "f8"),  # kinematic: seconds until move_to() has arrived; 0: not under way
        ("mass", "f8"),
        # Inertia about the centre of mass in the body's own axes, and its inverse: symmetric, six words each.
        ("ixx", "f8"),
        ("iyy", "f8"),
        ("izz", "f8"),
        ("ixy", "f8"),
        ("ixz", "f8"),
        ("iyz", "f8"),
        # Derived from the fields above and from the shapes, and state of the systems.
        ("inverse_mass", "f8"),  # 0 unless dynamic
        ("jxx", "f8"),  # inverse inertia, 0 unless dynamic and free to turn
        ("jyy", "f8"),
        ("jzz", "f8"),
        ("jxy", "f8"),
        ("jxz", "f8"),
        ("jyz", "f8"),
        ("center_x", "f8"),
        ("center_y", "f8"),
        ("center_z", "f8"),
        ("reach", "f8"),  # largest distance of a point of its shapes from the centre of mass
        ("half_width", "f8"),  # half the smallest width of its shapes
        ("first_shape", "i4"),  # head of a list linked by SHAPE3.next_shape; -1 without shapes
        ("next_in_island", "i4"),  # next body of the same sleeping island (itself when alone)
        ("static_contacts", "i4"),
        ("trigger_contacts", "i4"),
        ("squeezed", "i8"),  # 1: see `contacts.crush`
        ("rest_time", "f8"),  # seconds for which it has been slow without speeding up
        ("rest_speed", "f8"),  # its lowest speed in that time
        ("stay_time", "f8"),  # seconds for which it has not moved on from a place, and its offset from there
        ("way_x", "f8"),
        ("way_y", "f8"),
        ("way_z", "f8"),
        ("turn_x", "f8"),
        ("turn_y", "f8"),
        ("turn_z", "f8"),
        # Of bodies that the character system moves: gap to other shapes (0: no character), velocity of the
        # floor, and row of the floor's body + 1.
        ("skin", "f8"),
        ("carried_vx", "f8"),
        ("carried_vy", "f8"),
        ("carried_vz", "f8"),
        ("floor", "i4"),
        ("unused", "i4"),
    ],
    align=True,
)

# One row a convex solid of a collider; the row number is its id in the broad phase. A mesh has one row for
# each plane in which it may be touched at once; only the first one is in the broad phase.
SHAPE3 = np.dtype(
    [
        ("body", "i4"),  # row in BODY3, FREE when unused
        ("next_shape", "i4"),
        ("index", "i4"),  # in the shapes of its collider
        ("span", "i4"),  # row of SolidRows.spans, of hulls and meshes
        ("form", "i1"),  # of collide.core
        ("enlarged", "i1"),  # 1: its fat box was rewritten since the last update; 2: it has no box
        ("upright", "i1"),  # 1: an AABB, does not turn with its body
        ("plane", "i1"),  # of a mesh: number of the plane in `contacts.planes`, else 0
        ("radius", "f8"),
        ("half_x", "f8"),  # Core.half
        ("half_y", "f8"),
        ("half_z", "f8"),
        ("offset_x", "f8"),  # pose of the solid in the body's frame
        ("offset_y", "f8"),
        ("offset_z", "f8"),
        ("offset_qw", "f8"),
        ("offset_qx", "f8"),
        ("offset_qy", "f8"),
        ("offset_qz", "f8"),
        ("friction", "f8"),
        ("restitution", "f8"),
        ("surface_speed", "f8"),  # always 0, as the plane's kernels ask
        ("one_way_x", "f8"),  # always (0, 0): solid from all sides, likewise
        ("one_way_y", "f8"),
    ],
    align=True,
)

_POINT = ("x", "y", "z", "separation", "id", "jn")  # jn: impulse along the normal in the last sub-step

# What a contact has computed; points are relative to body A's origin, in the world's axes.
MANIFOLD3 = in_lines(
    [
        ("pair", "i8"),  # row of PAIR; FREE before the first touch
        ("impulse", "f8"),  # normal impulse of the whole step
        ("speed", "f8"),  # approach speed before the solver acted
        ("time", "f8"),  # time of impact within the step, 0 to 1, if a sweep found it; else -1
        ("friction", "f8"),
        ("restitution", "f8"),
        ("surface_speed", "f8"),  # always 0, as the plane's kernels ask
        ("refinement", "f8"),  # of the last step's sub-steps, 1 where there is none
        ("nx", "f8"),
        ("ny", "f8"),
        ("nz", "f8"),
        # Friction of the last sub-step: impulse at the middle of the points, and about the normal.
        ("friction_x", "f8"),
        ("friction_y", "f8"),
        ("friction_z", "f8"),
        ("twist", "f8"),
        *((f"{name}{i}", "i8" if name == "id" else "f8") for i in range(4) for name in _POINT),
        # When the manifold was computed, see `contacts.recycling`: B's origin relative to A's, both
        # orientations and the separations.
        *((f"cached_{name}", "f8") for name in ("x", "y", "z")),
        *((f"cached_{name}_{body}", "f8") for body in "ab" for name in ("qw", "qx", "qy", "qz")),
        *((f"cached_separation{i}", "f8") for i in range(4)),
    ]
)

LOCK_X, LOCK_Y, LOCK_Z, LOCK_TURN_X, LOCK_TURN_Y, LOCK_TURN_Z = 1, 2, 4, 8, 16, 32
