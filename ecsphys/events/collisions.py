"""The collision list as a game reads it: the pairs of entities that touch after the last step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..clock import Clock
from ..math2d.check import other_of
from ..math2d.vec2 import Vec2
from ..world.contacts import PairTable, contacts_of
from ..world.state import World


class CollisionPoint(NamedTuple):
    """A contact point in world coordinates, and the depth of the overlap there."""

    point: Vec2
    penetration: float


class Collision:
    """Two entities that touch, `entity_a < entity_b`. Its properties are read from the current arrays.

    It may be kept: once the entities have parted it stays `ended`, also when they touch again, which is
    another collision. An ended one has the normal (0, 0), no points, no impulse, and the age last read.
    """

    __slots__ = ("_age", "_begin_step", "_clock", "_row", "_world", "entity_a", "entity_b")

    def __init__(self, world: World, clock: Clock, row: int, entity_a: int, entity_b: int, begin_step: int):
        self._world = world
        self._clock = clock
        self._row = row
        self._begin_step = begin_step
        self._age = 0
        self.entity_a: int = entity_a
        self.entity_b: int = entity_b

    @property
    def ended(self) -> bool:
        """Whether its end was reported, or would have been."""
        pair = self._world.solid.pairs[self._row]
        return not (
            pair["entity_a"] == self.entity_a
            and pair["entity_b"] == self.entity_b
            and pair["begin_step"] == self._begin_step
            and pair["active_sides"] != 0
        )

    @property
    def normal(self) -> Vec2:
        """Unit vector from A to B of the deepest contact; (0, 0) while apart for less than `end_after`."""
        _, own = self._contacts()
        if not len(own):
            return Vec2(0.0, 0.0)
        deepest = own[int(np.argmin(own["separation0"]))]
        return Vec2(float(deepest["nx"]), float(deepest["ny"]))

    @property
    def points(self) -> tuple[CollisionPoint, ...]:
        """The contact points, one or two for each pair of shapes that touches."""
        body = self._world.bodies.rows[int(self._world.solid.pairs[self._row]["body_a"])]
        return tuple(point for rows in zip(*self._contacts(), strict=True) for point in _points(*rows, body))

    @property
    def impulse(self) -> float:
        """Normal impulse of the whole last step."""
        return float(self._contacts()[1]["impulse"].sum())

    @property
    def age(self) -> int:
        """Number of steps since the begin."""
        if not self.ended:
            self._age = self._clock.step_count - 1 - self._begin_step
        return self._age

    def has(self, entity: int) -> bool:
        """Whether the entity is one of the two."""
        return entity in (self.entity_a, self.entity_b)

    def other(self, entity: int) -> int:
        """Return the other one of the two; raise `ValueError` for an entity that is neither."""
        return other_of(entity, self.entity_a, self.entity_b)

    def _contacts(self) -> tuple[Any, Any]:
        """Return the rows of its touching contacts and those of their manifolds."""
        table = self._world.solid
        contacts, manifolds = (rows.view(np.ndarray) for rows in contacts_of(table))
        if self.ended:
            return contacts[:0], manifolds[:0]
        pair = table.pairs[self._row]
        deepest = int(pair["deepest_contact"])

        def is_own(rows: Any) -> Any:
            return (contacts["has_manifold"][rows] == 1) & (manifolds["pair"][rows] == self._row)

        if pair["touching_count"] == 1 and deepest < len(contacts) and is_own(deepest):
            own = np.array([deepest])
        else:
            own = np.flatnonzero(is_own(slice(None)))
        own = own[(contacts["touching"][own] == 1) & (contacts["count"][own] > 0)]
        return contacts[own], manifolds[own]

    def _key(self) -> tuple[int, int, int, int]:
        return id(self._world), self.entity_a, self.entity_b, self._begin_step

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Collision) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        state = "ended" if self.ended else f"age={self.age}"
        return f"Collision({self.entity_a}, {self.entity_b}, {state})"


class Collisions:
    """All pairs of entities that touch as of the last step; iterates `Collision`s ordered by entity."""

    def __init__(self, world: World, clock: Clock):
        self._world = world
        self._clock = clock

    def __len__(self) -> int:
        return len(_touching_rows(self._world.solid))

    def __iter__(self) -> Iterator[Collision]:
        pairs = _touching_rows(self._world.solid)
        table = self._world.solid.pairs
        rows = pairs[np.lexsort((table["entity_b"][pairs], table["entity_a"][pairs]))]
        return iter(self._handles(rows))

    def of(self, entity: int) -> set[int]:
        """Return the entities that an entity touches; empty for one that does not exist."""
        return self._partners(self._world.solid, entity)

    def triggers_of(self, entity: int) -> set[int]:
        """Return the triggers that overlap an entity; for a trigger also its visitors."""
        return self._partners(self._world.triggers, entity)

    def between(self, a: int, b: int) -> Collision | None:
        """Return the collision of two entities, None when they do not touch."""
        a, b = min(a, b), max(a, b)
        pairs = self._world.solid.pairs
        rows = _touching_rows(self._world.solid)
        rows = rows[(pairs["entity_a"][rows] == a) & (pairs["entity_b"][rows] == b)]
        return self._handles(rows)[0] if len(rows) else None

    @staticmethod
    def _partners(table: PairTable, entity: int) -> set[int]:
        rows = _touching_rows(table)
        a, b = table.pairs["entity_a"][rows], table.pairs["entity_b"][rows]
        return {*b[a == entity].tolist(), *a[b == entity].tolist()}

    def _handles(self, rows: npt.NDArray[np.intp]) -> list[Collision]:
        """Return handles of rows of pairs."""
        pairs = self._world.solid.pairs.view(np.ndarray)
        columns = (pairs[name][rows].tolist() for name in ("entity_a", "entity_b", "begin_step"))
        return [
            Collision(self._world, self._clock, *pair) for pair in zip(rows.tolist(), *columns, strict=True)
        ]


def _touching_rows(table: PairTable) -> npt.NDArray[np.intp]:
    """Return the rows of pairs that touch."""
    pairs = table.pairs[: table.pairs_end]
    return np.flatnonzero((pairs["active_sides"] != 0) & (pairs["entity_a"] > 0))


def _points(contact: Any, manifold: Any, body: Any) -> list[CollisionPoint]:
    """Return the points of one contact in world coordinates."""
    origin = Vec2(float(body["x"]), float(body["y"]))
    return [
        CollisionPoint(
            origin + Vec2(float(manifold[f"x{i}"]), float(manifold[f"y{i}"])),
            -float(manifold[f"separation{i}"]),
        )
        for i in range(int(contact["count"]))
    ]
