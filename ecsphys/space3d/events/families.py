"""How events of space are made of rows: the families of their kinds, and the rows of their streams."""

from __future__ import annotations

from functools import partial

import numpy as np

from ...compile import INT, INTS, Kernel, array, entry_like
from ...events.families import (
    FAMILIES,
    NOT_IN_STREAMS,
    EventFamily,
    EventFormat,
    collision_rows,
    trigger_rows,
)
from ...events.sort import sort_and_route
from ..ecs.projectile import Projectile3D
from ..projectile.records import SHOT3
from ..world.event_records import EVENT3, POINT_FIELDS
from .event import CollisionEvent3D, ProjectileEvent3D, TriggerEvent3D

_LEFT_OUT = {*NOT_IN_STREAMS, *(name for fields in POINT_FIELDS[1:] for name in fields)}
COLLISION_ROW3 = np.dtype([(name, EVENT3[name]) for name in EVENT3.names or () if name not in _LEFT_OUT])
TRIGGER_ROW3 = np.dtype(
    [
        ("trigger", "i8"),
        ("visitor", "i8"),
        ("reason", "i8"),
        *((name, "f8") for name in ("x", "y", "z", "time")),
    ]
)

sort_and_route3: Kernel = entry_like(
    sort_and_route, __name__, array(EVENT3), INTS, INTS, INTS, INT, array(np.int64, 2)
)

FAMILIES3 = {
    "collision": EventFamily(CollisionEvent3D, COLLISION_ROW3, partial(collision_rows, row=COLLISION_ROW3)),
    "trigger": EventFamily(TriggerEvent3D, TRIGGER_ROW3, partial(trigger_rows, row=TRIGGER_ROW3)),
    "projectile": EventFamily(ProjectileEvent3D, SHOT3, np.asarray),
    "joint": FAMILIES["joint"],
}

SPACE_EVENTS = EventFormat(FAMILIES3, sort_and_route3, Projectile3D)
