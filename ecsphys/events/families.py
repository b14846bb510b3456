"""Families of event kinds: the class of their events, and the rows of their streams."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..arrays import EventRows, Rows
from ..ecs.binding import Component
from ..ecs.components import Projectile
from ..projectile.records import SHOT
from ..world.events import EVENT, EVENT_KINDS, NUMBER_OF, EventName
from .event import CollisionEvent, JointEvent, ProjectileEvent, TriggerEvent
from .sort import sort_and_route

NOT_IN_STREAMS = (
    "kind", "trigger_a", "trigger_b", "frames_left", "point_count", "brief", "source", "x1", "y1",
    "penetration1",
)  # fmt: skip
COLLISION_ROW = np.dtype([(name, EVENT[name]) for name in EVENT.names or () if name not in NOT_IN_STREAMS])
TRIGGER_ROW = np.dtype(
    [("trigger", "i8"), ("visitor", "i8"), ("reason", "i8"), ("x", "f8"), ("y", "f8"), ("time", "f8")]
)
JOINT_ROW = np.dtype(
    [("joint", "i8"), ("entity_a", "i8"), ("entity_b", "i8"), ("reason", "i8")]
    + [(name, "f8") for name in ("value", "x", "y", "time")]
)


class EventFamily(NamedTuple):
    """What the kinds of a family share. `stream_rows` makes rows of streams from sorted rows of one kind."""

    event: type[Any]
    stream_row: np.dtype[Any]
    stream_rows: Callable[[Any], Rows]


class EventFormat:
    """How events are made of rows, in the plane or in space."""

    def __init__(
        self, families: dict[str, EventFamily], route: Callable[..., int], projectile: type[Component]
    ):
        self.families: dict[str, EventFamily] = families
        self.route: Callable[..., int] = route  # as `sort.sort_and_route`
        self.projectile: type[Component] = projectile  # the component of projectiles
        self.classes: tuple[type[Any], ...] = tuple(families[kind.family].event for kind in EVENT_KINDS)

    def family_of(self, name: EventName) -> EventFamily:
        """Return the family of a kind of event, given by name."""
        return self.families[EVENT_KINDS[NUMBER_OF[name]].family]


def collision_rows(rows: EventRows, row: np.dtype[Any] = COLLISION_ROW) -> Rows:
    """Return rows of COLLISION_ROW, one for each row of EVENT, or those of space."""
    result = np.empty(len(rows), row)
    for field in row.names or ():
        result[field] = rows[field]
    return result


def trigger_rows(rows: EventRows, row: np.dtype[Any] = TRIGGER_ROW) -> Rows:
    """Return rows of TRIGGER_ROW, one for each trigger of a row of EVENT, or those of space."""
    sides = np.stack([rows["trigger_a"], rows["trigger_b"]], axis=1) != 0
    entities = np.stack([rows["entity_a"], rows["entity_b"]], axis=1)
    at, side = np.nonzero(sides)
    result = np.empty(len(at), row)
    result["trigger"], result["visitor"] = entities[at, side], entities[at, 1 - side]
    for field in (row.names or ())[2:]:
        result[field] = rows[field][at]
    return result


def joint_rows(rows: EventRows) -> Rows:
    """Return rows of JOINT_ROW, one for each row of EVENT."""
    result = np.empty(len(rows), JOINT_ROW)
    for field in JOINT_ROW.names or ():
        result[field] = rows[{"joint": "shape_a", "value": "impulse"}.get(field, field)]
    return result


FAMILIES = {
    "collision": EventFamily(CollisionEvent, COLLISION_ROW, collision_rows),
    "trigger": EventFamily(TriggerEvent, TRIGGER_ROW, trigger_rows),
    "projectile": EventFamily(ProjectileEvent, SHOT, np.asarray),
    "joint": EventFamily(JointEvent, JOINT_ROW, joint_rows),
}

PLANE_EVENTS = EventFormat(FAMILIES, sort_and_route, Projectile)
