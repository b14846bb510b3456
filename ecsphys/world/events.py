"""The kinds of events, and the rows of one step: events, and crossings of swept bodies."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np

from ..arrays import Array, grown
from ..compile import INT, records, value

CollisionName: TypeAlias = Literal[
    "collision_begin", "collision_stay", "collision_end", "collision_hit", "collision_crush"
]
TriggerName: TypeAlias = Literal["trigger_enter", "trigger_stay", "trigger_exit"]
ProjectileName: TypeAlias = Literal["projectile_hit", "projectile_spent"]
JointName: TypeAlias = Literal["joint_break"]
EventName: TypeAlias = CollisionName | TriggerName | ProjectileName | JointName

COLLISION_BEGIN: Final = "collision_begin"
COLLISION_STAY: Final = "collision_stay"
COLLISION_END: Final = "collision_end"
COLLISION_HIT: Final = "collision_hit"
COLLISION_CRUSH: Final = "collision_crush"
TRIGGER_ENTER: Final = "trigger_enter"
TRIGGER_STAY: Final = "trigger_stay"
TRIGGER_EXIT: Final = "trigger_exit"
PROJECTILE_HIT: Final = "projectile_hit"
PROJECTILE_SPENT: Final = "projectile_spent"
JOINT_BREAK: Final = "joint_break"


class EventKind(NamedTuple):
    """A kind of event. Its number is its index in EVENT_KINDS, its bit in a mask of kinds is 1 << number."""

    name: EventName
    family: str  # its class and stream rows: a key of `events.families.FAMILIES`
    rank: int  # of events at the same time those of the lower rank are delivered first


EVENT_KINDS = (
    EventKind(COLLISION_BEGIN, family="collision", rank=2),
    EventKind(COLLISION_STAY, family="collision", rank=1),
    EventKind(COLLISION_END, family="collision", rank=0),
    EventKind(COLLISION_HIT, family="collision", rank=3),
    EventKind(TRIGGER_ENTER, family="trigger", rank=2),
    EventKind(TRIGGER_STAY, family="trigger", rank=1),
    EventKind(TRIGGER_EXIT, family="trigger", rank=0),
    EventKind(PROJECTILE_HIT, family="projectile", rank=0),
    EventKind(PROJECTILE_SPENT, family="projectile", rank=1),
    EventKind(JOINT_BREAK, family="joint", rank=0),
    EventKind(COLLISION_CRUSH, family="collision", rank=4),
)

NUMBER_OF = {kind.name: number for number, kind in enumerate(EVENT_KINDS)}

NO_KIND = 62  # a number whose bit no mask of kinds has


class TouchKinds(NamedTuple):
    """Numbers of the kinds of events that the pairs of one table make."""

    begin: int
    stay: int
    end: int
    hit: int


TOUCH_KINDS = value(TouchKinds, *[INT] * len(TouchKinds._fields))

COLLISION_KINDS = TouchKinds(
    begin=NUMBER_OF[COLLISION_BEGIN],
    stay=NUMBER_OF[COLLISION_STAY],
    end=NUMBER_OF[COLLISION_END],
    hit=NUMBER_OF[COLLISION_HIT],
)
TRIGGER_KINDS = TouchKinds(
    begin=NUMBER_OF[TRIGGER_ENTER],
    stay=NUMBER_OF[TRIGGER_STAY],
    end=NUMBER_OF[TRIGGER_EXIT],
    hit=NO_KIND,
)

# One row an event of this step, in the order in which kernels append them; whole numbers first.
EVENT = np.dtype(
    [
        ("kind", "i8"),  # index in EVENT_KINDS
        ("entity_a", "i8"),
        ("entity_b", "i8"),
        ("reason", "i8"),  # index in REASONS; 0 unless it is an end or a break
        ("trigger_a", "i8"),  # 1: `entity_a` reports the other one as its visitor
        ("trigger_b", "i8"),
        ("shape_a", "i8"),  # index in the shapes of its collider; of a break: the entity of the joint
        ("shape_b", "i8"),
        ("frames_left", "i8"),  # steps in a row without touch that end the pair; 0: it has ended
        ("point_count", "i8"),  # 0, 1 or 2; the deeper point comes first
        ("brief", "i8"),  # 1: an end whose begin is of the same step
        # Until its points are filled in: row of the contact it tells of + 1, -1 - row of the crossing, or 0.
        ("source", "i8"),
        ("nx", "f8"),
        ("ny", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("penetration", "f8"),
        ("speed", "f8"),
        ("impulse", "f8"),  # of a break: the force or torque
        ("time", "f8"),
        ("x1", "f8"),
        ("y1", "f8"),
        ("penetration1", "f8"),
    ]
)

# One row a time that a swept body entered what does not stop it: a trigger, or a shape that reports without
# pushing. Times are fractions of the step; `exit_time` is at most the end of the leg that was swept.
CROSSING = np.dtype(
    [
        ("body_a", "i8"),  # of the smaller entity
        ("body_b", "i8"),
        ("trigger_a", "i8"),
        ("trigger_b", "i8"),
        ("shape_a", "i8"),  # index in the shapes of its collider
        ("shape_b", "i8"),
        ("entry_time", "f8"),
        ("exit_time", "f8"),
        ("nx", "f8"),
        ("ny", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("speed", "f8"),
    ]
)

BEYOND = 2.0


class EventStore:
    """The event rows of this step. Whoever appends reserves room first."""

    def __init__(self, capacity: int = 64, record: np.dtype[Any] = EVENT):
        self.rows: Array = records(capacity, record)
        self.count = 0

    def reserve(self, more: int) -> None:
        """Make room for `more` events."""
        if self.count + more > len(self.rows):
            self.rows = grown(self.rows[: self.count], max(2 * len(self.rows), self.count + more))
