"""The record of a block of contacts."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..records import LANES


def _lanes(*names: str, points: bool = False) -> list[Any]:
    return [(name, "f8", (2, LANES) if points else (LANES,)) for name in names]


# Short names as in `solver.records`. In the order in which passes read them: all passes, only `relax`, none.
CONTACT_BLOCK = np.dtype(
    [
        ("has_surface_speed", "i8"),  # 1 if a surface of some lane moves, else 0
        ("bounces", "i8"),  # 1 if some lane has a restitution, else 0
        ("padding", "i8", (6,)),  # to the end of the cache line
        ("fixed", "f8", (LANES,)),  # 1 where one of the bodies cannot be pushed, else 0
        *_lanes("nx", "ny", "knn", "knt", "ktt", "ia", "ib", "friction"),
        *_lanes("shift_n", "shift_t"),  # nb - na and tb - ta, the same for both points
        *_lanes("slide_n", "slide_t"),  # what a's levers gained since the start of the step
        *_lanes("tf", "mass_t", "jt"),  # friction acts once, halfway between the points: ta, mass, impulse
        *_lanes("k", "mass_n", "na", points=True),  # of the normal impulses: k, effective masses, levers
        *_lanes("k01"),  # velocity along n that a unit impulse at one point adds at the other
        *_lanes("pair_scale"),  # 1 / determinant of both points' normal impulses
        *_lanes("separation", points=True),  # at the bodies' present poses
        *_lanes("jn", points=True),  # of the sub-step
        *_lanes("ta", points=True),
        *_lanes("base_separation", points=True),  # the part of the separation that no motion changes
        *_lanes("base_shift_n", "base_shift_t"),  # at the start of the step
        # Of one point, see `rolling`: normal, levers and core arms at first; what turns it; arms now.
        *_lanes("base_nx", "base_ny", "base_na", "base_nb", "base_ta", "base_tb", "base_tf"),
        *_lanes("turns_a", "turns_b", "turns_between", "on_a", "arm_a", "arm_b"),
        *_lanes("slide_a", "slide_both"),  # shares of the bodies' relative motion: see `move_levers`
        *_lanes("slide_limit"),  # of that motion: further, and the masses must be set again
        *_lanes("elastic"),  # 1 where the points approach and will bounce, else 0
        *_lanes("total_jn", points=True),  # sum of jn over the step
        *_lanes("ra", "rb"),  # radii of both cores
        *_lanes("impact_speed", points=True),  # approach speed at the moment of touch
        *_lanes("restitution", "surface_speed"),
        *_lanes("acceleration"),  # of the bodies towards each other along n, without contact
    ]
)

# A contact that bounces (see `bounce`). A speed below 0 stands for a point that does not.
BOUNCE = np.dtype(
    [
        ("block", "i4"),
        ("lane", "i4"),
        ("a", "i4"),  # movers
        ("b", "i4"),
        ("nx", "f8"),  # the present normal, and the levers of its impulses about both centres of mass
        ("ny", "f8"),
        ("na", "f8", (2,)),
        ("nb", "f8", (2,)),
        ("shift", "f8"),  # nb - na
        ("approach", "f8", (2,)),  # speed against the normal before
        ("speed", "f8", (2,)),  # along the normal, after the bounce
        ("j", "f8", (2,)),  # impulses so far
        ("j_stop", "f8", (2,)),  # impulses that stop the approaches, and the speeds that they leave
        ("speed_stop", "f8", (2,)),
        ("k", "f8", (2,)),  # inverse effective masses, with the present levers
        ("k01", "f8"),
        ("tolerance", "f8"),  # how much speed the points may be off their targets
        ("waiting", "i8"),  # of a body in a tree: 1 until it is solved, see `joined_bounce`
    ]
)
