"""The rows of areas and constant forces, and of the bodies on which they act by their place.

What an area does comes in two forms. Gravity along a vector and plain damping are the same all through a
step: they are summed up by body (EFFECT) before the solver. The rest, point gravity, wind, liquids and
forces that turn with their body, depends on pose and velocity: the solver asks for it where its integrator
needs it (`solver.influences`), along a list of VISITs for each body.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from ..arrays import Ints, PointRows, Rows, grown, offsets_of
from ..compile import INTS, REALS2, array, group, inlined, records

AreaMode: TypeAlias = Literal["add", "replace"]

AREA_MODES: tuple[AreaMode, ...] = ("add", "replace")

ADD, REPLACE = 0, 1

# Kinds of effects, as bits. A liquid's damping is part of LIQUID.
GRAVITY, LINEAR_DAMPING, ANGULAR_DAMPING, WIND, LIQUID = 1, 2, 4, 8, 16
LOCAL_FORCE = 32  # of visits only: a ConstantForce that turns with its body

NO_GRAVITY, ALONG_VECTOR, TO_POINT = 0, 1, 2

# One row an area, of words of eight bytes. NaN: the component says None.
AREA = np.dtype(
    [
        ("entity", "i8"),  # FREE when unused
        ("body", "i8"),  # row in BODY; FREE while the entity has none
        ("gravity_kind", "i8"),  # NO_GRAVITY, ALONG_VECTOR, TO_POINT
        ("gravity_is_number", "i8"),  # 1: `gravity_y` is a strength, and `gravity_x` 0
        ("gravity_x", "f8"),
        ("gravity_y", "f8"),
        ("point_x", "f8"),  # in the area's frame
        ("point_y", "f8"),
        ("unit_distance", "f8"),
        ("linear_damping", "f8"),  # 1/s
        ("angular_damping", "f8"),  # 1/s
        ("wind_x", "f8"),  # units per second
        ("wind_y", "f8"),
        ("drag", "f8"),
        ("lift", "f8"),
        ("density", "f8"),  # mass per area
        ("surface", "f8"),  # y in the area's frame
        ("flow_x", "f8"),  # units per second
        ("flow_y", "f8"),
        ("mode", "i8"),
        ("priority", "i8"),
        ("token", "i8"),  # another number after every change, see `contacts.visitors`
        # Derived by `AreaSystem` when its components or its body change.
        ("effects", "i8"),  # bits GRAVITY …
        ("strength", "f8"),  # of point gravity
        ("top", "f8"),  # the surface, or the top of the collider, in the area's frame
        ("left", "f8"),  # the collider's extent along x in the area's frame
        ("right", "f8"),
        ("first_piece", "i8"),  # rows of OUTLINE, of a liquid
        ("end_piece", "i8"),
        ("inner_x", "f8"),  # the middle of a rectangle inside the outline, in the area's frame
        ("inner_y", "f8"),
        ("inner_width", "f8"),  # half of it
        ("inner_height", "f8"),
        ("inner_upright", "i8"),  # 1: the outline does not turn with the area's body
        # Derived from the pose at the beginning of each step.
        ("x", "f8"),
        ("y", "f8"),
        ("angle", "f8"),
        ("nx", "f8"),  # normal of the surface
        ("ny", "f8"),
        ("level", "f8"),  # of the surface along the normal
        ("center_x", "f8"),  # the point of attraction in the world
        ("center_y", "f8"),
    ]
)
AREA_FIELDS = {name: at // 8 for name, at in offsets_of(AREA).items()}

# One row a piece of a liquid's outline, counter-clockwise around what is in it: an edge, or an arc of at most
# half a circle. In the area's frame.
OUTLINE = np.dtype(
    [
        ("ax", "f8"),  # where it begins
        ("ay", "f8"),
        ("bx", "f8"),  # where it ends
        ("by", "f8"),
        ("cx", "f8"),  # the centre of an arc; a point of an edge
        ("cy", "f8"),
        ("radius", "f8"),  # 0: an edge
        ("upright", "i8"),  # 1: of a shape that does not turn with its body
    ]
)

# One row a constant force.
CONSTANT_FORCE = np.dtype(
    [
        ("entity", "i8"),
        ("body", "i8"),
        ("x", "f8"),
        ("y", "f8"),
        ("torque", "f8"),
        ("local", "i8"),  # 1: (x, y) turns with the body
    ]
)
CONSTANT_FORCE_FIELDS = {name: at // 8 for name, at in offsets_of(CONSTANT_FORCE).items()}

# One row an influence on one body that depends on its place.
VISIT = np.dtype(
    [
        ("area", "i8"),  # row in AREA; of LOCAL_FORCE the row in BODY
        ("effects", "i8"),  # bits: of the area's those that act on this body, or LOCAL_FORCE
        ("next", "i8"),  # the next influence on the same body, or NO_VISIT
        ("near", "i8"),  # 1: the body only nears the liquid, and may enter it within the step
        ("calms", "i8"),  # 1: a liquid that slows the body down to rest
        # Of LOCAL_FORCE the force at the beginning of the step; of LIQUID the centroid of all shapes of the
        # body, in its frame.
        ("x", "f8"),
        ("y", "f8"),
        ("body_area", "f8"),  # of LIQUID: the area of all shapes of the body
        ("is_whole", "i8"),  # of LIQUID: 1: all shapes turn with the body
    ]
)
NO_VISIT = -1

# The rows of VISIT in use, and what they were collected from.
VISIT_COUNTS = np.dtype(
    [
        ("contacts", "i8"),  # rows of trigger contacts then; FORGOTTEN: all is to be collected again
        ("end", "i8"),  # highest row of an area's visit + 1
        ("first_free", "i8"),  # head of the list of free rows below `end`; NO_VISIT: none
        ("used", "i8"),
        ("acting", "i8"),  # rows of EFFECT in which there is gravity
    ]
)
FORGOTTEN = -1

# One row a body: what areas do to it all through a step. Beside BODY, whose rows are read for each body.
EFFECT = np.dtype(
    [
        ("gx", "f8"),  # gravity, before the body's scale of it
        ("gy", "f8"),
        ("damping", "f8"),  # 1/s
        ("spin_damping", "f8"),  # 1/s
        ("replaced", "i8"),  # 1: the gravity of the world does not act
        # By what areas, constant forces and fields accelerate it as the step begins, beside the gravity of
        # the world and what `apply_force` does: `world.foreseen`.
        ("foreseen_x", "f8"),
        ("foreseen_y", "f8"),
    ]
)


class Effect(NamedTuple):
    """A row of EFFECT."""

    gx: float
    gy: float
    damping: float
    spin_damping: float
    replaced: int


@inlined
def has_gravity(effect: Any) -> bool:
    """Whether there is gravity in a row of EFFECT, or none where the world has some."""
    return bool((effect.gx != 0.0) | (effect.gy != 0.0) | (effect.replaced != 0))


@inlined
def effect_on(effects: Rows, row: int) -> Effect:
    """Return what areas do to a body all through the step; `effects` has no rows where there are none."""
    if row >= len(effects):
        return Effect(0.0, 0.0, 0.0, 0.0, 0)
    e = effects[row]
    return Effect(e.gx, e.gy, e.damping, e.spin_damping, e.replaced)


MOST_TOKEN = 0x7FFFFFFF


class Influences(NamedTuple):
    """What areas and forces do to bodies, as the solver reads it; no rows where nothing does."""

    heads: Ints  # by body row: its first row of `visits`, or NO_VISIT
    visits: Rows
    areas: Rows
    outlines: Rows  # of liquids
    turned: PointRows  # the points of all shapes, at the angles with which the step began
    effects: Rows  # by body row


INFLUENCES = group(Influences, INTS, array(VISIT), array(AREA), array(OUTLINE), REALS2, array(EFFECT))


NO_HEADS, NO_VISITS, NO_EFFECTS = np.zeros(0, np.int64), records(0, VISIT), records(0, EFFECT)

# Of a world in which nothing acts.
NO_INFLUENCES = Influences(
    NO_HEADS, NO_VISITS, records(0, AREA), records(0, OUTLINE), np.zeros((0, 4)), NO_EFFECTS
)


class InfluenceStore:
    """The memory of influences. What areas do lasts until it changes, local forces until the step is over."""

    def __init__(self) -> None:
        self.heads: Ints = np.zeros(0, np.int64)
        self.visits: Rows = records(0, VISIT)
        self.effects: Rows = NO_EFFECTS
        self.counts: Rows = records(1, VISIT_COUNTS)
        self.outlines: Rows = NO_INFLUENCES.outlines
        self.local: int = 0  # local forces: rows of `visits` behind those of areas
        self.is_foreseen = False  # `effects` are not blank in `foreseen_x` and `foreseen_y`
        self.forget()

    @property
    def areas_end(self) -> int:
        """Highest row of an area's visit + 1."""
        return int(self.counts["end"][0])

    def forget(self) -> None:
        """Collect all visits anew."""
        self.counts[0] = FORGOTTEN, 0, NO_VISIT, 0, self.counts["acting"][0]
        self.heads.fill(NO_VISIT)
        self.local = 0

    @property
    def is_acting(self) -> bool:
        """Whether areas act on a body by their gravity, wherever it is."""
        return bool(self.counts["acting"][0])

    def drop_local(self) -> None:
        """Take the local forces of the last step off their bodies."""
        if self.local:
            own = self.visits[self.areas_end : self.areas_end + self.local].view(np.ndarray)
            self.heads[own["area"]] = own["next"]
            self.local = 0

    def reserve(self, bodies: int, visits: int) -> None:
        """Make room for that many bodies and visits."""
        if len(self.heads) != bodies:
            self.heads, self.effects = np.full(bodies, NO_VISIT, np.int64), records(bodies, EFFECT)
            self.counts["acting"] = 0
            self.forget()
        if len(self.visits) < visits:
            self.visits = grown(self.visits, 2 * visits)

    def influences(self, areas: Rows, turned: PointRows) -> Influences:
        """Return what the solver reads; without the rows of `areas` there are no effects."""
        effects = self.effects if len(areas) else NO_EFFECTS
        if self.local or self.counts["used"][0]:
            return Influences(self.heads, self.visits, areas, self.outlines, turned, effects)
        return NO_INFLUENCES._replace(areas=areas, effects=effects)
