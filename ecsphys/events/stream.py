"""Events as arrays, for games that treat thousands of them in one line of numpy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import Rows
from ..projectile.records import SHOT
from ..world.events import EVENT
from .event import TRIGGER_A, TRIGGER_B
from .names import PROJECTILE_HIT, PROJECTILE_SPENT, TRIGGER_NAMES

_LEFT_OUT = ("what", "trigger_a", "trigger_b")
COLLISION_ROW = np.dtype([(name, EVENT[name]) for name in EVENT.names or () if name not in _LEFT_OUT])
TRIGGER_ROW = np.dtype(
    [("trigger", "i8"), ("visitor", "i8"), ("reason", "i8"), ("x", "f8"), ("y", "f8"), ("time", "f8")]
)


class EventStream:
    """All events of one name from now on, as rows of a structured array, in the order of delivery.

    Made by `Physics.stream(name)`; it listens as long as somebody holds it. Collisions have the fields
    `entity_a, entity_b, reason, nx, ny, x, y, penetration, speed, impulse, time`, triggers `trigger,
    visitor, reason, x, y, time`, projectiles `projectile, target, shape, spent, time, x, y, nx, ny,
    distance, speed`. `reason` is the place of the word in `ecsphys.REASONS`, 0 for anything but an end.
    """

    def __init__(self, name: str):
        self.name = name
        self._on_trigger = name in TRIGGER_NAMES.values()
        own = SHOT if name in (PROJECTILE_HIT, PROJECTILE_SPENT) else COLLISION_ROW
        self._row = TRIGGER_ROW if self._on_trigger else own
        self._parts: list[Rows] = []

    def take(self) -> Rows:
        """The events since the last call, those of several steps one after the other."""
        parts, self._parts = self._parts, []
        if len(parts) == 1:
            return parts[0]
        return np.concatenate([np.zeros(0, self._row), *parts])

    def keep(self, rows: Rows) -> None:
        """Keep finished rows."""
        if len(rows):
            self._parts.append(rows)

    def add(self, rows: Rows, words: npt.NDArray[np.int64]) -> None:
        """Keep rows of EVENT, given also as whole numbers, one column a field."""
        if not self._on_trigger:
            made = np.empty(len(rows), COLLISION_ROW)
            for field in COLLISION_ROW.names or ():
                made[field] = rows[field]
        else:
            sides = words[:, [TRIGGER_A, TRIGGER_B]].astype(bool)
            at, side = np.nonzero(sides)
            made = np.empty(len(at), TRIGGER_ROW)
            entities = np.stack([rows["entity_a"], rows["entity_b"]], axis=1)
            made["trigger"], made["visitor"] = entities[at, side], entities[at, 1 - side]
            for field in ("reason", "x", "y", "time"):
                made[field] = rows[field][at]
        self.keep(made)
