"""The rows that the solver works on, and the legend of its short names.

- `v w`: velocity of the centre of mass and angular velocity
- `m i`: *inverse* mass and inertia; `mx my` along the axes, since a locked axis has infinite mass
- `a b`: the two bodies of a constraint; an impulse acts on b, its reaction on a
- `r`: arm from a centre of mass; `n t`: normal from a to b, and tangent: the normal turned clockwise by 90°
- `j l`: impulse and angular impulse; `jn jt` along normal and tangent, `la lb` about both centres
- `na ta`: levers of `jn` and `jt` about a's centre, so that `la = na jn + ta jt`; `nb tb` about b's
- `k`: inverse effective mass: the relative velocity that a unit impulse adds; `knt` along t for one along n
- `c s`: cosine and sine of a body's rotation in this step; `h`: seconds of a sub-step; `dt`: of the step

A *mover* is the solver's copy of a body. Mover 0 stands for all bodies that are static or asleep: it has no
inverse mass and never changes, so that inner loops need no branch for them.

A *block* holds up to LANES constraints of one kind and colour (see `coloring`), field by field, so that a
loop over its lanes becomes vector instructions.
"""

from __future__ import annotations

import numpy as np

from ..compile import ENABLED

STATIC_MOVER = 0
COLORS = 32
OVERFLOW = COLORS - 1  # the colour of constraints that found no free one; they may share bodies
PRESSED = 1 << COLORS  # beside the colours of a mover: a kinematic body touches its island (`contact.hold`)
# Likewise: it has a constraint with another mover. See `contact.landing`: it lands, or bears what does; it is
# one of too many that would.
MEETS, BEARING, CROWD = 1 << (COLORS + 1), 1 << (COLORS + 2), 1 << (COLORS + 3)
LANE_BITS = 5
LANES = 1 << LANE_BITS
VECTOR_LANES = 8 if ENABLED else 1  # doubles in the longest vector register
GROUP_SIZE = 1024  # constraints solved together (see `groups`): half a megabyte with their movers

# A body while it is solved, in groups of four words that are gathered and scattered together.
MOVER = np.dtype(
    [
        ("vx", "f8"),
        ("vy", "f8"),
        ("w", "f8"),
        ("turn", "f8"),  # rotation since the start of the step, radians
        ("mx", "f8"),
        ("my", "f8"),
        ("i", "f8"),
        ("zero", "f8"),  # pads the group: impulses leave the fourth word of a group as it is
        ("warm_x", "f8"),  # change of velocity by the impulses with which the next sub-step starts
        ("warm_y", "f8"),
        ("warm_w", "f8"),
        ("damping", "f8"),  # factor on the velocity each sub-step
        ("dx", "f8"),  # displacement of the centre of mass since the start of the step
        ("dy", "f8"),
        ("c", "f8"),
        ("s", "f8"),  # constraints read no further: two cache lines
        ("ax", "f8"),  # change of velocity by forces each sub-step
        ("ay", "f8"),
        ("aw", "f8"),
        ("spin_damping", "f8"),
        ("body", "i4"),  # row of BODY
        ("lively", "i2"),  # above 0: contacts of this body may bounce (see `contact.bounce`)
        ("stirred", "i2"),  # the last pass of bounces that changed its velocity
        ("colors", "i8"),  # bits: the colours of its constraints, PRESSED, MEETS, BEARING and CROWD
        ("cx", "f8"),  # centre of mass from the body's origin in world axes, at the start of the step
        ("cy", "f8"),  # three cache lines
    ]
)
# The rules of a mover's motion (`rules.Rule`), and what a sub-step would make of it if nothing pushed it.
FLIGHT = np.dtype(
    [
        *((name, "f8") for name in ("p", "q", "r", "s", "spin_p", "spin_q", "spin_r", "spin_s")),
        ("vx", "f8"),  # velocity at the end of the sub-step
        ("vy", "f8"),
        ("w", "f8"),
        ("dx", "f8"),  # displacement beyond h times that velocity
        ("dy", "f8"),
        ("turn", "f8"),
        ("ax", "f8"),  # what the mover's own is while the step is prepared (see `flights.foresee`)
        ("ay", "f8"),
        # 1: (dx, dy) of each sub-step, and until `fly` in (vx, vy) what it adds, come from fields of force
        ("by_field", "i8"),
        ("restless", "i8"),  # 1: influences accelerate it too much for it to be at rest
    ]
)

VELOCITY, MASS, WARM_START, DELTA, FORCE = 0, 4, 8, 12, 16  # first words of a mover's groups

# Head of a block: the fields that all kinds share. Those of its own kind are in the row of the same number of
# that kind's array.
BLOCK_HEAD = np.dtype(
    [
        ("kind", "i8"),
        ("color", "i8"),
        ("first", "i8"),  # row in `Workspace.ordered` of the constraint in lane 0
        ("count", "i8"),  # lanes in use
        ("lanes", "i8"),  # `count`, rounded up to full vectors; the lanes behind `count` have no effect
        ("padding", "i8", (3,)),  # to the end of the cache line
        ("a", "i4", (LANES,)),  # movers
        ("b", "i4", (LANES,)),
    ]
)

# Bodies under influences and without constraints are moved FREE_LANES at a time, field by field, by
# `free_lanes`. Each takes up to SLOTS influences of a kind, and wind on up to FACETS edges; the rest is 0.
FREE_LANES, SLOTS, FACETS = 16, 4, 8
QUEUES = 2 * SLOTS
_BODY_LANES = (
    *("x0", "y0", "mx", "my", "i", "gx", "gy"),  # see `influences.Subject`
    *("ax", "ay", "aw", "linear", "angular", "scale", "reach"),
    *("x", "y", "turn", "vx", "vy", "w"),  # see `influences.State`
    *("most", "most_turn"),  # displacement of a sub-step, and turn, up to which a body keeps to its lane
    *("restless", "astray"),  # 1.0: stays awake; 1.0: has passed one of the limits
    *("point_x", "point_y", "fx", "fy", "torque", "flow_ax", "flow_ay", "flow_aw"),  # sums of a sub-step
    *("rate", "spin_rate"),  # of damping
    *("c", "s", "past_x", "past_y", "passing", "arm_x", "arm_y", "arms"),  # of one wind
    *("lever_x", "lever_y", "wide"),  # of the shape: its centroid, and the width of its rounding
    "area",
)
_SLOT_LANES = (
    *("center_x", "center_y", "strength", "unit"),  # of points that attract
    *("wind_x", "wind_y", "drag"),
    *("nx", "ny", "density", "slow", "spin_slow", "flow_x", "flow_y"),  # of liquids
)
_FACET_LANES = "side_x", "side_y", "at_x", "at_y", "square"  # an edge, its middle, and the square of that

# Scratch of one thread. First for the block that it solves, lane by lane: the groups VELOCITY and DELTA of
# both movers; then, in place of these, impulses along x, along y and about the centre of mass: in `a` and `b`
# those of the pass, in `delta_a` and `delta_b` those with which the next sub-step starts. After that for
# bodies under influences.
SCRATCH = np.dtype(
    [
        *((name, "f8", (4, LANES)) for name in ("a", "b", "delta_a", "delta_b")),
        ("queues", "i8", (QUEUES, FREE_LANES)),  # rows of bodies that wait for lanes
        ("queued", "i8", (QUEUES,)),  # how many
        *((name, "i8") for name in ("points", "winds", "liquids", "facets")),  # how many are in use at most
        *((name, "f8", (FREE_LANES,)) for name in _BODY_LANES),
        *((name, "f8", (SLOTS, FREE_LANES)) for name in _SLOT_LANES),
        *((name, "f8", (FACETS, FREE_LANES)) for name in _FACET_LANES),
    ]
)
