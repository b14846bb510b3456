"""The rows that the solver of space works on. Short names as in the plane's `solver.records`; besides:

- `n t u`: normal from a to b, and two tangents; right-handed, so that t × u = n
- `J`: *inverse* inertia in the world's axes, six words jxx …; `I`: inertia itself
- *middle*: the mean of a contact's points, at which friction acts; `r` is the arm to it from a centre of mass
- *reading*: the velocity of b relative to a at the middle, along n, and their relative spin about t and u.
  It gives the normal speed of all points, which lie at (a, b) so that a point's lever about the middle is
  `a t + b u`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...solver.budget.records import ISLAND

STATIC_MOVER = 0  # stands for all bodies that are static or asleep
MAX_POINTS = 4


def _words(*names: str) -> list[Any]:
    return [(name, "f8") for name in names]


# A body while it is solved. Constraints read the first words, up to `txx` …
MOVER3 = np.dtype(
    [
        *_words("vx", "vy", "vz", "wx", "wy", "wz"),
        *_words("mx", "my", "mz"),  # inverse mass along the axes: a locked axis has infinite mass
        *_words("jxx", "jyy", "jzz", "jxy", "jxz", "jyz"),  # at the present orientation
        ("lively", "i4"),  # above 0: contacts of this body may bounce (see `bounce`)
        ("stirred", "i4"),  # the last pass of bounces that changed its velocity
        # Displacement of the centre of mass, and rotation since the start of the step minus the identity.
        *_words("dx", "dy", "dz"),
        *_words("txx", "txy", "txz", "tyx", "tyy", "tyz", "tzx", "tzy", "tzz"),
        # Impulse and angular impulse with which the next sub-step starts.
        *_words("warm_px", "warm_py", "warm_pz", "warm_lx", "warm_ly", "warm_lz"),
        *_words("qw", "qx", "qy", "qz"),  # rotation since the start of the step
        *_words("ax", "ay", "az"),  # change of velocity by forces each sub-step
        *_words("lx", "ly", "lz"),  # change of angular momentum by torques each sub-step
        *_words("damping", "spin_damping"),  # factors on the velocities each sub-step
        # Inertia and its inverse at the start of the step.
        *_words("ixx", "iyy", "izz", "ixy", "ixz", "iyz"),
        *_words("kxx", "kyy", "kzz", "kxy", "kxz", "kyz"),
        *_words("cx", "cy", "cz"),  # centre of mass from the body's origin, at the start of the step
        ("body", "i8"),  # row of BODY3
        ("pressed", "i8"),  # 1: a kinematic body touches its island (`hold`)
        ("spinning", "i8"),  # STEADY or GYROSCOPIC
    ]
)

# How a body's spin changes by itself: not at all, inverse inertia and all; or so that spin and inertia turn
# with the body while the angular momentum stays.
STEADY, GYROSCOPIC = 0, 1

# A contact while it is solved.
CONTACT_BLOCK3 = np.dtype(
    [
        ("mover_a", "i8"),
        ("mover_b", "i8"),
        ("row", "i8"),  # in the contact table
        ("count", "i8"),  # points
        ("next", "i8"),  # the next block of its island, + 1; 0: none
        ("fixed", "i8"),  # 1: one of the bodies cannot be pushed
        ("elastic", "i8"),  # 1: its points approach and will bounce
        *_words("nx", "ny", "nz", "tx", "ty", "tz", "ux", "uy", "uz"),
        *_words("rx", "ry", "rz"),  # arm of the middle from a's centre, now; at the start of the step:
        *_words("start_rx", "start_ry", "start_rz"),
        *_words("gx", "gy", "gz"),  # from a's centre to b's, now; at the start of the step:
        *_words("start_gx", "start_gy", "start_gz"),
        *_words("slide_a"),  # share of the bodies' relative motion by which the place of the contact moves
        *_words("slide_limit", "slide_effect"),  # see `masses.set_slide_limit`
        *_words("radius_a", "radius_b"),
        *_words("k00", "k01", "k02", "k11", "k12", "k22"),  # of the reading: what a unit impulse adds
        *_words("ktt", "ktu", "kuu", "friction_scale", "slip_mass", "twist_mass"),
        # c, an impulse, its answer. Impulses: n along n, t and u angular about t and u, w a twist about n.
        # Answers: t and u the slip along these, n the spin about n.
        *_words("cnt", "cnu", "cnn", "ctt", "ctu", "ctn", "cut", "cuu", "cun", "cwt", "cwu"),
        *_words("friction", "jt", "ju", "twist"),
        *_words("restitution", "acceleration", "compliance"),
        # What brings all points to their targets at once, without and with springs: see `masses.set_inverse`.
        *((name, "f8", (10,)) for name in ("rigid", "soft")),
        ("between", "f8", (6,)),  # couplings of points 0 1, 0 2, 0 3, 1 2, 1 3, 2 3
        # What rolls (`rolling`): how; the depths of the cores below the place, their arms; normal, tangent
        # and the axes of capsules at the step's start.
        ("turns", "i8"),
        *_words("deep_a", "deep_b", "core_ax", "core_ay", "core_az", "core_bx", "core_by", "core_bz"),
        *_words("start_nx", "start_ny", "start_nz", "start_tx", "start_ty", "start_tz"),
        *_words("axis_ax", "axis_ay", "axis_az", "axis_bx", "axis_by", "axis_bz"),
        # By point: place from a's centre, and separation there, at the start of the step; coordinates; …
        *((name, "f8", (MAX_POINTS,)) for name in ("px", "py", "pz", "start_separation")),
        *((name, "f8", (MAX_POINTS,)) for name in ("a", "b", "reach", "mass", "coupling")),
        *((name, "f8", (MAX_POINTS,)) for name in ("separation", "jn", "total_jn", "impact_speed")),
    ]
)

# One row for each constraint of a step; as in the plane, whose kernels group them.
CONSTRAINT3 = np.dtype(
    [
        ("kind", "i4"),  # 0: a contact
        ("row", "i4"),  # in the contact table
        ("body_a", "i4"),  # rows of BODY3; FREE: a body that is static or asleep
        ("body_b", "i4"),
        ("refinement", "i4"),  # how many times as many sub-steps it needs
        ("unused", "i4"),
    ]
)

# A contact that bounces (see `bounce`). A speed below 0 stands for a point that does not.
BOUNCE3 = np.dtype(
    [
        ("block", "i8"),
        ("solved", "i8"),  # scratch: 1 if all points were solved at once
        ("tolerance", "f8"),  # how much speed the points may be off their targets
        *((name, "f8", (MAX_POINTS,)) for name in ("approach", "speed", "j", "j_stop", "speed_stop")),
        *((name, "f8", (MAX_POINTS,)) for name in ("before", "change")),  # scratch
    ]
)

# One row a mover: the island whose budget it shares, its mass along the axes (0: nothing moves it), and its
# state at the start of the sub-step; and that island, if it is the smallest mover of one (see `budget`): how
# many movers and points it has, its first block + 1, and whether something may sink in (`impact`).
BUDGET3 = np.dtype(
    [
        *((name, "i8") for name in ("members", "points", "head", "sinks")),
        ("island", "i8"),
        *_words("mass_x", "mass_y", "mass_z"),
        *_words("start_vx", "start_vy", "start_vz", "start_wx", "start_wy", "start_wz"),
        *_words("start_dx", "start_dy", "start_dz"),
        *ISLAND.descr,
    ]
)

# A point of a contact of which all are solved at once (see `impact`). n: from a to b; l: what a unit impulse
# along n turns by, at the arms of a and b; s: the spins that it adds.
POINT3 = np.dtype(
    [
        *((name, "i8") for name in ("mover_a", "mover_b", "block", "point")),
        *_words("nx", "ny", "nz", "lax", "lay", "laz", "lbx", "lby", "lbz"),
        *_words("sax", "say", "saz", "sbx", "sby", "sbz"),
    ]
)
