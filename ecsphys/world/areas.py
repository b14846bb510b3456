"""The rows of areas and constant forces, and of the bodies on which they act by their place.

What an area does comes in two forms. Gravity along a vector and plain damping are the same all through a
step: they are summed up by body (EFFECT) before the solver. The rest, point gravity, wind, liquids and
forces that turn with their body, depends on pose and velocity: the solver asks for it where its integrator
needs it (`solver.influences`), along a list of VISITs for each body.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

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
        ("area", "i8"),  # row in AREA
        ("effects", "i8"),  # bits: of the area's those that act on this body, or LOCAL_FORCE
        ("next", "i8"),  # the next influence on the same body, or NO_VISIT
        ("near", "i8"),  # 1: the body only nears the liquid, and may enter it within the step
        ("calms", "i8"),  # 1: a liquid that slows the body down to rest
        # At the beginning of the step: of LOCAL_FORCE the force, of LIQUID the centroid of all shapes of the
        # body, from its centre of mass.
        ("x", "f8"),
        ("y", "f8"),
        ("body_area", "f8"),  # of LIQUID: the area of all shapes of the body
        ("is_whole", "i8"),  # of LIQUID: 1: all shapes turn with the body
    ]
)
NO_VISIT = -1

# One row a body: what areas do to it all through a step. Beside BODY, whose rows are read for each body.
EFFECT = np.dtype(
    [
        ("ax", "f8"),
        ("ay", "f8"),
        ("damping", "f8"),  # 1/s
        ("spin_damping", "f8"),  # 1/s
    ]
)


class Effect(NamedTuple):
    """A row of EFFECT: acceleration, and damping of motion and rotation."""

    ax: float
    ay: float
    damping: float
    spin_damping: float


@inlined
def effect_on(effects: Rows, row: int) -> Effect:
    """Return what areas do to a body all through the step; `effects` has no rows where there are none."""
    if row >= len(effects):
        return Effect(0.0, 0.0, 0.0, 0.0)
    effect = effects[row]
    return Effect(effect.ax, effect.ay, effect.damping, effect.spin_damping)


MOST_TOKEN = 0x7FFFFFFF


class Influences(NamedTuple):
    """What areas and forces do to bodies, as the solver reads it; no rows where nothing does."""

    heads: Ints  # by body row: its first row of `visits`, or NO_VISIT
    visits: Rows
    areas: Rows
    turned: PointRows  # the points of all shapes, at the angles with which the step began
    effects: Rows  # by body row


INFLUENCES = group(Influences, INTS, array(VISIT), array(AREA), REALS2, array(EFFECT))


NO_HEADS, NO_VISITS, NO_EFFECTS = np.zeros(0, np.int64), records(0, VISIT), records(0, EFFECT)

# Of a world in which nothing acts.
NO_INFLUENCES = Influences(NO_HEADS, NO_VISITS, records(0, AREA), np.zeros((0, 4)), NO_EFFECTS)


class InfluenceStore:
    """The memory of influences, which lasts from step to step."""

    def __init__(self) -> None:
        self.heads: Ints = np.zeros(0, np.int64)
        self.visits: Rows = records(0, VISIT)
        self.count: int = 0  # rows of `visits` in this step
        self.is_fresh: bool = False  # `heads` are of this step
        self.effects: Rows = NO_EFFECTS
        self.has_effects: bool = False  # they are of this step

    def reserve(self, bodies: int, visits: int) -> None:
        """Make room for that many bodies, and for visits beside those that are there."""
        if len(self.heads) != bodies:
            self.heads = np.full(bodies, NO_VISIT, np.int64)
        if len(self.visits) < self.count + visits:
            self.visits = grown(self.visits, 2 * (self.count + visits))

    def begin(self, bodies: int) -> None:
        """Begin the visits of a step, if that has not been done."""
        if not self.is_fresh:
            self.count, self.is_fresh, self.has_effects = 0, True, False
            self.reserve(bodies, 0)
            self.heads.fill(NO_VISIT)

    def influences(self, areas: Rows, turned: PointRows) -> Influences:
        """Return what the solver reads."""
        effects = self.effects if self.has_effects else NO_EFFECTS
        if self.count:
            return Influences(self.heads, self.visits, areas, turned, effects)
        return NO_INFLUENCES._replace(effects=effects)

    def reserve_effects(self, bodies: int) -> None:
        """Make room for the effects of areas on that many bodies; those of sleeping ones stay."""
        if len(self.effects) < bodies:
            self.effects = grown(self.effects, bodies)
        self.has_effects = True
