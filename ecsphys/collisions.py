"""The collision list as a game sees it: who touches whom after the last step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .math2d.vec2 import Vec2
from .world.state import PairTable, World


class CollisionPoint(NamedTuple):
    """A contact point in world coordinates, and how deep the shapes overlap there."""

    point: Vec2
    penetration: float


class Collision(NamedTuple):
    """Two entities that touch. `normal` points from A to B; `age` counts steps since the begin."""

    entity_a: int
    entity_b: int
    normal: Vec2
    points: tuple[CollisionPoint, ...]
    impulse: float
    age: int


class Collisions:
    """All pairs of entities that touch, as of the last step, ordered by entity."""

    def __init__(self, world: World, steps: Callable[[], int]):
        self._world = world
        self._steps = steps

    def __len__(self) -> int:
        return len(_together(self._world.solid))

    def __iter__(self) -> Iterator[Collision]:
        pairs = _together(self._world.solid)
        table = self._world.solid.pairs
        rows = pairs[np.lexsort((table["entity_b"][pairs], table["entity_a"][pairs]))]
        return iter([self._collision(int(row)) for row in rows])

    def of(self, entity: int) -> set[int]:
        """The entities that an entity touches; empty for one that touches nothing or does not exist."""
        return self._partners(self._world.solid, entity)

    def triggers_of(self, entity: int) -> set[int]:
        """The triggers that an entity is in; for a trigger also whoever is in it."""
        return self._partners(self._world.triggers, entity)

    def between(self, a: int, b: int) -> Collision | None:
        """The collision of two entities, None when they do not touch."""
        a, b = min(a, b), max(a, b)
        pairs = self._world.solid.pairs
        rows = _together(self._world.solid)
        rows = rows[(pairs["entity_a"][rows] == a) & (pairs["entity_b"][rows] == b)]
        return self._collision(int(rows[0])) if len(rows) else None

    @staticmethod
    def _partners(table: PairTable, entity: int) -> set[int]:
        rows = _together(table)
        a, b = table.pairs["entity_a"][rows], table.pairs["entity_b"][rows]
        return {*b[a == entity].tolist(), *a[b == entity].tolist()}

    def _collision(self, row: int) -> Collision:
        table = self._world.solid
        pair = table.pairs[row]
        contacts = table.contacts[: table.contact_count].view(np.ndarray)
        own = contacts[(contacts["pair"] == row) & (contacts["touching"] == 1) & (contacts["count"] > 0)]
        body = self._world.bodies.rows[int(pair["body_a"])]
        points = tuple(point for contact in own for point in _points(contact, body))
        normal = Vec2(0.0, 0.0)
        if len(own):
            deepest = own[int(np.argmin(own["separation0"]))]
            normal = Vec2(float(deepest["nx"]), float(deepest["ny"]))
        return Collision(
            int(pair["entity_a"]),
            int(pair["entity_b"]),
            normal,
            points,
            float(own["impulse"].sum()),
            self._steps() - int(pair["since"]),
        )


def _together(table: PairTable) -> npt.NDArray[np.intp]:
    """The rows of pairs that touch."""
    pairs = table.pairs[: table.pair_count]
    return np.flatnonzero((pairs["together"] != 0) & (pairs["entity_a"] > 0))


def _points(contact: Any, body: Any) -> list[CollisionPoint]:
    """The contact points of one row."""
    origin = Vec2(float(body["x"]), float(body["y"]))
    return [
        CollisionPoint(
            origin + Vec2(float(contact[f"x{i}"]), float(contact[f"y{i}"])), -float(contact[f"separation{i}"])
        )
        for i in range(int(contact["count"]))
    ]
