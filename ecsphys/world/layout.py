"""The records that make up a world: their fields, units and owners.

What a component reads of BODY is eight bytes wide or one, so that it can read its own row through memoryviews
of doubles (`BODY_FIELDS`) and of bytes (`BODY_FLAGS`) at the cost of a list access. Field names must not be
names of `np.record`'s own attributes (`flags`, `size`, `data`, …): without the JIT a row is one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .._jit import LINE, inlined


def in_lines(fields: list[tuple[str, str]]) -> np.dtype[Any]:
    """A record that begins with a cache line, where its array does, and fills whole ones."""
    packed = np.dtype(fields, align=True)
    assert packed.fields is not None
    offsets = [packed.fields[name][1] for name, _ in fields]
    size = -(-packed.itemsize // LINE) * LINE
    names, formats = zip(*fields, strict=True)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def offsets_of(dtype: np.dtype[Any]) -> dict[str, int]:
    """Where the fields of a record lie, in bytes."""
    return {name: dtype.fields[name][1] for name in dtype.names or () if dtype.fields}


def packing(dtype: np.dtype[Any], first: int = 0, end: int | None = None) -> str:
    """The format for `struct` of the fields of an aligned record between two words."""
    last = dtype.itemsize if end is None else 8 * end
    names = [name for name, at in offsets_of(dtype).items() if 8 * first <= at < last]
    # "@" aligns as numpy does; "0q" at the end fills the last word.
    return "@" + "".join(_CODES[dtype[name].str[1:]] for name in names) + "0q"


_CODES = {"i1": "b", "i4": "i", "i8": "q", "f8": "d"}


STATIC, KINEMATIC, DYNAMIC = 0, 1, 2
KINDS = ("static", "kinematic", "dynamic")
FREE = -1  # in `entity`/`body` of a row that nobody uses (entities are positive)

LOCK_X, LOCK_Y, LOCK_ROTATION = 1, 2, 4
CONTINUOUS = ("off", "auto", "bullet")
OFF, AUTO, BULLET = 0, 1, 2

# One row an entity that has a Transform and a RigidBody or a Collider. Lengths and angles are the
# game's; `center` is the centre of mass in the body's own frame; velocities are the centre's.
BODY = np.dtype(
    [
        ("entity", "i8"),
        # A Transform's own, which a new one has in this order too (components.row.NewRows).
        ("previous_x", "f8"),  # pose before the last step, for interpolation
        ("previous_y", "f8"),
        ("previous_angle", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("angle", "f8"),
        # A RigidBody's own, likewise; up to `awake` is what detection reads, beside the pose.
        ("vx", "f8"),
        ("vy", "f8"),
        ("angular_velocity", "f8"),
        ("awake", "i1"),
        ("kind", "i1"),
        ("locks", "i1"),
        ("continuous", "i1"),
        ("can_sleep", "i1"),
        ("force_x", "f8"),  # summed since the last step; cleared by it
        ("force_y", "f8"),
        ("torque", "f8"),
        ("gravity_scale", "f8"),
        ("linear_damping", "f8"),  # 1/s
        ("angular_damping", "f8"),  # 1/s
        ("target_time", "f8"),  # kinematic: seconds until move_to() has arrived; 0: not under way
        ("mass", "f8"),
        ("inertia", "f8"),  # about the centre of mass
        # What follows from these and from shapes, and what the systems keep.
        ("inverse_mass", "f8"),  # 0 unless dynamic
        ("inverse_inertia", "f8"),  # 0 unless dynamic and free to turn
        ("center_x", "f8"),
        ("center_y", "f8"),
        ("reach", "f8"),  # largest distance of a point of its shapes from the centre of mass
        ("thin", "f8"),  # half the smallest width of its shapes
        ("first_shape", "i4"),  # its shapes are linked by SHAPE.next_shape; -1 when there is none
        ("ring", "i4"),  # next body of the same sleeping island (itself when alone)
        ("near", "i4"),  # how many of its contacts are with what is static and solid
        ("near_triggers", "i4"),  # ... and with triggers, or its own trigger's
        ("rest_time", "f8"),  # seconds it has been slow and not speeding up
        ("rest_speed", "f8"),  # its lowest speed in that time
        # Of a body that the character system moves: the gap it keeps (0: not one of them), the velocity of
        # what it stands on, which is what the solver sees, the velocity with which it met what it met in this
        # step, and the row + 1 of what it stands on.
        ("skin", "f8"),
        ("carried_vx", "f8"),
        ("carried_vy", "f8"),
        ("impact_vx", "f8"),
        ("impact_vy", "f8"),
        ("floor", "i8"),
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

# One row a shape of a collider; the row number is the proxy id of the broad phase. What a
# step reads of most comes first.
SHAPE = np.dtype(
    [
        ("body", "i4"),  # row in BODY, FREE when unused
        ("next_shape", "i4"),
        ("first", "i4"),  # rows of the point pools
        ("count", "i4"),
        ("index", "i4"),  # which shape of its collider
        ("form", "i1"),  # collide.manifold: ROUND, EDGE, FACE, HALF_PLANE
        ("centered", "i1"),  # 1: a circle around its body's origin, so turning changes nothing
        # 1: its fat box was rewritten and the broad phase does not know yet; 2: has no box
        ("enlarged", "i1"),
        ("upright", "i1"),  # 1: an AABB, does not turn with its body
        ("radius", "f8"),
        ("friction", "f8"),
        ("restitution", "f8"),
        ("surface_speed", "f8"),
        ("one_way_x", "f8"),  # the side from which it is solid, in the body's frame; (0, 0): from all
        ("one_way_y", "f8"),
    ]
)
SHAPE_WIDTH = SHAPE.itemsize // 4  # whole numbers of four bytes a row


@inlined
def wide(number: int) -> int:
    """What a narrow field says, as 64 bits: what is kept in tuples has to be of one type."""
    return number + 0


# What decides whether two shapes may meet; kept apart from SHAPE because pair finding reads
# nothing else. `mobile`: 0 for static bodies, 1 for what can move.
FILTER = np.dtype(
    [
        ("body", "i4"),
        ("trigger", "i1"),
        ("mobile", "i1"),
        ("dynamic", "i1"),
        ("projectile", "i1"),  # 1: flies through everything, its hits are found by casting
        ("layer", "i8"),
        ("mask", "i8"),  # with whom it pushes
        ("notices", "i8"),  # whom it meets at all: mask and detect_mask together
        ("group", "i8"),
    ]
)

# What of SHAPE and FILTER follows from a collider: one row a piece of each different one that is to be added.
PIECE = np.dtype(
    [
        ("points", "i8"),  # where its points begin
        ("form", "i8"),
        ("count", "i8"),
        ("radius", "f8"),
        ("upright", "i8"),
        ("friction", "f8"),
        ("restitution", "f8"),
        ("surface_speed", "f8"),
        ("one_way_x", "f8"),
        ("one_way_y", "f8"),
        ("index", "i8"),
        ("layer", "i8"),
        ("mask", "i8"),
        ("detect_mask", "i8"),
        ("group", "i8"),
        ("trigger", "i8"),
        ("projectile", "i8"),
    ]
)

# One row a pair of shapes whose fat boxes overlap. Shape `a` belongs to the smaller entity. Nine of ten in a
# crowd never come near, so this is all there is of them, and what each step reads of all.
CONTACT = np.dtype(
    [
        ("a", "i4"),
        ("b", "i4"),
        ("near", "i1"),  # OF_STATIC: counted in its bodies' `near`, OF_TRIGGER: in `near_triggers`
        ("solid", "i1"),  # 1: pushes (response, one side dynamic)
        ("one_way", "i1"),  # bits: 1 if shape a is solid from one side only, 2 if b is, and PASSING
        ("met", "i1"),  # 1: its row of MANIFOLD says something
        ("touching", "i1"),  # 1: touched in this step; UNKNOWN: not looked at yet
        ("hooked", "i1"),  # contact hooks in this step: 0 not asked, ASKED, or DROPPED by one of them
        ("character", "i1"),  # 1: one of them is moved by the character system
        ("count", "i1"),  # of its points
    ]
)
OF_STATIC, OF_TRIGGER = 1, 2
UNKNOWN = 2
PASSING = 4  # the other shape of a one-way one came from elsewhere and is let through
ASKED, DROPPED = 1, 2

# The rest of a contact, in the row of the same number, from when it has points for the first time, or a pair.
# Points are relative to body A's origin; `jn`, `jt` are the impulses of the last sub-step.
MANIFOLD = in_lines(
    [
        ("pair", "i8"),  # row in PAIR; FREE: they have not touched yet
        ("impulse", "f8"),  # normal impulse of the whole step
        ("speed", "f8"),  # approach speed before the solver acted
        ("time", "f8"),  # when in the step they met, 0 to 1, if a sweep found it; else -1
        ("friction", "f8"),
        ("nx", "f8"),
        ("ny", "f8"),
        ("x0", "f8"),
        ("y0", "f8"),
        ("separation0", "f8"),
        ("id0", "i8"),
        ("jn0", "f8"),
        ("jt0", "f8"),
        ("x1", "f8"),
        ("y1", "f8"),
        ("separation1", "f8"),
        ("id1", "i8"),
        ("jn1", "f8"),
        ("jt1", "f8"),
        ("restitution", "f8"),
        ("surface_speed", "f8"),
        # Of the manifold as it was made, see `recycling`: B's origin relative to A's, angles, separations.
        ("base_x", "f8"),
        ("base_y", "f8"),
        ("base_a", "f8"),
        ("base_b", "f8"),
        ("base0", "f8"),
        ("base1", "f8"),
    ]
)

# One row a pair of entities that touch or did: the collision list. `entity_a < entity_b`.
PAIR = np.dtype(
    [
        ("entity_a", "i8"),  # FREE when unused
        ("entity_b", "i8"),
        ("since", "i8"),  # the step of the begin
        ("impulse", "f8"),  # sum over its contacts in this step
        ("listed", "i8"),  # the listing in which it was among the active ones
        ("contacts", "i4"),  # how many rows of MANIFOLD point here
        ("touched", "i4"),  # contacts that touch in this step; of a pair that is not listed it means nothing
        ("contact", "i4"),  # the contact that represents it in events of this step
        ("fastest", "i4"),  # the contact that represents it in hits
        ("together", "i1"),  # bits of the sides (`listing.sides`) that had their begin and not their end
        ("fast", "i1"),  # 1: its approach was over the hit speed in the last step
        ("trigger_a", "i1"),
        ("trigger_b", "i1"),
        ("reason", "i1"),  # why its contacts were taken away, see REASONS; 0: they were not
        ("left", "f8"),  # when in this step they parted, if a sweep found it
        ("apart", "i4"),  # steps in a row without touch
        ("body_a", "i4"),
        ("body_b", "i4"),
        ("next_free", "i4"),
    ],
    align=True,
)
REASONS = ("", "separated", "removed", "disabled", "filtered")
SEPARATED, REMOVED, DISABLED, FILTERED = 1, 2, 3, 4

# One row a contact as contact hooks see it: what they may read, then what they may set.
HOOK = np.dtype(
    [
        ("contact", "i8"),  # row in CONTACT
        ("body_a", "i8"),
        ("body_b", "i8"),
        ("entity_a", "i8"),
        ("entity_b", "i8"),
        ("nx", "f8"),  # from A to B
        ("ny", "f8"),
        ("x", "f8"),  # the deepest point, in world coordinates
        ("y", "f8"),
        ("penetration", "f8"),
        ("speed", "f8"),  # approach
        ("friction", "f8"),
        ("restitution", "f8"),
        ("surface_speed", "f8"),
        ("dropped", "i8"),  # not 0: there is no contact in this step
    ]
)

BEGIN, STAY, END, HIT = 0, 1, 2, 3

# One row an event of this step, in the order in which it was found; whole numbers first.
EVENT = np.dtype(
    [
        ("what", "i8"),
        ("entity_a", "i8"),
        ("entity_b", "i8"),
        ("reason", "i8"),
        ("trigger_a", "i8"),
        ("trigger_b", "i8"),
        ("nx", "f8"),
        ("ny", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("penetration", "f8"),
        ("speed", "f8"),
        ("impulse", "f8"),
        ("time", "f8"),
    ]
)
EVENT_INTS = 6

# One row a time that a swept body went into something that does not stop it: a trigger, or what reports
# without pushing. Times are parts of the step; `left` is BEYOND while it was still inside.
CROSSING = np.dtype(
    [
        ("body_a", "i8"),  # of the smaller entity
        ("body_b", "i8"),
        ("trigger_a", "i8"),
        ("trigger_b", "i8"),
        ("entered", "f8"),
        ("left", "f8"),
        ("nx", "f8"),
        ("ny", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("speed", "f8"),
    ]
)
BEYOND = 2.0
