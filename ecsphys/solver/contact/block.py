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
        ("has_radius", "i8"),  # 1 if a core of some lane has a radius, else 0
        ("padding", "i8", (6,)),  # to the end of the cache line
        ("fixed", "f8", (LANES,)),  # 1 where one of the bodies cannot be pushed, else 0
        *_lanes("nx", "ny", "knn", "knt", "ktt", "ia", "ib", "friction"),
        *_lanes("shift_n", "shift_t"),  # nb - na and tb - ta, the same for both points
        *_lanes("na", "ta", "mass_n", "mass_t", points=True),  # levers; effective masses
        *_lanes("separation", points=True),  # at the bodies' present poses
        *_lanes("jn", "jt", points=True),  # of the sub-step
        *_lanes("base_separation", points=True),  # the part of the separation that no motion changes
        *_lanes("total_jn", points=True),  # sum of jn over the step
        *_lanes("ra", "rb"),  # radii of both cores
        *_lanes("impact_speed", points=True),  # approach speed at the moment of touch
        *_lanes("restitution", "surface_speed"),
        *_lanes("acceleration"),  # of the bodies towards each other along n, without contact
    ]
)
